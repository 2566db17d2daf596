"""Chance: one small generator whose whole state is one integer.

Multiply-with-carry in base 2**32: the low half of the state is the digit, the high half the carry. Every product
stays below 2**63, so the numbers are the same compiled (machine integers) and interpreted (Python integers).
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

_MULTIPLIER: Final = 1791398085  # multiplier * 2**31 - 1 is prime, so the period is about 2**61
_MASK: Final = 0xFFFFFFFF
RNG_STATES: Final = (_MULTIPLIER << 32) - 2  # states run from 1 to this


class Rng:
    """A source of chance. ``state`` is all there is to know about it."""

    state: i64

    def __init__(self, state: i64 = 1) -> None:
        self.state = state

    def next(self) -> i64:
        """The next 32 random bits."""
        state: i64 = self.state
        state = _MULTIPLIER * (state & _MASK) + (state >> 32)
        self.state = state
        return (state & _MASK) ^ (state >> 32)

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1, each equally likely (n is small beside 2**32)."""
        return (self.next() * n) >> 32

    def shuffle(self, cards: list[int]) -> None:
        """Put a list into random order, in place."""
        i: i64 = len(cards) - 1
        while i > 0:
            j = self.below(i + 1)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card
            i -= 1

    def copy(self) -> Rng:
        return Rng(self.state)

    def fork(self) -> Rng:
        """A new generator seeded from this one, for work that must not disturb this one's sequence."""
        high: i64 = self.next() >> 2
        return Rng(((high << 32) | self.next()) % RNG_STATES + 1)


class LoadedRng(Rng):
    """Chance that falls as it is told: for worked examples ("the card that is hit is the second")."""

    falls: list[int]

    def __init__(self, state: i64 = 1, falls: list[int] | None = None) -> None:
        super().__init__(state)
        self.falls = list(falls) if falls is not None else []

    def below(self, n: i64) -> i64:
        drawn = super().below(n)
        if not self.falls:
            return drawn
        told = self.falls.pop(0)
        if told < 0 or told >= n:
            raise ValueError(
                f"chance was told to fall on {told}, but only 0 to {int(n) - 1} is possible here"
            )
        return told

    def copy(self) -> Rng:
        return LoadedRng(self.state, self.falls)


def seeded(*words: object) -> Rng:
    """A generator for any words: the same words give the same chance, different words unrelated chance."""
    digest = hashlib.sha256("\x1f".join(str(word) for word in words).encode()).digest()
    return Rng(int.from_bytes(digest[:16], "big") % RNG_STATES + 1)


def commitment(secret: str) -> str:
    """The hash of a match's secret: shown when the match starts, checked when the secret is shown at its end."""
    return hashlib.sha256(secret.encode()).hexdigest()
