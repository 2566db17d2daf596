"""What a fighter's dice can do as they lie rolled: which slots each fits, and which sections they can fill.

Asked again and again while dice are moved around, so it is worked out once a roll. A set of dice is one number, one bit
a die; whether a section can be filled is a handful of "of these dice at least so many" (Hall's theorem), since sections
have four slots at most.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from mypy_extensions import i64

from .moves import DICE, PLACE, PLAIN_FILL
from .requirements import ACCEPTS, BLANK, FACES, MATCHES, SUBSTITUTIONS, TYPES
from .tables import (
    COPIES,
    FIRST_SLOT,
    GROUPS_OF,
    PLAYER_SECTIONS,
    SIZE,
    SLOT_DEMAND,
    SLOT_GROUP,
    SLOTS_OF,
    copied_slot,
)

_HALF: Final = 13  # bits that are counted at once
_LOW: Final = (1 << _HALF) - 1
_ONES: Final = bytes([number.bit_count() for number in range(1 << _HALF)])
assert DICE <= 2 * _HALF
_MOST_KEPT: Final = 2000  # kept of one roll


def count_dice(dice: i64) -> i64:
    """How many dice a set has."""
    return _ONES[dice & _LOW] + _ONES[dice >> _HALF]


# ---- what a section demands, as numbers of dice ------------------------------------------------------------

# The sets of types that some demand speaks of; a way to fill a section is a list of pairs: which set, how many of it.
TYPE_SETS: Final[list[int]] = []
_SET_NUMBER: Final[dict[int, int]] = {}


def _number_of(types: int) -> int:
    if types not in _SET_NUMBER:
        _SET_NUMBER[types] = len(TYPE_SETS)
        TYPE_SETS.append(types)
    return _SET_NUMBER[types]


def _way(masks: list[int]) -> list[int]:
    """What these slots demand together: any of them, taken together, need as many dice as there are (Hall)."""
    least: dict[int, int] = {}
    for chosen in range(1, 1 << len(masks)):
        union = 0
        for index in range(len(masks)):
            if chosen >> index & 1:
                union |= masks[index]
        least[union] = max(least.get(union, 0), chosen.bit_count())
    pairs: list[int] = []
    for types in sorted(least):
        pairs += [_number_of(types), least[types]]
    return pairs


def _ways(section: int, face: int, substitution: int) -> list[list[int]]:
    """All ways to fill a section (KD-20 to KD-26): for each group that must match, a face that all of it stand for."""
    slots, groups = SLOTS_OF[section], GROUPS_OF[section]
    masks: list[int] = []
    for index in range(len(slots)):
        mask = ACCEPTS[substitution * 16 + slots[index]]
        if face != PLAIN_FILL and index == copied_slot(section):
            mask &= 1 << face | 1 << (face + FACES)
        masks.append(mask)
    matched = [group for group in sorted(set(groups)) if groups.count(group) > 1]
    found: list[list[int]] = []
    for faces in product(range(FACES), repeat=len(matched)):
        narrowed = masks.copy()
        for index in range(len(slots)):
            if groups[index] in matched:
                standing = 0
                for kind in range(TYPES):
                    if (
                        MATCHES[substitution * FACES + kind % FACES] >> faces[matched.index(groups[index])]
                        & 1
                    ):
                        standing |= 1 << kind
                narrowed[index] &= standing
        if 0 not in narrowed:
            way = _way(narrowed)
            if way not in found:
                found.append(way)
    return found


# By section: the faces that filling it may name: those it may copy, or none.
FILL_FACES: Final = [
    list(range(BLANK)) if COPIES[section] else [PLAIN_FILL] for section in range(PLAYER_SECTIONS)
]


def _all_ways() -> list[list[list[int]]]:
    """By (substitution * sections + section) * 8 + face."""
    found: list[list[list[int]]] = []
    for substitution in range(len(SUBSTITUTIONS)):
        for section in range(PLAYER_SECTIONS):
            for face in range(8):
                found.append(_ways(section, face, substitution) if face in FILL_FACES[section] else [])
    return found


_WAYS: Final = _all_ways()


# ---- slots that ask for the same ---------------------------------------------------------------------------


def _alike(slot: int, section: int) -> list[int]:
    """Earlier slots of the section that ask for the same: while one of them is free, naming this one adds nothing.

    In a copying section every slot counts for itself.
    """
    groups = GROUPS_OF[section]
    found: list[int] = []
    for other in range(FIRST_SLOT[section], slot):
        same_group = SLOT_GROUP[other] == SLOT_GROUP[slot]
        alone = groups.count(SLOT_GROUP[other]) == 1 and groups.count(SLOT_GROUP[slot]) == 1
        if not COPIES[section] and SLOT_DEMAND[other] == SLOT_DEMAND[slot] and (same_group or alone):
            found.append(other)
    return found


ALIKE: Final = [
    _alike(slot, section)
    for section in range(PLAYER_SECTIONS)
    for slot in range(FIRST_SLOT[section], FIRST_SLOT[section] + SIZE[section])
]


class Roll:
    """A fighter's dice: what they show, and which of them may be moved."""

    low: i64  # what they show, packed: the first dice and the others
    high: i64
    movable: i64  # one bit a die
    substitution: i64
    count: i64
    types: list[int]
    by_type: list[int]  # by type: the movable dice
    by_set: list[int]  # by number of a set of types: the movable dice, or -1 if nobody has asked
    places: list[list[int] | None]  # by section: the ways to place one die while nothing lies there
    fills: dict[
        tuple[int, int, int, int, int, int], list[int]
    ]  # what the rules found for these dice (placing.py)
    filled: dict[
        tuple[int, int, int, tuple[int, ...]], list[int] | None
    ]  # where dice lie with a section filled
    rearranged: dict[tuple[int, int, int, int], bool]  # and whether full sections can spare dice (boards.py)

    def __init__(self, low: i64, high: i64, movable: i64, substitution: i64, types: list[int]) -> None:
        self.low = low
        self.high = high
        self.movable = movable
        self.substitution = substitution
        self.count = len(types)
        self.types = types
        self.by_type = [0] * TYPES
        for die in range(len(types)):
            if movable >> die & 1:
                self.by_type[types[die]] |= 1 << die
        self.by_set = [-1] * len(TYPE_SETS)
        self.places = [None] * PLAYER_SECTIONS
        self.fills = {}
        self.filled = {}
        self.rearranged = {}

    def is_for(self, low: i64, high: i64, movable: i64, substitution: i64, count: i64) -> bool:
        """Whether these are still the same dice."""
        return (
            self.low == low
            and self.high == high
            and self.movable == movable
            and self.substitution == substitution
            and self.count == count
        )

    def dice_of(self, types: i64) -> i64:
        """The movable dice of a set of types."""
        found: i64 = 0
        kind: i64 = 0
        while types:
            if types & 1:
                found |= self.by_type[kind]
            types >>= 1
            kind += 1
        return found

    def dice_in(self, number: int) -> i64:
        """The movable dice of a set of types, by its number."""
        found: i64 = self.by_set[number]
        if found < 0:
            found = self.dice_of(TYPE_SETS[number])
            self.by_set[number] = found
        return found

    def suffices(self, section: int, face: int, dice: i64) -> bool:
        """Whether some of these dice can fill a section (KD-26); and if it copies, with this face."""
        for way in _WAYS[(self.substitution * PLAYER_SECTIONS + section) * 8 + face]:
            enough = True
            index: i64 = 0
            while index < len(way):
                if count_dice(self.dice_in(way[index]) & dice) < way[index + 1]:
                    enough = False
                    break
                index += 2
            if enough:
                return True
        return False

    def places_on(self, section: int) -> list[int]:
        """The moves that place a die on a section where nothing lies (KD-101)."""
        found = self.places[section]
        if found is None:
            found = []
            for slot in range(FIRST_SLOT[section], FIRST_SLOT[section] + SIZE[section]):
                if not ALIKE[slot]:
                    self.list_places(
                        slot, self.dice_of(ACCEPTS[self.substitution * 16 + SLOT_DEMAND[slot]]), found
                    )
            self.places[section] = found
        return found

    def list_places(self, slot: int, dice: i64, moves: list[int]) -> None:
        """The moves that place one of these dice on a slot."""
        move: i64 = PLACE + slot * DICE
        while dice:
            if dice & 1:
                moves.append(move)
            dice >>= 1
            move += 1

    def matching(self, match: i64) -> i64:
        """The movable dice that can stand for one of these faces (KD-22)."""
        found: i64 = 0
        row: i64 = self.substitution * FACES
        for kind in range(TYPES):
            if match & MATCHES[row + kind % FACES]:
                found |= self.by_type[kind]
        return found

    def keep_fills(self, key: tuple[int, int, int, int, int, int], moves: list[int]) -> None:
        """Keep what the rules found for these dice."""
        if len(self.fills) >= _MOST_KEPT:
            self.fills.clear()
        self.fills[key] = moves

    def keep_filled(self, key: tuple[int, int, int, tuple[int, ...]], where: list[int] | None) -> None:
        if len(self.filled) >= _MOST_KEPT:
            self.filled.clear()
        self.filled[key] = where

    def keep_rearranged(self, key: tuple[int, int, int, int], possible: bool) -> None:
        if len(self.rearranged) >= _MOST_KEPT:
            self.rearranged.clear()
        self.rearranged[key] = possible
