"""Progress bars of long commands, and the executor that does their work."""

from __future__ import annotations

import contextlib
import logging
import signal
import threading
from collections.abc import Iterator
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from slugfest.lab.batches import Executor, PoolExecutor
from slugfest.lab.runs import Progress


def progress_bar() -> Bars:
    """A bar on standard error that disappears when the work is done."""
    return Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


class RunBar:
    """The bars of runs, with the remaining time that the runs estimate themselves."""

    def __init__(self) -> None:
        self.bars = Bars(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[left]}"),
            console=Console(stderr=True),
            transient=True,
        )
        self._tasks: dict[str, TaskID] = {}

    def show(self, name: str, progress: Progress) -> None:
        """Show the progress of the run of this name."""
        if name not in self._tasks:
            self._tasks[name] = self.bars.add_task(name, total=None, left="")
        title = f"{name}: {progress.series[:40]}" if progress.series else name
        self.bars.update(
            self._tasks[name],
            completed=progress.deals,
            total=progress.total,
            description=title,
            left=clock(progress.left),
        )


def clock(seconds: float | None) -> str:
    """Hours, minutes and seconds; dashes if unknown."""
    if seconds is None:
        return "-:--:--"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


@contextlib.contextmanager
def run_bar() -> Iterator[RunBar]:
    bar = RunBar()
    with bar.bars:
        yield bar


@contextlib.contextmanager
def executor_for(dask: str, workers: int) -> Iterator[Executor]:
    """A cluster if named, else the processes of this machine. SIGTERM stops the work like Ctrl-C."""
    with terminated_like_interrupted():
        yield from _executor_for(dask, workers)


@contextlib.contextmanager
def terminated_like_interrupted() -> Iterator[None]:
    """Raise KeyboardInterrupt on SIGTERM, so that whoever stops a run finds it in order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _executor_for(dask: str, workers: int) -> Iterator[Executor]:
    if not dask:
        yield PoolExecutor(workers)
        return
    from slugfest.lab.cluster import DaskExecutor  # needs distributed, of the extra `lab`

    # We report a lost cluster ourselves, in one sentence.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    with contextlib.closing(DaskExecutor(dask, workers)) as executor:
        yield executor
