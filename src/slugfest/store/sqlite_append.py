"""What is done to a SQLite database inside a transaction of the caller's: appends above all."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .base import Answer, Learned, NewEntry, WholeMatch, as_key, who_is_here
from .errors import Answered, Conflict, LeaseLost, OutOfTime, VersionTaken

INSERT: Final = "INSERT INTO entries (match, version, at, entry, checksum) VALUES (?, ?, ?, ?, ?)"
SUMMARY: Final = (  # what says the same again is not news
    "ON CONFLICT (match) DO UPDATE "
    "SET summary = excluded.summary, since = excluded.since WHERE summaries.summary <> excluded.summary"
)
HEADS: Final = "SELECT id, version, at, token FROM matches WHERE id IN (SELECT value FROM json_each(?))"


def row(columns: int) -> str:
    """The columns of each row in a parameter that holds many of them, as JSON."""
    return ", ".join(f"json_extract(value, '$[{column}]')" for column in range(columns))


ANSWERED: Final = (
    "SELECT match, guest, request FROM json_each(?) CROSS JOIN answers "
    f"WHERE (match, guest, request) = ({row(3)})"
)
WRITE_MATCHES: Final = (
    f"INSERT INTO matches (id, created, over, touched, version, at, deadline) SELECT {row(7)} FROM json_each(?) "
    "WHERE true ON CONFLICT (id) DO UPDATE SET version = excluded.version, at = excluded.at, over = excluded.over, "
    "deadline = excluded.deadline, touched = max(touched, excluded.touched)"
)
WRITE_ENTRIES: Final = (
    f"INSERT INTO entries (match, version, at, entry, checksum) SELECT {row(5)} FROM json_each(?)"
)
WRITE_ANSWERS: Final = (
    f"INSERT INTO answers (match, guest, request, at, version) SELECT {row(5)} FROM json_each(?)"
)
WRITE_SUMMARIES: Final = f"INSERT INTO summaries SELECT {row(3)} FROM json_each(?) WHERE true {SUMMARY}"

Key = tuple[str, str, str]  # match, guest and request, as the database has them


@dataclass(slots=True)
class Head:
    """How far a match has come."""

    version: int
    at: int
    token: int


class Group:
    """Appends that are written together. However many they are, there are few statements: for each of them this
    thread lets go of Python's lock, and has to wait until it gets it back."""

    def __init__(self, database: sqlite3.Connection, asked: Sequence[Sequence[NewEntry]], now: int) -> None:
        self._database = database
        self._asked = asked
        self._now = now
        self._heads: dict[str, Head] = {}
        self._answered: set[Key] = set()
        self._written: list[tuple[NewEntry, int]] = []  # with its time

    def write(self) -> list[list[int] | Conflict]:
        """Write what may be written, of each all or nothing: when its entries were written, or what was in the way."""
        self._look()
        outcomes = [self._judge(entries) for entries in self._asked]
        if self._written:
            self._write_all()
        return outcomes

    def _look(self) -> None:
        news = [new for entries in self._asked for new in entries]
        heads = self._database.execute(HEADS, (json.dumps([new.match for new in news]),))
        self._heads = {match: Head(version, at, token) for match, version, at, token in heads.fetchall()}
        keys = [key for new in news if (key := _key(new)) is not None]
        if keys:
            self._answered = set(self._database.execute(ANSWERED, (json.dumps(keys),)).fetchall())

    def _judge(self, entries: Sequence[NewEntry]) -> list[int] | Conflict:
        before: dict[str, Head] = {}
        count, answered = len(self._written), []
        try:
            for new in entries:
                head = self._heads.get(new.match) or Head(0, 0, 0)
                before.setdefault(new.match, head)
                at = max(self._now, head.at)
                self._check(new, head, at)
                self._heads[new.match] = Head(new.version, at, head.token)
                self._written.append((new, at))
                key = _key(new)
                if key is not None:
                    self._answered.add(key)
                    answered.append(key)
        except Conflict as conflict:
            self._heads.update(before)
            del self._written[count:]
            self._answered.difference_update(answered)
            return conflict
        return [at for _, at in self._written[count:]]

    def _check(self, new: NewEntry, head: Head, at: int) -> None:
        if new.version != head.version + 1:
            raise VersionTaken(f"match {new.match} is at version {head.version}, not at {new.version - 1}")
        if new.token is not None and new.token != head.token:
            raise LeaseLost(f"match {new.match} is run by another process")
        if (new.not_before is not None and at <= new.not_before) or (
            new.not_after is not None and at > new.not_after
        ):
            raise OutOfTime(f"match {new.match}: it is too early or too late for this")
        if self._answered and _key(new) in self._answered:
            raise Answered(f"match {new.match}: this request has been answered")

    def _write_all(self) -> None:
        run = self._database.execute
        (touched,) = run("SELECT coalesce(max(touched), 0) FROM matches").fetchone()
        matches, entries, answers, summaries = [], [], [], []
        for place, (new, at) in enumerate(self._written, touched + 1):
            matches.append((new.match, at, new.over, place if new.noticed else 0, new.version, at, new.due))
            entry = json.dumps(new.entry)
            entries.append((new.match, new.version, at, entry, checksum(new.match, new.version, at, entry)))
            key = _key(new)
            if key is not None:
                answers.append((*key, at, new.version))
            if new.summary is not None:
                summaries.append((new.match, json.dumps(new.summary), at))
        for statement, rows in (
            (WRITE_MATCHES, matches),
            (WRITE_ENTRIES, entries),
            (WRITE_ANSWERS, answers),
            (WRITE_SUMMARIES, summaries),
        ):
            if rows:
                run(statement, (json.dumps(rows),))
        for new, _ in self._written:
            if not new.same_guests:
                _keep_stakes(self._database, new.match, set(new.guests))


def _key(new: NewEntry) -> Key | None:
    if new.request is None:
        return None
    guest, request = new.request
    return new.match, as_key(guest), as_key(request)


def checksum(match: str, version: int, at: int, entry: str) -> int:
    """What a row of the log comes to: SQLite itself does not notice when the disk has changed a letter of it."""
    return zlib.crc32(f"{match} {version} {at} {entry}".encode())


def _keep_stakes(database: sqlite3.Connection, match: str, guests: set[str]) -> None:
    run = database.execute
    known = {guest for (guest,) in run("SELECT guest FROM stakes WHERE match = ?", (match,))}
    for guest in known - guests:
        run("DELETE FROM stakes WHERE guest = ? AND match = ?", (guest, match))
    for guest in guests - known:
        run("INSERT INTO stakes VALUES (?, ?)", (guest, match))


def present(database: sqlite3.Connection, match: str, now: int) -> dict[str, int | None]:
    """Who has been connected to a match, as ``Store.present`` tells it."""
    rows = database.execute(
        "SELECT guest, left, until FROM presence LEFT JOIN processes ON id = process WHERE match = ?",
        (match,),
    )
    return who_is_here(rows, now)


def answer(database: sqlite3.Connection, match: str, guest: str, request: str) -> Answer | None:
    """How a request was answered, as ``Store.answer`` tells it."""
    row = database.execute(
        "SELECT version, refusal FROM answers WHERE match = ? AND guest = ? AND request = ?",
        (match, as_key(guest), as_key(request)),
    ).fetchone()
    if row is None:
        return None
    told: Answer = row[0] if row[1] is None else json.loads(row[1])
    return told


def take_over(database: sqlite3.Connection, whole: WholeMatch, place: int) -> None:
    """Write a match that comes from another store; ``place`` counts up in the order of change."""
    run = database.execute
    first, last = whole.log[0].at, whole.log[-1].at
    run(
        "INSERT INTO matches (id, created, over, touched, version, at, deadline) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (whole.id, first, whole.over, place, len(whole.log), last, whole.due),
    )
    for logged in whole.log:
        row = (whole.id, logged.version, logged.at, json.dumps(logged.entry))
        run(INSERT, (*row, checksum(*row)))
        if "request" in logged.entry:
            key = (whole.id, as_key(logged.entry["by"]), as_key(logged.entry["request"]))
            # Logs older than the table of answers may hold a request twice; the first answer counts.
            run(
                "INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?, ?, NULL)",
                (*key, logged.at, logged.version),
            )
    for guest, request, at, refusal in whole.refusals:
        key = (whole.id, as_key(guest), as_key(request))
        run("INSERT INTO answers VALUES (?, ?, ?, ?, NULL, ?)", (*key, at, json.dumps(refusal)))
    if whole.summary is not None:
        run(
            f"INSERT INTO summaries VALUES (?, ?, ?) {SUMMARY}",
            (whole.id, json.dumps(whole.summary), whole.since),
        )
    _keep_stakes(database, whole.id, set(whole.guests))


def note_learned(database: sqlite3.Connection, guest: str, learned: Learned) -> None:
    """How far a guest has come with a lesson; what is done stays done."""
    database.execute(
        "INSERT INTO learned VALUES (?, ?, ?, ?, ?) ON CONFLICT (guest, game, lesson) "
        "DO UPDATE SET step = excluded.step, done = max(done, excluded.done)",
        (guest, learned.game, learned.lesson, learned.step, learned.done),
    )
