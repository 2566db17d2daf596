"""Appends to PostgreSQL: entries of many matches in one statement and one commit.

A statement and a commit cost far more than what they write. So two threads write, each everything that has gathered
while it was busy. An entry that may not be written does not affect the others. A match whose row is locked by another
process is appended in a statement of its own.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from .base import NewEntry, OnWritten
from .documents import NEW_RESULTS, RESULTS
from .errors import (
    Answered,
    Conflict,
    LeaseLost,
    OutcomeUnknown,
    OutOfTime,
    StoreError,
    StoreFault,
    VersionTaken,
)
from .keys import as_key
from .postgres_pool import Pool

GROUPS: Final = 2  # written at once
ALONE: Final = 8  # concurrent appends that wait for a lock or have several entries
LARGEST_GROUP: Final = 64

# What append_group returns instead of a time.
HELD: Final = -1  # locked, or no such match: to be appended alone
CONFLICTS: Final[dict[int, tuple[type[Conflict], str]]] = {
    -2: (VersionTaken, "match {} has another version"),
    -3: (LeaseLost, "match {} is run by another process"),
    -4: (OutOfTime, "match {}: it is too early or too late for this"),
    -5: (Answered, "match {}: this request has been answered"),
}


# An append with the end of a match first, and the documents of its result. It is one statement, like every append. What
# was over before is seen as of the statement's beginning; had somebody ended the match since, its version would differ.
ENDING: Final = f"""
    WITH news AS (SELECT %s::jsonb AS items),
    was AS MATERIALIZED (SELECT id, over FROM matches, news WHERE id = items->0->>'match'),
    written AS MATERIALIZED (SELECT append_and_list(items) AS ats, items->0 AS item FROM news),
    kept AS (
        INSERT INTO documents
        SELECT collection, lpad(ats[1]::text, 15, '0') || '-' || (item->>'match'), nextval('document_versions'), '',
            item->>'result', NULL
        FROM written, was, unnest(ARRAY['{RESULTS}', '{NEW_RESULTS}']) AS collection
        WHERE NOT was.over AND (item->>'over')::boolean
        ON CONFLICT DO NOTHING
    )
    SELECT ats FROM written
"""


@dataclass(slots=True)
class Piece:
    new: NewEntry
    on_written: OnWritten


class Writer:
    """The threads that append."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._closed = False
        self._queue: queue.SimpleQueue[Piece | None] = queue.SimpleQueue()
        self._alone = ThreadPoolExecutor(ALONE, thread_name_prefix="slugfest store")
        self._threads = [
            threading.Thread(target=self._run, name=f"slugfest appends {number}", daemon=True)
            for number in range(GROUPS)
        ]
        for thread in self._threads:
            thread.start()

    def post(self, entries: Sequence[NewEntry], on_written: OnWritten) -> None:
        """Append entries soon, all or none; ``on_written`` is called in another thread when they are on disk."""
        with self._lock:
            if not self._closed:
                if len(entries) == 1 and entries[0].version > 1 and entries[0].result is None:
                    self._queue.put(Piece(entries[0], on_written))
                else:
                    self._alone.submit(self._append_alone, entries, on_written)
                return
        on_written(None, StoreError(f"{self._pool.name} is closed"))

    def close(self) -> None:
        """Finish what was requested, then close."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        for thread in self._threads:
            thread.join()
        self._alone.shutdown(wait=True)

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            group = [first]
            while len(group) < LARGEST_GROUP:
                try:
                    piece = self._queue.get_nowait()
                except queue.Empty:
                    break
                if piece is None:
                    self._queue.put(None)  # for the next thread
                    break
                group.append(piece)
            self._write(group)
        self._queue.put(None)

    def _write(self, group: list[Piece]) -> None:
        try:
            times = self._ask("SELECT append_group(%s::jsonb)", [piece.new for piece in group])
        except (OutcomeUnknown, StoreFault) as error:
            for piece in group:
                piece.on_written(None, error)
        except Exception:  # one entry has broken the statement, and nothing was written
            for piece in group:
                self._alone.submit(self._append_alone, [piece.new], piece.on_written)
        else:
            for piece, at in zip(group, times, strict=True):
                if at == HELD:
                    self._alone.submit(self._append_alone, [piece.new], piece.on_written)
                elif at in CONFLICTS:
                    kind, message = CONFLICTS[at]
                    piece.on_written(None, kind(message.format(piece.new.match)))
                else:
                    piece.on_written([at], None)

    def _append_alone(self, entries: Sequence[NewEntry], on_written: OnWritten) -> None:
        try:
            ats = self._ask(ENDING if entries[0].result else "SELECT append_and_list(%s::jsonb)", entries)
        except Exception as error:
            on_written(None, error)
        else:
            on_written(ats, None)

    def _ask(self, statement: str, entries: Sequence[NewEntry]) -> list[int]:
        news = json.dumps([_as_json(new) for new in entries])
        with self._pool.borrow() as database, self._pool.appending(database):
            row = database.execute(statement.encode(), [news]).fetchone()
        assert row is not None
        return list(row[0])


def _as_json(new: NewEntry) -> dict[str, Any]:
    guest, request = new.request or ("", None)
    return {
        "match": new.match,
        "version": new.version,
        "entry": json.dumps(new.entry),
        "guests": sorted(set(new.guests)),
        "same_guests": new.same_guests,
        "over": new.over,
        "noticed": new.noticed,
        "token": new.token,
        "not_before": new.not_before,
        "not_after": new.not_after,
        "due": new.due,
        "result": None if new.result is None else json.dumps(new.result),
        "summary": None if new.summary is None else json.dumps(new.summary),
        "by": as_key(guest),
        "request": None if request is None else as_key(request),
    }
