"""How far a long command has come, and who does its work."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from slugfest.lab.runs import Progress
from slugfest.lab.work import Crew, PoolCrew


def progress_bar() -> Bars:
    """One bar on standard error, gone when the work is done."""
    return Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


class RunBar:
    """The bars of runs, which know by themselves how long the rest will take: some games take longer than others."""

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

    def tell(self, name: str, progress: Progress) -> None:
        """Show how far the run of this name is."""
        if name not in self._tasks:
            self._tasks[name] = self.bars.add_task(name, total=None, left="")
        told = f"{name}: {progress.series[:40]}" if progress.series else name
        self.bars.update(
            self._tasks[name],
            completed=progress.deals,
            total=progress.total,
            description=told,
            left=clock(progress.left),
        )


def clock(seconds: float | None) -> str:
    """Hours, minutes and seconds; nothing where nobody knows."""
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
def crew_of(dask: str, workers: int) -> Iterator[Crew]:
    """Whoever plays: a cluster, or the processes of this machine."""
    if not dask:
        yield PoolCrew(workers)
        return
    from slugfest.lab.cluster import DaskCrew  # needs distributed, of the extra `lab`

    # What a client tells of a cluster that goes away is told by us, in one sentence.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    with contextlib.closing(DaskCrew(dask, workers)) as crew:
        yield crew
