"""A person's reach: both boards, the tokens lying there and the own halves of cards (KD-101).

Sets of sections that depend on nothing else are computed once and kept as bits, so that "filled Immediates not
announced yet" takes a few machine operations.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from .fitting.demands import DEMAND_OF, FILL_FACES
from .moves import fill_move
from .tables import (
    ADRENALINE,
    AFTER,
    ATTACK_BASE,
    ATTACK_KICKER,
    ATTACK_MULTIPLIER,
    BIT,
    CARD_BIT,
    CHARACTERS,
    COLOURS,
    COPIES,
    CRAVINGS,
    DEFENCE_BASE,
    DEFENCE_COUNTS,
    DEFENCE_KICKER,
    DEFENCE_MULTIPLIER,
    EFFECTS,
    IMMEDIATE,
    MAY,
    NO_LOSS,
    NO_TRAIT,
    NONE,
    ONCE,
    OWN_SECTIONS,
    PLAYER_SECTIONS,
    POW,
    POWER_UP,
    ROW_SECTIONS,
    SECTION_BIT,
    SIZE,
    TIMING,
    TOKEN_SECTIONS,
    TOKENS,
    WEAKEN,
)

NO_CARDS: Final = (1 << CARD_BIT) - 1  # the bits of the boards and tokens
_MOST: Final = 4096  # kept at once; cards make many
_NOTHING: Final[list[int]] = []


def changes_round(section: int) -> bool:
    """Whether a section, once it is revealed, does more than count (KD-110)."""
    lasting = NO_LOSS[section] or NO_TRAIT[section] or CRAVINGS[section] or WEAKEN[section]
    return ONCE[section] != 0 or lasting != 0


class Reach:
    """The sections in a fighter's reach, in the order of the boards, which is that of their bits."""

    key: i64
    sections: list[int]
    by_bit: list[int]  # by bit: the section, or NONE
    picked: dict[int, list[int]]  # by set of sections: the list
    every: i64
    several: i64  # with more than one slot
    empty: i64  # boxes that need no dice; no cards
    immediate: i64  # that one fighter announces alone: no cards
    immediate_cards: i64
    may: i64  # that need not be announced
    adrenaline: i64
    copying: i64
    lasting: i64  # no Immediates
    power_up: i64  # that do something in Power Up, or after it
    after: i64
    this_round: i64  # that change something when the screens go away
    attack_bases: i64
    defence_bases: i64
    attack_extras: i64  # that may count as a kicker or a multiplier
    defence_extras: i64
    # The fill moves in order: the number of the section's bit, of its demand, and the move. Moves are typed Any because
    # an int would be unboxed and boxed again.
    fill_bits: bytes
    fill_demands: bytes
    fill_moves: list[Any]

    def __init__(self, key: i64, sections: list[int]) -> None:
        self.key = key
        self.sections = sections
        self.by_bit = [NONE] * (CARD_BIT + COLOURS)
        self.picked = {}
        self.fill_moves = []
        fill_bits: list[int] = []
        fill_demands: list[int] = []
        every = several = empty = immediate = may = adrenaline = copying = lasting = 0
        power_up = after = this_round = 0
        attack_bases = defence_bases = attack_extras = defence_extras = immediate_cards = 0
        for section in sections:
            bit = 1 << BIT[section]
            self.by_bit[BIT[section]] = section
            every |= bit
            if SIZE[section] > 1:
                several |= bit
            if SIZE[section] == 0 and BIT[section] < CARD_BIT:
                empty |= bit
            if TIMING[section] != IMMEDIATE:
                lasting |= bit
            elif BIT[section] < CARD_BIT:
                immediate |= bit
            else:
                immediate_cards |= bit
            if ATTACK_BASE[section] or section == POW:
                attack_bases |= bit
            if DEFENCE_BASE[section]:
                defence_bases |= bit
            if ATTACK_KICKER[section] or ATTACK_MULTIPLIER[section] or DEFENCE_COUNTS[section]:
                attack_extras |= bit
            if DEFENCE_KICKER[section] or DEFENCE_MULTIPLIER[section]:
                defence_extras |= bit
            if MAY[section]:
                may |= bit
            if EFFECTS[POWER_UP][section]:
                power_up |= bit
            if EFFECTS[AFTER][section]:
                after |= bit
            if changes_round(section):
                this_round |= bit
            if ADRENALINE[section]:
                adrenaline |= bit
                attack_extras |= bit
                defence_extras |= bit
            if section < PLAYER_SECTIONS and SIZE[section] > 0:
                if COPIES[section]:
                    copying |= bit
                for face in FILL_FACES[section]:
                    fill_bits.append(BIT[section])
                    fill_demands.append(DEMAND_OF[section * 8 + face])
                    self.fill_moves.append(fill_move(section, face))
        self.fill_bits = bytes(fill_bits)
        self.fill_demands = bytes(fill_demands)
        self.every = every
        self.several = several
        self.empty = empty
        self.immediate = immediate
        self.immediate_cards = immediate_cards
        self.may = may
        self.adrenaline = adrenaline
        self.copying = copying
        self.lasting = lasting
        self.power_up = power_up
        self.after = after
        self.this_round = this_round
        self.attack_bases = attack_bases
        self.defence_bases = defence_bases
        self.attack_extras = attack_extras
        self.defence_extras = defence_extras

    def holds(self, section: int) -> bool:
        """Whether a section is in reach."""
        return self.by_bit[BIT[section]] == section

    def pick(self, bits: i64) -> list[int]:
        """The sections of a set that are in reach, in the order of the boards. Callers must not change the list."""
        bits &= self.every
        if bits == 0:
            return _NOTHING
        found = self.picked.get(bits)
        if found is None:
            found = [section for section in self.sections if bits & SECTION_BIT[section]]
            if len(self.picked) >= _MOST:
                self.picked.clear()
            self.picked[bits] = found
        return found


_KEPT: Final[dict[int, Reach]] = {}
_ROW_REACHES: Final = [  # by character * (TOKENS + 1) + tokens
    Reach(NONE, [section for row in ROW_SECTIONS[character] for section in row] + TOKEN_SECTIONS[:tokens])
    for character in range(CHARACTERS)
    for tokens in range(TOKENS + 1)
]


OWN_REACHES: Final = [  # by (character + 1) * (TOKENS + 1) + tokens: without cards
    Reach(tokens * 64 + character, OWN_SECTIONS[character] + TOKEN_SECTIONS[:tokens])
    for character in range(CHARACTERS + 1)
    for tokens in range(TOKENS + 1)
]


def rows_with(character: int, tokens: int) -> Reach:
    """The rows of an automated opponent, and the tokens lying there."""
    return _ROW_REACHES[character * (TOKENS + 1) + tokens]


def reach_with(character: int, tokens: int, halves: int) -> Reach:
    """What a character reaches with so many tokens lying there. ``halves``: the sections of the own halves of cards,
    each plus 1, eight bits a colour."""
    if halves == 0:
        return OWN_REACHES[(character + 1) * (TOKENS + 1) + tokens]
    key = (halves * (TOKENS + 1) + tokens) * 64 + character + 1
    found = _KEPT.get(key)
    if found is None:
        sections = OWN_SECTIONS[character + 1] + TOKEN_SECTIONS[:tokens]
        while halves:
            if halves & 255:
                sections.append((halves & 255) - 1)
            halves >>= 8
        found = Reach(key, sections)
        if len(_KEPT) >= _MOST:
            _KEPT.clear()
        _KEPT[key] = found
    return found
