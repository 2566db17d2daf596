"""Commands for hosts: serve, and move or back up the store."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path
from rich.console import Console

from .words import mistake

console = Console()


def serve(
    host: Annotated[
        str, typer.Option(envvar="SLUGFEST_HOST", help="The address to listen on.")
    ] = "127.0.0.1",
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Let other devices in your network connect, such as friends' phones."),
    ] = False,
    port: Annotated[
        int, typer.Option(envvar="SLUGFEST_PORT", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="SLUGFEST_DATABASE",
            help="A file, or postgresql://user:password@host/name; default: a file in your data folder.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            envvar="SLUGFEST_WORKERS",
            min=1,
            help="How many processes serve on this port (more than one: PostgreSQL).",
        ),
    ] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            envvar="SLUGFEST_ALLOW_HOST",
            help="A name this server is reached by, such as play.example.org or *.example.org; may be repeated. "
            "Addresses in digits, localhost and the machine's own name need none.",
        ),
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            envvar="SLUGFEST_TRUST_PROXY",
            help="A reverse proxy's address or network (127.0.0.1, 10.0.0.0/8), whose X-Forwarded-For and "
            "X-Forwarded-Proto are believed; may be repeated.",
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            envvar="SLUGFEST_LIMIT",
            help="Change a limit: new-guests=60/150 (a minute / at once) or windows=400; may be repeated.",
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            envvar="SLUGFEST_BOT",
            help="An installed bot that tables may choose besides the levels; may be repeated.",
        ),
    ] = None,
    program: Annotated[
        list[str] | None,
        typer.Option("--program", help="A bot in any language as NAME=COMMAND that tables may choose."),
    ] = None,
    variant: Annotated[
        list[Path] | None,
        typer.Option(
            "--variant",
            envvar="SLUGFEST_VARIANT",
            help="The file of a variant to offer besides the games; may be repeated.",
        ),
    ] = None,
    log_format: Annotated[
        str, typer.Option(envvar="SLUGFEST_LOG_FORMAT", help="text or json: one line an event.")
    ] = "text",
    log_level: Annotated[
        str, typer.Option(envvar="SLUGFEST_LOG_LEVEL", help="debug, info, warning or error.")
    ] = "warning",
) -> None:
    """Serve the games to browsers.

    Every setting but --program may also be given in the environment. /metrics answers programs on this machine; set
    SLUGFEST_METRICS_TOKEN to let others read it who send that token.
    """
    from slugfest.server.run import Serving, configured  # the other commands need no server
    from slugfest.server.run import serve as run_server

    engine = os.environ.get("SLUGFEST_ENGINE", "")  # set by ./dev play
    who = (allow_host or [], trust_proxy or [], limit or [])
    asked = Serving(*who, log_format, log_level, engine, bots or [], program or [], variant or [])
    settings = configured(asked, database or own_database(), os.environ.get("SLUGFEST_METRICS_TOKEN", ""))
    if lan:
        host = "0.0.0.0"
    run_server(host=host, port=port, open_browser=open_browser, settings=settings, workers=workers)


def move_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The source: a file, or postgresql://…")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The target, which must be empty.")],
) -> None:
    """Copy all matches, guests and settings to another store, and check the copy. Stop the server before."""
    from . import stores

    stores.move(console, source, target)


def backup(
    database: Annotated[str, typer.Argument(help="What to copy: a file, or postgresql://…")],
    file: Annotated[Path, typer.Argument(help="The new file.")],
) -> None:
    """Write a copy of everything to a new SQLite file, also while a server runs. `serve` or `move-store` take it."""
    from . import stores

    stores.back_up(console, database, file)


def own_database() -> Path:
    """The matches' file in the user's data folder."""
    folder = user_data_path("slugfest", ensure_exists=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise mistake("no_folder", folder=folder, reason=error.strerror) from error
    return folder / "slugfest.db"
