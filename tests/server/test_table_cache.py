"""TableCache at matches, however often and however long they are, costs those who play nothing."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from tests.server.harness import RunningServer, play_out

from slugfest.server import table_cache
from slugfest.server.table_cache import TableCache
from slugfest.store import Logged, MemoryStore
from slugfest.table import Table


class SlowStore(MemoryStore):
    """A store that reads one match slowly, and counts what is read."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = ""
        self.go = threading.Event()
        self.read: list[str] = []

    def log(self, match: str, after: int = 0) -> list[Logged]:
        self.read.append(match)
        if match == self.slow:
            assert self.go.wait(30)
        return super().log(match, after)


def test_loops_over_a_long_match_hold_nobody_up_and_make_its_table_once(lines: ExitStack) -> None:
    store = SlowStore()
    lines.callback(store.go.set)
    server = lines.enter_context(RunningServer(store=store))
    ann, bob = (lines.enter_context(server.person(name)) for name in ("Ann", "Bob"))
    long, other = ann.create("me", "open"), bob.create("me", "easy", rounds=1)
    store.slow = long
    store.read.clear()
    people = [lines.enter_context(server.person(f"{number}")) for number in range(6)]
    with ThreadPoolExecutor(6) as loops:
        answers = [loops.submit(person.http.get, f"/api/matches/{long}") for person in people]
        with bob.connect(other) as line:  # a match is opened, read and played while all six wait
            play_out(line)
        assert not any(answer.done() for answer in answers)
        store.go.set()
        assert [answer.result().status_code for answer in answers] == [200] * 6
    assert store.read.count(long) == 1
    for _ in range(3):
        assert ann.http.get(f"/api/matches/{long}").json()["status"] == "lobby"
        assert ann.http.get("/api/me").json()["matches"]
    assert store.read.count(long) == 1, "it has not grown: the table is kept"


def test_a_match_that_has_grown_is_read_again(lines: ExitStack) -> None:
    store = SlowStore()
    server = lines.enter_context(RunningServer(store=store))
    ann = lines.enter_context(server.person("Ann"))
    match = ann.create("me", "open")
    assert ann.http.get(f"/api/matches/{match}").json()["seats"][1]["kind"] == "open"
    with ann.connect(match) as line:
        line.done("set_seat", seat=1, kind="bot")
    assert ann.http.get(f"/api/matches/{match}").json()["seats"][1]["kind"] == "bot"


class Kept(Table):
    def __init__(self, version: int) -> None:
        self._length = version

    @property
    def version(self) -> int:
        return self._length


async def test_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "MOST_TABLES", 3)
    monkeypatch.setattr(table_cache, "MOST_ENTRIES", 100)
    read: list[str] = []

    async def make(match: str) -> Table:
        read.append(match)
        return Kept(int(match))

    async def version(match: str) -> int:
        return int(match)

    tables = TableCache(make, version)
    for match in ("1", "2", "3", "2", "4", "1"):
        await tables.table(match)
    assert read == ["1", "2", "3", "4", "1"], "the one not asked for longest went first"
    await tables.table("99")
    await tables.table("2")
    assert read[5:] == ["99", "2"], "a long one takes the place of many"
    await tables.table("500")
    assert (await tables.table("500")).version == 500
    assert read[7:] == ["500"], "the newest is always kept"
