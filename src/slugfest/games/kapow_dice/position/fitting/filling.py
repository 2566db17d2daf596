"""How a section is filled: where a fighter's dice lie afterwards (KD-272)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.tables import FIRST_SLOT, NONE, PLAYER_SECTIONS, SIZE

from .demands import PRINTED, fill_key
from .matcher import count_dice
from .roll import Roll

_DIE_BIT: Final = [1 << die for die in range(DICE)]
_SLOTS: Final = [  # by section: its slots; never changed
    list(range(FIRST_SLOT[section], FIRST_SLOT[section] + SIZE[section]))
    for section in range(PLAYER_SECTIONS)
]


def fill_from_loose(roll: Roll, where: list[int], loose: i64, section: int, face: int) -> list[int] | None:
    """Where dice lie with one more section filled from loose dice: by die its slot. None if there is no way; else
    ``where`` is changed."""
    ranks = roll.matcher.choose(PRINTED[fill_key(roll.substitution, section, face)], loose)
    if ranks is None:
        return None
    return deal_out(roll, where, _SLOTS[section], ranks, loose, False)


def fill_by_redistributing(
    roll: Roll, where: list[int], settled: list[int], section: int, face: int
) -> list[int] | None:
    """The same when settled sections spare dice: the dice of all of them are redistributed, so that they stay full and
    go on copying the same faces."""
    slots = PRINTED[fill_key(roll.substitution, section, face)] + roll.settled_slots(
        PRINTED, where, 0, settled
    )
    ranks = roll.matcher.choose(slots, roll.movable)
    if ranks is None:
        return None
    numbers = _SLOTS[section].copy()
    for other in settled:
        numbers += _SLOTS[other]
    return deal_out(roll, where, numbers, ranks, roll.movable, True)


def deal_out(
    roll: Roll, where: list[int], slots: list[int], ranks: list[int], usable: i64, redistribute: bool
) -> list[int]:
    """Lay dice of these ranks on slots, only usable ones: a die that lies right stays, then free dice by number, then
    the others. One that lies wrong leaves its slot when another is laid there; if all are redistributed, at once."""
    free: i64 = 0
    held = redistribute  # some die may lie on these slots
    first: i64 = slots[0]
    die: i64 = 0
    while die < len(where):
        lies: i64 = where[die]
        if lies == NONE:
            free |= _DIE_BIT[die]
        elif first <= lies < first + len(slots):
            held = True
        die += 1
    given: i64 = 0
    open_slots: list[int] = []
    index: i64 = 0
    while index < len(slots):
        holder: i64 = die_on(where, slots[index]) if held else NONE
        if holder != NONE and roll.ranks[holder] == ranks[index]:
            given |= _DIE_BIT[holder]
        else:
            open_slots.append(index)
            if holder != NONE and redistribute:
                where[holder] = NONE
                free |= _DIE_BIT[holder]
        index += 1
    for index in open_slots:
        fitting: i64 = roll.matcher.dice[ranks[index]] & usable & ~given
        if fitting & free:
            fitting &= free
        fitting &= -fitting
        given |= fitting
        free &= ~fitting
        holder = die_on(where, slots[index]) if held and not redistribute else NONE
        if holder != NONE:
            where[holder] = NONE
            free |= _DIE_BIT[holder]
        where[count_dice(fitting - 1)] = slots[index]
    return where


def die_on(where: list[int], slot: i64) -> i64:
    """The die that lies on a slot, or NONE."""
    die: i64 = 0
    while die < len(where):
        lies: i64 = where[die]
        if lies == slot:
            return die
        die += 1
    return NONE
