"""Play with the Slugfest that is installed here: for wheels, which are tried where there is nothing else.

``python play_installed.py compiled`` (or ``interpreted``) fails if it is not that one, if it is not whole, or if a game
cannot be played to its end. It needs nothing of the checkout; run it anywhere else.
"""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import slugfest
from slugfest import bots, kernel
from slugfest.kernel import games, verify
from slugfest.lab import play_game

CHECKOUT = Path(__file__).resolve().parents[1]


def main(expected: str) -> None:
    package = Path(slugfest.__file__).resolve().parent
    if package.is_relative_to(CHECKOUT / "src"):
        raise SystemExit(f"{package} is the checkout, not what was installed")
    for module in (bots, kernel):
        found = "interpreted" if str(module.__file__).endswith(".py") else "compiled"
        if found != expected:
            raise SystemExit(f"{module.__name__} is {found}: {module.__file__}")
    if version("slugfest") != slugfest.__version__:
        raise SystemExit(f"the package says {version('slugfest')}, the code {slugfest.__version__}")
    for game in games().values():
        players = [bots.bot("greedy", game) for _ in range(max(2, game.min_seats))]
        played = play_game(game, players, seed="wheel")
        verify(played.record(), game)
        print(f"{game.id}: {played.length} moves, {played.outcome.reason}")
    if len(games()) < 4:
        raise SystemExit(f"there are only {sorted(games())}")
    print(f"slugfest {slugfest.__version__}, {expected}: plays")


if __name__ == "__main__":
    main(sys.argv[1])
