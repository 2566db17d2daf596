"""What goes out to one connection, and what comes back from the store's threads: in order, and nothing is lost."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

import pytest
import uvicorn
from starlette.websockets import WebSocket
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from slugfest.server.admission import Budget
from slugfest.server.async_store import ThreadResults
from slugfest.server.match_server import MatchServer
from slugfest.server.protocols import SEND_AT_ONCE, WebSocketProtocol, protocols_of, text_frame
from slugfest.server.settings import Settings
from slugfest.server.sockets import Connection


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_text_travels_in_the_frame_that_the_standard_describes(length: int) -> None:
    text = b"x" * length
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


class Wire(asyncio.Transport):
    """What a server writes."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return False


def open_socket() -> tuple[WebSocketProtocol, Wire]:
    """A WebSocket on our side, after its handshake."""
    config = uvicorn.Config(lambda: None, log_config=None)
    config.load()
    _, _, kind = protocols_of(Settings())
    socket = cast(type[WebSocketProtocol], kind)(config, ServerState(), {})
    wire = Wire()
    socket.connection_made(wire)
    socket.conn.state = State.OPEN
    socket.handshake_complete = True
    return socket, wire


def test_what_is_said_in_one_breath_is_sent_in_one_go() -> None:
    async def talk() -> list[bytes]:
        socket, wire = open_socket()
        assert socket.send_at_once(b"what changed")
        assert socket.send_at_once(b"it counts")
        assert not wire.written
        await asyncio.sleep(0)
        assert socket.send_at_once(b"another breath")
        await asyncio.sleep(0)
        return wire.written

    frames = [text_frame(text) for text in (b"what changed", b"it counts", b"another breath")]
    assert asyncio.run(talk()) == [frames[0] + frames[1], frames[2]]


def test_what_was_said_before_is_sent_before_a_farewell_and_nothing_after_it() -> None:
    async def talk() -> list[bytes]:
        socket, wire = open_socket()
        assert socket.send_at_once(b"first")
        await socket.send({"type": "websocket.close", "code": 1012, "reason": ""})
        assert not socket.send_at_once(b"too late")
        await asyncio.sleep(0)
        if socket.close_timer is not None:
            socket.close_timer.cancel()
        return wire.written

    farewell = Frame(Opcode.CLOSE, (1012).to_bytes(2, "big")).serialize(mask=False)
    assert asyncio.run(talk()) == [text_frame(b"first"), farewell]


class Other:
    """The other end of a connection: it takes messages at once as long as it keeps up."""

    client = None

    def __init__(self) -> None:
        self.keeps_up = True
        self.heard: list[str] = []
        self.reads = asyncio.Event()
        self.scope: dict[str, Any] = {"extensions": {SEND_AT_ONCE: self.take}}

    def take(self, text: bytes) -> bool:
        if self.keeps_up:
            self.heard.append(text.decode())
        return self.keeps_up

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.heard.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.heard.append(f"closed {code}")


def test_what_waits_for_a_slow_reader_is_never_overtaken() -> None:
    async def talk() -> list[str]:
        other = Other()
        line = Connection(
            cast(WebSocket, other), "ann", cast(MatchServer, None), Settings(), Budget(), known=True
        )
        sending = asyncio.create_task(line._send_all())
        line.send_encoded(b"one")
        other.keeps_up = False
        line.send_encoded(b"two")
        await asyncio.sleep(0)  # it is on its way, and waits
        other.keeps_up = True
        line.send_encoded(b"three")
        assert other.heard == ["one"]
        other.reads.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert line._waiting == 0
        line.send_encoded(b"four")
        line.close(1012, "come back")
        line.send_encoded(b"too late")
        await sending
        return other.heard

    assert asyncio.run(talk()) == ["one", "two", "three", "four", "closed 1012"]


def test_whoever_reads_too_slowly_is_noticed() -> None:
    async def talk() -> list[bool]:
        other = Other()
        other.keeps_up = False
        line = Connection(
            cast(WebSocket, other),
            "ann",
            cast(MatchServer, None),
            Settings(unsent_messages=2),
            Budget(),
            known=True,
        )
        received = []
        for _ in range(3):
            line.send_encoded(b"news")
            received.append(line._too_slow.is_set())
        return received

    assert asyncio.run(talk()) == [False, False, True]


def test_threads_bring_results_and_errors_back_to_whoever_waits_for_each() -> None:
    async def wait() -> list[Any]:
        mail: ThreadResults[int] = ThreadResults()
        tells: list[Any] = []
        waiting = [asyncio.create_task(mail.result_of(tells.append)) for _ in range(4)]
        await asyncio.sleep(0)
        waiting[2].cancel()

        def find() -> None:
            for number, tell in enumerate(tells):
                tell(None, ValueError("no")) if number == 1 else tell(number, None)

        thread = threading.Thread(target=find)
        thread.start()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        thread.join()
        return [type(one) if isinstance(one, BaseException) else one for one in found]

    assert asyncio.run(wait()) == [0, ValueError, asyncio.CancelledError, 3]


def test_several_results_wake_the_loop_once() -> None:
    async def wait() -> int:
        mail: ThreadResults[int] = ThreadResults()
        tells: list[Any] = []
        waiting = [asyncio.create_task(mail.result_of(tells.append)) for _ in range(5)]
        await asyncio.sleep(0)
        delivered = 0
        deliver = mail._deliver

        def count() -> None:
            nonlocal delivered
            delivered += 1
            deliver()

        mail._deliver = count  # type: ignore[method-assign]
        thread = threading.Thread(target=lambda: [tell(1, None) for tell in tells])
        thread.start()
        thread.join()  # the loop cannot run before all have told
        assert await asyncio.gather(*waiting) == [1] * 5
        return delivered

    assert asyncio.run(wait()) == 1
