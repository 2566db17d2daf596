"""The store for the event loop: it writes in threads of its own, in groups, and reads do not wait for that."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Generic, TypeVar, cast

from slugfest.kernel import Game, Variant, add_variant, no_such_game
from slugfest.ratings import result_of_table
from slugfest.store import (
    Conflict,
    Document,
    DocumentChange,
    Learned,
    Logged,
    NewEntry,
    News,
    Store,
    StoreError,
    VersionTaken,
)
from slugfest.store.base import Json, milliseconds
from slugfest.table import Entry, Refusal, Table, summary_of
from slugfest.table.snapshots import EVERY, snapshot_of, table_from

from .budgets import charged_to, paying

T = TypeVar("T")

logger = logging.getLogger("slugfest.server")

READERS: Final = 4  # threads that read logs and make tables from them
ATTEMPTS: Final = 8  # to write documents that others change at the same time

Changes = Callable[[], Awaitable[Sequence[DocumentChange] | None]]


class ThreadResults(Generic[T]):
    """Passes results from threads to the event loop, several at once where possible: waking the loop is expensive."""

    def __init__(self) -> None:
        self._found: deque[tuple[asyncio.Future[T], T | None, BaseException | None]] = deque()
        self._scheduled = False

    async def result_of(self, ask: Callable[[Callable[[T | None, BaseException | None], None]], None]) -> T:
        """Wait for a result. ``ask`` gets a callback that any thread may call with the result or an error."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def on_done(result: T | None, error: BaseException | None) -> None:
            self._found.append((future, result, error))
            if not self._scheduled:
                self._scheduled = True
                try:
                    loop.call_soon_threadsafe(self._deliver)
                except RuntimeError:  # the loop is closed: nobody waits any more
                    self._scheduled = False

        ask(on_done)
        return await future

    def _deliver(self) -> None:
        self._scheduled = False  # later results need another delivery
        while self._found:
            future, result, error = self._found.popleft()
            if future.done():
                continue  # the waiting task was cancelled
            if error is None:
                future.set_result(cast(T, result))
            else:
                future.set_exception(error)


class AsyncStore:
    """What the server needs of a store, to be awaited."""

    def __init__(
        self, store: Store, games: Mapping[str, Game], load_variant: Callable[[Variant], Game] = add_variant
    ) -> None:
        self._store = store
        self._games = games
        self._load_variant = load_variant  # that a match has brought along
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="store")
        self._results: ThreadResults[list[int]] = ThreadResults()
        self.ahead = 0  # ms by which the clock of a remote store is ahead of ours
        self.on_written: Callable[[list[Json], float], None] = lambda entries, seconds: None
        self.on_failure: Callable[[StoreError], None] = lambda error: None

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, charged_to(paying(), work))

    async def _write(self, entries: list[NewEntry]) -> list[int]:
        begun = time.perf_counter()
        try:
            times = await self._results.result_of(lambda on_done: self._store.post(entries, on_done))
        except StoreError as error:
            self.on_failure(error)
            raise
        self.on_written([new.entry for new in entries], time.perf_counter() - begun)
        return times

    @property
    def shared(self) -> bool:
        """Whether other processes may use the same store."""
        return self._store.shared

    def now(self) -> int:
        """The store's clock; an estimate for a remote store, which checks every condition on time itself."""
        return milliseconds() + self.ahead if self.shared else self._store.now()

    async def call(self, work: Callable[[Store], T]) -> T:
        """Do anything else with the store."""
        return await self._run(lambda: work(self._store))

    def announce(self, news: list[News]) -> None:
        self._store.announce(news)

    async def append(
        self,
        *changes: tuple[Table, Entry],
        token: int | None = None,
        not_before: int | None = None,
        not_after: int | None = None,
    ) -> list[int]:
        """Write the newest entry of each table, all or none. The conditions apply to the first.

        When this returns the entries are on disk and the tables know when they were written.
        """
        (first, newest), *others = changes
        for table, _ in changes:
            table.written(self.now())  # an estimate, from which the store's hint of the deadline follows
        listed = [listed_of(table) for table, _ in changes]
        entries = [new_entry(first, newest, listed[0], token, not_before, not_after)]
        entries += [new_entry(table, entry, listed[place]) for place, (table, entry) in enumerate(others, 1)]
        ats = await self._write(entries)
        for (table, _), at, kept in zip(changes, ats, listed, strict=True):
            table.written(at)
            table.listed = kept
            if table.version % EVERY == 0:  # nobody waits for it
                self._threads.submit(self._keep, table.id, table.version, snapshot_of(table))
        return ats

    async def create(self, table: Table) -> bool:
        """Write all of a new table's log; False if its id is taken."""
        guests, over = tuple(table.guests()), table.over
        summary = summary_of(table)
        entries = [
            NewEntry(table.id, version, entry, guests, over, summary=summary)
            for version, entry in enumerate(table.log, 1)
        ]
        try:
            await self._write(entries)
        except VersionTaken:
            return False
        return True

    async def opened(self, match: str) -> Table | None:
        """The table of a match; None if there is no such match."""

        def read() -> Table | None:
            log, table = self._newest_part(match)
            if not log:
                return None
            if table is None:
                table = self._table(log)
            else:
                self._follow(table, log)
            if len(log) > 2 * EVERY:
                self._keep(match, table.version, snapshot_of(table))
            return table

        return await self._run(read)

    async def table_since(self, match: str, version: int) -> tuple[Table, list[Logged]]:
        """The table at a version, and the entries after it."""

        def read() -> tuple[Table, list[Logged]]:
            log, table = self._newest_part(match, version)
            past = [logged for logged in log if logged.version <= version]
            if table is None:
                table = self._table(past)
            else:
                self._follow(table, past)
            return table, log[len(past) :]

        return await self._run(read)

    # ---- snapshots -------------------------------------------------------------------------------------------

    def _newest_part(self, match: str, version: int | None = None) -> tuple[list[Logged], Table | None]:
        """The log from a snapshot (of at most this version) on, with its table; or the whole log and None."""
        kept = self._store.snapshot(match)
        if kept is not None and (version is None or kept[0] <= version):
            log = self._store.log(match, after=kept[0] - 1)
            try:
                if log and log[0].version == kept[0]:
                    table = table_from(kept[1], log[0].entry, self._game, self._load_variant)
                    if table is not None:
                        return log, table
            except Exception:
                logger.warning("match %s: its snapshot cannot be used; its log is read", match, exc_info=True)
        return self._store.log(match), None

    def _table(self, log: list[Logged]) -> Table:
        times = [logged.at for logged in log]
        return Table.from_log((logged.entry for logged in log), self._game, times, self._load_variant)

    def _follow(self, table: Table, log: list[Logged]) -> None:
        for logged in log:
            if logged.version > table.version:
                table.follow(logged.entry, logged.at)

    def _keep(self, match: str, version: int, data: bytes) -> None:
        try:
            self._store.keep_snapshot(match, version, data)
        except StoreError:
            logger.warning("match %s: its snapshot could not be stored", match, exc_info=True)

    def _game(self, name: str) -> Game:
        if name not in self._games:
            raise no_such_game(name, self._games)
        return self._games[name]

    async def name_of(self, guest: str) -> str | None:
        return await self._run(lambda: self._store.name_of(guest))

    async def learned(self, guest: str) -> list[Learned]:
        return await self._run(lambda: self._store.learned(guest))

    async def note_learned(self, guest: str, learned: Learned) -> None:
        await self._run(lambda: self._store.note_learned(guest, learned))

    async def rename(self, guest: str, name: str) -> None:
        await self._run(lambda: self._store.rename(guest, name))

    async def document(self, collection: str, key: str) -> Document | None:
        return await self._run(lambda: self._store.document(collection, key))

    async def documents(
        self, collection: str, owner: str | None = None, after: str | None = None, most: int = 1000
    ) -> list[Document]:
        return await self._run(lambda: self._store.documents(collection, owner, after, most))

    async def write_documents(self, *changes: DocumentChange) -> list[int]:
        """Make these changes, all or none; raise :class:`~slugfest.store.Conflict` if a document has changed."""
        return await self._run(lambda: self._store.write_documents(changes))

    async def write_with_retries(self, changes: Changes, refusal: Refusal) -> bool:
        """Write changes that follow from what is stored, made anew whenever that has changed meanwhile.

        False if ``changes`` returns None. Raises the refusal if others are faster every time.
        """
        for _ in range(ATTEMPTS):
            wanted = await changes()
            if wanted is None:
                return False
            try:
                if wanted:
                    await self.write_documents(*wanted)
            except Conflict:
                continue
            return True
        raise refusal

    def close(self) -> None:
        self._threads.shutdown(wait=True)
        self._store.close()


def listed_of(table: Table) -> tuple[int, tuple[str, ...], Json]:
    """What lists need after the newest entry of a table: version, guests, summary."""
    return table.version, tuple(table.guests()), summary_of(table)


def new_entry(
    table: Table,
    entry: Entry,
    listed: tuple[int, tuple[str, ...], Json],
    token: int | None = None,
    not_before: int | None = None,
    not_after: int | None = None,
) -> NewEntry:
    """The newest entry of a table, for the store. What lists need is left out if the entry before had the same."""
    version, guests, summary = listed
    before = table.listed if table.listed is not None and table.listed[0] == version - 1 else None
    return NewEntry(
        table.id,
        version,
        entry,
        guests,
        table.over,
        not table.unnoticed,
        token,
        not_before,
        not_after,
        table.due(),
        None if before is not None and before[2] == summary else summary,
        before is not None and before[1] == guests,
        _result(table),
    )


def _result(table: Table) -> Json | None:
    """What ratings count of a match that is over; the store keeps it once."""
    found = result_of_table(table)
    return None if found is None else found.as_json()
