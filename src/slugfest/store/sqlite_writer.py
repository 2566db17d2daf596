"""One thread that writes to SQLite in groups, because waiting for the disk is what writing costs.

Everything requested while the disk was busy goes into the next transaction. Each piece has its own savepoint, so that a
failing one does not affect the others. A piece that changes nothing if it fails (``careful``) needs no savepoint.
"""

from __future__ import annotations

import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from .errors import StoreError

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Translate = Callable[[BaseException], BaseException]  # an error as one of the store's
OnWritten = Callable[[Any, BaseException | None], None]  # gets the result of a piece of work, or the error

LARGEST_GROUP: Final = 256


@dataclass(slots=True)
class Piece:
    work: Work[Any]
    on_written: OnWritten
    careful: bool


class Writer:
    """Does pieces of work on one connection, in order."""

    def __init__(self, database: sqlite3.Connection, translate: Translate, name: str) -> None:
        self._database = database
        self._translate = translate
        self._name = name
        self._lock = threading.Lock()
        self._closed = False
        self._queue: queue.SimpleQueue[Piece | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="slugfest store", daemon=True)
        self._thread.start()

    def post(self, work: Work[Any], on_written: OnWritten, careful: bool = False) -> None:
        """Do a piece of work soon; ``on_written`` is called in the writer's thread when it is on disk.

        ``careful``: if it raises anything but an error of SQLite, it has changed nothing.
        """
        with self._lock:
            if not self._closed:
                self._queue.put(Piece(work, on_written, careful))
                return
        on_written(None, StoreError(f"{self._name} is closed"))

    def submit(self, work: Work[T], careful: bool = False) -> Future[T]:
        """Do a piece of work soon; the future is resolved when it is on disk."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # cancelling does not undo it

        def settle(result: T, failure: BaseException | None) -> None:
            if failure is None:
                future.set_result(result)
            else:
                future.set_exception(failure)

        self.post(work, settle, careful)
        return future

    def do(self, work: Work[T]) -> T:
        return self.submit(work).result()

    def close(self) -> None:
        """Finish what was requested, then close."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        closing = False
        while not closing:
            group: list[Piece] = []
            waiting = self._queue.get()
            while waiting is not None:
                group.append(waiting)
                if len(group) == LARGEST_GROUP:
                    break
                try:
                    waiting = self._queue.get_nowait()
                except queue.Empty:
                    break
            closing = waiting is None
            if group:
                self._write(group)
        self._database.close()

    def _write(self, group: list[Piece]) -> None:
        outcomes: list[tuple[Any, BaseException | None]] = []
        working = False
        try:
            self._database.execute("BEGIN IMMEDIATE")
            working = True
            for piece in group:
                outcomes.append(self._attempt(piece))
            working = False
            self._database.execute("COMMIT")
        except BaseException as error:  # reported to the callers; this thread continues
            with contextlib.suppress(sqlite3.Error):  # it may be rolled back already
                self._database.execute("ROLLBACK")
            if working and len(group) > 1:  # one piece has broken the transaction of all
                for piece in group:
                    self._write([piece])
                return
            outcomes = [(None, self._translate(error)) for _ in group]
        for piece, (result, failure) in zip(group, outcomes):
            piece.on_written(result, failure)

    def _attempt(self, piece: Piece) -> tuple[Any, BaseException | None]:
        """Do one piece; if it fails, undo it without affecting the others.

        An error of SQLite itself is raised: the state of the transaction is unknown after it.
        """
        if not piece.careful:
            self._database.execute("SAVEPOINT piece")
        try:
            result = piece.work(self._database)
        except sqlite3.Error:
            raise
        except BaseException as error:
            if not piece.careful:
                self._database.execute("ROLLBACK TO piece")
                self._database.execute("RELEASE piece")
            return None, self._translate(error)
        if not piece.careful:
            self._database.execute("RELEASE piece")
        return result, None
