"""A timer that calls a room when something is due. What is due follows from the log, so a missed call does no harm."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

FAR: Final = 3600.0  # seconds; for anything later OpenRooms.settle_overdue suffices


class Alarm:
    """Calls ``ring`` after one moment by the clock ``now``, in milliseconds."""

    def __init__(self, now: Callable[[], int], ring: Callable[[], object]) -> None:
        self._now = now
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Cancel the timer for good, and drop the reference to the room."""
        self.set(None)
        self._ring = _nobody

    def set(self, due: int | None) -> None:
        """Ring as soon as this moment has passed instead of at an earlier set one; None: never."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            wait = max(0, due + 1 - self._now()) / 1000
            if wait < FAR:
                self._timer = asyncio.get_running_loop().call_later(wait, self._ring)


def _nobody() -> None:
    return
