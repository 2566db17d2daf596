"""Learn KAPOW! cards by playing against yourself: a small network, PPO, one file.

    pip install slugfest[learn]
    python examples/learn_kapow_cards.py --minutes 10

Two seats play 256 games at once (``slugfest.envs.vector``); one network plays all of them, which is possible because
observations and actions are told from the seat that looks. Only the few legal actions are scored, not all 6,438. When a
game is over, each of its decisions has its result; whenever enough decisions have one, the network learns from them.
At the end it plays against bots; docs/environments.md tells how it did.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from slugfest.envs.gym import SlugfestGym
from slugfest.envs.vector import VectorEnv

GAMES = 256  # side by side
LEGAL = 96  # more actions than are ever legal
MEMORY = 512  # steps kept: longer than any game
WIDTH, DEPTH = 256, 64  # of the hidden layer, and of what an action is compared by
ENOUGH = 8192  # decisions with a result before the network learns from them
MINIBATCH, EPOCHS = 1024, 2
CLIP, VALUE, ENTROPY = 0.2, 0.5, 0.01

Params = dict[str, Any]


def new_network(key: Any, inputs: int, actions: int) -> Params:
    keys = jax.random.split(key, 4)
    return {
        "in": jax.random.normal(keys[0], (inputs, WIDTH)) * 0.05,
        "in_bias": jnp.zeros(WIDTH),
        "out": jax.random.normal(keys[1], (WIDTH, DEPTH)) * 0.05,
        "action": jax.random.normal(keys[2], (actions, DEPTH)) * 0.05,
        "action_bias": jnp.zeros(actions),
        "value": jax.random.normal(keys[3], (WIDTH,)) * 0.01,
    }


def think(params: Params, told: Any, legal: Any) -> tuple[Any, Any]:
    """How good each legal action is (as logarithms of probabilities), and how the seat stands."""
    hidden = jax.nn.relu(told.astype(jnp.float32) @ params["in"] + params["in_bias"])
    known = jnp.maximum(legal, 0)
    scores = jnp.einsum("nd,nld->nl", hidden @ params["out"], params["action"][known])
    scores = jnp.where(legal >= 0, scores + params["action_bias"][known], -1e9)
    return jax.nn.log_softmax(scores), jnp.tanh(hidden @ params["value"])


@jax.jit
def decide(params: Params, told: Any, legal: Any, key: Any) -> tuple[Any, Any, Any]:
    """One of the legal actions of every game, by its place in the list; its probability; how the seat stands."""
    scores, value = think(params, told, legal)
    picked = jax.random.categorical(key, scores)
    return picked, jnp.take_along_axis(scores, picked[:, None], 1)[:, 0], value


@jax.jit
def best(params: Params, told: Any, legal: Any) -> Any:
    return jnp.argmax(think(params, told, legal)[0], axis=1)


def loss(params: Params, told: Any, legal: Any, picked: Any, before: Any, better: Any, result: Any) -> Any:
    scores, value = think(params, told, legal)
    ratio = jnp.exp(jnp.take_along_axis(scores, picked[:, None], 1)[:, 0] - before)
    gain = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * better).mean()
    doubt = -(jnp.exp(scores) * jnp.where(legal >= 0, scores, 0.0)).sum(axis=1).mean()
    return -gain + VALUE * ((value - result) ** 2).mean() - ENTROPY * doubt


def padded(env: VectorEnv) -> Any:
    """The legal actions of all games, a row a game, -1 where there is none."""
    rows = np.full((env.games, LEGAL), -1, np.int32)
    rows[np.arange(LEGAL) < env.counts[:, None]] = env.legal
    return rows


def learn(minutes: float, seed: int) -> Params:
    env = VectorEnv("kapow-cards", seats=2, games=GAMES, seed=seed)
    key = jax.random.PRNGKey(seed)
    params = new_network(key, env.encoding.size, env.actions.count)
    optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(5e-4))
    memory = optimiser.init(params)

    @jax.jit
    def improve(params: Params, memory: Any, *batch: Any) -> tuple[Params, Any]:
        changes, memory = optimiser.update(jax.grad(loss)(params, *batch), memory)
        return optax.apply_updates(params, changes), memory

    told = np.zeros((MEMORY, GAMES, env.encoding.size), np.int8)
    legal = np.zeros((MEMORY, GAMES, LEGAL), np.int32)
    seats, picked = np.zeros((MEMORY, GAMES), np.int8), np.zeros((MEMORY, GAMES), np.int32)
    chance, value = np.zeros((MEMORY, GAMES), np.float32), np.zeros((MEMORY, GAMES), np.float32)
    begun = np.zeros(GAMES, np.int64)  # the step at which the running game of each row began
    steps: list[Any] = []  # decisions that have a result: when,
    games: list[Any] = []  # in which game,
    results: list[Any] = []  # and what came of them
    rng = np.random.default_rng(seed)
    step = learned = waiting = 0
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        now = step % MEMORY
        told[now], legal[now], seats[now] = env.observations, padded(env), env.seats
        key, lot = jax.random.split(key)
        picked[now], chance[now], value[now] = decide(params, told[now], legal[now], lot)
        ended = env.step(legal[now][np.arange(GAMES), picked[now]])
        for game, result in zip(ended.games, ended.returns, strict=True):
            made = np.arange(begun[game], step + 1) % MEMORY
            steps.append(made)
            games.append(np.full(len(made), game))
            results.append(result[seats[made, game]])
            begun[game] = step + 1
            waiting += len(made)
        step += 1
        if waiting < ENOUGH:
            continue
        when, where, result = np.concatenate(steps), np.concatenate(games), np.concatenate(results)
        better = result - value[when, where]
        better = (better - better.mean()) / (better.std() + 1e-6)
        for _ in range(EPOCHS):
            order = rng.permutation(len(when))
            for first in range(0, len(order) - MINIBATCH + 1, MINIBATCH):
                part = order[first : first + MINIBATCH]
                at = when[part], where[part]
                batch = told[at], legal[at], picked[at], chance[at], better[part], result[part]
                params, memory = improve(params, memory, *batch)
        learned += len(when)
        steps, games, results, waiting = [], [], [], 0
        print(f"\r{learned:,} decisions, {max(0, end - time.monotonic()):.0f} s left ", end="", flush=True)
    print()
    return params


def play_against(params: Params, opponent: str, games: int, seed: int) -> tuple[float, float, float]:
    """The share of games won, a draw counting half, with its 95 % interval (Wilson)."""
    env = SlugfestGym("kapow-cards", seats=2, seat=None, opponents=opponent)
    won = 0.0
    for number in range(games):
        observation, info = env.reset(seed=seed + number)
        over, reward = False, 0.0
        while not over:
            legal = np.full((1, LEGAL), -1, np.int32)
            legal[0, : len(info["legal"])] = info["legal"]
            action = info["legal"][int(best(params, observation["observation"][None], legal)[0])]
            observation, reward, over, _, info = env.step(action)
        won += (reward + 1) / 2
    share, z = won / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return share, middle - half, middle + half


def main() -> None:
    asked = argparse.ArgumentParser(description="Learn KAPOW! cards by playing against yourself.")
    asked.add_argument("--minutes", type=float, default=10.0)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument(
        "--games", type=int, default=1000, help="against each of the quick bots; 50 against the slow"
    )
    asked.add_argument("--against", default="random,greedy")
    told = asked.parse_args()
    params = learn(told.minutes, told.seed)
    for opponent in told.against.split(","):
        games = told.games if opponent in ("random", "greedy", "easy") else min(told.games, 50)
        share, low, high = play_against(params, opponent, games, 10_000 + told.seed)
        print(f"against {opponent}: {share:.1%} of {games} games ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
