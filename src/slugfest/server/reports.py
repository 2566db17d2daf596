"""Names that players have reported. There is nothing to write: a report says who, by whom, and when.

A report belongs to the guest who made it. It goes when they delete everything, and when whom it is about does.
"""

from __future__ import annotations

from typing import Final

from slugfest.protocol.problems import problem
from slugfest.store import Conflict, DocumentChange
from slugfest.table import Table
from slugfest.table.hosting import AdminReport

from .async_store import AsyncStore
from .moderation import every

COLLECTION: Final = "reports"
MOST: Final = 20  # of one guest at a time
KEPT: Final = 90 * 24 * 3600 * 1000  # ms


class Reports:
    """The reports of a server."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store

    async def report(self, guest: str, table: Table, seat: int) -> None:
        """Report the name at a seat. Again it changes nothing."""
        if not 0 <= seat < len(table.seats):
            raise problem("NOTHING_TO_REPORT")
        found = table.seats[seat]
        if found.kind != "person" or found.guest in ("", guest) or found.guest not in table.guests():
            raise problem("NOTHING_TO_REPORT")
        mine = await self._store.documents(COLLECTION, owner=guest)
        key = f"{found.guest} {guest}"
        if any(one.key == key for one in mine):
            return
        if len(mine) >= MOST:
            raise problem("TOO_MANY_REPORTS")
        now = await self._store.call(lambda store: store.now())
        data = {"name": found.name, "at": now, "match": table.id}
        try:
            await self._store.write_documents(DocumentChange(COLLECTION, key, 0, data, guest, now + KEPT))
        except Conflict:
            return  # it is there by now

    async def about(self, guest: str) -> list[DocumentChange]:
        """What deletes all reports about a guest."""
        found = await every(self._store, COLLECTION, f"{guest} ")
        return [DocumentChange(COLLECTION, one.key, one.version, None) for one in found]

    async def forget(self, guest: str) -> None:
        """Delete all reports about a guest."""
        for change in await self.about(guest):
            try:
                await self._store.write_documents(change)
            except Conflict:
                continue  # it went by itself

    async def merge(self, guest: str, into: str) -> None:
        """Let reports about a guest be about another guest."""
        for one in await every(self._store, COLLECTION, f"{guest} "):
            reporter = one.key.partition(" ")[2]
            changes = [DocumentChange(COLLECTION, one.key, one.version, None)]
            key = f"{into} {reporter}"
            if reporter != into and await self._store.document(COLLECTION, key) is None:
                changes.append(DocumentChange(COLLECTION, key, 0, one.data, one.owner, one.until))
            try:
                await self._store.write_documents(*changes)
            except Conflict:
                continue  # it went by itself, or another process was faster

    async def open(self) -> list[AdminReport]:
        """All reports by guest, those with most reporters first."""
        found: dict[str, AdminReport] = {}
        for one in await every(self._store, COLLECTION):
            guest, data = one.key.partition(" ")[0], one.data
            before = found.get(guest)
            if before is None:
                found[guest] = AdminReport(guest=guest, name=data["name"], now="", reporters=1, at=data["at"])
                continue
            before["reporters"] += 1
            if data["at"] > before["at"]:
                before["at"], before["name"] = data["at"], data["name"]
        return sorted(found.values(), key=lambda one: (-one["reporters"], -one["at"]))
