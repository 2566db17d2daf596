"""A store in memory, for tests and for trying things out."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

from .base import (
    DEAD_KEPT,
    LIFE,
    REFUSALS_KEPT,
    Answer,
    Clock,
    Contents,
    Json,
    KeptReview,
    Learned,
    Listed,
    Logged,
    NewEntry,
    News,
    OnNews,
    Store,
    WholeMatch,
    milliseconds,
    renamed,
    who_is_here,
)
from .documents import MOST, Document, DocumentChange, MemoryDocuments, result_documents
from .errors import Answered, LeaseLost, OutOfTime, StoreError, VersionTaken
from .subscribers import Subscribers


@dataclass
class Kept:
    """A match. Entries are kept as JSON text, as on a disk."""

    log: list[tuple[int, str]] = field(default_factory=list)  # at, entry
    guests: tuple[str, ...] = ()
    over: bool = False
    due: int | None = None
    runner: str | None = None
    token: int = 0
    answers: dict[tuple[str, str], int] = field(default_factory=dict)
    refusals: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    presence: dict[tuple[str, str], int | None] = field(default_factory=dict)  # guest, process: left
    snapshot: tuple[int, bytes] | None = None
    summary: str | None = None  # JSON
    since: int = 0
    review: KeptReview | None = None
    reviewer: str | None = None  # the process that makes it

    def entries(self, after: int = 0) -> list[Logged]:
        """The entries after a version."""
        first = max(after, 0)
        return [
            Logged(version, at, json.loads(text))
            for version, (at, text) in enumerate(self.log[first:], first + 1)
        ]

    def listed_summary(self) -> Json | None:
        """The summary for lists."""
        found: Json | None = None if self.summary is None else json.loads(self.summary)
        return found


@dataclass
class Process:
    release: str
    until: int
    draining: bool = False


class MemoryStore(Store):
    """Everything in dictionaries, under one lock."""

    def __init__(self, clock: Clock = milliseconds) -> None:
        self._lock = threading.RLock()
        self._clock = clock
        self._matches: dict[str, Kept] = {}  # in the order of their last noticeable change
        self._processes: dict[str, Process] = {}
        self._names: dict[str, str] = {}
        self._learned: dict[tuple[str, str, int], Learned] = {}  # by guest, game and lesson
        self._consents: set[str] = set()
        self._settings: dict[str, str] = {}
        self._tickets: dict[str, tuple[str, int]] = {}  # by digest: guest, and until when
        self._documents = MemoryDocuments()
        self._subscribers = Subscribers()

    # ---- the log ---------------------------------------------------------------------------------------------

    def submit(self, entries: Sequence[NewEntry]) -> Future[list[int]]:
        future: Future[list[int]] = Future()
        try:
            future.set_result(self._append(entries))
        except Exception as error:
            future.set_exception(error)
        return future

    def _append(self, entries: Sequence[NewEntry]) -> list[int]:
        with self._lock:
            changed = {new.match: self._matches.get(new.match, Kept()) for new in entries}
            before = [replace(kept, log=kept.log[-1:]) for kept in changed.values()]
            lengths = [len(kept.log) for kept in changed.values()]
            ended_before = {match: kept.over for match, kept in changed.items()}
            try:
                written = [self._write(changed[new.match], new) for new in entries]
            except BaseException:
                for kept, old, length in zip(changed.values(), before, lengths):
                    for _, text in kept.log[length:]:
                        entry = json.loads(text)
                        kept.answers.pop((entry.get("by"), entry.get("request")), None)
                    del kept.log[length:]
                    kept.guests, kept.over, kept.due = old.guests, old.over, old.due
                    kept.summary, kept.since = old.summary, old.since
                raise
            ended = [
                change
                for new, at in zip(entries, written, strict=True)
                if new.result is not None and new.over and not ended_before[new.match]
                for change in result_documents(new.match, at, new.result)
            ]
            if ended:
                self._documents.write(ended, self._clock())
            for new in entries:
                if new.noticed:
                    self._matches.pop(new.match, None)
                self._matches[new.match] = changed[new.match]
            return written

    def _write(self, kept: Kept, new: NewEntry) -> int:
        length, request = len(kept.log), new.request
        if new.version != length + 1:
            raise VersionTaken(f"match {new.match} is at version {length}, not at {new.version - 1}")
        if new.token is not None and new.token != kept.token:
            raise LeaseLost(f"match {new.match} is run by another process")
        at = max(self._clock(), kept.log[-1][0] if kept.log else 0)
        if (new.not_before is not None and at <= new.not_before) or (
            new.not_after is not None and at > new.not_after
        ):
            raise OutOfTime(f"match {new.match}: it is too early or too late for this")
        if request is not None and (request in kept.answers or request in kept.refusals):
            raise Answered(f"match {new.match}: this request has been answered")
        kept.log.append((at, json.dumps(new.entry)))
        if request is not None:
            kept.answers[request] = new.version
        kept.guests, kept.over, kept.due = new.guests, new.over, new.due
        summary = kept.summary if new.summary is None else json.dumps(new.summary)
        if summary is None or summary != kept.summary:
            kept.summary, kept.since = summary, at
        return at

    def log(self, match: str, after: int = 0) -> list[Logged]:
        with self._lock:
            return self._matches.get(match, Kept()).entries(after)

    def versions(self, matches: Iterable[str]) -> dict[str, int]:
        with self._lock:
            return {match: len(self._matches[match].log) for match in matches if match in self._matches}

    def now(self) -> int:
        return self._clock()

    def overdue(self) -> list[str]:
        now = self._clock()
        with self._lock:
            return [
                match
                for match, kept in self._matches.items()
                if kept.due is not None and kept.due < now and not kept.over
            ]

    # ---- requests --------------------------------------------------------------------------------------------

    def answer(self, match: str, guest: str, request: str) -> Answer | None:
        with self._lock:
            kept = self._matches.get(match, Kept())
            if (guest, request) in kept.refusals:
                refusal: Json = json.loads(kept.refusals[guest, request][1])
                return refusal
            return kept.answers.get((guest, request))

    def refuse(self, match: str, guest: str, request: str, refusal: Json) -> Answer:
        with self._lock:
            stands = self.answer(match, guest, request)
            if stands is not None:
                return stands
            if match in self._matches:
                self._matches[match].refusals[guest, request] = (self._clock(), json.dumps(refusal))
            return refusal

    # ---- processes, their leases and who is connected through them -------------------------------------------

    def register(self, process: str, release: str, alone: bool = False) -> None:
        with self._lock:
            for other in list(self._processes) if alone else []:
                self.leave(other)
            self._processes[process] = Process(release, self._clock() + LIFE)

    def renew(self, process: str) -> bool:
        with self._lock:
            if not self._lives(process):
                return False
            self._processes[process].until = self._clock() + LIFE
            return True

    def _lives(self, process: str | None) -> bool:
        found = self._processes.get(process or "")
        return found is not None and found.until > self._clock()

    def _works(self, process: str | None) -> bool:
        return self._lives(process) and not self._processes[process or ""].draining

    def living(self) -> dict[str, str]:
        with self._lock:
            return {name: process.release for name, process in self._processes.items() if self._works(name)}

    def drain(self, process: str) -> None:
        with self._lock:
            if process in self._processes:
                self._processes[process].draining = True

    def leave(self, process: str) -> None:
        with self._lock:
            now = self._clock()
            for match, kept in self._matches.items():
                self.release_lease(match, process)
                self.release_review(match, process)
                for key, left in kept.presence.items():
                    if key[1] == process and left is None:
                        kept.presence[key] = now
            self._processes.pop(process, None)

    def take_lease(self, match: str, process: str) -> int | None:
        with self._lock:
            kept = self._matches.get(match)
            if kept is None or not self._works(process):
                return None
            if kept.runner != process:
                if self._works(kept.runner):
                    return None
                kept.runner = process
                kept.token += 1
            return kept.token

    def release_lease(self, match: str, process: str) -> None:
        with self._lock:
            kept = self._matches.get(match)
            if kept is not None and kept.runner == process:
                kept.runner = None
                kept.token += 1

    def take_review(self, match: str, process: str) -> bool:
        with self._lock:
            kept = self._matches.get(match)
            if kept is None or not self._works(process):
                return False
            if kept.reviewer != process and self._works(kept.reviewer):
                return False
            kept.reviewer = process
            return True

    def release_review(self, match: str, process: str) -> None:
        with self._lock:
            kept = self._matches.get(match)
            if kept is not None and kept.reviewer == process:
                kept.reviewer = None

    def connect(self, match: str, guest: str, process: str) -> None:
        with self._lock:
            if match in self._matches:
                self._matches[match].presence[guest, process] = None

    def disconnect(self, match: str, guest: str, process: str) -> None:
        with self._lock:
            kept = self._matches.get(match, Kept())
            if kept.presence.get((guest, process), 0) is None:
                kept.presence[guest, process] = self._clock()

    def present(self, match: str) -> dict[str, int | None]:
        with self._lock:
            return self._here(self._matches.get(match, Kept()))

    def _here(self, kept: Kept) -> dict[str, int | None]:
        untils = {name: process.until for name, process in self._processes.items()}
        rows = ((guest, left, untils.get(process)) for (guest, process), left in kept.presence.items())
        return who_is_here(rows, self._clock())

    def tidy(self) -> None:
        with self._lock:
            now = self._clock()
            dead = {name for name, process in self._processes.items() if process.until < now - DEAD_KEPT}
            for kept in self._matches.values():
                kept.refusals = {
                    key: refusal for key, refusal in kept.refusals.items() if refusal[0] > now - REFUSALS_KEPT
                }
                kept.presence = {
                    key: left
                    for key, left in kept.presence.items()
                    if key[1] not in dead and (left is None or left > now - DEAD_KEPT)
                }
            for name in dead:
                del self._processes[name]
            self._tickets = {key: kept for key, kept in self._tickets.items() if kept[1] > now}
            self._documents.tidy(now)

    # ---- news, snapshots -------------------------------------------------------------------------------------

    def announce(self, news: Sequence[News]) -> None:
        self._subscribers.notify(news)

    def subscribe(self, on_news: OnNews) -> Callable[[], None]:
        return self._subscribers.add(on_news)

    def snapshot(self, match: str) -> tuple[int, bytes] | None:
        with self._lock:
            return self._matches.get(match, Kept()).snapshot

    def keep_snapshot(self, match: str, version: int, data: bytes) -> None:
        with self._lock:
            kept = self._matches.get(match)
            if kept is not None and (kept.snapshot or (0, b""))[0] < version <= len(kept.log):
                kept.snapshot = (version, data)

    def keep_review(self, match: str, kept: KeptReview) -> None:
        with self._lock:
            if match in self._matches:
                self._matches[match].review = kept

    def review(self, match: str) -> Json | None:
        with self._lock:
            kept = self._matches.get(match, Kept()).review
            return None if kept is None else kept.review

    def review_extracts(self, matches: Iterable[str]) -> dict[str, Json]:
        with self._lock:
            found = {match: self._matches[match].review for match in matches if match in self._matches}
            return {match: kept.extract for match, kept in found.items() if kept is not None}

    # ---- guests ----------------------------------------------------------------------------------------------

    def listed(self, guest: str, over: bool, most: int) -> list[Listed]:
        with self._lock:
            mine = [
                Listed(match, len(kept.log), kept.listed_summary(), kept.since)
                for match, kept in reversed(self._matches.items())
                if guest in kept.guests and kept.over == over
            ]
            return (sorted(mine, key=lambda listed: -listed.since) if over else mine)[:most]

    def newest(self, over: bool, most: int) -> list[Listed]:
        with self._lock:
            found = [match for match, kept in reversed(self._matches.items()) if kept.over == over]
            return list(self.summaries(found[:most]).values())

    def summaries(self, matches: Iterable[str]) -> dict[str, Listed]:
        with self._lock:
            found = {match: self._matches[match] for match in matches if match in self._matches}
            return {
                match: Listed(match, len(kept.log), kept.listed_summary(), kept.since)
                for match, kept in found.items()
            }

    def known_guests(self, after: str = "", most: int = MOST) -> list[tuple[str, str]]:
        with self._lock:
            return sorted(one for one in self._names.items() if one[0] > after)[:most]

    def keep_summary(self, match: str, version: int, summary: Json) -> None:
        with self._lock:
            kept = self._matches.get(match)
            if kept is not None and len(kept.log) == version:
                kept.summary = json.dumps(summary)

    def keep_ticket(self, digest: str, guest: str, until: int) -> None:
        with self._lock:
            self._tickets = {key: kept for key, kept in self._tickets.items() if kept[0] != guest}
            self._tickets[digest] = (guest, until)

    def take_ticket(self, digest: str) -> str | None:
        with self._lock:
            guest, until = self._tickets.pop(digest, ("", 0))
            return guest if until > self._clock() else None

    def forget(self, guest: str, name: str) -> list[str]:
        with self._lock:
            self._names.pop(guest, None)
            self._learned = {key: one for key, one in self._learned.items() if key[0] != guest}
            self._consents.discard(guest)
            self._documents.forget(guest)
            self._tickets = {key: kept for key, kept in self._tickets.items() if kept[0] != guest}
            changed = []
            for match, kept in self._matches.items():
                if guest in kept.guests or any(guest in text for _, text in kept.log):
                    changed.append(match)
                    kept.log = [
                        (at, json.dumps(renamed(json.loads(text), guest, name))) for at, text in kept.log
                    ]
                    if kept.summary is not None:
                        kept.summary = json.dumps(renamed(kept.listed_summary(), guest, name))
                    kept.guests = tuple(other for other in kept.guests if other != guest)
                    kept.snapshot = None
            return changed

    def name_of(self, guest: str) -> str | None:
        return self._names.get(guest)

    def rename(self, guest: str, name: str) -> None:
        self._names[guest] = name

    def learned(self, guest: str) -> list[Learned]:
        with self._lock:
            return sorted(learned for key, learned in self._learned.items() if key[0] == guest)

    def note_learned(self, guest: str, learned: Learned) -> None:
        key = (guest, learned.game, learned.lesson)
        with self._lock:
            before = self._learned.get(key)
            done = learned.done or (before is not None and before.done)
            self._learned[key] = replace(learned, done=done)

    def consents(self, guest: str) -> bool:
        return guest in self._consents

    def note_consent(self, guest: str, given: bool) -> None:
        with self._lock:
            if given:
                self._consents.add(guest)
            else:
                self._consents.discard(guest)

    def signing_key(self) -> str:
        with self._lock:
            return self._settings.setdefault("signing key", secrets.token_hex(32))

    # ---- documents -------------------------------------------------------------------------------------------

    def document(self, collection: str, key: str) -> Document | None:
        with self._lock:
            return self._documents.one(collection, key, self._clock())

    def documents(
        self, collection: str, owner: str | None = None, after: str | None = None, most: int = MOST
    ) -> list[Document]:
        with self._lock:
            return self._documents.some(collection, owner, after, most, self._clock())

    def write_documents(self, changes: Sequence[DocumentChange]) -> list[int]:
        with self._lock:
            return self._documents.write(changes, self._clock())

    # ---- the whole -------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Memory needs no check."""

    def read_all(self, use: Callable[[Contents], None]) -> None:
        with self._lock:
            contents = self._contents()
        use(contents)

    def _contents(self) -> Contents:
        matches = [self._whole(match) for match in self._matches]
        learned = tuple(sorted((key[0], learned) for key, learned in self._learned.items()))
        consents = tuple(sorted(self._consents))
        names, settings, documents = dict(self._names), dict(self._settings), self._documents.all()
        return Contents(names, settings, len(self._matches), matches, learned, consents, documents)

    def _whole(self, match: str) -> WholeMatch:
        kept = self._matches[match]
        refusals = sorted(
            (guest, request, at, json.loads(text)) for (guest, request), (at, text) in kept.refusals.items()
        )
        guests = tuple(sorted(kept.guests))
        log = tuple(kept.entries())
        return WholeMatch(
            match,
            log,
            guests,
            kept.over,
            kept.due,
            tuple(refusals),
            kept.listed_summary(),
            kept.since,
            kept.review,
        )

    def fill(self, contents: Contents, check: Callable[[Contents], None]) -> None:
        with self._lock:
            if self._matches or self._names or self._learned or self._consents or self._documents.all():
                raise StoreError("this store is not empty")
            before = dict(self._settings)
            try:
                self._names, self._settings = dict(contents.names), dict(contents.settings)
                self._consents = set(contents.consents)
                self._documents.fill(contents.documents)
                for guest, learned in contents.learned:
                    self.note_learned(guest, learned)
                for whole in contents.matches:
                    self._matches[whole.id] = kept = Kept(guests=whole.guests, over=whole.over, due=whole.due)
                    kept.summary = None if whole.summary is None else json.dumps(whole.summary)
                    kept.since = whole.since
                    kept.review = whole.review
                    for logged in whole.log:
                        kept.log.append((logged.at, json.dumps(logged.entry)))
                        if "request" in logged.entry:
                            kept.answers[logged.entry["by"], logged.entry["request"]] = logged.version
                    for guest, request, at, refusal in whole.refusals:
                        kept.refusals[guest, request] = (at, json.dumps(refusal))
                check(self._contents())
            except BaseException:
                self._matches, self._names, self._learned, self._settings = {}, {}, {}, before
                self._consents = set()
                self._documents.fill(())
                raise

    def close(self) -> None:
        """Nothing to close."""
