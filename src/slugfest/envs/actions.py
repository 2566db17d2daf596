"""Actions as numbers: legal moves as a list and as a mask, and actions as moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from slugfest.kernel import Game, Options, State

Mask: TypeAlias = npt.NDArray[np.int8]


class Actions:
    """The numbering of a game's actions for given seats and options, the same from every seat.

    With ``waiting`` there is one more, the last: to wait, for a seat that owes nothing.
    """

    def __init__(self, game: Game, seats: int, options: Options, waiting: bool = False) -> None:
        self.wait: int = game.learning.action_count(game, seats, options)
        self.count: int = self.wait + 1 if waiting else self.wait

    def legal(self, state: State, seat: int) -> list[int]:
        """The actions for all legal moves of a seat."""
        return state.game.learning.actions(state, seat)

    def mask(self, legal: Sequence[int]) -> Mask:
        """These actions as a mask."""
        allowed = bytearray(self.count)
        for action in legal:
            allowed[action] = 1
        return np.frombuffer(allowed, dtype=np.int8)

    def move(self, state: State, seat: int, action: int) -> int:
        """The move of an action, or -1 if the number is out of range."""
        return state.game.learning.move_of(state, seat, action) if 0 <= action < self.wait else -1

    def text(self, state: State, seat: int, action: int) -> str:
        """The text of an action, as in records."""
        return (
            "wait"
            if action == self.wait
            else state.game.format(state.game.learning.move_of(state, seat, action))
        )

    def parts(self, state: State, seat: int, action: int) -> dict[str, Any] | None:
        """An action in parts: what is done (``kind``), with what and to whom, by the names of its reference page.

        None for waiting, and where a game describes its moves by text alone. Seats are those of the table.
        """
        if action == self.wait:
            return None
        parts = state.game.display.move_parts(state.game.learning.move_of(state, seat, action))
        return None if parts is None else dict(zip(getattr(parts, "_fields", ()), parts))
