"""What may be done: whose turn it is and every legal move (KC-21 to KC-26, KC-48, KC-80 to KC-83)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW, VILLAIN, WEAPON
from slugfest.games.kapow_cards.position.moves import (
    ATTACK,
    ATTACKS,
    BARRICADE,
    PASS,
    PLACES,
    RECRUIT,
    RECRUIT_FOR,
    SET_FIRST,
    SET_OF,
    SET_VALUE,
    TARGETS,
)
from slugfest.games.kapow_cards.position.position import Position
from slugfest.games.kapow_cards.position.rule_facts import Why
from slugfest.kernel import Rng

_VALUES: Final = bytes(BOX.values)  # bytes are read faster than lists
_FAMILY: Final = bytes(BOX.family)
_FAMILIES: Final = WEAPON + 1
# By two families: whether a card of each forms an attack set, a hero with one of its own type or with a weapon (KC-24).
_PAIR: Final = bytes(
    [
        1 if min(one, other) < VILLAIN and (one == other or max(one, other) == WEAPON) else 0
        for one in range(_FAMILIES)
        for other in range(_FAMILIES)
    ]
)
_DIGIT: Final = 4  # bits of a count
_COUNT: Final = (1 << _DIGIT) - 1


class Turn(Position):
    """A position and what the player whose turn it is may do."""

    def actors(self) -> list[int]:
        return [] if self.reason else [self.turn]

    def first_actor(self) -> int:
        return EMPTY if self.reason else self.turn

    def solo(self) -> bool:
        """Only one player has hand cards (KC-48). Somebody else still has defences, or the game would be over."""
        return self.holding & (self.holding - 1) == 0 and self.holding != 0

    def moves(self, seat: int) -> list[int]:
        """Every legal move (KC-83). Only the player whose turn it is has any.

        Hot path: attacks are numbers beyond those that Python keeps ready, so they are made once and listed again and
        again. As Any they go from list to list as they are.
        """
        moves: list[Any] = []
        if self.reason or seat != self.turn:
            return moves
        targets = self.targets(seat)
        for attack_set in self.attack_sets(seat):
            base: i64 = attack_set * TARGETS
            for target in targets:
                moves.append(ATTACKS[base + target])
        self.add_quiet_moves(seat, moves)
        return moves

    def add_quiet_moves(self, seat: i64, moves: list[int]) -> None:
        """Every legal move that is no attack."""
        hands = self.hands
        first = seat * HAND
        size: i64 = self.hand_size[seat]
        end = first + size
        if self.empty_slot(seat) != EMPTY:
            index = first
            while index < end:
                moves.append(BARRICADE + hands[index])
                index += 1
        if self.solo():
            return
        if self.deck:
            if size < HAND:
                moves.append(RECRUIT)
            else:
                index = first
                while index < end:
                    moves.append(RECRUIT_FOR + hands[index])
                    index += 1
        if not self.passed >> seat & 1:
            moves.append(PASS)

    def attack_sets(self, seat: i64) -> list[int]:
        """The legal attack sets in a hand (KC-24)."""
        sets: list[Any] = []
        numbers: list[Any] = SET_OF
        hands = self.hands
        one = seat * HAND
        end = one + self.hand_size[seat]
        while one < end:
            card: i64 = hands[one]
            base = card * CARDS
            other = one  # a card beside itself stands for the card alone
            while other < end:
                place: i64 = base + hands[other]
                if SET_OF[place] != EMPTY:
                    sets.append(numbers[place])
                other += 1
            one += 1
        return sets

    def targets(self, seat: i64) -> list[int]:
        """Every card that may be attacked, as seat*PLACES+place (KC-25)."""
        targets: list[int] = []
        seats: i64 = self.seats
        other: i64 = 0
        while other < seats:
            if other != seat:
                self.add_targets(other, other * PLACES, targets)
            other += 1
        return targets

    def add_targets(self, other: i64, first: i64, targets: list[int]) -> None:
        """Every card of a seat that may be attacked, as ``first`` and its place (KC-25): the row, or else the hand."""
        row = self.row_of(other)
        if row:
            while row:
                if row & 1:
                    targets.append(first)
                row >>= 1
                first += 1
        else:
            first += ROW
            end = first + self.hand_size[other]
            while first < end:
                targets.append(first)
                first += 1

    # ---- one of them, without listing all: quick play has no time for lists ------------------------------------

    def random_move(self, seat: int, rng: Rng) -> int:
        """Any legal move of the player whose turn it is, each as likely as the next."""
        who: i64 = seat
        targets = self.count_targets(who)
        attacks = self.count_attack_sets(who) * targets
        picked = rng.below(attacks + self.count_quiet_moves(who))
        if picked >= attacks:
            return self.quiet_move_at(who, picked - attacks)
        attack_set = self.attack_set_at(who, picked // targets)
        return ATTACK + attack_set * TARGETS + self.target_at(who, picked % targets)

    def count_quiet_moves(self, seat: i64) -> i64:
        """How many :meth:`add_quiet_moves` would add."""
        size: i64 = self.hand_size[seat]
        count: i64 = size if self.empty_slot(seat) != EMPTY else 0
        if self.solo():
            return count
        if self.deck:
            count += 1 if size < HAND else size
        if not self.passed >> seat & 1:
            count += 1
        return count

    def quiet_move_at(self, seat: i64, index: i64) -> i64:
        """One of those that :meth:`add_quiet_moves` would add, by its place among them."""
        first = seat * HAND
        size: i64 = self.hand_size[seat]
        if self.empty_slot(seat) != EMPTY:
            if index < size:
                return BARRICADE + self.hands[first + index]
            index -= size
        if self.deck:
            if size < HAND:
                if index == 0:
                    return RECRUIT
            elif index < size:
                return RECRUIT_FOR + self.hands[first + index]
        return PASS

    def count_attack_sets(self, seat: i64) -> i64:
        """How many attack sets :meth:`attack_sets` would list: counted by family, card after card (KC-24)."""
        count: i64 = 0
        heroes: i64 = 0
        weapons: i64 = 0
        held: i64 = 0  # heroes of each family, a few bits each
        hands = self.hands
        index = seat * HAND
        end = index + self.hand_size[seat]
        while index < end:
            family: i64 = _FAMILY[hands[index]]
            if family == WEAPON:
                count += heroes
                weapons += 1
            elif family == VILLAIN:
                count += 1
            else:
                family *= _DIGIT
                count += 1 + weapons + (held >> family & _COUNT)
                held += 1 << family
                heroes += 1
            index += 1
        return count

    def attack_set_at(self, seat: i64, index: i64) -> i64:
        """One of the attack sets that :meth:`attack_sets` would list, by its place among them."""
        hands = self.hands
        one = seat * HAND
        end = one + self.hand_size[seat]
        while one < end:
            card: i64 = hands[one]
            family: i64 = _FAMILY[card]
            if family != WEAPON:
                if index == 0:
                    return SET_OF[card * CARDS + card]
                index -= 1
            other = one + 1
            while other < end:
                partner: i64 = hands[other]
                if _PAIR[family * _FAMILIES + _FAMILY[partner]]:
                    if index == 0:
                        return SET_OF[card * CARDS + partner]
                    index -= 1
                other += 1
            one += 1
        return EMPTY

    def count_targets(self, seat: i64) -> i64:
        """How many targets :meth:`targets` would list."""
        count: i64 = 0
        seats: i64 = self.seats
        other: i64 = 0
        while other < seats:
            if other != seat:
                row = self.count_row(other)
                count += row or self.hand_size[other]
            other += 1
        return count

    def target_at(self, seat: i64, index: i64) -> i64:
        """One of the targets that :meth:`targets` would list, by its place among them."""
        seats: i64 = self.seats
        other: i64 = 0
        while other < seats:
            if other != seat:
                row = self.count_row(other)
                size: i64 = row or self.hand_size[other]
                if index < size:
                    return other * PLACES + (self.slot_at(other, index) if row else ROW + index)
                index -= size
            other += 1
        return EMPTY

    # ---- when the time is up (KC-89) ---------------------------------------------------------------------------

    def default_move(self, seat: int) -> int:
        """What happens when the time is up (KC-89)."""
        moves = self.moves(seat)
        if PASS in moves:
            return PASS
        if RECRUIT in moves:
            return RECRUIT
        lowest = self.lowest_card(seat)
        if RECRUIT_FOR + lowest in moves:
            return RECRUIT_FOR + lowest
        if BARRICADE + lowest in moves:
            return BARRICADE + lowest
        best = moves[0]
        best_key = (1 << 30, 0, 0, 0)
        for move in moves:
            attack = move - ATTACK
            attack_set = attack // TARGETS
            clockwise = (attack % TARGETS // PLACES - seat) % self.seats
            key = (SET_VALUE[attack_set], SET_FIRST[attack_set], clockwise, attack % PLACES)
            if key < best_key:
                best, best_key = move, key
        return best

    def lowest_card(self, seat: int) -> int:
        """The lowest card of a hand, ties by id order (KC-89)."""
        lowest = self.hands[seat * HAND]
        for index in range(seat * HAND, seat * HAND + self.hand_size[seat]):
            card = self.hands[index]
            if (_VALUES[card], card) < (_VALUES[lowest], lowest):
                lowest = card
        return lowest

    # ---- whether anything is left to do ------------------------------------------------------------------------

    def has_action(self, seat: i64) -> bool:
        """Whether a seat has a legal action at all (KC-40)."""
        return not self.only_attack_left(seat) or self.can_attack(seat)

    def only_attack_left(self, seat: i64) -> bool:
        """Whether a seat can neither barricade nor recruit nor pass. Everybody can see that."""
        if self.empty_slot(seat) != EMPTY:
            return False
        return (not self.deck and self.passed >> seat & 1 != 0) or self.solo()

    def can_attack(self, seat: i64) -> bool:
        """Whether a hand holds anything but weapons (KC-24)."""
        first = seat * HAND
        for card in self.hands[first : first + self.hand_size[seat]]:
            if _FAMILY[card] != WEAPON:
                return True
        return False


def beats(first: i64, value: i64, target: i64, hidden_card: bool) -> bool:
    """Whether an attack succeeds (KC-28, KC-29). ``first`` tells a villain's attack from all others."""
    if _FAMILY[target] == VILLAIN:
        if hidden_card:
            return _FAMILY[first] == VILLAIN
        return value > _VALUES[target]
    return value >= _VALUES[target]


def why_it_ends(value: int, target: int, hidden_card: bool, won: bool) -> Why:
    """Why an attack ends as it does, in a word (KC-28, KC-29)."""
    villain = _FAMILY[target] == VILLAIN
    if villain and hidden_card:
        return "villain-duel" if won else "hidden-villain"
    if value == _VALUES[target]:
        return "villain-tie" if villain else "tie"
    return "higher" if won else "lower"
