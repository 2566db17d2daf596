"""Guests in SQLite: their lists of matches, tickets, and how they are deleted. The caller has a transaction open."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from .base import Json, Listed, renamed
from .sqlite_append import checksum
from .sqlite_schema import NEVER_CHANGED

_LISTED: Final = (
    "SELECT id, matches.version, summary, coalesce(since, at) AS shown FROM stakes JOIN matches ON id = stakes.match "
    "LEFT JOIN summaries ON summaries.match = id WHERE guest = ? AND over = ? ORDER BY {order} DESC, id LIMIT ?"
)


def listed(database: sqlite3.Connection, guest: str, over: bool, most: int) -> list[Listed]:
    """See ``Store.listed``."""
    rows = database.execute(_LISTED.format(order="shown" if over else "touched"), (guest, over, most))
    return [
        Listed(match, version, None if summary is None else json.loads(summary), since)
        for match, version, summary, since in rows
    ]


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


def forget(database: sqlite3.Connection, guest: str, name: str) -> list[str]:
    """See ``Store.forget``."""
    run = database.execute
    for table, column in (("guests", "id"), ("learned", "guest"), ("tickets", "guest")):
        run(f"DELETE FROM {table} WHERE {column} = ?", (guest,))
    found = run(
        "SELECT match, version, at, entry FROM entries WHERE instr(entry, ?)", (f'"guest": "{guest}"',)
    ).fetchall()
    matches = {match for (match,) in run("SELECT match FROM stakes WHERE guest = ?", (guest,))}
    matches |= {match for match, *_ in found}
    run("DROP TRIGGER entries_are_never_changed")  # restored within the same transaction
    for match, version, at, entry in found:
        text = json.dumps(renamed(json.loads(entry), guest, name))
        run(
            "UPDATE entries SET entry = ?, checksum = ? WHERE match = ? AND version = ?",
            (text, checksum(match, version, at, text), match, version),
        )
    run(NEVER_CHANGED)
    for match in matches:
        row = run("SELECT summary FROM summaries WHERE match = ?", (match,)).fetchone()
        if row is not None:
            text = json.dumps(renamed(json.loads(row[0]), guest, name))
            run("UPDATE summaries SET summary = ? WHERE match = ?", (text, match))
        run("DELETE FROM snapshots WHERE match = ?", (match,))
        run("DELETE FROM stakes WHERE guest = ? AND match = ?", (guest, match))
    return sorted(matches)
