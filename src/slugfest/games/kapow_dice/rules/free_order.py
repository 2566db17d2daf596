"""Where no decision is left: boxes whose order cannot matter, and effects that ask nothing (KD-120, KD-123)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.position.fight import DEFENCE_TOTAL, UNKNOWN
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ALWAYS,
    ANY_FACE,
    COPY,
    DEFEND,
    EFFECT,
    EFFECTS,
    ENTANGLE,
    FACE_TYPES,
    GAIN,
    HEAL,
    IF_FEWER_DICE,
    LIFE,
    LOCK,
    LOSE,
    NON_WILD,
    NONE,
    PUNISH,
    TRAIT_DIE,
    UNTANGLE,
    WANTS_BLANKS,
    WILD_FACE,
)

from .pieces import craver_of, lowest_bit
from .power_up import condition_holds, due_sections, section_of_bit, timing_of_step
from .tokens import lock_choices
from .totals import offered_bases, total_of, total_with, used_extras

# Effects that read nothing which another one of them changes, but for what is left of the supply. Exchanging, Adapt,
# Bloodsucker and "a die or faces" depend on what was gained before, or ask somebody else.
_INDEPENDENT: Final = (GAIN, COPY, HEAL, LOSE, PUNISH, LIFE, ENTANGLE, UNTANGLE, LOCK)


def order_is_free(position: Position, fighter: int, sections: list[int]) -> bool:
    """Whether these sections come to the same in this step, whatever their order (KD-120)."""
    faces, dice, locks = 0, 0, 0
    face_sections, dice_sections = 0, 0
    for section in sections:
        code = EFFECTS[timing_of_step(position)][section]
        gains_faces, gains_dice = False, False
        for start in range(0, len(code), EFFECT):
            op, what, times = code[start], code[start + 1], code[start + 2]
            if op not in _INDEPENDENT or code[start + 3] == IF_FEWER_DICE:
                return False
            if op == COPY:
                faces += times
                gains_faces = True
            elif op == GAIN and what == TRAIT_DIE:
                dice += max(1, times)
                gains_dice = True
            elif op == GAIN and what in (NON_WILD, ANY_FACE, WILD_FACE):
                faces += max(1, times)
                gains_faces = True
            elif op == LOCK:
                locks += 1
        face_sections += gains_faces
        dice_sections += gains_dice
    if locks > 1 or (dice_sections and craver_of(position, fighter) != NONE):
        return False
    if face_sections > 1 and any(0 < position.face_left(fighter, face) < faces for face in range(FACE_TYPES)):
        return False
    return dice_sections < 2 or not any(0 < position.die_left(fighter, kind) < dice for kind in range(ACTION))


def due_in_step(position: Position, fighter: int) -> list[int]:
    """The sections of a fighter that trigger in this step, before any of them has (KD-121, KD-122)."""
    found: list[int] = []
    due = due_sections(position, fighter)
    while due:
        bit = lowest_bit(due)
        due &= ~(1 << bit)
        found.append(section_of_bit(position, fighter, bit))
    return found


def members_order_is_free(position: Position, one: int, other: int) -> bool:
    """Whether it is all the same which of two teammates acts first (KD-77, KD-271).

    They draw on the same supply, so what both gain is counted together.
    """
    mine, theirs = due_in_step(position, one), due_in_step(position, other)
    return order_is_free(position, one, mine + theirs) and order_is_free(position, other, theirs)


def is_asked_in_step(position: Position, fighter: int) -> bool:
    """Whether any section of a fighter, all of them independent, asks something in this step (KD-123)."""
    asks = [asks_in_step(position, fighter, section) for section in due_in_step(position, fighter)]
    return True in asks


def wants_blanks(position: Position, fighter: int) -> bool:
    """Whether the character of a fighter has a use for blank sides: Beckon, Dark Aura (KD-25, KD-21)."""
    return WANTS_BLANKS[position.character[fighter] + 1]


def asks_in_step(position: Position, fighter: int, section: int) -> bool:
    """Whether a section whose effects are all independent asks its owner something in this step (KD-123)."""
    return _asks(position, fighter, EFFECTS[timing_of_step(position)][section])


def asks_by_defending(position: Position, fighter: int, base: int) -> bool:
    """Whether a defence with this base asks at once which face its owner takes (KD-116). Adrenaline apart."""
    for section in [base, *used_extras(position, fighter, base, False)]:
        if _asks(position, fighter, EFFECTS[DEFEND][section]):
            return True
    return False


def aim_is_settled(position: Position, fighter: int) -> bool:
    """Whether the enemies attack the same teammate in Co-op, however this fighter defends (KD-261)."""
    least, most = defence_range(position, fighter)
    least_other, most_other = defence_range(position, position.partner(fighter))
    return least > most_other or most < least_other


def defence_range(position: Position, fighter: int) -> tuple[int, int]:
    """The least and the most that a fighter may defend with: the same if that is stated already (KD-114, KD-265)."""
    stated = position.fight[DEFENCE_TOTAL + fighter]
    if stated != UNKNOWN:
        return stated, stated
    bases = offered_bases(position, fighter, False) or [NONE]
    least = min([total_with(position, fighter, base, [], False) for base in bases])
    return least, max([total_of(position, fighter, base, False) for base in bases])


def _asks(position: Position, fighter: int, code: list[int]) -> bool:
    """Whether any of these effects asks their owner something."""
    for start in range(0, len(code), EFFECT):
        op, what, condition = code[start], code[start + 1], code[start + 3]
        if condition != ALWAYS and not condition_holds(position, fighter, condition, code[start + 4]):
            continue
        if op == LOCK and len(lock_choices(position, fighter, what, code[start + 2])) > 1:
            return True
        if op == GAIN and several(_choices(position, fighter, what)):
            return True
    return False


def _choices(position: Position, fighter: int, what: int) -> int:
    """What a fighter may choose from when it gains a piece, one bit each (KD-7, KD-158)."""
    if what in (NON_WILD, ANY_FACE):
        return position.face_types_left(fighter, what == ANY_FACE)
    kinds = 0
    if what == TRAIT_DIE and not position.no_trait >> fighter & 1:
        for kind in range(ACTION):
            if position.die_left(fighter, kind) > 0:
                kinds |= 1 << kind
    return kinds


def several(mask: int) -> bool:
    """Whether more than one bit is set."""
    return mask & (mask - 1) != 0
