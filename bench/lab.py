"""./dev bench lab: the overhead of a batch, and the speed of two workers compared with one, on pool and cluster.

One worker and two play the same experiment in turns, and the fastest pass counts: other load only makes a pass slower.
The results of all passes must be equal.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from goals import LAB_GOALS
from lab_simulation import simulate
from rich.console import Console
from rich.table import Table

from slugfest.kernel import Game, game
from slugfest.lab.batches import Batch, BatchResult, Executor, PoolExecutor, Row
from slugfest.lab.cluster import DaskExecutor
from slugfest.lab.deals import CellBatch
from slugfest.lab.experiment import experiment
from slugfest.lab.runs import Run
from slugfest.lab.speed import compiled, resident

SPEC: dict[str, Any] = {"game": "kapow-cards", "bots": ["search:300", "medium"], "seed": "bench"}
EMPTY = 400  # batches without work


class Played(NamedTuple):
    seconds: float
    games: int
    results: list[list[Row]]


def play(executor: Executor, games: int) -> Played:
    """Play the experiment from its first game to its last."""
    run = Run(None, experiment(SPEC | {"games": games}))
    run.prepare()
    start = time.perf_counter()
    run.play(executor)
    seconds = time.perf_counter() - start
    return Played(seconds, games, [rows for file in run.files.values() for rows in file.read()])


class Counted:
    """An executor that counts its batches."""

    def __init__(self, executor: Executor) -> None:
        self.executor, self.batches = executor, 0

    @property
    def workers(self) -> int:
        return self.executor.workers

    def run(self, batches: Iterable[Batch], played: Game) -> Iterator[tuple[int, BatchResult]]:
        for result in self.executor.run(batches, played):
            self.batches += 1
            yield result


class Overhead(NamedTuple):
    """Seconds that a batch costs which plays no game at all."""

    elapsed: float
    here: float  # of the processor in this process, where the run and a local scheduler are


def overhead(executor: Executor) -> Overhead:
    found = experiment(SPEC | {"games": 2})
    nothing = CellBatch(found.cells[0], found.seed, found.measures, "", 0, 0)
    played = game("kapow-cards")
    list(executor.run([nothing] * 4, played))  # workers are there, and have loaded the game
    begun, used = time.perf_counter(), time.process_time()
    list(executor.run([nothing] * EMPTY, played))
    return Overhead((time.perf_counter() - begun) / EMPTY, (time.process_time() - used) / EMPTY)


def measure(console: Console, games: int, passes: int) -> dict[str, float]:
    found: dict[str, float] = {}
    best: dict[str, Played] = {}
    with contextlib.ExitStack() as stack:
        clusters = {
            workers: stack.enter_context(contextlib.closing(DaskExecutor("local", workers)))
            for workers in (1, 2)
        }
        executors: dict[str, Executor] = {
            f"cluster {workers}": executor for workers, executor in clusters.items()
        }
        executors |= {f"pool {workers}": PoolExecutor(workers) for workers in (1, 2)}
        cluster, pool = overhead(clusters[1]), overhead(PoolExecutor(2))
        found["cluster_task_ms"], found["scheduler_ms"] = 1000 * cluster.elapsed, 1000 * cluster.here
        found["pool_task_ms"] = 1000 * pool.elapsed
        for turn in range(passes):
            for name, executor in executors.items():
                counted = Counted(executor)
                played = play(counted, games)
                console.print(
                    f"  pass {turn + 1}, {name}: {played.seconds:.1f} s, {counted.batches} batches",
                    highlight=False,
                )
                found[f"{name} batches"] = counted.batches
                if name not in best or played.seconds < best[name].seconds:
                    best[name] = played
        memory = clusters[2].memory()
    first, *others = best.values()
    if any(played.results != first.results for played in others):
        raise SystemExit("the results differ, but must not depend on who plays")
    for kind in ("pool", "cluster"):
        found[f"{kind}_speedup"] = best[f"{kind} 1"].seconds / best[f"{kind} 2"].seconds
        found[f"{kind}_results"] = games / best[f"{kind} 2"].seconds
        found[f"{kind}_task_s"] = best[f"{kind} 1"].seconds / found[f"{kind} 1 batches"]
    found["worker_mb"] = memory / 1e6
    found["own_mb"] = resident() / 1e6
    found["tasks_a_second"] = 1000 / found["scheduler_ms"]
    return found


NAMES = {
    "pool_speedup": "two processes of the pool compared with one (times)",
    "cluster_speedup": "two workers of the cluster compared with one (times)",
    "pool_task_ms": "a batch without work, pool of two (ms)",
    "cluster_task_ms": "a batch without work, cluster (ms)",
    "scheduler_ms": "… of that the processor time of run and scheduler (ms)",
    "tasks_a_second": "batches a second that keep one core of run and scheduler busy",
    "cluster_task_s": "a batch of the experiment, cluster (s)",
    "pool_results": "games a second, pool of two",
    "cluster_results": "games a second, cluster of two",
    "worker_mb": "memory of a worker (MB)",
    "own_mb": "memory of the process that runs the experiment (MB)",
}


def show_simulation(console: Console) -> None:
    """Print what scheduler and run would do with many workers."""
    table = Table(
        *(
            "workers",
            "minutes",
            "tasks/s",
            "workers busy",
            "run",
            "scheduler",
            "held at most",
            "longest gap",
            "written",
        ),
        title="Simulated: deals of 0.077 s (search:300 against medium, KAPOW! cards); in the last row one worker hangs",
    )
    for one in simulate():
        table.add_row(
            f"{one.workers:,}",
            f"{one.seconds / 60:.1f}",
            f"{one.tasks / one.seconds:.0f}",
            f"{one.busy:.1%}",
            f"{one.client:.0%} of a core",
            f"{one.scheduler:.0%} of a core",
            f"{one.held:,} results, {one.held_bytes / 1e6:.1f} MB",
            f"{one.longest_gap:.0f} s",
            f"{one.bytes_a_second / 1e6:.2f} MB/s",
        )
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="some sixteen seconds with one worker (500)")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--simulate", action="store_true", help="only simulate a thousand workers, with measured costs"
    )
    asked = parser.parse_args()
    console = Console(stderr=asked.json)
    if asked.simulate:
        show_simulation(console)
        return
    console.print(f"The engine is {'compiled' if compiled() else 'interpreted'}.", highlight=False)
    found = measure(console, asked.games, asked.passes)
    if asked.json:
        print(json.dumps(found))
        return
    table = Table("", "found", "goal", title="The lab")
    for key, name in NAMES.items():
        goal = LAB_GOALS.get(key)
        if goal is None:
            wanted = ""
        else:
            reached = found[key] <= goal.least if goal.most else found[key] >= goal.least
            wanted = f"{'at most' if goal.most else 'at least'} {goal.least:g}: {'reached' if reached else 'MISSED'}"
        table.add_row(name, f"{found[key]:,.2f}", wanted)
    console.print(table)


if __name__ == "__main__":
    main()
