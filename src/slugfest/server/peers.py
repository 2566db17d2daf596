"""This process among those that share its store: presence, leases and news.

With a store of its own (SQLite, memory) a process is alone and keeps presence in memory. A shared store keeps
everything (``docs/processes.md``).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from slugfest import __version__
from slugfest.store import News, StoreError
from slugfest.store.base import milliseconds

from .async_store import AsyncStore

log = logging.getLogger("slugfest.server")

Presence = dict[str, int | None]  # by guest: None while connected, else when they left
ALONE: Final = 0  # the lease token of a process that is alone


class Peers:
    """This process, registered under an id that is new at each start and after its row has expired."""

    def __init__(self, store: AsyncStore) -> None:
        self.id = ""
        self.shared = store.shared
        self.draining = False
        self.processes = 1  # processes alive, as far as is known
        self._store = store
        self._windows: dict[str, Counter[str]] = {}  # by match and guest: connections through this process
        self._left: dict[str, dict[str, int]] = {}  # by match and guest; only without a shared store
        self._reported: set[tuple[str, str]] = set()  # connected, according to the store
        self._leases_to_release: set[str] = set()  # matches whose lease we may hold without needing it
        # Called with a match that this process has changed, and its guests.
        self.on_change: Callable[[str, Iterable[str]], None] = lambda match, guests: None
        self._locks: dict[str, asyncio.Lock] = {}  # by match: one report of presence at a time

    def now(self) -> int:
        """The store's clock; see :meth:`AsyncStore.now`."""
        return self._store.now()

    # ---- the process -----------------------------------------------------------------------------------------

    async def register(self) -> None:
        """Register under a new id and report all connections again."""
        self.id = secrets.token_hex(12)
        self._reported.clear()
        self._leases_to_release.clear()
        if self.shared:
            name = self.id
            await self._store.call(lambda store: store.register(name, __version__))
            await self.measure()
        await self.report_missing()

    async def renew(self) -> bool:
        """Report that this process is alive. False: it had expired and was registered anew."""
        if not self.shared:
            return True
        name = self.id
        if await self._store.call(lambda store: store.renew(name)):
            await self.measure()
            await self.report_missing()
            return True
        log.warning("this process had expired and registers anew")
        await self.register()
        if self.draining:
            await self.drain()
        return False

    async def measure(self) -> None:
        """Read the store's clock and the number of processes."""
        if not self.shared:
            return
        before = milliseconds()
        now, living = await self._store.call(lambda store: (store.now(), store.living()))
        self._store.ahead = now - (before + milliseconds()) // 2
        self.processes = max(1, len(living))

    async def drain(self) -> None:
        """Report that this process stops soon and takes no more leases."""
        self.draining = True
        if self.shared:
            name = self.id
            await self._store.call(lambda store: store.drain(name))

    async def leave(self) -> None:
        if self.shared:
            name = self.id
            await self._store.call(lambda store: store.leave(name))

    def announce(self, match: str, version: int = 0, call: str = "", guests: Iterable[str] = ()) -> None:
        if version:
            self.on_change(match, guests)
        if self.shared:
            self._store.announce([News(match, version, call)])

    # ---- who is connected ------------------------------------------------------------------------------------

    async def arrive(self, match: str, guest: str) -> None:
        """Count a connection. Raises :class:`StoreError` if it could not be reported; that is tried again later."""
        self._windows.setdefault(match, Counter())[guest] += 1
        if not self.shared:
            self._left.get(match, {}).pop(guest, None)
        await self._report(match, guest)

    async def depart(self, match: str, guest: str) -> None:
        """Count the end of a connection."""
        windows = self._windows[match]
        windows[guest] -= 1
        if not windows[guest]:
            del windows[guest]
            if not self.shared:
                self._left.setdefault(match, {})[guest] = self.now()
        if not windows:
            del self._windows[match]
            self._left.pop(match, None)
        await self._report(match, guest)

    async def _report(self, match: str, guest: str) -> None:
        """Report to the store whether a guest is connected now. The last report is right, whatever the order."""
        if not self.shared:
            return
        key = (match, guest)
        async with self._locks.setdefault(match, asyncio.Lock()):
            name, here = self.id, guest in self._windows.get(match, ())
            if here == (key in self._reported):
                return
            if here:
                await self._store.call(lambda store: store.connect(match, guest, name))
                if name == self.id:  # otherwise registered anew meanwhile: it is reported again
                    self._reported.add(key)
            else:
                await self._store.call(lambda store: store.disconnect(match, guest, name))
                self._reported.discard(key)
        self.announce(match)
        if match not in self._windows:
            self._locks.pop(match, None)

    async def report_missing(self) -> None:
        """Report what could not be reported before."""
        if not self.shared:
            return
        here = {(match, guest) for match, windows in self._windows.items() for guest in windows}
        for match, guest in here ^ self._reported:
            await self._report(match, guest)
        for match in list(self._leases_to_release):
            await self.release_lease(match)

    async def presence(self, match: str) -> Presence:
        """Who is connected to a match through any process, and when the others left."""
        if self.shared:
            return await self._store.call(lambda store: store.present(match))
        here: Presence = dict.fromkeys(self._windows.get(match, ()))
        return {**self._left.get(match, {}), **here}

    # ---- who runs a match ------------------------------------------------------------------------------------

    async def take_lease(self, match: str) -> int | None:
        """The token of the lease; None while another process has it."""
        if self.draining:
            return None
        if not self.shared:
            return ALONE
        name = self.id
        try:
            token = await self._store.call(lambda store: store.take_lease(match, name))
        except StoreError as error:
            log.warning("match %s: no lease: %s", match, error)
            self._leases_to_release.add(match)  # perhaps it was granted
            return None
        self._leases_to_release.discard(match)
        return token

    async def take_review(self, match: str) -> bool:
        """Take the right to make a match's review; False while another process has it."""
        if not self.shared:
            return True
        name = self.id
        return await self._store.call(lambda store: store.take_review(match, name))

    async def release_review(self, match: str) -> None:
        """Let another process make a match's review."""
        if self.shared:
            name = self.id
            await self._store.call(lambda store: store.release_review(match, name))

    async def release_lease(self, match: str) -> None:
        """Release a lease and announce that it is free."""
        if not self.shared:
            return
        name = self.id
        self._leases_to_release.add(match)
        try:
            await self._store.call(lambda store: store.release_lease(match, name))
        except StoreError as error:  # tried again, as nobody else can run the match
            log.warning("match %s: the lease could not be released yet: %s", match, error)
            return
        self._leases_to_release.discard(match)
        self.announce(match)
