"""Reviews of finished matches in SQLite. The caller has a connection, and a transaction where it writes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from .base import Json, KeptReview


def keep(database: sqlite3.Connection, match: str, kept: KeptReview) -> None:
    """See ``Store.keep_review``."""
    database.execute(
        "INSERT INTO reviews SELECT id, ?, ? FROM matches WHERE id = ? "
        "ON CONFLICT (match) DO UPDATE SET review = excluded.review, extract = excluded.extract",
        (json.dumps(kept.review), json.dumps(kept.extract), match),
    )


def take(database: sqlite3.Connection, match: str, process: str, now: int) -> bool:
    """See ``Store.take_review``."""
    run = database.execute
    working = [one for (one,) in run("SELECT id FROM processes WHERE until > ? AND NOT draining", (now,))]
    if process not in working or run("SELECT 1 FROM matches WHERE id = ?", (match,)).fetchone() is None:
        return False
    row = run("SELECT process FROM reviewers WHERE match = ?", (match,)).fetchone()
    if row is not None and row[0] != process and row[0] in working:
        return False
    run("INSERT OR REPLACE INTO reviewers VALUES (?, ?)", (match, process))
    return True


def kept(database: sqlite3.Connection, match: str) -> KeptReview | None:
    row = database.execute("SELECT review, extract FROM reviews WHERE match = ?", (match,)).fetchone()
    return None if row is None else KeptReview(json.loads(row[0]), json.loads(row[1]))


def extracts(database: sqlite3.Connection, matches: Iterable[str]) -> dict[str, Json]:
    """See ``Store.review_extracts``."""
    rows = database.execute(
        "SELECT match, extract FROM reviews WHERE match IN (SELECT value FROM json_each(?))",
        (json.dumps(list(matches)),),
    )
    return {match: json.loads(extract) for match, extract in rows}
