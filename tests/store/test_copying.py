"""Everything moves to another store and is the same there, or nothing is left of the attempt."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.postgres import running_postgres
from tests.store.test_any_store import furnish, whole

from slugfest.store import Contents, NewEntry, SqliteStore, StoreError, open_store
from slugfest.store.copying import backup, copy, move

NEW: dict[str, Callable[[Path, str], str]] = {
    "sqlite": lambda folder, name: str(folder / f"{name}.db"),
    "postgres": lambda folder, name: running_postgres().new_database(),
}


def silent(done: int, total: int) -> None:
    """Nobody looks."""


@pytest.fixture(params=list(NEW))
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store with something in it."""
    address = NEW[request.param](tmp_path, "source")
    store = open_store(address)
    furnish(store)
    store.close()
    return address


def read(address: str) -> object:
    store = open_store(address)
    try:
        return whole(store)
    finally:
        store.close()


@pytest.mark.parametrize("kind", list(NEW))
def test_everything_moves_in_every_direction(source: str, kind: str, tmp_path: Path) -> None:
    target = NEW[kind](tmp_path, "target")
    before = read(source)
    received: list[tuple[int, int]] = []
    assert move(source, target, lambda done, total: received.append((done, total))) == (3, 5)
    assert received == [(1, 3), (2, 3), (3, 3)]
    assert read(target) == read(source) == before


@pytest.mark.parametrize("kind", list(NEW))
def test_a_target_that_is_not_empty_is_refused_and_stays_as_it_was(
    source: str, kind: str, tmp_path: Path
) -> None:
    target = NEW[kind](tmp_path, "target")
    store = open_store(target)
    store.rename("zoe", "Zoe")
    store.close()
    before = read(target)
    with pytest.raises(StoreError, match="not empty"):
        move(source, target, silent)
    assert read(target) == before


@pytest.mark.parametrize("kind", list(NEW))
def test_a_move_that_fails_in_the_middle_leaves_nothing(source: str, kind: str, tmp_path: Path) -> None:
    target = NEW[kind](tmp_path, "target")

    def stop(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        move(source, target, stop)
    assert not list(tmp_path.glob("target*"))
    assert move(source, target, silent) == (3, 5)


def test_a_source_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        move(str(tmp_path / "nowhere.db"), str(tmp_path / "target.db"), silent)
    with pytest.raises(StoreError, match="no such file"):
        backup(str(tmp_path / "nowhere.db"), tmp_path / "copy.db", silent)
    assert list(tmp_path.iterdir()) == []


def test_a_store_is_not_moved_onto_itself(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    SqliteStore(path).close()
    with pytest.raises(StoreError, match="the same"):
        move(str(path), f"sqlite:///{path}", silent)


def test_a_source_that_a_server_works_with_is_not_moved(source: str, tmp_path: Path) -> None:
    store = open_store(source)
    if isinstance(store, SqliteStore):
        assert store.versions(["A"]) == {"A": 2}  # to have the file open is enough
    else:
        store.register("P1", "1.0")
    with pytest.raises(StoreError, match="stop it first"):
        move(source, str(tmp_path / "target.db"), silent)
    assert not (tmp_path / "target.db").exists()
    store.leave("P1")
    store.close()
    move(source, str(tmp_path / "target.db"), silent)


class Forgetful(SqliteStore):
    """A store that loses something on the way in."""

    def __init__(self, path: Path, statement: str) -> None:
        super().__init__(path)
        self._statement = statement

    def _contents(self, database: sqlite3.Connection) -> Contents:
        database.execute(self._statement)
        return super()._contents(database)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM guests WHERE id = 'ann'",
        "DELETE FROM settings",
        "DELETE FROM learned WHERE guest = 'ann'",
        "UPDATE documents SET version = version + 1",
        "DELETE FROM stakes WHERE guest = 'bob'",
        "DELETE FROM answers WHERE refusal IS NOT NULL",
        "UPDATE matches SET touched = -touched",
        "UPDATE matches SET over = 1",
        "UPDATE matches SET deadline = 1",
        "INSERT INTO matches (id, created, over, touched) VALUES ('NEW', 0, 0, 0)",
        "INSERT INTO entries VALUES ('B', 3, 1, '{}', NULL)",
    ],
)
def test_a_copy_that_is_not_the_same_does_not_count(tmp_path: Path, statement: str) -> None:
    old = SqliteStore(tmp_path / "old.db")
    furnish(old)
    new = Forgetful(tmp_path / "new.db", statement)
    with pytest.raises(StoreError, match="nothing was kept"):
        copy(old, new, silent)
    new.close()
    old.close()
    again = SqliteStore(tmp_path / "new.db")
    assert whole(again) == ({}, {}, 0, [], (), ())
    again.close()


# ---- copies ----------------------------------------------------------------------------------------------------------


def test_a_backup_holds_everything_and_can_be_moved_back(source: str, tmp_path: Path) -> None:
    file = tmp_path / "folder" / "copy.db"
    backup(source, file, silent)
    assert read(str(file)) == read(source)
    assert sorted(path.name for path in file.parent.iterdir()) == ["copy.db"]
    restored = running_postgres().new_database()
    move(str(file), restored, silent)
    assert read(restored) == read(source)


def test_a_backup_can_be_made_while_a_server_writes(source: str, tmp_path: Path) -> None:
    """It is the store of one moment: no match without its beginning, no answer without its entry."""
    store = open_store(source)
    store.register("P1", "1.0")
    assert store.take_lease("A", "P1") is not None
    stopped = threading.Event()
    begun = threading.Event()

    def write() -> None:
        version = 2
        while not stopped.is_set():
            version += 1
            entry = {"kind": "test", "by": "ann", "request": f"r{version}"}
            store.append([NewEntry("A", version, entry, ("ann",), False)])
            store.append([NewEntry(f"NEW{version}", 1, {"kind": "test"}, ("bob",), False)])
            begun.set()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert begun.wait(30)
        for number in range(3):
            backup(source, tmp_path / f"copy{number}.db", silent)
    finally:
        stopped.set()
        writer.join()
    lengths = []
    for number in range(3):
        copied = SqliteStore(tmp_path / f"copy{number}.db")
        copied.check()
        assert copied.living() == {}  # no server works with a copy
        lengths.append(copied.versions(["A"])["A"])
        assert copied.answer("A", "ann", f"r{lengths[-1]}") == lengths[-1]
        copied.close()
    assert lengths == sorted(lengths)
    assert store.versions(["A"])["A"] >= lengths[-1]
    store.close()


def test_a_backup_overwrites_nothing(source: str, tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    with pytest.raises(StoreError, match="exists"):
        backup(source, file, silent)
    assert file.read_text() == "precious"
    with pytest.raises(StoreError, match="cannot be written"):
        backup(source, file / "copy.db", silent)
