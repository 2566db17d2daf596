"""A person's boards in phase 1: what lies where, what fits, and how a box can be filled (KD-20 to KD-28, KD-101)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .demands import EXAMPLES, SAME_FACE
from .moves import DICE, PLAIN_FILL, fill_move
from .position import FREE, Position
from .reach import NO_CARDS
from .requirements import (
    ACCEPTS,
    ACCEPTS_RANKED,
    EVERY_FACE,
    FACES,
    MATCHES,
    RANKED,
    SUBSTITUTIONS,
    Matcher,
)
from .rolls import Roll
from .sets import count_dice
from .tables import (
    BIT,
    COPIES,
    FIRST_SLOT,
    GROUPS_OF,
    NONE,
    PLAYER_SECTIONS,
    PLAYER_SLOTS,
    SECTION_BIT,
    SIZE,
    SLOT_DEMAND,
    SLOT_GROUP,
    SLOT_SECTION,
    SLOTS_OF,
    copied_slot,
)

_DIE_BIT: Final = [1 << die for die in range(DICE)]
_COPIED: Final = [copied_slot(section) for section in range(PLAYER_SECTIONS)]
_SLOTS: Final = [  # by section: its slots, in the order of the matcher; nobody changes these lists
    list(range(FIRST_SLOT[section], FIRST_SLOT[section] + SIZE[section]))
    for section in range(PLAYER_SECTIONS)
]
SLOT_BIT: Final = [SECTION_BIT[SLOT_SECTION[slot]] for slot in range(PLAYER_SLOTS)]
_SLOT_SIZE: Final = [SIZE[SLOT_SECTION[slot]] for slot in range(PLAYER_SLOTS)]
SHOWS_FACE: Final = [  # slots whose die shows the face that is copied
    slot == FIRST_SLOT[SLOT_SECTION[slot]] + _COPIED[SLOT_SECTION[slot]] for slot in range(PLAYER_SLOTS)
]


def _order_slots(section: int) -> list[int]:
    """The slots of a section, those that take few types first within their group, groups with such a slot first."""
    slots, groups = SLOTS_OF[section], GROUPS_OF[section]
    keys: list[tuple[int, int, int, int]] = []
    for index in range(len(slots)):
        width = ACCEPTS[slots[index]].bit_count()
        narrowest = min(
            [
                ACCEPTS[slots[other]].bit_count()
                for other in range(len(slots))
                if groups[other] == groups[index]
            ]
        )
        keys.append((narrowest, groups[index], width, index))
    return [key[3] for key in sorted(keys)]


def _slot_masks(substitution: int, section: int, face: int) -> list[int]:
    """The types that the slots of a section take, ranked, if it should copy this face."""
    masks = [ACCEPTS_RANKED[substitution * 16 + slot] for slot in SLOTS_OF[section]]
    if COPIES[section] and face < FACES:
        masks[_COPIED[section]] &= RANKED[SAME_FACE[face]]
    return masks


def slot_masks(substitution: int, section: int, face: int) -> list[int]:
    """The same, worked out once. Nobody changes this list."""
    return _MASKS[(substitution * PLAYER_SECTIONS + section) * 8 + face]


_MASKS: Final = [  # by (substitution * sections + section) * 8 + face
    _slot_masks(substitution, section, face)
    for substitution in range(len(SUBSTITUTIONS))
    for section in range(PLAYER_SECTIONS)
    for face in range(8)
]
ORDERED: Final = [_order_slots(section) for section in range(PLAYER_SECTIONS)]

# ---- what lies there ---------------------------------------------------------------------------------------


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
    """The faces that the dice beside a slot, in its group, can all stand for (KD-22); one die is on the move."""
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
    """Where a fighter's dice would lie with one more section filled: by die its slot. None if there is no way. Nobody
    changes this list.

    First only loose dice are used. If they do not do, the dice of all full sections are dealt out anew, so that
    these stay full and go on copying the same faces.
    """
    roll = position.roll(fighter)
    full, _ = filled_sections(position, fighter)
    loose = loose_dice(position, fighter, full)
    matcher = matcher_for(roll, section, face, loose)
    if matcher.solve():
        return deal_out(position, fighter, roll, _SLOTS[section], matcher.found, loose, False)
    if full == 0:
        return None
    return deal_anew(position, fighter, roll, section, face, full)


def deal_anew(
    position: Position, fighter: int, roll: Roll, section: int, face: int, full: int
) -> list[int] | None:
    """The same with the dice of full sections, too; kept with the roll."""
    base = fighter * DICE
    key = (
        fill_move(section, face),
        position.announced[fighter],
        position.reach(fighter).key,
        tuple(position.at[base : base + position.count[fighter]]),
    )
    if key in roll.filled:
        return roll.filled[key]
    matcher = matcher_for(roll, section, face, roll.movable)
    slots = _SLOTS[section].copy()
    add_settled(position, fighter, full, matcher, slots)
    found: list[int] | None = None
    if matcher.solve():
        found = deal_out(position, fighter, roll, slots, matcher.found, roll.movable, True)
    roll.keep_filled(key, found)
    return found


def add_settled(position: Position, fighter: int, full: int, matcher: Matcher, slots: list[int]) -> None:
    """Demand that the full, movable sections stay full, and those that copy a face keep it. ``slots`` lists their
    slots, too."""
    at = position.at
    base: i64 = fighter * DICE
    for section in position.reach(fighter).pick(full & ~position.announced[fighter]):
        face = PLAIN_FILL
        if COPIES[section]:
            shows: i64 = FIRST_SLOT[section] + _COPIED[section]
            die: i64 = 0
            while at[base + die] != shows:
                die += 1
            face = position.face[base + die]
        matcher.add(slot_masks(matcher.substitution, section, face), GROUPS_OF[section])
        slots += _SLOTS[section]


def deal_out(
    position: Position, fighter: int, roll: Roll, slots: list[int], types: list[int], usable: i64, anew: bool
) -> list[int]:
    """Turn types into dice: a die that lies right stays, then free dice by number, then the others, all of them usable
    ones. One that lies wrong leaves its slot when another is laid there; if all are dealt out anew, at once."""
    base = fighter * DICE
    where = position.at[base : base + position.count[fighter]]
    free: i64 = 0
    held = anew  # some die may lie on these slots
    first: i64 = slots[0]
    die: i64 = 0
    while die < len(where):
        lies: i64 = where[die]
        if lies == FREE:
            free |= _DIE_BIT[die]
        elif first <= lies < first + len(slots):
            held = True
        die += 1
    given: i64 = 0
    open_slots: list[int] = []
    index: i64 = 0
    while index < len(slots):
        holder: i64 = die_on(where, slots[index]) if held else NONE
        if holder != NONE and roll.types[holder] == types[index]:
            given |= _DIE_BIT[holder]
        else:
            open_slots.append(index)
            if holder != NONE and anew:
                where[holder] = FREE
                free |= _DIE_BIT[holder]
        index += 1
    for index in open_slots:
        fitting: i64 = roll.by_type[types[index]] & usable & ~given
        if fitting & free:
            fitting &= free
        fitting &= -fitting
        given |= fitting
        free &= ~fitting
        holder = die_on(where, slots[index]) if held else NONE
        if holder != NONE:
            where[holder] = FREE
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


def lay_dice(position: Position, fighter: int, where: list[int]) -> None:
    """Let a fighter's dice lie as found."""
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


def match_all(position: Position, fighter: int, roll: Roll, demand: int, settled: i64) -> bool:
    """Whether a demand can be met while these sections stay full, as the exact matcher finds."""
    section, face = EXAMPLES[demand] // 8, EXAMPLES[demand] % 8
    matcher = matcher_for(roll, section, face, roll.movable)
    slots: list[int] = []
    add_settled(position, fighter, settled, matcher, slots)
    return matcher.solve()


def copied_faces(position: Position, fighter: int) -> int:
    """Which faces the dice on copying sections show, and where, as one number."""
    found = 0
    for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
        slot = position.at[index]
        if slot != FREE and SHOWS_FACE[slot]:
            found = (found << 10) + slot * 8 + position.face[index] + 1
    return found


def matcher_for(roll: Roll, section: int, face: int, dice: i64) -> Matcher:
    """A matcher that wants one section filled from these dice, and if need be one face shown."""
    matcher = Matcher(roll.substitution, roll.by_rank, dice)
    matcher.add(slot_masks(roll.substitution, section, face), GROUPS_OF[section])
    return matcher
