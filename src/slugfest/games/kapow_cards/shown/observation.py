"""What a seat may know as numbers, for programs that learn (KC-11 to KC-13).

Seats are counted from the one that looks: it is 0, the next one to its left 1, and so on.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, MOST_CARDS, ROW
from slugfest.games.kapow_cards.position.position import FACINGS, REVEALED, Position
from slugfest.kernel import Field

_WAYS: Final = 1 + len(FACINGS)  # a slot is empty, or its card lies in one of three ways
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


def observation(position: Position, seat: i64) -> bytes:
    """What a seat may know, put together from ready pieces: a byte at a time takes four times as long."""
    told: list[bytes] = []
    bits: i64 = 0
    index = seat * HAND
    end = index + position.hand_size[seat]
    while index < end:
        card: i64 = position.hands[index]
        bits |= _TOP >> (MOST_CARDS - card)
        index += 1
    _tell_cards(bits, told)
    bits = 0
    for discarded in position.discard:
        card = discarded
        bits |= _TOP >> (MOST_CARDS - card)
    _tell_cards(bits, told)
    _tell_cards(_shuffled(position) if position.shuffles else 0, told)
    _tell_rows(position, seat, told)
    _tell_seats(position, seat, told)
    told.append(_NUMBER[len(position.deck)])
    told.append(_NUMBER[1 if position.infinity else 0])
    told.append(_NUMBER[position.turns * _PARTS // (_TURN_CAP * position.seats) if position.infinity else 0])
    return b"".join(told)


def _shuffled(position: Position) -> i64:
    """The cards of the latest reshuffle, one bit each."""
    bits: i64 = 0
    card: i64 = 0
    while card < CARDS:
        if position.shuffled_in[card] == position.shuffles:
            bits |= _TOP >> (MOST_CARDS - card)
        card += 1
    return bits


def _tell_cards(bits: i64, told: list[bytes]) -> None:
    """A set of cards, one bit each."""
    left: i64 = CARDS
    while left > _WIDTH:
        told.append(_MARKS[bits & _ALL])
        bits >>= _WIDTH
        left -= _WIDTH
    told.append(_LAST_MARKS[bits])


def _tell_rows(position: Position, seat: i64, told: list[bytes]) -> None:
    """The rows, from the own one on: the cards that the seat knows, then how all of them lie."""
    seats: i64 = position.seats
    rows = position.rows
    over = position.reason != 0
    ways: list[bytes] = []
    other = seat
    while True:
        slot = other * ROW
        end = slot + ROW
        while slot < end:
            card: i64 = rows[slot]
            if card == EMPTY:
                told.append(_NO_CARD)
                ways.append(_WAY[0])
            else:
                facing: i64 = position.facing[slot]
                known = facing == REVEALED or over or (other == seat and position.knows(seat, slot))
                told.append(_CARD[card] if known else _NO_CARD)
                ways.append(_WAY[1 + facing])
            slot += 1
        other += 1
        if other == seats:
            other = 0
        if other == seat:
            break
    told += ways


def _tell_seats(position: Position, seat: i64, told: list[bytes]) -> None:
    """What everybody knows of everybody, from the seat itself on."""
    seats: i64 = position.seats
    marks = _SEATS[seats]
    _tell_numbers(position.hand_size, seat, seats, told)
    if position.shuffles:
        _tell_numbers(position.fresh, seat, seats, told)
    else:
        told.append(marks[0])
    turn: i64 = 0 if position.reason else 1 << position.turn
    last_round: i64 = 0
    if position.last_seat != EMPTY:
        for other in position.last_seats():
            last_round |= 1 << other
    told.append(marks[_turned(turn, seat, seats)])
    told.append(marks[_turned(position.out, seat, seats)])
    told.append(marks[_turned(position.passed, seat, seats)])
    told.append(marks[_turned(position.skipped, seat, seats)])
    told.append(marks[_turned(last_round, seat, seats)])


def _tell_numbers(numbers: list[int], seat: i64, seats: i64, told: list[bytes]) -> None:
    """A number for each seat."""
    other = seat
    while other < seats:
        told.append(_NUMBER[numbers[other]])
        other += 1
    other = 0
    while other < seat:
        told.append(_NUMBER[numbers[other]])
        other += 1


def _turned(bits: i64, seat: i64, seats: i64) -> i64:
    """A set of seats, one bit each, as a seat counts them: itself first."""
    return (bits >> seat | bits << (seats - seat)) & ((1 << seats) - 1)


# ---- ready pieces ----------------------------------------------------------------------------------------------------


def _marks(width: int) -> list[bytes]:
    """Every set of so many things, by its bits: a byte each, 1 for what is in it."""
    return [bytes([bits >> index & 1 for index in range(width)]) for bits in range(2**width)]


_TOP: Final = 1 << 62  # shifted down, since compiled a shifted 1 has only 32 bits
_WIDTH: Final = 10  # cards told by one piece
_ALL: Final = (1 << _WIDTH) - 1
_MARKS: Final = _marks(_WIDTH)
_LAST_MARKS: Final = _marks(int(CARDS - 1) % _WIDTH + 1)
_SEATS: Final = [_marks(seats) for seats in range(BOX.limits["max_seats"] + 1)]
_NUMBER: Final = [bytes([number]) for number in range(128)]
_CARD: Final = [bytes([1 if card == other else 0 for other in range(CARDS)]) for card in range(CARDS)]
_NO_CARD: Final = bytes(int(CARDS))
_WAY: Final = [bytes([1 if way == other else 0 for other in range(_WAYS)]) for way in range(_WAYS)]
