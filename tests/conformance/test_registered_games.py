"""Every registered game keeps every promise, at every number of seats, at random and in the hands of bots."""

from __future__ import annotations

import pytest

from slugfest.kernel import games
from slugfest.testing.plugin import conformance_tests

for name, game in games().items():
    globals()[f"test_{name.replace('-', '_')}_keeps_its_promises"] = pytest.mark.compiled(
        conformance_tests(game, games=4, bots=("greedy", "search:8"))
    )
