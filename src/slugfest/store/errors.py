"""Errors of a store: a write came too late, the storage is unavailable, or the store cannot be opened."""

from __future__ import annotations

from typing import ClassVar

from slugfest.kernel import SlugfestError


class StoreError(SlugfestError):
    """The store cannot be opened, read or written. The message says what to do."""


# ---- conflicts: the match is no longer what the writer thought -------------------------------------------------


class Conflict(StoreError):
    """The entries were not written, or the outcome is unknown: read the log and judge the request anew.

    An entry is never renumbered and never written again as it is.
    """


class VersionTaken(Conflict):
    """This version of the match or document was written by another process."""


class LeaseLost(Conflict):
    """Another process has the lease by now."""


class OutOfTime(Conflict):
    """The entry is too early or too late by the store's clock."""


class Answered(Conflict):
    """This request has been answered already; see ``Store.answer``."""


class OutcomeUnknown(Conflict):
    """The connection was lost during the commit: the entries may be on disk."""


# ---- faults: the storage is unavailable ------------------------------------------------------------------------


class StoreFault(StoreError):
    """The storage is unavailable. What was acknowledged is safe; after reading the log, the rest may be tried again."""

    cause: ClassVar[str]  # one word, for logs and metrics


class StoreBusy(StoreFault):
    """Another program holds the database, or it is overloaded."""

    cause = "busy"


class StoreFull(StoreFault):
    """The disk is full."""

    cause = "full"


class StoreReadOnly(StoreFault):
    """The database cannot be written."""

    cause = "read-only"


class StoreDamaged(StoreFault):
    """Stored data were changed or lost. Waiting does not help."""

    cause = "damaged"


class StoreUnreachable(StoreFault):
    """The disk or the database server does not respond."""

    cause = "unreachable"
