"""A full disk, a locked, read-only or damaged file: each is real, and each is reported."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from slugfest.store import (
    NewEntry,
    SqliteStore,
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
)

NOBODY = 65534

HOLDER = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program has the file and does not let go."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    try:
        yield
    finally:
        holder.stdin.close()
        holder.stdout.close()
        assert holder.wait(30) == 0


def entry(version: int, match: str = "M", size: int = 0) -> NewEntry:
    return NewEntry(match, version, {"kind": "test", "padding": "x" * size}, ("ann",), False)


LEAF = 0x0A  # how a page begins that has no others below it


def damage(path: Path, *texts: str) -> None:
    """Overwrite the page on which a text stands with garbage: the first text that is on a leaf of its tree."""
    content = bytearray(path.read_bytes())
    pages = [content.index(text.encode()) // 4096 * 4096 for text in texts]
    at = next(page for page in pages if content[page] == LEAF)
    content[at : at + 4096] = b"\xa5" * 4096
    path.write_bytes(content)


def with_two_matches(path: Path) -> None:
    """A file in which WHOLE and TORN lie on pages of their own."""
    store = SqliteStore(path)
    for match in ("TORN", "WHOLE"):
        for version in range(1, 31):
            store.append(
                [NewEntry(match, version, {"text": f"{match} {version} {'x' * 900}"}, ("ann",), False)]
            )
    store.close()


def test_a_full_disk_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite3")
    store.append([entry(1)])
    (pages,) = store._database.execute("PRAGMA page_count").fetchone()
    store._database.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreFull, match="Make room") as caught:
        store.append([entry(2, size=50_000)])
    assert caught.value.cause == "full"
    assert len(store.log("M")) == 1
    others = [store.submit([entry(1, match=f"N{number}", size=50_000)]) for number in range(3)]
    assert all(isinstance(future.exception(), StoreFull) for future in others)
    store._database.execute("PRAGMA max_page_count = 1000000")  # somebody made room
    store.append([entry(2, size=50_000)])
    assert len(store.log("M")) == 2
    store.check()
    store.close()


def test_a_file_that_another_program_holds_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = SqliteStore(path, timeout=0.01)
    store.append([entry(1)])
    with held(path):
        with pytest.raises(StoreBusy, match="another program") as caught:
            store.append([entry(2)])
        assert caught.value.cause == "busy"
        assert len(store.log("M")) == 1  # it can still be read
    store.append([entry(2)])
    store.close()


@contextmanager
def as_a_user_without_rights() -> Iterator[None]:
    """Root may write everything; so be somebody else for a moment."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name == "nt", reason="files have no modes there")
def test_a_file_that_may_not_be_written_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    path = folder / "matches.sqlite3"
    store = SqliteStore(path)
    store.append([entry(1)])
    store.close()
    for above in (folder, *folder.parents[:4]):
        if above.owner() == folder.owner() and above.name.startswith(("pytest", "test", "shelf")):
            above.chmod(0o755)
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        with as_a_user_without_rights():
            with pytest.raises(StoreReadOnly, match="may not be written") as caught:
                SqliteStore(path)
            assert caught.value.cause == "read-only"
            with pytest.raises(StoreReadOnly):
                SqliteStore(folder / "other.sqlite3")
    finally:
        folder.chmod(0o755)
        path.chmod(0o600)
    again = SqliteStore(path)
    assert len(again.log("M")) == 1
    again.close()


def test_a_disk_that_becomes_read_only_is_reported(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite3")
    store.append([entry(1)])
    store._database.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreReadOnly):
        store.append([entry(2)])
    with pytest.raises(StoreReadOnly):
        store.check()
    store._database.execute("PRAGMA query_only = OFF")
    store.append([entry(2)])
    store.close()


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    store = SqliteStore(folder / "matches.sqlite3")
    store.append([entry(1)])
    folder.rename(tmp_path / "pulled out")
    with pytest.raises(StoreUnreachable):
        store.log("M")
    (tmp_path / "pulled out").rename(folder)
    assert len(store.log("M")) == 1
    store.close()


def test_a_damaged_page_is_found_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    with_two_matches(path)
    store = SqliteStore(path)
    store.check()
    store.close()
    damage(path, "TORN 16 ")
    torn = SqliteStore(path)
    with pytest.raises(StoreDamaged, match="Restore it") as caught:
        torn.check()
    assert caught.value.cause == "damaged"
    torn.close()


def test_a_damaged_page_is_found_on_reading_and_spoils_no_other_match(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    with_two_matches(path)
    damage(path, "TORN 16 ")
    store = SqliteStore(path)
    with pytest.raises(StoreDamaged):
        store.log("TORN")
    assert len(store.log("WHOLE")) == 30
    store.append([entry(31, "WHOLE")])
    store.close()


def test_an_append_that_meets_a_damaged_page_fails_alone(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    with_two_matches(path)
    damage(path, "WHOLE 1 ")  # the page on which the next entry of TORN would come to stand, too
    store = SqliteStore(path)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")  # so that they go to the disk together
    futures = [
        store.submit([entry(1, "ZOE")]),
        store.submit([entry(31, "TORN")]),
        store.submit([entry(2, "ZOE")]),
    ]
    holder.execute("ROLLBACK")
    holder.close()
    assert isinstance(futures[1].exception(), StoreDamaged)
    assert [len(futures[index].result()) for index in (0, 2)] == [1, 1]
    assert len(store.log("ZOE")) == 2
    store.close()


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (b'{"text": "TORN 3 ', b'{"text": TORN" 3 '),  # no JSON any more
        (b'{"text": "TORN 3 ', b'{"text": "TORN 8 '),  # still JSON
        (b'{"text": "TORN 3 ', b'{"tixt": "TORN 3 '),
    ],
)
def test_an_entry_that_is_not_what_was_written_is_damage(
    tmp_path: Path, written: bytes, found: bytes
) -> None:
    path = tmp_path / "matches.sqlite3"
    with_two_matches(path)
    content = path.read_bytes()
    assert written in content
    path.write_bytes(content.replace(written, found))
    store = SqliteStore(path)
    with pytest.raises(StoreDamaged, match="entry 3 of match TORN is not what was written"):
        store.log("TORN")
    assert len(store.log("TORN", after=3)) == 27
    assert len(store.log("WHOLE")) == 30
    store.close()


def test_an_entry_older_than_checksums_is_taken_as_it_is_unless_it_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = SqliteStore(path)
    store.append([entry(1)])
    for version, text in ((2, '{"kind": "old"}'), (3, '{"kind: "old"}')):
        store._database.execute("INSERT INTO entries VALUES ('M', ?, 1, ?, NULL)", (version, text))
        if version == 2:
            assert store.log("M")[1].entry == {"kind": "old"}
    with pytest.raises(StoreDamaged, match="cannot be read"):
        store.log("M")
    store.close()
