"""A pool of connections to PostgreSQL, and its errors as errors of a store."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from .errors import (
    Answered,
    Conflict,
    LeaseLost,
    OutcomeUnknown,
    OutOfTime,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFault,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
    VersionTaken,
)

Database = psycopg.Connection[tuple[Any, ...]]

MOST: Final = 16  # connections for work; news have two more
TIMEOUT: Final = 10.0  # seconds to wait for a free one

# A session that sleeps in a transaction, because its process was stopped, must not block others. A commit waits for the
# disk.
SESSION: Final = """
    SET lock_timeout = '10s';
    SET statement_timeout = '15s';
    SET idle_in_transaction_session_timeout = '15s';
    SET default_transaction_isolation = 'read committed';
    SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') IN ('off', 'local');
"""

CONFLICTS: Final[dict[str, type[Conflict]]] = {
    "SF001": VersionTaken,
    "SF002": LeaseLost,
    "SF003": OutOfTime,
    "SF005": Answered,
    "40001": VersionTaken,  # could not serialize
    "40P01": VersionTaken,  # deadlock
}
# By SQLSTATE, or by its first two characters.
FAULTS: Final[dict[str, tuple[type[StoreFault], str]]] = {
    "53100": (StoreFull, "its disk is full. Make room there"),
    "25006": (StoreReadOnly, "it may only be read. Connect to the server that is written to"),
    "42501": (StoreReadOnly, "this user may not write there. Give it the right to"),
    "XX001": (StoreDamaged, "it is damaged. Restore a backup"),
    "XX002": (StoreDamaged, "it is damaged. Restore a backup"),
    "53": (StoreBusy, "it has too much to do. Give it more connections, or wait"),
    "55": (StoreBusy, "another program is holding it. Wait until it is done"),
    "57014": (StoreBusy, "it takes too long. Wait until it has less to do"),
    "58": (StoreUnreachable, "its disk does not answer as it should. Look at the disk"),
    "08": (StoreUnreachable, "it does not answer. Is it running?"),
    "57": (StoreUnreachable, "it does not answer. Is it running?"),
}


def shown(url: str) -> str:
    """A database's address without user and password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # Its own message would quote the address with the password.
        raise StoreError("the database's address is not one of PostgreSQL (postgresql://host/name)") from None
    host, port = parts.get("host") or "", parts.get("port") or ""
    return f"PostgreSQL database {parts.get('dbname') or ''!r}" + (
        f" at {host}{':' if port else ''}{port}" if host else ""
    )


def translate(error: psycopg.Error, name: str, what: str) -> StoreError:
    """PostgreSQL's error as one of the store's."""
    state = error.sqlstate or ""
    if state in CONFLICTS:
        return CONFLICTS[state](error.diag.message_primary or str(error))
    reason = (error.diag.message_primary or str(error)).strip()
    kind, advice = FAULTS.get(state) or FAULTS.get(state[:2]) or (None, "")
    if kind is None and isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        kind, advice = StoreUnreachable, "it does not answer. Is it running?"
    if kind is None:
        return StoreError(f"{name} cannot be {what}: {reason}")
    return kind(f"{name} cannot be {what}: {advice} ({reason}).")


class Pool:
    """A pool of connections."""

    def __init__(self, url: str, most: int = MOST) -> None:
        self.name = shown(url)
        self._url = url
        self._free = threading.BoundedSemaphore(most)
        self._lock = threading.Lock()
        self._idle: list[Database] = []
        self._closed = False

    def connect(self) -> Database:
        """A new connection outside the pool."""
        with self.translated("reached"):
            database: Database = psycopg.connect(
                self._url,
                autocommit=True,
                connect_timeout=5,
                application_name="slugfest",
                keepalives_idle=5,
                keepalives_interval=2,
                keepalives_count=3,
            )
            try:
                database.execute(SESSION.encode())
            except BaseException:
                database.close()
                raise
            return database

    @contextlib.contextmanager
    def borrow(self) -> Iterator[Database]:
        """Borrow a connection. If it is lost, the idle ones are closed too: they are as old."""
        if not self._free.acquire(timeout=TIMEOUT):
            raise StoreBusy(f"{self.name} has too much to do: no connection became free.")
        try:
            with self._lock:
                if self._closed:
                    raise StoreError(f"{self.name} is closed")
                database = self._idle.pop() if self._idle else None
            if database is None:
                database = self.connect()
            try:
                yield database
            finally:
                self._return(database)
        finally:
            self._free.release()

    def _return(self, database: Database) -> None:
        idle = psycopg.pq.TransactionStatus.IDLE
        with self._lock:
            if not self._closed and not database.closed and database.info.transaction_status == idle:
                self._idle.append(database)
                return
            lost = [database, *self._idle] if database.closed or database.broken else [database]
            self._idle = [other for other in self._idle if other not in lost]
        for other in lost:
            other.close()

    @contextlib.contextmanager
    def translated(self, what: str) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as error:
            raise translate(error, self.name, what) from error

    @contextlib.contextmanager
    def appending(self, database: Database) -> Iterator[None]:
        """Raise OutcomeUnknown if the connection is lost during an append."""
        try:
            yield
        except psycopg.Error as error:
            if database.closed or database.broken:
                raise OutcomeUnknown(f"{self.name}: the line was lost in the middle of an append") from error
            raise translate(error, self.name, "written") from error

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for database in idle:
            database.close()
