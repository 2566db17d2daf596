"""Several processes on one port: started together, watched, restarted when one dies, and stopped together.

They share one listening socket, and a free one takes the next connection. SIGTERM and SIGINT stop them all, SIGHUP
replaces them one after the other. A worker whose supervisor has died stops too.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from types import FrameType
from typing import Final

from slugfest.kernel import SlugfestError

log = logging.getLogger("slugfest.server")

Work = Callable[[socket.socket, Callable[[], None]], None]  # serve from this socket; call that when ready

TIMEOUT: Final = 60.0  # seconds for a worker to be ready
TOO_SOON: Final = 5.0  # seconds; a worker that dies earlier has failed to start
MOST_FAILURES: Final = 5  # such failures in a row
STOPPING: Final = [number for name in ("SIGTERM", "SIGINT") if (number := getattr(signal, name, None))]
RENEWING: Final = getattr(signal, "SIGHUP", None)


class Worker:
    """One worker process."""

    def __init__(self, work: Work, listener: socket.socket) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy locked locks
        self._ready: Event = context.Event()
        self._process: SpawnProcess = context.Process(target=_run, args=(work, listener, self._ready))
        self._process.start()
        self._started = time.monotonic()

    @property
    def sentinel(self) -> int:
        return self._process.sentinel

    def wait_until_ready(self) -> bool:
        """Whether it accepts requests; False if it died or takes too long."""
        until = time.monotonic() + TIMEOUT
        while not self._ready.wait(0.05):
            if not self._process.is_alive() or time.monotonic() > until:
                return False
        return True

    def died_too_soon(self) -> bool:
        return time.monotonic() - self._started < TOO_SOON

    def ask_to_stop(self) -> None:
        if self._process.is_alive():
            self._process.terminate()

    def join(self) -> None:
        self._process.join()


def _run(work: Work, listener: socket.socket, ready: Event) -> None:
    """Run in the worker's process."""
    threading.Thread(target=_stop_with_supervisor, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        work(listener, ready.set)


def _stop_with_supervisor() -> None:
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None
    wait([supervisor.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def supervise(count: int, work: Work, listener: socket.socket, announce: Callable[[], None]) -> None:
    """Keep so many workers running until a signal says to stop; call ``announce`` when the first ones are ready.

    Raises :class:`SlugfestError` if they do not start.
    """
    workers: list[Worker] = []
    with _signals() as signals:
        try:
            workers += [Worker(work, listener) for _ in range(count)]
            if not all(worker.wait_until_ready() for worker in workers):
                raise SlugfestError("a worker does not start; its output is above")
            announce()
            _watch(workers, work, listener, signals)
        finally:
            for worker in workers:
                worker.ask_to_stop()
            for worker in workers:
                worker.join()


def _watch(workers: list[Worker], work: Work, listener: socket.socket, received: socket.socket) -> None:
    failures = 0
    while True:
        happened = wait([received, *(worker.sentinel for worker in workers)])
        if received in happened:
            signals = received.recv(64)
            if any(number in signals for number in STOPPING):
                return
            for index, old in enumerate(workers):
                workers[index] = _replaced(old, work, listener)
        for index, worker in enumerate(workers):
            if worker.sentinel in happened:
                failures = failures + 1 if worker.died_too_soon() else 0
                if failures > MOST_FAILURES:
                    raise SlugfestError("workers die as soon as they start; their output is above")
                log.error("a worker has died; another one takes its place")
                worker.join()
                workers[index] = Worker(work, listener)


def _replaced(old: Worker, work: Work, listener: socket.socket) -> Worker:
    """A new worker in place of an old one; the old one if the new one does not start."""
    fresh = Worker(work, listener)
    if not fresh.wait_until_ready():
        log.error("a new worker does not start; the old one stays")
        fresh.ask_to_stop()
        fresh.join()
        return old
    old.ask_to_stop()
    old.join()
    return fresh


@contextlib.contextmanager
def _signals() -> Iterator[socket.socket]:
    """Signals as bytes to read, to wait for them together with processes."""
    receiver, sender = socket.socketpair()
    receiver.setblocking(False)
    sender.setblocking(False)

    def note(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(OSError):
            sender.send(bytes([number]))

    wanted = [*STOPPING, *([RENEWING] if RENEWING is not None else [])]
    before = {number: signal.signal(number, note) for number in wanted}
    try:
        yield receiver
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        receiver.close()
        sender.close()
