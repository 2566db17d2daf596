"""What a fighter's rolled dice can do: where each may be placed, and which sections they can fill.

The same roll is asked about again and again while its dice are moved around, so it keeps its last results.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.position.moves import DICE, PLACE, PLAIN_FILL
from slugfest.games.kapow_dice.position.reach import Reach
from slugfest.games.kapow_dice.position.requirements import EVERY_FACE, TYPES
from slugfest.games.kapow_dice.position.tables import (
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
)

from .demands import (
    COPIED_SLOT,
    DEMAND_BIT,
    DEMAND_SLOTS,
    DEMANDS,
    EVERY_DEMAND,
    FACE_OF,
    LARGER,
    PREPARED,
    SAME_FACE,
    fill_key,
)
from .matcher import (
    ALONE,
    LARGEST_SET,
    NO_DICE,
    RANK_OF,
    STANDS_FOR,
    TAKES,
    Matcher,
    count_dice,
)

assert DICE <= LARGEST_SET
_NO_MOVES: Final[list[int]] = []
_MOST_KEPT: Final = 2000  # of one roll
SLOT_BIT: Final = [SECTION_BIT[SLOT_SECTION[slot]] for slot in range(PLAYER_SLOTS)]
SHOWS_FACE: Final = [  # slots whose die shows the face that is copied
    slot == FIRST_SLOT[SLOT_SECTION[slot]] + COPIED_SLOT[SLOT_SECTION[slot]] for slot in range(PLAYER_SLOTS)
]


def _alike(slot: int) -> list[int]:
    """Earlier slots of the section that ask for the same: while one of them is free, this one is not offered.

    In a copying section every slot counts for itself.
    """
    section = SLOT_SECTION[slot]
    groups = GROUPS_OF[section]
    found: list[int] = []
    for other in range(FIRST_SLOT[section], slot):
        same_group = SLOT_GROUP[other] == SLOT_GROUP[slot]
        alone = groups.count(SLOT_GROUP[other]) == 1 and groups.count(SLOT_GROUP[slot]) == 1
        if not COPIES[section] and SLOT_DEMAND[other] == SLOT_DEMAND[slot] and (same_group or alone):
            found.append(other)
    return found


ALIKE: Final = [_alike(slot) for slot in range(PLAYER_SLOTS)]

# What lies on a section is one number, its *pattern*: four bits a slot, 0 for a free one, else the die's rank plus 1.
PATTERN_BITS: Final = 16
assert max(SIZE) * 4 <= PATTERN_BITS
PATTERN_STEP: Final = [  # by slot: what a die of the first rank adds
    1 << (4 * (slot - FIRST_SLOT[SLOT_SECTION[slot]])) for slot in range(PLAYER_SLOTS)
]


class Fills:
    """The fill moves that were found last, and what they depend on."""

    loose: i64
    full: i64
    announced: i64
    closed: i64  # sections that take no dice
    copied: i64  # which faces the full sections copy
    key: i64  # of the reach
    moves: list[int]

    def __init__(
        self, loose: i64, full: i64, announced: i64, closed: i64, copied: i64, key: i64, moves: list[int]
    ) -> None:
        self.loose = loose
        self.full = full
        self.announced = announced
        self.closed = closed
        self.copied = copied
        self.key = key
        self.moves = moves

    def is_for(self, loose: i64, full: i64, announced: i64, closed: i64, copied: i64, key: i64) -> bool:
        """Whether the moves are still valid."""
        return (
            self.loose == loose
            and self.full == full
            and self.announced == announced
            and self.closed == closed
            and self.copied == copied
            and self.key == key
        )


class Places:
    """The moves that place a die while nothing lies on the boards, section by section."""

    key: i64  # of the reach
    closed: i64  # sections that take no dice
    moves: list[int]
    starts: list[int]  # by bit of a section: where its moves begin; those of the next section end them

    def __init__(self, key: i64, closed: i64, moves: list[int], starts: list[int]) -> None:
        self.key = key
        self.closed = closed
        self.moves = moves
        self.starts = starts


class Roll:
    """A fighter's dice: what they show, and which of them may be moved."""

    low: i64  # what they show, packed: the first dice and the others
    high: i64
    movable: i64  # one bit a die
    substitution: i64
    count: i64
    ranks: list[int]  # by die
    matcher: Matcher  # of the movable dice
    met: dict[int, int]  # by set of dice: the demands it can meet
    places: Places | None  # the last result of places_on
    last_pattern: list[int]  # by section: the section and pattern of the last call of places_beside, plus 1
    last_moves: list[list[int]]  # and its result
    fills: Fills | None  # the last result of placing.fills_with

    def __init__(self, low: i64, high: i64, movable: i64, substitution: i64, types: list[int]) -> None:
        self.low = low
        self.high = high
        self.movable = movable
        self.substitution = substitution
        self.count = len(types)
        self.ranks = [RANK_OF[kind] for kind in types]
        dice = [0] * TYPES
        for die in range(len(types)):
            if movable >> die & 1:
                dice[self.ranks[die]] |= 1 << die
        self.matcher = Matcher(substitution, dice)
        self.met = {}
        self.places = None
        self.last_pattern = []
        self.last_moves = []
        self.fills = None

    def is_for(self, low: i64, high: i64, movable: i64, substitution: i64, count: i64) -> bool:
        """Whether these are still the same dice."""
        return (
            self.low == low
            and self.high == high
            and self.movable == movable
            and self.substitution == substitution
            and self.count == count
        )

    # ---- filling sections (KD-26, KD-272) ------------------------------------------------------------------

    def meets(self, demand: i64, dice: i64) -> bool:
        """Whether some of these dice meet a demand (KD-26)."""
        return self.matcher.take(DEMAND_SLOTS[self.substitution * DEMANDS + demand], dice) != NO_DICE

    def meets_which(self, dice: i64) -> i64:
        """All demands that some of these dice meet, each for itself: one bit each."""
        known = self.met.get(dice)
        if known is not None:
            return known
        found: i64 = 0
        # What all dice together cannot do, some of them cannot.
        asked: i64 = self.meets_which(self.movable) if dice != self.movable else EVERY_DEMAND
        asked &= ~LARGER[count_dice(dice)]
        one: i64 = DEMAND_BIT[0]
        demand: i64 = 0
        while asked:
            if asked & 1 and self.meets(demand, dice):
                found |= one << demand
            asked >>= 1
            demand += 1
        if len(self.met) >= _MOST_KEPT:
            self.met.clear()
        self.met[dice] = found
        return found

    def spare_which(self, at: list[int], base: i64, settled: list[int], loose: i64, wanted: i64) -> i64:
        """The demands, among those wanted, that can be met because settled sections spare dice and stay full; each for
        itself, one bit each. Dice lie on slots as ``at`` says, from ``base`` on."""
        met: i64 = 0
        left: i64 = wanted & ~LARGER[count_dice(loose)]
        if left and settled:
            left &= self.meets_which(self.movable)
        if left == 0 or not settled:
            return 0
        dice = self.spared(at, base, settled)
        slots: list[int] = []
        matched = False  # some dice must match others
        present = self.matcher.present
        for slot in self.settled_slots(PREPARED, at, base, settled):
            if slot & ALONE == 0:
                matched = True
            elif slot & present == present:
                continue  # any die will do, and there are enough
            slots.append(slot)
        row: i64 = self.substitution * DEMANDS
        demand: i64 = 0
        while left:
            if left & 1:
                own = DEMAND_SLOTS[row + demand]
                if self.matcher.take(own, dice) != NO_DICE and (
                    (len(own) == 1 and not matched) or self.matcher.take(own + slots, self.movable) != NO_DICE
                ):
                    met |= DEMAND_BIT[demand]
            left >>= 1
            demand += 1
        return met

    def spared(self, at: list[int], base: i64, settled: list[int]) -> i64:
        """The dice that settled sections could spare if dice on them need not match, and the loose ones: those from
        which a chain of slots, each taking the die of the next, leads to a loose die."""
        bits: i64 = 0
        for section in settled:
            bits |= SECTION_BIT[section]
        held: list[int] = []  # dice
        takes: list[int] = []  # the ranks that their slots take
        found: i64 = self.movable
        one: i64 = 1
        die: i64 = 0
        while die < self.count:
            slot: i64 = at[base + die]
            if slot != NONE and bits & SLOT_BIT[slot]:
                found &= ~(one << die)
                held.append(die)
                mask: i64 = TAKES[self.substitution * 16 + SLOT_DEMAND[slot]]
                if SHOWS_FACE[slot]:
                    mask &= SAME_FACE[self.ranks[die]]
                takes.append(mask)
            die += 1
        ranks = self.matcher.ranks_in(found)
        before: i64 = 0
        while before != ranks:
            before = ranks
            index: i64 = 0
            while index < len(held):
                if takes[index] & ranks:
                    die = held[index]
                    rank: i64 = self.ranks[die]
                    found |= one << die
                    ranks |= one << rank
                index += 1
        return found

    def settled_slots(
        self, table: list[list[int]], at: list[int], base: i64, settled: list[int]
    ) -> list[int]:
        """The slots of sections that must stay full, PRINTED or PREPARED; those that copy a face go on copying it."""
        slots: list[int] = []
        for section in settled:
            face = PLAIN_FILL
            if COPIES[section]:
                shows: i64 = FIRST_SLOT[section] + COPIED_SLOT[section]
                die: i64 = 0
                while at[base + die] != shows:
                    die += 1
                face = FACE_OF[self.ranks[die]]
            slots += table[fill_key(self.substitution, section, face)]
        return slots

    # ---- placing single dice (KD-101) ----------------------------------------------------------------------

    def places_on(self, reach: Reach, closed: i64) -> Places:
        """The moves that place a die on the sections in reach while nothing lies there."""
        found = self.places
        if found is None or found.key != reach.key or found.closed != closed:
            moves: list[int] = []
            starts = [0] * (BIT[reach.sections[-1]] + 2)
            for section in reach.sections:
                starts[BIT[section]] = len(moves)
                if not closed & SECTION_BIT[section]:
                    moves.extend(self.places_beside(section << PATTERN_BITS))
                starts[BIT[section] + 1] = len(moves)
            found = Places(reach.key, closed, moves, starts)
            self.places = found
        return found

    def places_beside(self, lies: i64) -> list[int]:
        """The moves that place a die on a section beside others: the section before its pattern. Callers must not
        change the list."""
        if not self.last_pattern:
            self.last_pattern = [0] * PLAYER_SECTIONS
            self.last_moves = [_NO_MOVES] * PLAYER_SECTIONS
        section: i64 = lies >> PATTERN_BITS
        if self.last_pattern[section] != lies + 1:
            self.last_pattern[section] = lies + 1
            self.last_moves[section] = self.list_places(section, lies & ((1 << PATTERN_BITS) - 1))
        return self.last_moves[section]

    def list_places(self, section: int, pattern: i64) -> list[int]:
        """Of free slots that demand the same in one group only the first is offered; dice beside it match (KD-22)."""
        moves: list[int] = []
        first: i64 = FIRST_SLOT[section]
        size: i64 = SIZE[section]
        row: i64 = self.substitution * TYPES
        index: i64 = 0
        while index < size:
            slot = first + index
            if not pattern >> (4 * index) & 15 and not self.repeats(slot, first, pattern):
                match: i64 = EVERY_FACE
                other: i64 = 0
                while other < size:
                    held: i64 = pattern >> (4 * other) & 15
                    if held and SLOT_GROUP[first + other] == SLOT_GROUP[slot]:
                        match &= STANDS_FOR[row + held - 1]
                    other += 1
                fitting = self.matcher.dice_for(TAKES[self.substitution * 16 + SLOT_DEMAND[slot]], match)
                move: i64 = PLACE + slot * DICE
                while fitting:
                    if fitting & 1:
                        moves.append(move)
                    fitting >>= 1
                    move += 1
            index += 1
        return moves

    def repeats(self, slot: int, first: i64, pattern: i64) -> bool:
        """Whether an earlier free slot of the same section asks for the same."""
        for other in ALIKE[slot]:
            if not pattern >> (4 * (other - first)) & 15:
                return True
        return False
