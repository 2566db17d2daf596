"""Ratings on a running server: counted as matches end, shown at the table and on profiles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.harness import GAMES, Person, RunningServer

from slugfest.kernel.facts import misfit
from slugfest.ratings import Anchor, Anchors, Ledger, Pool, load_anchors
from slugfest.ratings.anchors import AnchoredPool
from slugfest.ratings.reading import results_in
from slugfest.ratings.results import Result
from slugfest.server import ratings as server_ratings
from slugfest.store import MemoryStore
from slugfest.table import people as pages

Facts = dict[str, Any]
DUEL = Pool("hush", "duel")
ANCHORS = Anchors({DUEL: AnchoredPool("made up", 9, {"robo-rita": Anchor(1500, 1480, 1520)})})


@pytest.fixture(autouse=True)
def anchors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_ratings, "load_anchors", lambda: ANCHORS)


@pytest.fixture
def people(anchors: None) -> Iterator[list[Person]]:
    with ExitStack() as stack:
        server = stack.enter_context(RunningServer())
        yield [stack.enter_context(server.person(name)) for name in ("Ann", "Bob", "Cyd")]


def ratings(person: Person) -> list[Facts]:
    received: Facts = person.http.get("/api/me/ratings").json()
    assert misfit(received, pages.MyRatings, "ratings") == ""
    found: list[Facts] = received["ratings"]
    return found


def at_table(person: Person, match: str) -> Facts:
    received: Facts = person.http.get(f"/api/matches/{match}/ratings").json()
    assert misfit(received, pages.MatchRatings, "ratings") == ""
    return received


def resigned(winner: Person, loser: Person, there: RunningServer | None = None) -> str:
    """A match that somebody gives up, perhaps on another process."""
    match = winner.create("me", "open")
    with (
        winner.connect(match) as line,
        loser.connect(match, None if there is None else there.address) as other,
    ):
        other.done("sit", seat=1, name=loser.name, nonce="0" * 32)
        line.done("start")
        other.done("resign")
    return match


def rebuilt(store: MemoryStore) -> Ledger:
    results: list[Result] = []
    store.read_all(lambda contents: results.extend(results_in(contents.matches, GAMES.__getitem__, [])))
    return Ledger.of(results, ANCHORS)


def test_a_rating_changes_with_the_end_of_a_match(people: list[Person]) -> None:
    ann, bob, cyd = people
    assert ratings(ann) == []
    match = ann.create("me", "open")
    before = at_table(cyd, match)
    assert before["unrated"] == ""
    assert (before["seats"][0]["points"], before["seats"][0]["change"], before["seats"][1]) == (
        1500,
        None,
        None,
    )
    match = resigned(ann, bob)
    found = at_table(cyd, match)
    won, lost = found["seats"]
    assert (found["kind"], found["unrated"]) == ("duel", "")
    assert won["change"] > 0 > lost["change"]
    assert won["points"] == 1500 + won["change"]
    assert won["provisional"]
    assert [(one["game"], one["kind"], one["points"], one["matches"]) for one in ratings(ann)] == [
        ("hush", "duel", won["points"], 1)
    ]
    club = ann.http.post("/api/clubs", json={"name": "Thursdays"}).json()
    assert [one["rating"] for one in club["members"]] == ratings(ann)
    again = resigned(bob, ann)
    assert at_table(ann, match)["seats"][0] == won  # what that match changed stays
    assert at_table(ann, again)["seats"][1]["points"] == ratings(ann)[0]["points"]


def test_what_does_not_count_says_why(people: list[Person]) -> None:
    ann, *_ = people
    match = ann.create("me", "easy")
    with ann.connect(match) as line:
        line.done("resign")
    found = at_table(ann, match)
    assert found["unrated"] == "unmeasured"
    assert found["seats"][1] is None
    measured = ann.create("me", "medium")
    with ann.connect(measured) as line:
        line.done("resign")
    found = at_table(ann, measured)
    assert (found["unrated"], found["seats"][1]["points"], found["seats"][1]["anchor"]) == ("", 1500, True)
    assert found["seats"][0]["change"] < 0
    left = ann.create("me", "medium")
    with ann.connect(left) as line:
        line.done("abandon", agree=True)
    found = at_table(ann, left)
    assert found["seats"][0]["no_gain"] == "left"
    assert found["seats"][0]["change"] < 0


def test_two_servers_on_one_store_give_the_ratings_of_a_rebuild() -> None:
    store = MemoryStore()
    with ExitStack() as stack:
        one = stack.enter_context(RunningServer(store=store))
        other = stack.enter_context(RunningServer(store=store))
        ann, bob = (stack.enter_context(one.person(name)) for name in ("Ann", "Bob"))
        cyd, dan = (stack.enter_context(other.person(name)) for name in ("Cyd", "Dan"))
        for first, second in ((ann, bob), (cyd, dan), (bob, ann), (cyd, dan), (ann, bob)):
            resigned(first, second)
        found = {
            (row["points"], row["matches"]) for person in (ann, bob, cyd, dan) for row in ratings(person)
        }
    expected = rebuilt(store).standings.values()
    assert found == {(row.rating.points, row.matches) for row in expected}
    assert len(expected) == 4


def test_a_public_profile_has_ratings(people: list[Person]) -> None:
    ann, bob, cyd = people
    resigned(ann, bob)
    ann.http.post("/api/me/claim", json={"name": "Ann"}).raise_for_status()
    ann.http.post("/api/me/claim/profile", json={"shown": True, "times": False, "face": 1}).raise_for_status()
    shown: Facts = cyd.http.get("/api/player", params={"name": "Ann"}).json()
    assert misfit(shown, pages.PublicProfile, "profile") == ""
    assert shown["ratings"] == ratings(ann)


def test_ratings_are_deleted_with_everything_else(people: list[Person]) -> None:
    ann, bob, _ = people
    resigned(ann, bob)
    assert ratings(ann)
    ann.http.post("/api/me/forget", json={"sure": True}).raise_for_status()
    ann.http.get("/api/me")
    assert ratings(ann) == []
    assert len(ratings(bob)) == 1


def test_a_match_that_does_not_exist_has_no_ratings(people: list[Person]) -> None:
    for code in ("AAAAAAAA", "x"):
        answer = people[0].http.get(f"/api/matches/{code}/ratings")
        assert answer.status_code == 404
        assert json.loads(answer.text)["code"] == "NO_SUCH_MATCH"


def test_the_anchors_that_come_with_slugfest_can_be_read() -> None:
    for pool, found in load_anchors().pools.items():
        assert found.command.startswith(("slugfest ratings anchor", "slugfest lab personas"))
        assert "--seed" in found.command
        assert pool.game in found.command
        assert found.anchors["robo-rita"].points == 1500
