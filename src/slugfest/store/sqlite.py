"""The store that comes with Slugfest: one SQLite file.

``synchronous = FULL`` makes every commit wait for the disk, also in WAL mode, where NORMAL would not: a move that was
acknowledged survives a power cut. Triggers keep the log append-only even from our own mistakes.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from .base import Entry, NewEntry, Store, StoreError, VersionTaken

APPLICATION: Final = 0x534C5547  # "SLUG": says in the file itself whose it is
PATIENCE: Final = 10.0  # seconds to wait for another process that is writing

# Step n takes a database of version n to version n + 1. Released steps never change; a new version appends one.
STEPS: Final = (
    """
    CREATE TABLE matches (
        id      TEXT PRIMARY KEY,
        created INTEGER NOT NULL,
        over    INTEGER NOT NULL,
        touched INTEGER NOT NULL -- counts up over all matches: the match changed last has the highest
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        match   TEXT NOT NULL REFERENCES matches (id),
        version INTEGER NOT NULL,
        at      INTEGER NOT NULL, -- seconds since 1970
        entry   TEXT NOT NULL, -- JSON
        PRIMARY KEY (match, version)
    ) WITHOUT ROWID;
    CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
        BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
    CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
        BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
    CREATE TABLE stakes (
        guest   TEXT NOT NULL,
        match   TEXT NOT NULL REFERENCES matches (id),
        PRIMARY KEY (guest, match)
    ) WITHOUT ROWID;
    CREATE INDEX stakes_by_match ON stakes (match);
    CREATE INDEX matches_by_touch ON matches (touched);
    CREATE TABLE guests (
        id      TEXT PRIMARY KEY,
        name    TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE settings (
        name    TEXT PRIMARY KEY,
        value   TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
)
SCHEMA: Final = len(STEPS)


class SqliteStore(Store):
    """A database file. One connection, used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        with self._told_clearly("opened"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)  # it holds the signing key and the secrets of running matches
            self._database = sqlite3.connect(
                path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def _prepare(self) -> None:
        database = self._database
        self._refuse_foreign_files()
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            database.execute(f"PRAGMA {setting}")
        if self._pragma("user_version") < SCHEMA:
            with self._transaction():  # one process builds; another that waited finds it built
                for step in STEPS[self._pragma("user_version") :]:
                    for statement in statements(step):
                        database.execute(statement)
                database.execute(f"PRAGMA application_id = {APPLICATION}")
                database.execute(f"PRAGMA user_version = {SCHEMA}")

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

    # ---- matches ---------------------------------------------------------------------------------------------

    def append(self, entries: Sequence[NewEntry]) -> None:
        with self._lock, self._told_clearly("written"), self._transaction():
            for new in entries:
                self._append(new)

    def _append(self, new: NewEntry) -> None:
        run, now = self._database.execute, int(time.time())
        (length,) = run(
            "SELECT coalesce(max(version), 0) FROM entries WHERE match = ?", (new.match,)
        ).fetchone()
        if new.version != length + 1:
            raise VersionTaken(f"match {new.match} is at version {length}, not at {new.version - 1}")
        if new.version == 1:
            run("INSERT INTO matches VALUES (?, ?, 0, 0)", (new.match, now))
        run("INSERT INTO entries VALUES (?, ?, ?, ?)", (new.match, new.version, now, json.dumps(new.entry)))
        run("UPDATE matches SET over = ? WHERE id = ?", (new.over, new.match))
        if new.noticed:
            run(
                "UPDATE matches SET touched = (SELECT max(touched) + 1 FROM matches) WHERE id = ?",
                (new.match,),
            )
        self._keep_stakes(new)

    def _keep_stakes(self, new: NewEntry) -> None:
        run = self._database.execute
        known = {guest for (guest,) in run("SELECT guest FROM stakes WHERE match = ?", (new.match,))}
        for guest in known - set(new.guests):
            run("DELETE FROM stakes WHERE guest = ? AND match = ?", (guest, new.match))
        for guest in set(new.guests) - known:
            run("INSERT INTO stakes VALUES (?, ?)", (guest, new.match))

    def log(self, match: str) -> list[Entry]:
        with self._lock, self._told_clearly("read"):
            rows = self._database.execute(
                "SELECT entry FROM entries WHERE match = ? ORDER BY version", (match,)
            )
            return [json.loads(entry) for (entry,) in rows]

    def open_matches(self, guest: str, most: int) -> list[str]:
        with self._lock, self._told_clearly("read"):
            rows = self._database.execute(
                "SELECT id FROM stakes JOIN matches ON id = match WHERE guest = ? AND NOT over "
                "ORDER BY touched DESC LIMIT ?",
                (guest, most),
            )
            return [match for (match,) in rows]

    # ---- guests ----------------------------------------------------------------------------------------------

    def name_of(self, guest: str) -> str | None:
        with self._lock, self._told_clearly("read"):
            row = self._database.execute("SELECT name FROM guests WHERE id = ?", (guest,)).fetchone()
            return None if row is None else str(row[0])

    def rename(self, guest: str, name: str) -> None:
        with self._lock, self._told_clearly("written"):
            self._database.execute("INSERT OR REPLACE INTO guests VALUES (?, ?)", (guest, name))

    def signing_key(self) -> str:
        with self._lock, self._told_clearly("written"):
            run = self._database.execute
            run("INSERT OR IGNORE INTO settings VALUES ('signing key', ?)", (secrets.token_hex(32),))
            return str(run("SELECT value FROM settings WHERE name = 'signing key'").fetchone()[0])

    def close(self) -> None:
        with self._lock:
            self._database.close()

    # ---- care ------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # a failed COMMIT may have rolled back by itself
                self._database.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def _told_clearly(self, what: str) -> Iterator[None]:
        """SQLite's and the system's errors, as sentences with the file's name."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                raise StoreError(
                    f"{self.path} is not a Slugfest database, or it is damaged ({error}). Restore it from a copy, "
                    "or choose another file."
                ) from error
            raise StoreError(f"{self.path} cannot be {what}: {error}") from error
        except (OSError, sqlite3.Error, json.JSONDecodeError) as error:
            raise StoreError(f"{self.path} cannot be {what}: {error}") from error


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one (``executescript`` would commit behind our back)."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
