"""Uvicorn's protocols with limits: frames and requests, time for each, connections of an address, valid text.

What is refused here never reaches the application.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import Transport
from asyncio.transports import BaseTransport
from collections.abc import Callable
from typing import Any, Final, cast

from uvicorn import Config
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Request
from websockets.protocol import State

from .budgets import Budgets
from .connections import A_LITTLE_LATER, ConnectionCounter, Entrance, refusal_bytes
from .intake import Reader
from .settings import Settings

log = logging.getLogger("slugfest.server")

LARGEST_HEAD: Final = 32 * 1024  # bytes of a request's first line and headers
BAD_TEXT: Final = 1007
FINAL_TEXT: Final = 0x81
MOST_UNREAD: Final = 4  # messages of one connection; then it is not read until they are processed

# An extension of a WebSocket's scope: send a text now, without a task that waits for it. False if that is impossible:
# the connection is closing, or the other end reads too slowly.
SendAtOnce = Callable[[bytes], bool]
SEND_AT_ONCE: Final = "slugfest.send_at_once"

# Another one: the round-trip time in milliseconds as it was last measured; 0 before that.
Delay = Callable[[], int]
DELAY: Final = "slugfest.delay"

INTAKE: Final = "slugfest.intake"  # the connection's Intake, to be told whose it is
TOO_MANY_FRAMES: Final = (1008, "too many frames")
# Seconds of processor time that each costs at least. They are charged at once, beside what is measured later: otherwise
# many connections of one address would begin at the same moment what only one of them can pay for.
A_FRAME: Final = 0.00005
A_MESSAGE: Final = 0.0005
A_REQUEST: Final = 0.001
A_WINDOW: Final = 0.005
FAREWELL: Final = 1.0  # seconds in which the other end may read why it is disconnected


class ObservedFlow(FlowControl):
    """Uvicorn's flow control, which also says when reading may go on."""

    def __init__(self, transport: Transport, on_resume: Callable[[], object]) -> None:
        super().__init__(transport)
        self._on_resume = on_resume

    def resume_reading(self) -> None:
        self.read_paused = False
        self._on_resume()


class TimedHttpProtocol(HttpToolsProtocol):
    """HTTP with limits for what is sent, and time limits for a request's head and body and for reading answers."""

    counter: ConnectionCounter  # set by protocols_of()

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._timer: asyncio.TimerHandle | None = None
        self._begun = False  # a request that is not complete
        self._in_head = True
        self._head = 0  # bytes of an incomplete head
        self._upgraded = False
        self._requests = 0  # begun in the present piece of data
        self._answering: RequestResponseCycle | None = None  # or answered last; uvicorn keeps the newest only

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Take over a connection that :class:`Entrance` has let in, before its first data is parsed."""
        super().connection_made(transport)
        intake = self.counter.intake(transport, shared=True)
        self._reader = Reader(intake, transport, self._parse, self._busy, self._too_much)
        self._unread = self.counter.unread(transport)
        # Not at once: uvicorn is not done with the request before.
        self.flow = ObservedFlow(transport, lambda: self.loop.call_soon(self._reader.go_on))
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self.counter.leave(self.transport)
        self._unread.end()
        self._end_answer()
        super().connection_lost(exc)
        self._let_go()

    def _let_go(self) -> None:
        """Break the cycles of a connection that has ended or belongs to another protocol: it is freed at once."""
        self._reader.end()
        self.parser = self.cycle = self.flow = None  # type: ignore[assignment] # nobody asks for them any more
        self._answering = None

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self._reader.feed(data)

    def _parse(self, piece: bytes) -> int:
        """Parse a piece of data, and return how many requests begin in it."""
        self._requests = 0
        if self._in_head:
            self._head += len(piece)
        super().data_received(piece)
        if self.transport.is_closing() or self._upgraded:
            self._reader.close()
        elif self._in_head and self._head > LARGEST_HEAD:
            self._answer("TOO_LARGE", 431)
        elif self._timer is None and self.timeout_keep_alive_task is None and self._answered():
            self._await_head()  # bytes came that do not begin a request
        return self._requests

    def _busy(self) -> bool:
        """Whether a request waits for the answer to the one before, or a body to be taken."""
        return not self._upgraded and self.flow.read_paused

    def _too_much(self) -> None:
        if self._answered() or not self._started():
            self._answer("TOO_FAST", retry=A_LITTLE_LATER)
        else:
            self._end_answer()
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.begin()

    def resume_writing(self) -> None:
        self._unread.end()
        super().resume_writing()

    def _answered(self) -> bool:
        return self._answering is None or self._answering.response_complete

    def _started(self) -> bool:
        return self._answering is not None and self._answering.response_started

    def _end_answer(self) -> None:
        """Let uvicorn write no more: the connection closes, perhaps with several requests that were sent ahead."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    # ---- events of a request ------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._requests += 1
        self._reader.intake.account.charge(A_REQUEST)
        self._begun = True
        self._await_head()

    def on_headers_complete(self) -> None:
        self._in_head, self._head = False, 0
        self._start_timer(self.counter.body_seconds)
        super().on_headers_complete()
        if not self.pipeline:
            self._answering = self.cycle

    def on_message_complete(self) -> None:
        self._begun, self._in_head, self._head = False, True, 0
        self._stop_timer()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.pipeline:
            self._answering = self.pipeline[-1][0]  # uvicorn begins with it now
        super().on_response_complete()
        if self._begun:  # the next request, or the rest of one that was answered early
            self._start_timer(self.counter.header_seconds if self._in_head else self.counter.body_seconds)

    def handle_websocket_upgrade(self) -> None:
        if not self._answered():
            self.send_400_response("A WebSocket cannot be opened before earlier requests are answered.")
            return
        self._upgraded = True  # another protocol takes over the connection
        self._stop_timer()
        super().handle_websocket_upgrade()
        self.loop.call_soon(self._let_go)  # after the parser, which called this

    def send_400_response(self, msg: str) -> None:
        self._end_answer()
        super().send_400_response(msg)

    # ---- time limits ----------------------------------------------------------------------------------------------

    def _await_head(self) -> None:
        self._in_head = True
        self._start_timer(self.counter.header_seconds)

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._timed_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _timed_out(self) -> None:
        self._timer = None
        if self.transport.is_closing():
            return
        if self._reader.holds:  # it came, and was not read yet
            self._start_timer(self.counter.header_seconds)
            return
        if self._begun and (not self._started() or (self._in_head and self._answered())):
            self._answer("TOO_SLOW")
        else:
            self._end_answer()
            self.transport.close()

    def _answer(self, code: str, status: int = 0, retry: int = 0) -> None:
        """Send a refusal and end the connection."""
        self._end_answer()
        self.transport.write(refusal_bytes(code, status, retry))
        self.transport.close()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSockets, counted like other connections; invalid UTF-8 closes one without a traceback."""

    counter: ConnectionCounter  # set by protocols_of()

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._gathered: list[bytes] = []  # frames to be sent together when the present callback ends
        self._given_up = False

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._intake = self.counter.intake(transport)
        self._intake.account.charge(A_WINDOW)
        self._reader = Reader(self._intake, self.transport, self._parse, self._busy, self._too_much)
        self._unread = self.counter.unread(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.counter.leave(self.transport)
        self._unread.end()
        super().connection_lost(exc)
        self._let_go()

    def _let_go(self) -> None:
        """Break the cycles of a connection that has ended: it is freed as soon as nobody uses it."""
        self._reader.end()
        self.conn.parser.close()
        if hasattr(self, "scope"):  # which the handshake makes
            offered = cast(dict[str, Any], self.scope["extensions"])
            offered.pop(SEND_AT_ONCE, None)
            offered.pop(DELAY, None)

    # ---- inwards ------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)

    def _parse(self, piece: bytes) -> int:
        """Parse a piece of data, and return how many frames end in it."""
        self.conn.receive_data(piece)
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
            return 1
        frames = len(self.conn.events)
        self._intake.account.charge(frames * A_FRAME)
        self.handle_events()
        return frames

    def _busy(self) -> bool:
        """Whether messages wait for the application, or answers for the other end."""
        return self.read_paused or self._given_up or not self.writable.is_set()

    def _too_much(self) -> None:
        """End the connection. Its data stays unread, so that sending on costs us nothing."""
        self._given_up = True
        if self.handshake_complete and not self.close_sent and self.conn.state is State.OPEN:
            self.conn.send_close(*TOO_MANY_FRAMES)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait(
                {
                    "type": "websocket.disconnect",
                    "code": TOO_MANY_FRAMES[0],
                    "reason": TOO_MANY_FRAMES[1],
                }
            )
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(FAREWELL, self.transport.abort)

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._reader.go_on()
        return message

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # not refused
            offered = cast(dict[str, Any], self.scope["extensions"])
            offered[SEND_AT_ONCE], offered[DELAY] = self.send_at_once, self.delay
            offered[INTAKE] = self._intake

    def start_keepalive(self) -> None:
        """Measure the round-trip time at once, and then regularly."""
        super().start_keepalive()
        if self.ping_timer is not None:
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    def delay(self) -> int:
        return round(self.last_ping_rtt * 1000)

    def send_receive_event_to_app(self) -> None:
        """Queue a complete message. Unlike uvicorn, pause reading after several messages, not after each."""
        data, self.frames = b"".join(self.frames), []
        self._intake.account.charge(A_MESSAGE)
        if self.close_sent:
            return  # nobody would read it; the close frame is still read
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self.conn.send_close(BAD_TEXT)
                self.handle_parser_exception()
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MOST_UNREAD:
            self.read_paused = True  # receive() resumes when all were taken
            self.transport.pause_reading()

    # ---- outwards -----------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Read nothing from an end that does not read; if it goes on, cut it off."""
        super().pause_writing()
        self.transport.pause_reading()
        self._unread.begin()

    def resume_writing(self) -> None:
        self._unread.end()
        super().resume_writing()
        self._reader.go_on()

    def send_at_once(self, text: bytes) -> bool:
        if (
            not self.handshake_complete
            or self.disconnected
            or self.close_sent
            or not self.writable.is_set()
            or self.conn.state is not State.OPEN
            or self.transport.is_closing()
        ):
            return False
        if not self._gathered:
            self.loop.call_soon(self._send_gathered)
        self._gathered.append(text_frame(text))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        self._send_gathered()  # in order
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # the refusal is complete: uvicorn must not report an error

    def _send_gathered(self) -> None:
        """Send the gathered frames in one write: after a move, the update and its answer."""
        frames, self._gathered = self._gathered, []
        if (
            frames
            and not self.close_sent
            and self.conn.state is State.OPEN
            and not self.transport.is_closing()
        ):
            self.transport.write(b"".join(frames))


def never(text: bytes) -> bool:
    """Stand in where the extension is missing."""
    return False


def not_measured() -> int:
    """Stand in where no delay is measured."""
    return 0


def text_frame(text: bytes) -> bytes:
    """A text as one unmasked frame (RFC 6455)."""
    length = len(text)
    if length < 126:
        return bytes((FINAL_TEXT, length)) + text
    if length < 1 << 16:
        return bytes((FINAL_TEXT, 126)) + length.to_bytes(2, "big") + text
    return bytes((FINAL_TEXT, 127)) + length.to_bytes(8, "big") + text


def protocols_of(
    settings: Settings, budgets: Budgets | None = None
) -> tuple[ConnectionCounter, type[asyncio.Protocol], type[asyncio.Protocol]]:
    """A connection counter for one server, and uvicorn's two protocols with it."""
    counter = ConnectionCounter(settings, budgets)
    taking_over = type("Http", (TimedHttpProtocol,), {"counter": counter})
    http = type("Entrance", (Entrance,), {"counter": counter, "http": taking_over})
    websocket = type("WebSocket", (WebSocketProtocol,), {"counter": counter})
    return counter, cast(type[asyncio.Protocol], http), cast(type[asyncio.Protocol], websocket)
