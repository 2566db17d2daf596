"""A person's boards in phase 1: what lies where, what fits, and how a box can be filled (KD-20 to KD-28, KD-101)."""

from __future__ import annotations

from typing import Final

from .moves import DICE, PLAIN_FILL
from .position import FREE, Position
from .requirements import ACCEPTS, EVERY_FACE, FACES, MATCHES, TYPES, Matcher
from .tables import (
    BIT,
    CARD_BIT,
    COPIES,
    FIRST_SLOT,
    GROUPS_OF,
    NONE,
    PLAYER_SECTIONS,
    PLAYER_SLOTS,
    SIZE,
    SLOT_DEMAND,
    SLOT_GROUP,
    SLOT_SECTION,
    SLOTS_OF,
    copied_slot,
)

_COPIED: Final = [copied_slot(section) for section in range(PLAYER_SECTIONS)]


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
    bit = 1 << BIT[section]
    spoken_for = position.locked[fighter] | position.used[fighter] | position.announced[fighter]
    return SIZE[section] > 0 and spoken_for & bit == 0


def needs_no_dice(position: Position, fighter: int, section: int) -> bool:
    """Requirement NONE, printed or by a Locked-In token (KD-28, KD-162)."""
    return SIZE[section] == 0 or position.locked[fighter] >> BIT[section] & 1 != 0


def filled_sections(position: Position, fighter: int) -> tuple[int, int]:
    """The sections whose slots are all taken (KD-26), and those with some dice but not all: one bit each."""
    seen = [0] * PLAYER_SECTIONS
    touched: list[int] = []
    for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
        slot = position.at[index]
        if slot != FREE:
            section = SLOT_SECTION[slot]
            if seen[section] == 0:
                touched.append(section)
            seen[section] += 1
    full = 0
    partial = 0
    for section in touched:
        if seen[section] == SIZE[section]:
            full |= 1 << BIT[section]
        else:
            partial |= 1 << BIT[section]
    return full, partial


def selection_of(position: Position, fighter: int) -> int:
    """The sections a person has selected: filled, or needing no dice (KD-26, KD-28)."""
    selected, _ = filled_sections(position, fighter)
    for section in position.player_sections(fighter):
        if BIT[section] < CARD_BIT and needs_no_dice(position, fighter, section):
            selected |= 1 << BIT[section]
    return selected


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


def suffices(counts: list[int], section: int, face: int, substitution: int) -> bool:
    """Whether these dice, counted by type, can fill a section (KD-26); and if it copies, with this face."""
    demands = SLOTS_OF[section]
    present = 0
    for kind in range(TYPES):
        if counts[kind] > 0:
            present |= 1 << kind
    row = substitution * 16
    for demand in demands:
        if ACCEPTS[row + demand] & present == 0:
            return False
    return _suffices_from(counts.copy(), section, face, substitution, 0, -1, EVERY_FACE)


def _suffices_from(
    left: list[int], section: int, face: int, substitution: int, place: int, group: int, match: int
) -> bool:
    """The slots from one on. ``match``: the faces that the dice of the open group can all stand for."""
    order = ORDERED[section]
    if place == len(order):
        return True
    slot = order[place]
    mask = ACCEPTS[substitution * 16 + SLOTS_OF[section][slot]]
    if face != PLAIN_FILL and slot == _COPIED[section]:
        mask &= 1 << face | 1 << (face + FACES)
    if GROUPS_OF[section][slot] != group:
        group = GROUPS_OF[section][slot]
        match = EVERY_FACE
    row = substitution * FACES
    for kind in range(TYPES):
        if left[kind] > 0 and mask >> kind & 1:
            narrowed = match & MATCHES[row + kind % FACES]
            if narrowed:
                left[kind] -= 1
                found = _suffices_from(left, section, face, substitution, place + 1, group, narrowed)
                left[kind] += 1
                if found:
                    return True
    return False


# ---- filling a section (KD-272) ----------------------------------------------------------------------------


def find_filling(position: Position, fighter: int, section: int, face: int) -> list[int] | None:
    """Where a fighter's dice would lie with one more section filled: by die its slot. None if there is no way.

    First only loose dice are used. If they do not do, the dice of all full sections are dealt out anew, so that
    these stay full and go on copying the same faces.
    """
    full, _ = filled_sections(position, fighter)
    first = FIRST_SLOT[section]
    slots = list(range(first, first + SIZE[section]))  # in the order of the matcher
    matcher = matcher_for(position, fighter, section, face, count_types(position, fighter, full, True))
    if matcher.solve():
        return deal_out(position, fighter, slots, matcher.found, False)
    if full == 0:
        return None
    matcher = matcher_for(position, fighter, section, face, count_types(position, fighter, full, False))
    add_settled(position, fighter, full, matcher, slots, 0)
    return deal_out(position, fighter, slots, matcher.found, True) if matcher.solve() else None


def add_settled(
    position: Position, fighter: int, full: int, matcher: Matcher, slots: list[int], before: int
) -> None:
    """Demand that the full, movable sections stay full, and those that copy a face keep it. ``before``: slots
    demanded already that ``slots`` does not list."""
    holders = find_holders(position, fighter)
    for section in position.player_sections(fighter):
        bit = 1 << BIT[section]
        if not full & bit or position.announced[fighter] & bit:
            continue
        start = before + len(slots)
        matcher.add(SLOTS_OF[section], GROUPS_OF[section])
        slots += range(FIRST_SLOT[section], FIRST_SLOT[section] + SIZE[section])
        if COPIES[section]:
            face = position.face[fighter * DICE + holders[FIRST_SLOT[section] + _COPIED[section]]]
            matcher.narrow(start + _COPIED[section], 1 << face | 1 << (face + FACES))


def deal_out(
    position: Position, fighter: int, slots: list[int], types: list[int], all_anew: bool
) -> list[int]:
    """Turn types into dice: a die that lies right stays, then free dice by number, then the others.

    Unless all are dealt out anew, what lies on a full section stays there.
    """
    settled = 0 if all_anew else filled_sections(position, fighter)[0]
    base = fighter * DICE
    total = position.count[fighter]
    where = position.at[base : base + total]
    given = 0
    open_slots: list[int] = []
    for index in range(len(slots)):
        kept = False
        for die in range(total):
            if where[die] == slots[index] and position.type_of(base + die) == types[index]:
                given |= 1 << die
                kept = True
                break
        if not kept:
            open_slots.append(index)
    if all_anew:
        for die in range(total):
            if where[die] in slots and not given >> die & 1:
                where[die] = FREE
    for index in open_slots:
        chosen = NONE
        for die in range(total):
            if (given | position.frozen[fighter]) >> die & 1 or position.type_of(base + die) != types[index]:
                continue
            if where[die] != FREE and settled >> BIT[SLOT_SECTION[where[die]]] & 1:
                continue
            if chosen == NONE or (where[chosen] != FREE and where[die] == FREE):
                chosen = die
        given |= 1 << chosen
        for die in range(total):
            if where[die] == slots[index]:
                where[die] = FREE
        where[chosen] = slots[index]
    return where


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


def count_types(position: Position, fighter: int, full: int, only_loose: bool) -> list[int]:
    """A fighter's dice by type: all that are not frozen, or only those that lie on no full section."""
    counts = [0] * TYPES
    base = fighter * DICE
    for die in range(position.count[fighter]):
        if position.frozen[fighter] >> die & 1:
            continue
        slot = position.at[base + die]
        if not only_loose or slot == FREE or not full >> BIT[SLOT_SECTION[slot]] & 1:
            counts[position.type_of(base + die)] += 1
    return counts


def can_fill(
    position: Position, fighter: int, section: int, face: int, loose: list[int], every: list[int], full: int
) -> bool:
    """Whether ``find_filling`` would find a way; with the dice counted beforehand."""
    substitution = position.substitution(fighter)
    if suffices(loose, section, face, substitution):
        return True
    if full == 0 or sum(loose) < SIZE[section] or not suffices(every, section, face, substitution):
        return False
    matcher = matcher_for(position, fighter, section, face, every)
    slots: list[int] = []
    add_settled(position, fighter, full, matcher, slots, SIZE[section])
    return matcher.solve()


def matcher_for(position: Position, fighter: int, section: int, face: int, counts: list[int]) -> Matcher:
    """A matcher that wants one section filled, and if need be one face shown."""
    matcher = Matcher(position.substitution(fighter), counts)
    matcher.add(SLOTS_OF[section], GROUPS_OF[section])
    if face != PLAIN_FILL:
        matcher.narrow(_COPIED[section], 1 << face | 1 << (face + FACES))
    return matcher
