"""People at many tables, for ``./dev bench table``: the same pattern of play against any server.

At each table two people play against each other, each over a WebSocket of their own. Whoever must move sends a move at
once, or after thinking; a move's latency is the time from sending it to its acknowledgement.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect

TIMEOUT = 60.0  # seconds without a word from a server: something is broken
LARGEST = 1 << 24


@dataclass
class Load:
    """How many tables, how many moves at each, and how long people think before a move."""

    tables: int
    moves: int
    thinking: float = 0.0

    @property
    def title(self) -> str:
        people = "1 match" if self.tables == 1 else f"{self.tables} matches"
        return f"{people}, {self.thinking:g} s of thinking" if self.thinking else f"{people}, no thinking"


@dataclass
class Tally:
    """What came of it."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """A latency in milliseconds."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


class Player(ABC):
    """One person at one table, connected to a server."""

    def __init__(self, table: Seats, seat: int) -> None:
        self.table = table
        self.chance = random.Random(f"{table.number} {seat}")

    @abstractmethod
    async def play(self) -> None:
        """Play until the table has made its moves."""

    async def think(self) -> None:
        if self.table.load.thinking:
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * self.table.load.thinking)


class Seats:
    """A table: how many moves are still to be made at it."""

    def __init__(self, number: int, load: Load, tally: Tally) -> None:
        self.number = number
        self.load = load
        self.tally = tally
        self.left = load.moves
        self.done = asyncio.Event()

    def made(self, latency: float) -> None:
        self.tally.latencies.append(latency)
        self.left -= 1
        if self.left <= 0:
            self.done.set()


class Halted(Exception):
    """A server lost a move: nobody at a table is asked for one any more."""


class Rival(ABC):
    """A kind of server."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses  # of its processes; the people of a table are spread over them

    @abstractmethod
    async def sit_down(self, table: Seats) -> list[Player]:
        """Two people at a table, ready to play. What this takes is not measured."""


async def run(rival: Rival, load: Load, begin: Callable[[], None]) -> Tally:
    """Play all tables and return the measurements. ``begin`` is called when all are seated."""
    tally = Tally()
    tables = [Seats(number, load, tally) for number in range(load.tables)]
    seated: list[list[Player]] = []
    for first in range(0, len(tables), 20):
        seated += await asyncio.gather(*(rival.sit_down(table) for table in tables[first : first + 20]))
    gc.collect()
    gc.disable()  # when the players pause to look for garbage, that is not the server's doing
    begin()
    began = time.perf_counter()
    tasks = [asyncio.create_task(player.play()) for players in seated for player in players]
    waiting = asyncio.gather(*(table.done.wait() for table in tables))
    await asyncio.wait({waiting, *tasks}, timeout=TIMEOUT * 3, return_when=asyncio.FIRST_EXCEPTION)
    tally.seconds = time.perf_counter() - began
    gc.enable()
    stuck = [table.number for table in tables if not table.done.is_set()]
    for task in tasks:
        task.cancel()
    faults = [
        fault
        for fault in await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(fault, Exception)
    ]
    if stuck:
        raise Halted(f"{len(stuck)} tables came to a halt; {faults[:3]}")
    return tally


# ---- Slugfest ------------------------------------------------------------------------------------------------------


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


class OurPlayer(Player):
    """Plays KAPOW! cards; when a game is over, the table's next one."""

    def __init__(self, table: Seats, seat: int, sockets: list[ClientConnection]) -> None:
        super().__init__(table, seat)
        self.sockets = sockets

    async def play(self) -> None:
        for number, socket in enumerate(self.sockets):
            await self._play_one(socket, f"{number}")
        self.table.done.set()  # its games were short; what was played counts

    async def _play_one(self, socket: ClientConnection, name: str) -> None:
        sent, number = 0.0, 0
        view = _View(-1, [], [], None)
        await socket.send('{"type": "sync"}')
        while not self.table.done.is_set():
            message_in = _decoder.decode(await asyncio.wait_for(socket.recv(), TIMEOUT))
            if message_in.type == "refused":
                raise SystemExit(f"a move was refused: {message_in.code}")
            if message_in.type == "done" and message_in.id == f"{name} {number}":
                self.table.made(time.perf_counter() - sent)
                sent = 0.0
            if message_in.view is not None:
                view = message_in.view
            if view.outcome is not None and not sent:
                return
            if not sent and view.seat in view.actors and message_in.type in ("done", "update", "snapshot"):
                await self.think()
                number += 1
                sent = time.perf_counter()
                move = self.chance.choice(view.moves).move
                await socket.send(json.dumps({"type": "play", "id": f"{name} {number}", "moves": [move]}))


class Ours(Rival):
    """Slugfest with people-only matches of KAPOW! cards."""

    MOVES_A_GAME: ClassVar = 12  # a game is never shorter

    async def sit_down(self, table: Seats) -> list[Player]:
        games = 1 + table.load.moves // self.MOVES_A_GAME
        sockets: tuple[list[ClientConnection], list[ClientConnection]] = ([], [])
        here, there = self.addresses[0], self.addresses[-1]
        async with self.client() as host, self.client() as guest:
            await host.get(f"{here}/api/me")  # whoever stores something has a cookie
            await guest.get(f"{there}/api/me")
            for _ in range(games):
                wanted = {"game": "kapow-cards", "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Anna"}
                made = await host.post(f"{here}/api/matches", json=wanted)
                match = made.raise_for_status().json()["id"]
                first, second = await self._enter(host, here, match), await self._enter(guest, there, match)
                await self._ask(second, {"type": "sit", "id": "sit", "seat": 1, "name": "Ben"})
                await self._ask(first, {"type": "start", "id": "start"})
                sockets[0].append(first)
                sockets[1].append(second)
        return [OurPlayer(table, seat, sockets[seat]) for seat in (0, 1)]

    def client(self) -> httpx2.AsyncClient:
        limits = httpx2.Limits(keepalive_expiry=2)  # sooner than servers hang up
        return httpx2.AsyncClient(timeout=TIMEOUT, limits=limits)

    async def _enter(self, who: httpx2.AsyncClient, address: str, match: str) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in who.cookies.items())
        link = f"{address.replace('http', 'ws', 1)}/ws/{match}"
        return await connect(
            link,
            additional_headers={"cookie": cookie},
            compression=None,
            max_size=LARGEST,
            ping_interval=None,
        )

    async def _ask(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if refused := await self._answer(socket, message):
            raise SystemExit(f"{message['type']} was refused: {refused}")

    async def _answer(self, socket: ClientConnection, message: dict[str, Any]) -> str:
        """Ask for something; why it was refused, or nothing."""
        await socket.send(json.dumps(message))
        while True:
            message_in = _decoder.decode(await asyncio.wait_for(socket.recv(), TIMEOUT))
            if message_in.id == message["id"]:
                return message_in.code


# ---- boardgame.io --------------------------------------------------------------------------------------------------


class TheirPlayer(Player):
    """Plays the like game on boardgame.io, in the messages of Socket.IO."""

    def __init__(self, table: Seats, seat: int, socket: ClientConnection, match: str) -> None:
        super().__init__(table, seat)
        self.seat = str(seat)
        self.socket = socket
        self.match = match

    async def play(self) -> None:
        sent, asked = 0.0, -1
        await say(self.socket, "sync", self.match, self.seat, None, 2)
        while not self.table.done.is_set():
            kind, *data = await hear(self.socket)
            if kind not in ("sync", "update"):
                continue
            state = data[1]["state"] if kind == "sync" else data[1]
            if sent and state["_stateID"] > asked:
                self.table.made(time.perf_counter() - sent)
                sent = 0.0
            if not sent and state["ctx"]["currentPlayer"] == self.seat:
                await self.think()
                asked = state["_stateID"]
                card = self.chance.choice(state["G"]["hands"][self.seat])
                payload = {"type": "play", "args": [card], "playerID": self.seat, "credentials": None}
                sent = time.perf_counter()
                action = {"type": "MAKE_MOVE", "payload": payload}
                await say(self.socket, "update", action, asked, self.match, self.seat)


class BoardgameIo(Rival):
    """boardgame.io's server with a like game."""

    async def sit_down(self, table: Seats) -> list[Player]:
        match = f"table{table.number}x{table.load.tables}"
        players = [TheirPlayer(table, seat, await self._enter(), match) for seat in (0, 1)]
        await say(players[0].socket, "sync", match, "0", None, 2)  # it makes the match
        while (await hear(players[0].socket))[0] != "sync":
            pass
        return list(players)

    async def _enter(self) -> ClientConnection:
        link = f"{self.addresses[0].replace('http', 'ws', 1)}/socket.io/?EIO=4&transport=websocket"
        socket = await connect(link, compression=None, max_size=LARGEST, ping_interval=None)
        await socket.recv()
        await socket.send("40/cards,")
        while not str(await socket.recv()).startswith("40/cards,"):
            pass
        return socket


async def say(socket: ClientConnection, *words: Any) -> None:
    await socket.send("42/cards," + json.dumps(words))


async def hear(socket: ClientConnection) -> list[Any]:
    """The next event; the server's questions whether anybody is there are answered on the way."""
    while True:
        text = str(await asyncio.wait_for(socket.recv(), TIMEOUT))
        if text == "2":
            await socket.send("3")
        elif text.startswith("42/cards,"):
            words: list[Any] = msgspec.json.decode(text[len("42/cards,") :])
            return words
