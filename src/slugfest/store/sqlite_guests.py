"""Guests in SQLite: their lists of matches, tickets, and how they are deleted. The caller has a transaction open."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Final

from .base import Json, Listed, renamed
from .keys import as_key
from .sqlite_append import checksum

_RUNNING: Final = "ended = 0 ORDER BY touched DESC, id"
_OVER: Final = "ended > 0 ORDER BY ended DESC, stakes.match"
_LISTED: Final = (
    "SELECT id, matches.version, summary, coalesce(since, at) AS shown FROM stakes JOIN matches ON id = stakes.match "
    "LEFT JOIN summaries ON summaries.match = id WHERE guest = ? AND {which} LIMIT ?"
)
_EVERY: Final = (
    "SELECT id, matches.version, summary, coalesce(since, at) FROM matches "
    "LEFT JOIN summaries ON summaries.match = id"
)


def listed(database: sqlite3.Connection, guest: str, over: bool, most: int) -> list[Listed]:
    """See ``Store.listed``."""
    rows = database.execute(_LISTED.format(which=_OVER if over else _RUNNING), (guest, most))
    return [_listed(row) for row in rows]


def newest(database: sqlite3.Connection, over: bool, most: int) -> list[Listed]:
    """See ``Store.newest``."""
    rows = database.execute(f"{_EVERY} WHERE over = ? ORDER BY touched DESC, id LIMIT ?", (over, most))
    return [_listed(row) for row in rows]


def summaries(database: sqlite3.Connection, matches: Iterable[str]) -> dict[str, Listed]:
    """See ``Store.summaries``."""
    wanted = json.dumps(list(matches))
    rows = database.execute(f"{_EVERY} WHERE id IN (SELECT value FROM json_each(?))", (wanted,))
    return {row[0]: _listed(row) for row in rows}


def _listed(row: tuple[str, int, str | None, int]) -> Listed:
    match, version, summary, since = row
    return Listed(match, version, None if summary is None else json.loads(summary), since)


def keep_summary(database: sqlite3.Connection, match: str, version: int, summary: Json) -> None:
    """See ``Store.keep_summary``."""
    database.execute(
        "INSERT INTO summaries SELECT id, ?, at FROM matches WHERE id = ? AND version = ? "
        "ON CONFLICT (match) DO UPDATE SET summary = excluded.summary",
        (json.dumps(summary), match, version),
    )


def keep_ticket(database: sqlite3.Connection, digest: str, guest: str, until: int) -> None:
    database.execute("DELETE FROM tickets WHERE guest = ?", (guest,))
    database.execute("INSERT INTO tickets VALUES (?, ?, ?)", (digest, guest, until))


def take_ticket(database: sqlite3.Connection, digest: str, now: int) -> str | None:
    row = database.execute("SELECT guest, until FROM tickets WHERE digest = ?", (digest,)).fetchone()
    database.execute("DELETE FROM tickets WHERE digest = ?", (digest,))
    return row[0] if row is not None and row[1] > now else None


def begin_forgetting(database: sqlite3.Connection, guest: str, name: str) -> list[str]:
    """Delete what belongs to a guest alone, and return the matches in which others may know them."""
    run = database.execute
    for table, column in (
        ("guests", "id"),
        ("learned", "guest"),
        ("consents", "guest"),
        ("tickets", "guest"),
    ):
        run(f"DELETE FROM {table} WHERE {column} = ?", (guest,))
    run("DELETE FROM documents WHERE owner = ?", (as_key(guest),))
    run("INSERT OR REPLACE INTO forgetting VALUES (?, ?)", (guest, name))
    found = run(
        "SELECT match FROM traces WHERE guest = ? UNION SELECT match FROM stakes WHERE guest = ?",
        (guest, guest),
    )
    return sorted(match for (match,) in found)


def forget_in(database: sqlite3.Connection, match: str, guest: str, name: str) -> None:
    """Give a guest another name in the log of one match and in what is derived from it."""
    run = database.execute
    found = run(
        "SELECT version, at, entry FROM entries WHERE match = ? AND instr(entry, ?)",
        (match, f'"guest": "{guest}"'),
    ).fetchall()
    for version, at, entry in found:
        text = json.dumps(renamed(json.loads(entry), guest, name))
        run(
            "UPDATE entries SET entry = ?, checksum = ? WHERE match = ? AND version = ?",
            (text, checksum(match, version, at, text), match, version),
        )
    row = run("SELECT summary FROM summaries WHERE match = ?", (match,)).fetchone()
    if row is not None:
        text = json.dumps(renamed(json.loads(row[0]), guest, name))
        run("UPDATE summaries SET summary = ? WHERE match = ?", (text, match))
    run("DELETE FROM snapshots WHERE match = ?", (match,))
    run("DELETE FROM stakes WHERE guest = ? AND match = ?", (guest, match))
    run("DELETE FROM traces WHERE guest = ? AND match = ?", (guest, match))


def end_forgetting(database: sqlite3.Connection, guest: str) -> None:
    database.execute("DELETE FROM forgetting WHERE guest = ?", (guest,))
