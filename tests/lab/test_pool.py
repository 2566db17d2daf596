"""Work spread over processes comes back complete and in order, whatever happens to the processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from slugfest.kernel import SlugfestError
from slugfest.lab import LabError
from slugfest.lab.pool import TaskQueue, run_each


def square(number: int) -> int:
    return number * number


def die_once(task: tuple[str, int]) -> int:
    """Kill the worker the first time a multiple of five comes along."""
    folder, number = task
    mark = Path(folder) / str(number)
    if number % 5 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    raise SlugfestError(f"not {number}")


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_every_task_gives_its_result_once(workers: int) -> None:
    assert sorted(run_each(square, range(20), workers)) == [(number, number * number) for number in range(20)]


def test_few_results_wait_for_a_task_that_hangs() -> None:
    queue = TaskQueue(range(100))
    assert queue.take() == 0
    for number in range(1, 8):
        assert queue.take(8) == number
        del queue.running[number]
    assert queue.take(8) is None
    del queue.running[0]
    assert queue.take(8) == 8


def test_nothing_to_do_is_done_at_once() -> None:
    assert list(run_each(square, [], 2)) == []


def test_killed_workers_cost_no_result_and_no_result_counts_twice(tmp_path: Path) -> None:
    tasks = [(str(tmp_path), number) for number in range(20)]
    assert sorted(run_each(die_once, tasks, 2)) == [(number, number * number) for number in range(20)]
    assert len(list(tmp_path.iterdir())) == 4


def test_work_that_kills_every_worker_is_given_up_and_named() -> None:
    with pytest.raises(LabError, match=r"died 4 times on the same work \((7|8)\)"):
        list(run_each(die_always, [7, 8], 2))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_the_work_reaches_the_caller(workers: int) -> None:
    with pytest.raises(SlugfestError, match="not 3"):
        list(run_each(refuse, [3, 3], workers))


def test_workers_end_with_a_parent_that_is_killed() -> None:
    """They hold its output open for as long as they live."""
    program = (
        "import os, signal\n"
        "from slugfest.lab.pool import TaskQueue, run_each\n"
        "for number, _ in run_each(abs, range(50), 2):\n"
        "    if number >= 10:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, timeout=120, check=False)
    assert killed.returncode == -signal.SIGKILL
