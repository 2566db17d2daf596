"""Whose turn it is in phases 2 and 3: teams in turn order, within a team in the order they like (KD-90, D21)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.position.moves import FIRST
from slugfest.games.kapow_dice.position.position import Q_MEMBER, STANDING, STATING
from slugfest.games.kapow_dice.position.tables import NONE

from .immediate import Immediate

# Things to do that are no effects of abilities: they follow on the ops of tables.py.
DO_DEFEND: Final = 24
DO_HIT: Final = 25
DO_GAIN_TRAIT: Final = 26


class Turns(Immediate):
    """A position in which the fighters take turns."""

    def begin_step(self, phase: int) -> None:
        """A new step of phase 2 or 3: nobody has acted in it."""
        self.phase = phase
        self.side = 0
        self.acted = 0
        self.acting = NONE
        self.pending = 0

    def next_turn(self) -> bool:
        """Give the turn to the next fighter with something to do; False when the step is over."""
        while self.side < 2:
            team = self.first if self.side == 0 else 1 - self.first
            waiting: list[int] = []
            for member in self.members(team):
                if not self.acted >> member & 1 and self.has_business(member):
                    waiting.append(member)
            if not waiting:
                self.side += 1
                continue
            if len(waiting) > 1 and not self.automated(waiting[0]) and self.order_matters(waiting):
                self.ask(Q_MEMBER, NONE, waiting[0], 1 << waiting[0] | 1 << waiting[1], NONE)
            else:
                self.take_turn(waiting[0])
            return True
        return False

    def take_turn(self, fighter: int) -> None:
        self.acting = fighter
        self.start_turn(fighter)

    def end_turn(self) -> None:
        self.acted |= 1 << self.acting
        self.acting = NONE
        self.pending = 0

    def member_moves(self) -> list[int]:
        """Either teammate may say who acts first (KD-77)."""
        moves: list[int] = []
        for fighter in range(self.fighters):
            if self.argument >> fighter & 1:
                moves.append(FIRST + fighter)
        return moves

    def order_matters(self, waiting: list[int]) -> bool:
        """Whether two teammates need to agree on who acts first. Defences are only numbers while they are stated, and
        in Stand Ready it matters only if both take faces out of the same supply (KD-271)."""
        if self.phase == STATING:
            return False
        if self.phase == STANDING:
            for member in waiting:
                if not self.reaps(member):
                    return False
        return True

    # ---- what the phases say -------------------------------------------------------------------------------

    def has_business(self, fighter: int) -> bool:
        """Whether a fighter does anything in this step."""
        raise NotImplementedError

    def reaps(self, fighter: int) -> bool:
        """Whether defending may give a fighter faces."""
        raise NotImplementedError

    def start_turn(self, fighter: int) -> None:
        """Let a fighter begin its turn of this step."""
        raise NotImplementedError
