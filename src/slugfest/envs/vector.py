"""Many games at once, stepped inside the engine into NumPy arrays.

>>> from slugfest.envs.vector import VectorEnv
>>> env = VectorEnv("kapow-cards", games=64, seed=1)
>>> env.observations.shape == (64, env.encoding.size)
True
>>> ended = env.step(env.sample())
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from slugfest.kernel import Batch, Game, Outcome, seeded

from .match import Match, returns

Ints: TypeAlias = npt.NDArray[Any]


_BLOCK: Final = 256  # games whose masks are written together, while they are in the processor's cache


class Masks:
    """The legal actions of many games as masks, a row a game. Only what has changed is written."""

    def __init__(self, games: int, actions: int) -> None:
        self.rows: Ints = np.zeros((games, actions), dtype=np.int8)
        self.flat: Ints = self.rows.reshape(-1)
        self.first: Ints = np.arange(games, dtype=np.int64) * actions  # where each row begins
        self._marked: list[Ints] = [np.zeros(0, dtype=np.int64)] * -(-games // _BLOCK)

    def mark(self, legal: Ints, counts: Ints, starts: Ints) -> None:
        """Write the masks anew."""
        flat, games = self.flat, len(counts)
        for block, before in enumerate(self._marked):
            begin, end = block * _BLOCK, min((block + 1) * _BLOCK, games)
            actions = legal[starts[begin] : starts[end - 1] + counts[end - 1]]
            flat[before] = 0
            marked: Ints = np.repeat(self.first[begin:end], counts[begin:end])
            marked += actions
            flat[marked] = 1
            self._marked[block] = marked

    def allow(self, actions: Ints) -> Ints:
        """Whether an action of each game is legal."""
        known = (actions >= 0) & (actions < self.rows.shape[1])
        allowed: Ints = self.flat[self.first + np.where(known, actions, 0)] == 1
        return allowed & known


def read_choices(batch: Batch) -> tuple[Ints, Ints, Ints]:
    """The legal actions of all games, how many each has, and where those of each begin."""
    games = len(batch.states)
    found: Ints = np.frombuffer(batch.legal, dtype=np.int64, count=batch.filled)
    counts = found[:games]
    return found[games:], counts, np.cumsum(counts) - counts


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
        self._masks = Masks(games, self.actions.count)
        self._masked = False  # whether the masks are those of today's positions
        self._worth: dict[tuple[int, ...], list[float]] = {}  # by ranks: the returns of the seats
        self._read()

    def _read(self) -> None:
        batch = self._batch
        flat: Ints = np.frombuffer(batch.observations, dtype=np.int8)
        self.observations: Ints = flat.reshape(self.games, self.encoding.size)
        self.seats: Ints = np.frombuffer(bytes(batch.asked), dtype=np.int8)
        self.legal, self.counts, self.starts = read_choices(batch)
        self._masked = False

    def masks(self) -> Ints:
        """The legal actions as a mask, a row a game. The same array every time: copy what you keep."""
        if not self._masked:
            self._masks.mark(self.legal, self.counts, self.starts)
            self._masked = True
        return self._masks.rows

    def sample(self) -> Ints:
        """A legal action for every game, each equally likely."""
        picks = (self._draw.random(self.games) * self.counts).astype(np.intp)
        return self.legal[self.starts + picks]

    def step(self, actions: Ints) -> Ended:
        """Make one decision in every game; raise before any move if an action is illegal."""
        wanted = np.asarray(actions, dtype=np.intp)
        if wanted.shape != (self.games,):
            raise ValueError(f"{self.games} actions are needed, one for each game")
        allowed = self._allowed(wanted)
        if not allowed.all():
            game = int(np.flatnonzero(~allowed)[0])
            raise ValueError(
                f"game {game}: action {int(wanted[game])} is not legal for seat {int(self.seats[game])}"
            )
        batch, match = self._batch, self.match
        batch.step(wanted.tolist())
        self._read()
        results = [self._worth_of(outcome) for outcome in batch.outcomes]
        worth = np.array(results, dtype=np.float32).reshape(-1, match.seats)
        return Ended(np.array(batch.ended, dtype=np.intp), worth)

    def _allowed(self, wanted: Ints) -> Ints:
        if self._masked:
            return self._masks.allow(wanted)
        equal = self.legal == np.repeat(wanted, self.counts)
        return np.add.reduceat(equal, self.starts) > 0

    def _worth_of(self, outcome: Outcome) -> list[float]:
        if outcome.values is not None:
            return returns(self.match.game, self.match.options, outcome)
        ranks = tuple(outcome.ranks)
        if ranks not in self._worth:
            self._worth[ranks] = returns(self.match.game, self.match.options, outcome)
        return self._worth[ranks]
