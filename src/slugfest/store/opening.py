"""Open the store at an address."""

from __future__ import annotations

import re
from pathlib import Path

from .base import Store
from .errors import StoreError
from .sqlite import SqliteStore


def open_store(address: str) -> Store:
    """Open a store: a file's path, ``sqlite:///path`` or ``postgresql://user:password@host/name``.

    Messages never show a PostgreSQL address as it was given: it may contain a password.
    """
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+)://", address)
    if scheme is None:
        return SqliteStore(Path(address))
    match scheme[1].lower():
        case "sqlite":
            return SqliteStore(sqlite_path(address))
        case "postgresql" | "postgres":
            return _postgres(address)
        case other:
            raise StoreError(
                f"there is no kind of database {other!r}: give a file, or postgresql://host/name"
            )


def sqlite_path(address: str) -> Path:
    """The file of ``sqlite:///relative/path`` or ``sqlite:////absolute/path``."""
    rest = address.partition("://")[2]
    if not rest.startswith("/") or rest == "/":
        raise StoreError(f"{address}: write sqlite:///relative/path or sqlite:////absolute/path")
    return Path(rest[1:])


def _postgres(address: str) -> Store:
    try:
        from .postgres import PostgresStore  # imported only here: it needs another package
    except ImportError as error:
        raise StoreError(
            "PostgreSQL needs the package psycopg: install it with `pip install 'slugfest[postgres]'`"
        ) from error
    return PostgresStore(address)


def sqlite_file(address: str) -> Path:
    """The file that an address means."""
    return sqlite_path(address) if address.lower().startswith("sqlite://") else Path(address)


def is_file(address: str) -> bool:
    """Whether an address means a file."""
    return "://" not in address or address.lower().startswith("sqlite://")
