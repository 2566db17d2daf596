"""Large answers: computed, encoded and compressed in a thread, once for all who ask for the same."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from .budgets import charged_to, paying

T = TypeVar("T")
Key = tuple[object, ...]

AT_ONCE: Final = 1  # more would take turns with one another, and with the event loop
MOST_BYTES: Final = 32 << 20  # of all kept answers together
COMPRESSED_FROM: Final = 1000  # bytes
LEVEL: Final = 4  # of compression: half the time of the usual level, and a few percent more bytes

_encode = msgspec.json.Encoder().encode


class Computed:
    """An answer in JSON, plain and compressed."""

    def __init__(self, content: Any) -> None:
        self.plain = _encode(content)
        self.compressed = (
            gzip.compress(self.plain, LEVEL, mtime=0) if len(self.plain) >= COMPRESSED_FROM else None
        )

    def __len__(self) -> int:
        return len(self.plain) + len(self.compressed or b"")


class Computing:
    """Does what takes a while in threads, so that no move waits for it. Keeps answers that may be asked for again."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._kept: OrderedDict[Key, Computed] = OrderedDict()
        self._size = 0
        self._drops = 0
        self._computing: dict[Key, asyncio.Task[Computed]] = {}

    async def in_thread(self, work: Callable[[], T]) -> T:
        async with self._turns:
            return await asyncio.to_thread(charged_to(paying(), work))

    async def answer(self, work: Callable[[], Any], key: Key) -> Computed:
        """The answer with this key: kept, being computed for somebody else, or computed now."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        if key not in self._computing:
            self._computing[key] = asyncio.create_task(self._compute(work, key))
        return await asyncio.shield(self._computing[key])

    async def _compute(self, work: Callable[[], Any], key: Key) -> Computed:
        drops = self._drops
        try:
            found = await self.in_thread(lambda: Computed(work()))
        finally:
            del self._computing[key]
        if drops == self._drops:  # otherwise it may be made from what does not hold any more
            self._kept[key] = found
            self._size += len(found)
            while self._size > self._most and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1])
        return found

    def drop(self, match: str) -> None:
        """Drop the answers about a match."""
        self._drops += 1
        for key in [key for key in self._kept if match in key]:
            self._size -= len(self._kept.pop(key))
