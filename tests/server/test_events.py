"""Events on a server: who may do what, and that a round happens once whoever dies or writes at the same time."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.events.evenings import opened as evening
from tests.server.harness import TIMEOUT, Facts, Line, Person, RunningServer, nonce_of, quick_settings
from tests.server.test_claims import claim, guest_of, post

from slugfest.events import EventTable
from slugfest.kernel.facts import misfit
from slugfest.server.async_store import AsyncStore
from slugfest.server.event_logs import ACTIVE, LOG, PEOPLE, EventLogs, People, entry_key
from slugfest.server.event_runner import ABANDONED, IDLE_AT_ONCE, EventRunner, is_abandoned, result_of
from slugfest.server.limits import NO_LIMITS, Rate
from slugfest.store import DocumentChange, MemoryStore, SqliteStore, Store
from slugfest.table import events as shapes

PACE = {"kind": "live", "decision": 60, "reserve": 60, "gain": 0, "then": "move", "level": "medium"}
QUICK: Facts = {"name": "Friday", "game": "hush", "format": "swiss", "rounds": 2, "gap": 0, "pace": PACE}


def opened(person: Person, **changes: Any) -> str:
    """A new event of somebody who plays in it too."""
    answer = post(person, "events", **{**QUICK, "as_name": person.name, **changes})
    assert answer["status"] == 201, answer
    return str(answer["id"])


def event_of(person: Person, code: str) -> Facts:
    found: Facts = person.http.get(f"/api/events/{code}").json()
    assert misfit(found, shapes.EventInfo, "event") == ""
    return found


def until(person: Person, code: str, true: Callable[[Facts], Any]) -> Facts:
    """The event once something is so."""
    limit = time.monotonic() + TIMEOUT
    while not true(found := event_of(person, code)):
        assert time.monotonic() < limit, found
        time.sleep(0.05)
    return found


def join(person: Person, code: str) -> Facts:
    answer = post(person, f"events/{code}/join", name=person.name)
    assert answer["status"] == 200, answer
    return answer


def act(person: Person, code: str, act: str, reason: str = "") -> Facts:
    return post(person, f"events/{code}/direct", act=act, reason=reason)


def sit_down(person: Person, match: str, address: str | None = None) -> Line:
    """Come to a table as a page does: it adds its nonce, and with the last one the match begins."""
    line = person.dial(match, address)
    line.receive()
    if line.match["nonce_wanted"]:
        line.done("nonce", nonce=nonce_of(person.name))
    return line


def play_round(people: list[Person], code: str, address: str | None = None) -> None:
    """Everybody goes to their table and plays it to its end."""
    found = event_of(people[0], code)

    def play(person: Person, match: str) -> None:
        with sit_down(person, match, address) as line:
            while line.wait_for_turn():
                line.ask("play", moves=[line.moves[0]])

    threads = [
        threading.Thread(target=play, args=[people[number - 1], table["match"]])
        for table in found["rounds"][-1]["tables"]
        for number in table["players"]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT)
        assert not thread.is_alive()


def has_round(number: int) -> Callable[[Facts], bool]:
    return lambda event: len(event["rounds"]) == number and event["rounds"][-1]["opened"]


@pytest.fixture
def crowd(server: RunningServer) -> Iterator[list[Person]]:
    with ExitStack() as stack:
        yield [stack.enter_context(server.person(who)) for who in ("Ann", "Bob", "Cyd", "Dan")]


# ---- an evening ----------------------------------------------------------------------------------------------------


def test_an_evening_runs_by_itself_from_sign_up_to_results(crowd: list[Person]) -> None:
    code = opened(crowd[0])
    for person in crowd[1:]:
        join(person, code)
    assert [one["name"] for one in event_of(crowd[0], code)["players"]] == ["Ann", "Bob", "Cyd", "Dan"]
    assert act(crowd[0], code, "start")["rounds"][0]["opened"]
    for number in (1, 2):
        found = until(crowd[0], code, has_round(number))
        assert event_of(crowd[1], code)["your_match"] in [
            one["match"] for one in found["rounds"][-1]["tables"]
        ]
        play_round(crowd, code)
    found = until(crowd[0], code, lambda one: one["status"] == "ended")
    assert found["ended"] == "complete"
    assert sum(row["points"] for row in found["rows"]) == 4
    assert [row["played"] for row in found["rows"]] == [2, 2, 2, 2]
    met = [frozenset(table["players"]) for one in found["rounds"] for table in one["tables"]]
    assert len(set(met)) == 4
    assert event_of(crowd[0], code)["your_match"] == ""
    csv = crowd[0].http.get(f"/api/events/{code}/results")
    assert csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert csv.text.startswith("Place,Name,Points")
    assert csv.text.count("\r\n") == 5
    dates = crowd[0].http.get(f"/api/events/{code}/calendar")
    assert dates.headers["content-type"].startswith("text/calendar")
    assert f"/event/{code}" in dates.text
    mine = crowd[1].http.get("/api/me/events").json()
    assert misfit(mine, shapes.MyEvents, "mine") == ""
    assert code in [one["id"] for one in mine["events"]]


def test_a_table_begins_without_who_does_not_come_and_they_count_as_beaten(crowd: list[Person]) -> None:
    pace = PACE | {"decision": 5, "reserve": 0, "then": "bot"}
    code = opened(crowd[0], seats=3, fewest=3, rounds=1, wait=5, pace=pace)
    for person in crowd[1:3]:
        join(person, code)
    found = act(crowd[0], code, "start")
    (table,) = found["rounds"][0]["tables"]

    def play(person: Person) -> None:
        with sit_down(person, table["match"]) as line:
            while line.wait_for_turn():
                line.ask("play", moves=[line.moves[0]])

    threads = [threading.Thread(target=play, args=[person]) for person in crowd[:2]]  # Cyd does not come
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT)
    found = until(crowd[0], code, lambda one: one["status"] == "ended")
    (table,) = found["rounds"][0]["tables"]
    assert table["absent"] == [table["players"].index(3)]
    assert {row["player"]: row["points"] for row in found["rows"]}[3] == 0
    assert sum(row["points"] for row in found["rows"]) == 1.5


def test_nobody_needs_to_be_there_when_a_round_is_due(crowd: list[Person]) -> None:
    code = opened(crowd[0], starts=int(time.time() * 1000) + 500)
    join(crowd[1], code)
    found = until(crowd[0], code, lambda one: one["rounds"] and one["rounds"][0]["opened"])
    assert found["status"] == "running"
    alone = opened(crowd[0], starts=int(time.time() * 1000) + 500)
    assert until(crowd[0], alone, lambda one: one["status"] == "ended")["ended"] == "too_few"


def test_pause_late_entry_withdrawal_and_corrections(crowd: list[Person]) -> None:
    ann, bob, cyd, dan = crowd
    code = opened(ann, rounds=3)
    join(bob, code)
    assert act(bob, code, "start")["code"] == "NOT_DIRECTOR"
    act(ann, code, "start")
    assert act(ann, code, "pause")["code"] == "REASON_NEEDED"
    assert act(ann, code, "pause", "pizza is here")["paused"] == "pizza is here"
    play_round(crowd[:2], code)
    until(ann, code, lambda one: one["rounds"][0]["tables"][0]["ranks"])
    time.sleep(1.2)  # long enough for the clock to have begun a round
    assert len(event_of(ann, code)["rounds"]) == 1
    join(cyd, code)
    join(dan, code)
    table = event_of(ann, code)["rounds"][0]["tables"][0]
    wanted = {"round": 1, "table": 1, "ranks": table["ranks"][::-1]}
    path = f"events/{code}/results"
    assert post(bob, path, **wanted, reason="me")["code"] == "NOT_DIRECTOR"
    assert post(ann, path, **wanted, reason="  ")["code"] == "REASON_NEEDED"
    assert post(ann, path, **(wanted | {"table": 9}), reason="x")["code"] == "NO_SUCH_TABLE"
    assert post(ann, path, **(wanted | {"ranks": [2, 2]}), reason="x")["code"] == "NO_SUCH_RANKS"
    corrected = post(ann, path, **wanted, reason="seats mixed up")
    assert corrected["rounds"][0]["tables"][0]["points"] == table["points"][::-1]
    assert [event_of(one, code)["may_join"] for one in crowd] == [False] * 4, "they take part"
    assert post(bob, f"events/{code}/leave", player=4, reason="x")["code"] == "NOT_DIRECTOR"
    assert post(ann, f"events/{code}/leave", player=4)["code"] == "REASON_NEEDED"
    assert post(ann, f"events/{code}/leave", player=4, reason="did not come")["status"] == 200
    assert post(dan, f"events/{code}/join", name="Dan")["code"] == "SENT_AWAY"
    assert post(bob, f"events/{code}/leave")["status"] == 200
    assert [event_of(one, code)["may_join"] for one in (bob, dan)] == [True, False]
    assert post(bob, f"events/{code}/leave")["code"] == "NOT_IN_EVENT"
    found = act(ann, code, "resume")
    assert found["rounds"][1]["opened"]
    assert sorted(found["rounds"][1]["tables"][0]["players"]) == [1, 3]
    assert [one["kind"] for one in found["acts"]] == ["paused", "corrected", "withdrawn", "resumed"]
    assert join(bob, code)["you"] == 2
    assert act(ann, code, "end", "it is late")["ended"] == "director"
    assert act(ann, code, "end", "again")["code"] == "EVENT_OVER"
    assert post(dan, f"events/{code}/join", name="Dan")["code"] == "EVENT_OVER"


def test_nobody_changes_what_the_event_agreed_at_its_tables(crowd: list[Person], lines: ExitStack) -> None:
    code = opened(crowd[0])
    join(crowd[1], code)
    found = act(crowd[0], code, "start")
    line = lines.enter_context(crowd[0].connect(found["your_match"], nonce=False))
    assert line.refused("set_pace", pace={**PACE, "kind": "none"}) == "NOT_HOST"
    assert line.refused("remove", seat=1) == "NOT_HOST"
    assert line.refused("start") == "NOT_HOST"
    assert line.match["seats_fixed"]
    assert line.refused("stand") == "SEATS_FIXED", "a stranger would sit down"
    stranger = lines.enter_context(crowd[3].connect(found["your_match"]))
    assert stranger.refused("sit", seat=0, name="Dan") == "SEATS_FIXED"


# ---- names ---------------------------------------------------------------------------------------------------------


def test_names_differ_and_whoever_deletes_everything_leaves_a_number(
    server: RunningServer, crowd: list[Person]
) -> None:
    ann, bob, cyd, dan = crowd
    claim(dan, "Zoe")
    code = opened(ann)
    assert post(bob, f"events/{code}/join", name="Ann")["players"][1]["name"] == "Ann 2"
    assert post(cyd, f"events/{code}/join", name="Zoe")["status"] == 409
    join(cyd, code)
    guest = guest_of(bob)
    assert post(bob, "me/forget", sure=True)["status"] == 204
    assert server.store.documents(PEOPLE, owner=guest) == []
    found = until(ann, code, lambda one: one["players"][1]["name"] == "Incognito")
    found = act(ann, code, "start")
    assert [one["takes_part"] for one in found["players"]] == [True, False, True]


# ---- once ------------------------------------------------------------------------------------------------------------


def test_a_process_that_died_between_pairing_and_start_is_completed_once(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with ExitStack() as stack:
        first = stack.enter_context(RunningServer(store=SqliteStore(path)))
        people = [stack.enter_context(first.person(who)) for who in ("Ann", "Bob", "Cyd", "Dan")]
        code = opened(people[0])
        for person in people[1:]:
            join(person, code)
        first.stop()
        store = SqliteStore(path)  # the process wrote the pairing and one of two matches, and died
        now = store.now()
        tables = [{"match": "AAAAAAAA", "players": [1, 2]}, {"match": "BBBBBBBB", "players": [3, 4]}]
        store.write_documents(
            [
                DocumentChange(LOG, entry_key(code, 6), 0, {"kind": "started", "at": now}),
                DocumentChange(
                    LOG,
                    entry_key(code, 7),
                    0,
                    {"kind": "paired", "at": now, "round": 1, "tables": tables, "byes": [], "ends": None},
                ),
            ]
        )
        second = stack.enter_context(RunningServer(store=store))
        for person in people:
            person.http.base_url = second.address
            person.address = second.address
        found = until(people[0], code, lambda one: one["rounds"] and one["rounds"][0]["opened"])
        assert [one["match"] for one in found["rounds"][0]["tables"]] == ["AAAAAAAA", "BBBBBBBB"]
        assert len(found["rounds"]) == 1
        play_round(people, code)
        until(people[0], code, lambda one: len(one["rounds"]) == 2)


def test_processes_that_look_after_an_event_at_once_do_everything_once(tmp_path: Path) -> None:
    stores: list[Store] = [SqliteStore(tmp_path / "matches.db") for _ in range(3)]
    with ExitStack() as stack:
        servers = [stack.enter_context(RunningServer(store=store)) for store in stores]
        crowd = [stack.enter_context(servers[number % 3].person(f"P{number}")) for number in range(12)]
        code = opened(crowd[0], rounds=3)
        barrier, answers = threading.Barrier(11), dict[int, Facts]()

        def sign_up(number: int) -> None:
            barrier.wait(TIMEOUT)
            answers[number] = post(crowd[number], f"events/{code}/join", name=crowd[number].name)

        threads = [threading.Thread(target=sign_up, args=[number]) for number in range(1, 12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(TIMEOUT)
        assert {answer["status"] for answer in answers.values()} == {200}
        found = event_of(crowd[0], code)
        assert sorted(one["name"] for one in found["players"]) == sorted(one.name for one in crowd)
        act(crowd[0], code, "start")
        by_number = {
            one["number"]: next(p for p in crowd if p.name == one["name"]) for one in found["players"]
        }
        seated = [by_number[number] for number in range(1, 13)]
        for number in (1, 2, 3):
            until(crowd[1], code, has_round(number))
            play_round(seated, code, servers[0].address)  # rooms of this store are one process's
        found = until(crowd[2], code, lambda one: one["status"] == "ended")
        matches = [table["match"] for one in found["rounds"] for table in one["tables"]]
        assert len(matches) == len(set(matches)) == 18
        assert all(row["played"] == 3 for row in found["rows"])
        for server_ in servers:
            assert server_.store.documents(ACTIVE) == []
        log = [one.data for one in stores[0].documents(LOG)]
        assert [one["round"] for one in log if one["kind"] == "paired"] == [1, 2, 3]
        assert [one["round"] for one in log if one["kind"] == "opened"] == [1, 2, 3]
        assert len([one for one in log if one["kind"] == "result"]) == 18


def test_one_guest_in_two_windows_signs_up_once(server: RunningServer, crowd: list[Person]) -> None:
    code = opened(crowd[0])
    barrier = threading.Barrier(4)
    cookies = {one.name: one.value for one in crowd[1].http.cookies.jar}

    def sign_up() -> None:
        with server.person("Bob") as twin:
            twin.http.cookies.clear()
            for name, value in cookies.items():
                twin.http.cookies.set(name, value or "")
            barrier.wait(TIMEOUT)
            join(twin, code)

    threads = [threading.Thread(target=sign_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT)
    assert [one["name"] for one in event_of(crowd[0], code)["players"]] == ["Ann", "Bob"]


# ---- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": " \u200b"}, "NAME_NEEDED"),
        ({"game": "chess"}, "NO_SUCH_GAME"),
        ({"format": "duel"}, "NOT_UNDERSTOOD"),
        ({"pace": PACE | {"kind": "none"}}, "CLOCK_NEEDED"),
        ({"pace": PACE | {"decision": 10**9}}, "NO_SUCH_PACE"),
        ({"pace": {}}, "NOT_UNDERSTOOD"),
        ({"rounds": 0}, "NO_EVENT_SO"),
        ({"rounds": -1}, "NO_EVENT_SO"),
        ({"rounds": 10**20}, "NO_EVENT_SO"),
        ({"rounds": "3"}, "NOT_UNDERSTOOD"),
        ({"seats": 1}, "NO_EVENT_SO"),
        ({"seats": 99, "fewest": 2}, "NO_EVENT_SO"),
        ({"fewest": 3}, "NO_EVENT_SO"),
        ({"gap": -1}, "NO_EVENT_SO"),
        ({"days": 0}, "NO_EVENT_SO"),
        ({"wait": 0}, "NO_EVENT_SO"),
        ({"starts": 5}, "NO_SUCH_START"),
        ({"starts": 10**18}, "NO_SUCH_START"),
        ({"options": {"nonsense": 1}}, "NO_SUCH_OPTION"),
        ({"options": []}, "NOT_UNDERSTOOD"),
    ],
)
def test_an_event_that_cannot_be_held_is_refused(crowd: list[Person], changes: Facts, code: str) -> None:
    answer = post(crowd[0], "events", **(QUICK | changes))
    assert answer["status"] in (404, 422), answer
    assert (
        answer["code"] in (code, "BAD_OPTION", "UNKNOWN_OPTION")
        if code == "NO_SUCH_OPTION"
        else (answer["code"] == code)
    ), answer
    assert answer["text"]["en"]
    assert answer["text"]["de"]


@pytest.mark.parametrize("path", ["join", "leave", "direct", "results"])
@pytest.mark.parametrize(
    "body", [None, [], {}, {"act": "dance"}, {"player": "me"}, {"round": 1.5, "ranks": "x"}, {"name": 7}]
)
def test_what_is_no_request_is_refused_and_changes_nothing(crowd: list[Person], path: str, body: Any) -> None:
    code = opened(crowd[0])
    before = event_of(crowd[0], code)["version"]
    answer = crowd[1].http.post(f"/api/events/{code}/{path}", json=body)
    granted = (path == "join" and body in ({}, {"act": "dance"}, {"player": "me"})) or (
        path == "join" and body == {"round": 1.5, "ranks": "x"}
    )
    assert (answer.status_code == 200) == granted, answer.text
    assert event_of(crowd[0], code)["version"] == before + granted
    assert "Traceback" not in answer.text


def test_events_that_do_not_exist_and_pages_of_other_websites_are_refused(crowd: list[Person]) -> None:
    for path in ("", "/results", "/calendar"):
        assert crowd[0].http.get(f"/api/events/AAAAAAAA{path}").json()["code"] == "NO_SUCH_EVENT"
        assert crowd[0].http.get(f"/api/events/no{path}").json()["code"] == "NO_SUCH_EVENT"
    assert post(crowd[0], "events/AAAAAAAA/join", name="x")["code"] == "NO_SUCH_EVENT"
    code = opened(crowd[0])
    assert crowd[0].http.get(f"/api/events/{code}?known=x").json()["code"] == "NOT_UNDERSTOOD"
    known = event_of(crowd[0], code)["version"]
    assert crowd[0].http.get(f"/api/events/{code}?known={known}").content == b""
    for path, body in (("join", {}), ("leave", {}), ("direct", {"act": "start"})):
        answer = crowd[1].http.post(
            f"/api/events/{code}/{path}", json=body, headers={"origin": "https://evil.example"}
        )
        assert answer.json()["code"] == "FOREIGN_PAGE"
    assert event_of(crowd[0], code)["version"] == known


def test_nobody_opens_events_without_end() -> None:
    limits = replace(NO_LIMITS, own_matches=Rate(0, 3))
    with RunningServer(quick_settings(limits=limits)) as server, server.person("Ann") as ann:
        answers = [post(ann, "events", **QUICK)["status"] for _ in range(4)]
        assert answers == [201, 201, 201, 429]
    with RunningServer(store=MemoryStore()) as server, server.person("Ann") as ann:
        answers = [post(ann, "events", **QUICK).get("code", "") for _ in range(11)]
        assert answers == [""] * 10 + ["TOO_MANY_EVENTS"]


async def test_events_without_end_neither_hide_another_one_nor_hold_it_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    crowd = [DocumentChange(ACTIVE, f"AAAA{number:04d}", 0, {}) for number in range(1500)]
    store.write_documents([*crowd, DocumentChange(ACTIVE, "ZZZZ2345", 0, {})])
    async_store = AsyncStore(store, {})
    logs = EventLogs(async_store)
    assert len(await logs.active()) == 1501
    server: Any = SimpleNamespace(
        event_logs=logs, peers=SimpleNamespace(draining=False, id="a"), now=lambda: 0
    )
    runner, looked = EventRunner(server), Counter[str]()

    async def advance(code: str) -> bool:
        looked[code] += 1
        return False

    monkeypatch.setattr(runner, "advance", advance)
    logs.appended.add("ZZZZ2345")
    await runner.run()
    assert looked["ZZZZ2345"] == 1
    assert looked.total() == 1 + IDLE_AT_ONCE
    await runner.run()
    assert looked.total() == 1 + 2 * IDLE_AT_ONCE  # the next ones
    assert max(looked.values()) == 1
    async_store.close()


def test_an_event_that_nobody_starts_ends_by_itself() -> None:
    event = evening(3)
    assert not is_abandoned(event, event.at + ABANDONED)
    assert is_abandoned(event, event.at + ABANDONED + 1)
    assert not is_abandoned(evening(3, starts=5), event.at + ABANDONED + 1)  # its date starts it


# ---- results from matches --------------------------------------------------------------------------------------------


def summary(guests: list[str], ranks: list[int] | None, away: int = -1) -> Any:
    seats = [
        {"kind": "person", "name": one, "guest": one, "level": None, "away": seat == away, "hints": 0}
        for seat, one in enumerate(guests)
    ]
    result: Facts | None = (
        None if ranks is None else {"ranks": ranks, "values": None, "text": {}, "line_ups": []}
    )
    return {"seats": seats, "teams": [[seat] for seat in range(len(guests))], "result": result}


@pytest.mark.parametrize(
    ("guests", "ranks", "away", "expected", "absent"),
    [
        (["a", "b", "c"], [2, 1, 3], -1, [2, 1, 3], []),
        (["b", "a", "c"], [2, 1, 3], -1, [1, 2, 3], []),  # in the lobby they changed seats
        (["a", "b", "c"], None, -1, [1, 1, 1], []),  # called off
        (["a", "b", "c"], [1, 2, 3], 0, [1, 2, 3], [0]),  # a bot played for her at the end
        (["a", "bot", "c"], [2, 1, 3], -1, [2, 1, 3], [1]),  # he left before it began
        (["a", "b", "c"], [1, 1, 3], -1, [1, 1, 3], []),
    ],
)
def test_a_result_is_that_of_the_people_wherever_they_sat(
    guests: list[str], ranks: list[int] | None, away: int, expected: list[int], absent: list[int]
) -> None:
    people = People({1: "A", 2: "B", 3: "C"}, {1: "a", 2: "b", 3: "c"})
    found = result_of(EventTable("AAAAAAAA", [1, 2, 3]), summary(guests, ranks, away), people, 1, 0, 5)
    assert (found["ranks"], found["absent"]) == (expected, absent)
    assert sorted(found["sides"]) == [0, 1, 2]
