"""A store of each kind with a clock that tests can turn, for tests that every adapter must pass."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import psycopg
from tests.postgres import running_postgres

from slugfest.store import MemoryStore, SqliteStore, Store
from slugfest.store.base import milliseconds
from slugfest.store.postgres import PostgresStore


def running(store: Store, guest: str, most: int) -> list[str]:
    """A guest's matches that are not over."""
    return [one.id for one in store.listed(guest, False, most)]


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


class Rejected:
    """The machine's clock, rejected."""

    def __init__(self) -> None:
        self.by = 0

    def __call__(self) -> int:
        return milliseconds() + self.by


class MemoryPlace(Place):
    def __init__(self, folder: Path) -> None:
        self._clock = Rejected()
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
        self._clock = Rejected()
        self._opened: list[Store] = []

    def open(self) -> Store:
        self._opened.append(SqliteStore(self._path, self._clock))
        return self._opened[-1]

    def later(self, ms: int) -> None:
        self._clock.by += ms

    def close(self) -> None:
        for store in self._opened:
            store.close()


class PostgresPlace(Place):
    """A database of the one server for all tests, emptied for each."""

    unused: ClassVar[list[str]] = []

    def __init__(self, folder: Path) -> None:
        self.url = self.unused.pop() if self.unused else running_postgres().new_database()
        self._opened: list[Store] = []
        self._by = 0
        self.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as database:
            database.execute(statement.encode())

    def open(self) -> PostgresStore:
        store = PostgresStore(self.url)
        self._opened.append(store)
        return store

    def later(self, ms: int) -> None:
        self._by += ms
        self.execute(
            "CREATE OR REPLACE FUNCTION slugfest_now() RETURNS bigint LANGUAGE sql VOLATILE AS $$ "
            f"SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ({self._by}) $$"
        )

    def close(self) -> None:
        for store in self._opened:
            store.close()
        self.unused.append(self.url)


PLACES: dict[str, Callable[[Path], Place]] = {
    "memory": MemoryPlace,
    "sqlite": SqlitePlace,
    "postgres": PostgresPlace,
}
