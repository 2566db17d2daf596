"""Work spread over processes. A worker that is killed (out of memory, by hand) costs time, never the run.

Python's own pool gives up for good when one of its workers dies. Here a new pool takes over what was not finished.
A task must give the same result when it is run again, so tasks are seeded by what they are, not by when they run.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from slugfest.kernel import SlugfestError

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
    prepare: Callable[[Any], None] | None = None,
    given: Any = None,
) -> list[Result]:
    """The results of all tasks, in their order. ``done`` hears of each as it comes in.

    ``prepare(given)`` runs once in every worker. With one worker everything happens in this process;
    0 workers means one a processor.
    """
    workers = min(workers or processors(), max(1, len(tasks)))
    results: dict[int, Result] = {}

    def finished(index: int, result: Result) -> None:
        results[index] = result
        if done is not None:
            done(index, result)

    if workers == 1:
        if prepare is not None:
            prepare(given)
        for index, task in enumerate(tasks):
            finished(index, work(task))
    else:
        deaths: Counter[int] = Counter()
        while len(results) < len(tasks):
            left = [index for index in range(len(tasks)) if index not in results]
            _run_until_a_worker_dies(work, tasks, left, workers, finished, deaths, prepare, given)
    return [results[index] for index in range(len(tasks))]


def _run_until_a_worker_dies(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    left: list[int],
    workers: int,
    finished: Callable[[int, Result], None],
    deaths: Counter[int],
    prepare: Callable[[Any], None] | None,
    given: Any,
) -> None:
    pool = ProcessPoolExecutor(workers, context(), _start_worker, (prepare, given))
    under_way: dict[Future[Result], int] = {}
    waiting = iter(left)
    try:
        while True:
            while len(under_way) < _AHEAD * workers and (index := next(waiting, None)) is not None:
                under_way[pool.submit(work, tasks[index])] = index
            if not under_way:
                return
            ready, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in ready:
                finished(under_way[future], future.result())
                del under_way[future]
    except BrokenProcessPool as error:
        for index in under_way.values():
            deaths[index] += 1
            if deaths[index] > _PATIENCE:
                raise LabError(
                    f"a worker process died {deaths[index]} times on the same work ({tasks[index]!r}); given up"
                ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def context() -> multiprocessing.context.BaseContext:
    """Forked workers know everything this process knows, such as a game that is not installed."""
    forking = "fork" in multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if forking else "spawn")


def _start_worker(prepare: Callable[[Any], None] | None, given: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops the run
    if prepare is not None:
        prepare(given)
