"""How often somebody may ask: a bucket that fills slowly and empties by asking."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_ADDRESSES: Final = 10_000

Clock = Callable[[], float]


class Bucket:
    """Allows ``at_once`` requests, and ``per_second`` more as time goes by."""

    def __init__(self, per_second: float, at_once: int, clock: Clock = time.monotonic) -> None:
        self._per_second = per_second
        self._at_once = float(at_once)
        self._clock = clock
        self._left = float(at_once)
        self._filled = clock()

    def take(self) -> bool:
        """Whether one more request is fine; if so, it is counted."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._filled) * self._per_second)
        self._filled = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Buckets:
    """A bucket for each address; the ones not seen for longest are forgotten first."""

    def __init__(self, per_second: float, at_once: int, clock: Clock = time.monotonic) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self._per_second, self._at_once, self._clock)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()
