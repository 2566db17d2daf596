"""News within one process: what SQLite and memory need, as only one process serves them at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from .base import Hear, News


class Subscribers:
    """Those who listen. They are told in the thread of whoever announces."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: list[Hear] = []

    def listen(self, hear: Hear) -> Callable[[], None]:
        with self._lock:
            self._subscribers.append(hear)
        hear(())
        return lambda: self._stop(hear)

    def _stop(self, hear: Hear) -> None:
        with self._lock:
            self._subscribers = [other for other in self._subscribers if other is not hear]

    def tell(self, news: Sequence[News]) -> None:
        if not news:
            return  # without news it would mean that something was missed
        with self._lock:
            subscribers = list(self._subscribers)
        for hear in subscribers:
            hear(news)
