"""Parts of the placement search: boxes that could be filled, partial placements, and plans (KD-272)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.position.fitting.demands import FILL_FACES, PREPARED, fill_key
from slugfest.games.kapow_dice.position.moves import FILL
from slugfest.games.kapow_dice.position.requirements import SUBSTITUTIONS
from slugfest.games.kapow_dice.position.tables import (
    ADRENALINE,
    ATTACK_BASE,
    ATTACK_KICKER,
    ATTACK_MULTIPLIER,
    BIT,
    CARD_BIT,
    COPIES,
    DEFENCE_BASE,
    DEFENCE_COUNTS,
    DEFENCE_KICKER,
    DEFENCE_MULTIPLIER,
    NONE,
    PLAYER_SECTIONS,
    SECTION_BIT,
    SIZE,
)

# The order of the boxes in a plan. Bases come first: what rests on them has no worth before.
ATTACK_BASES: Final = 0
ATTACK_MULTIPLIERS: Final = 1
ATTACK_KICKERS: Final = 2
DEFENCE_BASES: Final = 3
DEFENCE_MULTIPLIERS: Final = 4
DEFENCE_KICKERS: Final = 5
REST: Final = 6
RANKS: Final = 7


def _rank(section: int) -> int:
    if ATTACK_BASE[section]:
        return ATTACK_BASES
    if ATTACK_MULTIPLIER[section]:
        return ATTACK_MULTIPLIERS
    if ATTACK_KICKER[section] or DEFENCE_COUNTS[section]:
        return ATTACK_KICKERS
    if DEFENCE_BASE[section]:
        return DEFENCE_BASES
    if DEFENCE_MULTIPLIER[section]:
        return DEFENCE_MULTIPLIERS
    if DEFENCE_KICKER[section]:
        return DEFENCE_KICKERS
    return REST


RANK: Final = [_rank(section) for section in range(PLAYER_SECTIONS)]


class Box:
    """A box that could be filled, and for a copying one the face it should copy: what is the same for everybody."""

    section: int
    bit: i64  # of the section
    face: int
    rank: i64
    size: i64
    fights: bool  # it counts for attack or defence
    plain: bool  # it neither does nor copies a face
    copies: bool
    attack_base: i64  # what it adds to attack and defence
    attack_kicker: i64
    attack_multiplier: i64
    defence_base: i64
    defence_kicker: i64
    defence_multiplier: i64
    cage: bool
    adrenaline: i64
    slots: list[int]  # in the order in which the matcher tries them

    def __init__(self, section: int, face: int, substitution: int) -> None:
        self.section = section
        self.bit = SECTION_BIT[section]
        self.face = face
        self.rank = RANK[section]
        self.size = SIZE[section]
        self.fights = RANK[section] != REST or DEFENCE_KICKER[section] > 0
        self.copies = COPIES[section]
        self.plain = not self.fights and not self.copies
        self.attack_base = ATTACK_BASE[section]
        self.attack_kicker = ATTACK_KICKER[section]
        self.attack_multiplier = ATTACK_MULTIPLIER[section]
        self.defence_base = DEFENCE_BASE[section]
        self.defence_kicker = DEFENCE_KICKER[section]
        self.defence_multiplier = DEFENCE_MULTIPLIER[section]
        self.cage = DEFENCE_COUNTS[section] > 0
        self.adrenaline = ADRENALINE[section]
        self.slots = PREPARED[fill_key(substitution, section, face)]

    def possible(self, present: i64) -> bool:
        """Whether each slot for itself has some die. ``present``: the ranks of which there are dice."""
        for slot in self.slots:
            if slot & present == 0:
                return False
        return True


def _boxes() -> list[list[Box]]:
    """By substitution * sections + section: the box, or one for each face that it may copy."""
    found: list[list[Box]] = []
    for substitution in range(len(SUBSTITUTIONS)):
        for section in range(PLAYER_SECTIONS):
            found.append([Box(section, face, substitution) for face in FILL_FACES[section]])
    return found


BOXES: Final = _boxes()


class Option:
    """A box that could be filled, and what it is worth to a fighter."""

    box: Box
    worth: float  # what it gives beside attack and defence

    def __init__(self, box: Box, worth: float) -> None:
        self.box = box
        self.worth = worth


class Partial:
    """A placement so far: which options, which dice are left, and what it is worth."""

    before: Partial | None  # what it adds an option to
    number: int  # of that option
    listed: list[int] | None  # all its options, once listed
    left: i64  # dice, one bit each
    dice: i64
    attack_base: i64
    attack_kicker: i64
    attack_multiplier: i64
    defence_base: i64
    defence_kicker: i64
    defence_multiplier: i64
    cage: bool  # defence kickers count for the attack, too
    adrenaline: i64
    worth: float
    fought: float  # what its attack and its defence are worth
    score: float

    def __init__(self, before: Partial | None = None, number: int = NONE) -> None:
        """Nothing, or what another one is before one more option counts."""
        self.before = before
        self.number = number
        self.listed = None
        self.left = 0
        self.fought = 0.0
        self.score = 0.0
        if before is None:
            self.dice = 0
            self.attack_base = 0
            self.attack_kicker = 0
            self.attack_multiplier = 1
            self.defence_base = 0
            self.defence_kicker = 0
            self.defence_multiplier = 1
            self.cage = False
            self.adrenaline = 0
            self.worth = 0.0
        else:
            self.dice = before.dice
            self.attack_base = before.attack_base
            self.attack_kicker = before.attack_kicker
            self.attack_multiplier = before.attack_multiplier
            self.defence_base = before.defence_base
            self.defence_kicker = before.defence_kicker
            self.defence_multiplier = before.defence_multiplier
            self.cage = before.cage
            self.adrenaline = before.adrenaline
            self.worth = before.worth

    def options(self) -> list[int]:
        """The numbers of the options chosen, in their order. Callers must not change the list."""
        found = self.listed
        if found is None:
            found = [] if self.before is None else [*self.before.options(), self.number]
            self.listed = found
        return found

    def mask(self) -> int:
        """The options chosen, one bit each."""
        mask = 0
        for number in self.options():
            mask |= 1 << number
        return mask

    def attack(self) -> i64:
        if self.attack_base == 0:
            return 0
        kicker: i64 = self.attack_kicker
        if self.cage:
            kicker += self.defence_kicker
        return (self.attack_base + kicker) * self.attack_multiplier

    def defence(self) -> i64:
        if self.defence_base == 0:
            return 0
        return (self.defence_base + self.defence_kicker) * self.defence_multiplier


class Plan:
    """A placement as moves, in canonical order: fill the boxes, choose modes, get ready."""

    moves: list[int]
    boxes: i64  # that it fills, one bit each
    dice: i64  # that it takes
    plain: bool  # none of them copies a face or is a half of a Team-Up card
    steps: dict[tuple[int, ...], list[int]] | None  # moves offered, by where dice lie (greedy.py)

    def __init__(self, moves: list[int]) -> None:
        self.moves = moves
        self.steps = None
        self.boxes = 0
        self.dice = 0
        self.plain = True
        for move in moves:
            if move >= FILL:
                section: i64 = (move - FILL) >> 3
                self.boxes |= SECTION_BIT[section]
                self.dice += SIZE[section]
                if COPIES[section] or BIT[section] >= CARD_BIT:
                    self.plain = False
