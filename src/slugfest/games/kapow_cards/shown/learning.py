"""What a seat may know as numbers, for programs that learn (KC-11 to KC-13).

Seats are counted from the one that looks: it is 0, the next one to its left 1, and so on.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, MOST_CARDS, ROW
from slugfest.games.kapow_cards.position.moves import ATTACK, ATTACKS, PLACES, TARGETS, action_count
from slugfest.games.kapow_cards.position.position import FACINGS, REVEALED, Position
from slugfest.kernel import Field, Game, Learning, Options

_WAYS: Final = 1 + len(FACINGS)  # a slot is empty, or its card lies in one of three ways
_TURN_CAP: Final[int] = BOX.limits["turn_cap_per_seat"]
_PARTS: Final = 100  # of the way to the turn cap


class CardsLearning(Learning[Battle]):
    def fields(self, seats: int, options: Options) -> list[Field]:
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

    def observe(self, state: Battle, seat: int, into: bytearray, start: int) -> None:
        numbers = _observation(state, seat)
        into[start : start + len(numbers)] = numbers

    def observation(self, state: Battle, seat: int, size: int) -> bytes:
        return _observation(state, seat)

    def action_count(self, game: Game, seats: int, options: Options) -> int:
        """Attacks at the others at this table, and no more."""
        return action_count(seats)

    def action_of(self, state: Battle, seat: int, move: int) -> int:
        """A target counts from the own seat, and only those at the table count."""
        if move < ATTACK:
            return move
        attack: i64 = move - ATTACK
        others: i64 = (state.seats - 1) * PLACES
        return ATTACK + attack // TARGETS * others + _relative(state, seat, attack % TARGETS)

    def move_of(self, state: Battle, seat: int, action: int) -> int:
        if action < ATTACK:
            return action
        attack: i64 = action - ATTACK
        seats: i64 = state.seats
        others = (seats - 1) * PLACES
        target = (attack % others + (seat + 1) * PLACES) % (seats * PLACES)
        return ATTACK + attack // others * TARGETS + target

    def actions(self, state: Battle, seat: int) -> list[int]:
        actions: list[Any] = []
        if state.reason or seat != state.turn:
            return actions
        targets: list[int] = []
        for target in state.targets(seat):
            targets.append(_relative(state, seat, target))
        others: i64 = (state.seats - 1) * PLACES
        for attack_set in state.attack_sets(seat):
            base: i64 = attack_set * others
            for target in targets:
                actions.append(ATTACKS[base + target])
        state.add_quiet_moves(seat, actions)
        return actions


def _relative(state: Battle, seat: i64, target: i64) -> i64:
    """A target relative to a seat: those of the next one to its left come first."""
    relative = target - (seat + 1) * PLACES
    return relative if relative >= 0 else relative + state.seats * PLACES


def _observation(position: Position, seat: i64) -> bytes:
    """What a seat may know, put together from ready pieces: a byte at a time takes four times as long."""
    parts: list[bytes] = []
    bits: i64 = 0
    index = seat * HAND
    end = index + position.hand_size[seat]
    while index < end:
        card: i64 = position.hands[index]
        bits |= _TOP >> (MOST_CARDS - card)
        index += 1
    _add_cards(bits, parts)
    bits = 0
    for discarded in position.discard:
        card = discarded
        bits |= _TOP >> (MOST_CARDS - card)
    _add_cards(bits, parts)
    _add_cards(_shuffled(position) if position.shuffles else 0, parts)
    _add_rows(position, seat, parts)
    _add_seats(position, seat, parts)
    parts.append(_NUMBER[len(position.deck)])
    parts.append(_NUMBER[1 if position.infinity else 0])
    parts.append(_NUMBER[position.turns * _PARTS // (_TURN_CAP * position.seats) if position.infinity else 0])
    return b"".join(parts)


def _shuffled(position: Position) -> i64:
    """The cards of the latest reshuffle, one bit each."""
    bits: i64 = 0
    card: i64 = 0
    while card < CARDS:
        if position.shuffled_in[card] == position.shuffles:
            bits |= _TOP >> (MOST_CARDS - card)
        card += 1
    return bits


def _add_cards(bits: i64, parts: list[bytes]) -> None:
    """A set of cards, one bit each."""
    left: i64 = CARDS
    while left > _WIDTH:
        parts.append(_MARKS[bits & _ALL])
        bits >>= _WIDTH
        left -= _WIDTH
    parts.append(_LAST_MARKS[bits])


def _add_rows(position: Position, seat: i64, parts: list[bytes]) -> None:
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
                parts.append(_NO_CARD)
                ways.append(_WAY[0])
            else:
                facing: i64 = position.facing[slot]
                known = facing == REVEALED or over or (other == seat and position.knows(seat, slot))
                parts.append(_CARD[card] if known else _NO_CARD)
                ways.append(_WAY[1 + facing])
            slot += 1
        other += 1
        if other == seats:
            other = 0
        if other == seat:
            break
    parts += ways


def _add_seats(position: Position, seat: i64, parts: list[bytes]) -> None:
    """What everybody knows of everybody, from the seat itself on."""
    seats: i64 = position.seats
    marks = _SEATS[seats]
    _add_numbers(position.hand_size, seat, seats, parts)
    if position.shuffles:
        _add_numbers(position.fresh, seat, seats, parts)
    else:
        parts.append(marks[0])
    turn: i64 = 0 if position.reason else 1 << position.turn
    last_round: i64 = 0
    if position.last_seat != EMPTY:
        for other in position.last_seats():
            last_round |= 1 << other
    parts.append(marks[_turned(turn, seat, seats)])
    parts.append(marks[_turned(position.out, seat, seats)])
    parts.append(marks[_turned(position.passed, seat, seats)])
    parts.append(marks[_turned(position.skipped, seat, seats)])
    parts.append(marks[_turned(last_round, seat, seats)])


def _add_numbers(numbers: list[int], seat: i64, seats: i64, parts: list[bytes]) -> None:
    """A number for each seat."""
    other = seat
    while other < seats:
        parts.append(_NUMBER[numbers[other]])
        other += 1
    other = 0
    while other < seat:
        parts.append(_NUMBER[numbers[other]])
        other += 1


def _turned(bits: i64, seat: i64, seats: i64) -> i64:
    """A set of seats, one bit each, as a seat counts them: itself first."""
    return (bits >> seat | bits << (seats - seat)) & ((1 << seats) - 1)


# ---- ready pieces ----------------------------------------------------------------------------------------------------


def _marks(width: int) -> list[bytes]:
    """Every set of so many things, by its bits: a byte each, 1 for what is in it."""
    return [bytes([bits >> index & 1 for index in range(width)]) for bits in range(2**width)]


_TOP: Final = 1 << 62  # shifted down, since compiled a shifted 1 has only 32 bits
_WIDTH: Final = 10  # cards in one piece
_ALL: Final = (1 << _WIDTH) - 1
_MARKS: Final = _marks(_WIDTH)
_LAST_MARKS: Final = _marks(int(CARDS - 1) % _WIDTH + 1)
_SEATS: Final = [_marks(seats) for seats in range(BOX.limits["max_seats"] + 1)]
_NUMBER: Final = [bytes([number]) for number in range(128)]
_CARD: Final = [bytes([1 if card == other else 0 for other in range(CARDS)]) for card in range(CARDS)]
_NO_CARD: Final = bytes(int(CARDS))
_WAY: Final = [bytes([1 if way == other else 0 for other in range(_WAYS)]) for way in range(_WAYS)]
