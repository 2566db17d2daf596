"""Documents in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .documents import Document, DocumentChange, checked, document_of, row_of, taken
from .keys import as_key
from .postgres_pool import Database

_COLUMNS: Final = "SELECT collection, key, version, owner, data, until FROM documents"
_LIVES: Final = "(until IS NULL OR until > slugfest_now())"
_PLACE: Final = "collection = %s AND key = %s"
_CREATE: Final = """
    INSERT INTO documents VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (collection, key) DO UPDATE
    SET version = excluded.version, owner = excluded.owner, data = excluded.data, until = excluded.until
    WHERE documents.until <= slugfest_now()
"""


def one(database: Database, collection: str, key: str) -> Document | None:
    """See ``Store.document``."""
    row = database.execute(
        f"{_COLUMNS} WHERE {_PLACE} AND {_LIVES}".encode(), [as_key(collection), as_key(key)]
    ).fetchone()
    return None if row is None else document_of(_row(row))


def some(
    database: Database, collection: str, owner: str | None, after: str | None, most: int
) -> list[Document]:
    """See ``Store.documents``."""
    conditions, values = ["collection = %s", _LIVES], [as_key(collection)]
    if owner is not None:
        conditions.append("owner = %s")
        values.append(as_key(owner))
    if after is not None:
        conditions.append("key > %s")
        values.append(as_key(after))
    statement = f"{_COLUMNS} WHERE {' AND '.join(conditions)} ORDER BY key LIMIT %s"
    return [document_of(_row(row)) for row in database.execute(statement.encode(), [*values, most])]


def write(database: Database, changes: Sequence[DocumentChange]) -> list[int]:
    """See ``Store.write_documents``. Each statement waits for another process that is changing the same row."""
    versions: dict[tuple[str, str], int] = {}
    with database.transaction():
        for change in checked(changes):
            found = database.execute("SELECT nextval('document_versions')").fetchone()
            assert found is not None
            row = row_of(change, int(found[0]))
            place = [*row[:2], change.version]
            if change.version == 0:
                done = database.execute(_CREATE.encode(), row)
            elif change.data is None:
                done = database.execute(
                    f"DELETE FROM documents WHERE {_PLACE} AND version = %s AND {_LIVES}".encode(), place
                )
            else:
                done = database.execute(
                    "UPDATE documents SET version = %s, owner = %s, data = %s, until = %s "
                    f"WHERE {_PLACE} AND version = %s AND {_LIVES}".encode(),
                    [*row[2:], *place],
                )
            if done.rowcount != 1:
                raise taken(change)
            versions[change.collection, change.key] = row[2]
    return [versions[change.collection, change.key] for change in changes]


def every(database: Database) -> tuple[Document, ...]:
    """Everything, for copying."""
    rows = database.execute(f"{_COLUMNS} ORDER BY collection, key".encode())
    return tuple(document_of(_row(row)) for row in rows)


def fill(database: Database, documents: Iterable[Document]) -> None:
    """Write the documents of another store into an empty one."""
    for document in documents:
        database.execute(
            "INSERT INTO documents VALUES (%s, %s, %s, %s, %s, %s)", row_of(document, document.version)
        )
    database.execute(
        "SELECT setval('document_versions', greatest(nextval('document_versions'), "
        "(SELECT coalesce(max(version), 0) FROM documents)))"
    )


def _row(row: tuple[object, ...]) -> tuple[str, str, int, str, str, int | None]:
    collection, key, version, owner, data, until = row
    assert isinstance(version, int)
    assert until is None or isinstance(until, int)
    return str(collection), str(key), version, str(owner), str(data), until
