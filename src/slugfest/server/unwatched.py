"""Matches that nobody is connected to, and whose clocks go on: they may not keep a server busy.

Every time-out there is written later than the one before, counted from when somebody was last connected. What is due
by then is written as soon as anybody comes.
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterable
from typing import Final

from .limits import Clock

FIRST_PAUSE: Final = 30.0  # seconds after the first time-out; doubled after each
LONGEST_PAUSE: Final = 1800.0
AT_ONCE: Final = 10  # of all that are due, the ones that wait longest
REMEMBERED: Final = 10_000


class Unwatched:
    """When each of these matches may go on."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._pauses: dict[str, tuple[float, float]] = {}  # by match: until when, and how long

    def awake(self, overdue: Iterable[str], watched: Container[str]) -> list[str]:
        """The overdue matches whose time-outs are written now: all that are watched, and a few others."""
        now, found, others = self._clock(), [], 0
        for match in overdue:
            if match in watched:
                found.append(match)
                continue
            until, pause = self._pauses.get(match, (now, FIRST_PAUSE / 2))
            if until <= now and others < AT_ONCE:
                others += 1
                found.append(match)
                self._pause(match, now, min(2 * pause, LONGEST_PAUSE))
        return found

    def _pause(self, match: str, now: float, pause: float) -> None:
        self._pauses.pop(match, None)
        self._pauses[match] = (now + pause, pause)
        if len(self._pauses) > REMEMBERED:
            del self._pauses[next(iter(self._pauses))]

    def watched(self, match: str) -> None:
        """Somebody connects to a match."""
        self._pauses.pop(match, None)
