"""What a seat may know as numbers, for programs that learn (KC-11 to KC-13).

Seats are counted from the one that looks: it is 0, the next one to its left 1, and so on.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.moves import ATTACK, ATTACKS, PLACES, TARGETS, action_count
from slugfest.games.kapow_cards.position.position import FACINGS, REVEALED, Position
from slugfest.games.kapow_cards.rules.legal import Turn
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
        at = _observe_cards(state, seat, into, start)
        at = _observe_rows(state, seat, into, at)
        at = _observe_seats(state, seat, into, at)
        into[at] = len(state.deck)
        if state.infinity:
            into[at + 1] = 1
            into[at + 2] = state.turns * _PARTS // (_TURN_CAP * state.seats)

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
        targets = _targets(state, seat)
        others: i64 = (state.seats - 1) * PLACES
        for attack_set in state.attack_sets(seat):
            base: i64 = attack_set * others
            for target in targets:
                actions.append(ATTACKS[base + target])
        state.add_quiet_moves(seat, actions)
        return actions


def _targets(turn: Turn, seat: i64) -> list[int]:
    """Every card that may be attacked (KC-25), relative to a seat, in the order of :meth:`Turn.targets`."""
    targets: list[int] = []
    seats: i64 = turn.seats
    other: i64 = 0
    while other < seats:
        if other != seat:
            turn.add_targets(other, (_steps(seat, other, seats) - 1) * PLACES, targets)
        other += 1
    return targets


def _relative(state: Battle, seat: i64, target: i64) -> i64:
    """A target relative to a seat: those of the next one to its left come first."""
    relative = target - (seat + 1) * PLACES
    return relative if relative >= 0 else relative + state.seats * PLACES


def _observe_cards(position: Position, seat: i64, into: bytearray, at: i64) -> i64:
    """The own hand, the discard pile and the latest reshuffle."""
    hands = position.hands
    index = seat * HAND
    end = index + position.hand_size[seat]
    while index < end:
        into[at + hands[index]] = 1
        index += 1
    at += CARDS
    for card in position.discard:
        into[at + card] = 1
    at += CARDS
    if position.shuffles:
        latest: i64 = position.shuffles
        index = 0
        while index < CARDS:
            if position.shuffled_in[index] == latest:
                into[at + index] = 1
            index += 1
    return at + CARDS


def _observe_rows(position: Position, seat: i64, into: bytearray, at: i64) -> i64:
    """The rows, from the own one on: the cards that the seat knows, then how all of them lie."""
    seats: i64 = position.seats
    rows = position.rows
    over = position.reason != 0
    lying = at + seats * ROW * CARDS
    other = seat
    while True:
        slot = other * ROW
        end = slot + ROW
        while slot < end:
            card: i64 = rows[slot]
            if card == EMPTY:
                into[lying] = 1
            else:
                facing: i64 = position.facing[slot]
                into[lying + 1 + facing] = 1
                if facing == REVEALED or over or (other == seat and position.knows(seat, slot)):
                    into[at + card] = 1
            at += CARDS
            lying += _WAYS
            slot += 1
        other += 1
        if other == seats:
            other = 0
        if other == seat:
            return lying


def _observe_seats(position: Position, seat: i64, into: bytearray, at: i64) -> i64:
    """What everybody knows of everybody, from the seat itself on."""
    seats: i64 = position.seats
    out = position.out
    passed = position.passed
    skipped = position.skipped
    other = seat
    left: i64 = 0
    while left < seats:
        into[at + left] = position.hand_size[other]
        if position.shuffles:
            into[at + seats + left] = position.fresh[other]
        if out >> other & 1:
            into[at + 3 * seats + left] = 1
        if passed >> other & 1:
            into[at + 4 * seats + left] = 1
        if skipped >> other & 1:
            into[at + 5 * seats + left] = 1
        left += 1
        other += 1
        if other == seats:
            other = 0
    if not position.reason:
        into[at + 2 * seats + _steps(seat, position.turn, seats)] = 1
    if position.last_seat != EMPTY:
        for served in position.last_seats():
            into[at + 6 * seats + _steps(seat, served, seats)] = 1
    return at + 7 * seats


def _steps(seat: i64, other: i64, seats: i64) -> i64:
    """How far to the left of a seat another one sits."""
    return other - seat if other >= seat else other - seat + seats
