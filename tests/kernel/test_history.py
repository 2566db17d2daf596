"""A game as it was played: bundles, undo, records. On KAPOW! cards; other tests do the same for every game."""

from __future__ import annotations

import pytest

from slugfest.games.kapow_cards import GAME
from slugfest.kernel import (
    History,
    IllegalMove,
    RecordError,
    UndoError,
    UnreadableMove,
    commitment,
    read_record,
    record_of,
    seeded,
    verify,
)

pytestmark = pytest.mark.compiled


def fresh(seats: int = 3, secret: str = "s") -> History:
    return History(GAME, seats, {"start_seat": 1}, secret)


def finished(secret: str = "done") -> History:
    history = fresh(2, secret)
    rng = seeded(secret)
    while history.state.outcome() is None:
        seat = history.state.actors()[0]
        moves = history.state.moves(seat)
        history.play(seat, moves[rng.below(len(moves))])
    return history


def test_an_illegal_move_leaves_history_and_position_as_they_were() -> None:
    history = fresh()
    before = history.state.position()
    for seat, text in ((1, "PASS"), (0, "RECRUIT"), (0, "ATTACK Z99 -> P2:D1")):
        with pytest.raises(IllegalMove):
            history.play_text(seat, text)
    with pytest.raises(UnreadableMove):
        history.play_text(0, "gimme")
    assert history.state.position() == before
    assert history.entries == []


def test_a_bundle_is_played_whole_or_not_at_all() -> None:
    history = fresh(2)
    before = history.state.position()
    with pytest.raises(IllegalMove):
        history.play_bundle(0, ["PASS", "PASS"])
    assert history.state.position() == before
    assert history.entries == []
    history.play_bundle(0, ["PASS"])
    assert len(history.entries) == 1


def test_a_pass_can_be_taken_back_until_the_next_player_has_moved() -> None:
    history = fresh()
    before = history.state.position()["position"]
    history.play_text(0, "PASS")
    assert history.can_undo(0)
    assert not history.can_undo(1)
    history.undo(0)
    assert history.state.position()["position"] == before
    history.play_text(0, "PASS")
    history.play_text(1, "PASS")
    assert not history.can_undo(0)
    assert history.can_undo(1)


def test_a_barricade_can_be_taken_back_but_a_draw_cannot() -> None:
    history = fresh()
    card = GAME.format(history.state.moves(0)[-2]).split()[-1]
    history.play_text(0, f"BARRICADE {card}")
    assert history.can_undo(0)
    history.undo(0)
    history.play_text(0, f"RECRUIT {card}")
    with pytest.raises(UndoError):
        history.undo(0)


def test_chance_after_an_undo_is_the_chance_there_would_have_been() -> None:
    straight, detour = fresh(), fresh()
    detour.play_text(0, "PASS")
    detour.undo(0)
    for history in (straight, detour):
        card = GAME.format(history.state.moves(0)[-2]).split()[-1]
        history.play_text(0, f"RECRUIT {card}")
    assert straight.state.position() == detour.state.position()


def test_any_earlier_position_can_be_looked_at() -> None:
    history = finished()
    assert history.at(0).position()["position"] == history.start.position()["position"]
    assert history.at(len(history.entries)).position() == history.state.position()


def test_a_record_replays_to_the_same_position() -> None:
    history = finished()
    record = read_record(record_of(history, ["Ann", "Bob: the 2nd"]).text())
    assert record.players == ["Ann", "Bob: the 2nd"]
    assert verify(record, GAME).state.position() == history.state.position()
    assert record.commitment == commitment(history.secret)


def test_the_record_of_a_running_match_keeps_the_secret() -> None:
    history = fresh(secret="not yet")
    assert "not yet" not in record_of(history, ["A", "B", "C"]).text()
    with pytest.raises(RecordError, match="no secret"):
        verify(read_record(record_of(history, ["A", "B", "C"]).text()), GAME)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("secret: done", "secret: other", "hash"),
        ("rules: 1", "rules: 2", "version"),
        ("rules: 1", "rules: one", "whole number"),
        ("rules: 1", "rules: ²", "whole number"),
        ("seats: 2", "seats: " + "2" * 5000, "whole number"),
        ("seats: 2\n", "", "there is no seat"),
        ("commitment:", "promise:", "unknown header"),
        ("game: kapow-cards", "game: chess", "not of"),
        ("result: ", "result: NOBODY ", "the moves give"),
        ("P1: ", "P9: ", "there is no seat"),
        ("P1: ", "P2: ", "does not fit"),
        ("\nP1: ", "\nnonsense\nP1: ", "neither"),
    ],
)
def test_a_broken_record_is_refused_with_what_is_wrong(old: str, new: str, complaint: str) -> None:
    text = record_of(finished(), ["Ann", "Bob"]).text()
    assert old in text
    with pytest.raises(RecordError, match=complaint):
        verify(read_record(text.replace(old, new, 1)), GAME)
