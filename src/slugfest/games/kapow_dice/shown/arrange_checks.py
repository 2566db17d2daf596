"""Checks of a position that a document describes: one that no game could continue from is refused."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.position.fight import (
    ATTACK_SKIP,
    ATTACK_TOTAL,
    DEALT,
    DEFENCE_SKIP,
    DEFENCE_TOTAL,
    GAINED_DICE,
    GAINED_FACES,
    LEFT_OVER,
    LOST,
    PENALTY,
    UNKNOWN,
)
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.phases import OVER, SELECTING
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.requirements import LETTERS
from slugfest.games.kapow_dice.position.tables import FACE_TYPES
from slugfest.games.kapow_dice.rules.legal import actors_of, legal_moves
from slugfest.games.kapow_dice.rules.placing import INCOMPLETE, NO_MODE, NO_TARGET, UNANNOUNCED, readiness
from slugfest.kernel import PositionError

_MISSING: Final = {  # what keeps a fighter from being ready
    INCOMPLETE: "a box is only half filled (KD-27)", UNANNOUNCED: "an Immediate is not announced yet (KD-103)",
    NO_MODE: "Adrenaline needs a mode (KD-157)", NO_TARGET: "the arrow points at nobody (KD-109)",
}  # fmt: skip


def check_before_the_fight(position: Position, fighter: int) -> None:
    """Refuse results of a fight while abilities are still being selected."""
    found = (
        position.fight[PENALTY + fighter]
        + position.fight[LOST + fighter]
        + position.fight[DEALT + fighter]
        + position.fight[LEFT_OVER + fighter]
    )
    found += position.fight[GAINED_DICE + fighter] + position.fight[GAINED_FACES + fighter]
    found |= (
        position.fight[ATTACK_SKIP + fighter]
        | position.fight[DEFENCE_SKIP + fighter]
        | position.selected[fighter]
    )
    if (
        found
        or position.fight[ATTACK_TOTAL + fighter] != UNKNOWN
        or position.fight[DEFENCE_TOTAL + fighter] != UNKNOWN
    ):
        raise PositionError(f"fighters[{fighter}]: has results of a fight that is still to come (KD-90)")


def check_ready(position: Position, fighter: int) -> None:
    """Refuse a fighter that could not get ready; the partner may have completed a card since (KD-103, KD-216)."""
    missing = _MISSING.get(readiness(position, fighter))
    if missing is not None:
        raise PositionError(f"fighters[{fighter}].ready: {missing}")


def check_shown(position: Position, fighter: int) -> None:
    """Refuse faces that are neither those that were shown nor gained behind the screen: everybody can count them."""
    for face in range(FACE_TYPES):
        place = fighter * FACE_TYPES + face
        more = position.pool[place] - position.open_pool[place]
        for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
            more += position.attached(index, face) - (position.open_layout[index] >> (3 * face) & 7)
        if position.phase == SELECTING:
            for entry in position.announcements:
                if entry & 3 == fighter and entry >> 10 == face + 1:
                    more -= 1
        if more != 0:
            raise PositionError(
                f"fighters[{fighter}].shown: not the {LETTERS[face]} faces of the fighter (KD-91)"
            )


def check_it_can_go_on(position: Position) -> None:
    """Refuse more tokens than there are, and a position in which nobody can move."""
    if any(count < 0 for count in position.stock):
        raise PositionError("there are not so many tokens (KD-1)")
    if position.phase == OVER:
        return
    actors = actors_of(position)
    if not actors or any(not legal_moves(position, seat) for seat in actors):
        raise PositionError("nobody can move here; set up the position one move earlier")
