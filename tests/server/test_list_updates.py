"""What lists need is sent to the store only if it may have changed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.hush import TABLE_GAME as GAME

from slugfest.server.async_store import AsyncStore
from slugfest.store import MemoryStore, NewEntry
from slugfest.store.base import OnWritten
from slugfest.table import Entry, Hints, Play, Seat, Stand, Start, Table, opening

Asked = Start | Play | Stand | Hints


class WatchedStore(MemoryStore):
    """A store that remembers what came with each entry."""

    def __init__(self) -> None:
        super().__init__()
        self.received: list[NewEntry] = []

    def post(self, entries: Sequence[NewEntry], on_written: OnWritten) -> None:
        self.received += entries
        super().post(entries, on_written)


@pytest.fixture
def store() -> WatchedStore:
    return WatchedStore()


def new_table() -> Table:
    seats = [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob")]
    return Table.from_log([opening("M", GAME, "ann", "secret", seats, {})], lambda _: GAME)


def asked(table: Table, guest: str, number: int, command: Asked) -> Entry:
    entry = table.handle(guest, f"{number}", command).entry
    assert entry is not None
    return entry


def any_move(table: Table) -> tuple[str, Play]:
    assert table.history is not None
    seat = table.owing()[0]
    return ("ann", "bob")[seat], Play((GAME.format(table.history.state.moves(seat)[0]),))


async def test_only_what_is_new_to_lists_is_told_them(store: WatchedStore) -> None:
    matches = AsyncStore(store, {GAME.id: GAME})
    table = new_table()
    assert await matches.create(table)
    for number, wanted in enumerate((Start(), Hints(True), None, Hints(False), Stand()), 1):
        guest, command = any_move(table) if wanted is None else ("ann", wanted)
        await matches.append((table, asked(table, guest, number, command)))
    received = [new.summary is not None for new in store.received]
    assert received == [True, True, False, True, False, True], "who agrees to hints, no list shows"
    assert [new.same_guests for new in store.received] == [False, False, True, True, True, True]
    matches.close()


async def test_after_somebody_elses_entry_all_is_told_again(store: WatchedStore) -> None:
    matches = AsyncStore(store, {GAME.id: GAME})
    table, elsewhere = new_table(), new_table()
    assert await matches.create(table)
    asking: list[Asked] = [Start(), Stand(), Hints(True), Hints(False)]
    for number, command in enumerate(asking):
        mine, other = (elsewhere, table) if number == 1 else (table, elsewhere)
        entry = asked(mine, "ann", number, command)
        await matches.append((mine, entry))
        other.follow(entry, mine.time.at)
    received = [(new.summary is not None, new.same_guests) for new in store.received]
    assert received[1:] == [(True, False), (True, False), (True, False), (False, True)]
    matches.close()
