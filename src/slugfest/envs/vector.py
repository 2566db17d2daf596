"""Many games at once, stepped inside the engine into NumPy arrays.

>>> from slugfest.envs.vector import VectorEnv
>>> env = VectorEnv("kapow-cards", games=64, seed=1)
>>> env.observations.shape == (64, env.encoding.size)
True
>>> ended = env.step(env.sample())
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from slugfest.kernel import Batch, Game, State, seeded

from .match import Match, returns

Ints: TypeAlias = npt.NDArray[Any]


class Ended(NamedTuple):
    """The games that ended with a step, and the returns of their seats. New games have already started."""

    games: Ints
    returns: Ints  # by game and seat


class VectorEnv:
    """Many games with the same seats and options. Every step makes one decision in each of them.

    After a step the attributes are about the seat that acts now, game by game:

    ``seats``         which seat that is
    ``observations``  its observation, a row a game (a new array after every step)
    ``legal``         its legal actions, from ``starts[game]`` on, ``counts[game]`` of them
    ``masks()``       the same as a mask
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        games: int = 256,
        seed: int = 0,
    ) -> None:
        self.match = Match(game, seats, options)
        self.encoding = self.match.encoding
        self.actions = self.match.actions
        self.games = games
        chance = seeded("envs", "vector", seed)
        self._draw = np.random.default_rng(seed)
        self._batch = Batch(self.match.game, self.match.seats, dict(self.match.options), games, chance)
        self._masks: Ints = np.zeros((games, self.actions.count), dtype=np.int8)
        self._marked: Ints = np.zeros(0, dtype=np.intp)
        self._rows: Ints = np.arange(games, dtype=np.intp) * self.actions.count
        self._worth: dict[tuple[int, ...], list[float]] = {}  # by ranks: the returns of the seats
        self._read()

    def _read(self) -> None:
        batch = self._batch
        flat: Ints = np.frombuffer(batch.observations, dtype=np.int8)
        self.observations: Ints = flat.reshape(self.games, self.encoding.size)
        self.seats = np.array(batch.asked, dtype=np.int8)
        self.counts = np.array(batch.counts, dtype=np.intp)
        self.legal: Ints = np.fromiter(batch.legal, dtype=np.intp, count=len(batch.legal))
        self.starts = np.cumsum(self.counts) - self.counts

    def masks(self) -> Ints:
        """The legal actions as a mask, a row a game. The same array every time: copy what you keep."""
        flat = self._masks.reshape(-1)
        flat[self._marked] = 0
        self._marked = self.legal + np.repeat(self._rows, self.counts)
        flat[self._marked] = 1
        return self._masks

    def sample(self) -> Ints:
        """A legal action for every game, each equally likely."""
        picks = (self._draw.random(self.games) * self.counts).astype(np.intp)
        return self.legal[self.starts + picks]

    def step(self, actions: Ints) -> Ended:
        """Make one decision in every game; raise before any move if an action is illegal."""
        wanted = np.asarray(actions, dtype=np.intp)
        if wanted.shape != (self.games,):
            raise ValueError(f"{self.games} actions are needed, one for each game")
        found = np.add.reduceat(self.legal == np.repeat(wanted, self.counts), self.starts)
        if not found.all():
            game = int(np.flatnonzero(found == 0)[0])
            raise ValueError(
                f"game {game}: action {int(wanted[game])} is not legal for seat {int(self.seats[game])}"
            )
        batch, match = self._batch, self.match
        batch.step(wanted.tolist())
        self._read()
        results = [self._worth_of(state) for state in batch.finals]
        worth = np.array(results, dtype=np.float32).reshape(-1, match.seats)
        return Ended(np.array(batch.ended, dtype=np.intp), worth)

    def _worth_of(self, state: State) -> list[float]:
        outcome = state.outcome()
        assert outcome is not None
        if outcome.values is not None:
            return returns(self.match.game, self.match.options, outcome)
        ranks = tuple(outcome.ranks)
        if ranks not in self._worth:
            self._worth[ranks] = returns(self.match.game, self.match.options, outcome)
        return self._worth[ranks]
