"""A real server on a real port, and people who talk to it over real sockets. Everything is bounded and cleaned up."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Any, get_args, get_type_hints

import httpx2
import pytest
from starlette.applications import Starlette
from tests.codes import CodesOfTest
from tests.hush import TABLE_GAME
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from slugfest.kernel import NONCE_LENGTH, Game, games
from slugfest.kernel.facts import misfit
from slugfest.server import run
from slugfest.server.app import create_app
from slugfest.server.bot_workers import BotWorkers
from slugfest.server.limits import NO_LIMITS
from slugfest.server.settings import Settings
from slugfest.store import MemoryStore, Store
from slugfest.table import finding, messages

TIMEOUT = 30  # seconds; reached only when something is broken
Facts = dict[str, Any]
MESSAGES: dict[str, Any] = {  # by type, as the table declares them
    get_args(get_type_hints(declared)["type"])[0]: declared
    for declared in (*get_args(messages.ServerMessage), finding.OpenTables)
}
GAMES = {**games(), TABLE_GAME.id: TABLE_GAME}  # not registered: other tests must not meet it


def quick_settings(**changes: Any) -> Settings:
    usual: Facts = {"bots_run_in": "thread", "bot_delay": 0.0, "bot_workers": 2, "hint_level": "search:20"}
    usual |= {"limits": NO_LIMITS}  # all these people share an address; tests of limits bring their own
    return Settings(**(usual | changes))


def nonce_of(name: str) -> str:
    """What somebody adds to the chance of a match; the same every time."""
    return hashlib.sha256(name.encode()).hexdigest()[:NONCE_LENGTH]


class RunningServer:
    """A server in a thread of its own."""

    def __init__(
        self,
        settings: Settings | None = None,
        store: Store | None = None,
        bot_workers: BotWorkers | None = None,
        games: Mapping[str, Game] | None = GAMES,
    ) -> None:
        self.settings = settings or quick_settings()
        self.store = store or MemoryStore()
        self._listener = run.listen("127.0.0.1", 0)
        self.port: int = self._listener.getsockname()[1]
        self._ready = threading.Event()
        self._app: Starlette = create_app(self.settings, self.store, bot_workers, games, codes=CodesOfTest())
        self._server = run.server(self._app, self.settings, self._ready.set)
        self._thread = threading.Thread(
            target=lambda: self._server.run(sockets=[self._listener]), daemon=True
        )

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> RunningServer:
        self._thread.start()
        assert self._ready.wait(TIMEOUT), "the server did not start"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """As if it had been asked to by a signal. Stopping twice is fine."""
        self._server.should_exit = True
        self._thread.join(TIMEOUT)
        self._listener.close()
        assert not self._thread.is_alive(), "the server did not stop"

    def person(self, name: str) -> Person:
        return Person(self.address, name)


class Person:
    """A guest with a browser: a cookie, and the requests a page makes."""

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self.address = address
        self.http = httpx2.Client(base_url=address, timeout=TIMEOUT, trust_env=False)

    def __enter__(self) -> Person:
        self.http.__enter__()
        self.http.get("/api/me")  # as every page does first: it brings the cookie
        return self

    def __exit__(self, *error: Any) -> None:
        self.http.__exit__(*error)

    def create(
        self, *seats: str, game: str = "hush", start: bool = True, pace: Facts | None = None, **options: Any
    ) -> str:
        """A new match; seats are "me", "open", "easy", "medium" or "hard"."""
        content = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats
        ]
        wanted = {"game": game, "seats": content, "options": options, "name": self.name, "start": start}
        wanted |= {} if pace is None else {"pace": pace}
        response = self.http.post("/api/matches", json=wanted)
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    def dial(self, match: str, address: str | None = None) -> Line:
        """A line to a match on which nothing has been heard yet."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        return Line(address or self.address, match, {"Cookie": cookies})

    def connect(self, match: str, address: str | None = None, nonce: bool = True) -> Line:
        """Come to a match; one that waits only for my nonce begins with it."""
        line = self.dial(match, address)
        line.receive()
        if line.match["starting"] and nonce:
            line.done("nonce", nonce=nonce_of(self.name))
        return line


class Line:
    """A WebSocket to a match, and what the client at its end knows."""

    def __init__(self, address: str, match: str, headers: dict[str, str] | None = None) -> None:
        url = address.replace("http", "ws") + f"/ws/{match}"
        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(
                url,
                additional_headers=headers,
                open_timeout=TIMEOUT,
                close_timeout=5,
                max_size=None,
                proxy=None,
            )
        )
        self.raw: list[str] = []  # everything that ever came
        self.version = 0
        self.match: Facts = {}
        self.view: Facts | None = None
        self.log: list[Facts] = []
        self.can_undo = False
        self._requests = 0

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    # ---- what comes ------------------------------------------------------------------------------------------

    def receive(self) -> Facts:
        """The next message, understood."""
        text = self._socket.recv(TIMEOUT)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Facts = json.loads(text)
        assert misfit(message, MESSAGES[message["type"]], message["type"]) == ""
        if message["type"] in ("snapshot", "update"):
            self._understand(message)
        return message

    def lose(self) -> Facts:
        """The next message, as if it had been lost on the way."""
        message: Facts = json.loads(self._socket.recv(TIMEOUT))
        return message

    def _understand(self, message: Facts) -> None:
        if message["type"] == "snapshot":
            self.log = message["log"]
        else:
            assert message["version"] in (self.version, self.version + 1), "a version is missing"
            assert not message["steps"] or message["version"] == self.version + 1
            self.log = self.log + message["steps"]
        self.version, self.match, self.view = message["version"], message["match"], message["view"]
        self.can_undo = message["can_undo"]

    def until(self, true: Callable[[Line], bool]) -> Line:
        """Listen until something is so."""
        while not true(self):
            self.receive()
        return self

    def ending(self) -> tuple[int, str]:
        """Listen until the server ends the connection; how it does."""
        with pytest.raises(ConnectionClosed) as closed:
            self.until(lambda line: False)
        received = closed.value.rcvd
        assert received is not None, "the connection just broke"
        return received.code, received.reason

    # ---- what goes -------------------------------------------------------------------------------------------

    def send(self, message: Any) -> None:
        self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def ask(self, kind: str, /, **fields: Any) -> Facts:
        """Make a request and listen until it is answered."""
        self._requests += 1
        request = fields.pop("id", f"{kind} {self._requests}")
        self.send({"type": kind, "id": request, **fields})
        return self.answer(request)

    def answer(self, request: str) -> Facts:
        while True:
            message = self.receive()
            if message.get("id") == request:
                return message

    def done(self, kind: str, /, **fields: Any) -> int:
        answer = self.ask(kind, **fields)
        assert answer["type"] == "done", answer
        return int(answer["version"])

    def refused(self, kind: str, /, **fields: Any) -> str:
        answer = self.ask(kind, **fields)
        assert answer["type"] == "refused", answer
        assert answer["text"]["en"]
        assert answer["text"]["de"]
        return str(answer["code"])

    # ---- what is known ---------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        return str(self.match["status"])

    @property
    def seat(self) -> int:
        return next((index for index, seat in enumerate(self.match["seats"]) if seat["you"]), -1)

    @property
    def moves(self) -> list[str]:
        return [] if self.view is None else [option["move"] for option in self.view["moves"]]

    @property
    def my_turn(self) -> bool:
        return self.view is not None and self.seat in self.view["actors"]

    def wait_for_turn(self) -> bool:
        """Listen until there is something to decide; False when the match is over."""
        self.until(lambda line: line.my_turn or line.status == "finished")
        return self.status != "finished"


def play_out(*lines: Line) -> None:
    """These people play the first move they see until the match is over."""
    while lines[0].status != "finished":
        played = False
        for line in lines:
            newest = max(other.version for other in lines)
            while line.version < newest:
                line.receive()
            if line.my_turn:
                line.done("play", moves=[line.moves[0]])
                played = True
        if not played and lines[0].status != "finished":
            lines[0].receive()  # a bot is still thinking
