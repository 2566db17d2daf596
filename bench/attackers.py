"""Attacks for ``./dev bench attack``: each a coroutine that goes on until it is cancelled, all from one address.

Run as a program it carries one out in a process of its own: python attackers.py NAME SECONDS TARGET, where the target
is JSON: the server's port, the long matches and the cookies of those who play them. It prints how often the server cut
it off.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode

MEGABYTE = 1_000_000
HEAD = "GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
LOST = (OSError, WebSocketException, httpx2.HTTPError, asyncio.IncompleteReadError, TimeoutError)


@dataclass
class Target:
    port: int
    running: str  # a long match that runs
    over: str  # a long match that is over
    cookies: list[str]  # of those who play them
    address: str  # of the attackers; players come from others
    cut_off: int = 0
    numbers: Any = field(default_factory=itertools.count)

    def http(self, cookie: str = "") -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            base_url=f"http://127.0.0.1:{self.port}",
            transport=httpx2.AsyncHTTPTransport(
                local_address=self.address, limits=httpx2.Limits(max_connections=100)
            ),
            headers={"cookie": cookie} if cookie else {},
            timeout=20.0,
        )

    def socket(self, path: str, cookie: str = "", **options: Any) -> Any:
        return connect(
            f"ws://127.0.0.1:{self.port}{path}",
            additional_headers={"cookie": cookie} if cookie else {},
            local_addr=(self.address, 0),
            compression=None,
            max_size=None,
            ping_interval=None,
            open_timeout=20.0,
            close_timeout=0.5,
            **options,
        )

    async def stream(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def guest(self) -> str:
        """The cookie of a new guest."""
        async with self.http() as client:
            await client.get("/api/me")
            return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


Attack = Callable[[Target], Awaitable[None]]


async def again(target: Target, once: Callable[[], Awaitable[None]], pause: float = 0.05) -> None:
    """Do something again and again, also after it was cut off."""
    while True:
        try:
            await once()
        except LOST:
            target.cut_off += 1
            await asyncio.sleep(pause)


async def many(count: int, make: Callable[[int], Coroutine[Any, Any, None]]) -> None:
    await asyncio.gather(*(make(number) for number in range(count)))


# ---- frames ---------------------------------------------------------------------------------------------------------


async def flood(
    target: Target, frames: list[Frame], first: Frame | None = None, rate: int = MEGABYTE
) -> None:
    """Send frames at so many bytes a second over one socket without a cookie."""
    block = b"".join(frame.serialize(mask=True) for frame in frames)
    block *= max(1, rate // 100 // len(block))

    async def once() -> None:
        async with target.socket(f"/ws/{target.running}") as socket:
            transport = socket.transport
            if first is not None:
                transport.write(first.serialize(mask=True))
            while not transport.is_closing():
                if transport.get_write_buffer_size() < MEGABYTE:
                    transport.write(block)
                await asyncio.sleep(0.01)
            raise ConnectionResetError

    await again(target, once)


async def pings(target: Target) -> None:
    await flood(target, [Frame(Opcode.PING, b"")])


async def empty_fragments(target: Target) -> None:
    first = Frame(Opcode.TEXT, b"", fin=False)
    await flood(target, [Frame(Opcode.CONT, b"", fin=False)], first)


async def small_fragments(target: Target) -> None:
    words = [
        Frame(Opcode.TEXT, b"{", fin=False),
        Frame(Opcode.CONT, b" ", fin=False),
        Frame(Opcode.CONT, b"}"),
    ]
    await flood(target, words)


async def pings_of_many(target: Target) -> None:
    await many(40, lambda number: flood(target, [Frame(Opcode.PING, b"x")], rate=MEGABYTE // 10))


# ---- requests -------------------------------------------------------------------------------------------------------


async def send_ahead(target: Target, request: bytes) -> None:
    """Send requests without waiting for answers, which are read and thrown away."""

    async def once() -> None:
        reader, writer = await target.stream()

        async def read() -> None:
            while await reader.read(1 << 16):
                pass
            raise ConnectionResetError

        reading = asyncio.create_task(read())
        try:
            while not reading.done():
                writer.write(request * 20)
                await writer.drain()
                await asyncio.sleep(0.005)
            reading.result()
        finally:
            reading.cancel()
            writer.transport.abort()

    await again(target, once)


async def requests_ahead(target: Target) -> None:
    request = HEAD.format(path="/api/games", cookie=await target.guest()).encode()
    await many(20, lambda number: send_ahead(target, request))


async def refused_requests(target: Target) -> None:
    request = HEAD.format(path="/api/matches/nothing", cookie="slugfest_guest=forged").encode()
    await many(20, lambda number: send_ahead(target, request))


async def dripping_heads(target: Target) -> None:
    async def drip(number: int) -> None:
        async def once() -> None:
            _, writer = await target.stream()
            try:
                for byte in (HEAD.format(path="/", cookie="x" * 4000)).encode():
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(0.05)
            finally:
                writer.transport.abort()

        await again(target, once)

    await many(300, drip)


async def small_segments(target: Target) -> None:
    async def once() -> None:
        _, writer = await target.stream()
        try:
            for byte in itertools.cycle(HEAD.format(path="/healthz", cookie="").encode()):
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.001)
        finally:
            writer.transport.abort()

    await many(10, lambda number: again(target, once))


async def new_connections(target: Target) -> None:
    async def once() -> None:
        _, writer = await target.stream()
        writer.transport.abort()
        await asyncio.sleep(0.002)

    await many(10, lambda number: again(target, once))


# ---- questions ------------------------------------------------------------------------------------------------------


async def ask(
    target: Target, path: str, cookie: str, messages: list[dict[str, Any]], sockets: int = 3
) -> None:
    """Ask the same questions over a few sockets, each as soon as the last one was answered."""

    async def one(number: int) -> None:
        async def once() -> None:
            async with target.socket(path, cookie) as socket:
                await socket.recv()
                while True:
                    for message in messages:
                        await socket.send(json.dumps(message | {"id": f"{next(target.numbers)}"}))
                        await asyncio.wait_for(socket.recv(), 20.0)

        await again(target, once)

    await many(sockets, one)


async def previews(target: Target) -> None:
    moves = [
        {"type": "preview", "moves": ["END"] * 100},
        {"type": "preview", "moves": ["x"]},
        {"type": "coach"},
    ]
    await many(4, lambda seat: ask(target, f"/ws/{target.running}", target.cookies[seat], moves))


async def snapshots(target: Target) -> None:
    asked = [{"type": "sync"}]
    await many(4, lambda seat: ask(target, f"/ws/{target.running}", target.cookies[seat], asked))


async def openings(target: Target) -> None:
    """Open and leave a long match again and again."""

    async def one(number: int) -> None:
        async def once() -> None:
            async with target.socket(f"/ws/{target.running}", target.cookies[number % 4]) as socket:
                await socket.recv()
            await asyncio.sleep(0.05)

        await again(target, once)

    await many(8, one)


async def fetch(target: Target, paths: Callable[[], str], cookies: list[str], at_once: int = 4) -> None:
    async def one(number: int) -> None:
        async with target.http(cookies[number % len(cookies)]) as client:

            async def once() -> None:
                answer = await client.get(paths())
                if answer.status_code == 429:
                    target.cut_off += 1

            await again(target, once)

    await many(at_once, one)


async def replays(target: Target) -> None:
    chance = random.Random(1)

    def path() -> str:
        if chance.random() < 0.1:
            return f"/api/matches/{target.over}/replay?eyes={chance.randrange(4)}"
        return f"/api/matches/{target.over}/replay/views?eyes={chance.randrange(4)}&step={chance.randrange(2500)}"

    await fetch(target, path, target.cookies, 8)


async def pictures(target: Target) -> None:
    link = f"http://127.0.0.1:{target.port}/join/"
    await fetch(
        target, lambda: f"/api/qr?text={link}{next(target.numbers)}{'x' * 200}", [await target.guest()], 8
    )


async def rules(target: Target) -> None:
    names = itertools.cycle(("kapow-dice", "custom-heroes", "tag-team", "kapow-cards"))
    await fetch(target, lambda: f"/api/games/{next(names)}", [await target.guest()], 8)


async def lessons(target: Target) -> None:
    cookie = await target.guest()

    async def one(number: int) -> None:
        async def once() -> None:
            async with target.socket(f"/ws/lessons/kapow-dice/{1 + number % 4}", cookie) as socket:
                await socket.recv()

        await again(target, once)

    await many(8, one)


async def feeds(target: Target) -> None:
    """Many windows that list matches, while one of these changes all the time."""
    await asyncio.gather(
        many(50, lambda number: listen(target, "/ws/mine", target.cookies[0])),
        ask(
            target,
            f"/ws/{target.running}",
            target.cookies[1],
            [{"type": "hints", "agree": True}, {"type": "hints", "agree": False}],
            1,
        ),
    )


async def listen(target: Target, path: str, cookie: str) -> None:
    async def once() -> None:
        async with target.socket(path, cookie) as socket:
            while True:
                await socket.recv()

    await again(target, once)


async def deletions(target: Target) -> None:
    """New guests who open a match and then delete everything."""

    async def once() -> None:
        cookie = await target.guest()
        async with target.http(cookie) as client:
            seats = [{"kind": "me"}, {"kind": "open"}]
            await client.post("/api/matches", json={"game": "kapow-cards", "seats": seats, "name": "Eve"})
            await client.post("/api/me/forget", json={"sure": True})

    await many(4, lambda number: again(target, once))


# ---- matches that play themselves, and answers that nobody reads ----------------------------------------------------


async def bots_alone(target: Target) -> None:
    """Bots play by themselves while somebody watches."""

    async def one(number: int) -> None:
        cookie = await target.guest()
        async with target.http(cookie) as client:
            for _ in range(10):
                seats = [{"kind": "bot", "level": "easy"}] * 4
                wanted = {"game": "kapow-dice", "seats": seats, "name": "Eve", "start": True}
                made = await client.post("/api/matches", json=wanted)
                if made.status_code == 201:
                    match = made.json()["id"]
                    watching.append(asyncio.create_task(listen(target, f"/ws/{match}", cookie)))

    watching: list[asyncio.Task[None]] = []
    await many(8, one)
    await asyncio.Event().wait()


SHORTEST_SECONDS = 5
SHORTEST = {
    "kind": "live",
    "decision": SHORTEST_SECONDS,
    "reserve": 0,
    "gain": 0,
    "then": "move",
    "level": "easy",
}
ABANDONED, HOSTS = 40, 4  # matches, and pairs of guests who open them


async def leave_clocks_running(target: Target) -> None:
    """Pairs of guests start matches with the shortest clock and go away; return just before it runs out."""

    async def one(number: int) -> None:
        host, guest = await target.guest(), await target.guest()
        async with target.http(host) as client:
            for _ in range(ABANDONED // HOSTS):
                seats = [{"kind": "me"}, {"kind": "open"}]
                wanted = {"game": "kapow-cards", "seats": seats, "name": "Eve", "pace": SHORTEST}
                made = await client.post("/api/matches", json=wanted)
                if made.status_code != 201:
                    target.cut_off += 1
                    continue
                path = f"/ws/{made.json()['id']}"
                with contextlib.suppress(*LOST):
                    async with target.socket(path, host) as first, target.socket(path, guest) as second:
                        for socket, message in (
                            (second, {"type": "sit", "seat": 1, "name": "Eva"}),
                            (first, {"type": "start"}),
                        ):
                            await socket.send(json.dumps(message | {"id": "a"}))
                            while json.loads(await asyncio.wait_for(socket.recv(), 20.0)).get("id") != "a":
                                pass

    begun = time.monotonic()
    await many(HOSTS, one)
    await asyncio.sleep(max(0.0, SHORTEST_SECONDS - 0.3 - (time.monotonic() - begun)))


async def abandoned_clocks(target: Target) -> None:
    """Nothing more: the clocks go on by themselves."""
    await asyncio.Event().wait()


async def slow_readers(target: Target) -> None:
    """Ask for snapshots of a long match and read nothing."""

    async def one(number: int) -> None:
        async def once() -> None:
            async with target.socket(
                f"/ws/{target.running}", target.cookies[number % 4], max_queue=1
            ) as socket:
                socket.transport.pause_reading()
                while not socket.transport.is_closing():
                    if socket.transport.get_write_buffer_size() < 1000:
                        socket.transport.write(Frame(Opcode.TEXT, b'{"type": "sync"}').serialize(mask=True))
                    await asyncio.sleep(0.1)
                raise ConnectionResetError

        await again(target, once)

    await many(50, one)


ATTACKS: dict[str, Attack] = {
    "pings, 1 MB/s": pings,
    "empty fragments, 1 MB/s": empty_fragments,
    "small fragments, 1 MB/s": small_fragments,
    "pings on 40 sockets": pings_of_many,
    "requests sent ahead": requests_ahead,
    "refused requests": refused_requests,
    "heads byte by byte": dripping_heads,
    "segments of one byte": small_segments,
    "connections opened": new_connections,
    "previews of 100 moves": previews,
    "snapshots of a long match": snapshots,
    "a long match opened": openings,
    "replays of a long match": replays,
    "QR codes": pictures,
    "rules of the games": rules,
    "lessons opened": lessons,
    "lists in 50 windows": feeds,
    "everything deleted": deletions,
    "bots alone, 80 matches": bots_alone,
    "abandoned clocks, 40 matches": abandoned_clocks,
    "answers not read": slow_readers,
}
PREPARATIONS: dict[str, Attack] = {"abandoned clocks, 40 matches": leave_clocks_running}  # before it begins


TOGETHER = "all together"


async def all_together(target: Target) -> None:
    await asyncio.gather(*(attack(target) for attack in ATTACKS.values()))


async def run(name: str, seconds: float, target: Target) -> None:
    """Prepare and carry out an attack, or all of them together."""
    for other, prepare in PREPARATIONS.items():
        if name in (other, TOGETHER):
            await prepare(target)
    print("begun", flush=True)
    attack = ATTACKS.get(name, all_together)
    task = asyncio.ensure_future(attack(target))
    await asyncio.wait({task}, timeout=seconds)
    if task.done():
        task.result()  # raises what went wrong
        raise SystemExit("the attack has ended by itself")
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, *LOST):
        await asyncio.wait_for(task, 2.0)


if __name__ == "__main__":
    os.nice(5)  # the players are measured, not the attackers
    name, seconds, given = sys.argv[1:]
    victim = Target(**json.loads(given))
    asyncio.run(run(name, float(seconds), victim))
    print(json.dumps({"cut_off": victim.cut_off}))
    sys.stdout.flush()
    os._exit(0)  # without waiting for connections that nobody reads
