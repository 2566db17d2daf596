"""Commands for hosts: serve, and move or back up the store."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path
from rich.console import Console

from .options import PersonaFolders, name_personas
from .words import mistake

console = Console()


def serve(
    host: Annotated[
        str, typer.Option(envvar="SLUGFEST_HOST", help="The address to listen on.")
    ] = "127.0.0.1",
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Let other devices on your network connect, such as friends' phones."),
    ] = False,
    port: Annotated[
        int, typer.Option(envvar="SLUGFEST_PORT", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="SLUGFEST_DATABASE",
            help="A file, or postgresql://user:password@host/name; by default a file in your data folder.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            envvar="SLUGFEST_WORKERS",
            min=1,
            help="How many processes serve on this port (more than one needs PostgreSQL).",
        ),
    ] = 1,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            envvar="SLUGFEST_ALLOW_HOST",
            help="A host name of this server, such as play.example.org or *.example.org; may be repeated. "
            "IP addresses, localhost and the machine's own name always work.",
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
            help="Change a limit: new-guests=60/150 (per minute / at once) or windows=400; may be repeated.",
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
    remote: Annotated[
        Path | None,
        typer.Option(
            "--remote",
            envvar="SLUGFEST_REMOTE",
            help="The file with the tokens of remote bots; slugfest bot-token writes it.",
        ),
    ] = None,
    personas: PersonaFolders = None,
    variant: Annotated[
        list[Path] | None,
        typer.Option(
            "--variant",
            envvar="SLUGFEST_VARIANT",
            help="The file of a variant to offer besides the games; may be repeated.",
        ),
    ] = None,
    push: Annotated[
        bool,
        typer.Option(
            "--push/--no-push",
            envvar="SLUGFEST_PUSH",
            help='Send people "a match waits for you" through their browsers\' push services.',
        ),
    ] = True,
    push_contact: Annotated[
        str,
        typer.Option(
            envvar="SLUGFEST_PUSH_CONTACT",
            help="How push services reach the host of this server: mailto:... or https://...",
        ),
    ] = "",
    backups: Annotated[
        Path | None,
        typer.Option(
            envvar="SLUGFEST_BACKUPS",
            help="The folder of backups made over the admin page; by default one beside a database file.",
        ),
    ] = None,
    log_format: Annotated[
        str, typer.Option(envvar="SLUGFEST_LOG_FORMAT", help="text or json: one line per event.")
    ] = "text",
    log_level: Annotated[
        str, typer.Option(envvar="SLUGFEST_LOG_LEVEL", help="debug, info, warning or error.")
    ] = "warning",
) -> None:
    """Serve the games to browsers.

    Every setting but --program may also be given in the environment. /metrics answers programs on this machine; set
    SLUGFEST_METRICS_TOKEN to let others read it who send that token.
    """
    name_personas(personas)
    from slugfest.server.run import Serving, configured  # the other commands need no server
    from slugfest.server.run import serve as run_server

    engine = os.environ.get("SLUGFEST_ENGINE", "")  # set by ./dev play
    who = (allow_host or [], trust_proxy or [], limit or [])
    asked = Serving(
        *who,
        log_format,
        log_level,
        engine,
        bots=bots or [],
        programs=program or [],
        variants=variant or [],
        remote=remote,
        push=push,
        push_contact=push_contact,
        backups=backups,
    )
    settings = configured(asked, database or own_database(), os.environ.get("SLUGFEST_METRICS_TOKEN", ""))
    if lan:
        host = "0.0.0.0"
    run_server(host=host, port=port, open_browser=open_browser, settings=settings, workers=workers)


def bot_token(
    file: Annotated[Path, typer.Argument(help="The file with the tokens, for serve --remote.")],
    name: Annotated[str, typer.Argument(help="The bot's name: lowercase letters, digits and hyphens.")],
    revoke: Annotated[bool, typer.Option("--revoke", help="Revoke the bot's token.")] = False,
) -> None:
    """Create a token for a remote bot and print it once.

    A new token replaces the bot's old one. A running server notices changes within a second, but offers bots with new
    names only after a restart.
    """
    from slugfest.server.bot_tokens import new_token, revoke_token

    if revoke:
        revoke_token(file, name)
        console.print(f"the token of {name} is revoked", highlight=False)
    else:
        print(new_token(file, name))


def connect(
    address: Annotated[str, typer.Argument(help="The server: wss://play.example.org")],
    command: Annotated[str, typer.Argument(help="The command of the bot, in quotation marks.")],
    token_file: Annotated[
        Path, typer.Option("--token", help="The file with the bot's token, and nothing else.")
    ],
    tables: Annotated[int, typer.Option(min=1, max=8, help="How many questions to answer at once.")] = 1,
) -> None:
    """Let a bot on this machine play at a server's tables.

    The program speaks on its standard input and output (docs/bot-protocol.md). It is started for each connection, and
    again after the connection was lost.
    """
    from .connecting import connect_bot

    connect_bot(console, address, command, token_file, tables)


def move_store(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The source: a file, or postgresql://…")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The target, which must be empty.")],
) -> None:
    """Copy all matches, guests and settings to another store, and check the copy. Stop the server first."""
    from . import stores

    stores.move(console, source, target)


def backup(
    database: Annotated[str, typer.Argument(help="What to copy: a file, or postgresql://…")],
    file: Annotated[Path, typer.Argument(help="The new file.")],
) -> None:
    """Back up everything to a new SQLite file, even while a server runs. `serve` and `move-store` accept it."""
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
