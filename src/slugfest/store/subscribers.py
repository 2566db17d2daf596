"""News within one process, for stores that only one process uses at a time (SQLite, memory)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from .base import News, OnNews


class Subscribers:
    """Callbacks that get news, in the thread that announces them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: list[OnNews] = []

    def add(self, on_news: OnNews) -> Callable[[], None]:
        """Add a callback; the result removes it."""
        with self._lock:
            self._subscribers.append(on_news)
        on_news(())
        return lambda: self._remove(on_news)

    def _remove(self, on_news: OnNews) -> None:
        with self._lock:
            self._subscribers = [other for other in self._subscribers if other is not on_news]

    def notify(self, news: Sequence[News]) -> None:
        if not news:
            return  # empty news mean that something was missed
        with self._lock:
            subscribers = list(self._subscribers)
        for on_news in subscribers:
            on_news(news)
