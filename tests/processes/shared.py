"""A store that two servers of one test share, and that fails, stalls or forgets to announce where the test says so."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import ClassVar

from slugfest.store import MemoryStore, NewEntry, News
from slugfest.store.base import milliseconds

TIMEOUT = 30

Wanted = Callable[[NewEntry], bool]


class Gate:
    """Stops the process that is about to write a certain entry, as SIGSTOP would, until the test opens it."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self._reached = threading.Event()
        self._opened = threading.Event()

    def pass_through(self) -> None:
        if not self._opened.is_set():
            self._reached.set()
            assert self._opened.wait(TIMEOUT), "the test never opened the gate"

    def wait_until_reached(self) -> None:
        assert self._reached.wait(TIMEOUT), "nobody came to the gate"

    def open(self) -> None:
        self._opened.set()


class SharedMemoryStore(MemoryStore):
    """Several servers in one process may use it at once."""

    shared: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__(lambda: milliseconds() + self.ahead)
        self.ahead = 0  # ms that the store's clock has been moved
        self.gate: Gate | None = None
        self.announcing = True
        self.failing: list[Exception] = []  # instead of the next appends
        self.forgetting: list[Exception] = []  # after the next appends

    def submit(self, entries: Sequence[NewEntry]) -> Future[list[int]]:
        gate = self.gate
        if gate is not None and gate.wanted(entries[0]):
            self.gate = None  # for one process alone
            gate.pass_through()
        if self.failing:
            return failed(self.failing.pop(0))
        written = super().submit(entries)
        if self.forgetting and written.exception() is None:
            return failed(self.forgetting.pop(0))
        return written

    def announce(self, news: Sequence[News]) -> None:
        if self.announcing:
            super().announce(news)


def failed(error: Exception) -> Future[list[int]]:
    future: Future[list[int]] = Future()
    future.set_exception(error)
    return future
