"""Signing in on a device that has played: what it played comes along, whole, once, and only if it was asked for."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import GAMES, Facts, Person, RunningServer, play_out
from tests.server.test_claims import claim, guest_of, post
from tests.server.test_own_matches import finish, me, profile
from tests.store.places import PLACES, Place

from slugfest.kernel import Game
from slugfest.protocol.problems import problem
from slugfest.ratings import Ledger, Result, load_anchors
from slugfest.ratings.keeping import Keeper
from slugfest.ratings.reading import results_in
from slugfest.server import merges
from slugfest.server.open_rooms import OpenRooms
from slugfest.store import Contents, DocumentChange, Learned, Store
from slugfest.table import Table

MET = 20.0  # seconds for which a test waits for work in the background


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    made = PLACES[request.param](tmp_path)
    yield made
    made.close()


def find(name: str) -> Game:
    return GAMES[name]


def sign_in(person: Person, code: str, bring: bool = True) -> Facts:
    answer = post(person, "sign-in", code=code, bring=bring)
    assert answer["status"] == 200, answer
    return answer


def elsewhere(server: RunningServer, stack: ExitStack, name: str = "Zoe") -> tuple[Person, str]:
    """Somebody with a claimed name on another device, and their recovery code."""
    person = stack.enter_context(server.person(name))
    return person, claim(person, name)


def codes(person: Person, kind: str) -> set[str]:
    return {match["id"] for match in me(person)[kind]}


def same_as_rebuilt(store: Store, *guests: str) -> None:
    """Ratings as they are kept are those that the logs give."""
    keeper, results = Keeper(store, load_anchors()), list[Result]()

    def read(contents: Contents) -> None:
        broken: list[str] = []
        results.extend(results_in(contents.matches, find, broken))
        assert broken == []

    keeper.settle()
    store.read_all(read)
    expected = Ledger.of(results, load_anchors()).standings
    for guest in guests:
        wanted = {pool: one for (pool, who), one in expected.items() if who == guest}
        assert keeper.standings(guest) == wanted


def duel(one: Person, other: Person, play: bool = True) -> str:
    """A match of two people, played to its end or only begun."""
    match = one.create("me", "open", rounds=1)
    with one.connect(match) as line, other.dial(match) as guest:
        guest.receive()
        guest.done("sit", seat=1, name=other.name)
        for each in (line, guest):
            each.done("nonce", nonce=("0" if each is line else "1") * 32)
        line.until(lambda line: line.status == "playing")
        if play:
            guest.until(lambda guest: guest.version == line.version)
            play_out(line, guest)
    return match


def test_running_and_finished_matches_come_along_with_their_ratings(place: Place) -> None:
    with RunningServer(store=place.open()) as server, ExitStack() as stack:
        zoe, code = elsewhere(server, stack)
        bob, ann = (stack.enter_context(server.person(name)) for name in ("Bob", "Ann"))
        device = guest_of(bob)
        over = [finish(bob, "me", "easy"), duel(ann, bob), duel(bob, ann)]
        before = [one for one in me(bob)["finished"] if one["id"] in over]
        running = duel(ann, bob, play=False)
        mine = finish(zoe, "me", "easy")
        with ann.dial(running) as line, bob.dial(running) as open_page:
            line.until(lambda line: bool(line.match) and line.match["seats"][1]["connected"])
            seen = line.view
            answer = sign_in(bob, code)
            assert answer["brought"] == {"matches": 4, "apart": 0, "more": False}
            assert open_page.ending()[0] == 1012  # the page comes back under the cookie that it has now
            assert guest_of(bob) == guest_of(zoe) != device
            with bob.dial(running) as back:
                back.receive()
                assert back.seat == 1
                line.until(lambda line: line.version == back.version)
                assert line.view == seen  # nobody else learns anything by it
                assert guest_of(zoe) not in "".join(line.raw)
                assert device not in "".join(line.raw)
                play_out(line, back)
        assert codes(bob, "finished") >= {*over, mine, running}
        assert [one for one in me(bob)["finished"] if one["id"] in over] == before  # dates, too
        assert profile(zoe)["name"] == "Zoe"
        for match in (*over, running):
            table = Table.from_log(server.store.entries(match), find)
            assert guest_of(zoe) in table.guests()
            assert device not in table.guests()
            assert zoe.http.get(f"/api/matches/{match}/replay").status_code == 200
        assert server.store.listed(device, True, 9) == server.store.listed(device, False, 9) == []
        same_as_rebuilt(server.store, device, guest_of(zoe), guest_of(ann))
        keeper = Keeper(server.store, load_anchors())
        assert keeper.standings(device) == {}
        assert sum(one.matches for one in keeper.standings(guest_of(zoe)).values()) == sum(
            one.matches for one in keeper.standings(guest_of(ann)).values()
        )


def test_nothing_comes_along_that_was_not_asked_for(people: list[Person], server: RunningServer) -> None:
    ann, bob, _ = people
    code, device, match = claim(ann, "Zelda"), guest_of(bob), finish(bob, "me", "easy")
    assert sign_in(bob, code, bring=False)["brought"] is None
    assert codes(bob, "finished") == set()
    assert [one.id for one in server.store.listed(device, True, 9)] == [match]


def test_a_match_at_which_both_sit_stays_apart(place: Place) -> None:
    with RunningServer(store=place.open()) as server, ExitStack() as stack:
        zoe, code = elsewhere(server, stack)
        bob = stack.enter_context(server.person("Bob"))
        device = guest_of(bob)
        running, over = duel(zoe, bob, play=False), duel(bob, zoe)
        logs = {match: server.store.entries(match) for match in (running, over)}
        assert sign_in(bob, code)["brought"] == {"matches": 0, "apart": 2, "more": False}
        assert {match: server.store.entries(match) for match in (running, over)} == logs
        with bob.dial(running) as line:
            line.receive()
            assert line.seat == 0  # the seat of the name, and no other
            assert line.view is not None
            hidden = Table.from_log(logs[running], find)
            assert hidden.seat_of(device) == 1
        assert [one.id for one in server.store.listed(device, False, 9)] == [running]
        same_as_rebuilt(server.store, device, guest_of(zoe))


@pytest.mark.parametrize("steps", range(3))
def test_a_server_that_dies_on_the_way_loses_and_doubles_nothing(
    place: Place, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = place.open()
    left = steps

    def dies(self: merges.Merges, *args: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError("killed")

    real = merges.Merges._require_agreed

    async def checked(self: merges.Merges, guest: str, into: str) -> None:
        dies(self)
        await real(self, guest, into)

    with ExitStack() as stack:
        server = stack.enter_context(RunningServer(store=store))
        zoe, code = elsewhere(server, stack)
        bob, ann = (stack.enter_context(server.person(name)) for name in ("Bob", "Ann"))
        device, over, running = guest_of(bob), duel(ann, bob), duel(bob, ann, play=False)
        monkeypatch.setattr(merges.Merges, "_require_agreed", checked)
        assert sign_in(bob, code)["brought"]["more"]
        assert store.documents("merging") != []
        monkeypatch.setattr(merges.Merges, "_require_agreed", real)
        monkeypatch.setattr(merges, "TAKEN_OVER", 0)
        other = stack.enter_context(RunningServer(store=place.open()))  # any process goes on, or both
        wait_until(lambda: store.documents("merging") == [])
        for match in (over, running):
            entries = other.store.entries(match)
            assert [entry["kind"] for entry in entries].count("merged") == 1
            assert guest_of(zoe) in Table.from_log(entries, find).guests()
        (merge,) = store.documents("merges")
        assert merge.data["matches"] == 2
        same_as_rebuilt(store, device, guest_of(zoe), guest_of(ann))
        rated = Keeper(store, load_anchors()).standings(guest_of(zoe))
        assert [one.matches for one in rated.values()] == [1]


def test_a_match_that_cannot_be_opened_at_the_moment_comes_along_later(
    people: list[Person], server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cyd = people
    code, device = claim(ann, "Wanda"), guest_of(bob)
    first, second = duel(bob, cyd, play=False), duel(cyd, bob, play=False)
    change, busy = OpenRooms.change, {first}

    async def changed(self: OpenRooms, match: str, *asked: Any, **more: Any) -> bool:
        if match in busy:
            busy.clear()
            raise problem("VARIANTS_BUSY")
        return await change(self, match, *asked, **more)

    monkeypatch.setattr(OpenRooms, "change", changed)
    monkeypatch.setattr(merges, "TAKEN_OVER", 0)
    sign_in(bob, code)
    wait_until(lambda: server.store.documents("merging") == [])
    for match in (first, second):
        assert device not in Table.from_log(server.store.entries(match), find).guests()
    merge = server.store.document("merges", device)
    assert merge is not None
    assert (merge.data["matches"], merge.data["apart"]) == (2, 0)


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + MET
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.05)


def test_whoever_deletes_everything_deletes_what_came_along(place: Place) -> None:
    with RunningServer(store=place.open()) as server, ExitStack() as stack:
        zoe, code = elsewhere(server, stack)
        bob, ann = (stack.enter_context(server.person(name)) for name in ("Bobby", "Ann"))
        device, into = guest_of(bob), guest_of(zoe)
        over, running = duel(ann, bob), duel(ann, bob, play=False)
        sign_in(bob, code)
        assert post(zoe, "me/forget", sure=True)["status"] == 204
        for match in (over, running):
            text = json.dumps(server.store.entries(match))
            assert "Bobby" not in text
            assert "Zoe" not in text
        assert Table.from_log(server.store.entries(running), find).guests() == [guest_of(ann)]
        assert server.store.documents("merges") == server.store.documents("merging") == []
        assert {server.store.name_of(one) for one in (device, into)} == {None}


def test_clubs_lessons_messages_and_events_come_along(people: list[Person], server: RunningServer) -> None:
    ann, bob, cyd = people
    store, device, into = server.store, guest_of(bob), guest_of(ann)
    code = claim(ann, "Xenia")
    club = post(bob, "clubs", name="Thursdays")
    other = post(cyd, "clubs", name="Fridays")
    for person in (ann, bob):
        post(person, "clubs/join", club=other["id"], invite=other["invite"])
    store.note_learned(device, Learned("hush", 1, 2, True))
    mine = {"quiet_from": 0, "quiet_to": 0, "zone": "UTC", "muted": ["AAAA"]}
    theirs = {"quiet_from": 60, "quiet_to": 90, "zone": "UTC", "muted": ["BBBB"]}
    store.write_documents(
        [
            DocumentChange("push", "browser", 0, {"since": 1, "endpoint": "https://push"}, device),
            DocumentChange("push-settings", device, 0, mine, device),
            DocumentChange("push-settings", into, 0, theirs, into),
            DocumentChange("event_people", "EVENT1 002", 0, {"name": "Bob"}, device),
            DocumentChange("event_people", "EVENT2 001", 0, {"name": "Xenia"}, into),
            DocumentChange("event_people", "EVENT2 003", 0, {"name": "Bob"}, device),
            DocumentChange("event_people", "EVENT2 000", 0, {"name": "Bob"}, device),
            DocumentChange("reports", f"{device} somebody", 0, {"name": "Bob", "at": 1}, "somebody"),
        ]
    )
    sign_in(bob, code)
    roles = {one.key: one.data["role"] for one in store.documents("club_members", owner=into)}
    assert roles == {f"{club['id']} {into}": "owner", f"{other['id']} {into}": "member"}
    assert store.learned(into) == [Learned("hush", 1, 2, True)]
    assert [one.key for one in store.documents("push", owner=into)] == ["browser"]
    kept = store.document("push-settings", into)
    assert kept is not None
    assert kept.data == {**theirs, "muted": ["BBBB", "AAAA"]}
    places = [one.key for one in store.documents("event_people", owner=into)]
    assert places == ["EVENT1 002", "EVENT2 000", "EVENT2 001"]  # no second place in an event
    assert [one.key for one in store.documents("reports")] == [f"{into} somebody"]
    assert store.documents("club_members", owner=device) == []


def test_what_belongs_to_a_name_stays_with_it(people: list[Person], server: RunningServer) -> None:
    ann, bob, cyd = people
    code, others = claim(ann, "Yara"), claim(bob, "Yvonne")
    assert post(bob, "sign-in", code=code, bring=True)["code"] == "BRING_CLAIMED"
    device = dict(cyd.http.cookies)
    new = sign_in(cyd, code)["code"]  # it was not used up
    cyd.http.cookies.clear()
    cyd.http.cookies.update(device)
    assert sign_in(cyd, others)["brought"] is None  # it is part of the first name by now
    assert post(ann, "sign-in", code=new, bring=True)["status"] == 422
