"""What the SQLite store promises beyond any store: durability, and clear words about files that are not right."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from slugfest.store import NewEntry, SqliteStore, StoreError, VersionTaken


def entry(version: int) -> NewEntry:
    return NewEntry("M", version, {"kind": "test", "version": version}, ("ann",), False)


def test_everything_is_still_there_after_closing(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "matches.sqlite3"
    store = SqliteStore(path)
    store.append([entry(1)])
    store.rename("ann", "Ann")
    key = store.signing_key()
    store.close()
    again = SqliteStore(path)
    assert (again.log("M"), again.name_of("ann"), again.signing_key()) == ([entry(1).entry], "Ann", key)
    again.close()


WRITER = """
import os, signal, sys
from pathlib import Path
from slugfest.store import NewEntry, SqliteStore
store = SqliteStore(Path(sys.argv[1]))
for version in range(1, 6):
    store.append([NewEntry("M", version, {"kind": "test", "version": version}, (), False)])
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_what_was_written_survives_the_sudden_death_of_the_writer(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    died = subprocess.run([sys.executable, "-c", WRITER, str(path)], check=False, timeout=60)
    assert died.returncode == -signal.SIGKILL
    store = SqliteStore(path)
    assert [entry["version"] for entry in store.log("M")] == [1, 2, 3, 4, 5]
    store.close()


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite3")
    ask = store._database.execute
    assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
    assert ask("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert ask("PRAGMA foreign_keys").fetchone() == (1,)
    assert ask("PRAGMA busy_timeout").fetchone()[0] >= 1000
    store.close()


@pytest.mark.parametrize("statement", ["UPDATE entries SET entry = '{}'", "DELETE FROM entries"])
def test_the_log_cannot_be_rewritten(tmp_path: Path, statement: str) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite3")
    store.append([entry(1)])
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        store._database.execute(statement)
    assert store.log("M") == [entry(1).entry]
    store.close()


def test_two_processes_cannot_write_the_same_version(tmp_path: Path) -> None:
    one, other = (SqliteStore(tmp_path / "matches.sqlite3") for _ in range(2))
    one.append([entry(1)])
    with pytest.raises(VersionTaken):
        other.append([entry(1)])
    other.append([entry(2)])
    assert len(one.log("M")) == 2
    one.close()
    other.close()


@pytest.mark.skipif(os.name == "nt", reason="files have no modes there")
def test_others_on_the_machine_cannot_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    SqliteStore(path).close()
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_a_file_of_a_newer_slugfest_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    SqliteStore(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer Slugfest"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE recipes (name)")
    database.close()
    with pytest.raises(StoreError, match="another program"):
        SqliteStore(path)


def test_a_file_that_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "letter.sqlite3"
    path.write_text("Dear Slugfest, " * 100)
    with pytest.raises(StoreError, match=r"letter\.sqlite3 is not a Slugfest database"):
        SqliteStore(path)


def test_a_damaged_file_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = SqliteStore(path)
    store.append([entry(1)])
    store.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    damaged = SqliteStore(path)
    with pytest.raises(StoreError, match=r"matches\.sqlite3 is not a Slugfest database, or it is damaged"):
        damaged.log("M")
    damaged.close()


def test_a_place_where_nothing_can_be_written_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path / "file" / "matches.sqlite3")
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path)


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite3")
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.append([entry(1)])
