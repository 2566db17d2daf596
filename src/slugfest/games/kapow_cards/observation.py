"""What a seat may know as numbers, for programs that learn (KC-11 to KC-13).

Seats are counted from the one that looks: it is 0, the next one to its left 1, and so on.
"""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Field

from .content import BOX, CARDS, EMPTY, HAND, ROW
from .position import REVEALED, Position

_WAYS: Final = 4  # a slot is empty, or its card lies in one of three ways
_TURN_CAP: Final[int] = BOX.limits["turn_cap_per_seat"]
_PARTS: Final = 100  # of the way to the turn cap


def fields(seats: int) -> list[Field]:
    """What :func:`observe` fills in, in its order."""
    return [
        Field("hand", [CARDS], 1, "own hand"),
        Field("discard", [CARDS], 1, "discard pile"),
        Field("shuffled", [CARDS], 1, "cards of the latest reshuffle"),
        Field("row", [seats, ROW, CARDS], 1, "defence cards that this seat knows"),
        Field("facing", [seats, ROW, _WAYS], 1, "slots: empty, dealt, barricaded, revealed"),
        Field("hand_size", [seats], HAND, "cards in hand"),
        Field("fresh", [seats], ROW + HAND, "cards of the latest reshuffle in the hand or hidden since"),
        Field("turn", [seats], 1, "whose turn it is"),
        Field("out", [seats], 1, "knocked out"),
        Field("passed", [seats], 1, "passed in the own last turn"),
        Field("skipped", [seats], 1, "skipped in the last round: holds weapons alone"),
        Field("last_round", [seats], 1, "still to be served in the last round"),
        Field("deck", [1], CARDS, "cards in the deck"),
        Field("infinity", [1], 1, "To Infinity! instead of Fallen Heroes"),
        Field("time", [1], _PARTS, "of To Infinity!: hundredths of the turns that may be played"),
    ]


def observe(position: Position, seat: int, into: bytearray, start: int) -> None:
    """Fill in what a seat may know."""
    for index in range(seat * HAND, seat * HAND + position.hand_size[seat]):
        into[start + position.hands[index]] = 1
    start += CARDS
    for card in position.discard:
        into[start + card] = 1
    start += CARDS
    if position.shuffles:
        for card in range(CARDS):
            if position.shuffled_in[card] == position.shuffles:
                into[start + card] = 1
    start = _observe_rows(position, seat, into, start + CARDS)
    _observe_seats(position, seat, into, start)
    start += 7 * position.seats
    into[start] = len(position.deck)
    if position.infinity:
        into[start + 1] = 1
        into[start + 2] = position.turns * _PARTS // (_TURN_CAP * position.seats)


def _observe_rows(position: Position, seat: int, into: bytearray, start: int) -> int:
    """The rows, from the own one on; where what comes after them begins."""
    seats = position.seats
    rows = position.rows
    ways = start + seats * ROW * CARDS
    over = position.reason != 0
    other = seat
    for _ in range(seats):
        mine = other == seat
        for slot in range(other * ROW, other * ROW + ROW):
            card = rows[slot]
            if card == EMPTY:
                into[ways] = 1
            else:
                facing = position.facing[slot]
                into[ways + 1 + facing] = 1
                if facing == REVEALED or over or (mine and position.knows(seat, slot)):
                    into[start + card] = 1
            start += CARDS
            ways += _WAYS
        other += 1
        if other == seats:
            other = 0
    return ways


def _observe_seats(position: Position, seat: int, into: bytearray, start: int) -> None:
    """What everybody knows of everybody."""
    seats = position.seats
    for left in range(seats):
        other = (seat + left) % seats
        into[start + left] = position.hand_size[other]
        if position.shuffles:
            into[start + seats + left] = position.fresh[other]
        if position.out >> other & 1:
            into[start + 3 * seats + left] = 1
        if position.passed >> other & 1:
            into[start + 4 * seats + left] = 1
        if position.skipped >> other & 1:
            into[start + 5 * seats + left] = 1
    if not position.reason:
        into[start + 2 * seats + (position.turn - seat) % seats] = 1
    if position.last_seat != EMPTY:
        for other in position.last_seats():
            into[start + 6 * seats + (other - seat) % seats] = 1
