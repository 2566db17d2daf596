"""What a play is worth, in numbers: burdens, prices, and the chance that a set is not beaten."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from slugfest.games.custom_heroes.content import HAND, HIGHEST, LOWEST, SETS, VALUES
from slugfest.games.custom_heroes.rules.legal import Turn

# Weights, found by letting many variants of this player play against each other.
GONE: Final = 100.0  # going out
PER_CARD: Final = 0.3
BREAKING: Final = 0.4  # taking cards out of a larger group
LEADING: Final = 0.05  # winning the trick
LEADING_LAST: Final = 0.4  # winning it when one group is left: whoever leads goes out
POWER: Final = 0.1
POINT: Final = 0.6  # a victory point from Spookies
PRICE: Final = [0.3, 2.2, 0.5, 0.4, 0.35, 0.3, 0.3]  # using up a piece, by its ability
_PLENTY: Final = 5  # with fewer groups left than this, pieces and power are worth less and less
_MANY: Final = 5.0


def _burdens() -> list[float]:
    """How hard it is to get rid of a card, by value: low ones only go when one leads."""
    return [min(1.4, max(0.25, 1.46 - 0.075 * value)) for value in range(LOWEST, HIGHEST + 1)]


BURDEN: Final = _burdens()
MOST_RELIEF: Final = 1.4  # no card is a greater burden
MOST_COUNTED: Final = 8  # larger sets are rare


def control_of(value: int, count: int, others: int, descending: bool) -> float:
    """A guess at the chance that none of the others beats a set."""
    height = 3.5 - float(value) if descending else float(value) - 8.5
    return 1.0 / (1.0 + math.exp(-0.6 * height - 0.8 * float(count - 1) + 0.15 * float(others - 1)))


def _controls() -> list[float]:
    """The same, worked out once: by others, direction, count and value."""
    return [
        control_of(value, count, others, descending)
        for others in range(SETS)
        for descending in (False, True)
        for count in range(MOST_COUNTED + 1)
        for value in range(LOWEST, HIGHEST + 1)
    ]


CONTROL: Final = _controls()
ASCENDED_VALUE: Final = HIGHEST + 1  # stands for an Ascended Form, which has no value


def plenty_of(left: i64) -> float:
    """How much pieces and power matter with so many groups left."""
    return float(left) / _MANY if left < _PLENTY else 1.0


def burden(turn: Turn, seat: int) -> float:
    """How far a hand is from being empty: the burdens of its groups."""
    at = [False] * VALUES
    total = 0.0
    for index in range(seat * HAND, seat * HAND + turn.hand_size[seat]):
        value = turn.value[turn.hands[index]] - LOWEST
        if not at[value]:
            at[value] = True
            total += BURDEN[value]
    return total
