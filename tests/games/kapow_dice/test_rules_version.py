"""Version 2 of the rules asks less; a game of version 1 is still played as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from slugfest.kernel import Facts, RecordError, State, game, read_record, record_of, replay, verify

from .table import texts

GAME = game("kapow-dice")
# Played by version 1: a lower base is chosen beside a higher one, and a single face is exchanged twice.
OLD = (Path(__file__).parent / "records" / "version-1.txt").read_text(encoding="utf-8")
STEADFAST: Facts = {
    "seats": 2,
    "options": {"mode": "characters"},
    "position": {
        "first": 2,
        "fighters": [
            {"character": "tough_nut", "dice": ["red:M@block:1", "purple:T@block:2", "purple:T@deflect"]},
            {"character": "victor_kane", "ready": True, "dice": ["red:M@biff"]},
        ],
    },
}
NEW_PLAN: Facts = {
    "seats": 2,
    "options": {"mode": "duel"},
    "position": {
        "fighters": [
            {"dice": ["blue:X@new_plan:1", "red:M@new_plan:2"], "pool": "T"},
            {"ready": True, "dice": ["yellow:E"]},
        ],
    },
}


def set_up(document: Facts, rules: int, moves: list[tuple[int, str]]) -> State:
    state = GAME.set_up(document | {"rules": rules})
    for seat, text in moves:
        state.play_text(seat, text)
    return state


def test_a_record_of_version_1_still_verifies() -> None:
    record = read_record(OLD)
    assert record.rules == 1
    again = verify(record, GAME)
    assert record_of(again, ["Ann", "Bob"]).text() == OLD
    with pytest.raises(RecordError, match="move"):
        replay(read_record(OLD.replace("rules: 1", f"rules: {GAME.version}")), GAME)


def test_a_base_without_dice_is_not_offered_beside_a_higher_one() -> None:
    moves = [(0, "ready"), (1, "attack biff")]
    assert texts(set_up(STEADFAST, 2, moves), 0) == {"defend block", "skip deflect"}
    old = texts(set_up(STEADFAST, 1, moves), 0)
    assert old == {"defend block", "defend tn_steadfast", "skip deflect"}


def test_a_single_face_is_exchanged_once() -> None:
    moves = [(0, "ready"), (0, "swap pool T M")]
    assert "enough" not in texts(set_up(NEW_PLAN, 2, moves), 0)
    assert "enough" in texts(set_up(NEW_PLAN, 1, moves), 0)
