"""Time at a real server, whose store goes by a clock that the test moves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import TIMEOUT, Facts, Line, Person, RunningServer

from slugfest.server import background_tasks
from slugfest.server.protocols import WebSocketProtocol
from slugfest.store import MemoryStore, SqliteStore
from slugfest.table.clock import DELAY_QUOTA

DAY = 24 * 3600 * 1000
LIVE = {"kind": "live", "decision": 30, "reserve": 60, "gain": 5, "then": "move", "level": "easy"}
DAYS = {"kind": "days", "decision": 2, "reserve": 0, "gain": 0, "then": "bot", "level": "easy"}


class Clock:
    """It stands still unless the test moves it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that looks often whose time has run out."""
    monkeypatch.setattr(background_tasks, "SWEEP", 0.02)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(clock: Clock) -> Iterator[RunningServer]:
    with RunningServer(store=MemoryStore(clock)) as running:
        yield running


@pytest.fixture
def people(server: RunningServer) -> Iterator[list[Person]]:
    with ExitStack() as stack:
        yield [stack.enter_context(server.person(who)) for who in ("Ann", "Bob", "Cyd", "Dan")]


def begin(
    lines: ExitStack, people: list[Person], pace: Facts | None, **options: Any
) -> tuple[str, list[Line]]:
    """A match that all these people play."""
    match = people[0].create("me", *["open"] * (len(people) - 1), pace=pace, **options)
    opened = [lines.enter_context(person.connect(match)) for person in people]
    for seat, (person, line) in enumerate(zip(people, opened, strict=True)):
        if seat:
            line.done("sit", seat=seat, name=person.name)
    opened[0].until(lambda line: all(seat["kind"] == "person" for seat in line.match["seats"])).done("start")
    for line in opened:
        line.until(lambda line: line.status == "playing")
    return match, opened


def kinds(server: RunningServer, match: str) -> list[str]:
    return [entry["kind"] for entry in server.store.entries(match)]


# ---- clocks --------------------------------------------------------------------------------------------------------


def test_a_live_clock_runs_out_for_one_of_two(
    server: RunningServer, clock: Clock, people: list[Person], lines: ExitStack
) -> None:
    match, (ann, bob) = begin(lines, people[:2], LIVE, rounds=3, ready=False)
    assert bob.match["clocks"][1] == {
        "reserve": 60_000,
        "starts": clock.now,
        "decide_until": clock.now + 30_000,
        "deadline": clock.now + 90_000,
    }
    clock.now += 5_000
    ann.done("play", moves=[ann.moves[0]])
    idle = {"reserve": 65_000, "starts": None, "decide_until": None, "deadline": None}
    assert ann.match["clocks"][0] == idle
    clock.now += 85_000 + DELAY_QUOTA + 1
    for line in (ann, bob):
        line.until(lambda line: line.match["seats"][1]["late"] == 1)
        assert line.match["clocks"][1]["reserve"] == 0
    entry = server.store.entries(match)[-1]
    assert (entry["kind"], entry["seat"], entry["why"]) == ("moves", 1, "time")
    assert "request" not in entry


def test_a_live_clock_runs_out_for_one_of_four_deciding_at_once(
    clock: Clock, people: list[Person], lines: ExitStack
) -> None:
    pace = LIVE | {"then": "bot", "level": "hard"}
    _, table = begin(lines, people, pace, rounds=3, ready=False)
    for line in (table[0], table[1], table[3]):
        line.until(lambda line: line.my_turn).done("play", moves=[line.moves[0]])
    clock.now += 90_000 + DELAY_QUOTA + 1
    cyd = table[2].until(lambda line: line.match["seats"][2]["why"] == "time")
    assert [seat["stand_in"] for seat in cyd.match["seats"]] == [False, False, True, False]
    assert cyd.match["seats"][2]["level"] == "hard"
    cyd.until(lambda line: 2 not in line.match["owing"])  # the bot has moved
    cyd.done("sit", seat=2, name="Cyd")
    assert not cyd.match["seats"][2]["stand_in"]


@pytest.mark.parametrize("then", ["move", "bot", "give_up"])
def test_of_a_move_and_a_time_out_at_the_same_moment_one_counts(
    server: RunningServer, clock: Clock, people: list[Person], lines: ExitStack, then: str
) -> None:
    match, (ann, _) = begin(lines, people[:2], LIVE | {"then": then}, rounds=1, ready=False)
    move, length = ann.moves[0], len(server.store.entries(match))
    clock.now += 90_000 + DELAY_QUOTA + 1
    code = ann.refused("play", id="late", moves=[move])
    assert code in ("TIME_UP", "STOOD_UP", "GAME_OVER", "NOT_YOUR_TURN", "NOT_POSSIBLE")
    ours = [entry for entry in server.store.entries(match)[length:] if entry.get("seat") == 0]
    assert "request" not in ours[0]
    assert ours[0]["why"] == "time"


def test_the_last_moment_still_counts(clock: Clock, people: list[Person], lines: ExitStack) -> None:
    _, (ann, bob) = begin(lines, people[:2], LIVE, rounds=1, ready=False)
    clock.now += 90_000
    ann.done("play", moves=[ann.moves[0]])
    clock.now += DELAY_QUOTA  # the table waits for a move on its way, but Bob's line is fast
    bob.until(lambda line: line.version == ann.version)
    assert bob.refused("play", moves=[bob.moves[0]]) == "TIME_UP"


def test_a_measured_delay_is_paid_back_and_stands_in_the_log(
    server: RunningServer,
    clock: Clock,
    people: list[Person],
    lines: ExitStack,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match, (ann, _) = begin(lines, people[:2], LIVE, rounds=1, ready=False)
    monkeypatch.setattr(WebSocketProtocol, "delay", lambda connection: 400)
    with people[0].connect(match) as slow:
        clock.now += 90_000 + 400
        slow.done("play", moves=[slow.moves[0]])
    assert server.store.entries(match)[-1]["lag"] == 400
    assert ann.until(lambda line: not line.my_turn).match["clocks"][0]["reserve"] == 5_000


def test_the_delay_of_a_line_is_measured_as_soon_as_it_is_open(
    people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured, pong = threading.Event(), WebSocketProtocol.handle_pong

    def noted(connection: WebSocketProtocol, event: Any) -> None:
        pong(connection, event)
        assert connection.delay() == round(connection.last_ping_rtt * 1000)
        measured.set()

    monkeypatch.setattr(WebSocketProtocol, "handle_pong", noted)
    with people[0].connect(people[0].create("me", "open")) as line:
        line.send({"type": "sync"})
        line.receive()
        assert measured.wait(TIMEOUT)


# ---- restarts ------------------------------------------------------------------------------------------------------


def test_a_days_match_goes_on_over_a_restart_with_its_deadlines(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "slugfest.db"
    with ExitStack() as stack:
        with RunningServer(store=SqliteStore(path, clock)) as server:
            ann, bob = (stack.enter_context(server.person(name)) for name in ("Ann", "Bob"))
            match, (here, there) = begin(stack, [ann, bob], DAYS, rounds=3, ready=False)
            clock.now += DAY
            here.done("play", moves=[here.moves[0]])
            there.until(lambda line: line.version == here.version)
            received = there.match["clocks"]
            assert received[1]["deadline"] == clock.now + DAY
        clock.now += DAY - 1000
        with RunningServer(store=SqliteStore(path, clock)) as server:
            for person in (ann, bob):
                person.address = server.address
                person.http.base_url = server.address
            with bob.connect(match) as again:
                assert again.match["clocks"] == received, "a restart changes no deadline"
                assert again.my_turn
            assert "stood" not in kinds(server, match)
            clock.now += 1001  # nobody looks at the match, and it is time all the same
            while "stood" not in kinds(server, match):
                ann.http.get("/api/me")  # the server has something to do meanwhile
            with ann.connect(match) as back:
                seat = back.match["seats"][1]
                assert (seat["stand_in"], seat["why"], seat["level"]) == (True, "time", "easy")


# ---- keeping others waiting ----------------------------------------------------------------------------------------


def test_a_nudge_reaches_whoever_is_waited_for_and_nobody_else(
    clock: Clock, people: list[Person], lines: ExitStack
) -> None:
    _, (ann, bob, cyd) = begin(lines, people[:3], None, rounds=1)
    assert ann.refused("nudge", seat=1) == "TOO_EARLY"
    clock.now += 60_000
    ann.done("nudge", seat=1)
    while (message := bob.receive())["type"] != "nudged":
        pass
    assert (message["seat"], message["by"]) == (1, 0)
    for line in (ann, cyd):
        line.send({"type": "sync"})
        while (heard := line.receive())["type"] != "snapshot":
            assert heard["type"] != "nudged"


def test_an_idle_seat_is_handed_to_a_bot_and_taken_back(
    clock: Clock, people: list[Person], lines: ExitStack
) -> None:
    match, (ann, bob) = begin(lines, people[:2], None, rounds=3, ready=False)
    bob.close()
    clock.now += 60_000
    ann.done("hand", seat=1)
    assert ann.match["handing"] == {"seat": 1, "by": [0], "at": clock.now + 30_000, "needs": 0}
    back = lines.enter_context(people[1].connect(match))
    assert back.match["handing"]["at"] == clock.now + 30_000, "whoever comes sees the countdown"
    back.done("here")
    ann.until(lambda line: line.match["handing"] is None)
    clock.now += 60_000
    ann.done("hand", seat=1)
    clock.now += 30_001
    ann.until(lambda line: line.match["seats"][1]["why"] == "idle")
    ann.until(lambda line: line.view is not None and line.view["actors"] == [0])  # the bot has moved
    back.until(lambda line: line.version == ann.version).done("sit", seat=1, name="")
    assert not back.match["seats"][1]["stand_in"]


def test_who_gives_up_has_lost_and_everybody_is_told(people: list[Person], lines: ExitStack) -> None:
    match, (ann, bob) = begin(lines, people[:2], None, rounds=3)
    bob.done("resign")
    ann.until(lambda line: line.status == "finished")
    assert ann.view is not None
    assert (ann.view["outcome"]["winners"], ann.match["ended"]) == ([0], "resigned")
    replay = people[2].http.get(f"/api/matches/{match}/replay").json()
    assert replay["views"][-1]["outcome"]["reason"] == "RESIGNATION"
    assert "result: RESIGNATION P1" in people[2].http.get(f"/api/matches/{match}/record").text


# ---- agreeing ------------------------------------------------------------------------------------------------------


def test_the_host_chooses_the_pace_when_opening_and_in_the_lobby(
    people: list[Person], lines: ExitStack
) -> None:
    match = people[0].create("me", "open", pace=LIVE)
    ann, bob = (lines.enter_context(person.connect(match)) for person in people[:2])
    assert bob.match["pace"] == LIVE | {"watch": True}
    ann.done("set_pace", pace=DAYS)
    bob.until(lambda line: line.match["pace"] == DAYS)
    assert bob.refused("set_pace", pace=LIVE) == "NOT_HOST"
    assert ann.refused("set_pace", pace=LIVE | {"decision": 1}) == "NO_SUCH_PACE"
    assert ann.refused("set_pace", pace={"kind": "live"}) == "NOT_UNDERSTOOD"


def test_no_match_is_opened_with_a_pace_that_is_none(people: list[Person]) -> None:
    wanted: Facts = {
        "game": "hush",
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "pace": DAYS | {"decision": 8},
    }
    response = people[0].http.post("/api/matches", json=wanted)
    assert (response.status_code, response.json()["code"]) == (422, "NO_SUCH_PACE")
