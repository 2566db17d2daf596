"""The lab on a cluster: a worker killed in the middle costs time, never a result, and every byte is the pool's."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from slugfest.kernel import Mistake, add_variant, variant
from slugfest.lab.batches import Executor, PoolExecutor
from slugfest.lab.cluster import Child, DaskExecutor, GivenBatches, game_spec, play_remotely
from slugfest.lab.deals import Cell, CellBatch
from slugfest.lab.experiment import Experiment, experiment
from slugfest.lab.pool import HELD, LabError
from slugfest.lab.runs import Progress, Run

TOLD: dict[str, Any] = {
    "game": "kapow-cards",
    "bots": ["greedy", "random"],
    "games": 60,
    "seed": "cluster",
    "vary": {"W14.value": [5, 14]},
}
STOPPED = {
    "game": "kapow-cards",
    "bots": ["greedy", "random"],
    "games": 60,
    "stop": {"worse": 0.5, "better": 0.7},
}
TIMEOUT = 120


@contextlib.contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's own command, gone afterwards."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([sys.executable, "-m", "dask", *words], **quiet)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.kill()
        process.wait(TIMEOUT)


HERE = ("--host", "127.0.0.1", "--no-dashboard")


def start_scheduler(stack: contextlib.ExitStack) -> tuple[str, subprocess.Popen[bytes]]:
    """A scheduler on this machine alone; its address, and the process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    scheduler = stack.enter_context(started("scheduler", *HERE, "--port", str(port)))
    return f"tcp://127.0.0.1:{port}", scheduler


def start_worker(address: str, folder: Path) -> contextlib.AbstractContextManager[subprocess.Popen[bytes]]:
    """A worker of one thread."""
    work = ("worker", address, *HERE, "--nthreads", "1", "--no-nanny", "--local-directory")
    return started(*work, str(folder))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers; its address and the workers."""
    with contextlib.ExitStack() as stack:
        address, _ = start_scheduler(stack)
        workers = [stack.enter_context(start_worker(address, tmp_path / name)) for name in ("one", "two")]
        with Client(address, timeout=TIMEOUT, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=TIMEOUT)
        yield address, workers


def played(
    folder: Path, executor: Executor, told: dict[str, Any], tell: Callable[[Progress], None] | None = None
) -> Run[Experiment]:
    run = Run(folder, experiment(told))
    run.prepare()
    run.play(executor, tell)
    return run


def results(run: Run[Experiment]) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((run.folder / "results").iterdir())}


def test_a_worker_killed_in_the_middle_costs_no_result_and_every_byte_is_the_pools(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    heard: list[int] = []

    def kill_one(progress: Progress) -> None:
        if not heard:
            os.kill(workers[0].pid, signal.SIGKILL)
        heard.append(progress.deals)

    with contextlib.closing(DaskExecutor(address)) as executor:
        assert executor.workers == 2
        there = played(tmp_path / "there", executor, TOLD, kill_one)
        stopped = played(tmp_path / "stopped there", executor, STOPPED)
    assert workers[0].wait(TIMEOUT) == -signal.SIGKILL
    assert heard[0] < heard[-1] == 60
    here = played(tmp_path / "here", PoolExecutor(1), TOLD)
    assert results(there) == results(here)
    assert results(stopped) == results(played(tmp_path / "stopped here", PoolExecutor(1), STOPPED))


def test_a_worker_that_hangs_holds_nothing_up(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = cluster
    stopped: list[int] = []

    def stop_one(_progress: Progress) -> None:
        if not stopped:
            stopped.append(workers[0].pid)
            os.kill(workers[0].pid, signal.SIGSTOP)

    try:
        with contextlib.closing(DaskExecutor(address, late_seconds=1.0)) as executor:
            there = played(tmp_path / "there", executor, TOLD, stop_one)
    finally:
        os.kill(workers[0].pid, signal.SIGCONT)
    assert stopped
    assert results(there) == results(played(tmp_path / "here", PoolExecutor(1), TOLD))


class FakeFuture:
    def __init__(self, key: str) -> None:
        self.key = key


class FakeClient:
    """A cluster of two workers of which the first never answers."""

    loop = None
    status = "running"

    def __init__(self) -> None:
        self.given: list[list[str] | None] = []

    def submit(self, *_: Any, workers: list[str] | None, **__: Any) -> FakeFuture:
        self.given.append(workers)
        return FakeFuture(str(len(self.given)))

    def processing(self) -> dict[str, tuple[str, ...]]:
        return {"hangs": ("1",), "works": ()}

    def who_has(self, _futures: list[FakeFuture]) -> dict[str, tuple[str, ...]]:
        return {}

    def nthreads(self) -> dict[str, int]:
        return {"hangs": 1, "works": 1}


def test_a_late_batch_goes_to_another_worker_and_few_results_wait_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Nothing:
        thread_condition = threading.Condition()

        def __init__(self, **_: Any) -> None: ...

        def add(self, _future: FakeFuture) -> None: ...

        def has_ready(self) -> bool:
            return False

    monkeypatch.setattr("distributed.as_completed", Nothing)
    client = FakeClient()
    (cell,) = experiment(TOLD | {"vary": {}}).cells
    batch = CellBatch(cell, "s", (), "", 0, 1)
    patient = GivenBatches(client, ("kapow-cards", None, {}), 1000.0)
    patient.give(0, batch)
    assert patient.next_result() is None
    assert client.given == [None]
    given = GivenBatches(client := FakeClient(), ("kapow-cards", None, {}), 0.0)
    given.give(0, batch)
    assert given.next_result() is None
    assert client.given == [None, ["works"]]
    for number in range(1, 3 * HELD):
        given.give(number, batch)
        del given.unfinished[number]  # done, and held: the first is still missing
        if not given.has_room(2):
            break
    assert number == 2 * HELD - 1


def test_a_worker_with_other_content_is_refused() -> None:
    name, told, needs = game_spec(add_variant(variant("kapow-cards", {"W14.value": 4}, "refused")))
    batch = CellBatch(Cell("c", name, 2, {}, ("random",)), "s", (), "", 0, 1)
    with pytest.raises(LabError, match="install the same Slugfest there"):
        play_remotely((name, told, needs | {"content": "another"}), batch)


def variant_json(found: Experiment, cell: Cell) -> dict[str, Any]:
    played = found.game_of(cell)
    assert played.variant is not None
    return played.variant.as_json()


def test_a_process_beside_a_worker_plays_the_same_and_is_noticed_when_it_dies() -> None:
    found = experiment(TOLD | {"games": 4, "vary": {"W14.value": [5]}})
    (cell,) = found.cells
    batch = CellBatch(cell, found.seed, found.measures, "", 0, 2)
    child = Child(variant_json(found, cell))
    with contextlib.closing(child):
        rows = child.play(batch).rows
        assert rows == play_remotely(game_spec(found.game_of(cell)), batch).rows
        child.process.kill()
        with pytest.raises((OSError, EOFError)):  # and then another is started
            child.play(batch)


def test_a_cluster_that_goes_away_leaves_a_run_that_goes_on_without_it(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        address, scheduler = start_scheduler(stack)
        stack.enter_context(start_worker(address, tmp_path / "worker"))

        def kill_it(progress: Progress) -> None:
            scheduler.kill()

        executor = stack.enter_context(contextlib.closing(DaskExecutor(address, timeout=TIMEOUT)))
        with pytest.raises(Mistake, match="is gone"):
            played(tmp_path / "left", executor, TOLD, kill_it)
    again = played(tmp_path / "left", PoolExecutor(1), TOLD)
    assert len(again.provenance["sessions"]) == 2
    assert results(again) == results(played(tmp_path / "here", PoolExecutor(1), TOLD))


def test_where_there_is_no_cluster_it_is_said() -> None:
    with pytest.raises(Mistake, match="there is no Dask cluster"):
        DaskExecutor("tcp://127.0.0.1:9", timeout=0.2)
