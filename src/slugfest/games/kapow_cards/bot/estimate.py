"""How well a seat stands, for a search that cannot look to the end."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, HERE, ROW, VILLAIN, WEAPON
from slugfest.games.kapow_cards.position.position import REVEALED
from slugfest.games.kapow_cards.rules.legal import Turn
from slugfest.kernel import read_weights

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
        strength += _WORTH.empty_hand
    if turn.turn == seat:
        strength += _WORTH.turn + _WORTH.turn_late * late
    return strength


# ---- the numbers -----------------------------------------------------------------------------------------------------

_FULL_DECK: Final = float(CARDS - 12)  # after the deal at a table of two
_PLACES: Final = ["hidden", "shown", "held"]
_BY_PLACE: Final = [
    ["", "_each", "_villain", "_late", "_late_each", "_late_villain"],
    ["", "_each", "_villain", "_late", "_late_each", "_late_villain"],
    [
        *("", "_each", "_weapon", "_weapon_each", "_villain"),
        *("_late", "_late_each", "_late_weapon", "_late_weapon_each", "_late_villain"),
    ],
]
KEYS: Final = [place + key for place, keys in zip(_PLACES, _BY_PLACE) for key in keys] + [
    "empty_hand",
    "turn",
    "turn_late",
]
WEIGHTS: Final = read_weights(HERE / "estimate.toml", "cards", KEYS)

# By card; filled by `weigh`.
_HIDDEN: Final = [0.0] * CARDS
_HIDDEN_LATE: Final = [0.0] * CARDS
_SHOWN: Final = [0.0] * CARDS
_SHOWN_LATE: Final = [0.0] * CARDS
_HELD: Final = [0.0] * CARDS
_HELD_LATE: Final = [0.0] * CARDS


class _Worth:
    """What is worth something besides cards."""

    def __init__(self) -> None:
        self.empty_hand = 0.0
        self.turn = 0.0
        self.turn_late = 0.0


_WORTH: Final = _Worth()


def weigh(values: list[float]) -> None:
    """Weigh by these numbers from now on."""
    for card in range(CARDS):
        _HIDDEN[card] = _weight(card, values, 0, False)
        _HIDDEN_LATE[card] = _weight(card, values, 3, False)
        _SHOWN[card] = _weight(card, values, 6, False)
        _SHOWN_LATE[card] = _weight(card, values, 9, False)
        _HELD[card] = _weight(card, values, 12, True)
        _HELD_LATE[card] = _weight(card, values, 17, True)
    _WORTH.empty_hand = values[22]
    _WORTH.turn = values[23]
    _WORTH.turn_late = values[24]


def _weight(card: int, values: list[float], first: int, apart: bool) -> float:
    """A base and so much for each point of value; villains have one weight. ``apart``: weapons have weights of their
    own."""
    if _FAMILY[card] == VILLAIN:
        return values[first + 4 if apart else first + 2]
    if apart and _FAMILY[card] == WEAPON:
        first += 2
    return values[first] + values[first + 1] * _VALUES[card]


weigh(WEIGHTS.values)


# ---- for a fit -------------------------------------------------------------------------------------------------------


def terms(turn: Turn) -> list[list[float]]:
    """By seat: how often each of the numbers counts. Whoever is out has no chance, and no row can say so."""
    late = 0.0 if turn.infinity else 1.0 - len(turn.deck) / _FULL_DECK
    late = late * late * late
    rows: list[list[float]] = []
    for seat in range(turn.seats):
        if turn.is_out(seat):
            return []
        row = [0.0] * len(KEYS)
        for slot in range(seat * ROW, seat * ROW + ROW):
            if turn.rows[slot] != EMPTY:
                _count(row, turn.rows[slot], 6 if turn.facing[slot] == REVEALED else 0, 3, late)
        for index in range(seat * HAND, seat * HAND + turn.hand_size[seat]):
            _count(row, turn.hands[index], 12, 5, late)
        row[22] = 1.0 if turn.hand_size[seat] == 0 else 0.0
        if turn.turn == seat:
            row[23] = 1.0
            row[24] = late
        rows.append(row)
    return rows


def _count(row: list[float], card: int, first: int, width: int, late: float) -> None:
    if _FAMILY[card] == VILLAIN:
        row[first + width - 1] += 1.0
        row[first + 2 * width - 1] += late
        return
    at = first + 2 if width == 5 and _FAMILY[card] == WEAPON else first
    row[at] += 1.0
    row[at + 1] += _VALUES[card]
    row[at + width] += late
    row[at + width + 1] += late * _VALUES[card]
