"""What may be done: whose turn it is and every legal move (KC-21 to KC-26, KC-48, KC-80 to KC-83)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from .content import BOX, CARDS, EMPTY, HAND, ROW, VILLAIN, WEAPON
from .facts import Why
from .moves import ATTACK, ATTACKS, BARRICADE, PASS, PLACES, RECRUIT, RECRUIT_FOR, SET_OF, TARGETS
from .position import Position

_VALUES: Final = BOX.values
_FAMILY: Final = BOX.family


class Turn(Position):
    """A position and what the player whose turn it is may do."""

    def actors(self) -> list[int]:
        return [] if self.reason else [self.turn]

    def solo(self) -> bool:
        """Only one player has hand cards (KC-48). Somebody else still has defences, or the game would be over."""
        found = False
        for size in self.hand_size:
            if size > 0:
                if found:
                    return False
                found = True
        return found

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
            if _FAMILY[card] != WEAPON:
                sets.append(numbers[base + card])
            one += 1
            other = one
            while other < end:
                place: i64 = base + hands[other]
                if SET_OF[place] != EMPTY:
                    sets.append(numbers[place])
                other += 1
        return sets

    def targets(self, seat: i64) -> list[int]:
        """Every card that may be attacked, as seat*PLACES+place (KC-25)."""
        targets: list[int] = []
        rows = self.rows
        seats: i64 = self.seats
        other: i64 = 0
        while other < seats:
            if other != seat:
                target = other * PLACES
                slot = other * ROW
                end = slot + ROW
                defended = False
                while slot < end:
                    if rows[slot] != EMPTY:
                        targets.append(target)
                        defended = True
                    target += 1
                    slot += 1
                if not defended:
                    end = target + self.hand_size[other]
                    while target < end:
                        targets.append(target)
                        target += 1
            other += 1
        return targets

    def action_of(self, seat: int, move: int) -> int:
        """A move as this seat counts them: a target is told from its own seat, and only those at the table count."""
        if move < ATTACK:
            return move
        target = (move - ATTACK) % TARGETS
        others = (self.seats - 1) * PLACES
        left = (target // PLACES - seat - 1) % self.seats
        return ATTACK + (move - ATTACK) // TARGETS * others + left * PLACES + target % PLACES

    def move_of(self, seat: int, action: int) -> int:
        if action < ATTACK:
            return action
        others = (self.seats - 1) * PLACES
        target = (action - ATTACK) % others
        other = (seat + 1 + target // PLACES) % self.seats
        return ATTACK + (action - ATTACK) // others * TARGETS + other * PLACES + target % PLACES

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
