"""Storage: one append-only log for each match; everything else is derived from it."""

from .base import (
    LIFE,
    Contents,
    KeptReview,
    Learned,
    Listed,
    Logged,
    NewEntry,
    News,
    OnNews,
    Store,
    WholeMatch,
)
from .documents import Document, DocumentChange
from .errors import (
    Answered,
    Conflict,
    LeaseLost,
    OutcomeUnknown,
    OutOfTime,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFault,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
    VersionTaken,
)
from .memory import MemoryStore
from .opening import open_store
from .sqlite import SqliteStore

__all__ = [
    "LIFE",
    "Answered",
    "Conflict",
    "Contents",
    "Document",
    "DocumentChange",
    "KeptReview",
    "Learned",
    "LeaseLost",
    "Listed",
    "Logged",
    "MemoryStore",
    "NewEntry",
    "News",
    "OnNews",
    "OutOfTime",
    "OutcomeUnknown",
    "SqliteStore",
    "Store",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreFault",
    "StoreFull",
    "StoreReadOnly",
    "StoreUnreachable",
    "VersionTaken",
    "WholeMatch",
    "open_store",
]
