"""Tasks spread over processes. A worker that is killed costs time, never the run.

Python's own pool fails for good when one of its workers dies. Here a new pool takes over the unfinished tasks. A task
must give the same result when it is run again, so it is seeded by what it is, not by when it runs.

Tasks get their game from :func:`playing`. Workers are forked and know every game that this process knows. With a
compiled engine a variant has workers of its own: they adopt it before the game is loaded, so its numbers are constants
there and no speed is lost.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import Any, Final, Generic, TypeVar

from slugfest.kernel import Game, SlugfestError, adopt_variant, adopted, game, variant_from

from .speed import compiled

Task = TypeVar("Task")
Result = TypeVar("Result")

_MOST_DEATHS: Final = 3  # of workers during the same task, before it is given up
_AHEAD: Final = 2  # tasks submitted for each worker: one running, one waiting
HELD: Final = 8  # results for each worker that may wait for an earlier one: results are written in order


class LabError(SlugfestError):
    """A task that could not be finished."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_each(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 0, played: Game | None = None
) -> Iterator[tuple[int, Result]]:
    """Yield the number of every task and its result as they finish.

    A task is taken when a worker is free, so early results may decide which tasks follow. ``played`` is the game that
    :func:`playing` returns in a worker. With one worker this process plays, if it can; 0 means one a
    processor.
    """
    workers = workers or processors()
    queue = TaskQueue(tasks)
    if workers == 1 and not needs_own_process(played):
        set_playing(played)
        while (number := queue.take()) is not None:
            yield number, work(queue.running.pop(number))
        return
    while True:
        pool = new_pool(workers, played)
        futures: dict[Future[Result], int] = {}
        try:
            while True:
                while len(futures) < _AHEAD * workers and (number := queue.take(HELD * workers)) is not None:
                    with no_interruption():
                        futures[pool.submit(work, queue.running[number])] = number
                if not futures:
                    return
                for future in wait(futures, return_when=FIRST_COMPLETED)[0]:
                    number, result = futures[future], future.result()
                    del futures[future], queue.running[number]
                    yield number, result
        except BrokenProcessPool as error:  # a worker has died, and Python's pool with it
            queue.retry(error)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class TaskQueue(Generic[Task]):
    """Tasks that have not started, and those whose workers have died."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self.running: dict[int, Task] = {}  # by number
        self._fresh = enumerate(tasks)
        self._retries: list[int] = []
        self._taken = 0
        self._deaths: Counter[int] = Counter()

    def take(self, held: int = 0) -> int | None:
        """The number of the next task to start; None if there is none, or if so many later ones are ahead of the
        earliest that is running."""
        if self._retries:
            return self._retries.pop(0)
        if held and self.running and self._taken - min(self.running) >= held:
            return None
        number, task = next(self._fresh, (-1, None))
        if task is None:
            return None
        self.running[number] = task
        self._taken = number + 1
        return number

    def retry(self, error: Exception) -> None:
        """Queue all running tasks again; raise if one of them has killed too many workers."""
        self._retries = sorted(self.running)
        for number, task in self.running.items():
            self._deaths[number] += 1
            if self._deaths[number] > _MOST_DEATHS:
                raise LabError(
                    f"a worker process died {self._deaths[number]} times on the same work ({task!r}); given up"
                ) from error


def new_pool(workers: int, played: Game | None) -> ProcessPoolExecutor:
    """Start processes that play this game."""
    if played is not None and needs_own_process(played):
        assert played.variant is not None
        fresh = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(workers, fresh, _start_worker, (played.variant.as_json(),))
    if "fork" in multiprocessing.get_all_start_methods():
        return ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), _start_worker, (played,))
    given = None if played is None else played.id if played.variant is None else played.variant.as_json()
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start_worker, (given,))


@contextlib.contextmanager
def no_interruption() -> Iterator[None]:
    """Start processes that never receive Ctrl-C, not even while starting. This process receives it afterwards and stops
    the run."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # otherwise Python would start it below and unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def needs_own_process(played: Game | None) -> bool:
    """Whether a game is faster in a process of its own: next to the original game a variant runs interpreted, even with
    a compiled engine."""
    return played is not None and played.variant is not None and compiled() and not adopted(played)


_thread = threading.local()  # a worker of a cluster may have several threads


def set_playing(played: Game | None) -> None:
    """Set the game that tasks in this thread play."""
    _thread.game = played


def playing() -> Game:
    """The game that tasks in this thread play."""
    played: Game = _thread.game
    return played


def _start_worker(given: Game | str | dict[str, Any] | None) -> None:
    """Prepare a worker for a game, given as an object, as the id of an installed one, or as a variant in JSON."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops the run
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if isinstance(given, dict):
        set_playing(adopt_variant(variant_from(given)))
    else:
        set_playing(game(given) if isinstance(given, str) else given)


def _end_with_parent() -> None:
    """End this worker when its parent is gone: a killed parent cannot end it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
