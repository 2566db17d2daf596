"""Storage becomes unavailable during a match: people are notified, stay connected, and play on when it recovers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.server.harness import Line, RunningServer
from tests.store.test_storage_faults import damage, held

from slugfest.server import open_rooms, storage_retry
from slugfest.store import SqliteStore


@contextmanager
def full(path: Path, store: SqliteStore) -> Iterator[None]:
    store._database.execute("PRAGMA max_page_count = 1")  # no more than there are
    yield
    store._database.execute("PRAGMA max_page_count = 1000000")


@contextmanager
def read_only(path: Path, store: SqliteStore) -> Iterator[None]:
    store._database.execute("PRAGMA query_only = ON")
    yield
    store._database.execute("PRAGMA query_only = OFF")


def locked(path: Path, store: SqliteStore) -> AbstractContextManager[None]:
    return held(path)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_retry, "RETRY", 0.02)
    monkeypatch.setattr(open_rooms, "RETRY", 0.02)


@pytest.mark.parametrize("fault", [full, read_only, locked])
@pytest.mark.usefixtures("eager")
def test_nothing_is_lost_while_the_storage_is_ill(
    tmp_path: Path, fault: Callable[[Path, SqliteStore], AbstractContextManager[None]]
) -> None:
    path = tmp_path / "matches.sqlite3"
    store = SqliteStore(path, timeout=0.05)
    with RunningServer(store=store) as server, ExitStack() as stack:
        ann = stack.enter_context(server.person("Ann"))
        match = ann.create("me", "open")
        line = stack.enter_context(ann.connect(match))
        with fault(path, store):
            for number in range(200):  # there may be room for some on pages that are there already
                kind = ("bot", "open")[number % 2]
                line.send({"type": "set_seat", "id": f"r{number}", "seat": 1, "kind": kind})
                received = line.receive()
                while received["type"] not in ("waiting", "done"):
                    received = line.receive()
                if received["type"] == "waiting":
                    break
            assert received["type"] == "waiting"
            assert "Nothing was lost" in received["text"]["en"]
            assert "nichts verloren" in received["text"]["de"]
            assert ann.http.get("/api/me").status_code == 200  # what is there can be read
            refused = ann.http.post("/api/matches", json=wanted())
            if refused.status_code != 201:  # a full disk may have room for one more
                assert (refused.status_code, refused.json()["code"]) == (503, "STORAGE")
        answer = line.answer(f"r{number}")
        assert answer["type"] == "done"
        log = store.entries(match)
        requests = [entry["request"] for entry in log if "request" in entry]
        assert requests.count(f"r{number}") == 1
        assert ann.http.post("/api/matches", json=wanted()).status_code == 201
        line.done("set_seat", seat=1, kind=("open", "bot")[number % 2])


def wanted() -> dict[str, object]:
    seats = [{"kind": "me"}, {"kind": "open"}]
    return {"game": "hush", "seats": seats, "options": {}, "name": "Ann", "start": False}


def test_a_damaged_match_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    with RunningServer(store=SqliteStore(path)) as server, server.person("Ann") as ann:
        match, other = (ann.create("me", "open") for _ in range(2))
        for code, name in ((match, "torn"), (other, "whole")):
            with ann.connect(code) as line:
                for number in range(60):  # enough for pages of its own
                    request = f"{name} {number} {'x' * 40}"
                    line.done("set_seat", id=request, seat=1, kind=("bot", "open")[number % 2])
        cookies = ann.http.cookies
    damage(path, *(f'"torn {number} ' for number in range(25, 35)))
    with RunningServer(store=SqliteStore(path)) as server, server.person("Ann") as ann:
        ann.http.cookies = cookies
        with Line(server.address, match) as line:
            received = line.receive()
            assert (received["type"], received["code"]) == ("refused", "DAMAGED")
            assert "backup" in received["text"]["en"]
            assert line.ending()[0] == 4410  # no coming back again and again
        response = ann.http.get(f"/api/matches/{match}")
        assert (response.status_code, response.json()["code"]) == (503, "DAMAGED")
        assert ann.http.get("/api/me").status_code == 200
        with ann.connect(other) as line:
            line.done("set_seat", seat=1, kind="bot")
