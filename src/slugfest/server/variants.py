"""The games of a server: those it offers, and the variants that guests have brought.

A variant comes in as text, is judged and rehearsed in a process of its own (:mod:`.variant_worker`), and is then kept
as a document under its id until somebody opens a match with it. The match's log carries it whole, so the match opens
wherever its log is. A guest finds a variant by its id alone: it is in no list.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from threading import RLock
from typing import Any, Final

from slugfest.kernel import ContentError, Game, Variant, add_variant, unload_variant, variant_from
from slugfest.kernel.variants import MARK
from slugfest.protocol.problems import problem
from slugfest.store import DocumentChange, StoreFault

from .async_store import AsyncStore
from .budgets import address_paying
from .problems import storage_problem

COLLECTION: Final = "variants"
KEPT: Final = 30 * 24 * 3600 * 1000  # ms, of one that nobody has played
MOST_OF_ONE: Final = 20  # kept for one guest and not played
LONGEST_ID: Final = 200
MOST_LOADED: Final = 24  # in this process: a few megabytes each;
MOST_OF_AN_ADDRESS: Final = 8  # of these, that one address has asked for, so that others find room
QUIET: Final = 120.0  # seconds since a variant was asked for, after which it may be unloaded


class ServerGames(Mapping[str, Game]):
    """All games by id. Listed are those that the server offers; variants of guests are found while they are loaded."""

    def __init__(
        self,
        offered: Mapping[str, Game],
        most: int = MOST_LOADED,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.offered = offered
        self.in_use: Callable[[], set[str]] = set  # the ids of games in open rooms
        self.on_unload: Callable[[str], None] = lambda id: None
        self._most = most
        self._clock = clock
        self._lock = RLock()
        self._loaded: dict[str, Game] = {}
        self._asked: dict[str, float] = {}  # by id, when somebody last did
        self._addresses: dict[str, str] = {}  # by id, the address that asked for it first

    def __getitem__(self, id: str) -> Game:
        if id in self.offered:
            return self.offered[id]
        game = self._loaded[id]
        self._asked[id] = self._clock()
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self.offered)

    def __len__(self) -> int:
        return len(self.offered)

    def load(self, variant: Variant) -> Game:
        """The game with a variant that has been rehearsed. Takes a moment; raises a refusal if too many are."""
        with self._lock:
            found = self.get(variant.id)
            if found is not None:
                return found
            address = address_paying()
            self._make_room(address)
            loaded = self._loaded[variant.id] = add_variant(variant)
            self._asked[variant.id] = self._clock()
            self._addresses[variant.id] = address
            return loaded

    def _make_room(self, address: str) -> None:
        own = [id for id in self._loaded if address and self._addresses[id] == address]
        if len(own) >= MOST_OF_AN_ADDRESS:
            self._unload_one_of(own)
        elif len(self._loaded) >= self._most:
            self._unload_one_of(list(self._loaded))

    def _unload_one_of(self, loaded: list[str]) -> None:
        """Unload the one that nobody has asked about for longest; raise a refusal if all are needed."""
        used, late = self.in_use(), self._clock() - QUIET
        idle = [id for id in loaded if id not in used and self._asked[id] <= late]
        if not idle:
            raise problem("VARIANTS_BUSY")
        oldest = min(idle, key=lambda id: self._asked[id])
        self.on_unload(oldest)
        del self._loaded[oldest], self._asked[oldest], self._addresses[oldest]
        unload_variant(oldest)

    def variant_of(self, id: str) -> dict[str, Any] | None:
        """What a process needs to play a variant; None for a game itself."""
        found = self.get(id)
        return None if found is None or found.variant is None else found.variant.as_json()


class Variants:
    """The variants that guests have brought and not played yet, or played."""

    def __init__(self, store: AsyncStore, games: ServerGames) -> None:
        self._store = store
        self._games = games

    async def keep(self, guest: str, variant: Variant) -> None:
        """Keep a variant for a while, to be played; the oldest of this guest that nobody has played makes room."""
        now = await self._store.call(lambda store: store.now())

        async def changes() -> list[DocumentChange]:
            known = await self._store.document(COLLECTION, variant.id)
            if known is not None and known.until is None:
                return []  # it is played
            mine = await self._store.documents(COLLECTION, owner=guest)
            mine = sorted((one for one in mine if one.key != variant.id), key=lambda one: one.until or 0)
            oldest = mine[: max(0, len(mine) + 1 - MOST_OF_ONE)]
            version, data = 0 if known is None else known.version, {"variant": variant.as_json()}
            return [
                *(DocumentChange(COLLECTION, one.key, one.version, None) for one in oldest),
                DocumentChange(COLLECTION, variant.id, version, data, guest, now + KEPT),
            ]

        await self._store.write_with_retries(changes, problem("TOO_FAST"))

    async def note_played(self, game: Game) -> None:
        """Keep a variant without a time limit, because a match is played with it."""

        async def changes() -> list[DocumentChange]:
            known = await self._store.document(COLLECTION, game.id)
            if known is None or known.until is None:
                return []
            return [DocumentChange(COLLECTION, game.id, known.version, known.data)]

        await self._store.write_with_retries(changes, problem("TOO_FAST"))

    async def find(self, id: str) -> Game | None:
        """A game by its id; a variant that is kept is loaded."""
        found = self._games.get(id)
        if found is not None or MARK not in id or len(id) > LONGEST_ID:
            return found
        try:
            known = await self._store.document(COLLECTION, id)
            if known is None:
                return None
            declared = known.data["variant"]
            return await self._store.call(lambda store: self._games.load(variant_from(declared)))
        except StoreFault as fault:
            raise storage_problem(fault) from fault
        except ContentError:  # the game has been changed since
            return None
