"""./dev bench envs: steps a second through our environments, compared with card games of PettingZoo and RLCard.

A step is one decision with everything an agent receives: observation, mask or list of legal actions, reward, and the
action drawn at random from the legal ones. Processor time, the best of a few rounds, one thread, all in the same run.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from goals import ENV_GOALS
from rich.console import Console
from rich.table import Table

from slugfest.envs import aec
from slugfest.envs.vector import VectorEnv
from slugfest.kernel import rng as kernel_rng

ROUNDS = 4
SECONDS = 1.0
GAMES = 256  # of a vector
OURS = {
    "kapow-cards": (2, {}),
    "tag-team": (2, {"teams": "first-game"}),
    "custom-heroes": (3, {}),
    "kapow-dice": (2, {"mode": "duel"}),
}
PETTING_ZOO = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
RLCARD = ("gin-rummy", "uno", "doudizhu")


def rate(work: Callable[[int], int]) -> float:
    """Steps a second: the best of a few rounds."""
    best, piece = 0.0, 0
    for _ in range(ROUNDS):
        steps, start = 0, time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            steps += work(piece)
            piece += 1
        best = max(best, steps / spent)
    return best


def play_aec(env: Any, number: int) -> int:
    """A random match through PettingZoo's interface: from the list of legal actions if there is one, else the mask."""
    chance = random.Random(number)
    env.reset(seed=number)
    steps = 0
    while env.agents:
        observed, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = info["legal"] if "legal" in info else np.flatnonzero(observed["action_mask"]).tolist()
        env.step(legal[int(chance.random() * len(legal))])
        steps += 1
    return steps


def step_vector(env: VectorEnv, _number: int) -> int:
    """Twenty steps of all games, masks and all."""
    for _ in range(20):
        env.masks()
        env.step(env.sample())
    return 20 * env.games


def play_rlcard(env: Any, number: int) -> int:
    chance = random.Random(number)
    state, _ = env.reset()
    steps = 0
    while not env.is_over():
        state, _ = env.step(chance.choice(list(state["legal_actions"])))
        steps += 1
    return steps


def measure(console: Console) -> dict[str, float]:
    found: dict[str, float] = {}

    def note(name: str, work: Callable[[int], int]) -> None:
        found[name] = rate(work)
        console.print(f"  {name}: {found[name]:,.0f}", highlight=False)

    for name, (seats, options) in OURS.items():
        env = aec.env(name, seats, options=options)
        note(f"{name}, AEC", lambda number, env=env: play_aec(env, number))
        many = VectorEnv(name, seats, options=options, games=GAMES)
        note(f"{name}, {GAMES} at once", lambda number, many=many: step_vector(many, number))
    for name in PETTING_ZOO:
        theirs = importlib.import_module(f"pettingzoo.classic.{name}").env()
        note(f"PettingZoo {name}", lambda number, theirs=theirs: play_aec(theirs, number))
    rlcard = importlib.import_module("rlcard")
    for name in RLCARD:
        table = rlcard.make(name, config={"seed": 1})
        note(f"RLCard {name}", lambda number, table=table: play_rlcard(table, number))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second through the environments.")
    parser.add_argument("--strict", action="store_true", help="fail if a goal is missed")
    arguments = parser.parse_args()
    console = Console()
    compiled = not str(kernel_rng.__file__).endswith(".py")
    console.print(f"The engine is {'compiled' if compiled else 'interpreted'}.", highlight=False)
    found = measure(console)
    peers = [name for name in found if name.startswith(("PettingZoo", "RLCard"))]
    fastest = max(peers, key=lambda name: found[name])
    table = Table("steps a second", "", f"times {fastest}", title="Environments")
    for name, steps in found.items():
        table.add_row(name, f"{steps:,.0f}", f"{steps / found[fastest]:.1f}")
    console.print(table)
    goals = Table("goal", "at least", "found", "", title="Goals")
    missed = False
    for goal in ENV_GOALS:
        reached = goal.found(found) >= goal.least
        missed = missed or not reached
        name = f"{goal.name}, times the fastest of {goal.compared_with}" if goal.compared_with else goal.name
        goals.add_row(
            name, f"{goal.least:,g}", f"{goal.found(found):,.4g}", "reached" if reached else "MISSED"
        )
    console.print(goals)
    if arguments.strict and missed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
