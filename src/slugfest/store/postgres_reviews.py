"""Reviews of finished matches in PostgreSQL, and which process makes them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from .base import Json, KeptReview
from .postgres_pool import Database

_WORKING: Final = "SELECT id FROM processes WHERE id = ANY(%s) AND until > slugfest_now() AND NOT draining"


def take(database: Database, match: str, process: str) -> bool:
    """See ``Store.take_review``."""
    run = database.execute
    with database.transaction():
        # Each statement after the lock sees what has been committed by now.
        if run("SELECT 1 FROM matches WHERE id = %s FOR NO KEY UPDATE", [match]).fetchone() is None:
            return False
        row = run("SELECT process FROM reviewers WHERE match = %s", [match]).fetchone()
        holder = process if row is None else row[0]
        working = [one for (one,) in run(_WORKING, [[process, holder]])]
        if process not in working or (holder != process and holder in working):
            return False
        run(
            "INSERT INTO reviewers VALUES (%s, %s) ON CONFLICT (match) DO UPDATE SET process = excluded.process",
            [match, process],
        )
        return True


def keep(database: Database, match: str, kept: KeptReview) -> None:
    """See ``Store.keep_review``."""
    database.execute(
        "INSERT INTO reviews SELECT id, %s, %s FROM matches WHERE id = %s "
        "ON CONFLICT (match) DO UPDATE SET review = excluded.review, extract = excluded.extract",
        [json.dumps(kept.review), json.dumps(kept.extract), match],
    )


def kept_review(database: Database, match: str) -> Json | None:
    row = database.execute("SELECT review FROM reviews WHERE match = %s", [match]).fetchone()
    found: Json | None = None if row is None else json.loads(row[0])
    return found


def extracts(database: Database, matches: Iterable[str]) -> dict[str, Json]:
    """See ``Store.review_extracts``."""
    rows = database.execute("SELECT match, extract FROM reviews WHERE match = ANY(%s)", [list(matches)])
    return {match: json.loads(extract) for match, extract in rows}
