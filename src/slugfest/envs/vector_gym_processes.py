"""Many games as one vector environment of Gymnasium, on several cores: opponents think in all processes at once.

>>> from slugfest.envs.vector_gym_processes import SlugfestVectorProcesses
>>> envs = SlugfestVectorProcesses("kapow-cards", num_envs=8, processes=2, opponents="greedy")
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, ended, cut, infos = envs.step(envs.sample())
>>> envs.close()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np

from slugfest.bots import Bot
from slugfest.kernel import Game

from .spaces import Observed
from .vector import Ints, read_choices
from .vector_gym import SlugfestVector, Stepped
from .vector_processes import Workers


class Part(NamedTuple):
    """What a process answers: its games after a reset or a step."""

    observations: Ints
    legal: Ints
    counts: Ints
    rewards: Ints
    ended: Ints
    infos: dict[str, Any]


class _Games(SlugfestVector):
    """The games of one process. Masks are made and actions checked where all games come together."""

    def _checked(self, actions: Ints) -> Ints:
        return actions

    def _observed(self) -> Observed:
        batch = self._dealt()
        flat: Ints = np.frombuffer(batch.observations, dtype=np.int8)
        self._legal, self._counts, self._starts = read_choices(batch)
        return {
            "observation": flat.reshape(self.num_envs, self.encoding.size),
            "action_mask": self._masks.rows,
        }

    def answer(self, asked: Any) -> Part:
        """Reset with the words of a seed, or step with actions."""
        if isinstance(asked, np.ndarray):
            observed, rewards, ended, _, infos = self.step(asked)
        else:
            observed, infos = self.reset(seed=asked)
            rewards = np.zeros(self.num_envs, dtype=np.float64)
            ended = np.zeros(self.num_envs, dtype=np.bool_)
        return Part(observed["observation"], self._legal, self._counts, rewards, ended, infos)


def _serve(pipe: Connection, *settings: Any) -> None:
    """The work of a process: answer until the pipe is closed."""
    games = _Games(*settings)
    while True:
        try:
            asked = pipe.recv()
        except EOFError:
            games.close()
            return
        pipe.send(games.answer(asked))


class SlugfestVectorProcesses(SlugfestVector):
    """What :class:`.vector_gym.SlugfestVector` is, divided among processes. It has the same attributes and methods.

    Games are the same for the same seed and the same number of processes. Close it when you are done.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 256,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seat: int | None = 0,
        opponents: str | Bot | Sequence[str | Bot] | None = None,
        processes: int = 2,
    ) -> None:
        super().__init__(game, num_envs, seats, options, seat, opponents)
        super().close_extras()  # they think elsewhere
        table = self.match.seats, dict(self.match.options), seat, opponents
        self._workers = Workers(_serve, num_envs, processes, lambda number, size: (game, size, *table))
        self._seats: Ints | None = None

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal all games anew. Without a seed the random numbers continue."""
        self._refuse(options)
        words: list[int] | None = None
        if seed is not None:
            words = seed if isinstance(seed, list) else [seed]
            self._draw = np.random.default_rng(words)
        processes = len(self._workers.bounds) - 1
        self._workers.send([None if words is None else [*words, number] for number in range(processes)])
        observations, _, _, _, infos = self._heard()
        return observations, infos

    def step(self, actions: Ints) -> Stepped:
        """Make one decision in every game, and let the opponents play until it is your turn again."""
        self._asked()
        self._workers.send(self._workers.split(self._checked(actions)))
        return self._heard()

    def _asked(self) -> Ints:
        if self._seats is None:
            self._dealt()  # says what to do
        assert self._seats is not None
        return self._seats

    def _heard(self) -> Stepped:
        parts: list[Part] = self._workers.receive()
        self._legal = np.concatenate([part.legal for part in parts])
        self._counts = np.concatenate([part.counts for part in parts])
        self._starts = np.cumsum(self._counts) - self._counts
        self._masks.mark(self._legal, self._counts, self._starts)
        self._seats = np.concatenate([part.infos["seat"] for part in parts])
        infos: dict[str, Any] = {"seat": self._seats}
        if any("returns" in part.infos for part in parts):
            nothing: Ints = np.zeros((1, self.match.seats), dtype=np.float64)
            worth = [part.infos.get("returns", nothing.repeat(len(part.counts), axis=0)) for part in parts]
            infos["returns"] = np.concatenate(worth)
        observed: Observed = {
            "observation": np.concatenate([part.observations for part in parts]),
            "action_mask": self._masks.rows.copy(),
        }
        rewards = np.concatenate([part.rewards for part in parts])
        ended = np.concatenate([part.ended for part in parts])
        return observed, rewards, ended, np.zeros(self.num_envs, dtype=np.bool_), infos

    def close_extras(self, **kwargs: Any) -> None:
        self._workers.close()
