"""Errors of SQLite and of the system as errors of a store."""

from __future__ import annotations

import contextlib
import errno
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFault,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
)

RESTORE: Final = "Restore it from a copy, or choose another file."

FAULTS: Final[dict[int, tuple[type[StoreFault], str]]] = {
    sqlite3.SQLITE_BUSY: (StoreBusy, "another program is holding it. Stop that program, or wait until it is done"),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "another program is holding it. Stop that program, or wait until it is done"),
    sqlite3.SQLITE_FULL: (StoreFull, "its disk is full. Make room there"),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "it may not be written. Give its file and folder back the right to be"),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "it may not be written. Give its file and folder back the right to be"),
    sqlite3.SQLITE_CANTOPEN: (StoreUnreachable, "it is not there, or may not be opened. Look at its folder"),
    sqlite3.SQLITE_IOERR: (StoreUnreachable, "its disk does not answer as it should. Look at the disk"),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, ""),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, ""),
}  # fmt: skip
SYSTEM: Final = {  # errors of the system as SQLite's codes
    errno.EACCES: sqlite3.SQLITE_READONLY,
    errno.EPERM: sqlite3.SQLITE_READONLY,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
}


@contextlib.contextmanager
def translated(path: Path, what: str) -> Iterator[None]:
    """Raise errors as those of a store, with the file's name and what could not be done."""
    try:
        yield
    except (OSError, sqlite3.Error, json.JSONDecodeError) as error:
        raise translate(error, path, what) from error


def translate(error: BaseException, path: Path, what: str) -> BaseException:
    """An error of a store, if it is about the storage; otherwise the same error."""
    if isinstance(error, json.JSONDecodeError):
        return StoreDamaged(f"{path} is damaged: an entry cannot be read ({error}). {RESTORE}")
    if not isinstance(error, sqlite3.Error | OSError):
        return error
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and isinstance(error, OSError):
        code = SYSTEM.get(error.errno or 0)
    kind, advice = FAULTS.get(code & 0xFF, (None, "")) if code is not None else (None, "")
    if kind is StoreDamaged:
        return kind(f"{path} is not a Slugfest database, or it is damaged ({error}). {RESTORE}")
    if kind is not None:
        return kind(f"{path} cannot be {what}: {advice} ({error}).")
    return StoreError(f"{path} cannot be {what}: {error}")
