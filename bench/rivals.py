"""Measure OpenSpiel and RLCard on card games of their own, driven from Python. Prints JSON. Called by run.py."""

from __future__ import annotations

import contextlib
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

ROUNDS = 3
SECONDS = 0.2  # a round
SIMULATIONS = 300  # of a measured search


def rate(work: Callable[[int], int]) -> float:
    """Units of work a second; the median of a few rounds."""
    found = []
    piece = 0
    for _ in range(ROUNDS):
        units = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            units += work(piece)
            piece += 1
        found.append(units / spent)
    return statistics.median(found)


# ---- OpenSpiel ----------------------------------------------------------------------------------------------------


def let_chance_fall(state: Any, chance: random.Random) -> None:
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])


def spiel_random(game: Any, number: int) -> int:
    """A random game; chance is not counted as a decision."""
    chance = random.Random(number)
    state = game.new_initial_state()
    decisions = 0
    let_chance_fall(state, chance)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        decisions += 1
        let_chance_fall(state, chance)
    return decisions


def spiel_middles(game: Any) -> list[Any]:
    """Positions from the middle of random games, with more than one legal move."""
    found = []
    for number in range(200):
        chance = random.Random(number)
        state = game.new_initial_state()
        let_chance_fall(state, chance)
        for _ in range(12 + number % 24):
            state.apply_action(chance.choice(state.legal_actions()))
            let_chance_fall(state, chance)
        if len(state.legal_actions()) > 1:
            found.append(state)
    return found[:40]


def spiel_search(pyspiel: Any, states: list[Any], seeing: bool, number: int) -> int:
    """One search by OpenSpiel's C++: with open cards (MCTSBot), or on information sets (ISMCTSBot)."""
    state = states[number % len(states)]
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
    if seeing:
        bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, SIMULATIONS, 100, False, number, False)
    else:
        most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(number, evaluator, 2.0, SIMULATIONS, -1, most_visited, False, False)
    bot.step(state)
    return SIMULATIONS


def open_spiel() -> dict[str, float]:
    try:
        import pyspiel
    except ImportError:
        return {}
    found = {}
    for name in ("crazy_eights", "hearts", "dou_dizhu"):
        print(f"OpenSpiel {name}", file=sys.stderr, flush=True)
        game = pyspiel.load_game(name)
        found[f"random {name}"] = rate(partial(spiel_random, game))
    print("OpenSpiel search on hearts", file=sys.stderr, flush=True)
    states = spiel_middles(pyspiel.load_game("hearts"))
    found["search hearts (information sets)"] = rate(partial(spiel_search, pyspiel, states, False))
    found["search hearts (open cards)"] = rate(partial(spiel_search, pyspiel, states, True))
    return found


# ---- RLCard -------------------------------------------------------------------------------------------------------


def rlcard_random(table: Any, chance: random.Random, number: int) -> int:
    state, _ = table.reset()
    decisions = 0
    while not table.is_over():
        state, _ = table.step(chance.choice(list(state["legal_actions"])))
        decisions += 1
    return decisions


def rl_card() -> dict[str, float]:
    try:
        import rlcard
    except ImportError:
        return {}
    found = {}
    for name in ("doudizhu", "uno"):
        print(f"RLCard {name}", file=sys.stderr, flush=True)
        found[f"random {name}"] = rate(
            partial(rlcard_random, rlcard.make(name, config={"seed": 1}), random.Random(1))
        )
    return found


def main() -> None:
    with contextlib.redirect_stdout(sys.stderr):
        found = {"OpenSpiel": open_spiel(), "RLCard": rl_card()}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
