"""A page of a local server, for tests: it stores the journal, lets bots think at once, and collects messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.hush import GAME as HUSH

from slugfest.bots import bot
from slugfest.kernel import Game, Perspective, games, seeded
from slugfest.local import LocalServer, Row
from slugfest.local.thinker import think

Facts = dict[str, Any]

ALL_GAMES: Mapping[str, Game] = {**games(), HUSH.id: HUSH}
BEGINNING = 1_800_000_000_000  # ms since 1970


class Device:
    """A device: its stored rows, its clock, and its local server, which may be restarted at any moment."""

    def __init__(self, kept: Iterable[Row] = (), name: str = "device") -> None:
        self.kept: dict[tuple[str, int], str] = {(match, index): text for match, index, text in kept}
        self.name = name
        self.begun = 0  # how often: ids of requests are never the same
        self.time = BEGINNING
        self.keeps = True  # rows are kept as soon as they are there
        self.thinks: Callable[[str], str] | None = lambda text: think(text, ALL_GAMES.__getitem__)
        self._rng = seeded("tests/local", name)
        self.server = self._new_server()

    def _new_server(self) -> LocalServer:
        rows = [(match, index, text) for (match, index), text in self.kept.items()]
        self.begun += 1
        self.asked: dict[int, str] = {}
        self.lines: dict[int, Line] = {}
        self.thoughts = 0
        server = LocalServer(ALL_GAMES, rows, lambda: self.time, self._random)
        server.settings.bot_delay = 0
        return server

    def _random(self, count: int) -> bytes:
        return bytes(self._rng.below(256) for _ in range(count))

    def begin_anew(self) -> None:
        """The page was closed in the middle of whatever it did, and is opened again."""
        self.server = self._new_server()

    # ---- what the page's worker does ---------------------------------------------------------------------------

    def keep(self) -> None:
        rows = self.server.unsaved()
        for match, index, text in rows:
            if text:
                self.kept[match, index] = text
            else:
                for key in [key for key in self.kept if key[0] == match]:
                    del self.kept[key]
        self.server.saved(len(rows))

    def carry(self) -> None:
        for channel, message in self.server.outbox():
            if channel in self.lines:
                self.lines[channel].hear(message)

    def step(self) -> bool:
        """One thought at most; whether there was one."""
        if self.keeps:
            self.keep()
        self.carry()
        self.asked.update(self.server.thoughts())
        for number in self.server.cancelled():
            self.asked.pop(number, None)
        if not self.asked or self.thinks is None:
            return False
        number = min(self.asked)
        self.thoughts += 1
        self.server.thought(number, self.thinks(self.asked.pop(number)))
        return True

    def run(self) -> None:
        """Until nothing is left to do without people."""
        while self.step():
            pass
        if self.keeps:
            self.keep()
        self.carry()

    # ---- what people do ----------------------------------------------------------------------------------------

    def request(self, method: str, path: str, body: Any = None, guest: str = "me") -> tuple[int, Any]:
        """A status, and the body read."""
        status, received = self.server.request(method, path, "" if body is None else json.dumps(body), guest)
        self.run()
        try:
            return status, json.loads(received) if received else None
        except ValueError:
            return status, received

    def get(self, path: str, guest: str = "me") -> Any:
        status, received = self.request("GET", path, guest=guest)
        assert status == 200, received
        return received

    def create(
        self, *seats: str, game: str = "hush", options: Facts | None = None, start: bool = True
    ) -> str:
        wanted = {
            "game": game,
            "seats": [
                {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats
            ],
            "options": options or {},
            "name": "Ann",
            "start": start,
        }
        status, received = self.request("POST", "/api/matches", wanted)
        assert status == 201, received
        return str(received["id"])

    def open(self, path: str, guest: str = "me") -> Line:
        line = Line(self, guest)
        line.number = self.server.open(path, guest)
        self.lines[line.number] = line
        self.run()
        return line

    def play(self, match: str, guest: str = "me") -> Line:
        """Somebody at a match that begins with their nonce."""
        line = self.open(f"/ws/{match}", guest)
        if line.match["nonce_wanted"]:
            line.done("nonce", nonce="0" * 32)
        return line


class Line:
    """Somebody who listens, and what they heard."""

    def __init__(self, device: Device, guest: str) -> None:
        self.device = device
        self.guest = guest
        self.number = 0
        self.heard: list[Facts] = []
        self.raw: list[str] = []
        self.ended: int | None = None
        self.match: Facts = {}
        self.view: Facts | None = None
        self.version = 0
        self.log: list[Facts] = []
        self._requests = 0

    def hear(self, message: str | int) -> None:
        if isinstance(message, int):
            self.ended = message
            return
        self.raw.append(message)
        received = json.loads(message)
        self.heard.append(received)
        if received["type"] == "snapshot":
            self.log = received["log"]
        if received["type"] == "update":
            assert received["version"] in (self.version, self.version + 1), "a change is missing"
            self.log = self.log + received["steps"]
        if received["type"] in ("snapshot", "update"):
            self.version, self.match, self.view = received["version"], received["match"], received["view"]

    def send(self, kind: str, **facts: Any) -> str:
        self._requests += 1
        request = str(
            facts.pop("id", f"{self.device.name} {self.device.begun} {self.number} {self._requests}")
        )
        self.device.server.receive(self.number, json.dumps({"type": kind, "id": request, **facts}))
        return request

    def ask(self, kind: str, **facts: Any) -> Facts:
        """The answer to a request."""
        request = self.send(kind, **facts)
        self.device.run()
        return [received for received in self.heard if received.get("id") == request][-1]

    def done(self, kind: str, **facts: Any) -> Facts:
        received = self.ask(kind, **facts)
        assert received["type"] == "done", received
        return received

    def refused(self, kind: str, **facts: Any) -> str:
        received = self.ask(kind, **facts)
        assert received["type"] == "refused", received
        return str(received["code"])

    def close(self) -> None:
        self.device.server.close(self.number)
        self.device.lines.pop(self.number, None)
        self.device.run()

    @property
    def moves(self) -> list[str]:
        return [] if self.view is None else [move["move"] for move in self.view["moves"]]

    def sensible(self) -> str:
        """What a beginner would do: matches end sooner than at random."""
        table = self.device.server.table(self.match["id"])
        assert table.history is not None
        seat = table.seat_of(self.guest)
        rng = seeded("tests/local", table.id, table.version)
        return table.game.format(
            bot("greedy", table.game).choose(Perspective(table.history.state, seat), rng)
        )

    @property
    def over(self) -> bool:
        return self.match["status"] in ("finished", "abandoned")

    @property
    def owes(self) -> bool:
        mine = [seat for seat, info in enumerate(self.match["seats"]) if info["you"]]
        return bool(set(mine) & set(self.match["owing"]))
