"""What one seat knows, as an object: all that a bot ever gets."""

from __future__ import annotations

from .contract import Game, State
from .events import Facts
from .rng import Rng


class Perspective:
    """A seat's knowledge of a position: its view, its legal moves, and samples.

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
        search = self.game.search
        return self.moves() if search is None else search.distinct_moves(self._state, self.seat)

    def default_move(self) -> int:
        return self._state.default_move(self.seat)

    def view(self) -> Facts:
        return self._state.view(self.seat)

    def sample(self, rng: Rng) -> State:
        """A random position that the seat cannot tell from the real one; needs the game's part ``search``."""
        sample: State = self.game.require_search().sample(self._state, self.seat, rng)
        return sample
