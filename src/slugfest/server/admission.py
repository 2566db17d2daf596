"""Checks on every request before any work: host name, rate limits, number of connections.

Limits apply to a guest and to an address, which may be shared by everybody in one network. They are declared in
:class:`~slugfest.server.limits.Limits`.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, cast

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from slugfest.protocol.api import ADDRESSES, pattern
from slugfest.protocol.problems import problem
from slugfest.table import Refusal

from .answers import refusal_answer
from .budgets import Account, Budgets, Metered
from .guests import Guest, Guestbook
from .hosts import Hosts
from .limits import NO_LIMITS, Bucket, Buckets, Clock, Distinct, Headcount, Limits, address_key

UNCOUNTED: Final = ("/healthz", "/metrics")  # monitoring always gets an answer
_OPENING: Final = ("create", "branch", "new_event", "play_now")
_NEW_MATCHES: Final = [pattern(address.path) for address in ADDRESSES if address.name in _OPENING]
_GROUPS: Final = {
    address.path for address in ADDRESSES if address.name in ("new_event", "new_club", "keep_variant")
}
_LABORIOUS: Final = [(address.method, pattern(address.path)) for address in ADDRESSES if address.laborious]
_ATTEMPTS: Final = {address.path for address in ADDRESSES if address.attempt and address.method == "POST"}
NOBODY: Final = Guest("", new=True)
_LONG: Final = 3.0  # seconds
_A_LITTLE_LATER: Final = 5.0  # seconds, where a connection of somebody else has to end first

Refused = Callable[[str], None]
Blocked = Callable[[str, str, str], bool]  # guest (empty for a stranger), address, path


class Rejected(Exception):
    """A rejected request: why, and after how many seconds to try again."""

    def __init__(self, refusal: Refusal, wait: float = 0.0) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.wait = wait


class Budget:
    """What one connection may still ask: limited by its guest's buckets and by its address's."""

    def __init__(self, *buckets: Bucket, account: Account | None = None) -> None:
        self._buckets = buckets
        self.account = account or Budgets(NO_LIMITS).account("", "")

    def take(self, cost: int = 1) -> bool:
        return all(bucket.take(cost) for bucket in self._buckets)


class Admission:
    """Counts requests and connections. One for each server."""

    def __init__(
        self,
        limits: Limits,
        hosts: Hosts,
        guestbook: Guestbook,
        clock: Clock = time.monotonic,
        processes: Callable[[], int] = lambda: 1,
        budgets: Budgets | None = None,
    ) -> None:
        self.budgets = budgets or Budgets(limits, clock)
        self._processes = processes  # processes that share the store also share the limits on what is stored
        self._hosts = hosts
        self._guestbook = guestbook
        self.on_refusal: Refused = lambda code: None
        self.is_blocked: Blocked = lambda guest, address, path: False
        self._requests = limits.requests.buckets(clock)
        self._strangers = limits.strangers.buckets(clock)
        self._questions = limits.questions.buckets(clock)
        self._replays = limits.replays.buckets(clock)
        self._new_guests = limits.new_guests.buckets(clock)
        self._new_matches = limits.new_matches.buckets(clock)
        self._own_matches = limits.own_matches.buckets(clock)
        self._new_groups = limits.new_groups.buckets(clock)
        self._attempts = limits.attempts.buckets(clock)
        self._visits = limits.visits.buckets(clock)
        self._own_visits = limits.own_visits.buckets(clock)
        self._messages = limits.messages.buckets(clock)
        self._address_messages = limits.address_messages.buckets(clock)
        self._windows = Headcount(limits.windows)
        self._own_windows = Headcount(limits.own_windows)
        self._running = Distinct(limits.running)

    def budget(self, connection: HTTPConnection, guest: str) -> Budget:
        """The message budget of a guest, shared by all connections of theirs."""
        address = address_of(connection)
        account = self.budgets.account(guest, address)
        return Budget(self._messages.of(guest), self._address_messages.of(address), account=account)

    # ---- one request -----------------------------------------------------------------------------------------

    def admit(self, connection: HTTPConnection) -> Account:
        """Count a request; return who pays for it, or raise :class:`Rejected` if it must not be answered."""
        if not self._hosts.knows(host_of(connection)):
            raise Rejected(problem("WRONG_HOST"))
        path, guest = connection.scope["path"], NOBODY
        if path in UNCOUNTED:
            return self.budgets.account("", "")
        address = address_of(connection)
        count(self._requests, address)
        if connection.scope["type"] == "websocket":
            guest = self._guestbook.guest(connection)
            self._admit_socket(guest, address)
        elif path.startswith("/api/"):
            guest = self._guestbook.guest(connection)
            self._admit_request(guest, address, path, connection.scope["method"])
        account = self.budgets.account("" if guest.new else guest.id, address)
        # A neighbour's debt is waited for, as long as that does not take too long.
        if account.guest_overdrawn() > 0.0 or account.address_overdrawn() > _LONG:
            raise Rejected(problem("TOO_FAST"), account.overdrawn())
        return account

    def _admit_request(self, guest: Guest, address: str, path: str, method: str) -> None:
        self._refuse_blocked(guest, address, path)
        if guest.new:
            if method == "POST":
                raise Rejected(problem("COOKIE_NEEDED"))  # a browser without cookies stores nothing here
            count(self._strangers, address)
            if path == "/api/me":
                count(self._new_guests, address, "TOO_MANY_GUESTS", self._processes())
            return
        count(self._questions, guest.id)
        if method == "POST" and path in _GROUPS:
            count(self._new_groups, address, "TOO_FAST", self._processes())
        if method == "POST" and path in _ATTEMPTS:
            count(self._attempts, address, "TOO_MANY_ATTEMPTS", self._processes())
        elif any(method == by and laborious.fullmatch(path) for by, laborious in _LABORIOUS):
            count(self._replays, guest.id)
        elif method == "POST" and any(opens.fullmatch(path) for opens in _NEW_MATCHES):
            count(self._own_matches, guest.id, "TOO_MANY_MATCHES")
            count(self._new_matches, address, "TOO_MANY_MATCHES", self._processes())

    def _refuse_blocked(self, guest: Guest, address: str, path: str) -> None:
        if self.is_blocked("" if guest.new else guest.id, address, path):
            raise Rejected(problem("BLOCKED"))

    # ---- one WebSocket ---------------------------------------------------------------------------------------

    def _admit_socket(self, guest: Guest, address: str) -> None:
        count(self._visits, address)
        if guest.new:
            count(self._new_guests, address, "TOO_MANY_GUESTS", self._processes())
        else:
            count(self._own_visits, guest.id)

    @contextlib.contextmanager
    def connection_open(self, connection: HTTPConnection, guest: Guest, match: str = "") -> Iterator[None]:
        """Count a WebSocket and its match while it is open; raise :class:`Rejected` if there are too many."""
        address = address_of(connection)
        self._refuse_blocked(guest, address, "")
        with contextlib.ExitStack() as here:
            for heads, whose in ((self._own_windows, guest.id), (self._windows, address)):
                if not heads.enter(whose):
                    raise Rejected(problem("TOO_MANY_WINDOWS"), _A_LITTLE_LATER)
                here.callback(heads.leave, whose)
            if match:
                if not self._running.enter(address, match):
                    raise Rejected(problem("TOO_MANY_WINDOWS"), _A_LITTLE_LATER)
                here.callback(self._running.leave, address, match)
            yield


class AdmissionMiddleware:
    """Middleware that admits or rejects requests."""

    def __init__(self, app: ASGIApp, admission: Admission) -> None:
        self.app = app
        self._admission = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        try:
            account = self._admission.admit(connection)
        except Rejected as rejected:
            self._admission.on_refusal(rejected.refusal.code)
            account = self._admission.budgets.account("", address_of(connection))
            answer = reject(rejected, scope, receive, send)
        else:
            await asyncio.sleep(account.address_overdrawn())
            answer = cast(Coroutine[Any, Any, None], self.app(scope, receive, send))
        await Metered(answer, account)


async def reject(rejected: Rejected, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a rejected request, or a rejected WebSocket handshake, with a fitting status."""
    response = refusal_answer(rejected.refusal)
    if rejected.wait > 0.0:
        response.headers["retry-after"] = str(math.ceil(rejected.wait))
    if scope["type"] == "http":
        if scope["method"] != "GET":
            response.headers["connection"] = "close"  # the body is not read
        await response(scope, receive, send)
    else:
        await deny(response, scope, send)


async def deny(response: Response, scope: Scope, send: Send) -> None:
    """Refuse a WebSocket before it is open; without a body where the server cannot send one."""
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


def host_of(connection: HTTPConnection) -> str:
    """The Host header; empty if there are several, which no browser sends."""
    found = connection.headers.getlist("host")
    return found[0] if len(found) == 1 else ""
