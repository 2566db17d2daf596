"""What PostgreSQL promises beyond any store: two processes that meet in the middle of something, and lost lines."""

from __future__ import annotations

import json
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from tests.postgres import Postgres
from tests.store.places import PostgresPlace

from slugfest.store import (
    Answered,
    Learned,
    NewEntry,
    News,
    OutcomeUnknown,
    Store,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
    VersionTaken,
    open_store,
    postgres_schema,
)
from slugfest.store.postgres import PostgresStore
from slugfest.store.postgres_news import payloads, read

TIMEOUT = 30  # seconds; reached only when something is broken
T = TypeVar("T")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[PostgresPlace]:
    made = PostgresPlace(tmp_path)
    yield made
    made.close()


@pytest.fixture
def store(place: PostgresPlace) -> PostgresStore:
    return place.open()


@pytest.fixture
def other(place: PostgresPlace, store: PostgresStore) -> PostgresStore:
    return place.open()


def entry(version: int, **conditions: Any) -> NewEntry:
    return NewEntry("M", version, {"kind": "test", "version": version}, ("ann",), False, **conditions)


def request(version: int, name: str) -> NewEntry:
    return NewEntry("M", version, {"by": "ann", "request": name}, ("ann",), False)


class Meeting:
    """One process in the middle of a transaction, another that runs into it."""

    def __init__(self, place: PostgresPlace) -> None:
        self.first = psycopg.connect(place.url)
        self._watch = psycopg.connect(place.url, autocommit=True)
        self._threads = ThreadPoolExecutor(4)

    def run(self, work: Callable[[], T], waiting: int = 1) -> Future[T]:
        """Start something, and come back when it waits for a lock."""
        future = self._threads.submit(work)
        self.until(waiting)
        return future

    def until(self, waiting: int) -> None:
        for _ in range(10_000):
            row = self._watch.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            ).fetchone()
            if row == (waiting,):
                return
            threading.Event().wait(0.003)
        raise AssertionError("nobody waits")

    def kill_waiting(self) -> None:
        self._watch.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )

    def close(self) -> None:
        self.first.close()
        self._watch.close()
        self._threads.shutdown()


@pytest.fixture
def meeting(place: PostgresPlace) -> Iterator[Meeting]:
    made = Meeting(place)
    yield made
    made.close()


# ---- two at once -----------------------------------------------------------------------------------------------------


def test_of_many_processes_one_writes_each_version(store: Store, other: Store) -> None:
    store.append([entry(1)])
    won: list[tuple[int, str]] = []

    def write(through: Store, name: str) -> None:
        version = 2
        while version <= 30:
            try:
                through.append([NewEntry("M", version, {"by": name, "request": str(version)}, (), False)])
                won.append((version, name))
            except VersionTaken:
                version = through.versions(["M"])["M"]
            version += 1

    with ThreadPoolExecutor(6) as threads:
        for number in range(6):
            threads.submit(write, (store, other)[number % 2], f"writer {number}")
    assert sorted(version for version, _ in won) == list(range(2, 31))
    log = store.entries("M")
    assert [(version, log[version - 1]["by"]) for version, _ in sorted(won)] == sorted(won)


def test_an_append_that_had_to_wait_sees_what_it_waited_for(store: Store, meeting: Meeting) -> None:
    store.append([entry(1)])
    meeting.first.execute("SELECT 1 FROM matches WHERE id = 'M' FOR UPDATE")
    late = meeting.run(lambda: store.append([entry(2)]))
    new = json.dumps(
        [{"match": "M", "version": 2, "entry": "{}", "guests": [], "over": False, "noticed": True}]
    )
    meeting.first.execute("SELECT append_entries(%s::jsonb)", [new])
    meeting.first.commit()
    with pytest.raises(VersionTaken):
        late.result(TIMEOUT)
    assert store.entries("M")[1] == {}


def test_a_match_that_somebody_holds_keeps_no_other_waiting(store: Store, meeting: Meeting) -> None:
    others = [NewEntry(f"M{number}", 1, {}, (), False) for number in range(5)]
    store.append([entry(1), *others])
    meeting.first.execute("SELECT 1 FROM matches WHERE id = 'M' FOR UPDATE")
    held = meeting.run(lambda: store.append([entry(2)]))
    for other in others:
        store.append([NewEntry(other.match, 2, {}, (), False)])
    assert not held.done()
    meeting.first.rollback()
    assert len(held.result(TIMEOUT)) == 1


def test_what_was_refused_while_an_append_waited_is_not_granted(
    store: Store, other: Store, meeting: Meeting
) -> None:
    """A condition in the statement that waits would have looked before the refusal was there."""
    store.append([entry(1)])
    meeting.first.execute("SELECT 1 FROM matches WHERE id = 'M' FOR UPDATE")
    granting = meeting.run(lambda: store.append([request(2, "x")]))
    assert other.refuse("M", "ann", "x", {"code": "NO"}) == {"code": "NO"}
    meeting.first.rollback()
    with pytest.raises(Answered):
        granting.result(TIMEOUT)
    assert len(store.log("M")) == 1
    assert store.answer("M", "ann", "x") == {"code": "NO"}


@pytest.mark.parametrize("kept", [True, False])
def test_a_refusal_waits_for_the_grant_that_is_under_way(
    store: Store, other: Store, meeting: Meeting, kept: bool
) -> None:
    store.append([entry(1)])
    meeting.first.execute(
        "INSERT INTO answers (match, guest, request, at, version) VALUES ('M', 'ann', 'x', 1, 2)"
    )
    refusing = meeting.run(lambda: other.refuse("M", "ann", "x", {"code": "NO"}))
    if kept:
        meeting.first.commit()
        assert refusing.result(TIMEOUT) == 2
    else:
        meeting.first.rollback()
        assert refusing.result(TIMEOUT) == {"code": "NO"}


def test_of_two_who_want_a_lease_at_once_one_gets_it(store: Store, other: Store, meeting: Meeting) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    meeting.first.execute("SELECT 1 FROM matches WHERE id = 'M' FOR UPDATE")
    one = meeting.run(lambda: store.take_lease("M", "P1"))
    other.register("P2", "1.0")  # after the first has begun to wait
    two = meeting.run(lambda: other.take_lease("M", "P2"), waiting=2)
    meeting.first.rollback()
    tokens = [one.result(TIMEOUT), two.result(TIMEOUT)]
    assert sorted(token is None for token in tokens) == [False, True]


def test_a_lease_taken_while_its_former_holder_waits_to_write_fences_it_off(
    store: Store, other: Store, meeting: Meeting
) -> None:
    store.append([entry(1)])
    store.register("P1", "1.0")
    token = store.take_lease("M", "P1")
    meeting.first.execute("UPDATE matches SET runner = 'P2', token = token + 1 WHERE id = 'M'")
    writing = meeting.run(lambda: store.append([entry(2, token=token)]))
    meeting.first.commit()
    with pytest.raises(StoreError, match="another process"):
        writing.result(TIMEOUT)
    assert len(store.log("M")) == 1


def test_many_may_open_an_empty_database_at_once(place: PostgresPlace) -> None:
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(lambda _: place.open(), range(4)))
    keys = {store.signing_key() for store in stores}
    assert len(keys) == 1


# ---- lost lines ------------------------------------------------------------------------------------------------------


def test_a_line_lost_in_an_append_leaves_the_outcome_open(store: Store, meeting: Meeting) -> None:
    store.append([entry(1)])
    meeting.first.execute("SELECT 1 FROM matches WHERE id = 'M' FOR UPDATE")
    writing = meeting.run(lambda: store.append([entry(2)]))
    meeting.kill_waiting()
    with pytest.raises(OutcomeUnknown):
        writing.result(TIMEOUT)
    meeting.first.rollback()
    assert len(store.log("M")) == 1  # which only the log could tell
    store.append([entry(2)])


def test_a_listener_notices_a_lost_connection_and_resumes(
    place: PostgresPlace, store: Store, other: Store
) -> None:
    heard: list[News] = []
    opened = threading.Semaphore(0)
    came = threading.Semaphore(0)

    def on_news(news: Sequence[News]) -> None:
        if not news:
            opened.release()
        for item in news:
            heard.append(item)
            came.release()

    stop = store.subscribe(on_news)
    assert opened.acquire(timeout=TIMEOUT)
    other.announce([News("M", 1)])
    assert came.acquire(timeout=TIMEOUT)
    place.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    assert opened.acquire(timeout=TIMEOUT)  # anything may have been missed
    other.announce([News("M", 2)])
    assert came.acquire(timeout=TIMEOUT)
    assert heard == [News("M", 1), News("M", 2)]
    stop()


def test_many_news_travel_in_few_texts_and_none_is_too_long() -> None:
    news = [News(f"MATCH{number}", number) for number in range(2000)]
    news.insert(1000, News("LONG", call="x" * 9000))  # dropped: nothing may rely on news
    news.append(News("M", call='"ä🦸\x00' * 200))
    texts = list(payloads(news))
    assert all(len(text.encode()) < 8000 for text in texts)
    assert len(texts) < 10
    assert [item for text in texts for item in read(text)] == news[:1000] + news[1001:]


@pytest.mark.parametrize("text", ["", "x", "[1]", "{}", '[["M"', '[["M",1,"",4]]'])
def test_a_text_of_another_program_is_a_reason_to_look_at_everything(text: str) -> None:
    assert read(text) == []


@contextmanager
def own_server() -> Iterator[tuple[Postgres, PostgresStore, str]]:
    with Postgres() as postgres:
        url = postgres.new_database()
        store = PostgresStore(url)
        try:
            yield postgres, store, url
        finally:
            store.close()


def test_a_server_that_goes_and_comes_back_is_found_again() -> None:
    with own_server() as (postgres, store, _):
        store.append([entry(1)])
        heard = threading.Semaphore(0)
        store.subscribe(lambda news: heard.release() if not news else None)
        assert heard.acquire(timeout=TIMEOUT)
        postgres.stop()
        with pytest.raises((StoreUnreachable, OutcomeUnknown)):
            store.append([entry(2)])
        with pytest.raises(StoreUnreachable, match="Is it running"):
            store.append([entry(2)])
        with pytest.raises(StoreUnreachable):
            store.log("M")
        postgres.start()
        assert len(store.log("M")) == 1
        store.append([entry(2)])
        assert heard.acquire(timeout=TIMEOUT)
        postgres.restart("immediate")  # a crash
        assert len(store.log("M")) == 2


def test_a_damaged_page_is_found_on_reading_and_the_other_matches_go_on() -> None:
    with own_server() as (postgres, store, url):
        with psycopg.connect(url, autocommit=True) as database:
            for match in ("DAMAGED", "WHOLE"):
                for version in range(1, 21):  # five to a page
                    store.append([NewEntry(match, version, {"padding": "x" * 1500}, (), False)])
            database.execute("CHECKPOINT")
            row = database.execute(
                "SELECT pg_relation_filepath('entries'), (ctid::text::point)[0]::int FROM entries "
                "WHERE match = 'DAMAGED' AND version = 10"
            ).fetchone()
        assert row is not None
        postgres.stop()
        with (postgres.folder / "data" / row[0]).open("r+b") as file:
            file.seek(row[1] * 8192 + 4000)
            file.write(b"garbage" * 20)
        postgres.start()
        with pytest.raises(StoreDamaged, match="damaged"):
            store.log("DAMAGED")
        assert len(store.log("WHOLE")) == 20
        store.append([NewEntry("WHOLE", 21, {}, (), False)])


# ---- faults ----------------------------------------------------------------------------------------------------------


def test_a_database_that_may_only_be_read_says_so(place: PostgresPlace, store: Store) -> None:
    store.append([entry(1)])
    name = psycopg.conninfo.conninfo_to_dict(place.url)["dbname"]
    place.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        reader = place.open()
        assert len(reader.log("M")) == 1
        with pytest.raises(StoreReadOnly):
            reader.append([entry(2)])
        with pytest.raises(StoreReadOnly):
            reader.check()
    finally:
        with psycopg.connect(place.url, autocommit=True) as database:
            database.execute("SET default_transaction_read_only = off")
            database.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only".encode())
    store.append([entry(2)])


def test_a_full_disk_is_reported(place: PostgresPlace, store: Store) -> None:
    place.execute(
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$; "
        "CREATE TRIGGER no_room BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION no_room()"
    )
    with pytest.raises(StoreFull, match="Make room"):
        store.append([entry(1)])
    place.execute("DROP TRIGGER no_room ON entries")
    store.append([entry(1)])


@pytest.mark.parametrize(
    "statement", ["UPDATE entries SET entry = '{}'", "DELETE FROM entries", "TRUNCATE entries"]
)
def test_the_log_cannot_be_rewritten(place: PostgresPlace, store: Store, statement: str) -> None:
    store.append([entry(1)])
    with pytest.raises(psycopg.Error, match="append-only"):
        place.execute(statement)
    assert len(store.log("M")) == 1


def test_a_database_of_another_program_is_left_alone(place: PostgresPlace) -> None:
    place.execute("CREATE TABLE recipes (name text)")
    with pytest.raises(StoreError, match="another program"):
        place.open()
    place.execute("SELECT 1 FROM recipes")


def test_a_database_of_the_release_before_opens_and_learns(place: PostgresPlace) -> None:
    place.execute(postgres_schema.STEPS[0])
    place.execute("UPDATE slugfest_schema SET version = 1")
    store = place.open()
    store.append([entry(1)])
    store.note_learned("ann", Learned("hush", 1, 2, False))
    assert place.open().learned("ann") == [Learned("hush", 1, 2, False)]


def test_a_guest_of_an_older_database_is_forgotten(place: PostgresPlace) -> None:
    for step in postgres_schema.STEPS[:5]:
        place.execute(step)
    place.execute("UPDATE slugfest_schema SET version = 5")
    place.execute("INSERT INTO matches (id, version) VALUES ('OLD', 1)")
    place.execute('INSERT INTO entries VALUES (\'OLD\', 1, 0, \'{"guest": "eve", "name": "Eve"}\')')
    store = place.open()
    assert store.forget("eve", "Incognito") == ["OLD"]
    assert store.entries("OLD") == [{"guest": "eve", "name": "Incognito"}]


def test_a_newer_database_is_used_if_it_only_adds_and_refused_if_not(
    place: PostgresPlace, store: Store
) -> None:
    store.append([entry(1)])
    place.execute("UPDATE slugfest_schema SET version = 99")
    assert len(place.open().log("M")) == 1
    place.execute("UPDATE slugfest_schema SET oldest = 98")
    with pytest.raises(StoreError, match="newer Slugfest"):
        place.open()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:geheim@/nowhere?host=/nowhere",
        "postgresql://ann:geheim@127.0.0.1:1/nowhere",
        "postgresql://ann:geheim@host:port:port/nowhere",
        "postgresql://ann:geheim@/nowhere?geheim=geheim",
        "postgresql://ann:geh%eim@/nowhere",
    ],
)
def test_a_password_is_never_shown(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_store(url)
    received = "".join(traceback.format_exception(caught.value))
    # The lines of this very test show the address; what is told must not.
    assert "geheim" not in str(caught.value)
    assert "geh%eim" not in str(caught.value)
    assert "psycopg" not in str(caught.value)
    assert "geheim@" not in received.replace(url, "")


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.append([entry(1)])
    with pytest.raises(StoreError, match="closed"):
        store.submit([entry(1)]).result()
