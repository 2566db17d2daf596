"""./dev bench prices: the processor time of every question, over sockets and over HTTP, answered and refused.

A server without limits runs in a process of its own, with long matches in its store. Each question is asked a few
times, one after the other; its price is the processor time of all threads of that process, divided by the count. Bots
think in other processes and are not part of it. The table shows each price, its ratio to the median, and how much of it
is spent on the event loop, where everybody waits for it; the rest is spent in threads.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import statistics
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx2
from attack import processor_time, started
from goals import MOST_TIMES_THE_MEDIAN
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from slugfest.kernel import Refusal
from slugfest.protocol.api import ADDRESSES, SOCKETS, find, pattern

TIMES = 30
PLAYERS = 60
LARGE = 1 << 26
Question = Callable[[], Awaitable[Any]]


@dataclass
class Price:
    name: str
    milliseconds: float  # in all threads
    on_the_loop: float  # of these in the one that answers everybody


class Customer:
    """Somebody who asks everything once more."""

    def __init__(self, pid: int, address: str, matches: dict[str, Any]) -> None:
        self.pid = pid
        self.address = address
        self.matches = matches
        self.prices: list[Price] = []
        self.asked: set[str] = set()  # names of addresses
        self.numbers = itertools.count()

    async def price(self, name: str, question: Question, times: int = TIMES, first: bool = False) -> None:
        """Ask something repeatedly. ``first``: only the first time, before anything is cached."""
        if not first:
            await question()
        count = 1 if first else times
        before, loop_before = processor_time(self.pid), processor_time(self.pid, "main")
        for _ in range(count):
            await question()
        await asyncio.sleep(0.05)  # what goes on after the answer
        used, on_the_loop = (
            processor_time(self.pid) - before,
            processor_time(self.pid, "main") - loop_before,
        )
        self.prices.append(Price(name, used * 1000 / count, on_the_loop * 1000 / count))

    def client(self, cookie: str = "") -> httpx2.AsyncClient:
        """Somebody's browser; what it asks for is noted."""

        async def note(request: httpx2.Request) -> None:
            with contextlib.suppress(Refusal):
                self.asked.add(find(request.method, request.url.path)[0].name)

        headers = {"cookie": cookie} if cookie else {}
        return httpx2.AsyncClient(
            base_url=self.address, timeout=60.0, headers=headers, event_hooks={"request": [note]}
        )

    def not_asked(self) -> list[str]:
        """The addresses of a server that have no price yet."""
        sockets = [one.name for one in SOCKETS if one.offered != "local"]
        names = [*(one.name for one in ADDRESSES if one.offered != "local"), *sockets]
        return [name for name in dict.fromkeys(names) if name not in self.asked]

    def socket(self, path: str, cookie: str) -> Any:
        self.asked.add(next(one.name for one in SOCKETS if pattern(one.path).fullmatch(path)))
        url = self.address.replace("http", "ws", 1) + path
        return connect(
            url, additional_headers={"cookie": cookie}, compression=None, max_size=LARGE, ping_interval=None
        )

    async def ask(self, socket: ClientConnection, **message: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        number = f"{next(self.numbers)}"
        await socket.send(json.dumps(message if message["type"] == "sync" else message | {"id": number}))
        while True:
            heard: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60.0))
            if heard.get("id") == number or (message["type"] == "sync" and heard["type"] == "snapshot"):
                return heard

    # ---- what is asked -----------------------------------------------------------------------------------------

    async def at_a_short_match(self) -> None:
        """First, so that what a server does once in its life is no part of the price of a long match."""
        async with self.client() as client:
            await client.get("/api/me")
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
            wanted = {"game": "kapow-cards", "seats": seats, "name": "Ann"}
            match = (await client.post("/api/matches", json=wanted)).json()["id"]
            async with self.socket(f"/ws/{match}", cookie) as socket:
                await socket.recv()
                await self.price("sync of a short match", lambda: self.ask(socket, type="sync"))
                levels = itertools.cycle(("easy", "medium"))
                change = {"type": "set_seat", "seat": 1, "kind": "bot"}
                await self.price(
                    "a change in a lobby", lambda: self.ask(socket, **change, level=next(levels))
                )

            async def feed() -> None:
                async with self.socket("/ws/mine", cookie) as own:
                    await own.recv()

            async def tables() -> None:
                async with self.socket("/ws/mine", cookie) as own:
                    await own.send(json.dumps({"type": "watch_tables", "id": "1", "tables": True}))
                    while json.loads(await own.recv())["type"] != "open_tables":
                        pass

            pace = {
                "kind": "live",
                "decision": 60,
                "reserve": 60,
                "gain": 0,
                "then": "move",
                "level": "medium",
            }
            night: dict[str, Any] = {
                "name": "Evening",
                "game": "kapow-cards",
                "format": "duplicate",
                "rounds": 3,
                "pace": pace,
            }
            event = (await client.post("/api/events", json=night)).json()["id"]

            async def watch_event() -> None:
                async with self.socket("/ws/mine", cookie) as own:
                    await own.send(json.dumps({"type": "watch_event", "id": "1", "event": event}))
                    while json.loads(await own.recv())["type"] != "event":
                        pass

            async def lesson() -> None:
                async with self.socket("/ws/lessons/kapow-dice/2", cookie) as learning:
                    await learning.recv()

            async def puzzle() -> None:
                async with self.socket("/ws/puzzles/kapow-cards/1", cookie) as solving:
                    await solving.recv()

            await self.price("open a list of matches", feed)
            await self.price("open a list of open tables", tables, 10)
            await self.price("open the feed of an event", watch_event, 10)
            await self.price("open a lesson", lesson, 10)
            await self.price("open a puzzle", puzzle, 10)
            await self.at_an_event(client, event, night)

    async def at_an_event(self, client: httpx2.AsyncClient, event: str, night: dict[str, Any]) -> None:
        """An event with many players, as its director and as others see it."""
        async with contextlib.AsyncExitStack() as stack:
            crowd = [await stack.enter_async_context(self.client()) for _ in range(PLAYERS)]
            for number, one in enumerate(crowd):
                await one.get("/api/me")
                await one.post(f"/api/events/{event}/join", json={"name": f"Guest {number}"})
            page, other = f"/api/events/{event}", crowd[0]
            await self.price("an event with 60 players", lambda: other.get(page))
            await self.price("my events", lambda: other.get("/api/me/events"))
            await self.price("results of an event", lambda: other.get(f"{page}/results"))
            await self.price("calendar of an event", lambda: other.get(f"{page}/calendar"))
            await self.price("join an event again", lambda: other.post(f"{page}/join", json={"name": "Zoe"}))

            async def come_and_go() -> None:
                await other.post(f"{page}/leave", json={})
                await other.post(f"{page}/join", json={"name": "Zoe"})

            await self.price("leave an event and come back", come_and_go, 10)
            act = {"act": "pause", "reason": "rain"}
            await self.price("direct an event, refused", lambda: other.post(f"{page}/direct", json=act))
            acts = itertools.cycle(("pause", "resume"))
            await self.price(
                "direct an event", lambda: client.post(f"{page}/direct", json=act | {"act": next(acts)})
            )
            wrong = {"round": 1, "table": 1, "ranks": [1, 2], "reason": "x"}
            await self.price("correct a result, refused", lambda: client.post(f"{page}/results", json=wrong))

            async def open_and_end() -> None:
                made = (await client.post("/api/events", json=night)).json()["id"]
                await client.post(f"/api/events/{made}/direct", json={"act": "end", "reason": "x"})

            await self.price("open an event and end it", open_and_end, 10)

    async def at_a_long_match(self) -> None:
        running, cookies = f"/ws/{self.matches['running']}", self.matches["cookies"]

        async def come() -> None:
            async with self.socket(running, cookies[0]) as socket:
                await socket.recv()

        await self.price("open a long match, the first time", come, first=True)
        await self.price("open a long match", come, 10)
        async with self.socket(running, cookies[0]) as socket:
            acting = json.loads(await socket.recv())["view"]["actors"][0]
        async with self.socket(running, cookies[acting]) as socket, self.socket(running, "") as stranger:
            view = json.loads(await socket.recv())["view"]
            legal = [option["move"] for option in view["moves"]][:1] or ["END"]
            questions: dict[str, dict[str, Any]] = {
                "sync of a long match": {"type": "sync"},
                "preview": {"type": "preview", "moves": legal},
                "preview of 100 moves": {"type": "preview", "moves": legal * 100},
                "preview, refused": {"type": "preview", "moves": ["nonsense"]},
                "coach": {"type": "coach"},
                "hint": {"type": "hint"},
                "say": {"type": "say", "phrase": "hurry", "to": "table"},
                "play, refused": {"type": "play", "moves": ["nonsense"]},
                "play of 100 moves, refused": {"type": "play", "moves": ["nonsense"] * 100},
                "play with a caution asked for": {"type": "play", "moves": ["nonsense"], "sure": False},
                "undo, refused": {"type": "undo"},
                "not understood": {"type": "fly"},
            }
            for name, message in questions.items():
                await self.price(name, lambda message=message: self.ask(socket, **message))
            await self.price(
                "play of a stranger, refused", lambda: self.ask(stranger, type="play", moves=["x"])
            )
            agree = itertools.cycle((True, False))
            await self.price(
                "a change at a long match", lambda: self.ask(socket, type="hints", agree=next(agree))
            )

    async def over_http(self) -> None:
        over, running = self.matches["over"], self.matches["running"]
        async with self.client(self.matches["cookies"][1]) as client:

            def get(path: str) -> Question:
                return lambda: client.get(path)

            steps = itertools.cycle(range(0, 2500, 25))
            long = f"/api/matches/{over}"
            await self.price(
                "replay of a long match, the first time", get(f"{long}/replay?eyes=0"), first=True
            )
            await self.price("replay of a long match", get(f"{long}/replay?eyes=0"), 5)
            await self.price(
                "page of a replay", lambda: client.get(f"{long}/replay/views?eyes=1&step={next(steps)}")
            )
            await self.price("record of a long match", get(f"{long}/record"), 5)
            link = f"{self.address}/match/"
            for name, path in {
                "the page": "/",
                "games": "/api/games",
                "a game with its rules": "/api/games/kapow-dice",
                "seating": "/api/games/kapow-dice/seating?seats=4",
                "course": "/api/games/kapow-dice/course",
                "personas": "/api/personas",
                "puzzles": "/api/puzzles",
                "how others get here": "/api/reach",
                "me": "/api/me",
                "my ratings": "/api/me/ratings",
                "ratings of a match": f"{long}/ratings",
                "review of a match without a result": f"/api/matches/{running}/review",
                "finished matches": "/api/me/matches",
                "profile": "/api/me/profile",
                "a long match": f"/api/matches/{running}",
                "a match that is none": "/api/matches/nothing",
                "replay, refused": f"/api/matches/{running}/replay",
                "an address that is none": "/api/nothing",
                "a page of a match": f"/match/{running}",
                "a QR code again": f"/api/qr?text={link}x",
                "a QR code, refused": "/api/qr?text=http://example.org/",
            }.items():
                await self.price(name, get(path))
            await self.price("a QR code", lambda: client.get(f"/api/qr?text={link}{next(self.numbers)}"))
            hand = {
                "game": "kapow-cards",
                "name": {"en": "Big", "de": "Groß"},
                "change": {"limits.hand": 4},
                "add": {},
            }
            checked = (await client.post("/api/variants/check", json=hand)).json()
            file = {"file": checked["file"]}
            await self.price("form of a game", get("/api/games/kapow-dice/form"))
            await self.price("form with a change", lambda: client.post("/api/variants/form", json=hand), 10)
            await self.price("check a change", lambda: client.post("/api/variants/check", json=hand), 10)
            wrong_hand = hand | {"change": {"limits.hand": 40}}
            await self.price(
                "check a change, refused", lambda: client.post("/api/variants/check", json=wrong_hand), 10
            )
            await self.price("open a changed game", lambda: client.post("/api/variants/open", json=file), 5)
            await self.price(
                "open a changed game, refused",
                lambda: client.post("/api/variants/open", json={"file": "nonsense"}),
                10,
            )
            await self.price("keep a changed game", lambda: client.post("/api/variants", json=file), 5)
            changed = checked["id"]
            await self.price("a changed game, the first time", get(f"/api/games/{changed}"), first=True)
            await self.price("a changed game", get(f"/api/games/{changed}"))

            async def trial() -> None:
                async with self.socket("/ws/trial", self.matches["cookies"][1]) as trying:
                    await trying.send(json.dumps(file | {"level": "greedy", "deals": 12}))
                    while json.loads(await trying.recv())["deals"] < 12:
                        pass

            await self.price("a trial of a changed game", trial, 3)
            await self.price("rename", lambda: client.post("/api/me", json={"name": "Ann"}))
            await self.price("rename, refused", lambda: client.post("/api/me", json={"name": 7}))
            names = itertools.cycle(("Zoe", "Nell"))
            await self.price("claim a name", lambda: client.post("/api/me/claim", json={"name": next(names)}))
            await self.price("new recovery code", lambda: client.post("/api/me/claim/code"))
            await self.price(
                "claim a name, refused", lambda: client.post("/api/me/claim", json={"name": "Robo Rita"})
            )
            await self.price("sign in, refused", lambda: client.post("/api/sign-in", json={"code": "x"}))
            await client.post("/api/me/claim", json={"name": "Zoe"})
            await self.price("my claim", get("/api/me/claim"))
            refused: dict[str, dict[str, Any]] = {
                "/api/me/claim/passkey": {"passkey": {"id": "x"}},
                "/api/me/claim/passkey/remove": {"passkey_id": "x"},
                "/api/me/claim/release": {"sure": False},
                "/api/me/carry": {"ticket": "x"},
                f"{long}/branch": {"step": 10**9, "seat": 0},
            }
            for path, body in refused.items():
                await self.price(
                    f"{path.replace(over, '…')}, refused",
                    lambda path=path, body=body: client.post(path, json=body),
                )
            await self.price(
                "question for a new passkey", lambda: client.post("/api/me/claim/passkey/options", json={})
            )
            await self.price("question for any passkey", lambda: client.post("/api/sign-in/options"))
            face = {"shown": True, "times": False, "face": 3}
            await self.price("show my profile", lambda: client.post("/api/me/claim/profile", json=face))
            await self.price("consent", lambda: client.post("/api/me/puzzles", json={"given": True}))
            await self.price(
                "play on from a long match",
                lambda: client.post(f"{long}/branch", json={"step": 2000, "seat": 0}),
                5,
            )
            await self.price("public profile", get("/api/player?name=Zoe"))
            await self.price("public profile of nobody", get("/api/player?name=nobody"))
            await self.price("claimed names at a table", get(f"/api/matches/{running}/players"))
            club = (await client.post("/api/clubs", json={"name": "Thursdays"})).json()
            await self.price("a club", get(f"/api/clubs/{club['id']}"))
            await self.price("my clubs", get("/api/clubs"))
            dates = f"/api/clubs/{club['id']}/calendar"
            await self.price("calendar of a club", get(dates))
            await self.price("season of a club", get(f"/api/clubs/{club['id']}/season"), 5)
            await self.price("export of a club", get(f"/api/clubs/{club['id']}/export"), 5)
            wrong_invite = {"club": club["id"], "invite": "x"}
            await self.price(
                "join a club, refused", lambda: client.post("/api/clubs/join", json=wrong_invite)
            )
            renewed = f"/api/clubs/{club['id']}/invite"
            await self.price("new invitation to a club", lambda: client.post(renewed))
            mine = f"/api/clubs/{club['id']}"

            async def announce() -> None:
                page = (await client.post(f"{mine}/note", json={"text": "Bring snacks"})).json()
                await client.post(f"{mine}/note/remove", json={"note": page["notes"][0]["key"]})

            await self.price("announce and take it down", announce, 10)
            refused = {
                "member": {"member": "x", "role": "none"},
                "dissolve": {"sure": False},
                "tables": {"match": running},
            }
            for path, body in refused.items():
                await self.price(
                    f"club: {path}, refused",
                    lambda path=path, body=body: client.post(f"{mine}/{path}", json=body),
                )

            async def found_and_leave() -> None:
                made = (await client.post("/api/clubs", json={"name": "Once"})).json()["id"]
                await client.post(f"/api/clubs/{made}/leave")

            await self.price("found a club and leave it", found_and_leave, 10)
            for path in ("guests", "audit"):
                await self.price(f"admin page: {path}, refused", get(f"/api/admin/{path}"))
            act = {"action": "rename", "why": "x"}
            for path in ("act", "backup", "leave"):
                await self.price(
                    f"admin page: {path}, refused",
                    lambda path=path: client.post(f"/api/admin/{path}", json=act),
                )
            reported = f"/api/matches/{running}/report"
            await self.price("report a name, refused", lambda: client.post(reported, json={"seat": 9}), 5)
            await self.price("admin page, refused", get("/api/admin"))
            await self.price(
                "admin link, refused", lambda: client.post("/api/admin/enter", json={"token": "x"})
            )
            await self.price("ticket", lambda: client.post("/api/me/ticket"))
            seats = [{"kind": "me"}, {"kind": "open"}]
            wanted = {"game": "kapow-cards", "seats": seats, "name": "Ann"}
            await self.price("new match", lambda: client.post("/api/matches", json=wanted))
            advert = {"strength": "any", "bots": True, "club": ""}
            await self.price("open tables", get("/api/tables"))
            await self.price(
                "new open table", lambda: client.post("/api/matches", json=wanted | {"advert": advert})
            )
            find = {"match": wanted | {"advert": advert}}
            await self.price("find a table", lambda: client.post("/api/play-now", json=find))
            await self.price(
                "find a table, refused", lambda: client.post("/api/play-now", json={"match": {}})
            )
            await self.price("push settings", get("/api/me/push"))
            quiet = {"quiet_from": 1320, "quiet_to": 480, "zone": "UTC", "muted": [running]}
            await self.price("change push settings", lambda: client.post("/api/me/push/settings", json=quiet))
            point = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
            browser = {"p256dh": point, "auth": "tBHItJI5svbpez7KI4CCXg"}
            await self.price(
                "subscribe to push messages",
                lambda: client.post(
                    "/api/me/push/devices", json=browser | {"endpoint": "https://push.example.org/1"}
                ),
            )
            await self.price(
                "subscribe to push messages, refused",
                lambda: client.post("/api/me/push/devices", json=browser | {"endpoint": "https://10.0.0.1/"}),
            )
            await self.price(
                "unsubscribe from push messages",
                lambda: client.post(
                    "/api/me/push/devices/remove", json={"endpoint": "https://push.example.org/1"}
                ),
            )
            wrong = wanted | {"seats": []}
            await self.price("new match, refused", lambda: client.post("/api/matches", json=wrong))

            async def delete() -> None:
                async with self.client() as guest:
                    await guest.get("/api/me")
                    await guest.post("/api/matches", json=wanted)
                    await guest.post("/api/me/forget", json={"sure": True})

            await self.price("a guest who deletes everything", delete, 10)
            await self.price("sign out", lambda: client.post("/api/sign-out"))


def report(console: Console, prices: list[Price]) -> None:
    median = statistics.median(price.milliseconds for price in prices)
    table = Table("question", "processor time", "to the median", "on the event loop")
    for price in sorted(prices, key=lambda price: -price.milliseconds):
        mark = " ✗" if price.on_the_loop > MOST_TIMES_THE_MEDIAN * median else ""
        table.add_row(
            price.name,
            f"{price.milliseconds:.2f} ms",
            f"{price.milliseconds / median:.1f}×",
            f"{price.on_the_loop:.2f} ms{mark}",
        )
    console.print(table)
    console.print(
        f"Median {median:.2f} ms. Goal: nothing above {MOST_TIMES_THE_MEDIAN} times the median on the event loop."
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench prices", description=__doc__)
    parser.add_argument(
        "--sources", help="a folder with another slugfest package to measure, such as an older release's"
    )
    asked = parser.parse_args()
    env = dict(os.environ) | ({"PYTHONPATH": asked.sources} if asked.sources else {})
    with tempfile.TemporaryDirectory(prefix="slugfest-bench-") as folder, started(folder, env, []) as server:
        customer = Customer(*server)

        async def all_of_it() -> None:
            await customer.at_a_short_match()
            await customer.at_a_long_match()
            await customer.over_http()

        asyncio.run(all_of_it())
    console = Console(width=100)
    report(console, customer.prices)
    if missing := customer.not_asked():
        console.print(f"[red]Without a price: {', '.join(missing)}[/red]")
        raise SystemExit(1)


if __name__ == "__main__":
    main()
