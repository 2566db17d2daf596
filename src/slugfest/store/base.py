"""The contract of a store. ``tests/store/test_any_store.py`` checks every adapter.

Times are whole milliseconds since 1970 by the store's own clock, so that all processes on one store agree. Conditions
that must hold at the moment of writing are part of the append (:class:`NewEntry`): they cannot be checked reliably
anywhere else.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar

from .documents import MOST, Document, DocumentChange

T = TypeVar("T")

Json = Mapping[str, Any]  # an object: an entry of a log, a summary, a refusal
Answer = int | Json  # the version at which a request was granted, or its final refusal
Clock = Callable[[], int]

LIFE: Final = 10_000  # ms for which a process counts as alive after its last report
REFUSALS_KEPT: Final = 24 * 3600 * 1000  # ms
DEAD_KEPT: Final = 24 * 3600 * 1000  # ms after which a dead process is forgotten


@dataclass(frozen=True)
class Logged:
    """One entry of a match's log."""

    version: int
    at: int  # never below the entry before
    entry: Json


@dataclass(slots=True)
class NewEntry:
    """An entry to append to a match's log, with what lists need after it and the conditions for writing it.

    An entry that grants a request has ``by`` (the guest) and ``request``: the store answers each request once.
    """

    match: str
    version: int  # 1 opens a new match
    entry: Json
    guests: tuple[str, ...]  # everybody who takes part in the match
    over: bool
    # A change that nobody may notice does not move a match to the front of lists.
    noticed: bool = True
    token: int | None = None  # only while this lease is valid
    not_before: int | None = None  # only if the entry's `at` is later than this
    not_after: int | None = None  # only if the entry's `at` is not later than this
    due: int | None = None  # the next deadline of the match: a hint for `overdue`
    summary: Json | None = None  # for lists; None: the same as before
    same_guests: bool = False  # `guests` is the same as with the entry before
    # If the match ends with this entry: what ratings count of it. It is kept as documents, see `result_documents`.
    result: Json | None = None

    @property
    def request(self) -> tuple[str, str] | None:
        """Guest and id of the request that this entry grants."""
        if "request" not in self.entry:
            return None
        return self.entry["by"], self.entry["request"]


@dataclass(frozen=True)
class News:
    """A reason to read a match again. News may be lost, late or doubled without harm.

    With a version: the log has at least so many entries. With a call: somebody said this. With neither: somebody
    connected or disconnected.
    """

    match: str
    version: int = 0
    call: str = ""  # at most 4,000 bytes


# The result of an append: when each entry was written, or why none was.
OnWritten = Callable[[list[int] | None, BaseException | None], None]
OnNews = Callable[[Sequence[News]], None]  # empty: something may have been missed


@dataclass(frozen=True)
class KeptReview:
    """The review of a finished match, and the small part of it that profiles count. Both are derived from the log."""

    review: Json
    extract: Json


@dataclass(frozen=True)
class WholeMatch:
    """Everything a store has of a match, for copying it to another store."""

    id: str
    log: tuple[Logged, ...]
    guests: tuple[str, ...]  # in the order of their ids
    over: bool
    due: int | None
    refusals: tuple[tuple[str, str, int, Json], ...]  # guest, request, when, refusal; in order
    summary: Json | None = None
    since: int = 0
    review: KeptReview | None = None


@dataclass(frozen=True)
class Listed:
    """A match in a guest's list."""

    id: str
    version: int
    summary: Json | None  # None: the match is older than summaries
    since: int  # when the summary changed last


@dataclass(frozen=True, order=True)
class Learned:
    """How far a guest has come in a lesson of a game; lessons and steps count from 1."""

    game: str
    lesson: int
    step: int  # where to resume
    done: bool  # completed at least once


@dataclass(frozen=True)
class Contents:
    """Everything in a store except leases, presence and snapshots."""

    names: Mapping[str, str]
    settings: Mapping[str, str]
    count: int  # of matches
    matches: Iterable[WholeMatch]  # in the order of their last noticeable change
    learned: tuple[tuple[str, Learned], ...] = ()  # by guest, in order
    consents: tuple[str, ...] = ()  # the guests whose finished matches may become puzzles, in order
    documents: tuple[Document, ...] = ()  # in the order of collections and keys


class Store(ABC):
    """A store. Methods block and may be called from any thread."""

    shared: ClassVar[bool] = False  # whether several processes may use it at once

    # ---- the log ---------------------------------------------------------------------------------------------

    @abstractmethod
    def submit(self, entries: Sequence[NewEntry]) -> Future[list[int]]:
        """Append without waiting. The future is resolved in another thread and cannot be cancelled."""

    def post(self, entries: Sequence[NewEntry], on_written: OnWritten) -> None:
        """Append without waiting; call ``on_written`` with the result, at once or in another thread."""
        self.submit(entries).add_done_callback(lambda future: on_written(*outcome_of(future)))

    def append(self, entries: Sequence[NewEntry]) -> list[int]:
        """Write these entries, all or none, and return each one's ``at``. When this returns they are on disk.

        Raises :class:`~slugfest.store.errors.Conflict` unless each is the next one of its match and its conditions
        hold, and :class:`~slugfest.store.errors.StoreFault` if the storage is unavailable.
        After either, the log says what the match is.
        """
        return self.submit(entries).result()

    @abstractmethod
    def log(self, match: str, after: int = 0) -> list[Logged]:
        """The entries of a match after a version, in order; none if there is no such match."""

    def logs(self, after: Mapping[str, int]) -> dict[str, list[Logged]]:
        """The entries of several matches, each after its own version."""
        return {match: self.log(match, version) for match, version in after.items()}

    def entries(self, match: str) -> list[Json]:
        """The entries without versions and times."""
        return [logged.entry for logged in self.log(match)]

    @abstractmethod
    def versions(self, matches: Iterable[str]) -> dict[str, int]:
        """The number of entries of each of these matches; unknown ones are left out."""

    @abstractmethod
    def now(self) -> int:
        """The store's clock."""

    @abstractmethod
    def overdue(self) -> list[str]:
        """The running matches whose deadline has passed."""

    # ---- requests --------------------------------------------------------------------------------------------

    @abstractmethod
    def answer(self, match: str, guest: str, request: str) -> Answer | None:
        """How a request was answered; None if it was not, or its refusal is not final."""

    @abstractmethod
    def refuse(self, match: str, guest: str, request: str, refusal: Json) -> Answer:
        """Make a refusal final unless the request has been answered; return the final answer."""

    # ---- processes, their leases and who is connected through them -------------------------------------------

    @abstractmethod
    def register(self, process: str, release: str, alone: bool = False) -> None:
        """Register a process under an id that was never used before.

        ``alone``: there is no other process; rows of others remain from a crash and are removed.
        """

    @abstractmethod
    def renew(self, process: str) -> bool:
        """Report that a process is alive. False: it has expired, and must drop its leases and register anew."""

    @abstractmethod
    def living(self) -> dict[str, str]:
        """The processes that are alive and not draining, with their releases."""

    @abstractmethod
    def drain(self, process: str) -> None:
        """Report that a process stops soon: it takes no more leases, and others may take those it has."""

    @abstractmethod
    def leave(self, process: str) -> None:
        """Remove a process: its leases are released, and its guests have left now."""

    @abstractmethod
    def take_lease(self, match: str, process: str) -> int | None:
        """Take the lease of a match and return its token, which the entries of its bots must carry.

        None while another living process has it, for a process that is expired or draining, and for an unknown match.
        A process that has the lease already keeps it, with the same token.
        """

    @abstractmethod
    def release_lease(self, match: str, process: str) -> None:
        """Release a lease, if this process still has it."""

    @abstractmethod
    def take_review(self, match: str, process: str) -> bool:
        """Take the right to make the review of a match, on the same terms as the lease; False without it.

        It is no part of the lease: whoever has a finished match open keeps that.
        """

    @abstractmethod
    def release_review(self, match: str, process: str) -> None:
        """Release the right to make a review, if this process still has it."""

    @abstractmethod
    def connect(self, match: str, guest: str, process: str) -> None:
        """Note that a guest is connected to a match through a process."""

    @abstractmethod
    def disconnect(self, match: str, guest: str, process: str) -> None:
        """Note that a guest has no more connection to a match through a process."""

    @abstractmethod
    def present(self, match: str) -> dict[str, int | None]:
        """The guests of a match: None for those who are connected, otherwise when they left."""

    @abstractmethod
    def tidy(self) -> None:
        """Delete old refusals and dead processes, and finish deleting guests. Called regularly."""

    # ---- news ------------------------------------------------------------------------------------------------

    @abstractmethod
    def announce(self, news: Sequence[News]) -> None:
        """Send news to all processes, this one included. Returns at once; news that cannot be sent are dropped."""

    @abstractmethod
    def subscribe(self, on_news: OnNews) -> Callable[[], None]:
        """Receive news in a thread of the store, until the returned function is called.

        ``on_news`` gets empty news at the beginning and whenever something may have been missed.
        """

    # ---- snapshots: derived from the log and checked ---------------------------------------------------------

    @abstractmethod
    def snapshot(self, match: str) -> tuple[int, bytes] | None:
        """The newest intact snapshot of a match with its version, if there is one."""

    @abstractmethod
    def keep_snapshot(self, match: str, version: int, data: bytes) -> None:
        """Store a snapshot in place of an older one."""

    # ---- reviews: derived from the log, and made again when a release judges otherwise -----------------------

    @abstractmethod
    def keep_review(self, match: str, kept: KeptReview) -> None:
        """Store the review of a match in place of another; nothing for an unknown match."""

    @abstractmethod
    def review(self, match: str) -> Json | None:
        """The stored review of a match, of whichever release."""

    @abstractmethod
    def review_extracts(self, matches: Iterable[str]) -> dict[str, Json]:
        """What profiles count of the stored reviews of these matches; those without a review are left out."""

    # ---- guests ----------------------------------------------------------------------------------------------

    @abstractmethod
    def listed(self, guest: str, over: bool, most: int) -> list[Listed]:
        """A guest's finished matches, the last first; or the running ones, the one noticeably changed last first.

        No log is read.
        """

    @abstractmethod
    def newest(self, over: bool, most: int) -> list[Listed]:
        """Everybody's finished or running matches, the one noticeably changed last first, for whoever runs the server.

        No log is read.
        """

    @abstractmethod
    def summaries(self, matches: Iterable[str]) -> dict[str, Listed]:
        """What lists have of these matches; unknown ones are left out. No log is read."""

    @abstractmethod
    def known_guests(self, after: str = "", most: int = MOST) -> list[tuple[str, str]]:
        """The guests who have a name, with it, in the order of their ids, after an id."""

    @abstractmethod
    def keep_summary(self, match: str, version: int, summary: Json) -> None:
        """Store the summary of a match that is still at this version."""

    @abstractmethod
    def keep_ticket(self, digest: str, guest: str, until: int) -> None:
        """Store the digest of a ticket that carries a guest's identity to another device. A guest has one at most."""

    @abstractmethod
    def take_ticket(self, digest: str) -> str | None:
        """Use a ticket up and return its guest; None if it is unknown or has expired."""

    @abstractmethod
    def forget(self, guest: str, name: str) -> list[str]:
        """Delete what belongs to a guest, and call them ``name`` in logs; return the matches of those.

        It deletes their name, lessons, tickets, consent, documents and lists.
        This is the only change that a log ever sees. Only the logs that name the guest are read, one after the other,
        and others may write in between.
        """

    @abstractmethod
    def name_of(self, guest: str) -> str | None:
        """A guest's name; None for a stranger."""

    @abstractmethod
    def rename(self, guest: str, name: str) -> None:
        """Store a guest's name."""

    @abstractmethod
    def learned(self, guest: str) -> list[Learned]:
        """A guest's progress, in the order of games and lessons."""

    @abstractmethod
    def note_learned(self, guest: str, learned: Learned) -> None:
        """Store a guest's progress in a lesson. Once done it stays done."""

    @abstractmethod
    def consents(self, guest: str) -> bool:
        """Whether a guest's finished matches may become puzzles. Nobody's may until they say so."""

    @abstractmethod
    def note_consent(self, guest: str, given: bool) -> None:
        """Store whether a guest's finished matches may become puzzles."""

    @abstractmethod
    def signing_key(self) -> str:
        """The key that signs guests' cookies, made once."""

    # ---- documents: what is no part of a match -----------------------------------------------------------------

    @abstractmethod
    def document(self, collection: str, key: str) -> Document | None:
        """A document; None if there is none, or no more."""

    @abstractmethod
    def documents(
        self, collection: str, owner: str | None = None, after: str | None = None, most: int = MOST
    ) -> list[Document]:
        """Documents of a collection, of everybody or of one owner, in the order of their keys, after a key."""

    @abstractmethod
    def write_documents(self, changes: Sequence[DocumentChange]) -> list[int]:
        """Make these changes, all or none, and return each document's new version. They are on disk then.

        Raises :class:`~slugfest.store.errors.VersionTaken` unless each document is at the version that its change
        expects: of two processes that change one document, one gets this. After a lost connection it is
        :class:`~slugfest.store.errors.OutcomeUnknown`: read the documents again.
        """

    # ---- the whole -------------------------------------------------------------------------------------------

    @abstractmethod
    def check(self) -> None:
        """Raise :class:`~slugfest.store.errors.StoreError` unless the store can be read and written."""

    @abstractmethod
    def read_all(self, use: Callable[[Contents], None]) -> None:
        """Pass a consistent view of everything to ``use``, which may read it once."""

    @abstractmethod
    def fill(self, contents: Contents, check: Callable[[Contents], None]) -> None:
        """Copy everything from another store, all or nothing.

        ``check`` sees the result before it is committed; if it raises, nothing is kept. Raises
        :class:`~slugfest.store.errors.StoreError` for a store that is not empty.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the store. Closing twice is allowed."""


def outcome_of(future: Future[T]) -> tuple[T | None, BaseException | None]:
    """The result of a resolved future, or its error."""
    error = future.exception()
    return (future.result(), None) if error is None else (None, error)


def milliseconds() -> int:
    """The machine's clock."""
    return time.time_ns() // 1_000_000


def who_is_here(rows: Iterable[tuple[str, int | None, int | None]], now: int) -> dict[str, int | None]:
    """Who is connected (None) and when the others left.

    A row has a guest, when they left, and until when its process is alive (None: it is gone).
    """
    found: dict[str, int | None] = {}
    for guest, left, until in rows:
        if left is None and (until is None or until <= now):
            left = until or 0  # the process died
        before = found.get(guest, 0)
        found[guest] = None if left is None or before is None else max(left, before)
    return found


def renamed(data: Any, guest: str, name: str) -> Any:
    """The same JSON with another name wherever a guest's name stands beside their id."""
    if isinstance(data, list):
        return [renamed(part, guest, name) for part in data]
    if not isinstance(data, dict):
        return data
    changed = {key: renamed(part, guest, name) for key, part in data.items()}
    return changed | {"name": name} if changed.get("guest") == guest and "name" in changed else changed
