"""Chaos: people play on servers that are killed under them, on a database that is restarted.

``python -m tools.chaos [--faults N] [--seed S] [--tables T] [--sqlite]`` starts PostgreSQL and two servers
(or one, on SQLite), seats two people at each of some tables, some with a bot, and does something bad again and again: a
server is killed or stopped for a while, PostgreSQL restarts or crashes, the connections that listen are cut. After each
fault every table must play on by itself. In the end the logs are compared with what people received: nothing
acknowledged is missing or there twice, nothing refused is there, every log replays, and nobody saw a match go back. All
play by a short clock: nobody's move counts that came too late, and no clock ran out early. Beside the tables evenings
are held, whose rounds are drawn up while servers die (``tools.chaos_events``).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx2
from tests.postgres import Postgres
from tests.processes.mortal import Mortal
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from slugfest.store import Logged, Store, open_store
from slugfest.table import Table
from tools.chaos_events import Evenings, judge_events

GAME: Final = "kapow-cards"
TIMEOUT: Final = 120.0  # seconds in which every table must play on after a fault, on a loaded machine, too
LIFE: Final = 8.0  # seconds of silence after which a line counts as dead, as in the browser
THINKING: Final = 0.02
PACE: Final = {"kind": "live", "decision": 5, "reserve": 0, "gain": 0, "then": "move", "level": "easy"}

Facts = dict[str, Any]


class Broken(AssertionError):
    """A promise was not kept."""


class Player:
    """A client that never gives up: it reconnects anywhere and resends what was not answered."""

    def __init__(self, name: str, servers: list[Mortal], dice: random.Random) -> None:
        self.name = name
        self.http = httpx2.AsyncClient(timeout=10, trust_env=False)
        self.granted: dict[tuple[str, str], int] = {}  # by match and request: the version acknowledged
        self.refused: set[tuple[str, str]] = set()
        self.answers = 0
        self._servers = servers
        self._dice = dice
        self._match = ""
        self._asked: Facts | None = None  # sent and not answered
        self._seen = 0  # the highest version of this match that was shown or acknowledged
        self._told: Facts = {}

    async def anywhere(self, method: str, path: str, body: Facts | None = None) -> httpx2.Response:
        """A request to any server that answers."""
        while True:
            address = self._dice.choice(self._servers).address
            try:
                response = await self.http.request(method, address + path, json=body)
                if response.status_code < 429:
                    return response
            except httpx2.HTTPError:
                pass
            await asyncio.sleep(0.1)

    async def come_in(self) -> None:
        """Have a cookie, as everybody has who has opened the first page."""
        if not self.http.cookies:
            await self.anywhere("GET", "/api/me")

    async def create(self, bot: bool) -> str:
        await self.come_in()
        seats = [{"kind": "me"}, {"kind": "open"}, *([{"kind": "bot", "level": "easy"}] if bot else [])]
        wanted = {"game": GAME, "seats": seats, "options": {}, "name": self.name, "pace": PACE}
        response = await self.anywhere("POST", "/api/matches", wanted)
        if response.status_code != 201:
            raise Broken(f"no match was created: {response.text}")
        return str(response.json()["id"])

    async def play(self, match: str) -> None:
        """Play a match to its end, through whatever server is there."""
        self._match, self._seen, self._asked, self._told = match, 0, None, {}
        await self.come_in()
        while self._told.get("match", {}).get("status") != "finished":
            address = self._dice.choice(self._servers).address.replace("http", "ws")
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
            try:
                async with connect(
                    f"{address}/ws/{match}", additional_headers={"Cookie": cookies}, proxy=None, max_size=None,
                    open_timeout=LIFE, close_timeout=1, ping_interval=None,
                ) as line:  # fmt: skip
                    await self._serve(line)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05 + 0.1 * self._dice.random())

    async def _serve(self, line: ClientConnection) -> None:
        fresh, silent = True, False
        while self._told.get("match", {}).get("status") != "finished" or self._asked is not None:
            try:
                message: Facts = json.loads(await asyncio.wait_for(line.recv(), LIFE))
            except TimeoutError:
                if silent:
                    return
                silent = True
                await line.send('{"type": "sync"}')
                continue
            silent = False
            if message["type"] == "snapshot" and fresh:
                fresh = False
                self.show(message)
                if self._asked is not None:
                    await line.send(json.dumps(self._asked | {"again": True}))
            elif message["type"] in ("snapshot", "update"):
                self.show(message)
            elif message.get("id") and self._asked is not None and message["id"] == self._asked["id"]:
                self._answered(message)
            if not fresh and self._asked is None:
                await self._act(line)

    def status(self) -> str:
        """Where this player is, for the report on a table that does not play on."""
        match, view = self._told.get("match", {}), self._told.get("view") or {}
        asked = "nothing" if self._asked is None else self._asked["type"]
        return (
            f"{self.name}: {self._match} {match.get('status')}, shown {self._told.get('version')} of {self._seen}, "
            f"waiting for an answer to {asked}, seat {view.get('seat')}, to move {view.get('actors')}"
        )

    def show(self, message: Facts) -> None:
        if message["version"] < self._seen:
            raise Broken(f"{self.name} saw {self._match} go back from {self._seen} to {message['version']}")
        self._seen, self._told = message["version"], message

    def _answered(self, message: Facts) -> None:
        assert self._asked is not None
        key = (self._match, str(self._asked["id"]))
        self._asked = None
        self.answers += 1
        if message["type"] == "done":
            self.granted[key] = message["version"]
            self._seen = max(self._seen, message["version"])
        elif message["code"] != "TOO_FAST":
            self.refused.add(key)

    async def _act(self, line: ClientConnection) -> None:
        wanted = self._wish()
        if wanted is not None:
            await asyncio.sleep(THINKING)
            self._asked = {"id": secrets.token_hex(8), **wanted}
            await line.send(json.dumps(self._asked))

    def _wish(self) -> Facts | None:
        """What to ask for now. What was asked for and not yet shown is not asked for again."""
        match, view = self._told["match"], self._told["view"]
        if self._told["version"] < self._seen:
            return None
        if match["status"] == "lobby":
            if not any(seat["you"] for seat in match["seats"]):
                return {"type": "sit", "seat": 1, "name": self.name}
            everybody = all(seat["kind"] != "open" for seat in match["seats"])
            return {"type": "start"} if match["hosting"] and everybody else None
        if (
            match["status"] != "playing"
            or view is None
            or view["seat"] not in view["actors"]
            or not view["moves"]
        ):
            return None
        if self._dice.random() < 0.03:
            return {"type": "undo"}  # often refused: refusals are answers, too
        return {"type": "play", "moves": [self._dice.choice(view["moves"])["move"]]}


@dataclass
class Seats:
    """Two people who play one match after the other."""

    number: int
    players: list[Player]
    matches: list[str] = field(default_factory=list)

    async def play_on(self) -> None:
        while True:
            match = await self.players[0].create(bot=self.number % 2 == 1)
            self.matches.append(match)
            async with asyncio.TaskGroup() as together:
                for player in self.players:
                    together.create_task(player.play(match))

    @property
    def answers(self) -> int:
        return min(player.answers for player in self.players)


class Run:
    """One run of chaos."""

    def __init__(
        self, servers: list[Mortal], postgres: Postgres | None, url: str, seed: int, tables: int
    ) -> None:
        self._servers, self._postgres, self._url = servers, postgres, url
        self._dice = random.Random(seed)
        self._tables = [
            Seats(number, [Player(f"{name}{number}", servers, random.Random(f"{seed} {name} {number}"))
                           for name in ("Ann", "Bob")])
            for number in range(tables)
        ]  # fmt: skip
        self._evenings = Evenings(servers, seed, GAME)
        self._bad = [
            self.kill_a_server,
            self.stop_a_server,
            self.restart_a_server,
            self.kill_as_a_round_is_drawn_up,
        ]
        if postgres is not None:
            self._bad += [self.restart_postgres, self.crash_postgres, self.cut_the_news]
        self._playing: list[asyncio.Task[None]] = []

    async def go(self, faults: int) -> str:
        self._playing = [asyncio.create_task(table.play_on()) for table in self._tables]
        self._playing.append(asyncio.create_task(self._evenings.go_on()))
        try:
            await self._everybody_plays_on("at the start")
            for number in range(1, faults + 1):
                fault = self._dice.choice(self._bad)
                began = time.monotonic()
                await asyncio.to_thread(fault)
                await self._everybody_plays_on(f"after fault {number} ({fault.__name__})")
                print(f"{number:4} {fault.__name__:28} {time.monotonic() - began:5.1f} s", flush=True)
            await self._an_evening_ends()
        finally:
            for task in self._playing:
                task.cancel()
            await asyncio.gather(*self._playing, return_exceptions=True)
        return await asyncio.to_thread(self._judge)

    async def _everybody_plays_on(self, when: str) -> None:
        before = [table.answers for table in self._tables]
        until = time.monotonic() + TIMEOUT
        while any(table.answers < known + 3 for table, known in zip(self._tables, before, strict=True)):
            for task in self._playing:
                if task.done():
                    task.result()  # a promise was not kept
            if time.monotonic() > until:
                stuck = [player.status() for table, known in zip(self._tables, before, strict=True)
                         if table.answers < known + 3 for player in table.players]  # fmt: skip
                raise Broken("\n".join([f"{when} some tables do not play on:", *stuck]))
            await asyncio.sleep(0.05)

    async def _an_evening_ends(self) -> None:
        """One more evening must come to its end without a fault."""
        before, until = self._evenings.over, time.monotonic() + TIMEOUT
        while self._evenings.over == before:
            for task in self._playing:
                if task.done():
                    task.result()
            if time.monotonic() > until:
                raise Broken("an evening does not go on")
            await asyncio.sleep(0.05)

    # ---- what goes wrong ---------------------------------------------------------------------------------------

    def kill_a_server(self) -> None:
        self._dice.choice(self._servers).restart(signal.SIGKILL)

    def kill_as_a_round_is_drawn_up(self) -> None:
        """Kill a server within moments of an event's start."""
        self._evenings.starting.clear()
        self._evenings.starting.wait(TIMEOUT / 4)
        time.sleep(self._dice.random() * 0.1)
        self._dice.choice(self._servers).restart(signal.SIGKILL)

    def restart_a_server(self) -> None:
        self._dice.choice(self._servers).restart(signal.SIGTERM)

    def stop_a_server(self) -> None:
        """Suspend a server for a while."""
        server = self._dice.choice(self._servers)
        server.send(signal.SIGSTOP)
        time.sleep(self._dice.choice([0.1, 1.0]))
        server.send(signal.SIGCONT)

    def restart_postgres(self) -> None:
        assert self._postgres is not None
        self._postgres.restart("fast")

    def crash_postgres(self) -> None:
        assert self._postgres is not None
        self._postgres.restart("immediate")

    def cut_the_news(self) -> None:
        import psycopg

        with psycopg.connect(self._url, autocommit=True) as database:
            database.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                " OR query LIKE '%pg_notify%' AND pid <> pg_backend_pid()"
            )

    # ---- the verdict -------------------------------------------------------------------------------------------

    def _judge(self) -> str:
        for server in self._servers:  # whatever was under way is written or not
            server.send(signal.SIGTERM)
            server.wait()
        store = open_store(self._url)
        try:
            counts = [judge_table(store, table) for table in self._tables]
            for wrong in judge_events(store, self._evenings):
                raise Broken(wrong)
        finally:
            store.close()
        granted = sum(len(player.granted) for table in self._tables for player in table.players)
        matches = sum(len(table.matches) for table in self._tables)
        evenings = self._evenings.over
        return f"{sum(counts)} entries of {matches} matches, {granted} granted, {evenings} evenings"


def judge_table(store: Store, seats: Seats) -> int:
    """Compare the logs of a table with what its people received; return the number of entries."""
    count = 0
    asked: dict[tuple[str, str], int] = {}
    for match in seats.matches:
        log = store.log(match)
        count += len(log)
        if [logged.version for logged in log] != list(range(1, len(log) + 1)):
            raise Broken(f"the log of {match} has gaps")
        judge_time(match, log)
        for logged in log:
            if "request" in logged.entry:
                key = (match, logged.entry["request"])
                asked[key] = asked.get(key, 0) + 1
    for player in seats.players:
        for key in player.granted:
            if asked.get(key) != 1:
                raise Broken(
                    f"{player.name}: {key} was acknowledged and is in the log {asked.get(key, 0)} times"
                )
        for key in player.refused:
            if key in asked:
                raise Broken(f"{player.name}: {key} was refused and is in the log")
    if any(times != 1 for times in asked.values()):
        raise Broken("a request counts twice")
    return count


def judge_time(match: str, log: list[Logged]) -> None:
    """Check that the log replays, that no late move counted, and that no clock ran out early."""
    table = Table.from_log([log[0].entry], times=[log[0].at])
    for logged in log[1:]:
        entry = logged.entry
        if entry["kind"] == "moves" and not table.seats[entry["seat"]].played_by_bot():
            deadline, out = table.time.deadline(entry["seat"]), table.time.runs_out(entry["seat"])
            late = deadline is not None and logged.at > deadline + entry.get("lag", 0)
            if late and "request" in entry:
                raise Broken(f"{match}: a move counts that came too late ({logged.version})")
            if entry.get("why") == "time" and (out is None or logged.at <= out):
                raise Broken(f"{match}: the clock moved too early ({logged.version})")
        table.follow(entry, logged.at)


def run(faults: int, seed: int, tables: int, sqlite: bool) -> str:
    """Run everything and clean up; return a summary, or raise :class:`Broken`."""
    with ExitStack() as kept:
        postgres = None
        if sqlite:
            folder = kept.enter_context(tempfile.TemporaryDirectory())
            url, count = str(Path(folder) / "chaos.db"), 1
        else:
            postgres = kept.enter_context(Postgres())
            url, count = postgres.new_database(), 2
        servers = [kept.enter_context(Mortal(url)) for _ in range(count)]
        return asyncio.run(Run(servers, postgres, url, seed, tables).go(faults))


def main() -> None:
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--faults", type=int, default=100)
    reader.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    reader.add_argument("--tables", type=int, default=4)
    reader.add_argument("--sqlite", action="store_true", help="one server on a SQLite file")
    asked = reader.parse_args()
    print(f"chaos: {asked.faults} faults, --seed {asked.seed}", flush=True)
    try:
        print(f"kept every promise: {run(asked.faults, asked.seed, asked.tables, asked.sqlite)}")
    except Broken as broken:
        sys.exit(f"chaos: {broken} (--seed {asked.seed})")


if __name__ == "__main__":
    main()
