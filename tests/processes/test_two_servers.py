"""Two servers on one store: any serves any match, and whoever plays cannot tell which.

Each runs in a thread of its own, as two processes would; where one must be stopped at a certain point, the store stops
it there.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pytest
from tests.postgres import running_postgres
from tests.processes.shared import TIMEOUT, Gate, SharedMemoryStore
from tests.server.harness import Facts, Line, Person, RunningServer, nonce_of, play_out, quick_settings
from tests.server.test_duplicate import EventFeed
from tests.server.test_events import act, opened

from slugfest.server import background_tasks, storage_retry
from slugfest.store import Logged, NewEntry, OutcomeUnknown, StoreFull, StoreUnreachable
from slugfest.store.base import OnNews
from slugfest.store.postgres import PostgresStore

LIVE = {"kind": "live", "decision": 10, "reserve": 5, "gain": 0, "then": "move", "level": "easy"}


@dataclass
class Pair:
    """Two servers, their store, and where connections are kept so that they end with the test."""

    store: SharedMemoryStore
    first: RunningServer
    second: RunningServer
    kept: ExitStack

    def person(self, name: str) -> Person:
        return self.kept.enter_context(self.first.person(name))

    def line(self, person: Person, match: str, server: RunningServer) -> Line:
        return self.kept.enter_context(person.connect(match, server.address))

    def two_people(
        self, pace: Facts | None = None, rounds: int = 3
    ) -> tuple[str, Person, Person, Line, Line]:
        """Ann at the first server plays with Bob at the second."""
        ann, bob = self.person("Ann"), self.person("Bob")
        match = ann.create("me", "open", pace=pace, rounds=rounds)
        here, there = self.line(ann, match, self.first), self.line(bob, match, self.second)
        there.done("sit", seat=1, name="Bob")
        here.until(lambda line: line.version == there.version).done("start")
        there.until(lambda line: line.status == "playing")
        return match, ann, bob, here, there

    def requests(self, match: str) -> list[str]:
        return [entry["request"] for entry in self.store.entries(match) if "request" in entry]

    def whole_table(self, start: bool) -> tuple[str, Person, Line, Line]:
        """Ann's table: Bob has just sat down through the second server, and the first has not heard of it."""
        ann, bob = self.person("Ann"), self.person("Bob")
        match = ann.create("me", "open", rounds=3, start=start)
        here, there = self.line(ann, match, self.first), self.line(bob, match, self.second)
        here.done("nonce", nonce=nonce_of("Ann"))
        there.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
        return match, ann, here, there


@contextmanager
def two_servers(**changes: float) -> Iterator[Pair]:
    store, settings = SharedMemoryStore(), quick_settings(**changes)
    with (
        RunningServer(settings, store) as first,
        RunningServer(settings, store) as second,
        ExitStack() as kept,
    ):
        yield Pair(store, first, second, kept)


@pytest.fixture
def pair() -> Iterator[Pair]:
    with two_servers() as pair:
        yield pair


@pytest.fixture
def pair_with_slow_bots() -> Iterator[Pair]:
    with two_servers(bot_delay=600) as pair:
        yield pair


class SilentPostgres(PostgresStore):
    """It receives no news, so that its process lags behind until it reads."""

    def subscribe(self, on_news: OnNews) -> Callable[[], None]:
        return lambda: None


@pytest.fixture
def pair_on_postgres(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """Two servers on one PostgreSQL that neither receive news nor compare versions."""
    monkeypatch.setattr(background_tasks, "BEAT", 600.0)
    url, settings = running_postgres().new_database(), quick_settings()
    with (
        RunningServer(settings, SilentPostgres(url)) as first,
        RunningServer(settings, SilentPostgres(url)) as second,
        ExitStack() as kept,
    ):
        yield Pair(SharedMemoryStore(), first, second, kept)


def by_request(request: str) -> Gate:
    return Gate(lambda new: new.entry.get("request") == request)


def test_two_people_at_two_servers_play_a_whole_match(pair: Pair) -> None:
    match, *_, ann, bob = pair.two_people()
    play_out(ann, bob)
    assert ann.until(lambda line: line.status == "finished").version == bob.version
    assert ann.match["secret"] == bob.match["secret"]
    requests = pair.requests(match)
    assert len(requests) == len(
        set(zip(requests, [entry["by"] for entry in pair.store.entries(match) if "by" in entry], strict=True))
    )


def test_whoever_was_slower_is_judged_anew_and_keeps_the_connection(pair: Pair) -> None:
    """Both choose at once; the first server is stopped between judging and writing."""
    match, _, _, ann, bob = pair.two_people()
    pair.store.gate = gate = by_request("slow")
    ann.send({"type": "play", "id": "slow", "moves": [ann.moves[0]]})
    gate.wait_until_reached()
    bob.done("play", id="quick", moves=[bob.moves[0]])
    gate.open()
    assert ann.answer("slow")["type"] == "done"
    assert pair.requests(match)[-2:] == ["quick", "slow"]
    bob.until(lambda line: line.version == ann.version)
    play_out(ann, bob)


def test_one_request_through_both_servers_counts_once(pair: Pair) -> None:
    match, person, _, ann, _ = pair.two_people()
    move = ann.moves[0]
    pair.store.gate = gate = by_request("precious")
    ann.send({"type": "play", "id": "precious", "moves": [move]})
    gate.wait_until_reached()
    again = pair.line(person, match, pair.second)
    version = again.done("play", id="precious", moves=[move], again=True)
    gate.open()
    assert ann.answer("precious") == {"type": "done", "id": "precious", "version": version}
    assert pair.requests(match).count("precious") == 1


def test_what_one_server_has_refused_the_other_does_not_grant(pair_with_slow_bots: Pair) -> None:
    """Bob's move waits at the second server; meanwhile the first one refuses it for good."""
    pair = pair_with_slow_bots
    match, _, person, _, bob = pair.two_people()
    move = bob.moves[0]
    pair.store.gate = gate = by_request("doubtful")
    bob.send({"type": "play", "id": "doubtful", "moves": [move]})
    gate.wait_until_reached()
    elsewhere = pair.line(person, match, pair.first)
    elsewhere.done("stand")
    assert elsewhere.refused("play", id="doubtful", moves=[move], again=True) == "STOOD_UP"
    elsewhere.done("sit", seat=1, name="Bob")  # now it would be legal again
    gate.open()
    assert bob.answer("doubtful")["code"] == "STOOD_UP"
    assert "doubtful" not in pair.requests(match)


def test_a_refusal_that_was_only_remembered_gives_way_to_a_grant(pair: Pair) -> None:
    match, _, person, ann, bob = pair.two_people()
    assert bob.refused("play", id="early", moves=["HOLD"]) != ""
    elsewhere = pair.line(person, match, pair.first)
    move = elsewhere.moves[0]
    version = elsewhere.done("play", id="early", moves=[move], again=True)
    back = pair.line(person, match, pair.second)
    assert back.done("play", id="early", moves=[move], again=True) == version
    assert ann.status == "playing"


@pytest.mark.parametrize("written", [True, False])
def test_a_commit_of_unknown_outcome_is_looked_up_and_never_repeated_blindly(
    pair: Pair, written: bool
) -> None:
    match, _, _, ann, bob = pair.two_people()
    lost = OutcomeUnknown("the line was lost")
    (pair.store.forgetting if written else pair.store.failing).append(lost)
    ann.done("play", id="unknown", moves=[ann.moves[0]])
    assert pair.requests(match).count("unknown") == 1
    bob.until(lambda line: line.version == ann.version)
    play_out(ann, bob)


def test_nobody_is_refused_for_what_another_server_has_just_changed(pair_on_postgres: Pair) -> None:
    _, _, ann, bob = pair_on_postgres.whole_table(start=False)
    assert ann.match["seats"][1]["kind"] == "open"
    ann.done("start")
    assert [ann.status, ann.match["seats"][1]["name"]] == ["playing", "Bob"]
    assert bob.refused("set_seat", seat=1, kind="bot") == "NOT_HOST"  # and what is still so is refused


def test_a_match_that_began_with_a_nonce_at_another_server_can_be_played_at_once(
    pair_on_postgres: Pair,
) -> None:
    match, person, ann, _ = pair_on_postgres.whole_table(start=True)
    assert ann.status == "lobby"
    elsewhere = pair_on_postgres.line(person, match, pair_on_postgres.second)
    version = ann.done("play", moves=[elsewhere.moves[0]])
    assert (ann.status, ann.version) == ("playing", version)


def test_a_refusal_that_was_told_stands_though_the_match_has_moved_on(pair_on_postgres: Pair) -> None:
    pair = pair_on_postgres
    ann, bob = pair.person("Ann"), pair.person("Bob")
    match = ann.create("me", "open", rounds=3, start=False)
    here, there = pair.line(ann, match, pair.first), pair.line(bob, match, pair.second)
    assert here.refused("start", id="early") == "SEAT_OPEN"
    there.done("sit", seat=1, name="Bob")
    assert here.refused("start", id="early") == "SEAT_OPEN"
    here.done("start", id="later")


def test_what_seems_to_be_so_already_is_looked_up_first(pair_on_postgres: Pair) -> None:
    """The wish to end the match came through the other server; to play on takes it back."""
    _, _, ann, bob = pair_on_postgres.whole_table(start=False)
    ann.done("start")
    bob.done("abandon")
    ann.done("abandon", agree=False)
    assert ann.match["abandoning"] == []
    bob.send({"type": "sync"})
    assert bob.until(lambda line: line.version == ann.version).match["abandoning"] == []


def test_announcements_that_are_lost_are_made_up_for(pair: Pair) -> None:
    _, _, _, ann, bob = pair.two_people()
    pair.store.announcing = False
    version = ann.done("play", moves=[ann.moves[0]])
    bob.until(lambda line: line.version == version)  # by comparing versions


@pytest.mark.parametrize("fault", ["unavailable", "late", "twice"])
def test_what_is_read_for_many_tables_at_once_may_be_missing_late_or_doubled(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """A room follows only what joins on to what it knows by then, and otherwise reads for itself."""
    *_, ann, bob = pair.two_people()
    read = pair.store.logs

    def logs(after: Mapping[str, int]) -> dict[str, list[Logged]]:
        if fault == "unavailable":
            raise StoreUnreachable("nobody answers")
        if fault == "late":
            return {name: log[-1:] for name, log in read(dict.fromkeys(after, 1)).items()}
        return read(dict.fromkeys(after, 0))

    monkeypatch.setattr(pair.store, "logs", logs)
    play_out(ann, bob)
    assert ann.until(lambda line: line.status == "finished").version == bob.version


def test_whoever_changes_servers_never_sees_an_acknowledged_move_vanish(pair: Pair) -> None:
    match, person, _, ann, bob = pair.two_people()
    pair.store.announcing = False
    version = ann.done("play", moves=[ann.moves[0]])
    assert pair.line(person, match, pair.second).version == version
    assert bob.until(lambda line: line.version == version).status == "playing"
    received = person.http.get(f"{pair.second.address}/api/matches/{match}").json()
    assert received["owing"] == [1]


def test_bots_are_run_by_one_server_and_by_another_when_that_one_stops(pair: Pair) -> None:
    ann = pair.person("Ann")
    match = ann.create("me", "easy", rounds=4)
    here = pair.line(ann, match, pair.first)
    assert here.wait_for_turn()
    there = pair.line(ann, match, pair.second)
    pair.first.stop()
    assert here.ending()[0] == 1012
    while there.wait_for_turn():
        there.done("play", moves=[there.moves[0]])
    moves = [entry for entry in pair.store.entries(match) if entry["kind"] == "moves" and entry["seat"] == 1]
    assert moves


def test_a_lease_that_could_not_be_given_back_is_given_back_later(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = pair.person("Ann")
    match = ann.create("me", "easy", rounds=3)
    here = pair.line(ann, match, pair.first)
    assert here.wait_for_turn()
    release_lease, failed = pair.store.release_lease, threading.Event()

    def fail_once(match: str, process: str) -> None:
        if not failed.is_set():
            failed.set()
            raise StoreUnreachable("no answer")
        release_lease(match, process)

    monkeypatch.setattr(pair.store, "release_lease", fail_once)
    here.close()
    assert failed.wait(TIMEOUT)
    there = pair.line(ann, match, pair.second)
    while there.wait_for_turn():
        there.done("play", moves=[there.moves[0]])


def test_processes_that_counted_as_dead_begin_anew_and_the_bots_go_on(pair: Pair) -> None:
    ann = pair.person("Ann")
    match = ann.create("me", "easy", rounds=3)
    here, there = pair.line(ann, match, pair.first), pair.line(ann, match, pair.second)
    assert here.wait_for_turn()
    pair.store.ahead += 60_000  # nobody was heard of for a minute
    while here.wait_for_turn():
        here.done("play", moves=[here.moves[0]])
    there.until(lambda line: line.status == "finished")


def test_a_sign_of_life_through_another_server_stops_a_hand_over(pair: Pair) -> None:
    match, _, _, ann, bob = pair.two_people()
    pair.store.ahead += 61_000
    ann.done("hand", seat=1)
    bob.until(lambda line: line.match["handing"] is not None).done("here")
    ann.until(lambda line: line.match["handing"] is None)
    pair.store.ahead += 31_000  # the countdown would be over
    assert ann.refused("hand", seat=1) == "TOO_EARLY"
    assert not ann.match["seats"][1]["stand_in"]
    assert "stood" not in [entry["kind"] for entry in pair.store.entries(match)]


def test_a_seat_is_handed_over_once_and_taken_back_through_another_server(pair: Pair) -> None:
    match, _, _, ann, bob = pair.two_people()
    pair.store.ahead += 61_000
    ann.done("hand", seat=1)
    bob.until(lambda line: line.match["handing"] is not None)
    pair.store.ahead += 31_000
    for line in (ann, bob):
        line.until(lambda line: line.match["seats"][1]["why"] == "idle")
    bob.done("sit", seat=1, name="Bob")
    ann.until(lambda line: not line.match["seats"][1]["stand_in"])
    assert [entry["kind"] for entry in pair.store.entries(match)].count("stood") == 1


def test_any_process_writes_what_is_overdue_though_nobody_looks_at_the_match(pair: Pair) -> None:
    match, person, _, ann, bob = pair.two_people(LIVE)
    ann.close()
    bob.close()
    pair.first.stop()
    pair.store.ahead += 16_001  # decision, reserve and the time for a move on its way
    there = pair.line(person, match, pair.second)
    there.until(lambda line: [seat["late"] for seat in line.match["seats"]] == [1, 1])
    late = [entry for entry in pair.store.entries(match) if entry.get("why") == "time"]
    assert [entry["seat"] for entry in late] == [0, 1]


def test_a_process_that_slept_over_a_deadline_takes_nothing_back(pair: Pair) -> None:
    """Its move was judged in time and is written too late: the store says so, and the other server's word stands."""
    match, _, _, ann, bob = pair.two_people(LIVE)
    pair.store.gate = gate = by_request("late")
    ann.send({"type": "play", "id": "late", "moves": [ann.moves[0]]})
    gate.wait_until_reached()
    pair.store.ahead += 20_000
    bob.until(lambda line: line.match["seats"][0]["late"] == 1)
    gate.open()
    assert ann.answer("late")["code"] in ("TIME_UP", "NOT_YOUR_TURN", "NOT_POSSIBLE")
    assert "late" not in pair.requests(match)


def test_who_is_there_is_told_across_servers(pair: Pair) -> None:
    match, _, _, ann, bob = pair.two_people()
    assert ann.match["seats"][1]["connected"]
    assert bob.match["seats"][0]["connected"]
    watching = pair.line(pair.person("Cyd"), match, pair.second)
    ann.until(lambda line: line.match["spectators"] == 1)
    watching.close()
    ann.until(lambda line: line.match["spectators"] == 0)
    bob.close()
    ann.until(lambda line: not line.match["seats"][1]["connected"])


def test_teammates_at_two_servers_hear_each_other_once(pair: Pair) -> None:
    people = [pair.person(name) for name in ("Ann", "Bob", "Cyd", "Dan")]
    match = people[0].create("me", "open", "open", "open", game="kapow-dice", mode="team")
    servers = (pair.first, pair.second, pair.second, pair.first)
    lines = [pair.line(person, match, server) for person, server in zip(people, servers, strict=True)]
    for seat in (1, 2, 3):
        lines[seat].done("sit", seat=seat, name=people[seat].name)
    lines[0].until(lambda line: all(seat["kind"] == "person" for seat in line.match["seats"])).done("start")
    for line in lines:
        line.until(lambda line: line.status == "playing")
    lines[0].done("say", phrase="defend")
    while lines[1].receive()["type"] != "said":
        pass
    for line in lines:
        line.send({"type": "sync"})
        while line.receive()["type"] != "snapshot":
            pass
    calls = [[raw for raw in line.raw if json.loads(raw)["type"] == "said"] for line in lines]
    assert [len(heard) for heard in calls] == [1, 1, 0, 0]
    lines[1].done("say", phrase="ouch", to="table")
    for line in (lines[0], lines[3]):
        while (said := line.receive())["type"] != "said":
            pass
        assert (said["seat"], said["to"], said["phrase"]) == (1, "table", "ouch")


@pytest.mark.parametrize("fault", [StoreFull("no room left"), StoreUnreachable("no answer")])
def test_a_table_whose_storage_is_ill_keeps_everybody_and_goes_on(
    pair: Pair, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_retry, "RETRY", 0.01)
    match, _, _, ann, bob = pair.two_people()
    pair.store.failing += [fault, fault]
    ann.send({"type": "play", "id": "patient", "moves": [ann.moves[0]]})
    received = []
    while (message := ann.receive())["type"] != "done":
        received.append(message)
    waits = [message["text"] for message in received if message["type"] == "waiting"]
    assert len(waits) == 3
    assert "Nothing was lost" in waits[0]["en"]
    assert waits[-1] is None
    bob.until(lambda line: line.version == ann.version)
    play_out(ann, bob)
    assert pair.requests(match).count("patient") == 1


def test_a_match_of_a_newer_slugfest_is_left_to_a_newer_server(pair: Pair) -> None:
    match, person, _, ann, bob = pair.two_people()
    version = len(pair.store.entries(match))
    newer = NewEntry(match, version + 1, {"kind": "teleported"}, (), False)
    pair.store.append([newer])
    for line in (ann, bob):
        assert line.ending()[0] == 1012
    with pytest.raises(KeyError):  # a refusal comes instead of a snapshot
        pair.line(person, match, pair.first).match["status"]


def test_a_page_asked_for_while_the_storage_is_ill_says_so(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unavailable(guest: str) -> str:
        raise StoreUnreachable("no answer")

    ann = pair.person("Ann")
    monkeypatch.setattr(pair.store, "name_of", unavailable)
    response = ann.http.get("/api/me")
    assert (response.status_code, response.json()["code"]) == (503, "STORAGE")
    monkeypatch.undo()
    assert ann.http.get("/api/me").status_code == 200


def test_a_page_at_one_server_hears_what_my_matches_do_at_the_other(pair: Pair) -> None:
    match, ann, _, here, _ = pair.two_people()
    feed = pair.kept.enter_context(ann.dial("mine", pair.second.address))
    received = feed.receive()["matches"][0]
    assert (received["id"], received["yours"]) == (match, True)
    while here.my_turn:
        here.done("play", moves=[here.moves[-1]])
    while received["yours"]:
        received = feed.receive()["matches"][0]
    assert received["owing"] == [1]


def test_a_page_of_an_event_hears_what_another_server_has_written(pair: Pair) -> None:
    ann = pair.person("Ann")
    code = opened(ann)
    bob = pair.kept.enter_context(pair.second.person("Bob"))
    feed = EventFeed(bob)
    with feed.socket:
        feed.ask(code)
        assert feed.take()["since"] == 0
        assert act(ann, code, "end", "rain")["ended"] == "director"
        found = feed.take(TIMEOUT)
        assert (found["since"], found["event"]["ended"]) == (2, "director")
