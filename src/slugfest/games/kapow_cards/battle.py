"""A game of KAPOW! cards as the kernel knows it: rules, views and what bots keep in mind, joined."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.kernel import Facts, MoveError, Outcome, Text

from .content import EMPTY
from .position.moves import SEATS
from .position.position import FINAL_NO_HANDS, REASONS
from .rules.apply import Rules
from .shown import notation, refusals, view
from .shown.documents import write_document
from .shown.facts import BoardView
from .shown.words import reason_text

_TEXTS: Final[dict[int, Text]] = {}  # why games ended, by reason and winners


class Battle(Rules):
    """A game of KAPOW! cards."""

    # What the seat of the last sample cannot see: collected once for all its samples, cleared by a move.
    unseen: list[int] | None
    unseen_by: i64

    def __init__(self) -> None:
        super().__init__()
        self.unseen = None
        self.unseen_by = EMPTY

    def copy(self) -> Battle:
        fresh = Battle()
        self.copy_position(fresh)
        return fresh

    def apply(self, seat: int, move: int) -> None:
        self.unseen = None
        super().apply(seat, move)

    def board(self, seat: int) -> BoardView:
        return view.board(self, seat)

    def document(self) -> Facts:
        return write_document(self)

    def refusal(self, seat: int, move: int) -> MoveError:
        return refusals.refusal(self, seat, notation.intent_of(move))

    def read(self, seat: int, text: str) -> list[int]:
        return [notation.read(self, seat, text)]

    def outcome(self) -> Outcome | None:
        if not self.reason:
            return None
        ranks = [1 if self.winners >> seat & 1 else 2 for seat in range(self.seats)]
        scores = None
        if self.reason >= FINAL_NO_HANDS:
            scores = [self.row_total(seat) for seat in range(self.seats)]
        # A search asks at the end of every game that it imagines: the text is made once.
        key = self.reason << SEATS | self.winners
        text = _TEXTS.get(key)
        if text is None:
            winners = [seat for seat in range(self.seats) if self.winners >> seat & 1]
            text = reason_text(REASONS[self.reason], winners)
            _TEXTS[key] = text
        return Outcome(ranks, REASONS[self.reason], text, scores)
