"""The store, off the event loop. It writes in threads of its own, in groups; whoever reads does not wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final, TypeVar

from slugfest.kernel import Game, SlugfestError
from slugfest.store import Logged, NewEntry, News, Store, StoreError, VersionTaken
from slugfest.table import Entry, Table

T = TypeVar("T")

READERS: Final = 4  # threads that read logs and make tables of them


class AsyncStore:
    """A store whose reading and writing can be awaited: what the server needs of it."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store = store
        self._games = games
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="store")
        self.on_written: Callable[[list[Entry], float], None] = lambda entries, seconds: None
        self.on_failure: Callable[[StoreError], None] = lambda error: None

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _write(self, entries: list[NewEntry]) -> list[int]:
        begun = time.perf_counter()
        try:
            times = await asyncio.wrap_future(self._store.submit(entries))
        except StoreError as error:
            self.on_failure(error)
            raise
        self.on_written([new.entry for new in entries], time.perf_counter() - begun)
        return times

    @property
    def shared(self) -> bool:
        """Whether other processes may serve from it, too."""
        return self._store.shared

    async def call(self, work: Callable[[Store], T]) -> T:
        """Anything else that a store does."""
        return await self._run(lambda: work(self._store))

    def announce(self, news: list[News]) -> None:
        self._store.announce(news)

    async def append(
        self,
        *changes: tuple[Table, Entry],
        token: int | None = None,
        absent: str = "",
        not_before: int | None = None,
    ) -> list[int]:
        """Write the newest entry of each table, all or none; when this returns they are on disk. The conditions are
        for the first."""
        entries = [
            NewEntry(
                table.id,
                table.version,
                entry,
                tuple(table.guests()),
                table.over,
                not table.unnoticed,
                due=table.due(),
            )
            for table, entry in changes
        ]
        entries[0] = replace(entries[0], token=token, absent=absent, not_before=not_before)
        return await self._write(entries)

    async def create(self, table: Table) -> bool:
        """Write all of a new table's log; False if its id is taken."""
        guests, over = tuple(table.guests()), table.over
        entries = [
            NewEntry(table.id, version, entry, guests, over) for version, entry in enumerate(table.log, 1)
        ]
        try:
            await self._write(entries)
        except VersionTaken:
            return False
        return True

    async def opened(self, match: str) -> tuple[Table, int] | None:
        """The table as its log tells it and when it changed last; None if there is no such match."""

        def read() -> tuple[Table, int] | None:
            log = self._store.log(match)
            return (self._table(log), log[-1].at) if log else None

        return await self._run(read)

    async def table_since(self, match: str, version: int) -> tuple[Table, list[Logged]]:
        """The table at a version, and the entries after it."""

        def read() -> tuple[Table, list[Logged]]:
            log = self._store.log(match)
            return self._table(log[:version]), log[version:]

        return await self._run(read)

    def _table(self, log: list[Logged]) -> Table:
        return Table.from_log((logged.entry for logged in log), self._game)

    def _game(self, name: str) -> Game:
        if name not in self._games:
            raise SlugfestError(f"there is no game {name!r} here")
        return self._games[name]

    async def open_matches(self, guest: str, most: int) -> list[str]:
        return await self._run(lambda: self._store.open_matches(guest, most))

    async def name_of(self, guest: str) -> str | None:
        return await self._run(lambda: self._store.name_of(guest))

    async def rename(self, guest: str, name: str) -> None:
        await self._run(lambda: self._store.rename(guest, name))

    def close(self) -> None:
        self._threads.shutdown(wait=True)
        self._store.close()
