"""Which moves a person decided alone."""

from __future__ import annotations

from tests.hush import TABLE_GAME as GAME

from slugfest.kernel import Game
from slugfest.table import Play, Stand, Start, Table, Undo, opening
from slugfest.table.own_decisions import assisted_moves
from slugfest.table.seats import Seat


def find(_: str) -> Game:
    return GAME


def begun() -> Table:
    seats = [Seat("person", "Ann", "ann"), Seat("bot", "Rita", level="easy")]
    created = opening("ABCD2345", GAME, "ann", "s3cret", seats, {})
    created["chance"] = 1  # no nonces
    table = Table.from_log([created], find)
    assert table.handle("ann", "start", Start()).refusal is None
    return table


def play(table: Table, seat: int = 0) -> None:
    """Make the first legal move of a seat."""
    history = table.running()
    text = GAME.format(history.state.moves(seat)[0])
    if table.seats[seat].played_by_bot():
        table.enter({"kind": "moves", "seat": seat, "moves": [text]})
    else:
        answer = table.handle("ann", f"play {table.version}", Play((text,)))
        assert answer.refusal is None


def turn(table: Table) -> None:
    """Everybody who owes a decision makes one move."""
    for seat in table.owing():
        if seat in table.owing():
            play(table, seat)


def own(table: Table) -> list[bool]:
    """A move of Ann's each: whether she decided it alone."""
    assisted = assisted_moves(table.log, find)
    return [place not in assisted for place, move in enumerate(table.running().entries) if move.seat == 0]


def test_what_nobody_helped_with_is_a_persons_own() -> None:
    table = begun()
    turn(table)
    turn(table)
    assert own(table)
    assert all(own(table))


def test_a_hint_counts_for_the_decision_it_was_about() -> None:
    table = begun()
    table.enter({"kind": "hinted", "seat": 0, "guest": "ann", "decision": 0})
    while len(own(table)) < 2:
        turn(table)
    assert own(table) == [False, True]


def test_what_a_bot_plays_for_a_person_is_not_their_own() -> None:
    table = begun()
    turn(table)
    alone = len(own(table))
    assert table.handle("ann", "leave", Stand()).refusal is None
    turn(table)
    turn(table)
    assert own(table) == [True] * alone + [False] * (len(own(table)) - alone)
    assert len(own(table)) > alone


def test_a_move_that_was_taken_back_leaves_no_trace() -> None:
    table = begun()
    while not (0 in table.owing() and not table.can_undo(0)):
        turn(table)
    table.enter({"kind": "hinted", "seat": 0, "guest": "ann", "decision": len(own(table))})
    play(table)
    if table.can_undo(0):
        hinted = own(table)
        assert table.handle("ann", "undo", Undo()).refusal is None
        assert own(table) == hinted[:-1]
    assert len(own(table)) == sum(move.seat == 0 for move in table.running().entries)
