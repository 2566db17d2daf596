"""Sets of dice: one number, one bit a die."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

_HALF: Final = 13  # bits that are counted at once
_LOW: Final = (1 << _HALF) - 1
_ONES: Final = bytes([number.bit_count() for number in range(1 << _HALF)])
LARGEST_SET: Final = 2 * _HALF  # dice


def count_dice(dice: i64) -> i64:
    """How many dice a set has."""
    return _ONES[dice & _LOW] + _ONES[dice >> _HALF]
