"""Every registered game keeps every promise, at every number of seats, at random and in the hands of bots."""

from __future__ import annotations

import pytest

from slugfest import kernel
from slugfest.kernel import games
from slugfest.testing.plugin import conformance_tests

RICHEST = "kapow-dice"  # it has the most ways to be played, and each game takes another one
COMPILED = str(kernel.__file__).endswith((".so", ".pyd"))

# The compiled copy is the same code and many times faster: there every number of seats is played, and more games.
for name, game in games().items():
    counts = game.seat_counts()
    globals()[f"test_{name.replace('-', '_')}_keeps_its_promises"] = pytest.mark.compiled(
        conformance_tests(game, games=5 if game.id == RICHEST else 3, bots=("greedy", "search:8"))
        if COMPILED
        else conformance_tests(game, seats=sorted({counts[0], counts[-1]}), games=1)
    )
