"""Every registered game keeps every promise, at every number of seats, at random and in the hands of bots."""

from __future__ import annotations

import pytest

from slugfest import kernel
from slugfest.kernel import games
from slugfest.testing.plugin import conformance_tests

RICHEST = "kapow-dice"  # it has the most ways to be played, and each game takes another one
COMPILED = str(kernel.__file__).endswith((".so", ".pyd"))

# The compiled copy is the same code and many times faster, so the whole run plays every number of seats there: the
# fewest and the most with more ways to play and two kinds of bots, those in between with one. Interpreted, which is
# what a quick run has, one game with the fewest seats is judged by every promise, and whatever a page's Python judges.
for name, game in games().items():
    fewest, *between, most = game.seat_counts() if len(game.seat_counts()) > 1 else game.seat_counts() * 2
    many = 5 if game.id == RICHEST else 3
    title = f"test_{name.replace('-', '_')}_keeps_its_promises"
    if not COMPILED:
        globals()[title] = pytest.mark.compiled(conformance_tests(game, seats=[fewest], games=1))
        continue
    ends = sorted({fewest, most})
    globals()[title] = pytest.mark.compiled(
        conformance_tests(game, seats=ends, games=many, bots=("greedy", "search:8"))
    )
    if between:
        globals()[f"{title}_with_seats_in_between"] = pytest.mark.compiled(
            conformance_tests(game, seats=between, games=many - 1, bots=("greedy",))
        )
