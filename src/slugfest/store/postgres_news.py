"""News by NOTIFY and LISTEN, on connections of their own.

PostgreSQL lets only one commit with a NOTIFY happen at a time, so a NOTIFY within an append would prevent group commit.
Instead one thread sends everything that has gathered every few milliseconds, without waiting for the disk. Lost news
are noticed when versions are compared.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Iterator, Sequence
from typing import Any, Final

import psycopg

from .base import News, OnNews
from .errors import StoreError
from .postgres_pool import Database, Pool

CHANNEL: Final = "slugfest"
GATHERING: Final = 0.005  # seconds
LONGEST: Final = 7900  # bytes; PostgreSQL takes less than 8,000
LISTENING: Final = 0.25  # seconds between two checks whether a listener is still wanted
SHORTEST_PAUSE: Final = 0.1  # seconds before a lost connection is opened again; doubled up to
LONGEST_PAUSE: Final = 2.0


class Announcer:
    """A thread that sends news. What cannot be sent is dropped."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._queue: queue.SimpleQueue[News | None] = queue.SimpleQueue()
        self._database: Database | None = None
        self._thread = threading.Thread(target=self._run, name="slugfest announcer", daemon=True)
        self._stopped = threading.Event()
        self._thread.start()

    def announce(self, news: Sequence[News]) -> None:
        for item in news:
            self._queue.put(item)

    def close(self) -> None:
        self._stopped.set()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            first = self._queue.get()
            self._stopped.wait(GATHERING)
            gathered = [first]
            with contextlib.suppress(queue.Empty):
                while True:
                    gathered.append(self._queue.get_nowait())
            for payload in payloads([item for item in gathered if item is not None]):
                self._send(payload)
            if None in gathered:
                break
        if self._database is not None:
            self._database.close()

    def _send(self, payload: str) -> None:
        try:
            if self._database is None:
                self._database = self._pool.connect()
                self._database.execute("SET synchronous_commit = off")
            self._database.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
        except (psycopg.Error, StoreError):
            if self._database is not None:
                self._database.close()
                self._database = None


class Listener:
    """A thread that receives news, and connects again when its connection is lost."""

    def __init__(self, pool: Pool, on_news: OnNews) -> None:
        self._pool = pool
        self._on_news = on_news
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="slugfest listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        pause = SHORTEST_PAUSE
        while not self._stopped.is_set():
            with contextlib.suppress(psycopg.Error, StoreError):
                database = self._pool.connect()
                with contextlib.closing(database):
                    database.execute(f"LISTEN {CHANNEL}")
                    pause = SHORTEST_PAUSE
                    self._pass_on(())
                    self._follow(database)
            self._stopped.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _follow(self, database: Database) -> None:
        while not self._stopped.is_set():
            for notice in database.notifies(timeout=LISTENING):
                self._pass_on(read(notice.payload))
                if self._stopped.is_set():
                    return

    def _pass_on(self, news: Sequence[News]) -> None:
        if not self._stopped.is_set():
            self._on_news(news)


def payloads(news: Sequence[News]) -> Iterator[str]:
    """The news as payloads short enough for a NOTIFY."""
    gathered: list[str] = []
    length = 2
    for item in news:
        fields: list[Any] = [item.match, item.version] + ([item.call] if item.call else [])
        text = json.dumps(fields, separators=(",", ":"))
        if length + len(text) + 1 > LONGEST and gathered:
            yield f"[{','.join(gathered)}]"
            gathered, length = [], 2
        if len(text) + 2 <= LONGEST:
            gathered.append(text)
            length += len(text) + 1
    if gathered:
        yield f"[{','.join(gathered)}]"


def read(payload: str) -> list[News]:
    """The news in a payload; empty news, which mean that something was missed, if it is malformed."""
    try:
        return [News(*fields) for fields in json.loads(payload)]
    except (ValueError, TypeError):
        return []
