"""Documents: small versioned values under a collection and a key, for what is no part of a match's log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .errors import VersionTaken
from .keys import as_key, from_key

MOST: Final = 1000  # documents in one answer
RESULTS: Final = "results"  # of finished matches, in the order in which they ended
NEW_RESULTS: Final = "new-results"  # the same, until they are counted

Row = tuple[str, str, int, str, str, int | None]  # collection, key, version, owner, data, until: as stored


@dataclass(frozen=True)
class Document:
    """A value with the version that the next change of it must expect.

    Versions count up over all documents of a store, so none is used twice, not even after a deletion.
    """

    collection: str
    key: str
    version: int
    owner: str  # the guest with whom it is deleted; "" for nobody
    data: Mapping[str, Any]
    until: int | None = None  # from then on it does not exist, by the store's clock


@dataclass(frozen=True)
class DocumentChange:
    """Write or delete a document that is at this version."""

    collection: str
    key: str
    version: int  # 0: it must not exist
    data: Mapping[str, Any] | None  # None: delete it
    owner: str = ""
    until: int | None = None


def checked(changes: Sequence[DocumentChange]) -> list[DocumentChange]:
    """The changes in the order in which every process makes them; raises ValueError for what makes no sense."""
    if len({(change.collection, change.key) for change in changes}) != len(changes):
        raise ValueError("a document may be changed once in a group")
    for change in changes:
        if change.version < 0 or (change.version == 0 and change.data is None):
            raise ValueError("only a document that exists can be deleted")
    return sorted(changes, key=lambda change: (as_key(change.collection), as_key(change.key)))


def taken(change: DocumentChange) -> VersionTaken:
    """The error for a document that is not at the expected version."""
    wanted = f"at version {change.version}" if change.version else "absent"
    return VersionTaken(f"document {change.key!r} of {change.collection!r} is not {wanted}")


class MemoryDocuments:
    """The documents of a store in memory. The caller holds a lock."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], Row] = {}
        self._last = 0  # the highest version ever given

    def one(self, collection: str, key: str, now: int) -> Document | None:
        """See ``Store.document``."""
        row = self._rows.get((as_key(collection), as_key(key)))
        return None if row is None or _expired(row, now) else document_of(row)

    def some(
        self, collection: str, owner: str | None, after: str | None, most: int, now: int
    ) -> list[Document]:
        """See ``Store.documents``."""
        start = None if after is None else as_key(after)
        rows = [
            row
            for (place, key), row in sorted(self._rows.items())
            if place == as_key(collection)
            and (start is None or key > start)
            and (owner is None or row[3] == as_key(owner))
            and not _expired(row, now)
        ]
        return [document_of(row) for row in rows[:most]]

    def write(self, changes: Sequence[DocumentChange], now: int) -> list[int]:
        """See ``Store.write_documents``."""
        rows, last = dict(self._rows), self._last
        versions: dict[tuple[str, str], int] = {}
        for change in checked(changes):
            place = (as_key(change.collection), as_key(change.key))
            row = rows.get(place)
            if (0 if row is None or _expired(row, now) else row[2]) != change.version:
                raise taken(change)
            last += 1
            versions[change.collection, change.key] = last
            if change.data is None:
                del rows[place]
            else:
                rows[place] = row_of(change, last)
        self._rows, self._last = rows, last
        return [versions[change.collection, change.key] for change in changes]

    def forget(self, owner: str) -> None:
        """Delete what a guest owns."""
        self._rows = {place: row for place, row in self._rows.items() if row[3] != as_key(owner)}

    def tidy(self, now: int) -> None:
        """Delete what has expired."""
        self._rows = {place: row for place, row in self._rows.items() if not _expired(row, now)}

    def all(self) -> tuple[Document, ...]:
        """Everything, for copying."""
        return tuple(document_of(row) for _, row in sorted(self._rows.items()))

    def fill(self, documents: Iterable[Document]) -> None:
        """Replace everything."""
        self._rows = {}
        for one in documents:
            row = row_of(one, one.version)
            self._rows[row[0], row[1]] = row
        self._last = max((row[2] for row in self._rows.values()), default=self._last)


def result_key(at: int, match: str) -> str:
    """The key of a result: in the order of the keys, matches ended one after the other."""
    return f"{at:015d}-{match}"


def result_documents(match: str, at: int, result: Mapping[str, Any]) -> list[DocumentChange]:
    """What is written together with the entry that ends a match: its result, and that it is not counted yet."""
    key = result_key(at, match)
    return [DocumentChange(collection, key, 0, result) for collection in (RESULTS, NEW_RESULTS)]


def row_of(given: Document | DocumentChange, version: int) -> Row:
    """A document as it is stored. Data are JSON text; names are ASCII, which every database sorts alike."""
    return (
        as_key(given.collection),
        as_key(given.key),
        version,
        as_key(given.owner),
        json.dumps(given.data),
        given.until,
    )


def document_of(row: Row) -> Document:
    """A document from how it is stored."""
    collection, key, version, owner, data, until = row
    return Document(from_key(collection), from_key(key), version, from_key(owner), json.loads(data), until)


def _expired(row: Row, now: int) -> bool:
    return row[5] is not None and row[5] <= now
