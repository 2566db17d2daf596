"""What cards would do as the boards stand: some conditions can be read before anything is revealed (TT-41, TT-42)."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.content import BOX, NONE

from . import effects as fx
from .legal import Decisions

_CONDITION: Final = BOX.rows[fx.CONDITION]
_C1: Final = BOX.rows[fx.C1]
_C2: Final = BOX.rows[fx.C2]
_WANTED: Final = BOX.rows[fx.WANTED]
_ACTION: Final = BOX.rows[fx.ACTION]


def is_ruled_out(table: Decisions, slot: int, row: int) -> bool:
    """Whether a fighter's card would leave an action out if it were played now; False where that depends on the card
    opposite."""
    condition = _CONDITION[row]
    wanted = _WANTED[row] == 1
    one, two = _C1[row], _C2[row]
    if condition == fx.FORM:
        return table.bear == wanted
    if condition == fx.SHIPS:
        return (one <= table.ships <= two) != wanted
    if condition == fx.SERPENT:
        return (table.serpent == one) != wanted
    if condition == fx.POWER_GE:
        return (table.power[slot] >= one) != wanted
    if condition == fx.HAS:
        return (_holder(table, one) == slot) != wanted
    if condition == fx.ON and two == fx.PARTNER:
        return (_holder(table, one) == slot ^ 1) != wanted
    if condition == fx.ON and one == fx.CONCENTRATION:
        return wanted and table.concentration == 0
    return False


def _holder(table: Decisions, token: int) -> int:
    if token == fx.SHERIFF:
        return table.sheriff
    return table.presence if token == fx.PRESENCE else NONE


def idle_words(table: Decisions) -> dict[int, list[int]]:
    """By kind of card of the fighters in play: the actions on its face that are ruled out now."""
    idle: dict[int, list[int]] = {}
    for slot, fighter in enumerate(table.fighter):
        for kind in BOX.titles_of(fighter):
            face = 2 * kind + (1 if table.shows_back(kind) else 0)
            found: list[int] = []
            ready: list[int] = []
            for row in range(BOX.face_start[face], BOX.face_end[face]):
                (found if is_ruled_out(table, slot, row) else ready).append(_ACTION[row])
            left = [action for action in dict.fromkeys(found) if action not in ready]
            if left:
                idle[kind] = left
    return idle
