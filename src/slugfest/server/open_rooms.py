"""The open rooms of a process: one for each match that somebody is connected to, or that is being changed.

Only rooms change matches. A room is opened once however many wait for it, and closed when nobody is in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import Any, Final

from slugfest.kernel import SlugfestError, VariantNeeded
from slugfest.protocol.problems import problem
from slugfest.protocol.room import Pending
from slugfest.store import News, StoreDamaged, StoreError, StoreFault
from slugfest.table import Entry, NewerLog, Refusal, Table, summary_of, waiting

from .async_store import AsyncStore
from .clients import Client
from .peers import Peers
from .problems import storage_problem
from .room import COME_BACK, ServerRoom
from .storage_retry import RETRY
from .table_cache import TableCache
from .unwatched import Unwatched

log = logging.getLogger("slugfest.server")

ATTEMPTS: Final = 60  # to open a match while the storage is unavailable, RETRY apart
DRAINING: Final = 5.0  # seconds in which the last connections are asked to come back
GAP: Final = 0.02  # seconds between two of them


class OpenRooms:
    """Opens and closes rooms, and lets them follow what other processes write."""

    def __init__(self, store: AsyncStore, peers: Peers, make: Callable[[Table], ServerRoom]) -> None:
        self._store = store
        self._peers = peers
        self._make = make
        self._open: dict[str, ServerRoom] = {}
        self._opening: dict[str, asyncio.Task[ServerRoom]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._unwatched = Unwatched()
        self.tables = TableCache(self._read, self._version)

    def all(self) -> list[ServerRoom]:
        return list(self._open.values())

    def of(self, match: str) -> ServerRoom | None:
        """The room of a match, if it is open."""
        return self._open.get(match)

    # ---- coming and going ------------------------------------------------------------------------------------

    async def enter(self, match: str, client: Client) -> ServerRoom:
        """Connect a client to a match; raise :class:`Refusal` if it cannot be opened."""
        while True:
            if self._peers.draining:
                raise problem("COME_BACK")
            room = await self._opened_for(match, client)
            if await self._joined(room, client):
                return room

    async def _opened_for(self, match: str, client: Client) -> ServerRoom:
        """The room of a match. While the storage is unavailable, the client is notified and waits."""
        for _ in range(ATTEMPTS):
            try:
                return await self._opened(match)
            except StoreFault as fault:
                client.send(waiting(storage_problem(fault).text))
                await asyncio.sleep(RETRY)
        raise problem("STORAGE")

    async def _joined(self, room: ServerRoom, client: Client) -> bool:
        """Let a client join a room; False if the room was closed before."""
        match, inside = room.table.id, False
        self._unwatched.watched(match)
        room.joining.append(client)
        try:
            await self._arrive(match, client)
            async with room.lock:
                if room.closed:
                    self.forget(room)
                    return False
                try:
                    await room.join(client)
                    inside = True
                finally:
                    self._close_if_empty(room)
                return True
        finally:
            room.joining.remove(client)
            if not inside:
                await self._depart(match, client)

    async def leave(self, room: ServerRoom, client: Client) -> None:
        """Disconnect a client."""
        await self._depart(room.table.id, client)
        async with room.lock:
            await room.part(client)
            self._close_if_empty(room)

    async def _arrive(self, match: str, client: Client) -> None:
        try:
            await self._peers.arrive(match, client.guest)
        except StoreError as error:  # reported later; the room waits for its storage anyway
            log.warning("match %s: a connection could not be reported yet: %s", match, error)

    async def _depart(self, match: str, client: Client) -> None:
        try:
            await self._peers.depart(match, client.guest)
        except StoreError as error:
            log.warning("match %s: a disconnection could not be reported yet: %s", match, error)

    # ---- opening and closing ---------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def locked(self, match: str) -> AsyncIterator[ServerRoom]:
        """The room of a match under its lock, opened for it if need be. It may be closed: see :attr:`Room.closed`."""
        room = await self._opened(match)
        async with room.lock:
            try:
                yield room
            finally:
                self._close_if_empty(room)

    async def _opened(self, match: str) -> ServerRoom:
        if match in self._open:
            return self._open[match]
        if match not in self._opening:
            self._opening[match] = asyncio.create_task(self._open_room(match))
        return await asyncio.shield(self._opening[match])

    async def _open_room(self, match: str) -> ServerRoom:
        try:
            table = await self.tables.take(match) or await self._read(match)
            room = self._open[match] = self._make(table)
            return room
        finally:
            del self._opening[match]

    async def _read(self, match: str) -> Table:
        """Read a match from its log; raise :class:`StoreFault` while the storage is unavailable."""
        try:
            found = await self._store.opened(match)
        except StoreDamaged as damage:  # waiting does not help
            log.error("match %s cannot be read: %s", match, damage)
            raise storage_problem(damage) from damage
        except StoreFault:
            raise
        except StoreError as error:
            log.error("match %s cannot be read: %s", match, error)
            raise problem("FAILED") from error
        except NewerLog as error:
            log.warning("match %s needs a newer release: %s", match, error)
            raise problem("NEWER") from error
        except Refusal:  # it is played with a variant, and too many are loaded
            raise
        except VariantNeeded as error:
            log.error("match %s: %s", match, error)
            raise problem("NO_VARIANT") from error
        except SlugfestError as error:
            log.error("match %s cannot be opened: %s", match, error)
            raise problem("MATCH_LOST") from error
        if found is None:
            raise problem("NO_SUCH_MATCH")
        return found

    async def _version(self, match: str) -> int:
        return (await self._store.call(lambda store: store.versions([match]))).get(match, 0)

    async def has_match(self, match: str) -> bool:
        return await self._version(match) > 0

    def _close_if_empty(self, room: ServerRoom) -> None:
        if room.empty or room.closed:
            if not room.closed:
                self.tables.keep(room.table.id, room.table)  # it may be opened again
            room.close()
            self.forget(room)

    def forget(self, room: ServerRoom) -> None:
        """Remove a closed room."""
        if self._open.get(room.table.id) is room:
            del self._open[room.table.id]

    async def drain(self) -> None:
        """Hand over to other processes: no leases; clients are asked to come back, one by one."""
        for room in self.all():
            async with room.lock:
                await room.lease.release()
        connected = [client for room in self._open.values() for client in room.clients]
        gap = min(GAP, DRAINING / max(1, len(connected))) if self._peers.shared else 0.0
        for client in connected:
            client.close(COME_BACK, "come back")
            await asyncio.sleep(gap)

    def close(self) -> None:
        for room in self._open.values():
            room.close()
        self._open.clear()

    # ---- reading and changing --------------------------------------------------------------------------------

    async def table(self, match: str) -> tuple[Table, set[str]]:
        """A match to read, not to change, and who is connected to it."""
        room = self._open.get(match)
        if room is not None and not room.storage_unavailable:  # otherwise its lock may be held for long
            await room.follow()
            async with room.lock:  # not while a change is being written
                if not room.closed:
                    return room.table, room.present
        try:
            table = await self.tables.table(match)
            presence = await self._peers.presence(match)
        except StoreFault as fault:
            raise storage_problem(fault) from fault
        return table, {guest for guest, left in presence.items() if left is None}

    async def change(
        self, match: str, make: Callable[[Table], Entry | None], same_date: bool = False
    ) -> bool:
        """Write the entry that the server itself wants, if there is one by now; whether it was written.

        ``same_date``: lists go on showing when the match changed before.
        """
        async with self.locked(match) as room:
            while not room.closed and (entry := make(room.table)) is not None:
                if same_date:
                    await self._keep_summary(room)
                if await room.publish(Pending(entry)) is None:
                    return True
        return False

    async def _keep_summary(self, room: ServerRoom) -> None:
        """Store what lists will show once the newest entry is written: what says the same again is no news."""
        match, version, summary = room.table.id, room.table.version - 1, summary_of(room.table)
        try:
            await self._store.call(lambda store: store.keep_summary(match, version, summary))
        except StoreError:
            room.close()  # its table is ahead of the log
            raise

    async def settle_overdue(self) -> None:
        """Write overdue time-outs: of matches without connections a few at a time, and ever less often."""
        overdue = await self._store.call(lambda store: store.overdue())
        for match in self._unwatched.awake(overdue, self._open):
            with contextlib.suppress(Refusal):  # it cannot be opened, so nobody can play it
                async with self.locked(match) as room:
                    if not room.closed:
                        await room.write_due()

    # ---- among other processes -------------------------------------------------------------------------------

    def on_news(self, news: Sequence[News]) -> None:
        """Read what processes (this one too) have announced. Empty news mean that something may have been missed."""
        if not news:
            self.start(self._compare_now())
        behind = []
        for item in news:
            room = self._open.get(item.match)
            if room is None or room.closed:
                continue
            if item.call:
                room.start(room.hear_call_from_elsewhere(item.call))
            elif not item.version:
                room.start(self._look_around(room))
            elif item.version > room.table.version:
                behind.append(room)
        if behind:
            self.start(self._follow(behind))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in a task of its own."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, rooms: Sequence[ServerRoom]) -> None:
        """Read what other processes have written to these matches, in one query, and let each room send its own."""
        after = {room.table.id: room.table.version for room in rooms}
        try:
            logs = await self._store.call(lambda store: store.logs(after))
        except StoreError:  # each room reads for itself, with retries
            for room in rooms:
                room.start(room.follow())
            return
        for room in rooms:
            if read := logs[room.table.id]:
                room.start(room.follow(read))

    async def _compare_now(self) -> None:
        try:
            await self.compare()
        except StoreError as error:
            log.warning("versions could not be compared: %s", error)

    async def compare(self) -> None:
        """Compare the versions of all open rooms with the store's, and try to take leases that are free."""
        if not self._peers.shared or not self._open:
            return
        versions = await self._store.call(lambda store: store.versions(list(self._open)))
        behind = []
        for match, room in list(self._open.items()):
            if versions.get(match, 0) > room.table.version:
                behind.append(room)
            elif room.lease.wanted:
                room.start(self._look_around(room))
        if behind:
            await self._follow(behind)

    async def _look_around(self, room: ServerRoom) -> None:
        async with room.lock:
            await room.refresh_presence()

    def on_expired(self) -> None:
        """Give up all leases: this process was taken for dead, and others may hold them."""
        for room in self._open.values():
            room.lease.lose()
