"""PPO with masked actions against a bot, one file from top to bottom, as CleanRL writes them (jax and optax).

    pip install slugfest[learn]
    python examples/ppo_masked.py --minutes 5 --save kapow-cards.net

Any game, any opponent: ``--game tag-team --opponents easy``. The vector of games is ``slugfest.envs.vector_gym``; one
seat is ours and is drawn anew for every game. What cannot be done gets no probability: the logits of illegal actions
are set to minus infinity before anything is drawn or learned. ``--save`` rounds the network to integers that a bot
plays without any library; docs/network-bot.md goes on from there.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from slugfest.bots.network import NetworkBot, read_network
from slugfest.envs.network_file import save_network
from slugfest.envs.vector_gym import SlugfestVector


def parse() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description="Train a masked policy with PPO against a bot.")
    asked.add_argument("--game", default="kapow-cards")
    asked.add_argument("--opponents", default="greedy")
    asked.add_argument("--minutes", type=float, default=5.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--num-envs", type=int, default=128)
    asked.add_argument("--num-steps", type=int, default=32, help="decisions of each game between two updates")
    asked.add_argument("--width", type=int, default=64)
    asked.add_argument("--depth", type=int, default=16)
    asked.add_argument("--learning-rate", type=float, default=1e-3)
    asked.add_argument("--gamma", type=float, default=1.0)
    asked.add_argument("--gae-lambda", type=float, default=0.95)
    asked.add_argument("--epochs", type=int, default=3)
    asked.add_argument("--minibatches", type=int, default=4)
    asked.add_argument("--clip", type=float, default=0.2)
    asked.add_argument("--entropy", type=float, default=0.01)
    asked.add_argument("--value", type=float, default=0.5)
    asked.add_argument(
        "--games", type=int, default=1000, help="played at the end against each bot of --against"
    )
    asked.add_argument("--against", default="random,greedy")
    asked.add_argument("--save", type=Path, help="where to write the network in integers")
    return asked.parse_args()


def network(weights: Any, observation: Any, mask: Any) -> tuple[Any, Any]:
    """Logarithms of the probabilities of all actions, and the value."""
    hidden = jax.nn.relu(observation.astype(jnp.float32) @ weights["input"] + weights["input_bias"])
    logits = hidden @ weights["output"] @ weights["action"].T + weights["action_bias"]
    logits = jnp.where(mask, logits, -1e9)
    return jax.nn.log_softmax(logits), jnp.tanh(hidden @ weights["value"] + weights["value_bias"])


@jax.jit
def act(weights: Any, observation: Any, mask: Any, key: Any) -> tuple[Any, Any, Any]:
    logs, value = network(weights, observation, mask)
    action = jax.random.categorical(key, logs)
    return action, jnp.take_along_axis(logs, action[:, None], 1)[:, 0], value


def loss(weights: Any, batch: Any, clip: float, entropy: float, worth: float) -> Any:
    observation, mask, action, before, advantage, result = batch
    logs, value = network(weights, observation, mask)
    ratio = jnp.exp(jnp.take_along_axis(logs, action[:, None], 1)[:, 0] - before)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    policy = -jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - clip, 1 + clip) * advantage).mean()
    spread = -(jnp.exp(logs) * jnp.where(mask, logs, 0.0)).sum(axis=1).mean()
    return policy + worth * ((value - result) ** 2).mean() - entropy * spread


def evaluate(path: Path, game: str, opponent: str, games: int, seed: int) -> float:
    """The mean return of the saved integers, playing as a bot does, against a bot; seats are drawn."""
    envs = SlugfestVector(game, num_envs=32, seat=None, opponents=opponent)
    bot = NetworkBot("network", read_network(path))
    observed, _ = envs.reset(seed=seed)
    total, played = 0.0, 0
    while played < games:
        actions = np.zeros(envs.num_envs, np.int64)
        for index in range(envs.num_envs):
            legal = np.flatnonzero(observed["action_mask"][index]).tolist()
            hidden = bot.network.hidden(observed["observation"][index].tobytes())
            scores = bot.network.scores(hidden, legal)
            actions[index] = legal[scores.index(max(scores))]
        observed, rewards, ended, _, _ = envs.step(actions)
        total += float(rewards[ended].sum())
        played += int(ended.sum())
    return total / played


if __name__ == "__main__":
    args = parse()
    envs = SlugfestVector(args.game, num_envs=args.num_envs, seat=None, opponents=args.opponents)
    inputs, actions = envs.encoding.size, envs.actions.count
    key = jax.random.PRNGKey(args.seed)
    keys = jax.random.split(key, 4)
    weights: Any = {
        "input": jax.random.normal(keys[0], (inputs, args.width)) * 0.05,
        "input_bias": jnp.zeros(args.width),
        "output": jax.random.normal(keys[1], (args.width, args.depth)) * 0.1,
        "action": jax.random.normal(keys[2], (actions, args.depth)) * 0.05,
        "action_bias": jnp.zeros(actions),
        "value": jax.random.normal(keys[3], (args.width,)) * 0.01,
        "value_bias": jnp.zeros(()),
    }
    optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(args.learning_rate, eps=1e-5))
    memory = optimiser.init(weights)

    @jax.jit
    def update(weights: Any, memory: Any, batch: Any) -> tuple[Any, Any]:
        slope = jax.grad(loss)(weights, batch, args.clip, args.entropy, args.value)
        change, memory = optimiser.update(slope, memory)
        return optax.apply_updates(weights, change), memory

    T, N = args.num_steps, args.num_envs
    observations, masks = np.zeros((T, N, inputs), np.int8), np.zeros((T, N, actions), np.bool_)
    chosen, logs = np.zeros((T, N), np.int32), np.zeros((T, N), np.float32)
    values, rewards = np.zeros((T + 1, N), np.float32), np.zeros((T, N), np.float32)
    ends = np.zeros((T, N), np.bool_)
    draw = np.random.default_rng(args.seed)
    observed, _ = envs.reset(seed=args.seed)
    end, decisions, results = time.monotonic() + 60 * args.minutes, 0, []
    while time.monotonic() < end:
        for t in range(T):
            observations[t], masks[t] = observed["observation"], observed["action_mask"]
            key, lot = jax.random.split(key)
            chosen[t], logs[t], values[t] = act(weights, observations[t], masks[t], lot)
            observed, rewards[t], ends[t], _, _ = envs.step(chosen[t])
        results += rewards[ends].tolist()
        key, lot = jax.random.split(key)
        values[T] = act(weights, observed["observation"], observed["action_mask"].astype(bool), lot)[2]
        advantages, ahead = np.zeros((T, N), np.float32), np.zeros(N, np.float32)
        for t in reversed(range(T)):  # generalised advantage estimation
            goes_on = 1.0 - ends[t]
            surprise = rewards[t] + args.gamma * values[t + 1] * goes_on - values[t]
            ahead = surprise + args.gamma * args.gae_lambda * goes_on * ahead
            advantages[t] = ahead
        flat = [
            part.reshape(T * N, *part.shape[2:])
            for part in (observations, masks, chosen, logs, advantages, advantages + values[:T])
        ]
        for _ in range(args.epochs):
            for part in np.array_split(draw.permutation(T * N), args.minibatches):
                weights, memory = update(weights, memory, [numbers[part] for numbers in flat])
        decisions += T * N
        print(f"\r{decisions:,} decisions, mean return {np.mean(results[-1000:]):+.3f} ", end="", flush=True)
    print()
    if args.save:
        said = f"PPO against {args.opponents}, {decisions} decisions, seed {args.seed}"
        save_network(args.save, envs.match, {name: np.asarray(part) for name, part in weights.items()}, said)
        for opponent in args.against.split(","):
            mean = evaluate(args.save, args.game, opponent, args.games, args.seed + 1)
            print(f"in integers against {opponent}: {mean:+.3f} a game ({(mean + 1) / 2:.1%})")
