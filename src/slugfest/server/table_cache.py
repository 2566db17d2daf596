"""Matches that are only looked at: for a list, a page, a record, a replay. Nobody's looking holds up those who play.

Making a table of a long log takes a while. One that was made is kept as long as the log has not grown; whoever asks for
the same at the same time waits for the same; and one is made at a time, whatever is asked for.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from slugfest.table import Table

MOST_TABLES: Final = 100
MOST_ENTRIES: Final = 50_000  # of all logs kept together: some tens of megabytes

Read = Callable[[str], Awaitable[Table]]  # the table of a match; raises what is wrong with it
Version = Callable[[str], Awaitable[int]]  # how long a match's log is; 0 if there is none


class TableCache:
    """Tables of matches that nobody is connected to. They are never changed."""

    def __init__(self, read: Read, version: Version) -> None:
        self._read = read
        self._version = version
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._entries = 0
        self._reading: dict[str, asyncio.Task[Table]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def table(self, match: str) -> Table:
        """The table of a match as it is now."""
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
            self._keep(match, table)
            return table
        finally:
            del self._reading[match]

    def _keep(self, match: str, table: Table) -> None:
        self.drop(match)
        self._kept[match] = table
        self._entries += table.version
        while len(self._kept) > MOST_TABLES or (self._entries > MOST_ENTRIES and len(self._kept) > 1):
            self.drop(next(iter(self._kept)))

    def drop(self, match: str) -> None:
        """Read this one anew the next time."""
        dropped = self._kept.pop(match, None)
        if dropped is not None:
            self._entries -= dropped.version
