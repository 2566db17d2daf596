"""What any store must do. ``tests/store/test_any_store.py`` holds every adapter to it.

Times are whole milliseconds since 1970 by the store's own clock, so that all processes on one store agree. Many
processes may work on one store; what only one of them may do, and what each must check in the moment of writing,
is part of the append (``NewEntry``), because nowhere else can it be checked without a gap.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar

T = TypeVar("T")

Json = Mapping[str, Any]  # an object: an entry of a log, a summary, a refusal
Answer = int | Json  # the version at which a request was granted, or its final refusal
Clock = Callable[[], int]

LIFE: Final = 10_000  # ms that a process counts as living after it was last heard of
REFUSALS_KEPT: Final = 24 * 3600 * 1000  # ms
DEAD_KEPT: Final = (
    24 * 3600 * 1000
)  # ms after which nobody asks any more who was connected through a dead process


@dataclass(frozen=True)
class Logged:
    """One entry of a match's log."""

    version: int
    at: int  # never below the entry before
    entry: Json


@dataclass(slots=True)
class NewEntry:
    """One entry for the end of a match's log, what the lists of matches need to know after it, and on what
    conditions it may be written.

    An entry that answers a request says so itself, by its ``by`` (the guest) and ``request``: the store then sees to
    it that the request is answered once.
    """

    match: str
    version: int  # 1 opens a new match
    entry: Json
    guests: tuple[str, ...]  # everybody with a stake in the match
    over: bool
    # Everybody may know of it; what nobody may notice does not move a match to the front.
    noticed: bool = True
    token: int | None = None  # only while this lease stands
    not_before: int | None = None  # only if the entry's `at` is later than this
    not_after: int | None = None  # only if the entry's `at` is not later than this
    due: int | None = None  # when the match runs out of time next: a hint, which `overdue` goes by
    summary: Json | None = None  # what lists tell of the match from now on; None: what they told before
    same_guests: bool = False  # whoever has a stake had one before this entry, too: the store need not look

    @property
    def request(self) -> tuple[str, str] | None:
        """Guest and id of the request that this entry grants."""
        if "request" not in self.entry:
            return None
        return self.entry["by"], self.entry["request"]


@dataclass(frozen=True)
class News:
    """Something has happened: a reason to look, never the truth. Lost, late or doubled, it does no harm.

    With a version: the log has at least so many entries. With a call: somebody called this to their team. With
    neither: somebody came or went.
    """

    match: str
    version: int = 0
    call: str = ""  # whatever the caller's process wrote, of at most LONGEST_CALL bytes


LONGEST_CALL: Final = 4000
# Of an append: when each entry was written, or why none was.
Tell = Callable[[list[int] | None, BaseException | None], None]
Hear = Callable[[Sequence[News]], None]  # nothing at all: something may have been missed, look at everything


@dataclass(frozen=True)
class WholeMatch:
    """All that a store knows of a match, for moving it to another store."""

    id: str
    log: tuple[Logged, ...]
    guests: tuple[str, ...]  # in the order of their ids
    over: bool
    due: int | None
    refusals: tuple[tuple[str, str, int, Json], ...]  # guest, request, when, refusal; in order
    summary: Json | None = None
    since: int = 0


@dataclass(frozen=True)
class Listed:
    """A match in a guest's list."""

    id: str
    version: int
    summary: Json | None  # None: nobody has told yet; the match is older than summaries
    since: int  # when what lists tell of it changed last


@dataclass(frozen=True, order=True)
class Learned:
    """How far a guest has come in a lesson of a game; lessons and steps count from 1."""

    game: str
    lesson: int
    step: int  # where to take it up
    done: bool  # completed at least once


@dataclass(frozen=True)
class Contents:
    """Everything of a store that is worth keeping. Leases, presence and snapshots are not."""

    names: Mapping[str, str]
    settings: Mapping[str, str]
    count: int  # of matches
    matches: Iterable[WholeMatch]  # the one noticeably changed last comes last
    learned: tuple[tuple[str, Learned], ...] = ()  # by guest, in order


class Store(ABC):
    """A store. Its methods block, and may be called from any thread."""

    shared: ClassVar[bool] = False  # whether several processes may serve from it

    # ---- the log ---------------------------------------------------------------------------------------------

    @abstractmethod
    def submit(self, entries: Sequence[NewEntry]) -> Future[list[int]]:
        """``append``, without waiting: the future is settled from another thread. It cannot be cancelled."""

    def post(self, entries: Sequence[NewEntry], tell: Tell) -> None:
        """The same, for whoever has many on the way: ``tell`` hears what became of it, in another thread or at once."""
        self.submit(entries).add_done_callback(lambda future: tell(*outcome_of(future)))

    def append(self, entries: Sequence[NewEntry]) -> list[int]:
        """Write these entries, all of them or none, and return each one's ``at``. When this returns they are on disk.

        Raises :class:`~slugfest.store.errors.Conflict` unless each is the next one of its match and all its conditions
        hold, and :class:`~slugfest.store.errors.StoreFault` if the storage is unavailable.
        After either, the log says what the match is.
        """
        return self.submit(entries).result()

    @abstractmethod
    def log(self, match: str, after: int = 0) -> list[Logged]:
        """The entries of a match after a version, in order; none if there is no such match."""

    def logs(self, after: Mapping[str, int]) -> dict[str, list[Logged]]:
        """The same of many matches, each after a version of its own."""
        return {match: self.log(match, version) for match, version in after.items()}

    def entries(self, match: str) -> list[Json]:
        """The entries alone: what a table is read from."""
        return [logged.entry for logged in self.log(match)]

    @abstractmethod
    def versions(self, matches: Iterable[str]) -> dict[str, int]:
        """How many entries each of these matches has; those that do not exist are left out."""

    @abstractmethod
    def now(self) -> int:
        """The store's clock."""

    @abstractmethod
    def overdue(self) -> list[str]:
        """The matches, not over, whose time has run out (``due`` has passed)."""

    # ---- requests --------------------------------------------------------------------------------------------

    @abstractmethod
    def answer(self, match: str, guest: str, request: str) -> Answer | None:
        """How a request was answered; None if it was not, or if its refusal was not to be final."""

    @abstractmethod
    def refuse(self, match: str, guest: str, request: str, refusal: Json) -> Answer:
        """Make a refusal final, unless the request has been answered; returns the answer that stands."""

    # ---- processes, their leases and who is connected through them -------------------------------------------

    @abstractmethod
    def register(self, process: str, release: str, alone: bool = False) -> None:
        """A process begins its work, under an id that was never used before.

        ``alone``: no other can be there, as on a store that is not ``shared``; those still listed are remains of a
        crash, and leave now.
        """

    @abstractmethod
    def renew(self, process: str) -> bool:
        """A process is still there. False: it counts as dead; it must give up everything and register anew."""

    @abstractmethod
    def living(self) -> dict[str, str]:
        """The processes that live and are not draining, with their releases."""

    @abstractmethod
    def drain(self, process: str) -> None:
        """A process is about to stop: it takes no more leases, and others may take those it has."""

    @abstractmethod
    def leave(self, process: str) -> None:
        """A process ends: its leases are given back, and whoever was connected through it has left now."""

    @abstractmethod
    def take_lease(self, match: str, process: str) -> int | None:
        """Become the one that runs a match's bots; returns the token its entries must carry.

        None while another living process has the lease, for a process that does not live or drains, and if there is
        no such match. Who has the lease keeps it, with the same token.
        """

    @abstractmethod
    def give_back(self, match: str, process: str) -> None:
        """Give a lease back, if it is still this process's."""

    @abstractmethod
    def connect(self, match: str, guest: str, process: str) -> None:
        """A guest has connected to a match through a process."""

    @abstractmethod
    def disconnect(self, match: str, guest: str, process: str) -> None:
        """A guest has no more connection to a match through a process."""

    @abstractmethod
    def present(self, match: str) -> dict[str, int | None]:
        """Who has been connected to a match: None for those who are, for the others when they left."""

    @abstractmethod
    def tidy(self) -> None:
        """Forget what nobody needs: old refusals, dead processes. Called once in a while."""

    # ---- news ------------------------------------------------------------------------------------------------

    @abstractmethod
    def announce(self, news: Sequence[News]) -> None:
        """Tell all processes, this one included. Returns at once and never fails; what cannot be told is dropped."""

    @abstractmethod
    def listen(self, hear: Hear) -> Callable[[], None]:
        """Hear what is announced, from a thread of the store; what this returns stops it.

        ``hear`` is called without any news when listening begins, and whenever something may have been missed.
        """

    # ---- snapshots: derived, checked, never the truth --------------------------------------------------------

    @abstractmethod
    def snapshot(self, match: str) -> tuple[int, bytes] | None:
        """The newest snapshot of a match and the version it is of; None if there is none that is whole."""

    @abstractmethod
    def keep_snapshot(self, match: str, version: int, data: bytes) -> None:
        """Keep a snapshot in place of an older one."""

    # ---- guests ----------------------------------------------------------------------------------------------

    @abstractmethod
    def listed(self, guest: str, over: bool, most: int) -> list[Listed]:
        """The matches of a guest that are over, the one that ended last first; or those that are not, the one
        noticeably changed last first. No log is read."""

    @abstractmethod
    def keep_summary(self, match: str, version: int, summary: Json) -> None:
        """Tell what lists lack, or know in the words of another release, of a match that is still at this version."""

    @abstractmethod
    def keep_ticket(self, digest: str, guest: str, until: int) -> None:
        """Remember a ticket, by its digest alone, with which a guest's identity is carried to another device. A guest
        has one at most: the last."""

    @abstractmethod
    def take_ticket(self, digest: str) -> str | None:
        """Whose ticket it is. It is taken: nobody gets it twice. None for one that is unknown or has expired."""

    @abstractmethod
    def forget(self, guest: str, name: str) -> list[str]:
        """Delete what is kept of a guest: name, lessons, tickets, and their part in lists. In the logs of matches that
        others may have, they are called ``name`` from now on: the one change that a log ever sees. Returns these
        matches."""

    @abstractmethod
    def name_of(self, guest: str) -> str | None:
        """What a guest wants to be called; None for a stranger."""

    @abstractmethod
    def rename(self, guest: str, name: str) -> None:
        """Remember a guest's name."""

    @abstractmethod
    def learned(self, guest: str) -> list[Learned]:
        """How far a guest has come in which lessons, in the order of games and lessons."""

    @abstractmethod
    def note_learned(self, guest: str, learned: Learned) -> None:
        """Remember how far a guest has come in a lesson. Once done it stays done."""

    @abstractmethod
    def signing_key(self) -> str:
        """The key that signs guests' cookies: made once, kept for ever, never shown."""

    # ---- the whole -------------------------------------------------------------------------------------------

    @abstractmethod
    def check(self) -> None:
        """See that what is kept can be read and that more can be written; if not, raises
        :class:`~slugfest.store.errors.StoreError`."""

    @abstractmethod
    def read_all(self, use: Callable[[Contents], None]) -> None:
        """Hand everything over as it was at one moment. It can be read once, while ``use`` runs."""

    @abstractmethod
    def fill(self, contents: Contents, check: Callable[[Contents], None]) -> None:
        """Take over everything from another store, all or nothing.

        ``check`` is shown what is here now, before it is kept; if it raises, nothing is kept. Raises
        :class:`~slugfest.store.errors.StoreError` for a store that is not empty.
        """

    @abstractmethod
    def close(self) -> None:
        """Release everything. Closing twice is fine."""


def outcome_of(future: Future[T]) -> tuple[T | None, BaseException | None]:
    """What became of a future that is settled: its result, or its error."""
    error = future.exception()
    return (future.result(), None) if error is None else (None, error)


def milliseconds() -> int:
    """The machine's clock."""
    return time.time_ns() // 1_000_000


def who_is_here(rows: Iterable[tuple[str, int | None, int | None]], now: int) -> dict[str, int | None]:
    """Who is connected (None) and when the others left. A row is a guest, when they left by it, and until when the
    process it came through lives; None for one that is gone."""
    told: dict[str, int | None] = {}
    for guest, left, until in rows:
        if left is None and (until is None or until <= now):
            left = until or 0  # it died with them on the line
        before = told.get(guest, 0)
        told[guest] = None if left is None or before is None else max(left, before)
    return told


def renamed(told: Any, guest: str, name: str) -> Any:
    """The same JSON, in which a guest has another name wherever theirs stood beside their id."""
    if isinstance(told, list):
        return [renamed(part, guest, name) for part in told]
    if not isinstance(told, dict):
        return told
    changed = {key: renamed(part, guest, name) for key, part in told.items()}
    return changed | {"name": name} if changed.get("guest") == guest and "name" in changed else changed


def as_key(text: str) -> str:
    """Any text a client may send, as plain ASCII that every database takes; different texts stay different."""
    return json.dumps(text)[1:-1]


def from_key(key: str) -> str:
    """The text that ``as_key`` was given."""
    return str(json.loads(f'"{key}"'))
