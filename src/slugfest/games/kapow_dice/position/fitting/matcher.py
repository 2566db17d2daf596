"""The search for dice that fill slots (KD-20 to KD-26).

A die matters to a slot only by its *type*: the face it shows and whether it is an Action die. Types are tried in a
fixed order; the place of a type in that order is its *rank*. A slot is one number: a bit for the rank of each type it
takes, and marks. A set of dice is one number as well, one bit a die.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.position.requirements import (
    ACCEPTS,
    BLANK,
    EVERY_FACE,
    FACES,
    MATCHES,
    SUBSTITUTIONS,
    TYPES,
    WILD,
    A,
    E,
    M,
    T,
    X,
)

# The order of types for people, the cheapest first: Blanks, symbols on Trait dice, symbols on Action dice, Wilds.
CHEAP_FIRST: Final = [
    BLANK, FACES + BLANK, M, E, T, A, X, FACES + M, FACES + E, FACES + T, FACES + A, FACES + X, WILD, FACES + WILD,
]  # fmt: skip
RANK_OF: Final = [CHEAP_FIRST.index(kind) for kind in range(TYPES)]

# The marks of a slot, above the bits of its ranks. Written out: the compiler folds no constants of other modules.
OPENS: Final = 1 << 14  # it is the first of a group whose dice must match (KD-22)
REPEATS: Final = 1 << 15  # the slot before it belongs to the same group and takes the same types
ALONE: Final = 1 << 16  # no other belongs to its group
EVERY_RANK: Final = (1 << 14) - 1
assert EVERY_RANK + 1 == OPENS == 1 << TYPES
NO_DICE: Final = -1
LOWEST: Final = bytes([max(0, (ranks & -ranks).bit_length() - 1) for ranks in range(1 << TYPES)])

# By row * TYPES + rank: the faces that a die can stand for when it is matched. One row for each substitution in the
# order CHEAP_FIRST; the last row is for dice in the order of their types, without substitution (KD-25).
BY_TYPE: Final = len(SUBSTITUTIONS)
STANDS_FOR: Final = [
    MATCHES[substitution * FACES + kind % FACES]
    for substitution in range(len(SUBSTITUTIONS))
    for kind in CHEAP_FIRST
] + [MATCHES[kind % FACES] for kind in range(TYPES)]

_MANY: Final = 40  # failures, after which a search remembers where it failed
# What Matcher.fill is looking for.
_DICE: Final = 0
_TYPES: Final = 1
_ALL: Final = 2

# ---- sets of dice ------------------------------------------------------------------------------------------

_HALF: Final = 13  # bits that are counted at once
_LOW: Final = (1 << _HALF) - 1
_ONES: Final = bytes([number.bit_count() for number in range(1 << _HALF)])
LARGEST_SET: Final = 2 * _HALF  # dice


def count_dice(dice: i64) -> i64:
    """How many dice a set has."""
    return _ONES[dice & _LOW] + _ONES[dice >> _HALF]


# ---- slots -------------------------------------------------------------------------------------------------


def rank_types(types: int) -> int:
    """A set of types, one bit each, as a set of ranks."""
    return sum([1 << RANK_OF[kind] for kind in range(TYPES) if types >> kind & 1])


TAKES: Final = [rank_types(types) for types in ACCEPTS]  # as ACCEPTS, by rank


def mark_slots(masks: list[int], groups: list[int]) -> list[int]:
    """Slots in the order in which they are tried, from the ranks they take and their groups."""
    slots: list[int] = []
    for index in range(len(masks)):
        if groups.count(groups[index]) == 1:
            slots.append(masks[index] | OPENS | ALONE)
        elif index == 0 or groups[index] != groups[index - 1]:
            slots.append(masks[index] | OPENS)
        else:
            slots.append(masks[index] | REPEATS if masks[index] == masks[index - 1] else masks[index])
    return slots


class Matcher:
    """Some dice, and the search among them. The first way found is the answer, so equal questions get equal answers."""

    row: i64  # of STANDS_FOR
    dice: list[int]  # by rank: the dice of that type
    present: i64  # the ranks of which there are dice
    task: i64
    chosen: list[int]  # by slot: the rank tried
    found: list[list[int]]
    failures: i64  # groups that could not be filled, in this search
    failed: set[int]  # after many of them: the place of the group, and the dice that were left

    def __init__(self, row: i64, dice: list[int]) -> None:
        self.row = row * TYPES
        self.dice = dice
        self.present = 0
        self.task = _DICE
        self.chosen = []
        self.found = []
        self.failures = 0
        self.failed = set()
        bit: i64 = 1
        for some in dice:
            if some != 0:
                self.present |= bit
            bit <<= 1

    def take(self, slots: list[int], left: i64) -> i64:
        """The dice left when the cheapest of these fill the slots, tried in this order; NO_DICE if none do."""
        self.task = _DICE
        self.failures = 0
        return self.fill(slots, 0, left, EVERY_FACE, 0)

    def choose(self, slots: list[int], left: i64) -> list[int] | None:
        """By slot the rank of the die to lay there, or None if there is no way. Scarce slots choose first."""
        size: i64 = len(slots)
        if size > count_dice(left):
            return None
        self.task = _TYPES
        self.failures = 0
        self.chosen = [0] * size
        if size == 1:
            return self.chosen if self.fill(slots, 0, left, EVERY_FACE, 0) != NO_DICE else None
        keys = self.scarce_first(slots, left)
        if self.fill(put_in_order(slots, keys), 0, left, EVERY_FACE, 0) == NO_DICE:
            return None
        ranks = self.chosen.copy()
        place: i64 = 0
        while place < size:
            ranks[keys[place] & 63] = self.chosen[place]
            place += 1
        return ranks

    def list_all(self, slots: list[int], left: i64) -> list[list[int]]:
        """Every way to fill the slots, as ranks by slot, in ascending order; repeated slots are not permuted."""
        self.task = _ALL
        self.failures = -(1 << 60)  # a group that was filled is tried again
        self.chosen = [0] * len(slots)
        self.found = []
        self.fill(slots, 0, left, EVERY_FACE, 0)
        return self.found

    def fill(self, slots: list[int], place: i64, left: i64, match: i64, before: i64) -> i64:
        """Fill the slots from a place on: the dice left then, or NO_DICE.

        ``match``: the faces that all dice of the open group can stand for. ``before``: the rank on the slot before; a
        slot that repeats it takes no lower one, so that equal slots are not tried in both orders.
        """
        if place == len(slots):
            if self.task != _ALL:
                return left
            self.found.append(self.chosen.copy())
            return NO_DICE
        slot: i64 = slots[place]
        ranks: i64 = slot & self.present
        if slot & OPENS:
            match = EVERY_FACE
            if self.failures > _MANY and (left | place << LARGEST_SET) in self.failed:
                return NO_DICE
        elif slot & REPEATS:
            ranks = ranks >> before << before
        while ranks:
            rank: i64 = LOWEST[ranks]
            ranks &= ranks - 1
            dice: i64 = self.dice[rank] & left
            if dice:
                narrowed: i64 = match & STANDS_FOR[self.row + rank]
                if narrowed:
                    if self.task != _DICE:
                        self.chosen[place] = rank
                    rest = self.fill(slots, place + 1, left & ~(dice & -dice), narrowed, rank)
                    if rest != NO_DICE:
                        return rest
        if slot & OPENS:
            self.failures += 1
            if self.failures > _MANY:
                if self.failures == _MANY + 1:
                    self.failed.clear()
                self.failed.add(left | place << LARGEST_SET)
        return NO_DICE

    def ranks_in(self, dice: i64) -> i64:
        """The ranks of which there are dice in a set."""
        found: i64 = 0
        bit: i64 = 1
        for some in self.dice:
            if some & dice:
                found |= bit
            bit <<= 1
        return found

    def dice_for(self, slot: i64, match: i64) -> i64:
        """All dice that a slot takes and that can stand for one of these faces."""
        found: i64 = 0
        ranks: i64 = slot & self.present
        while ranks:
            rank: i64 = LOWEST[ranks]
            ranks &= ranks - 1
            if match & STANDS_FOR[self.row + rank]:
                found |= self.dice[rank]
        return found

    def scarce_first(self, slots: list[int], left: i64) -> list[int]:
        """The order in which slots choose: groups with the slot that fewest dice fit first, and so within a group.

        Each is a key whose lowest six bits are the index of the slot; bits 12 to 17 are the number of its group.
        """
        keys: list[int] = []
        scarcest: list[int] = []  # by group
        key: i64 = -(1 << 12)
        for slot in slots:
            count = count_dice(self.dice_for(slot, EVERY_FACE) & left)
            if slot & OPENS:
                key += 1 << 12
                scarcest.append(count)
            elif count < scarcest[-1]:
                scarcest[-1] = count
            keys.append(key + (count << 6))
            key += 1
        if len(scarcest) > 1:
            index: i64 = 0
            while index < len(keys):
                key = keys[index]
                scarce: i64 = scarcest[key >> 12]
                keys[index] = key + (scarce << 18)
                index += 1
        keys.sort()
        return keys


def put_in_order(slots: list[int], keys: list[int]) -> list[int]:
    """Slots in the order of these keys, with their marks."""
    found: list[int] = []
    group: i64 = -1
    before: i64 = 0
    for key in keys:
        slot: i64 = slots[key & 63] & EVERY_RANK
        if key >> 12 & 63 != group:
            group = key >> 12 & 63
            found.append(slot | OPENS)
        else:
            found.append(slot | REPEATS if slot == before else slot)
        before = slot
    return found
