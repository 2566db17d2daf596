"""Errors of a store: a write came too late, the storage is unavailable, or the store cannot be opened."""

from __future__ import annotations

from typing import ClassVar

from slugfest.kernel import SlugfestError


class StoreError(SlugfestError):
    """The store cannot be opened, read or written. The message says what to do."""


# ---- conflicts: nothing is wrong, but the match is no longer what the writer thought ---------------------------------


class Conflict(StoreError):
    """The entries were not written, or nobody knows. Always the same cure: read the log and judge the request anew.

    An entry is never renumbered and never written again as it is.
    """


class VersionTaken(Conflict):
    """Somebody else has written this version of the match."""


class LeaseLost(Conflict):
    """Another process runs this match's bots by now."""


class OutOfTime(Conflict):
    """By the store's clock it is too early or too late for this entry."""


class Answered(Conflict):
    """This request has been answered already: look at ``Store.answer``."""


class OutcomeUnknown(Conflict):
    """The line was lost in the commit: the entries are on disk, or not."""


# ---- faults: the storage is unavailable ------------------------------------------------------------------------


class StoreFault(StoreError):
    """The storage cannot do its work now. What was acknowledged is safe; what failed may be tried again, after
    reading the log, as soon as the cause is gone."""

    cause: ClassVar[str]  # one word, for logs and metrics


class StoreBusy(StoreFault):
    """Another program holds the database, or it has too much to do."""

    cause = "busy"


class StoreFull(StoreFault):
    """There is no room left on the disk."""

    cause = "full"


class StoreReadOnly(StoreFault):
    """The database may be read but not written."""

    cause = "read-only"


class StoreDamaged(StoreFault):
    """Something on the disk is not what was written there. This one does not pass by itself."""

    cause = "damaged"


class StoreUnreachable(StoreFault):
    """The disk or the database server does not answer."""

    cause = "unreachable"
