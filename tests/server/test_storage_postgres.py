"""The same as in ``test_storage``, on a real PostgreSQL: full, only to be read, held by somebody else, cut off."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

import psycopg
import pytest
from tests.postgres import running_postgres
from tests.server.harness import Line, Person, RunningServer
from tests.server.test_storage import wanted

from slugfest.server import open_rooms, storage_retry
from slugfest.store import Store, open_store, postgres_pool

TIMEOUT = 30
Database = psycopg.Connection[tuple[object, ...]]


@contextmanager
def at(url: str) -> Iterator[Database]:
    """A line of our own, on which everything is allowed."""
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("SET default_transaction_read_only = off")
        yield database


def cut_lines(database: Database, *, waiting: bool = False) -> int:
    """Terminate the server's connections, or only those that wait for a lock; how many there were."""
    only = "AND wait_event_type = 'Lock'" if waiting else ""
    return len(
        database.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
            f"AND application_name = 'slugfest' AND pid <> pg_backend_pid() {only}".encode()
        ).fetchall()
    )


@contextmanager
def full(url: str) -> Iterator[None]:
    with at(url) as database:
        database.execute(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$"
        )
        database.execute(
            "CREATE TRIGGER no_room BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION no_room()"
        )
        yield
        database.execute("DROP TRIGGER no_room ON entries")


@contextmanager
def read_only(url: str) -> Iterator[None]:
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    with at(url) as database:
        database.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
        cut_lines(database)  # it counts for new ones
        yield
        database.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only".encode())
        cut_lines(database)


@contextmanager
def slow(url: str) -> Iterator[None]:
    """Somebody holds what an append needs, longer than it waits."""
    with at(url) as database, database.transaction():
        database.execute("SELECT 1 FROM matches FOR UPDATE")
        yield


class Table:
    """Ann's table on a database, and what she sees of it."""

    def __init__(self, kept: ExitStack) -> None:
        self.url = running_postgres().new_database()
        store = open_store(self.url)
        server = kept.enter_context(RunningServer(store=store))
        self.store: Store = store
        self.ann: Person = kept.enter_context(server.person("Ann"))
        self.match = self.ann.create("me", "open")
        self.line: Line = kept.enter_context(self.ann.connect(self.match))

    def ask(self) -> None:
        self.line.send({"type": "set_seat", "id": "patient", "seat": 1, "kind": "bot"})

    def is_well(self) -> None:
        """What was asked is answered, counts once, and everything goes on."""
        assert self.line.answer("patient")["type"] == "done"
        log = self.store.entries(self.match)
        assert [entry["request"] for entry in log if "request" in entry].count("patient") == 1
        self.line.done("set_seat", seat=1, kind="open")
        assert self.ann.http.post("/api/matches", json=wanted()).status_code == 201


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(storage_retry, "RETRY", 0.02)
    monkeypatch.setattr(open_rooms, "RETRY", 0.02)
    quick = postgres_pool.SESSION.replace("lock_timeout = '10s'", "lock_timeout = '200ms'")
    monkeypatch.setattr(postgres_pool, "SESSION", quick)
    with ExitStack() as kept:
        yield Table(kept)


@pytest.mark.parametrize("fault", [full, read_only, slow])
def test_nothing_is_lost_while_postgresql_is_ill(
    table: Table, fault: Callable[[str], AbstractContextManager[None]]
) -> None:
    with fault(table.url):
        table.ask()
        received = table.line.receive()
        while received["type"] != "waiting":
            received = table.line.receive()
        assert "Nothing was lost" in received["text"]["en"]
        assert "nichts verloren" in received["text"]["de"]
        assert table.ann.http.get("/api/me").status_code == 200  # what is there can be read
    while received["type"] != "waiting" or received["text"] is not None:
        received = table.line.receive()  # it is said again and again, and then that it is over
    table.is_well()


def test_a_line_cut_in_the_middle_of_an_append_loses_and_doubles_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_pool, "SESSION", postgres_pool.SESSION.replace("'200ms'", "'10s'"))
    with at(table.url) as database:
        cut_lines(database)  # new ones are more patient
        with slow(table.url):
            table.ask()
            end = time.monotonic() + TIMEOUT
            while not cut_lines(database, waiting=True):
                assert time.monotonic() < end, "nothing waits for the lock"
    table.is_well()
