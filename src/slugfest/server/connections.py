"""Connections before anything is read from them: counted, limited, and cheap as long as nothing comes."""

from __future__ import annotations

import asyncio
from asyncio import Transport
from asyncio.transports import BaseTransport
from typing import Any, Final

from uvicorn import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from slugfest.protocol.problems import problem

from .answers import refusal_answer
from .budgets import Budgets
from .intake import OPENING, Intake
from .limits import Headcount, address_key
from .settings import Settings
from .unread import UnreadWatch

A_LITTLE_LATER: Final = 10  # seconds
A_CONNECTION: Final = (
    0.00004  # seconds of processor time that opening and closing one takes, also if it is refused
)
UNWELCOME: Final = "TOO_FAST"  # an answer would cost more than the connection did


class ConnectionCounter:
    """Counts connections of all kinds. One for each server."""

    def __init__(self, settings: Settings, budgets: Budgets | None = None) -> None:
        self.budgets = budgets or Budgets(settings.limits)
        self.header_seconds = settings.header_seconds
        self.body_seconds = settings.body_seconds
        self._of_all = Headcount(settings.limits.all_connections)
        self._of_one = Headcount(settings.limits.connections)
        # A proxy brings many people's connections; admission counts those by address.
        self._proxies = ProxyHeadersMiddleware(_nothing, list(settings.trusted_proxies)).trusted_hosts
        self._here: dict[BaseTransport, str] = {}

    def enter(self, transport: BaseTransport, host: str) -> str:
        """Count one more connection until it leaves; otherwise return the code of the refusal."""
        whose = "" if host in self._proxies else address_key(host)
        if whose:
            self.budgets.charge_address(whose, A_CONNECTION)
            frames = self.budgets.address_frames.of(whose)
            if frames.overdrawn():
                return UNWELCOME
            frames.charge(OPENING)
        if not self._of_all.enter(""):
            return "CROWDED"
        if whose and not self._of_one.enter(whose):
            self._of_all.leave("")
            return "TOO_MANY_WINDOWS"
        self._here[transport] = whose
        return ""

    def intake(self, transport: BaseTransport, shared: bool = False) -> Intake:
        """The budget of a connection that has entered. A proxy's is ``shared`` by many people unless it is a socket."""
        whose = self._here.get(transport, "")
        return Intake(self.budgets, whose, shared and not whose)

    def unread(self, transport: Transport) -> UnreadWatch:
        return UnreadWatch(transport, self.budgets.unread, self._here.get(transport, ""))

    def leave(self, transport: BaseTransport) -> None:
        """Count a connection no more, if it was counted."""
        whose = self._here.pop(transport, None)
        if whose is None:
            return
        self._of_all.leave("")
        if whose:
            self._of_one.leave(whose)

    @property
    def connections(self) -> int:
        return len(self._here)


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that is never called."""


class Entrance(asyncio.Protocol):
    """A connection until its first data comes: then uvicorn's protocol takes it over.

    Opening and closing connections therefore costs no parser, no timers and no buffers, however often it is done.
    """

    counter: ConnectionCounter  # both set by protocols_of()
    http: type[HttpToolsProtocol]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._config = config
        self._server_state = server_state
        self._app_state = app_state
        self._loop = _loop or asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn has it
        self._transport = transport
        peer = transport.get_extra_info("peername")
        reason = self.counter.enter(transport, str(peer[0]) if isinstance(peer, tuple) else "")
        if not reason:
            self._server_state.connections.add(self)  # type: ignore[arg-type] # uvicorn only calls shutdown()
            self._timer = self._loop.call_later(self.counter.header_seconds, transport.close)
        elif reason == UNWELCOME:
            transport.abort()
        else:
            transport.write(refusal_bytes(reason, retry=A_LITTLE_LATER))
            transport.close()

    def data_received(self, data: bytes) -> None:
        if self._transport.is_closing():
            return
        self._end()
        protocol = self.http(self._config, self._server_state, self._app_state, self._loop)
        protocol.connection_made(self._transport)
        self._transport.set_protocol(protocol)
        protocol.data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        self.counter.leave(self._transport)

    def shutdown(self) -> None:
        """Close: the server stops."""
        self._transport.close()

    def _end(self) -> None:
        self._server_state.connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def refusal_bytes(code: str, status: int = 0, retry: int = 0) -> bytes:
    """A whole response that refuses a request and ends the connection."""
    refusal = refusal_answer(problem(code))
    head = [STATUS_LINE[status or refusal.status_code], b"content-type: application/json\r\n"]
    if retry:
        head.append(b"retry-after: %d\r\n" % retry)
    head.append(b"content-length: %d\r\nconnection: close\r\n\r\n" % len(refusal.body))
    return b"".join(head) + bytes(refusal.body)
