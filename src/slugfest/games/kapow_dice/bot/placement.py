"""Placements in the making: boxes that could be filled, what is chosen so far, and the dice it takes (KD-272)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.position.boards import ORDERED
from slugfest.games.kapow_dice.position.demands import FILL_FACES
from slugfest.games.kapow_dice.position.moves import PLAIN_FILL
from slugfest.games.kapow_dice.position.requirements import (
    ACCEPTS,
    CHEAP_FIRST,
    EVERY_FACE,
    FACES,
    MATCHES,
    SUBSTITUTIONS,
)
from slugfest.games.kapow_dice.position.tables import (
    ATTACK_BASE,
    ATTACK_KICKER,
    ATTACK_MULTIPLIER,
    DEFENCE_BASE,
    DEFENCE_COUNTS,
    DEFENCE_KICKER,
    DEFENCE_MULTIPLIER,
    GROUPS_OF,
    NONE,
    PLAYER_SECTIONS,
    SIZE,
    SLOTS_OF,
    copied_slot,
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


_COPIED: Final = [copied_slot(section) for section in range(PLAYER_SECTIONS)]


class Box:
    """A box that could be filled, and for a copying one the face it should copy: what is the same for everybody."""

    section: int
    face: int
    rank: i64
    size: i64
    fights: bool  # it counts for attack or defence
    masks: list[int]  # by slot in the order of asking: types taken
    fresh: list[bool]  # by slot in the order of asking: a new group begins

    def __init__(self, section: int, face: int, substitution: int) -> None:
        self.section = section
        self.face = face
        self.rank = RANK[section]
        self.size = SIZE[section]
        self.fights = RANK[section] != REST or DEFENCE_KICKER[section] > 0
        self.masks = []
        self.fresh = []
        group = NONE
        for slot in ORDERED[section]:
            mask = ACCEPTS[substitution * 16 + SLOTS_OF[section][slot]]
            if face != PLAIN_FILL and slot == _COPIED[section]:
                mask &= 1 << face | 1 << (face + FACES)
            self.masks.append(mask)
            self.fresh.append(GROUPS_OF[section][slot] != group)
            group = GROUPS_OF[section][slot]

    def possible(self, present: i64) -> bool:
        """Whether each slot for itself has some die."""
        for mask in self.masks:
            if mask & present == 0:
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
    """A box that could be filled, and what it is worth to somebody."""

    box: Box
    worth: float  # what it gives beside attack and defence

    def __init__(self, box: Box, worth: float) -> None:
        self.box = box
        self.worth = worth


class Partial:
    """A placement so far: which options, which dice are left, and what it is worth."""

    left: list[int]  # by type
    options: list[int]
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

    def __init__(self) -> None:
        self.left = []
        self.options = []
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
        self.fought = 0.0
        self.score = 0.0

    def copy_into(self, fresh: Partial) -> None:
        """Copy what counts; the dice and the score are the other's own business."""
        fresh.dice = self.dice
        fresh.attack_base = self.attack_base
        fresh.attack_kicker = self.attack_kicker
        fresh.attack_multiplier = self.attack_multiplier
        fresh.defence_base = self.defence_base
        fresh.defence_kicker = self.defence_kicker
        fresh.defence_multiplier = self.defence_multiplier
        fresh.cage = self.cage
        fresh.adrenaline = self.adrenaline
        fresh.worth = self.worth

    def mask(self) -> int:
        """The options chosen, one bit each."""
        mask = 0
        for number in self.options:
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


def take(box: Box, slot: i64, left: list[int], match: i64, row: i64) -> bool:
    """Take the cheapest dice that fill a box out of those left; False leaves everything as it was.

    ``row``: where the fighter's own table of matches begins (KD-25).
    """
    if slot == box.size:
        return True
    mask: i64 = box.masks[slot]
    if box.fresh[slot]:
        match = EVERY_FACE
    for kind in CHEAP_FIRST:
        if mask >> kind & 1 and left[kind] > 0:
            narrowed: i64 = match & MATCHES[row + kind % FACES]
            if narrowed:
                left[kind] -= 1
                if take(box, slot + 1, left, narrowed, row):
                    return True
                left[kind] += 1
    return False
