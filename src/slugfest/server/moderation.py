"""Blocks and mutes: kept in documents, known to every process, enforced on requests and on open connections.

All of it is in the collection ``moderation``, so that a process reads it in one query, every two seconds and after its
own changes:

- ``guest <id>`` and ``address <digest>``: blocked, until the document expires;
- ``mute <id>``: cannot say phrases;
- ``order <random>``: something a server has to do at a table (:mod:`.admin_tasks`), wherever it was asked for;
- ``watch``: somebody looks at the admin page, so processes report their load.

Addresses are stored as digests under the server's key: a copy of the database does not say who was where.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
from collections import Counter, OrderedDict
from collections.abc import Iterator
from typing import Final

from slugfest.store import Conflict, Document, DocumentChange

from .async_store import AsyncStore
from .limits import address_key

COLLECTION: Final = "moderation"
WATCH: Final = "watch"
MOST_SEEN: Final = 10_000  # guests whose last address is remembered, in memory alone
HOUR: Final = 3600 * 1000  # ms
EXEMPT: Final = ("/api/admin", "/api/me/forget")  # whoever is blocked may still delete everything


def address_digest(key: str, address: str) -> str:
    """An address as it is stored: different on every server."""
    text = f"slugfest address {address_key(address)}".encode()
    return hmac.new(key.encode(), text, hashlib.sha256).hexdigest()[:32]


class Moderation:
    """What this process knows of blocks and mutes, and who is connected to it."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store
        self._key = ""
        self._blocked: frozenset[str] = frozenset()
        self._addresses: frozenset[str] = frozenset()  # digests
        self._muted: frozenset[str] = frozenset()
        self._seen: OrderedDict[str, str] = OrderedDict()  # by guest: the address of their last request
        self._digests: dict[str, str] = {}  # by address
        self._open: dict[asyncio.Task[None], tuple[str, str]] = {}  # guest and address of open WebSockets
        self._ended: set[asyncio.Task[None]] = set()
        self.orders: list[Document] = []
        self.watched = False

    # ---- asking ----------------------------------------------------------------------------------------------

    def is_blocked(self, guest: str, address: str, path: str = "") -> bool:
        """Whether a request is refused. ``guest`` is empty for a stranger."""
        if guest:
            self._seen.pop(guest, None)
            self._seen[guest] = address
            if len(self._seen) > MOST_SEEN:
                self._seen.popitem(last=False)
        if not self._blocked and not self._addresses:
            return False
        if path.startswith(EXEMPT):
            return False
        return guest in self._blocked or (
            bool(self._addresses) and self.digest_of(address) in self._addresses
        )

    def is_muted(self, guest: str) -> bool:
        return guest in self._muted

    def digest_of(self, address: str) -> str:
        """An address as it is stored; see :func:`address_digest`."""
        if address not in self._digests:
            if len(self._digests) >= MOST_SEEN:
                self._digests.clear()
            self._digests[address] = address_digest(self._key, address)
        return self._digests[address]

    # ---- connections -----------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def connected(self, guest: str, address: str) -> Iterator[None]:
        """Register the WebSocket that the current task serves. A block cancels the task; see :meth:`was_ended`."""
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = (guest, address)
        try:
            yield
        finally:
            self._open.pop(task, None)

    def was_ended(self) -> bool:
        """Whether the current task was cancelled by a block, and nothing else: then it goes on to say so."""
        task = asyncio.current_task()
        if task is None or task not in self._ended:
            return False
        self._ended.discard(task)
        return task.uncancel() == 0

    @property
    def connections(self) -> int:
        return len(self._open)

    @property
    def windows(self) -> Counter[str]:
        """How many WebSockets each guest has open here."""
        return Counter(guest for guest, _ in self._open.values())

    # ---- reading ---------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Read what is stored, and end the connections of those who are blocked by now."""
        if not self._key:
            self._key = await self._store.call(lambda store: store.signing_key())
        found = await every(self._store, COLLECTION)
        by_kind: dict[str, list[Document]] = {}
        for one in found:
            by_kind.setdefault(one.key.partition(" ")[0], []).append(one)
        self._blocked = frozenset(one.key.partition(" ")[2] for one in by_kind.get("guest", ()))
        self._addresses = frozenset(one.key.partition(" ")[2] for one in by_kind.get("address", ()))
        self._muted = frozenset(one.key.partition(" ")[2] for one in by_kind.get("mute", ()))
        self.orders = by_kind.get("order", [])
        self.watched = WATCH in by_kind
        for task, (guest, address) in list(self._open.items()):
            if task not in self._ended and self.is_blocked(guest, address):
                self._ended.add(task)
                task.cancel()
        await self._block_addresses(by_kind.get("guest", ()))

    async def _block_addresses(self, blocks: list[Document] | tuple[()]) -> None:
        """Block the address of a blocked guest, where that was asked for: only the process that sees them knows it."""
        for one in blocks:
            guest, until = one.key.partition(" ")[2], one.data.get("address_until") or 0
            address = self._seen.get(guest, "")
            if not address or until <= self._store.now() or self.digest_of(address) in self._addresses:
                continue
            data = {**one.data, "guest": guest}
            change = DocumentChange(COLLECTION, f"address {self.digest_of(address)}", 0, data, until=until)
            with contextlib.suppress(Conflict):  # another process was faster
                await self._store.write_documents(change)
            self._addresses |= {self.digest_of(address)}


async def every(store: AsyncStore, collection: str, prefix: str = "", most: int = 5000) -> list[Document]:
    """The documents of a collection whose keys begin so, in the order of their keys."""
    found: list[Document] = []
    after = prefix or None
    while len(found) < most:
        page = await store.documents(collection, after=after)
        begun = [one for one in page if one.key.startswith(prefix)]
        found += begun
        if len(begun) < len(page) or len(page) < 1000:
            break
        after = page[-1].key
    return found[:most]
