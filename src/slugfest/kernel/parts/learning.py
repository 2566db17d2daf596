"""Learning: observations and actions as numbers, for programs that learn. Described in ``docs/parts/learning.md``.

A game that declares nothing gets general fields made from its board, and its moves as actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from mypy_extensions import mypyc_attr

from slugfest.kernel.observation import Field, general_fields, observe_board
from slugfest.kernel.options import Options

from .state_type import S

if TYPE_CHECKING:
    from slugfest.kernel.contract import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class Learning(Generic[S]):
    """What a game is to a program that learns. Every method has a default."""

    def fields(self, seats: int, options: Options) -> list[Field]:
        """The parts of an observation, in order."""
        return general_fields(seats)

    def observe(self, state: S, seat: int, into: bytearray, start: int) -> None:
        """Write what a seat may know into ``into`` from ``start`` on, field by field. Zeros are there already."""
        observe_board(state.board(seat), state.actors(), state.seats, seat, into, start)

    def observation(self, state: S, seat: int, size: int) -> bytes:
        """A whole observation of ``size`` numbers, as :meth:`observe` writes it."""
        into = bytearray(size)
        self.observe(state, seat, into, 0)
        return bytes(into)

    def action_count(self, game: Game, seats: int, options: Options) -> int:
        """How many actions a seat has at a table of this size."""
        return game.move_count

    def action_of(self, state: S, seat: int, move: int) -> int:
        """The number of a move relative to this seat ("the one to my left"), so that one policy serves all seats."""
        return move

    def move_of(self, state: S, seat: int, action: int) -> int:
        """The move of an action: the inverse of :meth:`action_of`."""
        return action

    def actions(self, state: S, seat: int) -> list[int]:
        """The legal moves of a seat as actions, in the order of :meth:`State.moves`."""
        actions: list[int] = []
        for move in state.moves(seat):
            actions.append(self.action_of(state, seat, move))
        return actions
