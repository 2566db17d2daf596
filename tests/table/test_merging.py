"""A guest's part in a match becomes another's: the match goes on as if that one had always had it."""

from __future__ import annotations

import pytest
from tests.hush import Hush

from slugfest.table import Hints, Nonce, Play, Seat, Sit, Start, Table, opening
from slugfest.table.snapshots import snapshot_of, table_from

GAME = Hush()


def begun() -> Table:
    seats = [Seat("person", "Ann", "ann"), Seat("open")]
    table = Table(opening("M", GAME, "ann", "secret", seats, {"rounds": 2}), GAME)
    assert table.handle("bob", "sit", Sit(1, "Bob")).refusal is None
    for number, guest in enumerate(("ann", "bob")):
        assert table.handle(guest, "nonce", Nonce(str(number) * 32)).refusal is None
    assert table.handle("ann", "start", Start()).refusal is None
    return table


def test_everything_of_a_guest_in_a_match_becomes_the_others() -> None:
    table, same = begun(), begun()
    assert table.handle("bob", "hints", Hints(True)).refusal is None
    view = table.running().state.position()
    assert table.merge("bob", "zoe") is not None
    assert table.running().state.position() == view
    assert table.guests() == ["ann", "zoe"]
    assert table.seat_of("bob") == -1
    assert table.seats[1].name == "Bob"
    assert table.bound_to() == same.bound_to()  # chance is what it was
    assert table.hints_agreed == {"zoe"}
    assert table.entered["zoe"] == 3
    again = table.handle("zoe", "hints", Hints(True))
    assert again.remembered  # a request that was sent before and comes again counts once
    for rebuilt in (
        Table.from_log(table.log, lambda _: GAME),
        table_from(snapshot_of(table), table.log[-1], lambda _: GAME),
    ):
        assert rebuilt is not None
        assert (rebuilt.seats, rebuilt.nonces, rebuilt.host) == (table.seats, table.nonces, table.host)
        assert rebuilt.hints_agreed == {"zoe"}
        assert rebuilt.handle("zoe", "hints", Hints(True)).remembered
    seat = table.owing()[0]
    guest = table.seats[seat].guest
    move = table.game.format(table.running().state.moves(seat)[0])
    assert table.handle(guest, "play", Play((move,))).refusal is None
    assert table.handle("bob", "late", Play((move,))).refusal is not None


def test_the_host_may_be_another_guest() -> None:
    table = begun()
    assert table.merge("ann", "zoe") is not None
    assert table.host == "zoe"


@pytest.mark.parametrize(("guest", "into"), [("bob", "ann"), ("cyd", "zoe"), ("bob", "bob"), ("", "zoe")])
def test_nobody_gets_two_seats_or_one_of_nobody(guest: str, into: str) -> None:
    table = begun()
    version = table.version
    assert table.merge(guest, into) is None
    assert table.version == version


def test_whoever_was_sent_away_does_not_come_back_so() -> None:
    table = begun()
    table.removed.add("zoe")
    assert table.merge("bob", "zoe") is None
