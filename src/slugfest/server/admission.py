"""The way in: whoever asks under a wrong name, too often, or from too many windows is told so before anything is done.

Every request and every connection passes here first. What an address may do is enough for a house full of people; what
a guest may do is enough for anybody who plays. All limits are in :class:`~slugfest.server.limits.Limits`.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from slugfest.protocol.api import ADDRESSES, pattern
from slugfest.protocol.problems import problem
from slugfest.table import Refusal

from .answers import refusal_answer
from .guests import Guest, Guestbook
from .hosts import Hosts
from .limits import Bucket, Buckets, Clock, Headcount, Limits, address_key

UNCOUNTED: Final = ("/healthz", "/metrics")  # whoever looks after the server must always get an answer
_LABORIOUS: Final = [pattern(address.path) for address in ADDRESSES if address.laborious]
_A_LITTLE_LATER: Final = 5.0  # seconds, where only somebody else's leaving helps

Refused = Callable[[str], None]


class Rejected(Exception):
    """Somebody is rejected away: why, and after how many seconds to come back."""

    def __init__(self, refusal: Refusal, wait: float = 0.0) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.wait = wait


class Budget:
    """What somebody connected may still send: their own bucket and their address's, both."""

    def __init__(self, *buckets: Bucket) -> None:
        self._buckets = buckets

    def take(self) -> bool:
        return all(bucket.take() for bucket in self._buckets)


class Admission:
    """Counts who comes in. One for a server."""

    def __init__(
        self,
        limits: Limits,
        hosts: Hosts,
        guestbook: Guestbook,
        clock: Clock = time.monotonic,
        processes: Callable[[], int] = lambda: 1,
    ) -> None:
        self._processes = processes  # that serve from the same store: they share what may be stored
        self._hosts = hosts
        self._guestbook = guestbook
        self.on_refusal: Refused = lambda code: None
        self._requests = limits.requests.buckets(clock)
        self._strangers = limits.strangers.buckets(clock)
        self._questions = limits.questions.buckets(clock)
        self._replays = limits.replays.buckets(clock)
        self._new_guests = limits.new_guests.buckets(clock)
        self._new_matches = limits.new_matches.buckets(clock)
        self._own_matches = limits.own_matches.buckets(clock)
        self._visits = limits.visits.buckets(clock)
        self._own_visits = limits.own_visits.buckets(clock)
        self._messages = limits.messages.buckets(clock)
        self._house_messages = limits.house_messages.buckets(clock)
        self._windows = Headcount(limits.windows)
        self._own_windows = Headcount(limits.own_windows)

    def budget(self, connection: HTTPConnection, guest: str) -> Budget:
        """What one guest may send, over all windows."""
        return Budget(self._messages.of(guest), self._house_messages.of(address_of(connection)))

    # ---- one request -----------------------------------------------------------------------------------------

    def let_in(self, connection: HTTPConnection) -> None:
        """Count a request; raises :class:`Rejected` if it is not to be answered."""
        if not self._hosts.knows(the_host(connection)):
            raise Rejected(problem("WRONG_HOST"))
        path = connection.scope["path"]
        if path in UNCOUNTED:
            return
        address = address_of(connection)
        count(self._requests, address)
        if connection.scope["type"] == "websocket":
            self._let_visit(connection, address)
        elif path.startswith("/api/"):
            self._let_ask(connection, address, path, connection.scope["method"])

    def _let_ask(self, connection: HTTPConnection, address: str, path: str, method: str) -> None:
        guest = self._guestbook.guest(connection)
        if guest.new:
            if method == "POST":
                raise Rejected(
                    problem("COOKIE_NEEDED")
                )  # nothing is stored for somebody who does not come back
            count(self._strangers, address)
            if path == "/api/me":
                count(self._new_guests, address, "TOO_MANY_GUESTS", self._processes())
            return
        count(self._questions, guest.id)
        if any(laborious.fullmatch(path) for laborious in _LABORIOUS):
            count(self._replays, guest.id)
        elif method == "POST" and path == "/api/matches":
            count(self._own_matches, guest.id, "TOO_MANY_MATCHES")
            count(self._new_matches, address, "TOO_MANY_MATCHES", self._processes())

    # ---- one WebSocket ---------------------------------------------------------------------------------------

    def _let_visit(self, connection: HTTPConnection, address: str) -> None:
        count(self._visits, address)
        guest = self._guestbook.guest(connection)
        if guest.new:
            count(self._new_guests, address, "TOO_MANY_GUESTS", self._processes())
        else:
            count(self._own_visits, guest.id)

    @contextlib.contextmanager
    def window(self, connection: HTTPConnection, guest: Guest) -> Iterator[None]:
        """A WebSocket as long as it is open; raises :class:`Rejected` if there are too many."""
        address = address_of(connection)
        with contextlib.ExitStack() as here:
            for heads, whose in ((self._own_windows, guest.id), (self._windows, address)):
                if not heads.enter(whose):
                    raise Rejected(problem("TOO_MANY_WINDOWS"), _A_LITTLE_LATER)
                here.callback(heads.leave, whose)
            yield


class AdmissionMiddleware:
    """Puts the admission before an application."""

    def __init__(self, app: ASGIApp, admission: Admission) -> None:
        self.app = app
        self._admission = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self._admission.let_in(HTTPConnection(scope))
        except Rejected as rejected:
            self._admission.on_refusal(rejected.refusal.code)
            await reject(rejected, scope, receive, send)
            return
        await self.app(scope, receive, send)


async def reject(rejected: Rejected, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer somebody who may not come in, with a fitting status; a WebSocket's handshake is answered likewise."""
    response = refusal_answer(rejected.refusal)
    if rejected.wait > 0.0:
        response.headers["retry-after"] = str(math.ceil(rejected.wait))
    if scope["type"] == "http":
        if scope["method"] != "GET":
            response.headers["connection"] = "close"  # its body is not read
        await response(scope, receive, send)
    else:
        await deny(response, scope, send)


async def deny(response: Response, scope: Scope, send: Send) -> None:
    """Refuse a WebSocket before it is open. Where the server cannot answer in words, it just does not open it."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    start: Message = {
        "type": "websocket.http.response.start",
        "status": response.status_code,
        "headers": MutableHeaders(raw=response.raw_headers).raw,
    }
    await send(start)
    await send({"type": "websocket.http.response.body", "body": response.body, "more_body": False})


def count(buckets: Buckets, whose: str, code: str = "TOO_FAST", cost: float = 1.0) -> None:
    bucket = buckets.of(whose)
    if not bucket.take(cost):
        raise Rejected(problem(code), bucket.wait(cost))


def address_of(connection: HTTPConnection) -> str:
    return address_key(connection.client.host) if connection.client else ""


def the_host(connection: HTTPConnection) -> str:
    """The one Host header; none if there are several, which no browser sends."""
    told = connection.headers.getlist("host")
    return told[0] if len(told) == 1 else ""
