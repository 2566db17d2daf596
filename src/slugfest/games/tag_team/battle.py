"""A game of Tag Team as the kernel knows it: rules, views and what bots keep in mind, joined."""

from __future__ import annotations

from slugfest.kernel import Facts, MoveError, Outcome

from .bot.hidden import Unknown
from .content import DRAW, NONE, POSITIONS
from .position.moves import INSERT
from .position.position import DECK, REASONS
from .rules.apply import Rules
from .shown import notation, refusals, view
from .shown.documents import write_document
from .shown.facts import BoardView
from .shown.words import reason_text


class Battle(Rules):
    """A game of Tag Team."""

    unknown: Unknown | None  # what the seat of the last sample does not know; a move clears it

    def __init__(self) -> None:
        super().__init__()
        self.unknown = None

    def copy(self) -> Battle:
        fresh = Battle()
        self.copy_position(fresh)
        return fresh

    def apply(self, seat: int, move: int) -> None:
        self.unknown = None
        super().apply(seat, move)

    def board(self, seat: int) -> BoardView:
        return view.board(self, seat)

    def document(self) -> Facts:
        return write_document(self)

    def refusal(self, seat: int, move: int) -> MoveError:
        return refusals.refusal(self, seat, move)

    def read(self, seat: int, text: str) -> list[int]:
        return [notation.read(self, seat, text)]

    def default_move(self, seat: int) -> int:
        """The first that comes to hand; a new card goes to the bottom."""
        if self.phase == DECK and len(self.drawn[seat]) == DRAW:
            return INSERT + self.drawn[seat][0] * POSITIONS + len(self.decks[seat])
        return self.moves(seat)[0]

    def outcome(self) -> Outcome | None:
        if not self.reason:
            return None
        reason = REASONS[self.reason]
        ranks = [1, 1] if self.winner == NONE else [1, 2] if self.winner == 0 else [2, 1]
        return Outcome(ranks, reason, reason_text(reason, self.winner))
