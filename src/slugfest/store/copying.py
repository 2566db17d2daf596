"""Copy one store into another: to move a server, or for a backup."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from .base import Contents, Store, WholeMatch
from .errors import StoreError
from .opening import is_file, open_store, sqlite_file
from .sqlite import SqliteStore

AT_WORK: Final = "a server is working with the source; stop it first, or moves made meanwhile are lost"
Progress = Callable[[int, int], None]  # how many matches of how many


def move(source: str, target: str, progress: Progress) -> tuple[int, int]:
    """Copy everything at one address to another; return the numbers of matches and entries.

    The copy is read back and compared before it is committed. The source is never changed. Raises :class:`StoreError`
    for a source that is missing or used by a server, and for a target that is not empty.
    """
    if is_file(source) and not sqlite_file(source).exists():
        raise StoreError(f"{sqlite_file(source)}: there is no such file")
    if is_file(source) and is_file(target) and sqlite_file(source).resolve() == sqlite_file(target).resolve():
        raise StoreError(f"{sqlite_file(source)}: source and target are the same")
    if is_file(source) and in_use(sqlite_file(source)):
        raise StoreError(AT_WORK)
    with contextlib.closing(open_store(source)) as old:
        if old.living():
            raise StoreError(AT_WORK)
        with new_store(target) as new:
            return copy(old, new, progress)


def in_use(path: Path) -> bool:
    """Whether another process has a database file open."""
    with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as database:
        try:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")  # fails while others have it open
            database.execute("BEGIN EXCLUSIVE")
            database.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
        except sqlite3.DatabaseError:
            return False  # opening it will report the problem
    return False


def copy(old: Store, new: Store, progress: Progress) -> tuple[int, int]:
    """Fill a store from another and compare; return the numbers of matches and entries."""
    counts = [0, 0]

    def fill(contents: Contents) -> None:
        digests: dict[str, bytes] = {}

        def passing() -> Iterator[WholeMatch]:
            for whole in contents.matches:
                digests[whole.id] = digest(whole)
                yield whole
                counts[0] += 1
                counts[1] += len(whole.log)
                progress(counts[0], contents.count)

        new.fill(replace(contents, matches=passing()), lambda now: compare(contents, digests, now))

    old.read_all(fill)
    return counts[0], counts[1]


def compare(wanted: Contents, digests: dict[str, bytes], now: Contents) -> None:
    """Compare two stores; raise :class:`StoreError` if they differ."""
    if guests_of(now) != guests_of(wanted):
        raise StoreError("the copy's guests or settings are not those of the source; nothing was kept")
    if not now.count == wanted.count == len(digests):
        raise StoreError(f"the copy has {now.count} of {wanted.count} matches; nothing was kept")
    order = []
    for whole in now.matches:
        if digests.get(whole.id) != digest(whole):
            raise StoreError(f"the copy of match {whole.id} is not like the source; nothing was kept")
        order.append(whole.id)
    if order != list(digests):
        raise StoreError("the copy's matches are not in the order of the source; nothing was kept")


def guests_of(contents: Contents) -> tuple[object, ...]:
    """Everything but the matches."""
    return contents.names, contents.settings, contents.learned, contents.consents, contents.documents


def digest(whole: WholeMatch) -> bytes:
    """What identifies a match with its content."""
    return hashlib.sha256(repr(whole).encode("utf-8", "backslashreplace")).digest()


@contextlib.contextmanager
def new_store(address: str) -> Iterator[Store]:
    """A store to be filled. A new file is removed again if that fails."""
    path = sqlite_file(address) if is_file(address) else None
    fresh = path is not None and not path.exists()
    store = open_store(address)
    try:
        yield store
    except BaseException:
        store.close()
        if path is not None and fresh:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{path}{suffix}").unlink(missing_ok=True)
        raise
    store.close()


def backup(address: str, file: Path, progress: Progress) -> None:
    """Write a consistent copy of everything at an address to a new SQLite file.

    A server may run meanwhile. The file appears when it is complete.
    """
    if is_file(address) and not sqlite_file(address).exists():
        raise StoreError(f"{sqlite_file(address)}: there is no such file")
    if file.exists():
        raise StoreError(f"{file} exists; choose a new file")
    part = file.with_name(f"{file.name}.part")
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        with contextlib.closing(open_store(address)) as store:
            if isinstance(store, SqliteStore):
                store.backup(part)
            else:
                with new_store(str(part)) as copied:
                    copy(store, copied, progress)
        with contextlib.closing(SqliteStore(part)) as copied:
            copied.check()
        part.replace(file)
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror or error}") from error
    finally:
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                Path(f"{part}{suffix}").unlink(missing_ok=True)
