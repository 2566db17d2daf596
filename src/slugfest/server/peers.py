"""This process among all that serve from the same store: who is connected through which, and which one runs a match.

On a store of its own (SQLite, memory) a process is alone: everything here is then a dictionary, and nothing is written.
On a shared one it is the store that knows (``docs/processes.md``).
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

Presence = dict[str, int | None]  # by guest: None while connected, else when they left (by the store's clock)
ALONE: Final = 0  # the token of a process that nobody competes with


class Peers:
    """This process, registered under an id that is new at each start and whenever its row has expired."""

    def __init__(self, store: AsyncStore) -> None:
        self.id = ""
        self.shared = store.shared
        self.draining = False
        self.processes = 1  # how many live, as far as is known
        self._store = store
        self._windows: dict[str, Counter[str]] = {}  # by match and guest: connections through this process
        self._left: dict[str, dict[str, int]] = {}  # by match and guest; only where we are alone
        self._told: set[tuple[str, str]] = set()  # connected, as the store has been told
        self._unwanted: set[str] = set()  # matches whose lease we may still hold without running them
        # Called with a match that we have changed, and everybody who has a stake in it.
        self.on_change: Callable[[str, Iterable[str]], None] = lambda match, guests: None
        self._locks: dict[str, asyncio.Lock] = {}  # by match: one word to the store about presence at a time

    def now(self) -> int:
        """The store's clock, about: what hangs on it is checked by the store itself."""
        return self._store.now()

    # ---- the process -----------------------------------------------------------------------------------------

    async def register(self) -> None:
        """Begin under a fresh id; whoever is connected through us is told to the store again."""
        self.id = secrets.token_hex(12)
        self._told.clear()
        self._unwanted.clear()  # what the former one held, others may take
        if self.shared:
            name = self.id
            await self._store.call(lambda store: store.register(name, __version__))
            await self.measure()
        await self.mend()

    async def renew(self) -> bool:
        """Say that we are still here. False: we counted as dead meanwhile, and have begun anew."""
        if not self.shared:
            return True
        name = self.id
        if await self._store.call(lambda store: store.renew(name)):
            await self.measure()
            await self.mend()
            return True
        log.warning("this process was not heard of for too long, and registers anew")
        await self.register()
        if self.draining:
            await self.drain()
        return False

    async def measure(self) -> None:
        """What the store's clock says, and how many we are."""
        if not self.shared:
            return
        before = milliseconds()
        now, living = await self._store.call(lambda store: (store.now(), store.living()))
        self._store.ahead = now - (before + milliseconds()) // 2
        self.processes = max(1, len(living))

    async def drain(self) -> None:
        """We are about to stop: no more leases for us."""
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
        """Somebody has connected through us. Raises :class:`StoreError` if nobody could be told; it is told later."""
        self._windows.setdefault(match, Counter())[guest] += 1
        if not self.shared:
            self._left.get(match, {}).pop(guest, None)
        await self._settle(match, guest)

    async def depart(self, match: str, guest: str) -> None:
        """One connection of somebody has ended."""
        windows = self._windows[match]
        windows[guest] -= 1
        if not windows[guest]:
            del windows[guest]
            if not self.shared:
                self._left.setdefault(match, {})[guest] = self.now()
        if not windows:
            del self._windows[match]
            self._left.pop(match, None)
        await self._settle(match, guest)

    async def _settle(self, match: str, guest: str) -> None:
        """Make the store say what is so. However many come and go meanwhile, the last word is right."""
        if not self.shared:
            return
        key = (match, guest)
        async with self._locks.setdefault(match, asyncio.Lock()):
            name, here = self.id, guest in self._windows.get(match, ())
            if here == (key in self._told):
                return
            if here:
                await self._store.call(lambda store: store.connect(match, guest, name))
                if name == self.id:  # otherwise we have begun anew meanwhile, and it is told again
                    self._told.add(key)
            else:
                await self._store.call(lambda store: store.disconnect(match, guest, name))
                self._told.discard(key)
        self.announce(match)
        if match not in self._windows:
            self._locks.pop(match, None)

    async def mend(self) -> None:
        """Tell the store what it could not be told before."""
        if not self.shared:
            return
        here = {(match, guest) for match, windows in self._windows.items() for guest in windows}
        for match, guest in here ^ self._told:
            await self._settle(match, guest)
        for match in list(self._unwanted):
            await self.give_back(match)

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
            self._unwanted.add(match)  # perhaps it was given, and nobody here knows
            return None
        self._unwanted.discard(match)
        return token

    async def give_back(self, match: str) -> None:
        """Whoever needs it may have the lease; the others hear of it."""
        if not self.shared:
            return
        name = self.id
        self._unwanted.add(match)
        try:
            await self._store.call(lambda store: store.give_back(match, name))
        except StoreError as error:  # nobody else could run the match: it is tried again
            log.warning("match %s: the lease could not be given back yet: %s", match, error)
            return
        self._unwanted.discard(match)
        self.announce(match)
