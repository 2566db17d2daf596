"""What a fighter's dice can do as they lie rolled: which slots each fits, and which sections they can fill.

Asked again and again while dice are moved around, so it is worked out once a roll and kept with it. A set of dice is
one number, one bit a die; so is a set of demands (``demands.py``).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .demands import ACCEPTING, DEMAND_BIT, DEMANDS, EVERY_DEMAND, LARGER, NEEDED, STANDING, TYPE_SETS
from .moves import DICE, PLACE
from .reach import Reach
from .requirements import CHEAP_FIRST, EVERY_FACE, FACES, MATCHES, TYPES
from .sets import LARGEST_SET, count_dice
from .tables import (
    BIT,
    COPIES,
    FIRST_SLOT,
    GROUPS_OF,
    PLAYER_SECTIONS,
    SECTION_BIT,
    SIZE,
    SLOT_DEMAND,
    SLOT_GROUP,
)

assert DICE <= LARGEST_SET
_NO_MOVES: Final[list[int]] = []
_MOST_KEPT: Final = 2000  # kept of one roll


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


# ---- placing single dice -----------------------------------------------------------------------------------

# What lies on a section is one number, its *pattern*: four bits a slot, 0 for a free one, else the die's type plus 1.
PATTERN_BITS: Final = 16
assert max(SIZE) * 4 <= PATTERN_BITS
PATTERN_STEP: Final = [  # by slot: what a die of the first type adds
    1 << (4 * (slot - FIRST_SLOT[section]))
    for section in range(PLAYER_SECTIONS)
    for slot in range(FIRST_SLOT[section], FIRST_SLOT[section] + SIZE[section])
]


class Fills:
    """The sections that may be had filled, as moves, while dice lie so."""

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
        """Whether dice lie so again."""
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
    types: list[int]
    by_type: list[int]  # by type: the movable dice
    by_rank: list[int]  # the same by place in CHEAP_FIRST
    by_set: list[int]  # by number of a set of types: the movable dice, or -1 if nobody has asked
    met: dict[int, int]  # by set of dice: the demands it can meet
    places: Places | None  # for the boards that were asked about last
    beside: dict[int, list[int]]  # the same for a section on which some dice lie
    lay_last: list[int]  # by section: how dice lay there when somebody asked last, and what was found
    found_last: list[list[int]]
    fills: Fills | None  # for dice as they lay when somebody asked last (placing.py)
    filled: dict[
        tuple[int, int, int, tuple[int, ...]], list[int] | None
    ]  # where dice lie with a section filled for which others spared some (boards.py)

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
        self.by_rank = [self.by_type[kind] for kind in CHEAP_FIRST]
        self.by_set = [-1] * len(TYPE_SETS)
        self.met = {}
        self.places = None
        self.beside = {}
        self.lay_last = []
        self.found_last = []
        self.fills = None
        self.filled = {}

    def is_for(self, low: i64, high: i64, movable: i64, substitution: i64, count: i64) -> bool:
        """Whether these are still the same dice."""
        return (
            self.low == low
            and self.high == high
            and self.movable == movable
            and self.substitution == substitution
            and self.count == count
        )

    def dice_in(self, number: i64) -> i64:
        """The movable dice of a set of types, by its number."""
        found: i64 = self.by_set[number]
        if found < 0:
            found = 0
            types: i64 = TYPE_SETS[number]
            kind: i64 = 0
            while types:
                if types & 1:
                    found |= self.by_type[kind]
                types >>= 1
                kind += 1
            self.by_set[number] = found
        return found

    def meets(self, demand: i64, dice: i64) -> bool:
        """Whether some of these dice meet a demand (KD-26)."""
        by_set = self.by_set
        for way in NEEDED[self.substitution * DEMANDS + demand]:
            enough = True
            index: i64 = 0
            while index < len(way):
                number: i64 = way[index]
                fitting: i64 = by_set[number]
                if fitting < 0:
                    fitting = self.dice_in(number)
                if count_dice(fitting & dice) < way[index + 1]:
                    enough = False
                    break
                index += 2
            if enough:
                return True
        return False

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
        """The moves that place a die on a section on which others lie: the section before its pattern. Nobody changes
        this list."""
        if not self.lay_last:
            self.lay_last = [0] * PLAYER_SECTIONS
            self.found_last = [_NO_MOVES] * PLAYER_SECTIONS
        section: i64 = lies >> PATTERN_BITS
        if self.lay_last[section] == lies + 1:  # 0: nobody has asked
            return self.found_last[section]
        found = self.beside.get(lies)
        if found is None:
            found = self.list_places(section, lies & ((1 << PATTERN_BITS) - 1))
            if len(self.beside) >= _MOST_KEPT:
                self.beside.clear()
            self.beside[lies] = found
        self.lay_last[section] = lies + 1
        self.found_last[section] = found
        return found

    def list_places(self, section: int, pattern: i64) -> list[int]:
        """Of free slots that demand the same in one group only the first is offered; dice beside it match (KD-22)."""
        moves: list[int] = []
        first: i64 = FIRST_SLOT[section]
        size: i64 = SIZE[section]
        row: i64 = self.substitution * FACES
        index: i64 = 0
        while index < size:
            slot = first + index
            if not pattern >> (4 * index) & 15 and not self.repeats(slot, first, pattern):
                match: i64 = EVERY_FACE
                other: i64 = 0
                while other < size:
                    held: i64 = pattern >> (4 * other) & 15
                    if held and SLOT_GROUP[first + other] == SLOT_GROUP[slot]:
                        # A die that lies beside the slot already matches itself, so it need not be left out.
                        match &= MATCHES[row + (held - 1) % FACES]
                    other += 1
                fitting = self.dice_in(ACCEPTING[self.substitution * 16 + SLOT_DEMAND[slot]])
                if match != EVERY_FACE:
                    fitting &= self.matching(match)
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

    def matching(self, match: i64) -> i64:
        """The movable dice that can stand for one of these faces (KD-22)."""
        found: i64 = 0
        face: i64 = 0
        while match:
            if match & 1:
                found |= self.dice_in(STANDING[self.substitution * FACES + face])
            match >>= 1
            face += 1
        return found

    def keep_filled(self, key: tuple[int, int, int, tuple[int, ...]], where: list[int] | None) -> None:
        if len(self.filled) >= _MOST_KEPT:
            self.filled.clear()
        self.filled[key] = where
