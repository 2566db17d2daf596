"""A number for each of the four fighters, while a turn is being resolved."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64


@final
class Pool:
    """What each fighter is to get, by slot. Searches resolve millions of turns: these are machine integers, and no list
    is made for them."""

    filled: i64  # slots that were given something, one bit each
    one: i64
    two: i64
    three: i64
    four: i64

    def __init__(self) -> None:
        self.filled = 0
        self.one = 0
        self.two = 0
        self.three = 0
        self.four = 0

    def clear(self) -> None:
        if self.filled:
            self.filled = 0
            self.one = 0
            self.two = 0
            self.three = 0
            self.four = 0

    def at(self, slot: i64) -> i64:
        if slot < 2:
            return self.two if slot else self.one
        return self.four if slot == 3 else self.three

    def add(self, slot: i64, amount: i64) -> None:
        self.pour(1 << slot, amount)

    def pour(self, slots: i64, amount: i64) -> None:
        """Give so much to each of some fighters, one bit a slot."""
        self.filled |= slots
        if slots & 1:
            self.one += amount
        if slots & 2:
            self.two += amount
        if slots & 4:
            self.three += amount
        if slots & 8:
            self.four += amount

    def add_all(self, other: Pool) -> None:
        """Give everybody what another pool has given."""
        if other.filled:
            self.filled |= other.filled
            self.one += other.one
            self.two += other.two
            self.three += other.three
            self.four += other.four

    def take(self, slot: i64) -> i64:
        """What a fighter was given is taken away again."""
        amount = self.at(slot)
        self.add(slot, -amount)
        return amount
