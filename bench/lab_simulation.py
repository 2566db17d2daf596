"""What a scheduler and a run would do with a thousand workers: a simulation with measured costs, in virtual time.

It uses the lab's own rules: how large a batch is, how many are given out ahead, how many results may wait for an
earlier one, and when a late batch is given to somebody else. Run and scheduler each do one thing at a time.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass
from typing import NamedTuple

from slugfest.lab.batches import Throughput
from slugfest.lab.cluster import AHEAD, late_after
from slugfest.lab.pool import HELD

CLIENT_SECONDS = 0.00105  # of the run's process for a task: submit it, receive and write its rows
SCHEDULER_SECONDS = 0.0017  # of the scheduler's for a task
ROW_BYTES = 170


class Found(NamedTuple):
    """What a simulated run did."""

    workers: int
    seconds: float  # until all deals were written
    tasks: int
    busy: float  # share of the workers' time spent playing
    client: float  # share of a core
    scheduler: float
    held: int  # results that waited for an earlier one, at most
    held_bytes: int
    longest_gap: float  # seconds during which nothing was written
    bytes_a_second: float


@dataclass
class Cluster:
    """Workers that a :class:`Throughput` asks for."""

    workers: int


@dataclass
class Task:
    number: int
    deals: int
    given: float
    done: bool = False


class Simulation:
    """A run of so many deals; a deal takes ``seconds`` on average, with a wide spread. One worker may hang."""

    def __init__(
        self, workers: int, deals: int, seconds: float, hang_at: float | None, seed: int = 1
    ) -> None:
        self.cluster = Cluster(workers)
        self.throughput = Throughput(self.cluster)
        self.left, self.seconds, self.hang_at = deals, seconds, hang_at
        self.random = random.Random(seed)
        self.now = 0.0
        self.client_free = self.scheduler_free = 0.0
        self.client_busy = self.scheduler_busy = self.played = 0.0
        self.events: list[
            tuple[float, int, int, Task, float]
        ] = []  # when, order, worker, task, seconds of work
        self.order = 0
        self.idle = list(range(workers))
        self.queue: list[Task] = []
        self.unfinished: dict[int, Task] = {}
        self.held: dict[int, Task] = {}
        self.following = self.next = 0
        self.hung = -1
        self.held_deals = 0
        self.written_at, self.gap, self.most_held, self.most_bytes, self.rows = 0.0, 0.0, 0, 0, 0

    def run(self) -> Found:
        total = self.left
        while self.rows < total:
            self.submit()
            if not self.events:
                self.now += 1.0
                self.give_late_ones()
                continue
            when, _, worker, task, work = heapq.heappop(self.events)
            while self.now + 1.0 < when and self.hung >= 0:  # the run looks for late tasks while it waits
                self.now += 1.0
                self.give_late_ones()
            self.now = max(self.now, when)
            self.finish(worker, task, work)
        workers = self.cluster.workers
        return Found(
            workers,
            self.now,
            self.next,
            self.played / (self.now * workers),
            self.client_busy / self.now,
            self.scheduler_busy / self.now,
            self.most_held,
            self.most_bytes,
            self.gap,
            self.rows * ROW_BYTES / self.now,
        )

    def submit(self) -> None:
        workers = self.cluster.workers
        while self.left and len(self.unfinished) < AHEAD * workers:
            if self.unfinished and self.next - next(iter(self.unfinished)) >= HELD * workers:
                break
            deals = self.throughput.batch_size("deal", self.left)
            self.left -= deals
            task = Task(self.next, deals, self.now)
            self.unfinished[self.next] = task
            self.next += 1
            self.queue.append(task)
        self.start()

    def start(self) -> None:
        while self.queue and self.idle:
            worker, task = self.idle.pop(), self.queue.pop(0)
            begun = max(self.now, self.client_free, self.scheduler_free)
            self.client_free = begun + CLIENT_SECONDS
            self.scheduler_free = begun + SCHEDULER_SECONDS
            self.client_busy += CLIENT_SECONDS
            self.scheduler_busy += SCHEDULER_SECONDS
            if self.hung < 0 and self.hang_at is not None and begun > self.hang_at:
                self.hung = worker  # it takes this task and never answers
                continue
            work = sum(self.random.expovariate(1 / self.seconds) for _ in range(task.deals))
            self.order += 1
            heapq.heappush(self.events, (begun + SCHEDULER_SECONDS + work, self.order, worker, task, work))

    def finish(self, worker: int, task: Task, work: float) -> None:
        self.idle.append(worker)
        self.played += work
        if task.done:
            return
        task.done = True
        self.throughput.record("deal", task.deals, work)
        del self.unfinished[task.number]
        self.held[task.number] = task
        self.held_deals += task.deals
        while self.following in self.held:
            written = self.held.pop(self.following)
            self.following += 1
            self.rows += written.deals
            self.held_deals -= written.deals
            self.gap = max(self.gap, self.now - self.written_at)
            self.written_at = self.now
        self.most_held = max(self.most_held, len(self.held))
        self.most_bytes = max(self.most_bytes, self.held_deals * ROW_BYTES)

    def give_late_ones(self) -> None:
        for task in list(self.unfinished.values()):
            if self.now - task.given > late_after(task.deals * self.seconds):
                task.given = self.now
                self.queue.insert(0, task)
        self.start()


def simulate(seconds: float = 0.077) -> list[Found]:
    """Two to a thousand workers with some minutes of work each, and a thousand of which one hangs."""
    found = [
        Simulation(workers, int(240 * workers / seconds), seconds, None).run() for workers in (2, 100, 1000)
    ]
    return [*found, Simulation(1000, int(240 * 1000 / seconds), seconds, hang_at=60.0).run()]
