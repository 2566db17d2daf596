"""One WebSocket: what comes in is checked, counted and answered; what goes out waits its turn."""

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
from slugfest.table import Refusal, Services, refused
from slugfest.table.messages import ServerMessage

from .decoding import Decoder, decode
from .doors import Budget
from .house import House
from .listeners import Listener
from .protocols import DELAY, SEND_AT_ONCE, Delay, SendAtOnce, never, not_measured
from .room import COME_BACK, Room
from .settings import Settings

# How a connection ends that cannot be opened. After any other end a client comes back.
ENDINGS: Final = {
    "COME_BACK": COME_BACK,
    "DAMAGED": 4410,
    "MATCH_FULL": 1013,
    "MATCH_LOST": 4410,
    "NO_VARIANT": 4410,
    "NEWER": COME_BACK,
    "NO_SUCH_GAME": 4404,
    "NO_SUCH_LESSON": 4404,
    "NO_SUCH_MATCH": 4404,
    "STORAGE": 1013,
}
MOST_UNANSWERED: Final = (
    8  # requests of one connection that wait at once; the next message is read after that
)
FAILED: Final = 1011
TOO_FAST: Final = 1008


Body = TypeVar("Body")


class _Envelope(msgspec.Struct):
    """As much of a message as is needed to refuse it."""

    id: str = ""


_message: Final[Decoder[wire.ClientMessage]] = Decoder(wire.ClientMessage)
_envelope: Final = msgspec.json.Decoder(_Envelope)


class Connection(Listener):
    """Somebody at the other end of a WebSocket."""

    def __init__(
        self,
        socket: WebSocket,
        guest: str,
        house: House,
        settings: Settings,
        budget: Budget,
        known: bool = True,
    ) -> None:
        self.guest = guest
        self._socket = socket
        self._house = house
        self._settings = settings
        offered = socket.scope.get("extensions", {})
        self._send_at_once: SendAtOnce = offered.get(SEND_AT_ONCE, never)
        self._delay: Delay = offered.get(DELAY, not_measured)
        self._unsent: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0  # messages that could not be sent at once; what comes after them waits, too
        self._ending = (1000, "")
        self._too_slow = asyncio.Event()
        self._budget = budget
        self._known = known  # came with a cookie of ours
        self.on_refusal: Callable[[str], None] = lambda code: None
        self._ignored = 0
        self._asked: deque[asyncio.Task[None]] = (
            deque()
        )  # requests that are not answered yet, and perhaps more
        self._advice: asyncio.Task[None] | None = None
        self._advice_for = ""

    # ---- outwards --------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        if not self._waiting and self._send_at_once(message):
            return
        self._waiting += 1
        self._unsent.put_nowait(message)
        if self._waiting > self._settings.unsent_messages:
            self._too_slow.set()

    def delay(self) -> int:
        return self._delay()

    def tell(self, message: ServerMessage) -> None:
        if message["type"] == "refused":
            self.on_refusal(message["code"])
        super().tell(message)

    def close(self, code: int, reason: str) -> None:
        self._ending = (code, reason)
        self._waiting += 1
        self._unsent.put_nowait(None)

    async def _send_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # nobody is listening any more
            while (message := await self._unsent.get()) is not None:
                await self._socket.send_text(message.decode())
                self._waiting -= 1
            await self._socket.close(*self._ending)

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
                    receiving.result()  # a fault of ours is not swallowed
            finally:
                receiving.cancel()
                await self._house.leave(room, self)
        finally:
            for task in (sending, slow, self._advice):
                if task is not None:
                    task.cancel()

    async def _enter(self, code: str) -> Room | None:
        try:
            match = read_code(code)
            if match is None:
                raise problem("NO_SUCH_MATCH")
            return await self._house.enter(match, self)
        except Refusal as refusal:
            self.tell(refused("", refusal))
            self.close(ENDINGS.get(refusal.code, FAILED), refusal.code)
            return None

    async def _receive_all(self, room: Room) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            await self._receive(room, text if text is not None else message.get("bytes") or b"")

    def _read(self, text: str | bytes, decoder: Decoder[Body]) -> wire.Request[Body] | None:
        """A request, counted and understood; None: it was refused."""
        if not self._budget.take():
            self._ignored += 1
            self.tell(refused(id_of(text), problem("TOO_FAST")))
            if self._ignored > self._settings.limits.messages.at_once:
                self.close(TOO_FAST, "too many messages")
            return None
        try:
            return decode(text, decoder)
        except (msgspec.MsgspecError, UnicodeError) as error:
            self.tell(refused(id_of(text), not_understood(str(error)[:200])))
            return None

    async def _receive(self, room: Room, text: str | bytes) -> None:
        request = self._read(text, _message)
        if request is None:
            return
        body = request.body
        if isinstance(body, wire.Sync):
            await room.sync(self)
        elif isinstance(body, wire.Hint):
            self._start_advice(room, request.id)
        elif isinstance(body, wire.Coach):
            await room.coach(self, request.id)
        elif isinstance(body, wire.Preview):
            await room.preview(self, request.id, body)
        elif isinstance(body, wire.Say):
            await room.call(self, wire.Request(request.id, body))
        elif not self._known:
            self.tell(refused(request.id, problem("COOKIE_NEEDED")))
        else:
            services = Services(self._house.bots_for(room.table.game.id), self._house.codes.match)
            self._asked.append(room.ask(self, wire.Request(request.id, body, request.again), services))
            if len(self._asked) > MOST_UNANSWERED:
                await asyncio.wait({self._asked[0]})
            while self._asked and self._asked[0].done():
                self._asked.popleft()

    def _start_advice(self, room: Room, request: str) -> None:
        """One question to the bot at a time; the one being thought about may be asked again and is answered once."""
        if self._advice is None or self._advice.done():
            self._advice_for = request
            self._advice = asyncio.create_task(room.advise(self, request))
        elif request != self._advice_for:
            self.tell(refused(request, problem("BUSY")))


def id_of(text: str | bytes) -> str:
    """The id of a message that may be no message at all."""
    try:
        return decode(text, _envelope).id[:64]
    except (msgspec.MsgspecError, UnicodeError):
        return ""
