"""Several processes on one port: started together, watched, restarted when one dies, and stopped together.

They share one listening socket, so whoever is free takes the next connection. SIGTERM and SIGINT stop them all, SIGHUP
replaces them one after the other. A worker whose supervisor has died stops as if it had been asked to.
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
TOO_SOON: Final = 5.0  # seconds: a worker that dies earlier has not really lived
MOST_FAILURES: Final = 5  # of that kind, one after the other
STOPPING: Final = [number for name in ("SIGTERM", "SIGINT") if (number := getattr(signal, name, None))]
RENEWING: Final = getattr(signal, "SIGHUP", None)


class Worker:
    """One process that serves."""

    def __init__(self, work: Work, listener: socket.socket) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy threads' locks in any state
        self._ready: Event = context.Event()
        self._process: SpawnProcess = context.Process(target=_run, args=(work, listener, self._ready))
        self._process.start()
        self._started = time.monotonic()

    @property
    def sentinel(self) -> int:
        return self._process.sentinel

    def wait_until_ready(self) -> bool:
        """Whether it serves; False if it died instead, or does not get there."""
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
    """In the worker's process."""
    threading.Thread(target=_follow_the_supervisor, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        work(listener, ready.set)


def _follow_the_supervisor() -> None:
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None
    wait([supervisor.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def supervise(count: int, work: Work, listener: socket.socket, announce: Callable[[], None]) -> None:
    """Keep so many workers serving until a signal says to stop; ``announce`` is called when the first ones serve.

    Raises :class:`SlugfestError` if they do not come up.
    """
    workers: list[Worker] = []
    with _signals() as hear:
        try:
            workers += [Worker(work, listener) for _ in range(count)]
            if not all(worker.wait_until_ready() for worker in workers):
                raise SlugfestError("a worker does not start; what it said is above")
            announce()
            _watch(workers, work, listener, hear)
        finally:
            for worker in workers:
                worker.ask_to_stop()
            for worker in workers:
                worker.join()


def _watch(workers: list[Worker], work: Work, listener: socket.socket, hear: socket.socket) -> None:
    failures = 0
    while True:
        happened = wait([hear, *(worker.sentinel for worker in workers)])
        if hear in happened:
            signals = hear.recv(64)
            if any(number in signals for number in STOPPING):
                return
            for index, old in enumerate(workers):
                workers[index] = _replaced(old, work, listener)
        for index, worker in enumerate(workers):
            if worker.sentinel in happened:
                failures = failures + 1 if worker.died_too_soon() else 0
                if failures > MOST_FAILURES:
                    raise SlugfestError("workers die as soon as they start; what they said is above")
                log.error("a worker has died; another one takes its place")
                worker.join()
                workers[index] = Worker(work, listener)


def _replaced(old: Worker, work: Work, listener: socket.socket) -> Worker:
    """A fresh worker in place of an old one, which hands over and goes; the old one if the fresh one does not serve."""
    fresh = Worker(work, listener)
    if not fresh.wait_until_ready():
        log.error("a fresh worker does not start; the old one stays")
        fresh.ask_to_stop()
        fresh.join()
        return old
    old.ask_to_stop()
    old.join()
    return fresh


@contextlib.contextmanager
def _signals() -> Iterator[socket.socket]:
    """Signals as bytes to be read, so that they can be waited for together with other things."""
    hear, tell = socket.socketpair()
    hear.setblocking(False)
    tell.setblocking(False)

    def note(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(OSError):
            tell.send(bytes([number]))

    wanted = [*STOPPING, *([RENEWING] if RENEWING is not None else [])]
    before = {number: signal.signal(number, note) for number in wanted}
    try:
        yield hear
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        hear.close()
        tell.close()
