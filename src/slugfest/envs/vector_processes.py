"""Many games at once on several cores: a :class:`.vector.VectorEnv` in each of a few processes.

>>> from slugfest.envs.vector_processes import VectorProcesses
>>> with VectorProcesses("kapow-cards", games=64, processes=2, seed=1) as env:
...     ended = env.step(env.sample())
...     env.observations.shape[0]
64
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, NamedTuple, NoReturn

import numpy as np

from slugfest.kernel import Game, SlugfestError

from .match import Match
from .vector import Ended, Ints, Masks, VectorEnv


class Workers:
    """Processes that divide many games among them, and a pipe to each."""

    def __init__(
        self,
        work: Callable[..., None],
        games: int,
        processes: int,
        asked: Callable[[int, int], tuple[Any, ...]],
    ) -> None:
        """Start them: ``work`` is called with a pipe and what ``asked`` gives for a worker and its number of games."""
        if not 1 <= processes <= games:
            raise SlugfestError(f"{games} games need 1 to {games} processes, not {processes}")
        self.bounds = [games * number // processes for number in range(processes + 1)]
        self._pipes: list[Connection] = []
        self.processes: list[Any] = []
        context = multiprocessing.get_context("spawn")
        for number in range(processes):
            size = self.bounds[number + 1] - self.bounds[number]
            here, there = context.Pipe()
            worker = context.Process(target=work, args=(there, *asked(number, size)), daemon=True)
            worker.start()
            there.close()
            self._pipes.append(here)
            self.processes.append(worker)

    def send(self, parts: Sequence[Any]) -> None:
        """Send each its part."""
        try:
            for pipe, part in zip(self._pipes, parts, strict=True):
                pipe.send(part)
        except (OSError, ValueError):
            self._give_up()

    def receive(self) -> list[Any]:
        """What each answers."""
        try:
            return [pipe.recv() for pipe in self._pipes]
        except (EOFError, OSError):
            self._give_up()

    def _give_up(self) -> NoReturn:
        self.close()
        raise SlugfestError("a process of this vector has ended; make a new one") from None

    def split(self, values: Ints) -> list[Ints]:
        """An array with a value for each game, divided among the processes."""
        return [values[first:last] for first, last in zip(self.bounds, self.bounds[1:])]

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            pipe.close()
        for worker in self.processes:
            worker.join(5)
            if worker.is_alive():
                worker.kill()
                worker.join()
        self._pipes, self.processes = [], []


class Part(NamedTuple):
    """What a process answers: its games after a step."""

    observations: Ints
    seats: Ints
    legal: Ints
    counts: Ints
    ended: Ended


def _serve(
    pipe: Connection, game: str | Game, seats: int, options: dict[str, Any], games: int, seed: int
) -> None:
    """The work of a process: step its games whenever it is sent actions, until the pipe is closed."""
    env = VectorEnv(game, seats, options, games, seed)
    ended = Ended(np.zeros(0, dtype=np.intp), np.zeros((0, seats), dtype=np.float32))
    while True:
        pipe.send(Part(env.observations, env.seats, env.legal, env.counts, ended))
        try:
            actions = pipe.recv()
        except EOFError:
            return
        ended = env.step(actions)


class VectorProcesses:
    """What :class:`.vector.VectorEnv` is, divided among processes. It has the same attributes and methods.

    Games are the same for the same seed and the same number of processes. Close it when you are done, or use ``with``.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        games: int = 256,
        seed: int = 0,
        processes: int = 2,
    ) -> None:
        self.match = Match(game, seats, options)
        self.encoding, self.actions = self.match.encoding, self.match.actions
        self.games = games
        self._draw = np.random.default_rng(seed)
        self._masks = Masks(games, self.actions.count)
        self._masked = False
        table = game, self.match.seats, dict(self.match.options)
        self._workers = Workers(
            _serve, games, processes, lambda number, size: (*table, size, seed * processes + number)
        )
        self._read()

    def _read(self) -> Ended:
        parts: list[Part] = self._workers.receive()
        self.observations: Ints = np.concatenate([part.observations for part in parts])
        self.seats: Ints = np.concatenate([part.seats for part in parts])
        self.legal: Ints = np.concatenate([part.legal for part in parts])
        self.counts: Ints = np.concatenate([part.counts for part in parts])
        self.starts: Ints = np.cumsum(self.counts) - self.counts
        self._masked = False
        games = [part.ended.games + first for part, first in zip(parts, self._workers.bounds)]
        return Ended(np.concatenate(games), np.concatenate([part.ended.returns for part in parts]))

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
        equal = self.legal == np.repeat(wanted, self.counts)
        allowed = np.add.reduceat(equal, self.starts) > 0
        if not allowed.all():
            game = int(np.flatnonzero(~allowed)[0])
            raise ValueError(
                f"game {game}: action {int(wanted[game])} is not legal for seat {int(self.seats[game])}"
            )
        self._workers.send(self._workers.split(wanted))
        return self._read()

    def close(self) -> None:
        """End the processes."""
        self._workers.close()

    def __enter__(self) -> VectorProcesses:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
