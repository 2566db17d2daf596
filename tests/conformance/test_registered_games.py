"""Every registered game keeps every promise, at every number of seats, at random and in the hands of bots."""

from __future__ import annotations

import pytest

from slugfest import kernel
from slugfest.kernel import games
from slugfest.testing.plugin import conformance_tests

# The compiled copy is the same code and much faster: there more games are played.
GAMES = 5 if str(kernel.__file__).endswith((".so", ".pyd")) else 2

for name, game in games().items():
    globals()[f"test_{name.replace('-', '_')}_keeps_its_promises"] = pytest.mark.compiled(
        conformance_tests(game, games=GAMES, bots=("greedy", "search:8"))
    )
