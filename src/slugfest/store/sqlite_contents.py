"""Read a whole match or everything in an SQLite file, and write everything into an empty one."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from . import sqlite_documents, sqlite_reviews
from .base import Contents, Learned, Logged, WholeMatch
from .errors import StoreDamaged, StoreError
from .keys import as_key, from_key
from .sqlite_append import INSERT, SUMMARY, checksum, keep_stakes, note_learned
from .sqlite_faults import RESTORE


def log(database: sqlite3.Connection, path: Path, match: str, after: int = 0) -> list[Logged]:
    """The entries of a match after a version; raises :class:`StoreDamaged` if one is missing or was changed."""
    rows = database.execute(
        "SELECT version, at, entry, checksum FROM entries WHERE match = ? AND version > ? ORDER BY version",
        (match, after),
    )
    found = []
    for version, at, entry, kept in rows:
        if kept is not None and kept != checksum(match, version, at, entry):
            raise StoreDamaged(
                f"{path} is damaged: entry {version} of match {match} is not what was written. {RESTORE}"
            )
        found.append(Logged(version, at, json.loads(entry)))
    first = max(after, 0) + 1
    if [logged.version for logged in found] != list(range(first, first + len(found))):
        raise StoreDamaged(f"{path} is damaged: entries of match {match} are missing")
    return found


def contents(database: sqlite3.Connection, path: Path) -> Contents:
    """Everything, to be read inside a transaction."""
    run = database.execute
    names = dict(run("SELECT id, name FROM guests ORDER BY id").fetchall())
    settings = dict(run("SELECT name, value FROM settings ORDER BY name").fetchall())
    ids = [match for (match,) in run("SELECT id FROM matches ORDER BY touched, id")]
    rows = run("SELECT guest, game, lesson, step, done FROM learned")
    learned = sorted(
        (guest, Learned(game, lesson, step, bool(done))) for guest, game, lesson, step, done in rows
    )
    matches = (whole(database, path, match) for match in ids)
    consents = tuple(guest for (guest,) in run("SELECT guest FROM consents ORDER BY guest"))
    return Contents(
        names, settings, len(ids), matches, tuple(learned), consents, sqlite_documents.every(database)
    )


def whole(database: sqlite3.Connection, path: Path, match: str) -> WholeMatch:
    run = database.execute
    over, due, summary, since = run(
        "SELECT over, deadline, summary, coalesce(since, at) FROM matches LEFT JOIN summaries ON match = id "
        "WHERE id = ?",
        (match,),
    ).fetchone()
    guests = run("SELECT guest FROM stakes WHERE match = ? ORDER BY guest", (match,))
    refusals = run(
        "SELECT guest, request, at, refusal FROM answers WHERE match = ? AND refusal IS NOT NULL", (match,)
    )
    return WholeMatch(
        match,
        tuple(log(database, path, match)),
        tuple(guest for (guest,) in guests),
        bool(over),
        due,
        tuple(
            sorted(
                (from_key(guest), from_key(request), at, json.loads(refusal))
                for guest, request, at, refusal in refusals
            )
        ),
        None if summary is None else json.loads(summary),
        since,
        sqlite_reviews.kept(database, match),
    )


def fill(database: sqlite3.Connection, path: Path, given: Contents) -> None:
    """Write everything into an empty file."""
    run = database.execute
    kept = (
        "SELECT 1 FROM matches UNION SELECT 1 FROM guests UNION SELECT 1 FROM learned "
        "UNION SELECT 1 FROM consents UNION SELECT 1 FROM documents"
    )
    if run(kept).fetchone() is not None:
        raise StoreError(f"{path} is not empty; choose a new file")
    for guest, name in given.names.items():
        run("INSERT INTO guests VALUES (?, ?)", (guest, name))
    for guest, learned in given.learned:
        note_learned(database, guest, learned)
    for guest in given.consents:
        run("INSERT INTO consents VALUES (?)", (guest,))
    sqlite_documents.fill(database, given.documents)
    for setting, value in given.settings.items():
        run("INSERT OR REPLACE INTO settings VALUES (?, ?)", (setting, value))
    for place, match in enumerate(given.matches, 1):
        take_over(database, match, place)


def take_over(database: sqlite3.Connection, whole: WholeMatch, place: int) -> None:
    """Write a match from another store; ``place`` counts up in the order of change."""
    run = database.execute
    first, last = whole.log[0].at, whole.log[-1].at
    run(
        "INSERT INTO matches (id, created, over, touched, version, at, deadline) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (whole.id, first, whole.over, place, len(whole.log), last, whole.due),
    )
    for logged in whole.log:
        row = (whole.id, logged.version, logged.at, json.dumps(logged.entry))
        run(INSERT, (*row, checksum(*row)))
        if "request" in logged.entry:
            key = (whole.id, as_key(logged.entry["by"]), as_key(logged.entry["request"]))
            # Logs older than the table of answers may hold a request twice; the first answer counts.
            run(
                "INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?, ?, NULL)",
                (*key, logged.at, logged.version),
            )
    for guest, request, at, refusal in whole.refusals:
        key = (whole.id, as_key(guest), as_key(request))
        run("INSERT INTO answers VALUES (?, ?, ?, ?, NULL, ?)", (*key, at, json.dumps(refusal)))
    if whole.summary is not None:
        run(SUMMARY, (whole.id, json.dumps(whole.summary), whole.since))
    if whole.review is not None:
        sqlite_reviews.keep(database, whole.id, whole.review)
    keep_stakes(database, whole.id, set(whole.guests))
