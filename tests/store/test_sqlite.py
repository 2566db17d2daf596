"""What the SQLite store promises beyond any store: durability, and clear words about files that are not right."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from tests.store.places import running

from slugfest.store import (
    Answered,
    Learned,
    NewEntry,
    SqliteStore,
    StoreDamaged,
    StoreError,
    VersionTaken,
    sqlite_guests,
    sqlite_schema,
)
from slugfest.store.base import renamed


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
    assert (again.entries("M"), again.name_of("ann"), again.signing_key()) == ([entry(1).entry], "Ann", key)
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
    assert [entry["version"] for entry in store.entries("M")] == [1, 2, 3, 4, 5]
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
    assert store.entries("M") == [entry(1).entry]
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


def test_a_database_of_the_release_before_opens_and_play_goes_on(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    with sqlite3.connect(path) as database:
        database.executescript((root / "tests/store/version_1.sql").read_text("utf-8"))
    database.close()
    for _ in range(2):  # the second time there is nothing left to do
        store = SqliteStore(path)
        log = store.log("OLD")
        assert [(logged.version, logged.at) for logged in log[:3]] == [
            (1, 1_700_000_000_000),
            (2, 1_700_000_000_000),
            (3, 1_700_000_060_000),
        ]
        assert log[2].entry["moves"] == ["PASS"]
        assert store.versions(["OLD", "NEXT", "OVER"]) == {"OLD": len(log), "NEXT": 1, "OVER": 1}
        assert (store.name_of("ann"), store.signing_key()) == ("Änne 🦸", "an old key")
        assert sorted(running(store, "ann", 9)) == ["NEXT", "OLD"]
        assert [one.id for one in store.listed("ann", True, 9)] == ["OVER"]
        assert store.answer("OLD", "ann", "first") == 2
        assert store.answer("OLD", "ann", 'odd "ä') == 3
        store.check()
        store.note_learned("ann", Learned("kapow-cards", 1, 2, False))
        assert store.learned("ann") == [Learned("kapow-cards", 1, 2, False)]
        store.append([NewEntry("OLD", len(log) + 1, {"kind": "test"}, ("ann", "bob"), False)])
        with pytest.raises(Answered):
            store.append(
                [NewEntry("OLD", len(log) + 2, {"kind": "x", "by": "ann", "request": "first"}, (), False)]
            )
        assert running(store, "ann", 9) == ["OLD", "NEXT"]
        store.close()


def test_an_old_database_that_cannot_be_brought_up_to_date_stays_as_it_was(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.sqlite3"
    with sqlite3.connect(path) as database:
        database.executescript((root / "tests/store/version_1.sql").read_text("utf-8"))
    first, second, *others = sqlite_schema.STEPS
    broken = (first, second + "INSERT INTO nowhere VALUES (1);\n", *others)
    with monkeypatch.context() as patched:
        patched.setattr(sqlite_schema, "STEPS", broken)
        with pytest.raises(StoreError, match="nowhere"):
            SqliteStore(path)
    assert database.execute("PRAGMA user_version").fetchone() == (1,)
    assert "token" not in {row[1] for row in database.execute("PRAGMA table_info(matches)")}
    database.close()
    SqliteStore(path).close()


def test_what_waits_for_the_disk_goes_there_together_and_what_fails_fails_alone(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = SqliteStore(path)
    store.append([entry(1)])
    statements: list[str] = []
    store._database.set_trace_callback(statements.append)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    first = store.submit([NewEntry("FIRST", 1, {}, (), False)])  # the writer waits with this for the lock
    while "BEGIN IMMEDIATE" not in statements:
        threading.Event().wait(0.001)
    wanted = [NewEntry(f"M{number}", 1, {"number": number}, ("ann",), False) for number in range(20)]
    futures = [store.submit([new]) for new in wanted]
    taken = store.submit([NewEntry("HALF", 1, {}, ("ann",), False), entry(1)])
    unspeakable = store.submit([NewEntry("ODD", 1, {"thing": object()}, (), False)])
    last = store.submit([entry(2)])
    holder.execute("ROLLBACK")
    holder.close()
    assert len(first.result()) == len(last.result()) == 1
    assert all(len(future.result()) == 1 for future in futures)
    with pytest.raises(VersionTaken):
        taken.result()
    with pytest.raises(TypeError):
        unspeakable.result()
    assert statements.count("COMMIT") == 2
    assert store.versions(["HALF", "ODD", "M", "M19"]) == {"M": 2, "M19": 1}
    store.close()


def test_who_reads_does_not_wait_for_who_writes(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = SqliteStore(path)
    store.append([entry(1)])
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    waiting = store.submit([entry(2)])
    assert len(store.log("M")) == 1
    assert not waiting.done()
    holder.execute("ROLLBACK")
    holder.close()
    waiting.result()
    assert len(store.log("M")) == 2
    store.close()


def test_a_snapshot_that_is_damaged_is_none(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = SqliteStore(path)
    store.append([entry(1)])
    store.keep_snapshot("M", 1, b"whole")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE snapshots SET data = x'00'")
    database.close()
    assert store.snapshot("M") is None
    store.close()


def test_a_log_with_a_gap_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = SqliteStore(path)
    store.append([entry(1), entry(2), entry(3)])
    with sqlite3.connect(path) as database:
        database.execute("DROP TRIGGER entries_are_never_deleted")
        database.execute("DELETE FROM entries WHERE version = 2")
    database.close()
    with pytest.raises(StoreDamaged, match="match M"):
        store.log("M")
    with pytest.raises(StoreDamaged, match="match M"):
        store.check()
    store.close()


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
    with pytest.raises(StoreError, match=r"matches\.sqlite3 is not a Slugfest database, or it is damaged"):
        SqliteStore(path).log("M")  # whichever comes first upon what is damaged


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


def test_others_write_while_somebody_is_being_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite3")
    matches = [f"M{number}" for number in range(5)]
    for match in matches:
        store.append([NewEntry(match, 1, {"guest": "ann", "name": "Ann"}, ("ann",), False)])
    written: list[Future[list[int]]] = []

    def append_and_rename(data: Any, guest: str, name: str) -> Any:
        written.append(store.submit([entry(1 + len(written))]))
        return renamed(data, guest, name)

    monkeypatch.setattr(sqlite_guests, "renamed", append_and_rename)
    assert store.forget("ann", "Incognito") == matches
    assert [future.done() for future in written] == [True] * 5, "nothing waits until everything is forgotten"
    store.close()


def test_what_a_crash_leaves_of_a_forgotten_guest_is_forgotten_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite3")
    for match in ("A", "B"):
        store.append([NewEntry(match, 1, {"guest": "ann", "name": "Ann"}, ("ann",), False)])
    with monkeypatch.context() as patched:
        patched.setattr(sqlite_guests, "renamed", lambda data, guest, name: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store.forget("ann", "Incognito")
    assert store.entries("A") == [{"guest": "ann", "name": "Ann"}]
    store.tidy()
    assert [store.entries(match)[0]["name"] for match in ("A", "B")] == ["Incognito"] * 2
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        store._database.execute("UPDATE entries SET entry = '{}'")
    store.close()


def test_a_guest_of_an_old_database_is_forgotten(root: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    with sqlite3.connect(path) as database:
        database.executescript((root / "tests/store/version_1.sql").read_text("utf-8"))
        seated = json.dumps({"kind": "seated", "guest": "eve", "name": "Eve"})
        (version,) = database.execute("SELECT max(version) + 1 FROM entries WHERE match = 'OLD'").fetchone()
        database.execute("INSERT INTO entries VALUES ('OLD', ?, 0, ?)", (version, seated))
    database.close()
    store = SqliteStore(path)
    assert store.forget("eve", "Incognito") == ["OLD"]
    assert store.entries("OLD")[-1]["name"] == "Incognito"
    store.close()
