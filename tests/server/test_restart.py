"""A server that dies in the middle of a match and comes back: nothing acknowledged is lost, nothing counts twice."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.hush import TABLE_GAME as GAME
from tests.server.harness import TIMEOUT, Line, Person, RunningServer, play_out
from websockets.exceptions import ConnectionClosed

from slugfest.kernel import Facts, SlugfestError, read_record, verify
from slugfest.server.run import listen, serve
from slugfest.store import MemoryStore, NewEntry, SqliteStore


class MortalServer:
    """A server in a process that can be killed."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        launcher = Path(__file__).with_name("launch.py")
        self._process = subprocess.Popen(
            [sys.executable, str(launcher), str(self._database)], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("Slugfest: http"), f"the server did not start: {line!r}"
        self.address = line.split()[1]

    def stop(self, how: int = signal.SIGKILL) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        code = self._process.wait(TIMEOUT)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def restart(self, *people: Person) -> None:
        self.start()
        for person in people:
            person.address = self.address
            person.http.base_url = self.address

    def close(self) -> None:
        if self._process is not None:
            self.stop()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[MortalServer]:
    server = MortalServer(tmp_path / "matches.sqlite3")
    yield server
    server.close()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as kept:
        yield kept


def two_people(mortal: MortalServer, stack: ExitStack) -> tuple[str, Person, Person, Line, Line]:
    ann, bob = (stack.enter_context(Person(mortal.address, name)) for name in ("Ann", "Bob"))
    match = ann.create("me", "open", rounds=3)
    first, second = (stack.enter_context(person.connect(match)) for person in (ann, bob))
    second.done("sit", seat=1, name="Bob")
    first.until(lambda line: line.version == second.version).done("start")
    second.until(lambda line: line.status == "playing")
    return match, ann, bob, first, second


def test_a_killed_server_loses_nothing_that_it_acknowledged(mortal: MortalServer, stack: ExitStack) -> None:
    match, ann, bob, first, second = two_people(mortal, stack)
    move = first.moves[0]
    version = first.done("play", id="before", moves=[move])
    known = first.view
    mortal.stop()
    with pytest.raises(ConnectionClosed):
        first.until(lambda line: False)
    mortal.restart(ann, bob)

    first, second = (stack.enter_context(person.connect(match)) for person in (ann, bob))
    assert (first.version, first.view) == (version, known)
    assert (first.seat, second.seat) == (0, 1)
    assert first.done("play", id="before", moves=[move]) == version  # sent again: counts once
    assert first.version == version
    play_out(first, second)
    record = ann.http.get(f"/api/matches/{match}/record").text
    assert verify(read_record(record), GAME).state.outcome() is not None


def test_a_match_survives_being_killed_after_every_single_move(
    mortal: MortalServer, stack: ExitStack
) -> None:
    match, ann, bob, first, second = two_people(mortal, stack)
    moves = 0
    while first.status != "finished":
        for line in (first, second):
            if line.my_turn and moves < 4:
                moves += 1
                version = line.done("play", moves=[line.moves[0]])
                mortal.stop()
                mortal.restart(ann, bob)
                first, second = (stack.enter_context(person.connect(match)) for person in (ann, bob))
                assert first.version == second.version == version
                break
        else:
            play_out(first, second)


def test_bots_go_on_after_a_restart_as_soon_as_somebody_looks(mortal: MortalServer, stack: ExitStack) -> None:
    ann = stack.enter_context(Person(mortal.address, "Ann"))
    match = ann.create("me", "easy", rounds=2)  # nobody has looked at it: the bot has not moved
    mortal.stop()
    mortal.restart(ann)
    line = stack.enter_context(ann.connect(match))
    line.until(lambda line: line.view is not None and line.view["actors"] == [0])
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])


def test_names_and_open_matches_survive_a_restart(mortal: MortalServer, stack: ExitStack) -> None:
    ann = stack.enter_context(Person(mortal.address, "Ann"))
    match = ann.create("me", "open")
    mortal.stop()
    mortal.restart(ann)
    received = ann.http.get("/api/me").json()
    assert (received["name"], [open_match["id"] for open_match in received["matches"]]) == ("Ann", [match])


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_server_asked_to_stop_says_goodbye_to_everybody(mortal: MortalServer, stack: ExitStack) -> None:
    _, _, _, first, second = two_people(mortal, stack)
    assert mortal.stop(signal.SIGTERM) in (0, -signal.SIGTERM)
    for line in (first, second):
        assert line.ending()[0] == 1012


def test_a_log_is_refused_that_these_rules_cannot_play(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite3")
    with RunningServer(store=store) as server, server.person("Ann") as ann:
        match = ann.create("me", "easy")
        entry = {"kind": "moves", "seat": 0, "moves": ["CHOOSE Z9"]}
        store.append([NewEntry(match, len(store.entries(match)) + 1, entry, (), False)])
        with Line(server.address, match) as line:
            assert line.receive()["code"] == "MATCH_LOST"
            assert line.ending()[0] == 4410
        assert ann.http.get(f"/api/matches/{match}").status_code == 410
        assert ann.http.get("/api/me").status_code == 200


DAMAGE: dict[str, Callable[[Facts], Any]] = {
    "no rules": lambda entry: entry.pop("rules"),
    "no seats": lambda entry: entry.pop("seats"),
    "no game": lambda entry: entry.pop("game"),
    "no options": lambda entry: entry.update(options=None),
    "seats that are none": lambda entry: entry.update(seats=["x"]),
    "an unknown kind of seat": lambda entry: entry["seats"][0].update(kind="throne"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_log_is_lost_alone(damage: str) -> None:
    with RunningServer(store=MemoryStore()) as server, server.person("Ann") as ann:
        good = ann.create("me", "open")
        created = dict(server.store.entries(good)[0], match="BROKEN")
        guests = (created["host"],)
        DAMAGE[damage](created)
        server.store.append([NewEntry("BROKEN", 1, created, guests, False)])
        received = ann.http.get("/api/me").json()
        assert [match["id"] for match in received["matches"]] == [good]
        assert ann.http.get("/api/matches/BROKEN").status_code in (404, 410)


def test_a_move_that_cannot_be_written_is_not_made(tmp_path: Path) -> None:
    """The disk fails: the move is sent to nobody, the connection ends, and the request counts when it comes again."""
    path = tmp_path / "matches.sqlite3"
    with RunningServer(store=SqliteStore(path)) as server, ExitStack() as stack:
        ann = stack.enter_context(server.person("Ann"))
        match = ann.create("me", "open")
        first = stack.enter_context(ann.connect(match))
        version = first.version
        saboteur = sqlite3.connect(path, isolation_level=None)
        saboteur.execute(
            "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT raise(ABORT, 'disk full'); END"
        )
        first.send({"type": "set_seat", "id": "precious", "seat": 1, "kind": "bot"})
        assert first.ending()[0] == 1012
        assert not any('"done"' in raw for raw in first.raw)
        again = stack.enter_context(ann.connect(match))
        assert again.version == version
        saboteur.execute("DROP TRIGGER full")
        saboteur.close()
        assert again.done("set_seat", id="precious", seat=1, kind="bot") == version + 1


def test_a_port_in_use_and_a_broken_database_are_told_in_words(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SlugfestError, match=f"port {port} is in use"):
            serve(port=port)
    with pytest.raises(SlugfestError, match="not a port"):
        serve(port=99999)
    broken = tmp_path / "broken.sqlite3"
    broken.write_text("not a database " * 50)
    with pytest.raises(SlugfestError, match="not a Slugfest database"):
        serve(port=0, database=broken)
