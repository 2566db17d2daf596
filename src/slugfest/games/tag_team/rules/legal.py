"""What may be done: who decides and every legal move (TT-210)."""

from __future__ import annotations

from mypy_extensions import i64

from slugfest.games.tag_team.content import DRAW, NONE, POSITIONS
from slugfest.games.tag_team.position.moves import CHOOSE, DISCARD, FIRST, INSERT, PICK, UNDER
from slugfest.games.tag_team.position.position import CHARACTER, DECK, FREE, ORDER, OVER, PICK_ONE, Position
from slugfest.kernel import Rng


class Decisions(Position):
    """A position and what each seat may decide in it."""

    def actors(self) -> list[int]:
        """Both at once where they decide in secret (TT-12, TT-27, TT-100), one where it is open (TT-15, TT-188)."""
        phase = self.phase
        if phase == OVER:
            return []
        if phase == FREE:
            return [self.free_picker()]
        if phase == CHARACTER:
            return [self.fey_seat()]
        if self.decided == 0:
            return [0, 1]
        return [1] if self.decided == 1 else [0]

    def first_actor(self) -> int:
        phase = self.phase
        if phase == OVER:
            return -1
        if phase == FREE:
            return self.free_picker()
        if phase == CHARACTER:
            return self.fey_seat()
        return 1 if self.decided == 1 else 0

    def owes(self, seat: int) -> bool:
        """Whether a seat has a decision to make."""
        phase = self.phase
        if phase == OVER or not 0 <= seat < 2:
            return False
        if phase == FREE:
            return seat == self.free_picker()
        if phase == CHARACTER:
            return seat == self.fey_seat()
        return not self.decided >> seat & 1

    def completes(self, move: int) -> bool:
        """Whether a seat's secret decision is complete with this move (TT-14, TT-103)."""
        if self.phase == DECK:
            return move >= UNDER
        return move >= DISCARD or self.phase != PICK_ONE or not self.tactical()

    def moves(self, seat: int) -> list[int]:
        """Every legal move of a seat."""
        if not self.owes(seat):
            return []
        phase = self.phase
        if phase == DECK:
            return self.deck_moves(seat)
        if phase == ORDER:
            return [FIRST + self.fighter[2 * seat], FIRST + self.fighter[2 * seat + 1]]
        if phase == CHARACTER:
            return [CHOOSE + character for character in self.characters_left()]
        if phase == FREE:
            return [PICK + fighter for fighter in self.free_fighters()]
        return self.draft_moves(seat)

    def random_move(self, seat: int, rng: Rng) -> int:
        """Of the many ways to add a card the one on which chance falls is found without listing them."""
        if self.phase != DECK or len(self.drawn[seat]) < DRAW or not self.owes(seat):
            moves = self.moves(seat)
            return moves[rng.below(len(moves))]
        drawn = self.drawn[seat]
        kinds = [drawn[0]]
        for index in range(1, DRAW):
            if drawn[index] not in kinds:
                kinds.append(drawn[index])
        places: i64 = len(self.decks[seat]) + 1
        fallen: i64 = rng.below(len(kinds) * places)
        return INSERT + kinds[fallen // places] * POSITIONS + int(fallen % places)

    def draft_moves(self, seat: int) -> list[int]:
        """Keep one of the hand; in the tactical draft also put one aside (TT-12 to TT-14)."""
        first = PICK if self.keeps[seat] == NONE else DISCARD
        return [first + fighter for fighter in self.hands[seat]]

    def deck_moves(self, seat: int) -> list[int]:
        """Any drawn card at any place (TT-102); then which of the other two goes lowest (TT-103)."""
        moves: list[int] = []
        drawn = self.drawn[seat]
        if len(drawn) < DRAW:
            moves.append(UNDER + drawn[0])
            if drawn[1] != drawn[0]:
                moves.append(UNDER + drawn[1])
            return moves
        places = len(self.decks[seat]) + 1
        for index in range(DRAW):
            kind = drawn[index]
            if kind in drawn[:index]:
                continue
            first = INSERT + kind * POSITIONS
            for place in range(places):
                moves.append(first + place)
        return moves
