"""What may be done: whose turn it is and every legal move (KC-21 to KC-26, KC-48, KC-80 to KC-83)."""

from __future__ import annotations

from typing import Final

from .content import BOX, CARDS, EMPTY, HAND, ROW, VILLAIN, WEAPON
from .facts import Why
from .moves import ATTACK, BARRICADE, PASS, PLACES, RECRUIT, RECRUIT_FOR, SET_OF, TARGETS
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
        for seat in range(self.seats):
            if self.hand_size[seat] > 0:
                if found:
                    return False
                found = True
        return found

    def moves(self, seat: int) -> list[int]:
        """Every legal move (KC-83). Only the player whose turn it is has any."""
        moves: list[int] = []
        if self.reason or seat != self.turn:
            return moves
        targets = self.targets(seat)
        for attack_set in self.attack_sets(seat):
            base = ATTACK + attack_set * TARGETS
            for target in targets:
                moves.append(base + target)
        self.add_quiet_moves(seat, moves)
        return moves

    def add_quiet_moves(self, seat: int, moves: list[int]) -> None:
        """Every legal move that is no attack."""
        first = seat * HAND
        size = self.hand_size[seat]
        if self.empty_slot(seat) != EMPTY:
            for index in range(first, first + size):
                moves.append(BARRICADE + self.hands[index])
        if self.solo():
            return
        if self.deck:
            if size < HAND:
                moves.append(RECRUIT)
            else:
                for index in range(first, first + size):
                    moves.append(RECRUIT_FOR + self.hands[index])
        if not self.passed >> seat & 1:
            moves.append(PASS)

    def attack_sets(self, seat: int) -> list[int]:
        """The legal attack sets in a hand (KC-24)."""
        sets: list[int] = []
        hands = self.hands
        first = seat * HAND
        end = first + self.hand_size[seat]
        for one in range(first, end):
            card = hands[one]
            base = card * CARDS
            if _FAMILY[card] != WEAPON:
                sets.append(SET_OF[base + card])
            for other in range(one + 1, end):
                combo = SET_OF[base + hands[other]]
                if combo != EMPTY:
                    sets.append(combo)
        return sets

    def targets(self, seat: int) -> list[int]:
        """Every card that may be attacked, as seat*PLACES+place (KC-25)."""
        targets: list[int] = []
        rows = self.rows
        for other in range(self.seats):
            if other == seat:
                continue
            target = other * PLACES
            defended = False
            for slot in range(other * ROW, other * ROW + ROW):
                if rows[slot] != EMPTY:
                    targets.append(target)
                    defended = True
                target += 1
            if not defended:
                for _ in range(self.hand_size[other]):
                    targets.append(target)
                    target += 1
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

    def has_action(self, seat: int) -> bool:
        """Whether a seat has a legal action at all (KC-40)."""
        return not self.only_attack_left(seat) or self.can_attack(seat)

    def only_attack_left(self, seat: int) -> bool:
        """Whether a seat can neither barricade nor recruit nor pass. Everybody can see that."""
        if self.empty_slot(seat) != EMPTY:
            return False
        return (not self.deck and self.passed >> seat & 1 != 0) or self.solo()

    def can_attack(self, seat: int) -> bool:
        """Whether a hand holds anything but weapons (KC-24)."""
        for index in range(seat * HAND, seat * HAND + self.hand_size[seat]):
            if _FAMILY[self.hands[index]] != WEAPON:
                return True
        return False


def beats(first: int, value: int, target: int, hidden_card: bool) -> bool:
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
