"""Documents in SQLite. The caller has a connection, and a transaction where it writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Final

from .documents import Document, DocumentChange, checked, document_of, row_of, taken
from .keys import as_key

_COLUMNS: Final = "SELECT collection, key, version, owner, data, until FROM documents"
_LIVES: Final = "(until IS NULL OR until > :now)"


def one(database: sqlite3.Connection, collection: str, key: str, now: int) -> Document | None:
    """See ``Store.document``."""
    row = database.execute(
        f"{_COLUMNS} WHERE collection = :collection AND key = :key AND {_LIVES}",
        {"collection": as_key(collection), "key": as_key(key), "now": now},
    ).fetchone()
    return None if row is None else document_of(row)


def some(
    database: sqlite3.Connection, collection: str, owner: str | None, after: str | None, most: int, now: int
) -> list[Document]:
    """See ``Store.documents``."""
    conditions = ["collection = :collection", _LIVES]
    values: dict[str, object] = {"collection": as_key(collection), "now": now, "most": most}
    if owner is not None:
        conditions.append("owner = :owner")
        values["owner"] = as_key(owner)
    if after is not None:
        conditions.append("key > :after")
        values["after"] = as_key(after)
    rows = database.execute(f"{_COLUMNS} WHERE {' AND '.join(conditions)} ORDER BY key LIMIT :most", values)
    return [document_of(row) for row in rows]


def write(database: sqlite3.Connection, changes: Sequence[DocumentChange], now: int) -> list[int]:
    """See ``Store.write_documents``. What it raises must undo the transaction."""
    run = database.execute
    versions: dict[tuple[str, str], int] = {}
    for change in checked(changes):
        (version,) = run("UPDATE document_versions SET last = last + 1 RETURNING last").fetchone()
        row = row_of(change, version)
        place = row[:2]
        if change.version == 0:
            run("DELETE FROM documents WHERE collection = ? AND key = ? AND until <= ?", (*place, now))
            done = run("INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)
        elif change.data is None:
            done = run(
                "DELETE FROM documents WHERE collection = ? AND key = ? AND version = ? "
                "AND (until IS NULL OR until > ?)",
                (*place, change.version, now),
            )
        else:
            done = run(
                "UPDATE documents SET version = ?, owner = ?, data = ?, until = ? "
                "WHERE collection = ? AND key = ? AND version = ? AND (until IS NULL OR until > ?)",
                (*row[2:], *place, change.version, now),
            )
        if done.rowcount != 1:
            raise taken(change)
        versions[change.collection, change.key] = version
    return [versions[change.collection, change.key] for change in changes]


def add(database: sqlite3.Connection, changes: Sequence[DocumentChange]) -> None:
    """Write documents that are new; those that exist stay as they are."""
    for change in changes:
        (version,) = database.execute(
            "UPDATE document_versions SET last = last + 1 RETURNING last"
        ).fetchone()
        database.execute(
            "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row_of(change, version)
        )


def every(database: sqlite3.Connection) -> tuple[Document, ...]:
    """Everything, for copying."""
    return tuple(document_of(row) for row in database.execute(f"{_COLUMNS} ORDER BY collection, key"))


def fill(database: sqlite3.Connection, documents: Iterable[Document]) -> None:
    """Write the documents of another store into an empty one."""
    for document in documents:
        database.execute(
            "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?)", row_of(document, document.version)
        )
    database.execute(
        "UPDATE document_versions SET last = max(last, (SELECT coalesce(max(version), 0) FROM documents))"
    )
