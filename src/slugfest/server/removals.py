"""Addresses from which the host of a lobby sent people away, who could come back as new guests.

That somebody was sent away stands in the log. But a cookie is thrown away easily, so while the match is a lobby,
newcomers from the same address are refused as well. Households share an address: nobody is refused who was here at that
time, or where the host or somebody at the table comes from the same address.

An address is no part of a match, so it is in no log. It is kept for some days as a digest under the server's key that
differs from match to match, in the collection ``removals`` under ``<match> <guest>``, where other processes and a
server that starts again find it. It is deleted with its guest, and counts only while the log says that they are
removed. Who was there at that time is kept under the key by which a host knows spectators, never as a guest's id.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from slugfest.protocol.watchers import key_of
from slugfest.store import DocumentChange, StoreError, VersionTaken
from slugfest.table import Table

from .async_store import AsyncStore
from .clients import Client
from .moderation import HOUR, every

COLLECTION: Final = "removals"
KEPT: Final = 7 * 24 * HOUR  # ms, as long as a lobby is likely to be one

Kept = dict[str, frozenset[str]]  # by address: the keys of others who were there

log = logging.getLogger("slugfest.server")


class RemovedAddresses:
    """What is known of those who were sent away from one match."""

    def __init__(self, match: str, store: AsyncStore, digest: Callable[[str], str]) -> None:
        self._match = match
        self._store = store
        self._digest = digest
        self._known: dict[str, Kept] = {}  # by guest
        self._unwritten: list[str] = []  # guests

    async def read(self, table: Table) -> None:
        """Read what other processes know, or knew before they ended."""
        if table.status != "lobby" or not table.removed:
            return
        for one in await every(self._store, COLLECTION, prefix=f"{self._match} "):
            self._add(one.key.removeprefix(f"{self._match} "), kept_in(one.data))

    def note(self, table: Table, clients: Sequence[Client], removed: Client) -> None:
        """Note the address of somebody who is sent away. :meth:`keep` writes it."""
        there = [one.guest for one in clients if one.address == removed.address]
        address = self._address(removed)
        if not removed.address or table.host in there or address in self._known.get(removed.guest, {}):
            return
        self._add(removed.guest, {address: frozenset(key_of(self._match, one) for one in there)})
        self._unwritten.append(removed.guest)

    async def keep(self) -> None:
        """Write what was noted. If that fails, a restart of the server lets a new cookie in: the match goes on."""
        while self._unwritten:
            guest = self._unwritten.pop()
            try:
                await self._write(guest)
            except VersionTaken:  # another process has written what it knows of the same guest
                self._unwritten.append(guest)
            except StoreError as error:
                log.warning("match %s: a removed address was not kept: %s", self._match, error)

    async def _write(self, guest: str) -> None:
        key = f"{self._match} {guest}"
        before = await self._store.document(COLLECTION, key)
        if before is not None:
            self._add(guest, kept_in(before.data))
        data = {address: sorted(there) for address, there in self._known[guest].items()}
        version, until = (before.version if before else 0), self._store.now() + KEPT
        await self._store.write_documents(
            DocumentChange(COLLECTION, key, version, data, owner=guest, until=until)
        )

    def refuses(self, table: Table, clients: Sequence[Client], newcomer: Client) -> bool:
        """Whether a newcomer has to stay out with somebody who was sent away, and was not let in again."""
        if table.status != "lobby" or not table.removed:
            return False
        seated = table.guests()
        if newcomer.guest in seated:
            return False
        if any(one.guest in seated and one.address == newcomer.address for one in clients):
            return False
        address, key = self._address(newcomer), key_of(self._match, newcomer.guest)
        return any(
            guest in table.removed and address in kept and key not in kept[address]
            for guest, kept in self._known.items()
        )

    def _add(self, guest: str, kept: Kept) -> None:
        known = self._known.setdefault(guest, {})
        for address, there in kept.items():
            known[address] = known.get(address, frozenset()) | there

    def _address(self, client: Client) -> str:
        """A client's address, so that nobody can tell from two matches that it is the same."""
        return hashlib.sha256(f"{self._match} {self._digest(client.address)}".encode()).hexdigest()[:32]


def kept_in(data: Mapping[str, Sequence[str]]) -> Kept:
    return {address: frozenset(there) for address, there in data.items()}
