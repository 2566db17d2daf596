"""A cache of tables that are only read: for lists, pages, records and replays.

Making a table from a long log takes a while. It is kept as long as the log does not grow, made once for all who ask at
the same time, and only one is made at a time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from slugfest.table import Table

MOST_TABLES: Final = 100
MOST_ENTRIES: Final = 50_000  # of all cached logs together: some tens of megabytes

Read = Callable[[str], Awaitable[Table]]  # the table of a match; raises if it cannot be read
Version = Callable[[str], Awaitable[int]]  # how long a match's log is; 0 if there is none


class TableCache:
    """Tables of matches without a room. Nobody changes them while they are here."""

    def __init__(self, read: Read, version: Version) -> None:
        self._read = read
        self._version = version
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._entries = 0
        self._reading: dict[str, asyncio.Task[Table]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def table(self, match: str) -> Table:
        """The present table of a match."""
        kept = self._kept.get(match)
        if kept is not None and kept.version == await self._version(match):
            if match in self._kept:
                self._kept.move_to_end(match)
            return kept
        if match not in self._reading:
            self._reading[match] = asyncio.create_task(self._make(match))
        return await asyncio.shield(self._reading[match])

    async def _make(self, match: str) -> Table:
        try:
            async with self._one_at_a_time:
                table = await self._read(match)
            self.keep(match, table)
            return table
        finally:
            del self._reading[match]

    async def take(self, match: str) -> Table | None:
        """The present table of a match, for a room that will change it; None if it is not here."""
        if match not in self._kept:
            return None
        version, kept = await self._version(match), self._kept.get(match)
        if kept is not None:
            self.drop(match)
        return kept if kept is not None and kept.version == version else None

    def keep(self, match: str, table: Table) -> None:
        """Keep a table that nobody changes any more."""
        self.drop(match)
        self._kept[match] = table
        self._entries += table.version
        while len(self._kept) > MOST_TABLES or (self._entries > MOST_ENTRIES and len(self._kept) > 1):
            self.drop(next(iter(self._kept)))

    def drop_game(self, game: str) -> None:
        """Remove the tables of a game."""
        for match in [match for match, table in list(self._kept.items()) if table.game.id == game]:
            self.drop(match)

    def drop(self, match: str) -> None:
        """Remove a table: it is read again the next time."""
        dropped = self._kept.pop(match, None)
        if dropped is not None:
            self._entries -= dropped.version
