"""The store for many processes: PostgreSQL.

The statement that writes checks every condition: see ``append_entries`` and ``append_group`` in ``postgres_schema``.
Everything else may be done twice without harm, and is repeated when a connection is lost.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, ClassVar, Final, TypeVar

from . import postgres_documents, postgres_guests, postgres_reviews
from .base import (
    DEAD_KEPT,
    LIFE,
    REFUSALS_KEPT,
    Answer,
    Contents,
    Json,
    KeptReview,
    Learned,
    Listed,
    Logged,
    NewEntry,
    News,
    OnNews,
    OnWritten,
    Store,
    WholeMatch,
    who_is_here,
)
from .documents import MOST, Document, DocumentChange
from .errors import StoreDamaged, StoreError, StoreReadOnly, StoreUnreachable
from .keys import as_key, from_key
from .postgres_append import Writer
from .postgres_news import Announcer, Listener
from .postgres_pool import Database, Pool
from .postgres_schema import build

T = TypeVar("T")

WORKS: Final = "SELECT 1 FROM processes WHERE id = %s AND until > slugfest_now() AND NOT draining"
LOCKED: Final = "SELECT runner, token FROM matches WHERE id = %s FOR NO KEY UPDATE"


class PostgresStore(Store):
    """A PostgreSQL database at an address (``postgresql://user:password@host/name``)."""

    shared: ClassVar[bool] = True

    def __init__(self, url: str) -> None:
        self._pool = Pool(url)
        self.name = self._pool.name
        with self._pool.borrow() as database, self._pool.translated("opened"):
            build(database, self.name)
        self._writer = Writer(self._pool)
        self._lock = threading.Lock()  # of the two below
        self._announcer: Announcer | None = None
        self._listeners: list[Listener] = []

    # ---- the log ---------------------------------------------------------------------------------------------

    def submit(self, entries: Sequence[NewEntry]) -> Future[list[int]]:
        future: Future[list[int]] = Future()
        future.set_running_or_notify_cancel()  # cancelling does not undo it

        def settle(ats: list[int] | None, error: BaseException | None) -> None:
            if error is None:
                future.set_result(ats or [])
            else:
                future.set_exception(error)

        self.post(entries, settle)
        return future

    def post(self, entries: Sequence[NewEntry], on_written: OnWritten) -> None:
        self._writer.post(entries, on_written)

    def log(self, match: str, after: int = 0) -> list[Logged]:
        return self._do("read", lambda database: self._log(database, match, after))

    def _log(self, database: Database, match: str, after: int = 0) -> list[Logged]:
        rows = database.execute(
            "SELECT version, at, entry FROM entries WHERE match = %s AND version > %s ORDER BY version",
            [match, after],
        )
        log = [Logged(version, at, json.loads(entry)) for version, at, entry in rows]
        self._require_all(match, after, log)
        return log

    def _require_all(self, match: str, after: int, log: list[Logged]) -> None:
        if [logged.version for logged in log] != list(range(max(after, 0) + 1, max(after, 0) + len(log) + 1)):
            raise StoreDamaged(f"{self.name} is damaged: entries of match {match} are missing")

    def logs(self, after: Mapping[str, int]) -> dict[str, list[Logged]]:
        rows = self._rows(
            "SELECT entries.match, version, at, entry FROM unnest(%s::text[], %s::integer[]) AS asked (match, after) "
            "JOIN entries ON entries.match = asked.match AND version > after ORDER BY 1, 2",
            list(after),
            list(after.values()),
        )
        found: dict[str, list[Logged]] = {match: [] for match in after}
        for match, version, at, entry in rows:
            found[match].append(Logged(version, at, json.loads(entry)))
        for match, log in found.items():
            self._require_all(match, after[match], log)
        return found

    def versions(self, matches: Iterable[str]) -> dict[str, int]:
        wanted = list(matches)
        return dict(self._rows("SELECT id, version FROM matches WHERE id = ANY(%s)", wanted))

    def now(self) -> int:
        return int(self._rows("SELECT slugfest_now()")[0][0])

    def overdue(self) -> list[str]:
        rows = self._rows(
            "SELECT id FROM matches WHERE deadline < slugfest_now() AND NOT over ORDER BY deadline"
        )
        return [match for (match,) in rows]

    # ---- requests --------------------------------------------------------------------------------------------

    def answer(self, match: str, guest: str, request: str) -> Answer | None:
        return self._do("read", lambda database: _answer(database, match, guest, request))

    def refuse(self, match: str, guest: str, request: str, refusal: Json) -> Answer:
        def write(database: Database) -> Answer:
            database.execute(  # waits for an append that grants it; the second statement sees the result
                "INSERT INTO answers (match, guest, request, at, refusal) SELECT id, %s, %s, slugfest_now(), %s "
                "FROM matches WHERE id = %s ON CONFLICT DO NOTHING",
                [as_key(guest), as_key(request), json.dumps(refusal), match],
            )
            stands = _answer(database, match, guest, request)
            return refusal if stands is None else stands

        return self._do("written", write)

    # ---- processes, their leases and who is connected through them -------------------------------------------

    def register(self, process: str, release: str, alone: bool = False) -> None:
        if alone:
            for (other,) in self._rows("SELECT id FROM processes WHERE id <> %s", process):
                self.leave(other)
        self._run(
            "INSERT INTO processes (id, release, until) VALUES (%s, %s, slugfest_now() + %s) "
            "ON CONFLICT (id) DO UPDATE SET until = excluded.until, draining = false",
            process,
            release,
            LIFE,
        )

    def renew(self, process: str) -> bool:
        return (
            self._run(
                "UPDATE processes SET until = slugfest_now() + %s WHERE id = %s AND until > slugfest_now()",
                LIFE,
                process,
            )
            == 1
        )

    def living(self) -> dict[str, str]:
        return dict(
            self._rows("SELECT id, release FROM processes WHERE until > slugfest_now() AND NOT draining")
        )

    def drain(self, process: str) -> None:
        self._run("UPDATE processes SET draining = true WHERE id = %s", process)

    def leave(self, process: str) -> None:
        self._run("UPDATE matches SET runner = NULL, token = token + 1 WHERE runner = %s", process)
        self._run("DELETE FROM reviewers WHERE process = %s", process)
        self._run(
            "UPDATE presence SET left_at = slugfest_now() WHERE process = %s AND left_at IS NULL", process
        )
        self._run("DELETE FROM processes WHERE id = %s", process)

    def take_lease(self, match: str, process: str) -> int | None:
        def write(database: Database) -> int | None:
            with database.transaction():
                row = database.execute(LOCKED, [match]).fetchone()
                # Each statement after the lock sees what has been committed by now.
                if row is None or database.execute(WORKS, [process]).fetchone() is None:
                    return None
                runner, token = row[0], int(row[1])
                if runner == process:
                    return token
                if runner is not None and database.execute(WORKS, [runner]).fetchone() is not None:
                    return None
                database.execute(
                    "UPDATE matches SET runner = %s, token = %s WHERE id = %s", [process, token + 1, match]
                )
                return token + 1

        return self._do("written", write)

    def release_lease(self, match: str, process: str) -> None:
        self._run(
            "UPDATE matches SET runner = NULL, token = token + 1 WHERE id = %s AND runner = %s",
            match,
            process,
        )

    def take_review(self, match: str, process: str) -> bool:
        return self._do("written", lambda database: postgres_reviews.take(database, match, process))

    def release_review(self, match: str, process: str) -> None:
        self._run("DELETE FROM reviewers WHERE match = %s AND process = %s", match, process)

    def connect(self, match: str, guest: str, process: str) -> None:
        self._run(
            "INSERT INTO presence SELECT id, %s, %s, NULL FROM matches WHERE id = %s "
            "ON CONFLICT (match, guest, process) DO UPDATE SET left_at = NULL",
            guest,
            process,
            match,
        )

    def disconnect(self, match: str, guest: str, process: str) -> None:
        self._run(
            "UPDATE presence SET left_at = slugfest_now() "
            "WHERE match = %s AND guest = %s AND process = %s AND left_at IS NULL",
            match,
            guest,
            process,
        )

    def present(self, match: str) -> dict[str, int | None]:
        rows = self._rows(
            "SELECT guest, left_at, until, slugfest_now() FROM presence "
            "LEFT JOIN processes ON processes.id = process WHERE match = %s",
            match,
        )
        return who_is_here([row[:3] for row in rows], rows[0][3] if rows else 0)

    def tidy(self) -> None:
        self._run(
            "DELETE FROM answers WHERE refusal IS NOT NULL AND at <= slugfest_now() - %s", REFUSALS_KEPT
        )
        self._run("DELETE FROM processes WHERE until < slugfest_now() - %s", DEAD_KEPT)
        self._run("DELETE FROM presence WHERE left_at <= slugfest_now() - %s", DEAD_KEPT)
        self._run("DELETE FROM presence WHERE left_at IS NULL AND process NOT IN (SELECT id FROM processes)")
        self._run("DELETE FROM tickets WHERE until <= slugfest_now()")
        self._run("DELETE FROM documents WHERE until <= slugfest_now()")
        for guest, name in self._rows("SELECT guest, name FROM forgetting"):
            self.forget(guest, name)

    # ---- news, snapshots -------------------------------------------------------------------------------------

    def announce(self, news: Sequence[News]) -> None:
        with self._lock:
            if self._announcer is None:
                self._announcer = Announcer(self._pool)
            self._announcer.announce(news)

    def subscribe(self, on_news: OnNews) -> Callable[[], None]:
        listener = Listener(self._pool, on_news)
        with self._lock:
            self._listeners.append(listener)
        return listener.stop

    def snapshot(self, match: str) -> tuple[int, bytes] | None:
        rows = self._rows(
            "SELECT snapshots.version, digest, data FROM snapshots JOIN matches ON id = match "
            "WHERE match = %s AND snapshots.version <= matches.version",
            match,
        )
        if not rows or hashlib.sha256(rows[0][2]).digest() != rows[0][1]:
            return None
        return rows[0][0], bytes(rows[0][2])

    def keep_snapshot(self, match: str, version: int, data: bytes) -> None:
        self._run(
            "INSERT INTO snapshots SELECT id, %s, %s, %s FROM matches WHERE id = %s AND version >= %s "
            "ON CONFLICT (match) DO UPDATE SET version = excluded.version, digest = excluded.digest, "
            "data = excluded.data WHERE excluded.version > snapshots.version",
            version,
            hashlib.sha256(data).digest(),
            data,
            match,
            version,
        )

    # ---- reviews ---------------------------------------------------------------------------------------------

    def keep_review(self, match: str, kept: KeptReview) -> None:
        self._do("written", lambda database: postgres_reviews.keep(database, match, kept))

    def review(self, match: str) -> Json | None:
        return self._do("read", lambda database: postgres_reviews.kept_review(database, match))

    def review_extracts(self, matches: Iterable[str]) -> dict[str, Json]:
        return self._do("read", lambda database: postgres_reviews.extracts(database, matches))

    # ---- guests ----------------------------------------------------------------------------------------------

    def listed(self, guest: str, over: bool, most: int) -> list[Listed]:
        return self._do("read", lambda database: postgres_guests.listed(database, guest, over, most))

    def newest(self, over: bool, most: int) -> list[Listed]:
        return self._do("read", lambda database: postgres_guests.newest(database, over, most))

    def summaries(self, matches: Iterable[str]) -> dict[str, Listed]:
        wanted = list(matches)
        return self._do("read", lambda database: postgres_guests.summaries(database, wanted))

    def known_guests(self, after: str = "", most: int = MOST) -> list[tuple[str, str]]:
        statement = 'SELECT id, name FROM guests WHERE id COLLATE "C" > %s ORDER BY id COLLATE "C" LIMIT %s'
        return [(guest, from_key(name)) for guest, name in self._rows(statement, after, most)]

    def keep_summary(self, match: str, version: int, summary: Json) -> None:
        self._do("written", lambda database: postgres_guests.keep_summary(database, match, version, summary))

    def keep_ticket(self, digest: str, guest: str, until: int) -> None:
        self._do("written", lambda database: postgres_guests.keep_ticket(database, digest, guest, until))

    def take_ticket(self, digest: str) -> str | None:
        # Not repeated: after a lost connection the ticket may be used up, and a new one is made.
        return self._attempt("written", lambda database: postgres_guests.take_ticket(database, digest))

    def forget(self, guest: str, name: str) -> list[str]:
        """In steps, so that no row stays locked for long. What a crash leaves undone is done by ``tidy``."""
        matches = self._do(
            "written", lambda database: postgres_guests.begin_forgetting(database, guest, name)
        )
        for match in matches:
            self._do("written", partial(postgres_guests.forget_in, match=match, guest=guest, name=name))
        self._do("written", lambda database: postgres_guests.end_forgetting(database, guest))
        return matches

    def name_of(self, guest: str) -> str | None:
        rows = self._rows("SELECT name FROM guests WHERE id = %s", guest)
        return from_key(rows[0][0]) if rows else None

    def rename(self, guest: str, name: str) -> None:
        self._run(
            "INSERT INTO guests VALUES (%s, %s) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
            guest,
            as_key(name),
        )

    def learned(self, guest: str) -> list[Learned]:
        rows = self._rows(
            'SELECT game, lesson, step, done FROM learned WHERE guest = %s ORDER BY game COLLATE "C", lesson',
            guest,
        )
        return [Learned(*row) for row in rows]

    def note_learned(self, guest: str, learned: Learned) -> None:
        self._do("written", lambda database: _note_learned(database, guest, learned))

    def consents(self, guest: str) -> bool:
        return bool(self._rows("SELECT 1 FROM consents WHERE guest = %s", guest))

    def note_consent(self, guest: str, given: bool) -> None:
        if given:
            self._run("INSERT INTO consents VALUES (%s) ON CONFLICT DO NOTHING", guest)
        else:
            self._run("DELETE FROM consents WHERE guest = %s", guest)

    def signing_key(self) -> str:
        self._run(
            "INSERT INTO settings VALUES ('signing key', %s) ON CONFLICT DO NOTHING", secrets.token_hex(32)
        )
        return str(self._rows("SELECT value FROM settings WHERE name = 'signing key'")[0][0])

    # ---- documents -------------------------------------------------------------------------------------------

    def document(self, collection: str, key: str) -> Document | None:
        return self._do("read", lambda database: postgres_documents.one(database, collection, key))

    def documents(
        self, collection: str, owner: str | None = None, after: str | None = None, most: int = MOST
    ) -> list[Document]:
        return self._do(
            "read", lambda database: postgres_documents.some(database, collection, owner, after, most)
        )

    def write_documents(self, changes: Sequence[DocumentChange]) -> list[int]:
        with self._pool.borrow() as database, self._pool.appending(database):
            return postgres_documents.write(database, changes)

    # ---- the whole -------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Check that it can be written. PostgreSQL checks its pages itself when it reads them."""
        if self._rows("SHOW transaction_read_only")[0][0] != "off":
            raise StoreReadOnly(f"{self.name} may only be read. Connect to the server that is written to.")
        self._run("UPDATE settings SET value = value WHERE name = 'signing key'")

    def read_all(self, use: Callable[[Contents], None]) -> None:
        with self._pool.borrow() as database, self._pool.translated("read"), database.transaction():
            database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            _take_your_time(database)
            use(self._contents(database))

    def _contents(self, database: Database) -> Contents:
        run = database.execute
        names = {guest: from_key(name) for guest, name in run("SELECT id, name FROM guests")}
        settings: dict[str, str] = dict(run("SELECT name, value FROM settings").fetchall())
        ids = [match for (match,) in run('SELECT id FROM matches ORDER BY touched, id COLLATE "C"')]
        rows = run("SELECT guest, game, lesson, step, done FROM learned")
        learned = sorted((guest, Learned(*what)) for guest, *what in rows)
        matches = (self._whole(database, match) for match in ids)
        consents = sorted(guest for (guest,) in run("SELECT guest FROM consents"))
        documents = postgres_documents.every(database)
        return Contents(names, settings, len(ids), matches, tuple(learned), tuple(consents), documents)

    def _whole(self, database: Database, match: str) -> WholeMatch:
        run = database.execute
        row = run(
            "SELECT over, deadline, summary, coalesce(since, at), review, extract FROM matches "
            "LEFT JOIN summaries ON summaries.match = id LEFT JOIN reviews ON reviews.match = id WHERE id = %s",
            [match],
        ).fetchone()
        assert row is not None
        guests = run("SELECT guest FROM stakes WHERE match = %s", [match])
        refusals = run(
            "SELECT guest, request, at, refusal FROM answers WHERE match = %s AND refusal IS NOT NULL",
            [match],
        )
        return WholeMatch(
            match,
            tuple(self._log(database, match)),
            tuple(sorted(guest for (guest,) in guests)),
            row[0],
            row[1],
            tuple(
                sorted(
                    (from_key(guest), from_key(request), at, json.loads(refusal))
                    for guest, request, at, refusal in refusals
                )
            ),
            None if row[2] is None else json.loads(row[2]),
            row[3],
            None if row[4] is None else KeptReview(json.loads(row[4]), json.loads(row[5])),
        )

    def fill(self, contents: Contents, check: Callable[[Contents], None]) -> None:
        with self._pool.borrow() as database, self._pool.translated("written"), database.transaction():
            _take_your_time(database)
            run = database.execute
            # no other writer meanwhile
            run("LOCK TABLE matches, guests, learned, consents, settings, documents IN EXCLUSIVE MODE")
            kept = run(
                "SELECT 1 FROM matches UNION SELECT 1 FROM guests UNION SELECT 1 FROM learned "
                "UNION SELECT 1 FROM consents UNION SELECT 1 FROM documents"
            )
            if kept.fetchone() is not None:
                raise StoreError(f"{self.name} is not empty; choose an empty database")
            for guest, name in contents.names.items():
                run("INSERT INTO guests VALUES (%s, %s)", [guest, as_key(name)])
            for guest, learned in contents.learned:
                _note_learned(database, guest, learned)
            for guest in contents.consents:
                run("INSERT INTO consents VALUES (%s)", [guest])
            postgres_documents.fill(database, contents.documents)
            for setting, value in contents.settings.items():
                run(
                    "INSERT INTO settings VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    [setting, value],
                )
            for place, whole in enumerate(contents.matches, 1):
                _take_over(database, whole, place)
            check(self._contents(database))

    def close(self) -> None:
        self._writer.close()
        with self._lock:
            announcer, self._announcer = self._announcer, None
            listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener.stop()
        for listener in listeners:
            listener.join()
        if announcer is not None:
            announcer.close()
        self._pool.close()

    # ---- helpers ---------------------------------------------------------------------------------------------

    def _do(self, what: str, work: Callable[[Database], T]) -> T:
        """Read, or write what may be written twice. If the connection was lost since its last use, try once more."""
        try:
            return self._attempt(what, work)
        except StoreUnreachable:
            return self._attempt(what, work)

    def _attempt(self, what: str, work: Callable[[Database], T]) -> T:
        with self._pool.borrow() as database, self._pool.translated(what):
            try:
                return work(database)
            except json.JSONDecodeError as error:
                raise StoreDamaged(f"{self.name} is damaged: an entry cannot be read ({error})") from error

    def _rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._do("read", lambda database: database.execute(statement.encode(), values).fetchall())

    def _run(self, statement: str, *values: Any) -> int:
        """Run a statement and return how many rows it changed."""
        return self._do("written", lambda database: database.execute(statement.encode(), values).rowcount)


def _note_learned(database: Database, guest: str, learned: Learned) -> None:
    database.execute(
        "INSERT INTO learned VALUES (%s, %s, %s, %s, %s) ON CONFLICT (guest, game, lesson) "
        "DO UPDATE SET step = excluded.step, done = learned.done OR excluded.done",
        [guest, learned.game, learned.lesson, learned.step, learned.done],
    )


def _answer(database: Database, match: str, guest: str, request: str) -> Answer | None:
    row = database.execute(
        "SELECT version, refusal FROM answers WHERE match = %s AND guest = %s AND request = %s",
        [match, as_key(guest), as_key(request)],
    ).fetchone()
    if row is None:
        return None
    answer: Answer = row[0] if row[1] is None else json.loads(row[1])
    return answer


def _take_your_time(database: Database) -> None:
    database.execute("SET LOCAL statement_timeout = 0")
    database.execute("SET LOCAL idle_in_transaction_session_timeout = 0")


def _take_over(database: Database, whole: WholeMatch, place: int) -> None:
    """Write a match from another store; ``place`` counts up in the order of change."""
    run = database.execute
    run(
        "INSERT INTO matches (id, version, at, touched, over, deadline) VALUES (%s, %s, %s, %s, %s, %s)",
        [whole.id, len(whole.log), whole.log[-1].at, place, whole.over, whole.due],
    )
    if whole.summary is not None:
        run("INSERT INTO summaries VALUES (%s, %s, %s)", [whole.id, json.dumps(whole.summary), whole.since])
    if whole.review is not None:
        postgres_reviews.keep(database, whole.id, whole.review)
    answers: dict[tuple[str, str], tuple[int, int | None, str | None]] = {}
    with database.cursor().copy("COPY entries FROM STDIN") as copy:
        for logged in whole.log:
            copy.write_row((whole.id, logged.version, logged.at, json.dumps(logged.entry)))
            if "request" in logged.entry:
                # Logs older than the table of answers may hold a request twice; the first answer counts.
                key = (as_key(logged.entry["by"]), as_key(logged.entry["request"]))
                answers.setdefault(key, (logged.at, logged.version, None))
    for guest, request, at, refusal in whole.refusals:
        answers[as_key(guest), as_key(request)] = (at, None, json.dumps(refusal))
    with database.cursor().copy("COPY answers FROM STDIN") as copy:
        for (guest, request), (at, version, refusal_text) in answers.items():
            copy.write_row((whole.id, guest, request, at, version, refusal_text))
    for guest in set(whole.guests):
        run("INSERT INTO stakes (guest, match) VALUES (%s, %s)", [guest, whole.id])
