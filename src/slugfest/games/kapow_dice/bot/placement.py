"""Placements in the making: boxes that could be filled, what is chosen so far, and the dice it takes (KD-272)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.position.boards import ORDERED
from slugfest.games.kapow_dice.position.moves import PLAIN_FILL
from slugfest.games.kapow_dice.position.requirements import (
    ACCEPTS,
    CHEAP_FIRST,
    EVERY_FACE,
    FACES,
    MATCHES,
    TYPES,
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


class Option:
    """A box that could be filled, and for a copying one the face it should copy."""

    section: int
    face: int
    rank: int
    size: int
    masks: list[int]  # by slot in the order of asking: types taken
    fresh: list[bool]  # by slot in the order of asking: a new group begins
    worth: float  # what it gives beside attack and defence

    def __init__(self, section: int, face: int, substitution: int, worth: float) -> None:
        self.section = section
        self.face = face
        self.rank = RANK[section]
        self.size = SIZE[section]
        self.masks = []
        self.fresh = []
        self.worth = worth
        group = NONE
        for slot in ORDERED[section]:
            mask = ACCEPTS[substitution * 16 + SLOTS_OF[section][slot]]
            if face != PLAIN_FILL and slot == _COPIED[section]:
                mask &= 1 << face | 1 << (face + FACES)
            self.masks.append(mask)
            self.fresh.append(GROUPS_OF[section][slot] != group)
            group = GROUPS_OF[section][slot]

    def possible(self, present: int) -> bool:
        """Whether each slot for itself has some die."""
        for mask in self.masks:
            if mask & present == 0:
                return False
        return True


class Partial:
    """A placement so far: which options, which dice are left, and what it is worth."""

    left: list[int]  # by type
    options: list[int]
    dice: int
    attack_base: int
    attack_kicker: int
    attack_multiplier: int
    defence_base: int
    defence_kicker: int
    defence_multiplier: int
    cage: bool  # defence kickers count for the attack, too
    adrenaline: int
    worth: float
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
        self.score = 0.0

    def copy(self) -> Partial:
        fresh = Partial()
        fresh.left = self.left
        fresh.options = self.options
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
        return fresh

    def mask(self) -> int:
        """The options chosen, one bit each."""
        mask = 0
        for number in self.options:
            mask |= 1 << number
        return mask

    def attack(self) -> int:
        if self.attack_base == 0:
            return 0
        kicker = self.attack_kicker + (self.defence_kicker if self.cage else 0)
        return (self.attack_base + kicker) * self.attack_multiplier

    def defence(self) -> int:
        return (self.defence_base + self.defence_kicker) * self.defence_multiplier if self.defence_base else 0


def take(option: Option, slot: int, left: list[int], match: int, row: int) -> bool:
    """Take the cheapest dice that fill a box out of those left; False leaves everything as it was.

    ``row``: where the fighter's own table of matches begins (KD-25).
    """
    if slot == option.size:
        return True
    mask = option.masks[slot]
    if option.fresh[slot]:
        match = EVERY_FACE
    for preference in range(TYPES):
        kind = CHEAP_FIRST[preference]
        if left[kind] > 0 and mask >> kind & 1:
            narrowed = match & MATCHES[row + kind % FACES]
            if narrowed:
                left[kind] -= 1
                if take(option, slot + 1, left, narrowed, row):
                    return True
                left[kind] += 1
    return False
