"""The state of KAPOW! dice: rules, views and the memory of bots, joined."""

from __future__ import annotations

from slugfest.kernel import Facts, MoveError, Options, Outcome

from .bot import greedy
from .bot.memory import Memory, new_memory
from .position.phases import COOP, REASONS, SOLO
from .position.tables import NONE
from .rules.apply import Rules
from .shown import documents, refusals, view
from .shown.facts import BoardView
from .shown.words import reason_text


class Battle(Rules):
    """A game of KAPOW! dice."""

    memory: Memory  # of bots; not part of the position, and no rule reads it

    def clear(self, seats: int, options: Options) -> None:
        super().clear(seats, options)
        self.memory = new_memory()

    def copy(self) -> Battle:
        fresh = Battle()
        self.copy_into(fresh)
        fresh.memory = self.memory.copy()
        return fresh

    def apply(self, seat: int, move: int) -> None:
        """Make a move; the memory of bots drops what the move makes outdated."""
        self.memory.forget_outdated(self, seat, move)
        before = self.round
        super().apply(seat, move)
        if self.round != before:
            self.memory.start_round()

    def board(self, seat: int) -> BoardView:
        return view.board(self, seat)

    def document(self) -> Facts:
        return documents.write_document(self)

    def inventory(self) -> dict[str, int]:
        return documents.inventory(self)

    def refusal(self, seat: int, move: int) -> MoveError:
        return refusals.refusal(self, seat, move)

    def default_move(self, seat: int) -> int:
        return greedy.default_move(self, self.memory, seat)

    def outcome(self) -> Outcome | None:
        if not self.reason:
            return None
        together = self.mode == SOLO or self.mode == COOP
        ranks: list[int] = []
        values: list[float] = []  # people who play together win or lose together
        for seat in range(self.seats):
            won = self.team(seat) == self.winner
            ranks.append(1 if won or (self.winner == NONE and not together) else 2)
            values.append(0.5 if self.winner == NONE else 1.0 if won else 0.0)
        winners = [] if self.winner == NONE else self.team_who(self.winner)
        return Outcome(ranks, REASONS[self.reason], reason_text(self.reason, tuple(winners)), values=values)
