"""Batches: some deals of a series, played here or on another machine, in any order.

A series depends only on the numbers of its deals. An experiment has one for each cell, a balance report one for each
strength of bots.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol

from slugfest.kernel import Game

from .pool import playing, processors, run_each

Row = dict[str, Any]  # one game, ready for JSON; "deal" and "game" are its numbers in the series

TARGET: Final = 1.0  # seconds of work in a batch: much more than handing one out costs,
MANY_WORKERS: Final = (
    100  # and in proportion longer with more workers than this: one scheduler serves them all
)
MOST_DEALS: Final = 2000  # in a batch
GROWTH: Final = 4  # a batch is at most so many times as large as the largest so far: first times say little


class Batch(Protocol):
    """Some deals of a series. It is sent to a worker, so it must be small and must pickle."""

    @property
    def deals(self) -> int:
        """The number of deals."""

    def play(self, game: Game) -> list[Row]:
        """Play all games of these deals; return their rows in order."""


class Series(NamedTuple):
    """Deals of one kind."""

    key: str  # its name, also of its file
    title: str  # the name for people
    game: Game
    games: int  # in a deal
    deals: int  # wanted, at most
    batch: Callable[[int, int], Batch]  # from the first deal and the number of deals


class BatchResult(NamedTuple):
    """The rows of a batch, and the seconds its worker took."""

    rows: list[Row]
    seconds: float


def play_batch(batch: Batch) -> BatchResult:
    """Play a batch in a worker."""
    start = time.perf_counter()
    rows = batch.play(playing())
    return BatchResult(rows, time.perf_counter() - start)


class HasWorkers(Protocol):
    """Something with workers."""

    @property
    def workers(self) -> int:
        """How many batches are played at once now."""


class Executor(HasWorkers, Protocol):
    """What plays batches: the processes of this machine, or a cluster."""

    def run(self, batches: Iterable[Batch], played: Game) -> Iterator[tuple[int, BatchResult]]:
        """Yield the number of every batch and its result as they finish. Batches are taken when a worker is free."""


class PoolExecutor:
    """Processes of this machine."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or processors()

    def run(self, batches: Iterable[Batch], played: Game) -> Iterator[tuple[int, BatchResult]]:
        return run_each(play_batch, batches, self.workers, played)


class Throughput:
    """How fast deals are played.

    It sizes batches: large enough that handing one out costs nothing in comparison, small enough that all workers have
    work. It also estimates the remaining time.
    """

    def __init__(self, executor: HasWorkers) -> None:
        self._executor = executor  # asked again and again: workers come and go
        self._start = time.perf_counter()
        self._first: tuple[float, float] | None = None  # when the first batch was done, and the work it was
        self._worked = 0.0  # seconds, of all workers together
        self._played = 0  # deals
        self._seconds: dict[str, float] = {}  # of a deal, by series, on average
        self._deals: dict[str, int] = {}  # by series
        self._largest = 0  # batch so far, in deals

    def record(self, key: str, deals: int, seconds: float) -> None:
        """Record that deals of a series took this long."""
        self._worked += seconds
        self._played += deals
        before = self._deals.get(key, 0)
        self._deals[key] = before + deals
        self._seconds[key] = (self._seconds.get(key, 0.0) * before + seconds) / (before + deals)
        self._largest = max(self._largest, deals)
        if self._first is None:
            self._first = self.elapsed, seconds

    def batch_size(self, key: str, left: int) -> int:
        """The number of deals in the next batch of a series that has so many left."""
        known = self._seconds.get(key, self._worked / self._played if self._played else 0.0)
        workers = self._executor.workers
        target = TARGET * max(1.0, workers / MANY_WORKERS)
        wanted = round(target / known) if known > 0 else 1
        return max(1, min(wanted, GROWTH * self._largest, MOST_DEALS, -(-left // (2 * workers))))

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._start

    def remaining(self, left: Iterable[tuple[str, int]]) -> float | None:
        """The seconds that these deals will take, by series; None while nothing is known. A series without results
        counts as the mean of the others."""
        if self._first is None:
            return None
        mean = self._worked / self._played
        work = sum(deals * self._seconds.get(key, mean) for key, deals in left)
        since, before = self._first  # until then workers were only starting
        elapsed, worked = self.elapsed - since, self._worked - before
        return work * elapsed / worked if worked > TARGET else work / self._executor.workers
