"""Start a server and run it until it is stopped."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import errno
import functools
import gc
import ipaddress
import logging
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvicorn
from starlette.applications import Starlette

from slugfest.bots import bot, register_program
from slugfest.bots.programs import BUDGET
from slugfest.bots.registry import bot_kind
from slugfest.bots.remote import UNIX
from slugfest.kernel import SlugfestError, add_variant, game, games, read_variant

from .app import create_app, open_store
from .bot_tokens import BotTokens
from .bot_workers import ProcessBotWorkers
from .engine import build_engine, engine_to_build
from .hosts import is_loopback
from .limits import Limits
from .logs import write_logs
from .protocols import protocols_of
from .settings import OfferedBot, RemoteSettings, Settings
from .workers import supervise

log = logging.getLogger("slugfest.server")

SWITCH: Final = 0.0001  # seconds
LONGEST_BUDGET: Final = 30_000  # milliseconds of a program: well within Settings.bot_timeout


class Serving(NamedTuple):
    """The options of ``slugfest serve``, as typed."""

    allowed_hosts: list[str]
    trusted_proxies: list[str]
    limits: list[str]
    log_format: str = "text"
    log_level: str = "warning"
    engine: str = ""
    bots: Sequence[str] = ()
    programs: Sequence[str] = ()
    variants: Sequence[Path] = ()
    remote: Path | None = None
    push: bool = True
    push_contact: str = ""
    backups: Path | None = None


def configured(asked: Serving, database: str | Path | None, metrics_token: str = "") -> Settings:
    """The settings for these options; raise :class:`SlugfestError` that says what is wrong with them."""
    for proxy in asked.trusted_proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError as error:
            raise SlugfestError(
                f"--trust-proxy {proxy!r}: write an address or a network, such as 10.0.0.0/8"
            ) from error
    if asked.log_format not in ("text", "json"):
        raise SlugfestError(f"--log-format {asked.log_format!r}: there are text and json")
    if asked.log_level not in ("debug", "info", "warning", "error"):
        raise SlugfestError(f"--log-level {asked.log_level!r}: there are debug, info, warning and error")
    if asked.push_contact and not asked.push_contact.startswith(("mailto:", "https://")):
        raise SlugfestError(
            f"--push-contact {asked.push_contact!r}: write mailto:you@example.org or https://..."
        )
    remote = None if asked.remote is None else remote_settings(asked.remote)
    programs = [*asked.programs, *([] if remote is None else remote_programs(remote))]
    return Settings(
        database=database,
        allowed_hosts=tuple(asked.allowed_hosts),
        trusted_proxies=tuple(asked.trusted_proxies),
        limits=Limits().with_changes(asked.limits),
        metrics_token=metrics_token,
        bots=tuple(offered(asked.bots, programs)),
        programs=tuple(programs),
        remote=remote,
        variants=tuple(checked_variant(file) for file in asked.variants),
        log_format="json" if asked.log_format == "json" else "text",
        log_level=asked.log_level,
        engine=engine_to_build(asked.engine),
        push=asked.push,
        push_contact=asked.push_contact,
        backups=asked.backups,
    )


def remote_settings(tokens: Path) -> RemoteSettings:
    """Where remote bots connect: sockets in a folder that only this user can open, removed at the end."""
    if not hasattr(socket, "AF_UNIX"):
        raise SlugfestError("--remote needs a system with Unix sockets")
    BotTokens(tokens)  # says what is wrong with the file
    folder = tempfile.TemporaryDirectory(prefix="slugfest-bots-")
    atexit.register(folder.cleanup)
    return RemoteSettings(tokens, Path(folder.name))


def remote_programs(remote: RemoteSettings) -> list[str]:
    """The bots of a token file, as the processes that think find them."""
    return [f"{name}={UNIX}{remote.folder}" for name in BotTokens(remote.tokens).names]


def checked_variant(file: Path) -> dict[str, Any]:
    """Read a variant's file and check it."""
    found = read_variant(file)
    add_variant(found)
    return found.as_json()


def offered(names: Sequence[str], programs: Sequence[str]) -> list[OfferedBot]:
    """The offered bots, each tried once: what cannot play is reported now and not in a match.

    A program is offered without options, unless it is named with some.
    """
    defined = [register_program(program).name for program in programs]
    named = {name.partition(":")[0] for name in names}
    found = []
    for name in [*names, *(program for program in defined if program not in named)]:
        kind = bot_kind(name.partition(":")[0])
        plays = () if kind is None else tuple(kind.games_played())
        player = bot(name, game(plays[0]) if plays else next(iter(games().values())))
        player.close()
        if player.options.get(BUDGET, 0) > LONGEST_BUDGET:
            raise SlugfestError(f"{name}: at a table a budget is at most {LONGEST_BUDGET} milliseconds")
        found.append(OfferedBot(name, player.signature(), plays))
    return found


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | Path | None = None,
    open_browser: bool = False,
    settings: Settings | None = None,
    workers: int = 1,
) -> None:
    """Serve until interrupted. ``database`` None stores nothing; port 0 takes any free one.

    Raises :class:`SlugfestError` if the port or the database cannot be opened.
    """
    settings = settings or Settings(database=database)
    if workers > 1 and not is_shared(settings.database):
        raise SlugfestError(
            f"{workers} workers need a PostgreSQL database (--database postgresql://...): "
            "a file or memory serves one process only"
        )
    listener = listen(host, port)
    address = address_of(host, listener.getsockname()[1])
    in_network = network_address(host, listener.getsockname()[1])
    lan = network_address("0.0.0.0", listener.getsockname()[1])
    settings = replace(settings, network_address=in_network, lan_address=lan)

    def announce() -> None:
        print(f"Slugfest: {address}", flush=True)
        if in_network not in ("", address):
            print(f"In your network: {in_network}", flush=True)
        if open_browser:
            webbrowser.open(address)

    with listener:
        if workers > 1:
            with tempfile.TemporaryDirectory(prefix="slugfest-") as folder:
                shared = replace(
                    settings,
                    bot_workers=max(1, settings.bot_workers // workers),
                    worker_metrics=Path(folder),
                )
                supervise(workers, functools.partial(work, shared), listener, announce)
        else:
            work(settings, listener, announce)


def work(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve in this process."""
    store = open_store(settings)
    write_logs(settings.log_format, settings.log_level, store.signing_key())
    log.info("serving at %s, port %s", *listener.getsockname()[:2])
    app = create_app(settings, store)
    avoid_pauses()
    server(app, settings, ready).run(sockets=[listener])


def avoid_pauses() -> None:
    """Collect garbage less often, and never among the objects that exist by now.

    A full collection takes 100 ms with 300 open matches and half a second with 3,000 people, and nobody is answered
    meanwhile. Reference counts free nearly everything without it, also rooms and connections that have ended: they hold
    no cycles. A full one now comes after some 20 million objects, a middle one takes 10 ms, and a young one waits for
    10,000 objects: most of a move's are gone by then.

    A thread that computes a replay gives way to the event loop after a tenth of a millisecond, not after five: a move
    needs ten turns and more.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 2, 1000)
    sys.setswitchinterval(SWITCH)


def server(app: Starlette, settings: Settings, ready: Callable[[], None]) -> Server:
    """The server of an application; it calls ``ready`` as soon as it accepts requests."""
    _, http, websocket = protocols_of(settings, app.state.budgets)
    config = uvicorn.Config(
        app,
        http=http,
        ws=websocket,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        ws_per_message_deflate=False,
        ws_max_size=settings.largest_message,
        log_config=None,  # logs.py does it
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=5,
    )
    return Server(config, ready, app, settings)


class Server(uvicorn.Server):
    """Uvicorn that reports when it is ready, and hands over to other processes before it stops."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], app: Starlette, settings: Settings
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._app = app
        self._engine = settings.engine
        self._building: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        self._ready()
        workers = self._app.state.bot_workers
        if self._engine is not None and isinstance(workers, ProcessBotWorkers):
            self._building = asyncio.create_task(build_engine(self._engine, workers))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping")
        if self._building is not None:
            self._building.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._building
        for server in self.servers:
            server.close()  # new connections go to another process
        for listener in sockets or []:
            listener.close()
        if not self.force_exit and hasattr(self._app.state, "match_server"):
            await self._app.state.match_server.drain()
        await super().shutdown(sockets)


def is_shared(database: object) -> bool:
    """Whether several processes may share a database."""
    return str(database).startswith(("postgresql://", "postgres://"))


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OverflowError as error:
        raise SlugfestError(f"{port} is not a port; choose one from 1024 to 65535") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            hint = f"port {port} is in use, perhaps by another Slugfest; stop that, or choose another port"
        else:
            hint = f"cannot listen at {host}, port {port}: {error.strerror or error}"
        raise SlugfestError(hint) from error


def address_of(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def network_address(host: str, port: int) -> str:
    """The address by which other devices in the network reach a server; empty if none can."""
    reached = own_address() if host in ("0.0.0.0", "::") else host
    return "" if is_loopback(reached) else address_of(reached, port)


def own_address() -> str:
    """The address by which other machines in the network reach this one. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
