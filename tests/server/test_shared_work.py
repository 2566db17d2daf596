"""What is expensive is done once: steps of long matches, tables, large answers, lists."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import msgspec
import pytest
from tests.hush import TABLE_GAME
from tests.server.harness import Person, RunningServer

from slugfest.protocol.codes import Codes
from slugfest.protocol.new_match import new_table
from slugfest.protocol.wire import NewMatch, NewSeat
from slugfest.server import shared_logs
from slugfest.server.computing import COMPRESSED_FROM, Computing
from slugfest.server.feeds import Feeds
from slugfest.server.shared_logs import SharedLogs
from slugfest.server.table_cache import TableCache
from slugfest.store import Logged
from slugfest.table import Play, Sit, Start, Table, Undo
from slugfest.table.views import steps_seen


def match_of_two() -> Table:
    wanted = NewMatch(TABLE_GAME.id, [NewSeat("me"), NewSeat("open")])
    table = new_table(Codes().match(), TABLE_GAME, "ann", "Ann", wanted, Codes())
    table.handle("bob", "sit", Sit(1, "Bob"))
    table.handle("ann", "start", Start())
    return table


def play(table: Table, count: int = 1) -> None:
    for _ in range(count):
        seat = table.owing()[0]
        move = table.game.format(table.running().state.moves(seat)[0])
        answer = table.handle(("ann", "bob")[seat], f"{table.version}", Play((move,)))
        assert answer.refusal is None, answer.refusal


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The steps that were encoded."""
    steps: list[Any] = []
    original = shared_logs._encode

    def encode(step: Any) -> bytes:
        steps.append(step)
        return original(step)

    monkeypatch.setattr(shared_logs, "_encode", encode)
    return steps


def test_a_step_is_encoded_once_for_all_who_may_know_the_same(encoded: list[Any]) -> None:
    table, logs = match_of_two(), SharedLogs()
    for number in range(1, 4):
        play(table)
        for seat in (0, 1, -1):
            assert msgspec.json.decode(logs.log(table, seat)) == msgspec.to_builtins(steps_seen(table, seat))
            assert logs.log(table, seat) is logs.log(table, seat)
        seen = sum(len(steps_seen(table, seat)) - 1 for seat in (0, 1, -1))
        assert len(encoded) == seen, number


def test_what_was_taken_back_is_not_in_the_log_any_more() -> None:
    table, logs = match_of_two(), SharedLogs()
    play(table)
    for _ in range(3):
        for seat in (0, 1, -1):
            logs.log(table, seat)
        mover = table.running().entries[-1].seat
        if not table.can_undo(mover):
            break
        table.handle(("ann", "bob")[mover], f"undo {table.version}", Undo())
        for seat in (0, 1, -1):
            assert msgspec.json.decode(logs.log(table, seat)) == msgspec.to_builtins(steps_seen(table, seat))
        play(table)
    else:
        mover = -1
    assert mover == -1, "the first move of this game can be taken back"


def test_in_the_lobby_there_is_nothing_to_share() -> None:
    wanted = NewMatch(TABLE_GAME.id, [NewSeat("me"), NewSeat("open")])
    table = new_table(Codes().match(), TABLE_GAME, "ann", "Ann", wanted, Codes())
    logs = SharedLogs()
    assert bytes(logs.log(table, 0)) == b"[]"
    asyncio.run(logs.prepare(table, 0))
    assert not logs._kept


def test_a_long_log_is_encoded_in_a_thread_before_it_is_sent(
    encoded: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_logs, "MANY_MOVES", 0)
    table, logs = match_of_two(), SharedLogs()
    play(table, 2)
    asyncio.run(logs.prepare(table, 0))
    before = len(encoded)
    assert before
    logs.log(table, 0)
    assert len(encoded) == before


def test_logs_that_are_not_used_are_dropped_first() -> None:
    tables = [match_of_two() for _ in range(3)]
    logs = SharedLogs(most=1)
    for table in tables:
        logs.log(table, 0)
    assert list(logs._kept) == [(tables[-1].id, 0)]
    assert logs._size == logs._kept[tables[-1].id, 0].counted


def test_a_table_goes_from_the_cache_to_a_room_and_back() -> None:
    table = match_of_two()

    async def use() -> list[Table | None]:
        async def read(match: str) -> Table:
            raise AssertionError("it is here")

        async def version(match: str) -> int:
            return versions[match]

        versions = {table.id: table.version}
        cache = TableCache(read, version)
        cache.keep(table.id, table)
        found = [await cache.take(table.id), await cache.take(table.id)]
        cache.keep(table.id, table)
        versions[table.id] += 1
        return [*found, await cache.take(table.id)]

    assert asyncio.run(use()) == [table, None, None]


def test_a_match_that_is_opened_again_is_not_read_again(
    server: RunningServer, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = people[0]
    match = ann.create("me", "open", start=False)
    with ann.connect(match) as line:
        line.done("set_seat", seat=1, kind="bot")
        version = line.version
    reads: list[str] = []
    original = server.store.log

    def log(asked: str, after: int = 0) -> list[Logged]:
        reads.append(asked)
        return original(asked, after)

    monkeypatch.setattr(server.store, "log", log)
    with ann.connect(match) as again:
        assert again.version == version
    assert match not in reads


# ---- large answers ---------------------------------------------------------------------------------------------------


def test_what_many_ask_for_is_computed_once_and_kept() -> None:
    async def ask() -> int:
        computing, times = Computing(), []
        content = {"words": "x" * COMPRESSED_FROM}

        def work() -> Any:
            times.append(1)
            return content

        found = await asyncio.gather(*(computing.answer(work, ("replay", "M", 1)) for _ in range(5)))
        found.append(await computing.answer(work, ("replay", "M", 1)))
        assert all(one is found[0] for one in found)
        assert msgspec.json.decode(found[0].plain) == content
        assert gzip.decompress(found[0].compressed or b"") == found[0].plain
        await computing.answer(work, ("replay", "M", 2))
        return len(times)

    assert asyncio.run(ask()) == 2


def test_answers_about_a_match_are_dropped_when_its_names_change() -> None:
    async def ask() -> list[Any]:
        computing, names = Computing(), iter(["Ann", "Incognito", "Incognito"])

        async def name() -> Any:
            return msgspec.json.decode((await computing.answer(lambda: next(names), ("replay", "M"))).plain)

        found = [await name(), await name()]
        computing.drop("M")
        found.append(await name())
        pending = asyncio.create_task(name())
        return [*found, await pending]

    assert asyncio.run(ask()) == ["Ann", "Ann", "Incognito", "Incognito"]


def test_kept_answers_are_bounded() -> None:
    async def ask() -> int:
        computing = Computing(most=100)
        for number in range(10):
            await computing.answer(lambda: "x" * 60, (number,))
        return len(computing._kept)

    assert asyncio.run(ask()) == 1


def test_a_game_is_sent_compressed_to_whom_understands_it(
    server: RunningServer, people: list[Person]
) -> None:
    http = people[0].http
    plain = http.get("/api/games/kapow-dice", headers={"accept-encoding": "identity"})
    compressed = http.get("/api/games/kapow-dice", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert compressed.headers["content-encoding"] == "gzip"
    assert compressed.headers["vary"].lower() == "accept-encoding"
    assert plain.json() == compressed.json()


# ---- lists -----------------------------------------------------------------------------------------------------------


def test_all_windows_of_a_guest_share_one_query() -> None:
    async def open_windows() -> int:
        feeds, asked = Feeds(), []

        async def lists(guest: str) -> tuple[list[Any], set[str]]:
            asked.append(guest)
            return [], {"M"}

        with feeds.open("ann") as first, feeds.open("ann") as second, feeds.open("bob") as other:
            for feed in (first, second, other):
                await feed.listing.now(lists)
            assert len(feeds) == 3
            feeds.notify("M")
            for feed in (first, second, other):
                assert feed.changed.is_set()
                await feed.listing.now(lists)
            feeds.notify("ELSEWHERE", ["bob"])
            await first.listing.now(lists)
        assert len(feeds) == 0
        return len(asked)

    assert asyncio.run(open_windows()) == 4
