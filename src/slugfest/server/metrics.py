"""Monitoring: ``/metrics`` in Prometheus's format and ``/healthz``. Nothing names a person, a match or an address."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
import time
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from slugfest.protocol.problems import problem
from slugfest.store import StoreError
from slugfest.store.base import Json

from .answers import refusal_answer
from .bot_workers import BotWorkers, Served
from .hosts import name_in
from .match_server import MatchServer
from .worker_metrics import WorkerMetrics

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
PATIENT: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 15.0, 30.0, 60.0)
HEALTH_SECONDS: Final = 3.0  # a store that takes longer counts as unavailable
HEALTH_KEPT: Final = 1.0  # seconds for which an answer is reused
_MATCH: Final = re.compile(r"/api/matches/[^/]+")
_GAME: Final = re.compile(r"/api/games/[^/]+")


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "slugfest_request_seconds",
            "Seconds to answer an HTTP request",
            ["door", "status"],
            registry=self.registry,
            buckets=QUICK,
        )
        self.refusals = Counter(
            "slugfest_refusals", "What was refused, by its code", ["code"], registry=self.registry
        )
        self.entries = Counter(
            "slugfest_entries",
            "Entries written to logs of matches, by kind",
            ["kind"],
            registry=self.registry,
        )
        self._by_kind: dict[str, Counter] = {}
        moves = Counter("slugfest_moves", "Moves made and on disk", ["by"], registry=self.registry)
        self._by_people, self._by_bots = moves.labels("person"), moves.labels("bot")
        self.appends = Histogram(
            "slugfest_append_seconds",
            "Seconds until an entry is on disk",
            registry=self.registry,
            buckets=QUICK,
        )
        self.store_errors = Counter(
            "slugfest_store_errors", "What the store could not do, by kind", ["kind"], registry=self.registry
        )
        self.waited = Histogram(
            "slugfest_bot_waiting_seconds",
            "Seconds a question waited for a bot",
            ["purpose"],
            registry=self.registry,
            buckets=PATIENT,
        )
        self.thought = Histogram(
            "slugfest_bot_thinking_seconds",
            "Seconds a bot thought",
            ["game", "purpose"],
            registry=self.registry,
            buckets=PATIENT,
        )
        self.hurried = Counter(
            "slugfest_bot_hurried", "Thoughts cut short because many waited", registry=self.registry
        )

    def watch_server(self, server: MatchServer) -> None:
        self._gauge("slugfest_matches_open", "Matches somebody is connected to").set_function(
            lambda: len(server.rooms.all())
        )
        self._gauge("slugfest_people_connected", "Guests connected to a match").set_function(
            lambda: len({client.guest for room in server.rooms.all() for client in room.clients})
        )
        self._gauge("slugfest_windows_open", "WebSockets connected to a match").set_function(
            lambda: sum(len(room.clients) for room in server.rooms.all())
        )

    def watch_bots(self, bot_workers: BotWorkers) -> None:
        self._gauge("slugfest_bot_queue", "Questions that wait for a bot").set_function(
            lambda: bot_workers.waiting
        )
        bot_workers.watch = self.served

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(name, what, registry=self.registry)

    # ---- events ----------------------------------------------------------------------------------------------

    def served(self, served: Served) -> None:
        self.waited.labels(served.purpose).observe(served.waited)
        self.thought.labels(served.game, served.purpose).observe(served.took)
        if served.share < 1.0:
            self.hurried.inc()

    def refused(self, code: str) -> None:
        self.refusals.labels(code).inc()

    def written(self, entries: list[Json], seconds: float) -> None:
        """Count entries that are on disk."""
        self.appends.observe(seconds)
        for entry in entries:
            kind = str(entry.get("kind", ""))
            counted = self._by_kind.get(kind)
            if counted is None:
                counted = self._by_kind[kind] = self.entries.labels(kind)
            counted.inc()
            if kind == "moves":
                (self._by_people if "by" in entry else self._by_bots).inc()

    def not_written(self, error: BaseException) -> None:
        self.store_errors.labels(type(error).__name__).inc()


class TimingMiddleware:
    """Middleware that measures the time of HTTP requests by kind of address."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        finally:
            seconds = time.perf_counter() - begun
            self._metrics.requests.labels(route_label(scope["path"]), f"{status // 100}xx").observe(seconds)


def route_label(path: str) -> str:
    """The label for an address: one of few, whatever is requested."""
    if path in ("/healthz", "/metrics", "/api/games", "/api/me", "/api/matches", "/api/qr"):
        return path
    for pattern, name in ((_MATCH, "/api/matches/ID"), (_GAME, "/api/games/ID")):
        if found := pattern.match(path):
            rest = path[found.end() :]
            return name + rest if rest in ("/record", "/replay", "/review", "/branch", "/seating") else name
    return "files" if path.startswith("/assets/") else "pages"


class Monitoring:
    """The two addresses for monitoring."""

    def __init__(
        self, metrics: Metrics, server: MatchServer, token: str, worker_metrics: WorkerMetrics | None = None
    ) -> None:
        self._metrics = metrics
        self._workers = worker_metrics
        self._server = server
        self._token = token
        self._health = ""
        self._queried = float("-inf")
        self._querying = asyncio.Lock()

    def routes(self) -> list[Route]:
        return [Route("/healthz", self.health), Route("/metrics", self.numbers)]

    async def health(self, request: Request) -> Response:
        """200 "ok", or 503 and "draining" (it stops soon) or "storage" (the store is unavailable)."""
        word = "draining" if self._server.peers.draining else await self._storage()
        return PlainTextResponse(
            f"{word or 'ok'}\n", 503 if word else 200, headers={"cache-control": "no-store"}
        )

    async def _storage(self) -> str:
        async with self._querying:  # one query for all who ask at once
            if time.monotonic() - self._queried > HEALTH_KEPT:
                try:
                    ask = self._server.store.call(lambda store: store.versions([""]))
                    await asyncio.wait_for(ask, HEALTH_SECONDS)
                    self._health = ""
                except (StoreError, TimeoutError):
                    self._health = "storage"
                self._queried = time.monotonic()
            return self._health

    async def numbers(self, request: Request) -> Response:
        if not self._allowed(request):
            self._metrics.refused("NO_SUCH_PAGE")
            return refusal_answer(problem("NO_SUCH_PAGE"))
        worker_metrics = self._workers
        numbers = (
            await worker_metrics.collected() if worker_metrics else generate_latest(self._metrics.registry)
        )
        return Response(
            numbers,
            headers={"cache-control": "no-store"},
            media_type=CONTENT_TYPE_LATEST,
        )

    def _allowed(self, request: Request) -> bool:
        """With a token: only requests that have it. Without: only programs on this machine, not through a proxy."""
        if self._token:
            given = request.headers.get("authorization", "")
            return hmac.compare_digest(given.encode("latin-1"), f"Bearer {self._token}".encode())
        handed_on = any(
            name in request.headers for name in ("x-forwarded-for", "forwarded", "via", "x-real-ip")
        )
        return (
            not handed_on
            and is_here(request.client.host if request.client else "")
            and is_here(name_in(request.headers.get("host", "")).strip("[]"))
        )


def is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
