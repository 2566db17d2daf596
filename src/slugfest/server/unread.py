"""Answers that the other end does not read: bounded in time, and in memory for each address."""

from __future__ import annotations

import asyncio
from typing import Final

from .limits import Amounts

SECONDS: Final = 20.0  # in which an end that reads slowly
PROGRESS: Final = 16 * 1024  # has to read so many bytes


class UnreadWatch:
    """Cuts one connection off if its answers are not read."""

    def __init__(self, transport: asyncio.Transport, totals: Amounts, address: str) -> None:
        self._transport = transport
        self._totals = totals
        self._address = address
        self._size = 0  # as it was counted
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """The transport's buffer is full."""
        if self._timer is not None:
            return
        # Behind a proxy (no address) the proxy reads, and has limits of its own.
        self._size = self._transport.get_write_buffer_size() if self._address else 0
        if self._totals.add(self._address, self._size):
            self._timer = asyncio.get_running_loop().call_later(SECONDS, self._check)
        else:
            self._totals.remove(self._address, self._size)
            self._transport.abort()

    def end(self) -> None:
        """The buffer was read, or the connection has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._totals.remove(self._address, self._size)

    def _check(self) -> None:
        before = self._size
        self.end()
        if self._address and self._transport.get_write_buffer_size() > before - PROGRESS:
            self._transport.abort()
        else:
            self.begin()
