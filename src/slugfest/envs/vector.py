"""Many games at once, stepped inside the engine (compiled, where it is) into NumPy arrays.

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

from slugfest.kernel import Batch, Game, seeded

from .match import Match, returns

Ints: TypeAlias = npt.NDArray[Any]


class Ended(NamedTuple):
    """The games that ended with a step, and what that was worth to each of their seats. They are dealt anew already."""

    games: Ints
    returns: Ints  # by game and seat


class VectorEnv:
    """So many games of one table. Every step makes one decision in each of them.

    After a step everything below is about the seat that is asked now, game by game:

    ``seats``         which seat that is
    ``observations``  what it may know, a row a game (an array over the engine's own memory: copy what you keep)
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
        told: Ints = np.frombuffer(self._batch.observations, dtype=np.int8)
        self.observations: Ints = told.reshape(games, self.encoding.size)
        self._masks: Ints = np.zeros((games, self.actions.count), dtype=np.int8)
        self._marked: Ints = np.zeros(0, dtype=np.intp)
        self._rows: Ints = np.arange(games, dtype=np.intp) * self.actions.count
        self._read()

    def _read(self) -> None:
        batch = self._batch
        self.seats = np.array(batch.asked, dtype=np.int8)
        self.counts = np.array(batch.counts, dtype=np.intp)
        self.legal = np.array(batch.legal, dtype=np.intp)
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
        """Make one decision in every game. An action that is not legal is refused, and nothing has happened."""
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
        results = []
        for state in batch.finals:
            outcome = state.outcome()
            assert outcome is not None
            results.append(returns(match.game, match.options, outcome))
        worth = np.array(results, dtype=np.float32).reshape(-1, match.seats)
        return Ended(np.array(batch.ended, dtype=np.intp), worth)
