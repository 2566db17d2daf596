"""Secret decisions: nobody notices them, they can be taken back, and the last one starts the fight."""

from __future__ import annotations

import pytest

from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.position.moves import SOME_DECISION
from slugfest.kernel import SPECTATOR, UNSEEN, History, UndoError

FIRST_GAME = {"teams": "first-game"}


def in_deck_phase() -> History:
    history = History(GAME, 2, FIRST_GAME, "secret decisions")
    for seat in (0, 1):
        history.play(seat, history.state.moves(seat)[0])
    return history


def decide(history: History, seat: int) -> None:
    """A whole deck decision: the first card on top, then the order of the others."""
    history.play(seat, history.state.moves(seat)[0])
    history.play(seat, history.state.moves(seat)[0])


@pytest.mark.rules("TT-100", "TT-104")
def test_the_other_seat_sees_and_hears_nothing_of_a_deck_decision() -> None:
    history = in_deck_phase()
    boards = {seat: history.state.board(seat) for seat in (1, SPECTATOR)}
    for _ in range(2):
        move = history.state.moves(0)[0]
        assert history.state.seen_as(0, move, 1) == UNSEEN
        assert history.play(0, move) == []
        assert {seat: history.state.board(seat) for seat in (1, SPECTATOR)} == boards
    assert history.state.actors() == [1]


@pytest.mark.rules("TT-100")
def test_a_decision_can_be_taken_back_until_the_last_one_is_in() -> None:
    history = in_deck_phase()
    before = history.state.document()
    decide(history, 0)
    history.play(1, history.state.moves(1)[-1])
    for _ in range(2):
        history.undo(0)
    assert history.state.actors() == [0, 1]
    assert history.state.document()["players"][0] == before["players"][0]
    assert len(history.state.document()["players"][1]["drawn"]) == 2
    decide(history, 0)
    history.play(1, history.state.moves(1)[0])
    assert history.state.board(SPECTATOR)["round"] == 2
    for seat in (0, 1):
        with pytest.raises(UndoError):
            history.undo(seat)


@pytest.mark.rules("TT-104", "TT-212")
def test_the_last_decision_shows_by_what_comes_of_it_not_by_its_content() -> None:
    history = in_deck_phase()
    decide(history, 0)
    insert = history.state.moves(1)[0]
    assert history.state.seen_as(1, insert, 0) == UNSEEN
    history.play(1, insert)
    last = history.state.moves(1)[0]
    assert history.state.seen_as(1, last, 0) == SOME_DECISION
    assert GAME.move_count <= SOME_DECISION
    events = [event.kind for event in history.play(1, last)]
    assert events[0] == "fight"
    assert "clash" in events


@pytest.mark.rules("TT-15", "TT-188")
def test_open_decisions_are_seen_as_they_are() -> None:
    history = History(GAME, 2, {"teams": "free"}, "open")
    picker = history.state.actors()[0]
    move = history.state.moves(picker)[0]
    assert history.state.seen_as(picker, move, 1 - picker) == move
    assert [event.kind for event in history.play(picker, move)] == ["chosen"]
    assert not history.can_undo(picker)


@pytest.mark.rules("TT-5", "TT-15")
def test_named_teams_are_as_named_and_who_is_named_twice_is_drawn_by_lot() -> None:
    named = {"teams": "given", "fighter_1a": "golem", "fighter_1b": "shango", "fighter_2a": "golem"}
    seen = set()
    for number in range(30):
        history = History(GAME, 2, named, f"named {number}")
        first, second = (
            [sheet["fighter"] for sheet in side["fighters"]]
            for side in history.state.board(SPECTATOR)["sides"]
        )
        assert first == ["golem", "shango"]
        assert len({*first, *second}) == 4
        seen.update(second)
    assert len(seen) > 6


@pytest.mark.rules("TT-17")
def test_teams_drawn_by_lot_are_four_different_fighters() -> None:
    seen = set()
    for number in range(40):
        history = History(GAME, 2, {"teams": "random"}, f"lot {number}")
        four = [sheet["fighter"] for side in history.state.board(-1)["sides"] for sheet in side["fighters"]]
        assert len(set(four)) == 4
        seen.update(four)
    assert len(seen) == 12
