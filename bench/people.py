"""./dev bench people: how many connected people one process holds, and what lists cost with many finished matches.

Nine of ten people play KAPOW! cards in pairs, each deciding every two seconds, with a next match when one is over; the
tenth looks at a list that changes by itself and opens the home page every ten seconds. A move's answer is measured from
sending it to its acknowledgement, which comes after it is on disk. The same number of people play the like game on
boardgame.io's server, without lists, as far as it goes. Everything is on this machine: the people have one core, the
server the other. A part of it: ``./dev bench people --people 1000 --only SQLite``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # where `tests` is, whose PostgreSQL this borrows

from lean import LeanSocket, dial, request  # noqa: E402
from lists import list_costs, list_table  # noqa: E402
from load import Halted, Load, Tally, run  # noqa: E402

from table import opened, processor_time  # noqa: E402

EVERY = 2.0  # seconds between two decisions of a person
WATCHING = 0.1  # of the people look at lists
HOME = 10.0  # seconds between two visits of the home page
WARMING = 5.0  # seconds before measuring
AT_ONCE = 25  # who sit down
GOAL_P99, GOAL_MEMORY = 150.0, 200.0  # ms, KB
OURS = ("SQLite", "PostgreSQL, 1 process")
THEIRS = "boardgame.io, memory"
COLUMNS = ("server", "people", "moves/s", "due", "p50", "p95", "p99 ms", "KB each", "cores", "ended")


class _Move(msgspec.Struct):
    move: str


class _View(msgspec.Struct):
    seat: int
    actors: list[int]
    moves: list[_Move]
    outcome: Any


class _Heard(msgspec.Struct):
    type: str
    id: str = ""
    code: str = ""
    view: _View | None = None


_decoder = msgspec.json.Decoder(_Heard)


class Measured(msgspec.Struct):
    """What came of so many people on a server."""

    people: int
    rate: float  # moves a second
    p50: float  # ms
    p95: float
    p99: float
    memory: float  # KB a person
    cores: float  # of the server
    ended: int  # matches
    behind: float  # the share of the decisions that should have been made


class Crowd:
    """Everybody, and what they measure."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.tally = Tally()
        self.measuring = False
        self.ended = 0
        self.faults: list[str] = []
        self.open: set[LeanSocket] = set()

    def made(self, latency: float) -> None:
        if self.measuring:
            self.tally.latencies.append(latency)

    def fault(self, what: str) -> None:
        """A move was refused: on a slow machine somebody may move by what was true a moment ago."""
        self.faults.append(what)


class Seat:
    """One person at a table, who answers whenever it is their turn."""

    def __init__(self, pair: Pair, seat: int) -> None:
        self.pair, self.seat = pair, seat
        self.cookie = ""
        self.socket: LeanSocket | None = None
        self.view: _View | None = None
        self.sent = 0.0
        self.number = 0
        self.thinking = False
        self.answers: dict[str, asyncio.Future[str]] = {}

    def hear(self, data: bytes) -> None:
        message = _decoder.decode(data)
        if message.id in self.answers:
            answer = self.answers.pop(message.id)
            if not answer.done():
                answer.set_result(message.code)
        elif message.type == "refused":
            self.pair.crowd.fault(message.code)
            self.sent = 0.0
        elif message.type == "done" and self.sent and message.id == f"{self.number}":
            self.pair.crowd.made(time.perf_counter() - self.sent)
            self.sent = 0.0
        if message.view is not None:
            self.view = message.view
        if self.view is None or self.pair.over.is_set():
            return
        if self.view.outcome is not None:
            self.pair.over.set()
        elif self.seat in self.view.actors and not self.sent and not self.thinking and self.view.moves:
            self.thinking = True
            wait = self.pair.chance.uniform(0.5, 1.5) * EVERY / 2  # both decide in turn
            asyncio.get_running_loop().call_later(wait, self.decide)

    def decide(self) -> None:
        self.thinking = False
        if self.view is None or self.pair.over.is_set() or self.seat not in self.view.actors:
            return
        assert self.socket is not None
        self.number += 1
        self.sent = time.perf_counter()
        move = self.pair.chance.choice(self.view.moves).move
        self.socket.send(json.dumps({"type": "play", "id": f"{self.number}", "moves": [move]}).encode())

    async def enter(self, match: str) -> None:
        if self.socket is not None:
            self.pair.crowd.open.discard(self.socket)
            self.socket.close()
        self.view, self.sent, self.thinking = None, 0.0, False
        self.socket = await dial(self.pair.crowd.port, f"/ws/{match}", self.cookie, self.hear)
        self.pair.crowd.open.add(self.socket)

    async def ask(self, **message: Any) -> None:
        assert self.socket is not None
        answer = self.answers[message["id"]] = asyncio.get_running_loop().create_future()
        self.socket.send(json.dumps(message).encode())
        code = await asyncio.wait_for(answer, 60)
        if code:
            raise ConnectionError(f"{message['type']} was refused: {code}")


class Pair:
    """Two people who play one match after the other."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.chance = random.Random(f"pair {number}")
        self.over = asyncio.Event()
        self.seats = [Seat(self, 0), Seat(self, 1)]

    async def sit_down(self) -> None:
        port = self.crowd.port
        host, guest = self.seats
        self.over.clear()
        for one in self.seats:
            if not one.cookie:
                one.cookie, _ = await request(port, "GET", "/api/me")
        wanted = {"game": "kapow-cards", "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Anna"}
        _, made = await request(port, "POST", "/api/matches", host.cookie, json.dumps(wanted).encode())
        match = json.loads(made)["id"]
        await host.enter(match)
        await guest.enter(match)
        await guest.ask(type="sit", id="sit", seat=1, name="Ben")
        await host.ask(type="start", id="start")

    async def play(self) -> None:
        while True:
            await self.over.wait()
            self.crowd.ended += 1
            await asyncio.sleep(self.chance.uniform(0.5, 1.5))
            await self.sit_down()


async def watch(crowd: Crowd, number: int, ready: asyncio.Event) -> None:
    """Somebody with an open match who looks at the list of their matches."""
    chance = random.Random(f"watcher {number}")
    cookie, _ = await request(crowd.port, "GET", "/api/me")
    wanted = {"game": "kapow-cards", "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Zoe"}
    await request(crowd.port, "POST", "/api/matches", cookie, json.dumps(wanted).encode())
    crowd.open.add(await dial(crowd.port, "/ws/mine", cookie, lambda data: None))
    ready.set()
    while True:
        await asyncio.sleep(chance.uniform(0.5, 1.5) * HOME)
        await request(crowd.port, "GET", "/api/me", cookie)


def memory(pids: list[int]) -> float:
    """The memory of these processes, in KB."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


async def end(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel tasks, again and again: a wait_for that is over at the same moment swallows it (Python 3.11)."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1.0)
    await asyncio.gather(*tasks, return_exceptions=True)


async def crowd_on(port: int, pids: list[int], people: int, seconds: float, seating: float) -> Measured:
    """Let so many people play and look at lists for some seconds."""
    crowd = Crowd(port)
    watchers = int(people * WATCHING)
    pairs = [Pair(crowd, number) for number in range((people - watchers) // 2)]
    first = Pair(crowd, -1)
    await first.sit_down()  # what the first match loads is nobody's
    before = memory(pids)
    tasks: list[asyncio.Task[None]] = []
    began = time.perf_counter()
    try:
        for start in range(0, len(pairs), AT_ONCE):
            group = pairs[start : start + AT_ONCE]
            await asyncio.gather(*(pair.sit_down() for pair in group))
            tasks += [asyncio.create_task(pair.play()) for pair in group]
            if time.perf_counter() - began > seating:
                raise Halted(f"only {2 * len(tasks)} of {people} people sat down within {seating:g} s")
        ready = [asyncio.Event() for _ in range(watchers)]
        tasks += [asyncio.create_task(watch(crowd, number, ready[number])) for number in range(watchers)]
        await asyncio.wait_for(asyncio.gather(*(one.wait() for one in ready)), seating)
        await asyncio.sleep(WARMING)
        gc.collect()
        gc.disable()
        crowd.measuring, crowd.ended = True, 0
        spent, began = sum(map(processor_time, pids)), time.perf_counter()
        await asyncio.sleep(seconds)
        crowd.measuring = False
        lasted = time.perf_counter() - began
        spent = sum(map(processor_time, pids)) - spent
        held = (memory(pids) - before) / people
    finally:
        gc.enable()
        await end(tasks)
        lost = sum(socket.lost for socket in crowd.open)
        for socket in crowd.open:
            socket.close()
    if lost or len(crowd.faults) > len(crowd.tally.latencies) / 100:
        raise Halted(f"{lost} connections lost, {len(crowd.faults)} moves refused: {set(crowd.faults)}")
    tally, rate = crowd.tally, len(crowd.tally.latencies) / lasted
    times = [tally.percentile(share) for share in (0.5, 0.95, 0.99)]
    return Measured(people, rate, *times, held, spent / lasted, crowd.ended, rate / (len(pairs) * 2 / EVERY))


@contextlib.contextmanager
def served(name: str, theirs: Path | None) -> Iterator[tuple[Any, list[int]]]:
    node = shutil.which("node") or "node"
    with opened(name, node, theirs or Path()) as found:
        yield found


def measure(name: str, people: int, seconds: float, seating: float, theirs: Path | None) -> Measured:
    with served(name, theirs) as (rival, pids):
        port = int(rival.addresses[0].rsplit(":", 1)[1])
        if name == THEIRS:
            return asyncio.run(their_crowd(rival, pids, people, seconds))
        return asyncio.run(crowd_on(port, pids, people, seconds, seating))


async def their_crowd(rival: Any, pids: list[int], people: int, seconds: float) -> Measured:
    """The like game on boardgame.io: the same number of players, who decide as often; it has no lists."""
    before = memory(pids)
    load = Load(int(people * (1 - WATCHING)) // 2, int(seconds / (EVERY / 2)), thinking=EVERY / 2)
    spent = [0.0, 0.0]

    def begin() -> None:
        spent[0], spent[1] = sum(map(processor_time, pids)), memory(pids)

    tally = await run(rival, load, begin)
    used = sum(map(processor_time, pids)) - spent[0]
    rate = len(tally.latencies) / tally.seconds
    times = [tally.percentile(share) for share in (0.5, 0.95, 0.99)]
    held = (memory(pids) - before) / (load.tables * 2)
    return Measured(people, rate, *times, held, used / tally.seconds, 0, rate / (load.tables * 2 / EVERY))


def people_table(found: list[tuple[str, Measured | str]]) -> Table:
    table = Table(title="Connected people, each deciding every two seconds; a tenth looks at lists")
    for column in (
        "server",
        "people",
        "moves/s",
        "of those due",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "KB a person",
        "cores",
        "matches ended",
    ):
        table.add_column(column, justify="left" if column == "server" else "right")
    for name, one in found:
        if isinstance(one, str):
            table.add_row(name, one)
            continue
        row = [f"{one.people:,}", f"{one.rate:,.0f}", f"{one.behind:.0%}"]
        row += [f"{value:.1f}" for value in (one.p50, one.p95, one.p99)]
        table.add_row(name, *row, f"{one.memory:.0f}", f"{one.cores:.2f}", f"{one.ended}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench people", description=__doc__)
    parser.add_argument(
        "--people", type=int, action="append", help="so many (1000, 2000, 3000); may be repeated"
    )
    parser.add_argument("--only", action="append", default=[], help="only servers whose name contains this")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each is measured (20)")
    parser.add_argument(
        "--seating", type=float, default=240.0, help="how long they may take to sit down (240)"
    )
    parser.add_argument(
        "--finished", type=int, default=100_000, help="finished matches behind the lists (100,000)"
    )
    parser.add_argument("--without-lists", action="store_true", help="leave the lists out")
    parser.add_argument("--without-people", action="store_true", help="leave the people out")
    parser.add_argument("--theirs", type=Path, help="where boardgame.io is installed")
    parser.add_argument("--strict", action="store_true", help="fail if a goal is missed")
    options = parser.parse_args()
    console, found = Console(), list[tuple[str, Measured | str]]()
    names = [*OURS, *([THEIRS] if options.theirs else [])]
    names = [name for name in names if not options.only or any(part in name for part in options.only)]
    fine = True
    for people in [] if options.without_people else options.people or [1000, 2000, 3000]:
        if not 20 <= people <= 10_000:
            raise SystemExit("20 to 10,000 people can be measured")
        for name in names:
            console.print(f"{name}: {people:,} people …", highlight=False)
            try:
                one = measure(name, people, options.seconds, options.seating, options.theirs)
            except (Halted, OSError, TimeoutError, SystemExit) as error:
                found.append((name, f"{people:,}: it did not go so far: {error}"))
                fine = fine and name == THEIRS
                continue
            found.append((name, one))
            fine = fine and (name == THEIRS or (one.p99 < GOAL_P99 and one.memory < GOAL_MEMORY))
    if found:
        console.print(people_table(found))
    if not options.without_lists:
        costs = list_costs(names, [100, options.finished], console)
        console.print(list_table(costs))
    console.print(
        f"{'reached' if fine else 'MISSED '}  p99 below {GOAL_P99:g} ms, below {GOAL_MEMORY:g} KB a person"
    )
    if options.strict and not fine:
        sys.exit(1)


if __name__ == "__main__":
    main()
