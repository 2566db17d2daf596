"""What one seat knows, as an object: all that a bot ever gets."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from .contract import Game, State
from .events import Facts
from .history import History
from .observation import observation_size
from .rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class Perspective:
    """A seat's knowledge of a position: its view, its legal moves, what it saw since it last decided, and samples.

    Whoever decides by these methods decides fairly. A bot from outside gets one that is made from a sample, so that
    the true position is nowhere in its process (:mod:`slugfest.bots.fair`).
    """

    def __init__(self, state: State, seat: int, history: History | None = None, match: str = "") -> None:
        self._state = state
        self._history = history
        self._steps: list[Facts] = []
        self.seat = seat
        self.match = match  # a name by which a bot tells apart the matches it plays; says nothing else
        self.budget = 0.0  # seconds it may think; 0: as long as it likes
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

    def believed(self, rng: Rng) -> State:
        """The same, drawn by what the game's bots have learned about how people play; without that, a sample."""
        sample: State = self.game.require_search().believed(self._state, self.seat, rng)
        return sample

    def half_remembered(self, memory: int, rng: Rng) -> State:
        """A position as somebody imagines it who has forgotten all but the last things that were shown and are gone."""
        sample: State = self.game.require_search().half_remembered(self._state, self.seat, memory, rng)
        return sample

    def steps(self) -> list[Facts]:
        """What the seat saw since it last decided, its own move first: seat, move (None: secret) and events of each.

        Empty where a position comes without its history.
        """
        return self._steps if self._history is None else self._history.steps_since_own(self.seat)

    def observation(self) -> bytes:
        """What the seat knows as numbers, a byte each, as environments give it: the fields of ``Learning``."""
        state = self._state
        learning = self.game.learning
        size = observation_size(learning.fields(state.seats, state.options))
        return learning.observation(state, self.seat, size)

    def actions(self) -> list[int]:
        """The legal moves as actions of ``Learning``, in the order of :meth:`moves`."""
        return self.game.learning.actions(self._state, self.seat)

    def with_steps(self, steps: list[Facts], match: str, budget: float) -> Perspective:
        """Itself, with what somebody else has noted of the match."""
        self._steps, self.match, self.budget = steps, match, budget
        return self
