"""Guests in PostgreSQL: their lists of matches, tickets, and how they are deleted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from .base import Json, Listed, renamed
from .keys import as_key
from .postgres_pool import Database

_LISTED: Final = """
    SELECT id, matches.version, summary, coalesce(since, at) AS shown FROM stakes JOIN matches ON id = stakes.match
    LEFT JOIN summaries ON summaries.match = id WHERE guest = %s AND {which} LIMIT %s
"""
_EVERY: Final = (
    "SELECT id, matches.version, summary, coalesce(since, at) FROM matches "
    "LEFT JOIN summaries ON summaries.match = id"
)
_RUNNING: Final = "ended = 0 ORDER BY touched DESC, id"
_OVER: Final = "ended > 0 ORDER BY ended DESC, stakes.match"


def listed(database: Database, guest: str, over: bool, most: int) -> list[Listed]:
    """See ``Store.listed``."""
    statement = _LISTED.format(which=_OVER if over else _RUNNING).encode()
    return [_listed(*row) for row in database.execute(statement, [guest, most])]


def newest(database: Database, over: bool, most: int) -> list[Listed]:
    """See ``Store.newest``."""
    statement = f"{_EVERY} WHERE over = %s ORDER BY touched DESC, id LIMIT %s".encode()
    return [_listed(*row) for row in database.execute(statement, [over, most])]


def summaries(database: Database, matches: Sequence[str]) -> dict[str, Listed]:
    """See ``Store.summaries``."""
    rows = database.execute(f"{_EVERY} WHERE id = ANY(%s)".encode(), [list(matches)])
    return {row[0]: _listed(*row) for row in rows}


def _listed(match: str, version: int, summary: str | None, since: int) -> Listed:
    return Listed(match, version, None if summary is None else json.loads(summary), since)


def keep_summary(database: Database, match: str, version: int, summary: Json) -> None:
    """See ``Store.keep_summary``."""
    database.execute(
        "INSERT INTO summaries SELECT id, %s, at FROM matches WHERE id = %s AND version = %s "
        "ON CONFLICT (match) DO UPDATE SET summary = excluded.summary",
        [json.dumps(summary), match, version],
    )


def keep_ticket(database: Database, digest: str, guest: str, until: int) -> None:
    with database.transaction():
        database.execute("DELETE FROM tickets WHERE guest = %s", [guest])
        database.execute("INSERT INTO tickets VALUES (%s, %s, %s)", [digest, guest, until])


def take_ticket(database: Database, digest: str) -> str | None:
    row = database.execute(
        "DELETE FROM tickets WHERE digest = %s RETURNING guest, until > slugfest_now()", [digest]
    ).fetchone()
    return row[0] if row is not None and row[1] else None


def begin_forgetting(database: Database, guest: str, name: str) -> list[str]:
    """Delete what belongs to a guest alone, and return the matches in which others may know them."""
    run = database.execute
    with database.transaction():
        for statement in (
            b"DELETE FROM guests WHERE id = %s",
            b"DELETE FROM learned WHERE guest = %s",
            b"DELETE FROM consents WHERE guest = %s",
            b"DELETE FROM tickets WHERE guest = %s",
        ):
            run(statement, [guest])
        run("DELETE FROM documents WHERE owner = %s", [as_key(guest)])
        run(
            "INSERT INTO forgetting VALUES (%s, %s) ON CONFLICT (guest) DO UPDATE SET name = excluded.name",
            [guest, name],
        )
        found = run(
            "SELECT match FROM traces WHERE guest = %s UNION SELECT match FROM stakes WHERE guest = %s",
            [guest, guest],
        )
        return sorted(match for (match,) in found)


def forget_in(database: Database, match: str, guest: str, name: str) -> None:
    """Give a guest another name in the log of one match and in what is derived from it."""
    run = database.execute
    with database.transaction():
        run("SET LOCAL slugfest.forgetting = 'on'")
        found = run(
            "SELECT version, entry FROM entries WHERE match = %s AND strpos(entry, %s) > 0",
            [match, f'"guest": "{guest}"'],
        ).fetchall()
        for version, entry in found:
            text = json.dumps(renamed(json.loads(entry), guest, name))
            run("UPDATE entries SET entry = %s WHERE match = %s AND version = %s", [text, match, version])
        row = run("SELECT summary FROM summaries WHERE match = %s FOR UPDATE", [match]).fetchone()
        if row is not None:
            text = json.dumps(renamed(json.loads(row[0]), guest, name))
            run("UPDATE summaries SET summary = %s WHERE match = %s", [text, match])
        run("DELETE FROM snapshots WHERE match = %s", [match])
        run("DELETE FROM stakes WHERE guest = %s AND match = %s", [guest, match])
        run("DELETE FROM traces WHERE guest = %s AND match = %s", [guest, match])


def end_forgetting(database: Database, guest: str) -> None:
    database.execute("DELETE FROM forgetting WHERE guest = %s", [guest])
