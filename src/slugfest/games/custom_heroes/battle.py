"""A game of Custom Heroes as the kernel knows it: rules, views and what bots keep in mind, joined."""

from __future__ import annotations

from slugfest.kernel import Facts, MoveError, Outcome

from .bot.hidden import Unknown
from .bot.notes import Memory, Notes
from .position.position import OVER, REASONS
from .rules.apply import Rules
from .shown import notation, refusals, view
from .shown.documents import write_document
from .shown.facts import BoardView
from .shown.words import reason_text


class Battle(Rules):
    """A game of Custom Heroes."""

    notes: Notes | None  # what quick play has in mind; no rule reads or clears it
    memory: Memory | None  # what it had in mind in samples of the same position
    unknown: Unknown | None  # what the seat of the last sample does not know; a move clears it

    def __init__(self) -> None:
        super().__init__()
        self.notes = None  # most copies are never played on
        self.memory = None
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
        return refusals.refusal(self, seat, notation.intent_of(move))

    def read(self, seat: int, text: str) -> list[int]:
        return notation.read_all(self, seat, text)

    def outcome(self) -> Outcome | None:
        """The result (CH-104, CH-117)."""
        if self.phase != OVER:
            return None
        ranks = [1 if seat == self.winner else 2 for seat in range(self.seats)]
        text = reason_text(REASONS[self.reason], self.winner)
        return Outcome(ranks, REASONS[self.reason], text, list(self.vp))
