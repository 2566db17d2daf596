"""A live clock waits for what everyone watches: how long follows from the log."""

from __future__ import annotations

import pytest

from slugfest.kernel import game
from slugfest.table import Seat, Table, opening
from slugfest.table.clock import SECOND
from slugfest.table.messages import Pace

pytestmark = pytest.mark.compiled

PACE: Pace = {"kind": "live", "decision": 20, "reserve": 60, "gain": 0, "then": "move", "level": "easy"}
MINUTE = 60 * SECOND


def test_after_a_fight_the_clock_starts_when_its_turns_have_been_shown() -> None:
    tag_team = game("tag-team")
    seats = [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob")]
    table = Table.from_log(
        [opening("MATCH", tag_team, "ann", "a secret", seats, {"teams": "first-game"}, True, PACE)],
        lambda _: tag_team,
    )
    table.begin()
    now, fought, kinds = MINUTE, 0, list[str]()
    while not fought:
        now += SECOND
        history = table.running()
        seat = table.owing()[0]
        move = tag_team.format(history.state.default_move(seat))
        before = len(history.entries)
        table.enter({"kind": "moves", "seat": seat, "moves": [move]}, now)
        kinds = [event.kind for one in history.entries[before:] for event in one.events]
        fought = kinds.count("clash")
    waits = [clock.begun for clock in table.time.clocks]
    assert fought >= 2
    shown = 4 * fought + 2 * kinds.count("teams") + 2 * kinds.count("ko")
    assert waits == [now + shown * SECOND] * 2
