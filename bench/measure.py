"""Measure our games in this process: interpreted or compiled, whichever the import path finds. Prints JSON.

Called by run.py. How is in src/slugfest/lab/speed.py: today's, also where the games are those of an earlier revision.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

from slugfest import kernel
from slugfest.kernel import Game, Options, games

if not hasattr(kernel, "Mistake"):  # an earlier revision's kernel: what is measured does not raise it
    vars(kernel)["Mistake"] = kernel.SlugfestError

TODAY = Path(__file__).resolve().parents[1] / "src" / "slugfest" / "lab" / "speed.py"
_spec = importlib.util.spec_from_file_location("speed_today", TODAY)
assert _spec is not None
assert _spec.loader is not None
speed = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(speed)

compiled, measure, middles, works = speed.compiled, speed.measure, speed.middles, speed.works

# Which tables a game is measured at: a name for the row, seats, options. Any other game: the smallest and the largest.
TABLES: dict[str, list[tuple[str, int, Options]]] = {
    "custom-heroes": [("2 seats", 2, {}), ("3 seats", 3, {}), ("6 seats", 6, {})],
    "kapow-dice": [
        ("first game", 2, {"mode": "duel"}),
        ("characters", 2, {"mode": "characters"}),
        ("2 vs 2", 4, {"mode": "team"}),
    ],
    "tag-team": [("random teams", 2, {"teams": "random"})],
}


def tables(game: Game) -> list[tuple[str, int, Options]]:
    counts = sorted({game.min_seats, game.max_seats})
    return TABLES.get(game.id, [(f"{seats} seats", seats, {}) for seats in counts])


def main() -> None:
    found = {}
    for name, game in games().items():
        for title, seats, options in tables(game):
            print(f"{name}, {title}", file=sys.stderr, flush=True)
            found[f"{name}, {title}"] = measure(game, seats, options)
    print(json.dumps({"compiled": compiled(), "rows": found}))


if __name__ == "__main__":
    main()
