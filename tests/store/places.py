"""A store of each kind with a clock that tests can turn, for tests that every adapter must pass."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from slugfest.store import MemoryStore, SqliteStore, Store
from slugfest.store.base import milliseconds


class Place(ABC):
    """Where one set of matches lives. Several stores may be opened on it, as several processes would."""

    @abstractmethod
    def open(self) -> Store:
        """Another store on the same matches. All are closed at the end."""

    @abstractmethod
    def later(self, ms: int) -> None:
        """Turn the store's clock, forwards or back."""

    @abstractmethod
    def close(self) -> None:
        """Close and remove everything."""


class Turned:
    """The machine's clock, turned."""

    def __init__(self) -> None:
        self.by = 0

    def __call__(self) -> int:
        return milliseconds() + self.by


class MemoryPlace(Place):
    def __init__(self, folder: Path) -> None:
        self._clock = Turned()
        self._store = MemoryStore(self._clock)

    def open(self) -> Store:
        return self._store

    def later(self, ms: int) -> None:
        self._clock.by += ms

    def close(self) -> None:
        self._store.close()


class SqlitePlace(Place):
    def __init__(self, folder: Path) -> None:
        self._path = folder / "matches.sqlite3"
        self._clock = Turned()
        self._opened: list[Store] = []

    def open(self) -> Store:
        self._opened.append(SqliteStore(self._path, self._clock))
        return self._opened[-1]

    def later(self, ms: int) -> None:
        self._clock.by += ms

    def close(self) -> None:
        for store in self._opened:
            store.close()


PLACES: dict[str, Callable[[Path], Place]] = {"memory": MemoryPlace, "sqlite": SqlitePlace}
