"""A table of a duplicate round: begun by its event, sealed for others, and revealed when the round is over."""

from __future__ import annotations

import pytest
from tests.hush import TABLE_GAME as GAME
from tests.table.test_table import SECRET

from slugfest.kernel import DuplicateChance, Refusal, read_record, verify
from slugfest.protocol.new_match import branch_of
from slugfest.protocol.wire import Branch
from slugfest.table import (
    Nonce,
    Play,
    Resign,
    Seat,
    Sit,
    Stand,
    Start,
    Table,
    match_info,
    opening,
    replay,
    summary_of,
)
from slugfest.table.snapshots import snapshot_of, table_from

ANNS, BOBS = "a" * 32, "b" * 32
PEOPLE = [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob")]
DEALT = [["bot", "bot"], [f"person {ANNS}", f"person {BOBS}"]]


def table_two() -> Table:
    """The second table of a round, in its lobby."""
    created = opening(
        "MATCH", GAME, "event", SECRET, PEOPLE, {"rounds": 1}, duplicate={"round": "2ABCDEFG 1", "table": 1}
    )
    return Table.from_log([created], lambda _: GAME)


def begun() -> Table:
    table = table_two()
    for guest, nonce in (("ann", ANNS), ("bob", BOBS)):
        assert table.handle(guest, "nonce", Nonce(nonce)).refusal is None
    assert table.status == "lobby", "it waits for the other tables"
    assert table.deal(DEALT) is not None
    return table


def finished() -> Table:
    table = begun()
    number = 0
    while table.owing():
        seat, number = table.owing()[0], number + 1
        move = GAME.format(table.running().state.moves(seat)[0])
        assert table.handle(("ann", "bob")[seat], f"{number}", Play((move,))).refusal is None
    return table


def refusal(table: Table, guest: str, command: Sit | Stand | Start) -> str:
    found = table.handle(guest, f"{command}", command).refusal
    assert found is not None
    return found.code


def test_only_the_event_seats_people_and_begins() -> None:
    table = table_two()
    assert refusal(table, "ann", Stand()) == "SEATS_FIXED"
    assert refusal(table, "ann", Sit(1, "Ann")) == "SEATS_FIXED"
    assert refusal(table, "zoe", Sit(1, "Zoe")) == "SEATS_FIXED"
    assert refusal(table, "event", Start()) == "SEATS_FIXED"
    assert table.deal(DEALT) is not None
    assert table.deal(DEALT) is None, "it begins once"


def test_its_chance_is_that_of_the_round() -> None:
    table = begun()
    chance = table.running().chance
    assert isinstance(chance, DuplicateChance)
    assert (chance.round, chance.table, chance.tables) == ("2ABCDEFG 1", 1, DEALT)
    assert match_info(table, "ann")["terms"] == chance.terms
    again = Table.from_log(table.log, lambda _: GAME)
    assert again.running().state.position() == table.running().state.position()


def test_a_match_that_has_ended_shows_nothing_before_the_round_is_over() -> None:
    table = finished()
    assert (table.status, table.has_ended, table.over, table.sealed) == ("finished", True, False, True)
    assert table.due() is None
    assert [table.may_watch(guest) for guest in ("ann", "bob", "event", "zoe", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    info = match_info(table, "ann")
    assert info["secret"] is None
    assert info["deal"] == {"event": "2ABCDEFG", "round": 1, "table": 2, "sealed": True}
    summary = summary_of(table)
    assert (summary["status"], summary["owing"], summary["result"]) == ("playing", [], None)
    whole = summary_of(table, whole=True)
    assert whole["result"] is not None, "the event has to know it"
    for show in (table.record, lambda: replay(table, "ann", [], -2)):
        with pytest.raises(Refusal):
            show()
    with pytest.raises(Refusal):
        branch_of("BRANCH", table, "ann", "Ann", Branch(0, 0))

    assert table.reveal() is not None
    assert (table.over, table.sealed, table.reveal()) == (True, False, None)
    assert match_info(table, "zoe")["secret"] == SECRET
    assert summary_of(table)["result"] == whole["result"]
    assert table.may_watch("zoe")
    record = read_record(table.record())
    assert verify(record, GAME).state.position() == table.running().state.position()
    assert (record.round, record.table) == ("2ABCDEFG 1", 2)


def test_nobody_learns_from_a_list_that_somebody_gave_up_before_the_round_is_over() -> None:
    table = begun()
    assert table.handle("ann", "no", Resign()).refusal is None
    assert table.has_ended
    assert summary_of(table)["seats"] == summary_of(begun())["seats"]
    table.reveal()
    assert summary_of(table)["result"] is not None


def test_a_match_that_still_runs_when_the_round_is_closed_ends_without_a_result() -> None:
    table = begun()
    table.reveal()
    assert (table.status, table.ended, table.over) == ("abandoned", "round", True)
    assert summary_of(table)["result"] is None
    assert "result: abandoned" in table.record()


def test_a_lobby_that_is_closed_can_be_left() -> None:
    table = table_two()
    table.reveal()
    assert table.handle("ann", "1", Stand()).refusal is None


@pytest.mark.parametrize("revealed", [False, True])
def test_a_snapshot_keeps_the_deal_and_what_is_sealed(revealed: bool) -> None:
    table = finished()
    if revealed:
        table.reveal()
    again = table_from(snapshot_of(table), table.log[-1], lambda _: GAME)
    assert again is not None
    assert (again.sealed, again.over, again.terms) == (not revealed, revealed, table.terms)
    assert again.running().state.position() == table.running().state.position()


def test_practice_goes_on_with_the_deal_of_the_round() -> None:
    table = finished()
    table.reveal()
    branch = branch_of("BRANCH", table, "ann", "Ann", Branch(1, 0))
    again = Table.from_log(branch.log, lambda _: GAME)
    assert again.terms == table.terms
    assert not again.sealed
    assert again.running().state.position() == table.running().at(1).position()
