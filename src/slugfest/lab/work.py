"""Work that is handed out: deals of a series, whoever plays them, and how many make a task.

A series is played deal after deal and depends on the numbers of its deals alone: an experiment has one for each of its
settings, a balance report one for each strength of bots. Tasks are played here or on another machine, in any order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol

from slugfest.kernel import Game

from .pool import playing, processors, run_each

Row = dict[str, Any]  # of one game, ready for JSON; "deal" and "game" number it in its series

TARGET: Final = 1.0  # seconds of work in a task: much more than it costs to hand one out,
CROWD: Final = 100  # and as much longer as there are more workers than this: one scheduler serves them all
MOST_DEALS: Final = 2000  # in a task


class Task(Protocol):
    """Some deals of a series. Whatever travels to a worker: it must be small, and pickle."""

    @property
    def deals(self) -> int:
        """How many."""

    def play(self, game: Game) -> list[Row]:
        """The rows of all games of these deals, in their order."""


class Series(NamedTuple):
    """Deals of one kind."""

    key: str  # names it, in files, too
    title: str  # the same for people
    game: Game
    games: int  # in a deal
    deals: int  # wanted, at the most
    task: Callable[[int, int], Task]  # so many deals from this one on


class Batch(NamedTuple):
    """The rows of a task, and how long they took whoever played them."""

    rows: list[Row]
    seconds: float


def play_task(task: Task) -> Batch:
    """Play a task in a worker."""
    begun = time.perf_counter()
    rows = task.play(playing())
    return Batch(rows, time.perf_counter() - begun)


class Crew(Protocol):
    """Whoever does the work: the pool of this machine, or a cluster."""

    @property
    def workers(self) -> int:
        """How many tasks are done at once."""

    def run(self, tasks: Iterable[Task], played: Game) -> Iterator[tuple[int, Batch]]:
        """The number of every task and its result, as they come in; tasks are taken as there are workers for them."""


class PoolCrew:
    """The processors of this machine."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or processors()

    def run(self, tasks: Iterable[Task], played: Game) -> Iterator[tuple[int, Batch]]:
        return run_each(play_task, tasks, self.workers, played)


class Pace:
    """How fast deals are played.

    It says how many make a task: so many that handing it out costs nothing beside it, and no more than leave work for
    everybody. And it says how long the rest will take.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._target = TARGET * max(1.0, workers / CROWD)
        self._begun = time.perf_counter()
        self._first: tuple[float, float] | None = None  # when the first task came back, and the work it was
        self._worked = 0.0  # seconds, of all workers together
        self._played = 0  # deals
        self._seconds: dict[str, float] = {}  # of a deal, by series, as of its last task
        self._latest = 0.0

    def took(self, key: str, deals: int, seconds: float) -> None:
        self._worked += seconds
        self._played += deals
        self._latest = self._seconds[key] = seconds / deals
        if self._first is None:
            self._first = self.elapsed, seconds

    def deals(self, key: str, left: int) -> int:
        """How many deals of a series make a task, where so many are left."""
        known = self._seconds.get(key, self._latest)
        wanted = round(self._target / known) if known > 0 else 1
        return max(1, min(wanted, MOST_DEALS, -(-left // (2 * self._workers))))

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._begun

    def rest(self, left: Iterable[tuple[str, int]]) -> float | None:
        """The seconds that so many deals of these series will take; None: nobody knows yet. A series that has not begun
        counts as the mean of the others."""
        if self._first is None:
            return None
        mean = self._worked / self._played
        work = sum(deals * self._seconds.get(key, mean) for key, deals in left)
        since, before = self._first  # until then workers were only starting
        elapsed, worked = self.elapsed - since, self._worked - before
        return work * elapsed / worked if worked > TARGET else work / self._workers
