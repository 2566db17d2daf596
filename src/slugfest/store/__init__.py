"""Where matches live: one append-only log a match; everything else is derived from it."""

from .base import NewEntry, Store, StoreError, VersionTaken
from .memory import MemoryStore
from .sqlite import SqliteStore

__all__ = ["MemoryStore", "NewEntry", "SqliteStore", "Store", "StoreError", "VersionTaken"]
