"""Nobody at a table notices what was done behind a screen, in every game and mode; and the check bites."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest import kernel
from slugfest.kernel import Game, Options, game, games
from slugfest.table import Table, snapshot
from slugfest.testing.conformance.playthrough import option_sets

from .screens import Leak, Parted, QuietRoom

pytestmark = pytest.mark.compiled

COMPILED = str(kernel.__file__).endswith((".so", ".pyd"))  # many times faster: it looks at more
PLIES, MODES = (60, 8) if COMPILED else (12, 3)
SECRETIVE = {"kapow-dice", "custom-heroes", "tag-team"}  # games with decisions behind a screen
SETTINGS = [
    pytest.param(one, seats, options, id=f"{one.id}-{seats}-{number}")
    for one in games().values()
    for seats in sorted({one.seat_counts()[0], one.seat_counts()[-1]})
    for number, options in enumerate(option_sets(one, seats, MODES))
]


@pytest.mark.parametrize(("played", "seats", "options"), SETTINGS)
def test_nobody_notices_what_the_rules_do_not_show(played: Game, seats: int, options: Options) -> None:
    match = Parted(played, seats, options, "1")
    match.play(PLIES)
    assert match.comparisons > 0


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
        (CountsVersions, "snapshot of seat .* depends on what seat . did behind a screen"),
        (IsHeard, "messages of seat .* depends on what seat . did behind a screen"),
        (ShowsTheDeal, "snapshot of seat .* depends on what was dealt anew"),
    ],
)
def test_a_planted_fault_is_found(name: str, fault: type[Parted], found: str) -> None:
    match = fault(game(name), 2, {}, "3")
    with pytest.raises(Leak, match=found):
        match.play(200)
