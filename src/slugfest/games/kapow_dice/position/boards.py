"""A person's boards in phase 1: which dice lie where, and which boxes are full (KD-20 to KD-28, KD-101)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .fitting.filling import fill_by_redistributing, fill_from_loose
from .fitting.roll import SHOWS_FACE, SLOT_BIT
from .moves import DICE
from .position import FREE, Position
from .reach import NO_CARDS
from .requirements import ACCEPTS, EVERY_FACE, FACES, MATCHES
from .tables import (
    BIT,
    FIRST_SLOT,
    NONE,
    PLAYER_SLOTS,
    SECTION_BIT,
    SIZE,
    SLOT_DEMAND,
    SLOT_GROUP,
    SLOT_SECTION,
)

_SLOT_SIZE: Final = [SIZE[SLOT_SECTION[slot]] for slot in range(PLAYER_SLOTS)]

# ---- what lies on the boards -------------------------------------------------------------------------------


def find_holders(position: Position, fighter: int) -> list[int]:
    """By slot: the die lying there, or NONE."""
    found = [NONE] * PLAYER_SLOTS
    base = fighter * DICE
    for die in range(position.count[fighter]):
        slot = position.at[base + die]
        if slot != FREE:
            found[slot] = die
    return found


def is_open(position: Position, fighter: int, section: int) -> bool:
    """Whether dice may be placed on a section: it needs some, and is neither locked in, spent nor triggered (KD-29,
    KD-162, KD-171)."""
    spoken_for: i64 = position.locked[fighter] | position.used[fighter] | position.announced[fighter]
    return SIZE[section] > 0 and spoken_for & SECTION_BIT[section] == 0


def needs_no_dice(position: Position, fighter: int, section: int) -> bool:
    """Requirement NONE, printed or by a Locked-In token (KD-28, KD-162)."""
    return SIZE[section] == 0 or position.locked[fighter] >> BIT[section] & 1 != 0


def filled_sections(position: Position, fighter: int) -> tuple[int, int]:
    """The sections whose slots are all taken (KD-26), and those with some dice but not all: one bit each.

    Dice are counted for all sections at once: ``ones``, ``twos`` and ``fours`` hold a binary digit of every count, and
    beside them stand the digits of the counts that are needed.
    """
    at = position.at
    index: i64 = fighter * DICE
    end: i64 = index + position.count[fighter]
    touched: i64 = 0
    ones: i64 = 0
    twos: i64 = 0
    fours: i64 = 0
    while index < end:
        slot: i64 = at[index]
        if slot != FREE:
            bit: i64 = SLOT_BIT[slot]
            if not touched & bit:
                touched |= bit
                size: i64 = _SLOT_SIZE[slot]
                ones ^= bit & -(size & 1)  # a section is filled when its count and what it needs cancel out
                twos ^= bit & -(size >> 1 & 1)
                fours ^= bit & -(size >> 2)
            borrow: i64 = bit & ~ones
            ones ^= bit
            fours ^= borrow & ~twos
            twos ^= borrow
        index += 1
    lacking: i64 = ones | twos | fours
    return touched & ~lacking, touched & lacking


def loose_dice(position: Position, fighter: int, full: i64) -> i64:
    """The dice that are not frozen and lie on no full section: one bit each."""
    at = position.at
    base: i64 = fighter * DICE
    count: i64 = position.count[fighter]
    bit: i64 = 1
    loose: i64 = 0
    die: i64 = 0
    while die < count:
        slot: i64 = at[base + die]
        if slot == FREE or not full & SLOT_BIT[slot]:
            loose |= bit << die
        die += 1
    return loose & ~position.frozen[fighter]


def selection_of(position: Position, fighter: int) -> int:
    """The sections a person has selected: filled, or needing no dice (KD-26, KD-28)."""
    reach = position.reach(fighter)
    locked: i64 = position.locked[fighter] & reach.every & NO_CARDS
    return filled_sections(position, fighter)[0] | reach.empty | locked


def slot_takes(position: Position, fighter: int, index: int, slot: int, holders: list[int]) -> bool:
    """Whether a die may lie on a free slot: the slot's own test, and the match with its group (KD-21, KD-22)."""
    substitution = position.substitution(fighter)
    if not ACCEPTS[substitution * 16 + SLOT_DEMAND[slot]] >> position.type_of(index) & 1:
        return False
    match = open_match(position, fighter, slot, holders, index - fighter * DICE)
    return match & MATCHES[substitution * FACES + position.face[index]] != 0


def open_match(position: Position, fighter: int, slot: int, holders: list[int], moving: int) -> int:
    """The faces that the dice beside a slot, in its group, can all stand for (KD-22); ``moving`` is left out."""
    match = EVERY_FACE
    section = SLOT_SECTION[slot]
    row = position.substitution(fighter) * FACES
    first = FIRST_SLOT[section]
    for other in range(first, first + SIZE[section]):
        if other != slot and SLOT_GROUP[other] == SLOT_GROUP[slot]:
            beside = holders[other]
            if beside != NONE and beside != moving:
                match &= MATCHES[row + position.face[fighter * DICE + beside]]
    return match


# ---- filling a section (KD-272) ----------------------------------------------------------------------------


def find_filling(position: Position, fighter: int, section: int, face: int) -> list[int] | None:
    """Where a fighter's dice would lie with one more section filled: by die its slot. None if there is no way.

    Loose dice come first. If they do not do, full sections that are not triggered may spare some.
    """
    roll = position.roll(fighter)
    full, _ = filled_sections(position, fighter)
    loose = loose_dice(position, fighter, full)
    base = fighter * DICE
    where = position.at[base : base + position.count[fighter]]
    found = fill_from_loose(roll, where, loose, section, face)
    if found is None and loose != roll.movable:
        settled = position.reach(fighter).pick(full & ~position.announced[fighter])
        found = fill_by_redistributing(roll, where, settled, section, face)
    return found


def lay_dice(position: Position, fighter: int, where: list[int]) -> None:
    """Place a fighter's dice: by die its slot."""
    base = fighter * DICE
    for die in range(len(where)):
        position.at[base + die] = where[die]


def unplace_wrong(position: Position, fighter: int) -> None:
    """Dice of a section that is wrongly filled count as unplaced (KD-27)."""
    holders = find_holders(position, fighter)
    base = fighter * DICE
    legal = position.player_sections(fighter)
    for die in range(position.count[fighter]):
        slot = position.at[base + die]
        if slot == FREE:
            continue
        section = SLOT_SECTION[slot]
        right = section in legal and (
            is_open(position, fighter, section) or position.frozen[fighter] >> die & 1 != 0
        )
        if not right or holders[slot] != die or not slot_takes(position, fighter, base + die, slot, holders):
            for other in range(position.count[fighter]):
                lies = position.at[base + other]
                if lies != FREE and SLOT_SECTION[lies] == section:
                    position.at[base + other] = FREE
                    position.frozen[fighter] &= ~(1 << other)


def copied_faces(position: Position, fighter: int) -> int:
    """Which faces the dice on copying sections show, and where, as one number."""
    found = 0
    for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
        slot = position.at[index]
        if slot != FREE and SHOWS_FACE[slot]:
            found = (found << 10) + slot * 8 + position.face[index] + 1
    return found
