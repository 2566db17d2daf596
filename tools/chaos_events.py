"""Events in the chaos run: evenings whose rounds are drawn up while servers die.

An evening of four people is opened, started by two requests at the same time, played in two rounds (whoever signed up
later gives up), and followed by the next; every other one is a duplicate night. In the end every log must replay, and
nothing that was acknowledged may be missing or there twice. All tables of a duplicate round are dealt alike, and show
their secret if and only if the round is over.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import threading
from typing import Any, Final

import httpx2
from tests.processes.mortal import Mortal
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from slugfest.events import Event, Round
from slugfest.server.event_logs import LOG, PEOPLE
from slugfest.server.event_runner import host_of
from slugfest.store import Store

PEOPLE_COUNT: Final = 4
ROUNDS: Final = 2
FORMATS: Final = ("duplicate", "swiss")
PACE: Final = {"kind": "live", "decision": 5, "reserve": 0, "gain": 0, "then": "move", "level": "easy"}
MOST_LISTED: Final = 1000

Facts = dict[str, Any]


class Evenings:
    """One evening after the other."""

    def __init__(self, servers: list[Mortal], seed: int, game: str) -> None:
        self._servers, self._game = servers, game
        self._dice = random.Random(f"{seed} evenings")
        self._guests = [httpx2.AsyncClient(timeout=10, trust_env=False) for _ in range(PEOPLE_COUNT)]
        self.signed_up: dict[str, set[str]] = {}  # by event: names whose sign-up was acknowledged
        self.over = 0  # evenings that were played to their end
        self.starting = threading.Event()  # a round is about to be drawn up

    async def go_on(self) -> None:
        while True:
            await self._evening()
            self.over += 1

    async def _ask(self, guest: int, path: str, body: Facts | None = None) -> httpx2.Response:
        """Ask any server that answers, again and again."""
        while True:
            address = self._dice.choice(self._servers).address
            method = "GET" if body is None else "POST"
            try:
                response = await self._guests[guest].request(method, address + path, json=body)
                if response.status_code < 429:
                    return response
            except httpx2.HTTPError:
                pass
            await asyncio.sleep(0.1)

    async def _evening(self) -> None:
        for guest in range(PEOPLE_COUNT):
            await self._ask(guest, "/api/me")
        wanted = {"name": "Chaos", "game": self._game, "rounds": ROUNDS, "gap": 0}
        wanted["format"] = FORMATS[self.over % len(FORMATS)]
        opened = await self._ask(0, "/api/events", wanted | {"pace": PACE, "wait": 5, "as_name": "P0"})
        code = str(opened.json()["id"])
        for guest in range(PEOPLE_COUNT):
            answer = await self._ask(guest, f"/api/events/{code}/join", {"name": f"P{guest}"})
            if answer.status_code == 200:
                self.signed_up.setdefault(code, set()).add(f"P{guest}")
        self.starting.set()
        start = {"act": "start"}
        await asyncio.gather(*(self._ask(0, f"/api/events/{code}/direct", start) for _ in range(2)))
        while True:
            event: Facts = (await self._ask(0, f"/api/events/{code}")).json()
            if event["status"] == "ended":
                return
            tables = [table for drawn in event["rounds"] if drawn["opened"] for table in drawn["tables"]]
            open_ = [table for table in tables if not table["done"]]
            await asyncio.gather(*(self._give_up(event, table) for table in open_))
            await asyncio.sleep(0.1)

    async def _give_up(self, event: Facts, table: Facts) -> None:
        """Both come to the table; the later one gives up as soon as it has begun."""
        names = {one["number"]: int(one["name"][1:]) for one in event["players"]}
        guests = [names[number] for number in sorted(table["players"])]
        await asyncio.gather(
            *(self._sit(guest, table["match"], guest == guests[-1]) for guest in guests),
            return_exceptions=True,
        )

    async def _sit(self, guest: int, match: str, gives_up: bool) -> None:
        address = self._dice.choice(self._servers).address.replace("http", "ws")
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._guests[guest].cookies.jar)
        try:
            async with (
                asyncio.timeout(8),
                connect(
                    f"{address}/ws/{match}",
                    additional_headers={"Cookie": cookies},
                    proxy=None,
                    open_timeout=5,
                ) as line,
            ):
                asked = ""
                while True:
                    message: Facts = json.loads(await line.recv())
                    told = message.get("match")
                    if told is None:
                        continue
                    if told["status"] in ("finished", "abandoned"):
                        return
                    if told["nonce_wanted"] and asked != "nonce":
                        asked = "nonce"
                        nonce = secrets.token_hex(16)
                        await line.send(
                            json.dumps({"type": "nonce", "id": secrets.token_hex(4), "nonce": nonce})
                        )
                    elif told["status"] == "playing" and gives_up and asked != "resign":
                        asked = "resign"
                        await line.send(json.dumps({"type": "resign", "id": secrets.token_hex(4)}))
        except (OSError, WebSocketException, TimeoutError):
            await asyncio.sleep(0.1)  # the evening looks again


def judge_deal(store: Store, event: Event, drawn: Round) -> list[str]:
    """What is wrong with the deal of a duplicate round: it is one at all tables, and sealed until all have finished."""
    where = f"round {drawn.number} of {event.code}"
    wrong: list[str] = []
    for table in drawn.tables:
        log = [one.entry for one in store.log(table.match)]
        if not log:
            continue
        kinds = [one["kind"] for one in log]
        dealt = [one["tables"] for one in log if one["kind"] == "started"]
        if log[0]["secret"] != drawn.secret:
            wrong.append(f"{where}: match {table.match} has a secret of its own")
        if kinds.count("started") > 1 or (dealt and dealt[0] != drawn.dealt):
            wrong.append(f"{where}: match {table.match} was dealt otherwise, or twice")
        if kinds.count("revealed") > 1 or ("revealed" in kinds and event.sealed(drawn)):
            wrong.append(f"{where}: match {table.match} revealed a deal that others still played, or twice")
        if drawn.revealed and "revealed" not in kinds:
            wrong.append(f"{where}: match {table.match} has not revealed its secret")
    return wrong


def judge_events(store: Store, evenings: Evenings) -> list[str]:
    """What is wrong with the logs of all evenings; empty if every promise was kept."""
    logs: dict[str, list[Facts]] = {}
    after: str | None = None
    while page := store.documents(LOG, after=after):
        for one in page:
            code, _, number = one.key.partition(" ")
            logs.setdefault(code, []).append(dict(one.data))
            if int(number) != len(logs[code]):
                return [f"the log of event {code} has a gap before entry {number}"]
        after = page[-1].key
    wrong: list[str] = []
    codes: list[str] = []
    for code, log in logs.items():
        event = Event.from_log(log)  # raises for what happened twice or is not possible
        names = [one.data["name"] for one in store.documents(PEOPLE) if one.key.startswith(f"{code} ")][1:]
        for name in evenings.signed_up.get(code, ()):
            if names.count(name) != 1:
                wrong.append(f"{name} was signed up for {code} and is there {names.count(name)} times")
        for drawn in event.rounds:
            matches = [table.match for table in drawn.tables]
            codes += matches
            host = host_of(code, drawn.number)
            there = [one.id for over in (True, False) for one in store.listed(host, over, MOST_LISTED)]
            if drawn.opened and sorted(there) != sorted(matches):
                wrong.append(f"round {drawn.number} of {code} has matches {there}, not {matches}")
            if event.duplicate:
                wrong += judge_deal(store, event, drawn)
            if not set(there) <= set(matches):
                wrong.append(f"round {drawn.number} of {code} has a match that nobody drew up: {there}")
    if len(set(codes)) != len(codes):
        wrong.append("a match belongs to two tables")
    return wrong
