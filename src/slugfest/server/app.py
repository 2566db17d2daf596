"""The ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from slugfest.kernel import Game, add_variant, report_broken_games, variant_from
from slugfest.kernel import games as installed_games
from slugfest.protocol.api import SOCKETS
from slugfest.protocol.codes import Codes, read_code
from slugfest.protocol.problems import problem
from slugfest.protocol.thinking import think
from slugfest.store import MemoryStore, Store, StoreFault
from slugfest.store import open_store as store_at
from slugfest.table import Refusal, refused

from . import feeds
from .admission import Admission, AdmissionMiddleware, Budget, Rejected, address_of
from .answers import refusal_answer
from .api import Api
from .async_store import AsyncStore
from .background_tasks import BackgroundTasks
from .bot_tokens import BotTokens
from .bot_workers import BotWorkers, ProcessBotWorkers, ThreadBotWorkers
from .budgets import Budgets
from .clients import encoded
from .game_files import game_file_routes
from .guests import Guest, Guestbook
from .headers import SafeHeaders
from .hosts import Hosts
from .lesson_sockets import LessonConnection, PuzzleConnection
from .link_previews import LinkPreviews
from .match_server import MatchServer
from .metrics import Metrics, Monitoring, TimingMiddleware
from .origins import from_our_pages
from .pages import Pages
from .problems import storage_problem
from .protocols import INTAKE
from .remote_bots import RemoteBots
from .settings import Settings
from .sockets import Connection
from .trial_sockets import Trials
from .variants import ServerGames
from .worker_metrics import WorkerMetrics

log = logging.getLogger("slugfest.server")

FOREIGN_PAGE = 1008
LATER = 1013
SENT_AWAY = 4403


def create_app(
    settings: Settings | None = None,
    store: Store | None = None,
    bot_workers: BotWorkers | None = None,
    games: Mapping[str, Game] | None = None,
    codes: Codes | None = None,
) -> Starlette:
    """Make a server for the given games, or for all that are installed.

    The application closes the store and the bot workers that it is given. Codes and secrets are random unless the
    caller brings its own source of them.
    """
    settings = settings or Settings()
    codes = codes or Codes()
    if games is None:
        for declared in settings.variants:
            add_variant(variant_from(declared))
        games = installed_games()
        report_broken_games(log.warning)
    games = ServerGames(games)
    store = store or open_store(settings)
    async_store = AsyncStore(store, games, games.load)
    bot_workers = bot_workers or new_bot_workers(settings, games)
    key = store.signing_key()
    server = MatchServer(games, async_store, bot_workers, codes, settings, key)
    guestbook = Guestbook(key, codes)
    previews = LinkPreviews(server, settings.limits.previews.buckets(), settings.static)
    pages = Pages(settings.static, lambda request: previews.tags(request, address_of(request)))
    hosts = Hosts(settings.allowed_hosts)
    budgets = Budgets(settings.limits)
    admission = Admission(
        settings.limits, hosts, guestbook, processes=lambda: server.peers.processes, budgets=budgets
    )
    remote_bots = (
        None
        if settings.remote is None
        else RemoteBots(BotTokens(settings.remote.tokens), settings.remote.folder)
    )
    metrics = Metrics()
    metrics.watch_server(server)
    metrics.watch_bots(bot_workers)
    worker_metrics = (
        None if settings.worker_metrics is None else WorkerMetrics(settings.worker_metrics, metrics.registry)
    )
    async_store.on_written, async_store.on_failure = metrics.written, metrics.not_written
    admission.on_refusal = budgets.on_refusal = metrics.refused
    admission.is_blocked = server.moderation.is_blocked

    async def match_socket(websocket: WebSocket) -> None:
        async def run(guest: Guest, budget: Budget) -> None:
            connection = Connection(websocket, guest.id, server, settings, budget, known=not guest.new)
            connection.on_refusal = metrics.refused
            await connection.run(websocket.path_params["match"])

        await admit(websocket, run, websocket.path_params["match"])

    async def learn(websocket: WebSocket, kind: type[LessonConnection]) -> None:
        async def run(guest: Guest, budget: Budget) -> None:
            connection = kind(websocket, guest.id, server, settings, budget, known=not guest.new)
            connection.on_refusal = metrics.refused
            where, step = websocket.path_params, websocket.query_params.get("step")
            await connection.learn(where["game"], where["number"], step)

        await admit(websocket, run)

    async def lesson_socket(websocket: WebSocket) -> None:
        await learn(websocket, LessonConnection)

    async def puzzle_socket(websocket: WebSocket) -> None:
        await learn(websocket, PuzzleConnection)

    async def own_socket(websocket: WebSocket) -> None:
        async def feed_matches(guest: Guest, budget: Budget) -> None:
            if guest.new:  # a new guest has no matches; pages ask for a cookie first
                await websocket.close(LATER, "COOKIE_NEEDED")
                return
            sources = feeds.Sources(server.watched_by, server.open_tables.message, server.event_pages.update)
            with server.feeds.open(guest.id) as feed:
                await feeds.serve(websocket, feed, sources, budget)

        await admit(websocket, feed_matches)

    async def bot_socket(websocket: WebSocket) -> None:
        if remote_bots is None:
            await websocket.close()
        else:
            await remote_bots.serve(websocket)

    async def admit(
        websocket: WebSocket, serve: Callable[[Guest, Budget], Awaitable[None]], match: str = ""
    ) -> None:
        if not from_our_pages(websocket, settings.origins):
            await websocket.close(FOREIGN_PAGE)
            return
        guest = guestbook.guest(websocket)
        try:
            with admission.connection_open(websocket, guest, read_code(match) or ""):
                await websocket.accept(
                    headers=guestbook.cookie_headers(guest, websocket) if guest.new else None
                )
                if (intake := websocket.scope.get("extensions", {}).get(INTAKE)) is not None:
                    intake.belong_to(guest.id, address_of(websocket))
                with server.moderation.connected(guest.id, address_of(websocket)):
                    await serve(guest, admission.budget(websocket, guest.id))
        except Rejected as rejected:  # browsers cannot read the answer to a handshake
            await websocket.accept()
            await send_away(websocket, rejected.refusal)
        except asyncio.CancelledError:
            if not server.moderation.was_ended():
                raise
            await send_away(websocket, problem("BLOCKED"))

    async def send_away(websocket: WebSocket, refusal: Refusal) -> None:
        metrics.refused(refusal.code)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has disconnected
            await websocket.send_text(encoded(refused("", refusal)).decode())
            await websocket.close(SENT_AWAY if refusal.code == "BLOCKED" else LATER, refusal.code)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        background_tasks = BackgroundTasks(server)
        await background_tasks.start()
        app.state.match_server, app.state.bot_workers = server, bot_workers
        if worker_metrics is not None:
            await worker_metrics.open()
        try:
            yield
        finally:
            if worker_metrics is not None:
                await worker_metrics.close()
            await background_tasks.stop()
            if remote_bots is not None:
                await remote_bots.close()
            await server.close()
            await bot_workers.close()
            async_store.close()

    def refusal_of(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)
        metrics.refused(error.code)
        return refusal_answer(error)

    def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(
            "/api/"
        )
        if error.status_code == 404 and wants_page:
            return pages.index(404)
        code = {404: "NO_SUCH_PAGE", 405: "NOT_ALLOWED"}.get(error.status_code)
        return refusal_answer(problem(code)) if code else Response(status_code=error.status_code)

    trials = Trials(server, settings.limits)

    async def trial_socket(websocket: WebSocket) -> None:
        async def run(guest: Guest, budget: Budget) -> None:
            if guest.new:  # the page that changes rules has asked for a cookie before
                await websocket.close(LATER, "COOKIE_NEEDED")
                return
            await trials.serve(websocket, guest.id, address_of(websocket), budget)

        await admit(websocket, run)

    sockets = {
        "match": match_socket,
        "lesson": lesson_socket,
        "puzzle": puzzle_socket,
        "own_matches": own_socket,
        "trial": trial_socket,
    }
    routes: list[BaseRoute] = [
        *Monitoring(metrics, server, settings.metrics_token, worker_metrics).routes(),
        *Api(server, guestbook, settings).routes(),
        *game_file_routes(server.files),
        WebSocketRoute("/ws/bot", bot_socket),  # no match has this code
        *(
            WebSocketRoute(address.path, sockets[address.name])
            for address in SOCKETS
            if address.offered != "local"
        ),
        WebSocketRoute("/ws/{match:path}", sockets["match"]),  # refused with a reason
        *pages.routes(),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(SafeHeaders),
            Middleware(TimingMiddleware, metrics=metrics),
            Middleware(AdmissionMiddleware, admission=admission),
            Middleware(GZipMiddleware, minimum_size=1000),
            Middleware(Faults),
        ],
        exception_handlers={Refusal: refusal_of, HTTPException: http_error},
        lifespan=lifespan,
    )
    app.state.budgets = budgets  # the protocols count with them too
    return app


class Faults:
    """Middleware that answers an unexpected exception with a refusal; the details go to the log alone."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def send_and_note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        except ClientDisconnect:
            return  # the client has disconnected
        except Exception as error:
            if scope["type"] != "http" or begun:
                raise
            if isinstance(error, StoreFault):
                log.error("%s %s failed: %s", scope["method"], scope["path"], error)
                await refusal_answer(storage_problem(error))(scope, receive, send)
                return
            log.exception("%s %s failed", scope["method"], scope["path"])
            await refusal_answer(problem("FAILED"))(scope, receive, send)


def open_store(settings: Settings) -> Store:
    """Open the store that the settings name and check it: a server does not start on a damaged one."""
    if settings.database is None:
        return MemoryStore()
    store = store_at(str(settings.database))
    try:
        store.check()
    except BaseException:
        store.close()
        raise
    return store


def new_bot_workers(settings: Settings, games: ServerGames) -> BotWorkers:
    if settings.bots_run_in == "process":
        return ProcessBotWorkers(
            settings.bot_workers,
            settings.bot_timeout,
            settings.bot_comfort,
            settings.programs,
            games.variant_of,
        )
    return ThreadBotWorkers(
        settings.bot_workers,
        lambda question, purpose, share: think(question, purpose, games[question.game], share),
        settings.bot_comfort,
    )
