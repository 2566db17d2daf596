"""A match for practice that goes on from a step of a finished match."""

from __future__ import annotations

import pytest
from tests.hush import TABLE_GAME

from slugfest.kernel import Game, games, read_record, seeded, verify
from slugfest.protocol.codes import Codes
from slugfest.protocol.new_match import branch_of, new_table
from slugfest.protocol.wire import Branch, NewMatch, NewSeat
from slugfest.table import LogError, NewerLog, Nonce, Refusal, Table, TakeBack, Undo, summary_of
from slugfest.table.snapshots import snapshot_of, table_from

GAMES = {**games(), TABLE_GAME.id: TABLE_GAME}


def find(name: str) -> Game:
    return GAMES[name]


def play_to_end(table: Table, most: int = 100_000) -> None:
    """Every seat plays at random."""
    rng = seeded("branches", table.id)
    for _ in range(most):
        if table.over:
            return
        seat = table.owing()[0]
        assert table.history is not None
        moves = table.history.state.moves(seat)
        table.enter(
            {"kind": "moves", "seat": seat, "moves": [table.game.format(moves[rng.below(len(moves))])]}
        )


def started(name: str, seats: int = 2) -> Table:
    wanted = NewMatch(name, [NewSeat("me")] + [NewSeat("bot", "easy")] * (seats - 1), start=True)
    table = new_table("ABCD2345", GAMES[name], "ann", "Ann", wanted, Codes(lambda size: bytes(range(size))))
    assert table.handle("ann", "nonce", Nonce("0" * 32)).refusal is None
    return table


def finished(name: str) -> Table:
    table = started(name)
    play_to_end(table)
    assert table.over
    return table


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_branch_begins_in_the_position_of_the_finished_match_and_verifies(name: str) -> None:
    table = finished(name)
    assert table.history is not None
    step = len(table.history.entries) // 2
    branch = branch_of("WXYZ6789", table, "bob", "Bob", Branch(step, 1))
    assert branch.status == "playing"
    assert branch.practice
    assert branch.seat_of("bob") == 1
    assert [seat.kind for seat in branch.seats] == ["bot", "person"]
    assert branch.history is not None
    assert branch.history.state.position() == table.history.at(step).position()
    play_to_end(branch)
    again = Table.from_log(branch.log, find)
    assert again.record() == branch.record()
    if name != TABLE_GAME.id:
        record = read_record(branch.record())
        assert record.practice
        verify(record, GAMES[name])
    assert summary_of(branch)["practice"]


def test_the_same_moves_meet_the_same_chance() -> None:
    table = finished("kapow-cards")
    assert table.history is not None
    branch = branch_of("WXYZ6789", table, "ann", "Ann", Branch(3, 0))
    for entry in table.history.entries[3:]:
        branch.enter({"kind": "moves", "seat": entry.seat, "moves": [table.game.format(entry.move)]})
    assert branch.history is not None
    assert branch.history.state.position() == table.history.state.position()


def test_a_branch_of_a_branch_has_the_chance_of_the_first() -> None:
    table = finished("kapow-cards")
    first = branch_of("WXYZ6789", table, "ann", "Ann", Branch(4, 0))
    play_to_end(first)
    second = branch_of("EFGH2345", first, "ann", "Ann", Branch(6, 0))
    assert first.history is not None
    assert second.history is not None
    assert second.history.state.position() == first.history.at(6).position()


def test_a_branch_may_go_back_further_than_where_it_began() -> None:
    """It is practice anyway; a snapshot of it is the same table."""
    table = finished("kapow-cards")
    branch = branch_of("WXYZ6789", table, "ann", "Ann", Branch(8, 0))
    assert branch.history is not None
    seat = branch.owing()[0]
    if seat != 0:
        play_to_end(branch, most=1)
    before = len(branch.history.entries)
    answer = branch.handle("ann", "back", Undo() if branch.can_undo(0) else TakeBack(0))
    assert answer.refusal is None
    assert len(branch.history.entries) < before
    kept = table_from(snapshot_of(branch), branch.log[-1], find)
    assert kept is not None
    assert kept.history is not None
    assert kept.history.state.position() == branch.history.state.position()
    assert kept.history.chances == branch.history.chances


def test_nothing_goes_on_from_a_running_match() -> None:
    table = started("kapow-cards")
    with pytest.raises(Refusal) as refused:
        branch_of("WXYZ6789", table, "bob", "Bob", Branch(0, 0))
    assert refused.value.code == "NOT_OVER"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (Branch(100_000, 0), "NOT_THERE"),
        (Branch(-1, 0), "NOT_THERE"),
        (Branch(1, 2), "NO_SUCH_SEAT"),
        (Branch(1, -1), "NO_SUCH_SEAT"),
        (Branch(1, 0, "godlike"), "NO_SUCH_LEVEL"),
    ],
)
def test_a_branch_that_cannot_be_is_refused(wanted: Branch, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        branch_of("WXYZ6789", finished("kapow-cards"), "bob", "Bob", wanted)
    assert refused.value.code == code


def test_a_branch_whose_moves_do_not_fit_is_no_match() -> None:
    branch = branch_of("WXYZ6789", finished("kapow-cards"), "ann", "Ann", Branch(4, 0))
    damaged = [dict(entry) for entry in branch.log]
    damaged[0]["branch"] = {**damaged[0]["branch"], "moves": ["nonsense"] * 4}  # type: ignore[dict-item]
    with pytest.raises(LogError):
        Table.from_log(damaged, find)


def test_an_older_release_does_not_deal_a_branch_anew() -> None:
    branch = branch_of("WXYZ6789", finished("kapow-cards"), "ann", "Ann", Branch(4, 0))
    assert branch.log[0]["format"] == 4  # type: ignore[typeddict-item]
    with pytest.raises(NewerLog):
        Table.from_log([{**branch.log[0], "format": 6}], find)
