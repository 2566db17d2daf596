"""What a process does for whoever hosts the server: know who is blocked, carry out orders, report its load."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any, Final

from slugfest import __version__
from slugfest.store import Conflict, DocumentChange
from slugfest.table import Refusal, Table
from slugfest.table.moderating import remove_guest, rename_guest

from .admin_lists import LOADS
from .match_server import MatchServer

log = logging.getLogger("slugfest.server")

REFRESH: Final = 2.0  # seconds
LOAD_VALID: Final = 15_000  # ms
MOST_WINDOWS: Final = 500  # guests in a report of the load
MOST_MATCHES: Final = 200  # of a guest, in which a name is changed


class AdminTasks:
    """The tasks of one process."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._since = 0

    async def run(self) -> None:
        """Called every few seconds, and after what the admin page did."""
        moderation = self._server.moderation
        await moderation.refresh()
        for order in moderation.orders:
            try:
                await self._carry_out(order.data)
            except Refusal as refusal:
                log.warning("an order of the host cannot be carried out: %s", refusal.code)
            try:
                await self._server.store.write_documents(
                    DocumentChange(order.collection, order.key, order.version, None)
                )
            except Conflict:
                continue  # another process has done the same, to the same effect
        if moderation.watched:
            await self.report_load()

    async def _carry_out(self, order: Any) -> None:
        """Do something at tables. Doing it twice changes nothing more."""
        guest = str(order["guest"])
        if order["do"] == "unseat":
            await self._server.rooms.change(str(order["match"]), lambda table: remove_guest(table, guest))
            return
        name = str(order["name"])

        def rename(table: Table) -> Any:
            return rename_guest(table, guest, name)

        running = await self._server.store.call(lambda store: store.listed(guest, False, MOST_MATCHES))
        for one in running:
            await self._server.rooms.change(one.id, rename)

    async def report_load(self) -> None:
        """Write down how much this process has to do, for whoever looks."""
        server, moderation = self._server, self._server.moderation
        self._since = self._since or server.now()
        data = {
            "release": __version__,
            "since": self._since,
            "connections": moderation.connections,
            "windows": dict(moderation.windows.most_common(MOST_WINDOWS)),
            "rooms": len(server.rooms.all()),
            "memory": memory(),
            "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0,
        }
        before = await server.store.document(LOADS, server.peers.id)
        change = DocumentChange(
            LOADS,
            server.peers.id,
            0 if before is None else before.version,
            data,
            until=server.now() + LOAD_VALID,
        )
        try:
            await server.store.write_documents(change)
        except Conflict:
            return  # written a moment ago


def memory() -> int:
    """The memory of this process in megabytes; 0 where that is not known."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 2**20
    except (OSError, ValueError, IndexError, AttributeError):
        return 0
