"""What a decision of each level costs, in every game and way to play: processor time of one core, in milliseconds.

Interpreted or compiled, whichever the import path finds; ``./dev bench levels`` measures both. The
longest decision of ``hard`` and ``expert`` is printed, too, and with ``--strict`` one beyond the bound fails.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from slugfest.bots import bot
from slugfest.kernel import Game, Options, Perspective, State, games, seeded
from slugfest.lab.speed import compiled, middles, thinker

LEVELS = ("easy", "medium", "hard", "expert")
BOUNDS = {True: 1000.0, False: 4000.0}  # of the longest decision: compiled, interpreted

# A name for the row, seats, options.
TABLES: dict[str, list[tuple[str, int, Options]]] = {
    "kapow-cards": [
        ("2 seats", 2, {}),
        ("2 seats, long", 2, {"mode": "to-infinity"}),
        ("4 seats", 4, {}),
        ("6 seats", 6, {}),
    ],
    "custom-heroes": [(f"{seats} seats", seats, {}) for seats in range(2, 7)],
    "tag-team": [("draft", 2, {"teams": "normal"}), ("random teams", 2, {"teams": "random"})],
    "kapow-dice": [
        ("first game", 2, {"mode": "duel"}),
        ("characters", 2, {"mode": "characters"}),
        ("solo", 1, {"mode": "solo"}),
        ("2 vs 2", 4, {"mode": "team"}),
        ("co-op", 2, {"mode": "coop"}),
    ],
}


def tables(game: Game) -> list[tuple[str, int, Options]]:
    counts = sorted({game.min_seats, game.max_seats})
    return TABLES.get(game.id, [(f"{seats} seats", seats, {}) for seats in counts])


def decisions(game: Game, level: str, states: list[State]) -> list[float]:
    """How long a level thinks about each position, in milliseconds."""
    player = bot(level, game)
    found = []
    for number, state in enumerate(states):
        perspective = Perspective(state, thinker(state))
        start = time.process_time()
        player.consider(perspective, seeded("levels", number))
        found.append(1000 * (time.process_time() - start))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=12, help="from the middle of games, for each row")
    parser.add_argument("--game", default="", help="only this one")
    parser.add_argument("--strict", action="store_true", help="fail if a decision is beyond the bound")
    arguments = parser.parse_args()
    bound = BOUNDS[compiled()]
    missed = False
    print("compiled" if compiled() else "interpreted", flush=True)
    print(f"{'':32}" + "".join(f"{level:>10}" for level in (*LEVELS, "longest")))
    for name, game in games().items():
        if arguments.game not in ("", name):
            continue
        for title, seats, options in tables(game):
            states = middles(game, seats, options, arguments.positions)
            if not states:
                continue
            found = {level: decisions(game, level, states) for level in LEVELS}
            longest = max(found["hard"] + found["expert"])
            missed = missed or longest > bound
            cells = "".join(f"{statistics.median(found[level]):>10.2f}" for level in LEVELS)
            print(f"{name + ', ' + title:32}{cells}{longest:>10.0f}", flush=True)
    print(f"the longest decision may take {bound:.0f} ms: {'missed' if missed else 'reached'}")
    if missed and arguments.strict:
        sys.exit(1)


if __name__ == "__main__":
    main()
