"""Reviews of finished matches: who gets one and when, that they are made once, and where they are kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.processes.shared import SharedMemoryStore
from tests.server.harness import TIMEOUT, Facts, Person, RunningServer, quick_settings

from slugfest.kernel import games, seeded
from slugfest.protocol.codes import Codes
from slugfest.protocol.new_match import branch_of, new_table
from slugfest.protocol.reviewing import ReviewJob
from slugfest.protocol.wire import NewMatch, NewSeat
from slugfest.server import match_server, review_worker, reviews
from slugfest.server.bot_workers import ProcessBotWorkers
from slugfest.store import KeptReview, MemoryStore, NewEntry, Store
from slugfest.table import Nonce, Table, summary_of

GAME = games()["kapow-cards"]
LONG = 10 * TIMEOUT  # for a whole review, interpreted, on a busy machine


def finished_match(store: Store, match: str = "ABCD2345", guest: str = "somebody") -> Table:
    """A match that both seats have played at random, as the store keeps it."""
    wanted = NewMatch(GAME.id, [NewSeat("me"), NewSeat("bot", "easy")], start=True)
    table = new_table(match, GAME, guest, "Ann", wanted, Codes())
    table.handle(guest, "nonce", Nonce("0" * 32))
    rng = seeded("reviews", match)
    while not table.over:
        assert table.history is not None
        seat = table.owing()[0]
        moves = table.history.state.moves(seat)
        table.enter({"kind": "moves", "seat": seat, "moves": [GAME.format(moves[rng.below(len(moves))])]})
    guests, over = tuple(table.guests()), True
    store.append(
        [
            NewEntry(match, version, entry, guests, over, summary=summary_of(table))
            for version, entry in enumerate(table.log, 1)
        ]
    )
    return table


@pytest.fixture
def store() -> Store:
    return MemoryStore()


@pytest.fixture
def server(store: Store) -> Iterator[RunningServer]:
    with RunningServer(store=store) as running:
        yield running


@pytest.fixture
def ann(server: RunningServer) -> Iterator[Person]:
    with server.person("Ann") as person:
        yield person


def review(person: Person, match: str, **query: str) -> Facts:
    response = person.http.get(f"/api/matches/{match}/review", params=query)
    assert response.status_code == 200, response.text
    found: Facts = response.json()
    return found


def reviewed(person: Person, match: str, **query: str) -> Facts:
    """Ask until it is done."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        found = review(person, match, **query)
        if found["status"] in ("done", "failed"):
            return found
        time.sleep(0.1)
    raise AssertionError("the review did not come")


def until(happened: Callable[[], bool]) -> None:
    """Wait for something, with a limit."""
    end = time.monotonic() + LONG
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


class Counted(ReviewJob):
    """A review whose second slice waits for the test."""

    begun = 0
    may_go_on = threading.Event()

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        Counted.begun += 1

    def work(self, seconds: float) -> bool:
        assert Counted.may_go_on.wait(TIMEOUT)
        return super().work(seconds)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> type[Counted]:
    Counted.begun = 0
    Counted.may_go_on = threading.Event()
    monkeypatch.setattr(review_worker, "ReviewJob", Counted)
    return Counted


def test_a_finished_match_is_reviewed_quickly_first_and_then_in_full(store: Store, ann: Person) -> None:
    table = finished_match(store)
    first = review(ann, table.id, whole="no")
    assert first["status"] in ("waiting", "working")
    quick = reviewed(ann, table.id, whole="no")
    assert quick["review"]["quick"]
    assert quick["match"]["id"] == table.id
    assert not quick["dice"]
    found = review(ann, table.id)  # the whole one is on its way, and the quick one is there meanwhile
    assert found["review"]["quick"] == (found["status"] != "done")
    document = reviewed(ann, table.id)["review"]
    assert not document["quick"]
    for seat in range(2):
        terms = [document[term][seat] for term in ("par", "cards", "reads", "choices")]
        assert sum(terms) == document["result"][seat]


def test_a_running_match_is_not_reviewed(ann: Person) -> None:
    match = ann.create("me", "easy", game="kapow-cards")
    with ann.connect(match):
        response = ann.http.get(f"/api/matches/{match}/review")
    assert response.status_code == 409
    assert response.json()["code"] == "REVIEW_LATER"


def test_a_match_that_was_called_off_has_no_review(ann: Person) -> None:
    match = ann.create("me", "easy", game="kapow-cards")
    with ann.connect(match) as line:
        line.done("abandon")
    response = ann.http.get(f"/api/matches/{match}/review")
    assert response.status_code == 422
    assert response.json()["code"] == "NO_REVIEW"


def test_anybody_who_may_watch_the_replay_may_read_the_review(store: Store, ann: Person) -> None:
    table = finished_match(store)
    assert ann.http.get(f"/api/matches/{table.id}/replay").status_code == 200
    assert reviewed(ann, table.id, whole="no")["review"] is not None


def test_two_who_ask_at_once_get_one_review(
    store: Store, server: RunningServer, ann: Person, counted: type[Counted]
) -> None:
    table = finished_match(store)
    with server.person("Bob") as bob:
        for person in (ann, bob, ann, bob):
            assert review(person, table.id, whole="no")["status"] in ("waiting", "working")
        counted.may_go_on.set()
        assert reviewed(ann, table.id, whole="no") | {"match": 0} == reviewed(bob, table.id, whole="no") | {
            "match": 0
        }
    assert counted.begun == 1


def test_two_processes_make_one_review_between_them(
    counted: type[Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "ELSEWHERE", 0.05)
    shared = SharedMemoryStore()
    table = finished_match(shared)
    with (
        RunningServer(store=shared) as one,
        RunningServer(store=shared) as another,
        one.person("Ann") as ann,
        another.person("Bob") as bob,
    ):
        until(lambda: review(ann, table.id)["status"] == "working")
        assert review(bob, table.id)["status"] == "waiting"
        assert counted.begun == 1
        counted.may_go_on.set()
        found = reviewed(bob, table.id)
        assert found["status"] == "done"
        assert not found["review"]["quick"]
        assert reviewed(ann, table.id)["review"] == found["review"]
    assert counted.begun == 2  # the quick one and the whole one


def test_a_process_takes_over_the_review_of_one_that_is_gone(
    counted: type[Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "ELSEWHERE", 0.05)
    counted.may_go_on.set()
    shared = SharedMemoryStore()
    table = finished_match(shared)
    shared.register("another", "1.0")
    assert shared.take_review(table.id, "another")
    with RunningServer(store=shared) as running, running.person("Ann") as ann:
        for _ in range(3):
            assert review(ann, table.id, whole="no")["status"] == "waiting"
        shared.leave("another")
        assert reviewed(ann, table.id, whole="no")["review"]["quick"]
    assert counted.begun == 1


def test_a_kept_review_is_not_made_again(store: Store, ann: Person, counted: type[Counted]) -> None:
    counted.may_go_on.set()
    table = finished_match(store)
    document = reviewed(ann, table.id)["review"]
    made = counted.begun
    with RunningServer(store=store) as another, another.person("Bob") as bob:
        assert reviewed(bob, table.id)["review"] == document
    assert counted.begun == made


def test_a_review_of_another_release_is_made_again(store: Store, ann: Person) -> None:
    table = finished_match(store)
    document = reviewed(ann, table.id, whole="no")["review"]
    for changed in ({"values": "1:other"}, {"version": 0}):
        store.keep_review(table.id, KeptReview({**document, **changed, "quick": False}, {}))
        with RunningServer(store=store) as another, another.person("Bob") as bob:
            assert reviewed(bob, table.id, whole="no")["review"] == document


def test_a_review_that_fails_is_not_tried_with_every_question(
    store: Store, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished_match(store)
    tried = []

    def fail(*given: Any) -> None:
        tried.append(given)
        raise RuntimeError("no")

    monkeypatch.setattr(review_worker, "ReviewJob", fail)
    assert reviewed(ann, table.id)["status"] == "failed"
    assert reviewed(ann, table.id)["status"] == "failed"
    assert len(tried) == 1


def test_one_guest_cannot_queue_many_matches(store: Store, ann: Person, counted: type[Counted]) -> None:
    answers = []
    for number in range(6):
        table = finished_match(store, f"ABCD234{number + 2}")
        answers.append(ann.http.get(f"/api/matches/{table.id}/review").status_code)
    counted.may_go_on.set()
    assert answers == [200, 200, 200, 200, 503, 503]


def test_one_address_cannot_queue_many_matches_under_many_cookies(
    store: Store, server: RunningServer, counted: type[Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_OF_AN_ADDRESS", 2)
    answers = []
    for number in range(3):
        table = finished_match(store, f"ABCD234{number + 2}")
        with server.person(f"P{number}") as person:
            answers.append(person.http.get(f"/api/matches/{table.id}/review").status_code)
    counted.may_go_on.set()
    assert answers == [200, 200, 503]


def test_nonsense_is_refused(store: Store, ann: Person) -> None:
    table = finished_match(store)
    assert ann.http.get(f"/api/matches/{table.id}/review?whole=maybe").status_code == 422
    assert ann.http.get("/api/matches/ZZZZ9999/review").status_code == 404


def test_a_process_makes_the_same_review_as_a_thread(store: Store, ann: Person) -> None:
    table = finished_match(store)
    document = reviewed(ann, table.id, whole="no")["review"]
    store.keep_review(table.id, KeptReview({}, {}))
    workers = ProcessBotWorkers(1, TIMEOUT)
    with (
        RunningServer(quick_settings(bots_run_in="process"), store, workers, games()) as another,
        another.person("Bob") as bob,
    ):
        assert reviewed(bob, table.id, whole="no")["review"] == document


def test_a_long_match_is_played_through_again_where_nobody_waits_for_it(
    store: Store, server: RunningServer, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def noted(*given: Any) -> Table:
        threads.append(threading.current_thread())
        return branch_of(*given)

    monkeypatch.setattr(match_server, "branch_of", noted)
    table = finished_match(store)
    assert ann.http.post(f"/api/matches/{table.id}/branch", json={"step": 3, "seat": 1}).status_code == 201
    assert threads
    assert server._thread not in threads


def test_a_finished_match_can_be_played_on_from_any_step(store: Store, ann: Person) -> None:
    table = finished_match(store)
    response = ann.http.post(f"/api/matches/{table.id}/branch", json={"step": 3, "seat": 1})
    assert response.status_code == 201, response.text
    with ann.connect(response.json()["id"]) as line:
        assert line.match["practice"]
        assert line.match["status"] == "playing"
        assert [seat["you"] for seat in line.match["seats"]] == [False, True]
    running = ann.create("me", "easy", game="kapow-cards")
    with ann.connect(running):
        refused = ann.http.post(f"/api/matches/{running}/branch", json={"step": 0, "seat": 0})
    assert refused.json()["code"] == "NOT_OVER"
