"""How well a seat stands, for a search that cannot look to the end."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from .content import BOX, CARDS, EMPTY, HAND, ROW, VILLAIN, WEAPON
from .legal import Turn
from .position import REVEALED

_VALUES: Final = BOX.values
_FAMILY: Final = BOX.family


def estimate(turn: Turn, seat: int) -> float:
    """How well a seat stands: its chance to win, and what losing is worth at a larger table."""
    late = 0.0 if turn.infinity else 1.0 - len(turn.deck) / _FULL_DECK
    late = late * late * late
    mine = 0.0
    everybody = 0.0
    for other in range(turn.seats):
        if turn.is_out(other):
            continue
        weight = math.exp(_strength(turn, other, late))
        everybody += weight
        if other == seat:
            mine = weight
    chance = mine / everybody
    losing = 0.5 * (turn.seats - 2) / (turn.seats - 1)  # losers share the second rank
    return chance + (1.0 - chance) * losing


def _strength(turn: Turn, seat: i64, late: float) -> float:
    """A seat's cards weighed as they turned out in many games. ``late`` grows to 1 as the deck runs out: then the
    final battle is near, and what lies in the row is what counts."""
    strength = 0.0
    rows = turn.rows
    slot = seat * ROW
    end = slot + ROW
    while slot < end:
        card: i64 = rows[slot]
        if card != EMPTY:
            if turn.facing[slot] == REVEALED:
                strength += _SHOWN[card] + late * _SHOWN_LATE[card]
            else:
                strength += _HIDDEN[card] + late * _HIDDEN_LATE[card]
        slot += 1
    hands = turn.hands
    index = seat * HAND
    end = index + turn.hand_size[seat]
    while index < end:
        card = hands[index]
        strength += _HELD[card] + late * _HELD_LATE[card]
        index += 1
    if turn.hand_size[seat] == 0:
        strength -= 0.82
    if turn.turn == seat:
        strength += 0.06 + 0.25 * late
    return strength


def _weights(hero: tuple[float, float], weapon: tuple[float, float], villain: float) -> list[float]:
    """By card: a base and so much for each point of value; villains have one weight."""
    weights: list[float] = []
    for card in range(CARDS):
        base, each = weapon if _FAMILY[card] == WEAPON else hero
        weights.append(villain if _FAMILY[card] == VILLAIN else base + each * _VALUES[card])
    return weights


_FULL_DECK: Final = float(CARDS - 12)  # after the deal at a table of two
# Fitted to 136 000 positions of 5000 games between searching and greedy bots (logistic regression on who won).
# A weak card in the row weighs less than nothing: beating it refills the attacker's hand.
_HIDDEN: Final = _weights((-0.34, 0.050), (-0.34, 0.050), 0.66)
_HIDDEN_LATE: Final = _weights((0.0, 0.105), (0.0, 0.105), 1.20)
_SHOWN: Final = _weights((-0.31, 0.031), (-0.31, 0.031), 0.17)
_SHOWN_LATE: Final = _weights((0.30, 0.080), (0.30, 0.080), 0.93)
_HELD: Final = _weights((-0.29, 0.041), (-0.02, 0.020), 0.30)
_HELD_LATE: Final = _weights((-0.44, 0.088), (-0.06, 0.068), 0.57)
