"""Real processes on a real PostgreSQL, killed and stopped at the points where it hurts."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from contextlib import ExitStack

import psycopg
import pytest
from tests.hush import TABLE_GAME
from tests.postgres import running_postgres
from tests.processes.mortal import Mortal
from tests.server.harness import Facts, Line, Person, play_out

from slugfest.store import Store, open_store
from slugfest.table import Table


class Place:
    """A database, and processes on it."""

    def __init__(self, kept: ExitStack) -> None:
        self.url = running_postgres().new_database()
        self._kept = kept
        self._opened: Store | None = None

    def server(self, **settings: object) -> Mortal:
        return self._kept.enter_context(Mortal(self.url, **settings))

    def person(self, name: str, server: Mortal) -> Person:
        return self._kept.enter_context(Person(server.address, name))

    def line(self, person: Person, match: str, server: Mortal) -> Line:
        return self._kept.enter_context(person.connect(match, server.address))

    def two_people(
        self, first: Mortal, second: Mortal, pace: Facts | None = None
    ) -> tuple[str, Person, Person, Line, Line]:
        """Ann at the first process plays with Bob at the second."""
        ann, bob = self.person("Ann", first), self.person("Bob", first)
        match = ann.create("me", "open", pace=pace, rounds=3)
        here, there = self.line(ann, match, first), self.line(bob, match, second)
        there.done("sit", seat=1, name="Bob")
        here.until(lambda line: line.version == there.version).done("start")
        there.until(lambda line: line.status == "playing")
        return match, ann, bob, here, there

    def entries(self, match: str) -> list[Mapping[str, object]]:
        if self._opened is None:
            self._opened = open_store(self.url)
            self._kept.callback(self._opened.close)
        entries = self._opened.entries(match)
        Table.from_log(entries, lambda _: TABLE_GAME)  # each decision once: it replays
        return entries

    def requests(self, match: str) -> list[object]:
        return [entry["request"] for entry in self.entries(match) if "request" in entry]

    def execute(self, statement: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as database:
            database.execute(statement.encode())

    def later(self, ms: int) -> None:
        """Turn the database's clock."""
        self.execute(
            "CREATE OR REPLACE FUNCTION slugfest_now() RETURNS bigint LANGUAGE sql VOLATILE AS $$ "
            f"SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ({ms}) $$"
        )


@pytest.fixture
def place() -> Iterator[Place]:
    with ExitStack() as kept:
        yield Place(kept)


def test_two_people_on_two_processes_play_a_whole_match(place: Place) -> None:
    match, _, _, ann, bob = place.two_people(place.server(), place.server())
    play_out(ann, bob)
    requests = place.requests(match)
    assert ann.match["secret"] == bob.match["secret"]
    assert len(requests) > 4


@pytest.mark.parametrize("point", ["stop_at", "stop_after"], ids=["before the commit", "after the commit"])
def test_a_process_killed_in_the_middle_of_a_move_loses_and_doubles_nothing(place: Place, point: str) -> None:
    fragile, sound = place.server(**{point: "moves"}), place.server()
    match, person, _, ann, bob = place.two_people(fragile, sound)
    move = ann.moves[0]
    ann.send({"type": "play", "id": "precious", "moves": [move]})
    assert fragile.said() == "stopped"
    fragile.kill()
    again = place.line(person, match, sound)
    version = again.done("play", id="precious", moves=[move], again=True)
    assert version == again.until(lambda line: line.version >= version).version
    assert place.requests(match).count("precious") == 1
    play_out(again, bob)
    place.entries(match)


def test_a_runner_that_slept_through_its_lease_writes_nothing(place: Place) -> None:
    """The first process is stopped when its bot is about to move; the second one takes over and plays the match."""
    sleeper, sound = place.server(stop_at="moves"), place.server()
    ann = place.person("Ann", sleeper)
    match = ann.create("me", "easy", rounds=2)
    place.line(ann, match, sleeper)
    assert sleeper.said() == "stopped"
    there = place.line(ann, match, sound)
    assert "moves" not in [entry["kind"] for entry in place.entries(match)]
    place.later(11_000)  # by the database's clock nobody was heard of for too long
    assert there.wait_for_turn()
    sleeper.send(signal.SIGCONT)
    while there.wait_for_turn():
        there.done("play", moves=[there.moves[0]])
    place.entries(match)
    fresh = place.line(ann, match, sleeper)  # it has registered anew and serves
    assert (fresh.version, fresh.status) == (there.version, "finished")


def test_a_process_that_slept_through_a_countdown_hands_over_no_seat_twice(place: Place) -> None:
    sleeper, sound = place.server(stop_at="stood"), place.server()
    match, person, _, ann, bob = place.two_people(sleeper, sound)
    place.later(61_000)
    ann.done("hand", seat=1)
    bob.until(lambda line: line.match["handing"] is not None)
    bob.close()  # nobody looks at the match through the other process, which sees all the same that it is time
    place.later(95_000)
    there = place.line(person, match, sound)
    there.until(lambda line: line.match["seats"][1]["why"] == "idle")
    sleeper.send(signal.SIGCONT)
    ann.until(lambda line: line.match["seats"][1]["why"] == "idle")
    assert [entry["kind"] for entry in place.entries(match)].count("stood") == 1


def test_idle_people_are_told_although_the_listening_line_was_cut(place: Place) -> None:
    _, _, _, ann, bob = place.two_people(place.server(), place.server())
    place.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    version = ann.done("play", moves=[ann.moves[0]])
    bob.until(lambda line: line.version == version)


def test_a_rolling_restart_loses_nobody(place: Place) -> None:
    first, second = place.server(), place.server()
    match, person, other, ann, bob = place.two_people(first, second)
    ann.done("play", moves=[ann.moves[0]])
    first.send(signal.SIGTERM)
    assert ann.ending()[0] == 1012
    ann = place.line(person, match, second)
    first.wait()
    first.start()
    bob.until(lambda line: line.version == ann.version).done("play", moves=[bob.moves[0]])
    second.send(signal.SIGTERM)
    assert bob.ending()[0] == ann.ending()[0] == 1012
    second.wait()
    play_out(place.line(person, match, first), place.line(other, match, first))
    place.entries(match)


@pytest.mark.parametrize("ahead", [3_000_000, -3_000_000], ids=["behind", "ahead"])  # nearly an hour
def test_a_process_whose_clock_is_wrong_times_nobody_out_early(place: Place, ahead: int) -> None:
    """Deadlines are by the database's clock, which an hour's difference of ours does not change."""
    pace = {"kind": "live", "decision": 60, "reserve": 600, "gain": 0, "then": "bot", "level": "easy"}
    server = place.server()
    place.later(ahead)
    match, _, _, ann, bob = place.two_people(server, server, pace)
    ann.done("play", moves=[ann.moves[0]])
    bob.until(lambda line: line.version >= ann.version).done("play", moves=[bob.moves[0]])
    for clock in bob.match["clocks"]:
        assert clock["deadline"] is None or 0 < clock["deadline"] - bob.match["now"] <= 660_000
    assert "stood" not in [entry["kind"] for entry in place.entries(match)]
