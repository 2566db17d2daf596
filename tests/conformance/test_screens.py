"""The comparison of what a table sends has something to compare in our games, and finds faults of the table itself.

That nobody notices anything in any game and mode is the check nothing-leaks-at-table (test_registered_games.py).
"""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.kernel import game
from slugfest.table import Table, snapshot
from slugfest.testing.conformance import Broken
from slugfest.testing.conformance.leaks_at_table import Parted, QuietRoom

pytestmark = pytest.mark.compiled

SECRETIVE = {"kapow-dice", "custom-heroes", "tag-team"}  # games with decisions behind a screen


@pytest.mark.parametrize("name", sorted(SECRETIVE))
def test_there_is_something_to_hide(name: str) -> None:
    """The comparisons mean something: the tables really differ."""
    match = Parted(game(name), 2, {}, "2")
    match.play(90)
    assert match.hidden > 5


# ---- planted faults --------------------------------------------------------------------------------------------------


def with_all_versions(table: Table, guest: str, now: int) -> Any:
    return {**snapshot(table, guest, (), now), "version": table.version}


def with_what_is_hidden(table: Table, guest: str, now: int) -> Any:
    document = table.running().state.document()
    return {**snapshot(table, guest, (), now), "debug": len(str(document)), "deal": str(document)}


class TellsEverybody(QuietRoom):
    """A room that sends an empty sign of life for every entry."""

    def committed(self, pending: Any) -> None:
        super().committed(pending)
        for client in self.clients:
            client.send({"type": "update"})


class CountsVersions(Parted):
    render = staticmethod(with_all_versions)


class ShowsTheDeal(Parted):
    render = staticmethod(with_what_is_hidden)


class IsHeard(Parted):
    room_type = TellsEverybody


@pytest.mark.parametrize("name", sorted(SECRETIVE))
@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (CountsVersions, "snapshot: depends on what P. did behind a screen"),
        (IsHeard, "messages: depends on what P. did behind a screen"),
        (ShowsTheDeal, "snapshot: depends on what was dealt anew"),
    ],
)
def test_a_planted_fault_is_found(name: str, fault: type[Parted], found: str) -> None:
    match = fault(game(name), 2, {}, "3")
    with pytest.raises(Broken, match=found):
        match.play(200)
