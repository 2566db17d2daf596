"""A long match opens from its snapshot; one that is of no use is passed over, and the log is the match as ever."""

from __future__ import annotations

import pytest
from tests.hush import TABLE_GAME

from slugfest.server.async_store import AsyncStore
from slugfest.store import MemoryStore, NewEntry
from slugfest.table import Entry, SetOptions, Table, opening
from slugfest.table.seats import Seat
from slugfest.table.snapshots import EVERY

MATCH = "ABCD2345"


def long_log() -> list[Entry]:
    """Somebody cannot decide how many are to play."""
    table = Table.from_log(
        [opening(MATCH, TABLE_GAME, "a", "s3cret", [Seat()] * 3, {})], lambda _: TABLE_GAME
    )
    for number in range(3 * EVERY):
        table.handle("a", f"request {number}", SetOptions(2 + number % 2, {}))
    return table.log


@pytest.fixture
def store() -> MemoryStore:
    store = MemoryStore()
    store.append([NewEntry(MATCH, n, entry, ("a",), False) for n, entry in enumerate(long_log(), 1)])
    return store


async def entries_read(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> int:
    """How much of the log is read to open the match, which must be the right one."""
    read: list[int] = []
    log = store.log

    def counted(match: str, after: int = 0) -> list[object]:
        found = log(match, after)
        read.append(len(found))
        return list(found)

    monkeypatch.setattr(store, "log", counted)
    opened = await AsyncStore(store, {TABLE_GAME.id: TABLE_GAME}).opened(MATCH)
    monkeypatch.setattr(store, "log", log)
    assert opened is not None
    assert (opened.version, len(opened.seats)) == (3 * EVERY + 1, 3)
    return sum(read)


async def test_a_long_match_is_read_from_its_beginning_only_once(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await entries_read(store, monkeypatch) == 3 * EVERY + 1
    assert await entries_read(store, monkeypatch) == 1


@pytest.mark.parametrize("data", [b"", b"{}", b"nonsense", b'{"created": {"game": "chess"}}'])
async def test_a_snapshot_of_no_use_is_passed_over(
    store: MemoryStore, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.keep_snapshot(MATCH, 3 * EVERY + 1, data)
    assert await entries_read(store, monkeypatch) > 3 * EVERY


async def test_a_running_match_keeps_a_snapshot_now_and_then() -> None:
    store = MemoryStore()
    keeper = AsyncStore(store, {TABLE_GAME.id: TABLE_GAME})
    table = Table.from_log(
        [opening(MATCH, TABLE_GAME, "a", "s3cret", [Seat()] * 3, {})], lambda _: TABLE_GAME
    )
    assert await keeper.create(table)
    for number in range(EVERY):
        entry = table.handle("a", f"request {number}", SetOptions(2 + number % 2, {})).entry
        assert entry is not None
        await keeper.append((table, entry))
    keeper.close()  # waits for what was begun
    kept = store.snapshot(MATCH)
    assert kept is not None
    assert kept[0] == EVERY
