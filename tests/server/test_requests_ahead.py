"""Requests that are sent before earlier ones are answered: nothing is written once their connection has closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import uvicorn
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.server import ServerState

from slugfest.server.connections import Entrance
from slugfest.server.limits import NO_LIMITS
from slugfest.server.protocols import TimedHttpProtocol, protocols_of
from slugfest.server.settings import Settings

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Wire(asyncio.Transport):
    """A transport that keeps what is written and, like uvloop's, refuses to write once it is closed."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 5000), "sockname": ("192.0.2.2", 8000)})
        self.written = b""
        self.closed = False

    def write(self, data: Any) -> None:
        if self.closed:
            raise RuntimeError("the handler is closed")
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Slow:
    """An application that answers when it is let go; it notes how many requests it was asked."""

    def __init__(self, streamed: bool) -> None:
        self.go = asyncio.Event()
        self.asked = 0
        self._streamed = streamed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked += 1
        answer: ASGIApp = PlainTextResponse("good")
        if self._streamed:
            answer = StreamingResponse(self._parts(), media_type="text/plain")
        else:
            await self.go.wait()
        await answer(scope, receive, send)

    async def _parts(self) -> Any:
        yield "go"
        await self.go.wait()
        yield "od"


async def opened(app: Slow) -> tuple[TimedHttpProtocol, Wire, ServerState]:
    settings = Settings(limits=NO_LIMITS)
    _, http, websocket = protocols_of(settings)
    config = uvicorn.Config(app, http=http, ws=websocket, log_config=None, access_log=False)
    config.load()
    state = ServerState()
    assert issubclass(http, Entrance)
    wire = Wire()
    assert not http.counter.enter(wire, "192.0.2.1")
    protocol = http.http(config, state, {}, asyncio.get_running_loop())
    assert isinstance(protocol, TimedHttpProtocol)
    protocol.connection_made(wire)
    return protocol, wire, state


def lost(protocol: TimedHttpProtocol) -> None:
    protocol.transport.close()
    protocol.connection_lost(ConnectionResetError())


ENDS: dict[str, Callable[[TimedHttpProtocol], None]] = {
    "the other end goes away": lost,
    "too much was sent": TimedHttpProtocol._too_much,
    "the next one does not come": TimedHttpProtocol._timed_out,
    "the next one is no request": lambda protocol: protocol.data_received(b"\0\0\0\r\n\r\n"),
}


@pytest.mark.parametrize("streamed", [False, True], ids=["not begun", "half sent"])
@pytest.mark.parametrize("end", ENDS)
def test_nothing_is_written_after_the_connection_has_closed(
    end: str, streamed: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def attack() -> None:
        app = Slow(streamed)
        protocol, wire, state = await opened(app)
        protocol.data_received(REQUEST)
        protocol.data_received(REQUEST)  # uvicorn forgets the first one
        await asyncio.sleep(0)
        ENDS[end](protocol)
        if not wire.closed:  # it waits for the first answer before it reads on
            lost(protocol)
        written = wire.written
        app.go.set()
        await asyncio.gather(*state.tasks)
        assert wire.written == written
        assert app.asked == 1

    asyncio.run(attack())
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_refusal_does_not_stand_in_the_middle_of_an_answer() -> None:
    async def attack() -> None:
        app = Slow(streamed=True)
        protocol, wire, state = await opened(app)
        protocol.data_received(REQUEST * 2)
        for _ in range(20):
            await asyncio.sleep(0)
        assert b"go" in wire.written
        written = wire.written
        protocol._too_much()
        assert wire.closed
        assert wire.written == written
        app.go.set()
        await asyncio.gather(*state.tasks)

    asyncio.run(attack())


def test_a_socket_is_not_opened_before_earlier_requests_are_answered() -> None:
    async def attack() -> None:
        app = Slow(streamed=False)
        protocol, wire, state = await opened(app)
        protocol.data_received(REQUEST + UPGRADE)
        assert wire.closed
        assert wire.written.startswith(b"HTTP/1.1 400 ")
        app.go.set()
        await asyncio.gather(*state.tasks)

    asyncio.run(attack())


def test_requests_sent_ahead_are_answered_in_order() -> None:
    async def ask() -> None:
        app = Slow(streamed=False)
        protocol, wire, _ = await opened(app)
        protocol.data_received(REQUEST * 3)
        app.go.set()
        for _ in range(100):
            await asyncio.sleep(0)
        assert wire.written.count(b"HTTP/1.1 200 ") == 3
        assert app.asked == 3
        lost(protocol)

    asyncio.run(ask())
