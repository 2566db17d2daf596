"""What one seat knows, as an object: all that a bot ever gets."""

from __future__ import annotations

from .contract import Game, State
from .events import Facts
from .rng import Rng


class Perspective:
    """A seat's knowledge of a position: its view, its legal moves, and positions it cannot tell from the real one.

    The true position stays inside. Whoever decides from a Perspective decides fairly.
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self.seat = seat
        self.game: Game = state.game
        self.seats: int = state.seats

    def moves(self) -> list[int]:
        return self._state.moves(self.seat)

    def distinct_moves(self) -> list[int]:
        return self._state.distinct_moves(self.seat)

    def default_move(self) -> int:
        return self._state.default_move(self.seat)

    def view(self) -> Facts:
        return self._state.view(self.seat)

    def sample(self, rng: Rng) -> State:
        return self._state.sample(self.seat, rng)
