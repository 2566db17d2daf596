"""The default store: one SQLite file.

``synchronous = FULL`` makes every commit wait for the disk, also in WAL mode, so that an acknowledged move survives a
power cut. Triggers keep the log append-only. One connection writes, in a thread of its own; readers have other
connections and do not wait for it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, Final

from . import sqlite_append, sqlite_contents, sqlite_documents, sqlite_guests, sqlite_reviews
from .base import (
    DEAD_KEPT,
    LIFE,
    REFUSALS_KEPT,
    Answer,
    Clock,
    Contents,
    Json,
    KeptReview,
    Learned,
    Listed,
    Logged,
    NewEntry,
    News,
    OnNews,
    OnWritten,
    Store,
    milliseconds,
)
from .documents import MOST, Document, DocumentChange
from .errors import StoreDamaged, StoreError
from .keys import as_key
from .sqlite_faults import RESTORE, translate, translated
from .sqlite_schema import APPLICATION, SCHEMA, build
from .sqlite_writer import Writer
from .subscribers import Subscribers

TIMEOUT: Final = 10.0  # seconds to wait for another process that writes
WORKS: Final = "SELECT 1 FROM processes WHERE id = ? AND until > ? AND NOT draining"


class SqliteStore(Store):
    """A database file."""

    def __init__(self, path: Path, clock: Clock = milliseconds, timeout: float = TIMEOUT) -> None:
        self.path = path
        self._clock = clock
        self._timeout = timeout
        self._subscribers = Subscribers()
        self._lock = threading.Lock()  # of the idle readers
        self._readers: list[sqlite3.Connection] = []
        self._closed = False
        with translated(path, "opened"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)  # it contains the signing key and secrets of running matches
            self._database = self._connect()
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise
        self._writer = Writer(self._database, lambda error: translate(error, path, "written"), str(path))

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self.path, timeout=self._timeout, isolation_level=None, check_same_thread=False
        )

    def _prepare(self) -> None:
        database = self._database
        self._refuse_foreign_files()
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            database.execute(f"PRAGMA {setting}")
        if self._pragma("user_version") < SCHEMA:
            database.execute("BEGIN IMMEDIATE")  # another process that waits finds it built
            try:
                build(database, self._pragma("user_version"))
                database.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    database.execute("ROLLBACK")
                raise

    def _refuse_foreign_files(self) -> None:
        version, owner = self._pragma("user_version"), self._pragma("application_id")
        tables = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if owner != APPLICATION and (tables or version):
            raise StoreError(f"{self.path} is a database of another program; choose another file")
        if version > SCHEMA:
            raise StoreError(
                f"{self.path} was written by a newer Slugfest (database version {version}; this Slugfest knows "
                f"{SCHEMA}). Update Slugfest, or choose another file. Nothing was changed."
            )

    def _pragma(self, name: str) -> int:
        return int(self._database.execute(f"PRAGMA {name}").fetchone()[0])

    # ---- the log ---------------------------------------------------------------------------------------------

    def submit(self, entries: Sequence[NewEntry]) -> Future[list[int]]:
        return self._writer.submit(self._appending(entries), careful=len(entries) == 1)

    def post(self, entries: Sequence[NewEntry], on_written: OnWritten) -> None:
        self._writer.post(self._appending(entries), on_written, careful=len(entries) == 1)

    def _appending(self, entries: Sequence[NewEntry]) -> Callable[[sqlite3.Connection], list[int]]:
        return lambda database: sqlite_append.append(database, entries, self._clock())

    def log(self, match: str, after: int = 0) -> list[Logged]:
        with self._reading() as database:
            return sqlite_contents.log(database, self.path, match, after)

    def versions(self, matches: Iterable[str]) -> dict[str, int]:
        with self._reading() as database:
            wanted = json.dumps(list(matches))
            return dict(
                database.execute(
                    "SELECT id, version FROM matches WHERE id IN (SELECT value FROM json_each(?))", (wanted,)
                ).fetchall()
            )

    def now(self) -> int:
        return self._clock()

    def overdue(self) -> list[str]:
        with self._reading() as database:
            rows = database.execute(
                "SELECT id FROM matches WHERE deadline < ? AND NOT over ORDER BY deadline", (self._clock(),)
            )
            return [match for (match,) in rows]

    # ---- requests --------------------------------------------------------------------------------------------

    def answer(self, match: str, guest: str, request: str) -> Answer | None:
        with self._reading() as database:
            return sqlite_append.answer(database, match, guest, request)

    def refuse(self, match: str, guest: str, request: str, refusal: Json) -> Answer:
        def write(database: sqlite3.Connection) -> Answer:
            database.execute(
                "INSERT INTO answers (match, guest, request, at, refusal) SELECT id, ?, ?, ?, ? FROM matches "
                "WHERE id = ? ON CONFLICT DO NOTHING",
                (as_key(guest), as_key(request), self._clock(), json.dumps(refusal), match),
            )
            stands = sqlite_append.answer(database, match, guest, request)
            return refusal if stands is None else stands

        return self._writer.do(write)

    # ---- processes, their leases and who is connected through them -------------------------------------------

    def register(self, process: str, release: str, alone: bool = False) -> None:
        def write(database: sqlite3.Connection) -> None:
            if alone:
                for (other,) in database.execute("SELECT id FROM processes").fetchall():
                    self._leave(database, other)
            row = (process, release, self._clock() + LIFE)
            database.execute("INSERT OR REPLACE INTO processes VALUES (?, ?, ?, 0)", row)

        self._writer.do(write)

    def renew(self, process: str) -> bool:
        def write(database: sqlite3.Connection) -> bool:
            now = self._clock()
            changed = database.execute(
                "UPDATE processes SET until = ? WHERE id = ? AND until > ?", (now + LIFE, process, now)
            )
            return changed.rowcount == 1

        return self._writer.do(write)

    def living(self) -> dict[str, str]:
        with self._reading() as database:
            rows = database.execute(
                "SELECT id, release FROM processes WHERE until > ? AND NOT draining", (self._clock(),)
            )
            return dict(rows.fetchall())

    def drain(self, process: str) -> None:
        self._run("UPDATE processes SET draining = 1 WHERE id = ?", process)

    def leave(self, process: str) -> None:
        self._writer.do(lambda database: self._leave(database, process))

    def _leave(self, database: sqlite3.Connection, process: str) -> None:
        database.execute("UPDATE matches SET runner = NULL, token = token + 1 WHERE runner = ?", (process,))
        database.execute("DELETE FROM reviewers WHERE process = ?", (process,))
        database.execute(
            "UPDATE presence SET left = ? WHERE process = ? AND left IS NULL", (self._clock(), process)
        )
        database.execute("DELETE FROM processes WHERE id = ?", (process,))

    def take_lease(self, match: str, process: str) -> int | None:
        def write(database: sqlite3.Connection) -> int | None:
            now = self._clock()
            row = database.execute("SELECT runner, token FROM matches WHERE id = ?", (match,)).fetchone()
            if row is None or database.execute(WORKS, (process, now)).fetchone() is None:
                return None
            runner, token = row[0], int(row[1])
            if runner == process:
                return token
            if runner is not None and database.execute(WORKS, (runner, now)).fetchone() is not None:
                return None
            database.execute(
                "UPDATE matches SET runner = ?, token = ? WHERE id = ?", (process, token + 1, match)
            )
            return token + 1

        return self._writer.do(write)

    def release_lease(self, match: str, process: str) -> None:
        self._run(
            "UPDATE matches SET runner = NULL, token = token + 1 WHERE id = ? AND runner = ?", match, process
        )

    def take_review(self, match: str, process: str) -> bool:
        return self._writer.do(lambda database: sqlite_reviews.take(database, match, process, self._clock()))

    def release_review(self, match: str, process: str) -> None:
        self._run("DELETE FROM reviewers WHERE match = ? AND process = ?", match, process)

    def connect(self, match: str, guest: str, process: str) -> None:
        self._run(
            "INSERT OR REPLACE INTO presence SELECT id, ?, ?, NULL FROM matches WHERE id = ?",
            guest,
            process,
            match,
        )

    def disconnect(self, match: str, guest: str, process: str) -> None:
        self._run(
            "UPDATE presence SET left = ? WHERE match = ? AND guest = ? AND process = ? AND left IS NULL",
            self._clock(),
            match,
            guest,
            process,
        )

    def present(self, match: str) -> dict[str, int | None]:
        with self._reading() as database:
            return sqlite_append.present(database, match, self._clock())

    def tidy(self) -> None:
        def write(database: sqlite3.Connection) -> None:
            now, run = self._clock(), database.execute
            run("DELETE FROM answers WHERE refusal IS NOT NULL AND at <= ?", (now - REFUSALS_KEPT,))
            run("DELETE FROM processes WHERE until < ?", (now - DEAD_KEPT,))
            run("DELETE FROM presence WHERE left <= ?", (now - DEAD_KEPT,))
            run("DELETE FROM presence WHERE left IS NULL AND process NOT IN (SELECT id FROM processes)")
            run("DELETE FROM tickets WHERE until <= ?", (now,))
            run("DELETE FROM documents WHERE until <= ?", (now,))

        self._writer.do(write)
        with self._reading() as database:
            unfinished = database.execute("SELECT guest, name FROM forgetting").fetchall()
        for guest, name in unfinished:
            self.forget(guest, name)

    # ---- news, snapshots -------------------------------------------------------------------------------------

    def announce(self, news: Sequence[News]) -> None:
        self._subscribers.notify(news)

    def subscribe(self, on_news: OnNews) -> Callable[[], None]:
        return self._subscribers.add(on_news)

    def snapshot(self, match: str) -> tuple[int, bytes] | None:
        with self._reading() as database:
            row = database.execute(
                "SELECT snapshots.version, digest, data FROM snapshots JOIN matches ON id = match "
                "WHERE match = ? AND snapshots.version <= matches.version",
                (match,),
            ).fetchone()
            if row is None or hashlib.sha256(row[2]).digest() != row[1]:
                return None
            return row[0], row[2]

    def keep_snapshot(self, match: str, version: int, data: bytes) -> None:
        self._run(
            "INSERT INTO snapshots SELECT id, ?, ?, ? FROM matches WHERE id = ? AND version >= ? "
            "ON CONFLICT (match) DO UPDATE SET version = excluded.version, digest = excluded.digest, "
            "data = excluded.data WHERE excluded.version > snapshots.version",
            version,
            hashlib.sha256(data).digest(),
            data,
            match,
            version,
        )

    # ---- reviews ---------------------------------------------------------------------------------------------

    def keep_review(self, match: str, kept: KeptReview) -> None:
        self._writer.do(lambda database: sqlite_reviews.keep(database, match, kept))

    def review(self, match: str) -> Json | None:
        with self._reading() as database:
            kept = sqlite_reviews.kept(database, match)
            return None if kept is None else kept.review

    def review_extracts(self, matches: Iterable[str]) -> dict[str, Json]:
        with self._reading() as database:
            return sqlite_reviews.extracts(database, matches)

    # ---- guests ----------------------------------------------------------------------------------------------

    def listed(self, guest: str, over: bool, most: int) -> list[Listed]:
        with self._reading() as database:
            return sqlite_guests.listed(database, guest, over, most)

    def newest(self, over: bool, most: int) -> list[Listed]:
        with self._reading() as database:
            return sqlite_guests.newest(database, over, most)

    def summaries(self, matches: Iterable[str]) -> dict[str, Listed]:
        with self._reading() as database:
            return sqlite_guests.summaries(database, matches)

    def known_guests(self, after: str = "", most: int = MOST) -> list[tuple[str, str]]:
        with self._reading() as database:
            rows = database.execute(
                "SELECT id, name FROM guests WHERE id > ? ORDER BY id LIMIT ?", (after, most)
            )
            return rows.fetchall()

    def keep_summary(self, match: str, version: int, summary: Json) -> None:
        self._writer.do(lambda database: sqlite_guests.keep_summary(database, match, version, summary))

    def keep_ticket(self, digest: str, guest: str, until: int) -> None:
        self._writer.do(lambda database: sqlite_guests.keep_ticket(database, digest, guest, until))

    def take_ticket(self, digest: str) -> str | None:
        return self._writer.do(lambda database: sqlite_guests.take_ticket(database, digest, self._clock()))

    def forget(self, guest: str, name: str) -> list[str]:
        """In steps, so that moves are written in between. What a crash leaves undone is done by ``tidy``."""
        matches = self._writer.do(lambda database: sqlite_guests.begin_forgetting(database, guest, name))
        for match in matches:
            self._writer.do(partial(sqlite_guests.forget_in, match=match, guest=guest, name=name))
        self._writer.do(lambda database: sqlite_guests.end_forgetting(database, guest))
        return matches

    def name_of(self, guest: str) -> str | None:
        with self._reading() as database:
            row = database.execute("SELECT name FROM guests WHERE id = ?", (guest,)).fetchone()
            return None if row is None else str(row[0])

    def rename(self, guest: str, name: str) -> None:
        self._run("INSERT OR REPLACE INTO guests VALUES (?, ?)", guest, name)

    def learned(self, guest: str) -> list[Learned]:
        with self._reading() as database:
            rows = database.execute(
                "SELECT game, lesson, step, done FROM learned WHERE guest = ? ORDER BY game, lesson", (guest,)
            )
            return [Learned(game, lesson, step, bool(done)) for game, lesson, step, done in rows]

    def note_learned(self, guest: str, learned: Learned) -> None:
        self._writer.do(lambda database: sqlite_append.note_learned(database, guest, learned))

    def consents(self, guest: str) -> bool:
        with self._reading() as database:
            return database.execute("SELECT 1 FROM consents WHERE guest = ?", (guest,)).fetchone() is not None

    def note_consent(self, guest: str, given: bool) -> None:
        self._run(
            "INSERT OR IGNORE INTO consents VALUES (?)" if given else "DELETE FROM consents WHERE guest = ?",
            guest,
        )

    def signing_key(self) -> str:
        def write(database: sqlite3.Connection) -> str:
            run = database.execute
            run("INSERT OR IGNORE INTO settings VALUES ('signing key', ?)", (secrets.token_hex(32),))
            return str(run("SELECT value FROM settings WHERE name = 'signing key'").fetchone()[0])

        return self._writer.do(write)

    # ---- documents -------------------------------------------------------------------------------------------

    def document(self, collection: str, key: str) -> Document | None:
        with self._reading() as database:
            return sqlite_documents.one(database, collection, key, self._clock())

    def documents(
        self, collection: str, owner: str | None = None, after: str | None = None, most: int = MOST
    ) -> list[Document]:
        with self._reading() as database:
            return sqlite_documents.some(database, collection, owner, after, most, self._clock())

    def write_documents(self, changes: Sequence[DocumentChange]) -> list[int]:
        return self._writer.do(lambda database: sqlite_documents.write(database, changes, self._clock()))

    # ---- the whole -------------------------------------------------------------------------------------------

    def check(self) -> None:
        with self._reading() as database:
            (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise StoreDamaged(f"{self.path} is damaged ({found}). {RESTORE}")
            gap = database.execute(
                "SELECT match FROM entries GROUP BY match HAVING max(version) <> count(*) LIMIT 1"
            ).fetchone()
            if gap is not None:
                raise StoreDamaged(f"{self.path} is damaged: entries of match {gap[0]} are missing")
        self._run("UPDATE settings SET value = value WHERE name = 'signing key'")  # can it be written?

    def read_all(self, use: Callable[[Contents], None]) -> None:
        with self._reading() as database:
            database.execute("BEGIN")  # a consistent view
            try:
                use(self._contents(database))
            finally:
                database.execute("ROLLBACK")

    def fill(self, contents: Contents, check: Callable[[Contents], None]) -> None:
        def write(database: sqlite3.Connection) -> None:
            sqlite_contents.fill(database, self.path, contents)
            check(self._contents(database))

        self._writer.do(write)

    def _contents(self, database: sqlite3.Connection) -> Contents:
        return sqlite_contents.contents(database, self.path)

    def backup(self, path: Path) -> None:
        """Write a consistent copy to a new file; writing may go on meanwhile."""
        with self._reading() as database:
            path.touch(mode=0o600)
            copied = sqlite3.connect(path)
            try:
                database.backup(copied)  # in one step: in pieces it would restart with every move
                copied.execute("DELETE FROM processes")  # no server works with the copy
                copied.execute("DELETE FROM presence")
                copied.execute("UPDATE matches SET runner = NULL, token = token + 1 WHERE runner IS NOT NULL")
                copied.commit()
            finally:
                copied.close()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            idle, self._readers = self._readers, []
        for database in idle:
            database.close()
        self._writer.close()

    # ---- helpers ---------------------------------------------------------------------------------------------

    def _run(self, statement: str, *values: Any) -> None:
        def write(database: sqlite3.Connection) -> None:
            database.execute(statement, values)

        self._writer.do(write)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading; there are as many as concurrent readers."""
        with translated(self.path, "read"):
            with self._lock:
                if self._closed:
                    raise StoreError(f"{self.path} is closed")
                database = self._readers.pop() if self._readers else None
            if database is None:
                database = self._connect()
                database.execute("PRAGMA query_only = ON")
            try:
                yield database
            except BaseException:
                database.close()  # its state is unknown
                raise
            self._keep(database)

    def _keep(self, database: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._readers.append(database)
                return
        database.close()
