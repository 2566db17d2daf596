"""Work spread over processes. A worker that is killed (out of memory, by hand) costs time, never the run.

Python's own pool gives up for good when one of its workers dies. Here a new pool takes over what was not finished.
A task must give the same result when it is run again, so tasks are seeded by what they are, not by when they run.

Work that plays finds its game by :func:`playing`. Workers are forked and know every game that this process knows. With
a compiled engine a variant has workers of its own: they start afresh and adopt it before the game is loaded, so its
numbers are constants there, too, and no speed is lost.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import Any, Final, Generic, TypeVar

from slugfest.kernel import Game, SlugfestError, adopt_variant, adopted, game, variant_from

from .speed import compiled

Task = TypeVar("Task")
Result = TypeVar("Result")

_PATIENCE: Final = 3  # a task is given up after so many deaths of workers while it was under way
_AHEAD: Final = 2  # tasks handed out for each worker: one under way, one waiting


class LabError(SlugfestError):
    """Work that could not be finished."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_all(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    workers: int = 0,
    done: Callable[[int, Result], None] | None = None,
    played: Game | None = None,
) -> list[Result]:
    """The results of all tasks, in their order. ``done`` hears of each as it comes in.

    ``played`` is what :func:`playing` tells the work. With one worker everything happens in this process, if it can;
    0 workers means one a processor.
    """
    results: dict[int, Result] = {}
    for index, result in run_each(work, tasks, min(workers or processors(), max(1, len(tasks))), played):
        results[index] = result
        if done is not None:
            done(index, result)
    return [results[index] for index in range(len(tasks))]


def run_each(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 0, played: Game | None = None
) -> Iterator[tuple[int, Result]]:
    """The number of every task and its result, as they come in. A task is taken when there is somebody to do it, so
    what comes first may decide what there is to do afterwards."""
    workers = workers or processors()
    waiting = Waiting(tasks)
    if workers == 1 and not needs_own_process(played):
        play_here(played)
        while (number := waiting.take()) is not None:
            yield number, work(waiting.under_way.pop(number))
        return
    while True:
        pool = new_pool(workers, played)
        futures: dict[Future[Result], int] = {}
        try:
            while True:
                while len(futures) < _AHEAD * workers and (number := waiting.take()) is not None:
                    with no_interruption():
                        futures[pool.submit(work, waiting.under_way[number])] = number
                if not futures:
                    return
                for future in wait(futures, return_when=FIRST_COMPLETED)[0]:
                    number, result = futures[future], future.result()
                    del futures[future], waiting.under_way[number]
                    yield number, result
        except BrokenProcessPool as error:  # a worker has died, and Python's pool with it: another takes over
            waiting.again(error)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class Waiting(Generic[Task]):
    """Tasks that nobody has begun, and those whose workers have died."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self.under_way: dict[int, Task] = {}  # by number
        self._fresh = enumerate(tasks)
        self._again: list[int] = []
        self._deaths: Counter[int] = Counter()

    def take(self) -> int | None:
        """The number of the next task to be begun; None if there is none."""
        if self._again:
            return self._again.pop(0)
        number, task = next(self._fresh, (-1, None))
        if task is None:
            return None
        self.under_way[number] = task
        return number

    def again(self, error: Exception) -> None:
        """Whatever was under way must be done again; what has cost too many workers is given up."""
        self._again = sorted(self.under_way)
        for number, task in self.under_way.items():
            self._deaths[number] += 1
            if self._deaths[number] > _PATIENCE:
                raise LabError(
                    f"a worker process died {self._deaths[number]} times on the same work ({task!r}); given up"
                ) from error


def new_pool(workers: int, played: Game | None) -> ProcessPoolExecutor:
    """Processes that play this game."""
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
    """Processes that are started here never hear of Ctrl-C, not even before they have begun: the parent stops the run.
    It hears of it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # or Python starts it now, and lets interruptions in again behind it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def needs_own_process(played: Game | None) -> bool:
    """Whether a game is slower in this process than in one that has nothing else to play: a variant beside the game
    itself runs from its sources, also where the engine is compiled."""
    return played is not None and played.variant is not None and compiled() and not adopted(played)


_here = threading.local()  # a worker of a cluster may have several threads


def play_here(played: Game | None) -> None:
    """Say what the work in this thread is about."""
    _here.game = played


def playing() -> Game:
    """The game that the work in this thread is about."""
    played: Game = _here.game
    return played


def _start_worker(given: Game | str | dict[str, Any] | None) -> None:
    """``given`` is a game, the id of an installed one, or what a variant tells of itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops the run
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if isinstance(given, dict):
        play_here(adopt_variant(variant_from(given)))
    else:
        play_here(game(given) if isinstance(given, str) else given)


def _end_with_parent() -> None:
    """A parent that is killed cannot end its workers: they notice by themselves."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
