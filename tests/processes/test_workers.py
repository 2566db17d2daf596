"""``slugfest serve --workers``: several processes on one port, and their supervisor."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.postgres import running_postgres
from tests.server.harness import Person

from slugfest.kernel import SlugfestError
from slugfest.server.run import serve

TIMEOUT = 60
needs_signals = pytest.mark.skipif(os.name == "nt", reason="needs signals")


class Served:
    """The command in a process of its own."""

    def __init__(self, workers: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "slugfest", "serve", "--port", "0", "--workers", str(workers),
             "--database", running_postgres().new_database()],
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Slugfest: http"), f"the server did not start: {line!r}"
        self.address = line.split()[1]

    def workers(self) -> list[int]:
        """The processes that serve (Python starts one more of its own, which cleans up after them)."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in listed if b"spawn_main" in command_line(pid)]

    def stop(self, number: int) -> int:
        self.process.send_signal(number)
        code = self.process.wait(TIMEOUT)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def command_line(pid: str) -> bytes:
    """The command line of a process; empty if it has ended since it was listed."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def served() -> Iterator[Served]:
    served = Served(2)
    yield served
    if served.process.poll() is None:
        served.stop(signal.SIGTERM)


def until(true: object, what: str) -> None:
    end = time.monotonic() + TIMEOUT
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, what
        time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def answers(address: str) -> bool:
    with Person(address, "Ann") as ann:
        return ann.http.get("/api/me").status_code == 200


@needs_signals
def test_a_worker_that_dies_is_replaced_and_all_go_together(served: Served) -> None:
    first = served.workers()
    assert len(first) == 2
    assert answers(served.address)
    os.kill(first[0], signal.SIGKILL)
    until(lambda: len(set(served.workers()) - {first[0]}) == 2, "no other worker came")
    assert answers(served.address)
    last = served.workers()
    assert served.stop(signal.SIGTERM) == 0
    assert not any(alive(pid) for pid in last)


@needs_signals
def test_workers_are_replaced_one_by_one_on_request(served: Served) -> None:
    first = served.workers()
    served.process.send_signal(signal.SIGHUP)
    until(lambda: len(set(served.workers()) - set(first)) == 2 and not any(map(alive, first)), "they stayed")
    assert answers(served.address)


@needs_signals
def test_workers_whose_supervisor_is_killed_go_too(served: Served) -> None:
    workers = served.workers()
    served.stop(signal.SIGKILL)
    until(lambda: not any(alive(pid) for pid in workers), "orphans were left")


def test_a_file_or_memory_serves_one_process_only(tmp_path: Path) -> None:
    for database in (None, tmp_path / "matches.db"):
        with pytest.raises(SlugfestError, match="2 workers need a PostgreSQL database"):
            serve(port=0, database=database, workers=2)


@needs_signals
def test_whichever_worker_is_asked_tells_the_numbers_of_all(served: Served) -> None:
    def received() -> dict[str, float]:
        """How many windows are open, by process."""
        response = httpx2.get(f"{served.address}/metrics")
        assert response.status_code == 200, response.text
        windows = {}
        for family in text_string_to_metric_families(response.text):
            for sample in family.samples:
                if sample.name == "slugfest_windows_open":
                    windows[sample.labels["worker"]] = sample.value
        return windows

    assert set(received()) == {str(pid) for pid in served.workers()}
    with Person(served.address, "Ann") as ann:
        match = ann.create("me", "open", game="kapow-cards", start=False)
        with ExitStack() as lines:
            for _ in range(6):
                lines.enter_context(ann.connect(match))
            assert sum(received().values()) == 6
    victim = served.workers()[0]
    os.kill(victim, signal.SIGKILL)
    until(lambda: victim not in served.workers() and len(served.workers()) == 2, "no worker took its place")
    until(lambda: set(received()) == {str(pid) for pid in served.workers()}, "the dead one is still told of")
