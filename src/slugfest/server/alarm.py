"""The alarm of a room: it rings when something is due, as long as the room is open. It decides nothing: what is due
follows from the log, and whoever misses the moment sees it later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

FAR: Final = (
    3600.0  # seconds; for what is due later a look once in a while suffices (MatchServer.settle_overdue)
)


class Alarm:
    """One moment by the clock ``now``, in milliseconds, after which ``ring`` is called."""

    def __init__(self, now: Callable[[], int], ring: Callable[[], object]) -> None:
        self._now = now
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    def set(self, due: int | None) -> None:
        """Ring as soon as this moment has passed, and no more at another; None: not at all."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            wait = max(0, due + 1 - self._now()) / 1000
            if wait < FAR:
                self._timer = asyncio.get_running_loop().call_later(wait, self._ring)
