"""One WebSocket to a match: reads, limits and answers requests, and queues messages."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from slugfest.protocol import wire
from slugfest.protocol.codes import read_code
from slugfest.protocol.problems import not_understood, problem
from slugfest.protocol.room import ClientQuestion
from slugfest.table import Refusal, refused
from slugfest.table.commands import Play
from slugfest.table.messages import ServerMessage

from .admission import Budget, address_of
from .budgets import Metered
from .clients import Client
from .decoding import Decoder, decode
from .match_server import MatchServer
from .protocols import DELAY, SEND_AT_ONCE, Delay, SendAtOnce, never, not_measured
from .room import AWAY, COME_BACK, ServerRoom
from .settings import Settings

# The close codes of connections that cannot be opened. After other codes a client connects again.
ENDINGS: Final = {
    **AWAY,
    "COME_BACK": COME_BACK,
    "DAMAGED": 4410,
    "MATCH_LOST": 4410,
    "NO_VARIANT": 4410,
    "NEWER": COME_BACK,
    "NO_SUCH_GAME": 4404,
    "NO_SUCH_LESSON": 4404,
    "NO_SUCH_PUZZLE": 4404,
    "NO_SUCH_MATCH": 4404,
    "STORAGE": 1013,
}
MOST_UNANSWERED: Final = 8  # commands of one connection at once; then it is not read until one is answered
FAILED: Final = 1011
TOO_FAST: Final = 1008


Body = TypeVar("Body")


class _Envelope(msgspec.Struct):
    """As much of a request as is needed to refuse it."""

    id: str = ""


_message: Final[Decoder[wire.ClientMessage]] = Decoder(wire.ClientMessage)
_envelope: Final = msgspec.json.Decoder(_Envelope)


class Connection(Client):
    """The client at the other end of a WebSocket."""

    def __init__(
        self,
        socket: WebSocket,
        guest: str,
        server: MatchServer,
        settings: Settings,
        budget: Budget,
        known: bool = True,
    ) -> None:
        self.guest = guest
        self.address = address_of(socket)
        self._socket = socket
        self._server = server
        self._settings = settings
        offered = socket.scope.get("extensions", {})
        self._send_at_once: SendAtOnce = offered.get(SEND_AT_ONCE, never)
        self._delay: Delay = offered.get(DELAY, not_measured)
        self._unsent: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0  # queued messages; while there are any, later ones are queued too
        self._unsent_bytes = 0
        self._ended = False  # nothing more is sent
        self._ending = (1000, "")
        self._too_slow = asyncio.Event()
        self._budget = budget
        self._known = known  # connected with a cookie of ours
        self.on_refusal: Callable[[str], None] = lambda code: None
        self._ignored = 0
        self._commands: deque[asyncio.Task[None]] = deque()  # the oldest is not answered yet

    # ---- outwards --------------------------------------------------------------------------------------------

    def send_encoded(self, message: bytes) -> None:
        if not self._waiting and self._send_at_once(message):
            return
        if self._ended:
            return
        self._waiting += 1
        self._unsent.put_nowait(message)
        self._unsent_bytes += len(message)
        held = self._budget.account.hold(len(message))
        if not held or self._waiting > self._settings.unsent_messages:
            self._too_slow.set()

    def delay(self) -> int:
        return self._delay()

    def pay_bot_move(self) -> float:
        return self._budget.account.pay_bot_move()

    def send(self, message: ServerMessage) -> None:
        if message["type"] == "refused":
            self.on_refusal(message["code"])
        super().send(message)

    def close(self, code: int, reason: str) -> None:
        self._ending = (code, reason)
        self._waiting += 1
        self._unsent.put_nowait(None)

    async def _send_all(self) -> None:
        try:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has disconnected
                while (message := await self._unsent.get()) is not None:
                    await self._socket.send_text(message.decode())
                    self._waiting -= 1
                    self._release(len(message))
                await self._socket.close(*self._ending)
        finally:
            self._ended = True
            self._release(self._unsent_bytes)

    def _release(self, size: int) -> None:
        self._unsent_bytes -= size
        self._budget.account.release(size)

    # ---- inwards ---------------------------------------------------------------------------------------------

    async def run(self, code: str) -> None:
        """Serve this connection until one side ends it."""
        sending = asyncio.create_task(self._send_all())
        slow = asyncio.create_task(self._too_slow.wait())
        try:
            room = await self._enter(code)
            if room is None:
                await asyncio.wait({sending, slow}, return_when=asyncio.FIRST_COMPLETED)
                return
            receiving = asyncio.create_task(self._receive_all(room))
            try:
                await asyncio.wait({sending, slow, receiving}, return_when=asyncio.FIRST_COMPLETED)
                if receiving.done():
                    receiving.result()  # raises what went wrong
            finally:
                receiving.cancel()
                await self._server.rooms.leave(room, self)
        finally:
            sending.cancel()
            slow.cancel()

    async def _enter(self, code: str) -> ServerRoom | None:
        try:
            match = read_code(code)
            if match is None:
                raise problem("NO_SUCH_MATCH")
            return await self._server.rooms.enter(match, self)
        except Refusal as refusal:
            self.send(refused("", refusal))
            self.close(ENDINGS.get(refusal.code, FAILED), refusal.code)
            return None

    async def _receive_all(self, room: ServerRoom) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            work = self._receive(room, text if text is not None else message.get("bytes") or b"")
            await Metered(work, self._budget.account)

    def _read(self, text: str | bytes, decoder: Decoder[Body]) -> wire.Request[Body] | None:
        """A request within the rate limit; None if it was refused."""
        if not self._budget.take():
            self._ignored += 1
            self.send(refused(id_of(text), problem("TOO_FAST")))
            if self._ignored > self._settings.limits.messages.at_once:
                self.close(TOO_FAST, "too many messages")
            return None
        try:
            request = decode(text, decoder)
        except (msgspec.MsgspecError, UnicodeError) as error:
            self.send(refused(id_of(text), not_understood(str(error)[:200])))
            return None
        # A message with a hundred moves counts like a hundred messages. (Previews pay with processor time alone.)
        further = len(request.body.moves) - 1 if isinstance(request.body, Play) else 0
        if further > 0 and not self._budget.take(further):
            self.send(refused(request.id, problem("TOO_FAST")))
            return None
        return request

    async def _receive(self, room: ServerRoom, text: str | bytes) -> None:
        request = self._read(text, _message)
        if request is None:
            return
        body = request.body
        if isinstance(body, ClientQuestion):
            await room.ask(self, wire.Request(request.id, body))
        elif not self._known:
            self.send(refused(request.id, problem("COOKIE_NEEDED")))
        else:
            self._commands.append(room.command(self, wire.Request(request.id, body, request.again)))
            if len(self._commands) > MOST_UNANSWERED:
                await asyncio.wait({self._commands[0]})
            while self._commands and self._commands[0].done():
                self._commands.popleft()


def id_of(text: str | bytes) -> str:
    """The id of a text that may be no request at all."""
    try:
        return decode(text, _envelope).id[:64]
    except (msgspec.MsgspecError, UnicodeError):
        return ""
