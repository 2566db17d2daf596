"""Boxes that are full may spare dice for another one; what is offered is exactly what the matcher can deal out."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.games.kapow_dice.position.boards import filled_sections, find_filling
from slugfest.games.kapow_dice.position.moves import FILL
from slugfest.games.kapow_dice.position.phases import NO_QUESTION, SELECTING
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.rules.placing import fill_moves

from .table import duel, play, texts, wandering


def dealt_out(state: Position, seat: int) -> set[int]:
    """The boxes that the exact matcher finds dice for, among those that are open."""
    full, _ = filled_sections(state, seat)
    closed = full | state.locked[seat] | state.used[seat] | state.announced[seat]
    reach = state.reach(seat)
    found = set()
    for bit, move in zip(reach.fill_bits, reach.fill_moves, strict=True):
        section, face = divmod(move - FILL, 8)
        if not closed >> bit & 1 and find_filling(state, seat, section, face) is not None:
            found.add(move)
    return found


@pytest.mark.rules("KD-26", "KD-272")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"mode": "duel"}),
        (2, {"mode": "characters", "by_lot": True}),
        (4, {"mode": "team", "by_lot": True}),
    ],
    ids=["duel", "characters", "team"],
)
def test_a_box_is_offered_exactly_when_loose_dice_or_full_boxes_can_spare_its_dice(
    seats: int, options: dict[str, Any]
) -> None:
    spared = 0
    for state in wandering(seats, options, "sparing", 250):
        assert isinstance(state, Position)
        if state.phase != SELECTING or state.question != NO_QUESTION:
            continue
        for seat in state.actors():
            full, _ = filled_sections(state, seat)
            if full:
                found = fill_moves(state, seat, full)
                assert set(found) == dealt_out(state, seat)
                spared += len(found)
    assert spared > 1000


@pytest.mark.rules("KD-272")
def test_a_chain_of_boxes_moves_up_for_another_one() -> None:
    """Only the E die fits Face Off; it lies on Biff, which takes the T die of Dodge, which takes the loose Blank."""
    state = duel({"dice": ["yellow:E", "purple:T", "green:B"]}, {"dice": []})
    play(state, "P1: place d1 biff", "P1: place d2 dodge")
    assert "fill face_off" in texts(state, 0)
    assert "fill deflect" in texts(state, 0)
    assert "fill sucker_punch" not in texts(state, 0)
    play(state, "P1: fill face_off")
    assert isinstance(state, Position)
    assert "fill deflect" not in texts(state, 0)  # its die is needed where it lies
    assert filled_sections(state, 0)[0].bit_count() == 3
