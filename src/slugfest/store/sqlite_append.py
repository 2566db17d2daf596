"""Appends to SQLite and single statements. The caller has a transaction open."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Sequence
from typing import Final

from . import sqlite_documents
from .base import Answer, Learned, NewEntry, who_is_here
from .documents import result_documents
from .errors import Answered, LeaseLost, OutOfTime, VersionTaken
from .keys import as_key

INSERT: Final = "INSERT INTO entries (match, version, at, entry, checksum) VALUES (?, ?, ?, ?, ?)"
ANSWERED: Final = "SELECT 1 FROM answers WHERE match = ? AND guest = ? AND request = ?"
UPDATE: Final = "UPDATE matches SET version = ?, at = ?, over = ?, deadline = ? WHERE id = ?"
TOUCH: Final = (
    "UPDATE matches SET version = ?, at = ?, over = ?, deadline = ?, "
    "touched = (SELECT max(touched) + 1 FROM matches) WHERE id = ?"
)
SUMMARY: Final = (  # what says the same again is not news
    "INSERT INTO summaries VALUES (?, ?, ?) ON CONFLICT (match) DO UPDATE "
    "SET summary = excluded.summary, since = excluded.since WHERE summaries.summary <> excluded.summary"
)


def append(database: sqlite3.Connection, entries: Sequence[NewEntry], now: int) -> list[int]:
    """Write these entries and return the ``at`` of each. Raises a Conflict for the first that may not be written.

    An entry is checked before anything of it is written, so a single one needs no savepoint.
    """
    return [_append(database, new, now) for new in entries]


def _append(database: sqlite3.Connection, new: NewEntry, now: int) -> int:
    run = database.execute
    row = run("SELECT version, at, token, over FROM matches WHERE id = ?", (new.match,)).fetchone()
    length, last, token, over = row or (0, 0, 0, False)
    at = max(now, last)
    if new.version != length + 1:
        raise VersionTaken(f"match {new.match} is at version {length}, not at {new.version - 1}")
    if new.token is not None and new.token != token:
        raise LeaseLost(f"match {new.match} is run by another process")
    if (new.not_before is not None and at <= new.not_before) or (
        new.not_after is not None and at > new.not_after
    ):
        raise OutOfTime(f"match {new.match}: it is too early or too late for this")
    entry = json.dumps(new.entry)
    key = None if new.request is None else (new.match, *map(as_key, new.request))
    if key is not None and run(ANSWERED, key).fetchone() is not None:
        raise Answered(f"match {new.match}: this request has been answered")
    if row is None:
        run("INSERT INTO matches (id, created, over, touched) VALUES (?, ?, 0, 0)", (new.match, at))
    run(TOUCH if new.noticed else UPDATE, (new.version, at, new.over, new.due, new.match))
    run(INSERT, (new.match, new.version, at, entry, checksum(new.match, new.version, at, entry)))
    if key is not None:
        run(
            "INSERT INTO answers (match, guest, request, at, version) VALUES (?, ?, ?, ?, ?)",
            (*key, at, new.version),
        )
    if new.summary is not None:
        run(SUMMARY, (new.match, json.dumps(new.summary), at))
    if not new.same_guests:
        keep_stakes(database, new.match, set(new.guests))
    if new.result is not None and new.over and not over:
        sqlite_documents.add(database, result_documents(new.match, at, new.result))
    return at


def checksum(match: str, version: int, at: int, entry: str) -> int:
    """The checksum of a row of the log: SQLite does not notice if the disk has changed a row."""
    return zlib.crc32(f"{match} {version} {at} {entry}".encode())


def keep_stakes(database: sqlite3.Connection, match: str, guests: set[str]) -> None:
    run = database.execute
    known = {guest for (guest,) in run("SELECT guest FROM stakes WHERE match = ?", (match,))}
    for guest in known - guests:
        run("DELETE FROM stakes WHERE guest = ? AND match = ?", (guest, match))
    for guest in guests - known:
        run("INSERT INTO stakes (guest, match) VALUES (?, ?)", (guest, match))


def present(database: sqlite3.Connection, match: str, now: int) -> dict[str, int | None]:
    """See ``Store.present``."""
    rows = database.execute(
        "SELECT guest, left, until FROM presence LEFT JOIN processes ON id = process WHERE match = ?",
        (match,),
    )
    return who_is_here(rows, now)


def answer(database: sqlite3.Connection, match: str, guest: str, request: str) -> Answer | None:
    """See ``Store.answer``."""
    row = database.execute(
        "SELECT version, refusal FROM answers WHERE match = ? AND guest = ? AND request = ?",
        (match, as_key(guest), as_key(request)),
    ).fetchone()
    if row is None:
        return None
    found: Answer = row[0] if row[1] is None else json.loads(row[1])
    return found


def note_learned(database: sqlite3.Connection, guest: str, learned: Learned) -> None:
    """See ``Store.note_learned``."""
    database.execute(
        "INSERT INTO learned VALUES (?, ?, ?, ?, ?) ON CONFLICT (guest, game, lesson) "
        "DO UPDATE SET step = excluded.step, done = max(done, excluded.done)",
        (guest, learned.game, learned.lesson, learned.step, learned.done),
    )
