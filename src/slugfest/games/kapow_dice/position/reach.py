"""What lies within a person's reach: both boards, the tokens lying there and the own halves of cards (KD-101).

Everything that depends only on which sections these are is worked out once and kept as sets of bits, so that the rules
ask for "filled Immediates not announced yet" with a few machine operations.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .tables import (
    ADRENALINE,
    BIT,
    CARD_BIT,
    CHARACTERS,
    IMMEDIATE,
    MAY,
    NONE,
    OWN_SECTIONS,
    ROW_SECTIONS,
    SECTION_BIT,
    SIZE,
    TIMING,
    TOKEN_SECTIONS,
    TOKENS,
)

_MOST: Final = 4096  # kept at once; cards make many
_NOTHING: Final[list[int]] = []


class Reach:
    """The sections in somebody's reach, in the order of the boards, which is that of their bits."""

    key: int
    sections: list[int]
    picked: dict[int, list[int]]  # by set, where somebody has asked: its sections
    every: i64
    several: i64  # with more than one slot
    empty: i64  # boxes that need no dice; no cards
    immediate: i64  # that one fighter announces alone: no cards
    may: i64  # that need not be announced
    adrenaline: i64

    def __init__(self, key: int, sections: list[int]) -> None:
        self.key = key
        self.sections = sections
        self.picked = {}
        every = several = empty = immediate = may = adrenaline = 0
        for section in sections:
            bit = 1 << BIT[section]
            every |= bit
            if SIZE[section] > 1:
                several |= bit
            if SIZE[section] == 0 and BIT[section] < CARD_BIT:
                empty |= bit
            if TIMING[section] == IMMEDIATE and BIT[section] < CARD_BIT:
                immediate |= bit
            if MAY[section]:
                may |= bit
            if ADRENALINE[section]:
                adrenaline |= bit
        self.every = every
        self.several = several
        self.empty = empty
        self.immediate = immediate
        self.may = may
        self.adrenaline = adrenaline

    def pick(self, bits: i64) -> list[int]:
        """The sections of a set that are in reach, in the order of the boards. Nobody changes this list."""
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


def rows_with(character: int, tokens: int) -> Reach:
    """The rows of an automated opponent, and the tokens lying there."""
    return _ROW_REACHES[character * (TOKENS + 1) + tokens]


def reach_with(character: int, tokens: int, halves: int) -> Reach:
    """What a character reaches with so many tokens lying there. ``halves``: the sections of the own halves of cards,
    each plus 1, eight bits a colour."""
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
