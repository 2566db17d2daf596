"""Commands for whoever hosts a server: the one-time link to its admin page, and the same actions as commands.

They work on the server's database while the server runs. What has to be done at a table is carried out by the server
within a few seconds, or when it starts next.
"""

from __future__ import annotations

import asyncio
import contextlib
import getpass
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer
from rich.console import Console
from rich.table import Table

from slugfest.kernel import SlugfestError

from .hosting import own_database

if TYPE_CHECKING:
    from slugfest.server.admin import Administration
    from slugfest.server.admin_lists import AdminLists
    from slugfest.table.hosting import AdminActionName, AdminPerson

console = Console()
T = TypeVar("T")

ID_LENGTH: Final = 32  # of a guest's id
LOAD_TRIES: Final = 12  # half seconds to wait for the load that processes report
admin_app = typer.Typer(help="Print a one-time link to the admin page, or act on guests and names.")


@dataclass(frozen=True)
class Asked:
    """The options before the command."""

    database: str
    by: str


Guest = Annotated[str, typer.Argument(help="A guest: the name, or the first characters of the id.")]
Why = Annotated[str, typer.Option("--why", help="The reason, for the audit log.")]
Hours = Annotated[
    int, typer.Option("--hours", min=0, help="For this many hours; 0 means until it is lifted.")
]


@admin_app.callback(invoke_without_command=True)
def admin(
    context: typer.Context,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="SLUGFEST_DATABASE",
            help="The server's database, as given to serve; by default the file in your data folder.",
        ),
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", help="Who acts, for the audit log; by default your user name.")
    ] = None,
    address: Annotated[
        str, typer.Option(help="The server's address, for the link.")
    ] = "http://127.0.0.1:8000",
) -> None:
    """Print a link to the admin page. It works once, for 15 minutes; the session lasts eight hours."""
    context.obj = Asked(str(database or own_database()), by or user_name())
    if context.invoked_subcommand is None:
        token = run(context, lambda administration, _: administration.new_link(context.obj.by))
        print(f"{address.rstrip('/')}/admin#{token}")


def user_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "admin"


def run(context: typer.Context, work: Callable[[Administration, AdminLists], Awaitable[T]]) -> T:
    """Do something with the database that the options name."""
    from slugfest.server.admin import Administration
    from slugfest.server.admin_lists import AdminLists
    from slugfest.server.async_store import AsyncStore
    from slugfest.server.claims import Claims
    from slugfest.server.clubs import Clubs
    from slugfest.server.reports import Reports
    from slugfest.store import open_store
    from slugfest.store.opening import is_file, sqlite_file

    asked: Asked = context.obj
    if is_file(asked.database) and not sqlite_file(asked.database).exists():
        raise SlugfestError(f"{sqlite_file(asked.database)}: there is no such file; name it with --database")

    async def in_loop() -> T:
        with contextlib.closing(AsyncStore(open_store(asked.database), {})) as store:
            reports = Reports(store)
            administration = Administration(store, Claims(store), Clubs(store), reports)
            return await work(administration, AdminLists(store, reports))

    return asyncio.run(in_loop())


async def guest_named(lists: AdminLists, wanted: str) -> str:
    """The id of a guest; an error lists those that it could be. A whole id may be of a guest without a name."""
    if len(wanted) == ID_LENGTH and all(letter in "0123456789abcdef" for letter in wanted):
        return wanted
    people = (await lists.found(wanted))["people"]
    same = [one for one in people if one["name"].casefold() == wanted.strip().casefold()]
    found = same or people
    if not found:
        raise SlugfestError(f"there is no guest {wanted!r}")
    if len(found) > 1:
        names = ", ".join(f"{one['name']} ({one['id'][:12]})" for one in found[:10])
        raise SlugfestError(f"{wanted!r} may be any of {len(found)}: {names}; name one by its id")
    return found[0]["id"]


def act(
    context: typer.Context,
    action: AdminActionName,
    why: str,
    guest: str = "",
    *,
    name: str = "",
    match: str = "",
    club: str = "",
    hours: int = 0,
    with_address: bool = False,
    address: str = "",
    lifts: str = "",
) -> None:
    """One action, with its entry in the audit log."""
    from slugfest.protocol.hosting import AdminAction

    async def work(administration: Administration, lists: AdminLists) -> None:
        known = await guest_named(lists, guest) if guest else ""
        block = f"{lifts} {known}" if lifts and known else lifts
        asked = AdminAction(action, why, known, name, match, club, hours, with_address, address, block)
        await administration.act(context.obj.by, asked)

    run(context, work)
    console.print("[green]Done, and written down in the audit log.[/]", highlight=False)


@admin_app.command()
def rename(
    context: typer.Context,
    guest: Guest,
    name: Annotated[str, typer.Argument(help="The new name.")],
    why: Why,
) -> None:
    """Give a guest another name, also at tables that are not over. Nobody can take the old one any more."""
    act(context, "rename", why, guest, name=name)


@admin_app.command("allow-name")
def allow_name(
    context: typer.Context, name: Annotated[str, typer.Argument(help="A name that was taken away.")], why: Why
) -> None:
    """Let people use a name again that was taken from someone."""
    act(context, "allow_name", why, name=name)


@admin_app.command()
def mute(context: typer.Context, guest: Guest, why: Why, hours: Hours = 0) -> None:
    """Stop a guest from saying phrases."""
    act(context, "mute", why, guest, hours=hours)


@admin_app.command()
def unmute(context: typer.Context, guest: Guest, why: Why) -> None:
    """Let a guest say phrases again."""
    act(context, "unmute", why, guest)


@admin_app.command()
def unseat(
    context: typer.Context,
    guest: Guest,
    match: Annotated[str, typer.Argument(help="The code of the match.")],
    why: Why,
) -> None:
    """Remove a guest from a match: in its lobby the seat becomes free, afterwards a bot plays on."""
    act(context, "unseat", why, guest, match=match)


@admin_app.command("remove-member")
def remove_member(
    context: typer.Context,
    guest: Guest,
    club: Annotated[str, typer.Argument(help="The code of the club.")],
    why: Why,
) -> None:
    """Remove a guest from a club."""
    act(context, "remove_member", why, guest, club=club)


@admin_app.command()
def block(
    context: typer.Context,
    guest: Guest,
    why: Why,
    hours: Hours = 0,
    with_address: Annotated[
        bool,
        typer.Option("--with-address", help="Block their address, too, for a day or these hours."),
    ] = False,
) -> None:
    """Block a guest: no request is answered, and open connections end."""
    act(context, "block", why, guest, hours=hours, with_address=with_address)


@admin_app.command("block-address")
def block_address(
    context: typer.Context,
    address: Annotated[str, typer.Argument(help="An IP address; for IPv6 its whole /64 network.")],
    why: Why,
    hours: Annotated[int, typer.Option("--hours", min=1, max=720, help="For this many hours.")] = 24,
) -> None:
    """Block everyone who comes from an address, for a time."""
    act(context, "block_address", why, address=address, hours=hours)


@admin_app.command()
def unblock(context: typer.Context, guest: Guest, why: Why) -> None:
    """Lift the block of a guest, and of the addresses that were blocked with them."""
    act(context, "unblock", why, guest, lifts="guest")


@admin_app.command("unblock-address")
def unblock_address(
    context: typer.Context, address: Annotated[str, typer.Argument(help="The IP address.")], why: Why
) -> None:
    """Lift the block of an address."""
    from slugfest.server.moderation import address_digest
    from slugfest.store import open_store

    with contextlib.closing(open_store(context.obj.database)) as store:
        key = store.signing_key()
    act(context, "unblock", why, lifts=f"address {address_digest(key, address)}")


@admin_app.command()
def dismiss(context: typer.Context, guest: Guest, why: Why) -> None:
    """Close all reports about a guest's name."""
    act(context, "dismiss", why, guest)


@admin_app.command("sign-out")
def sign_out(context: typer.Context) -> None:
    """End all sessions of the admin page, and all links that were not used."""
    ended = run(context, lambda administration, _: administration.end_all())
    console.print(f"{ended} ended", highlight=False)


# ---- lists -----------------------------------------------------------------------------------------------------------


@admin_app.command()
def status(context: typer.Context) -> None:
    """Show the server's processes, their load and who is connected."""

    async def work(administration: Administration, lists: AdminLists) -> None:
        await administration.watch()
        loads = await lists.loads()
        for _ in range(LOAD_TRIES):
            if loads:
                break
            await asyncio.sleep(0.5)
            loads = await lists.loads()
        processes = Table(
            "process", "release", "since", "connections", "guests", "matches open", "memory", "load"
        )
        for one in await lists.processes(loads):
            processes.add_row(
                one["id"],
                one["release"],
                when(one["since"]),
                str(one["connections"]),
                str(one["guests"]),
                str(one["rooms"]),
                f"{one['memory']} MB",
                f"{one['load']:.2f}",
            )
        if loads:
            console.print(processes)
        else:
            console.print("No server works on this database, or it does not answer.", highlight=False)
        people = Table("guest", "name", "connections", "reports", "")
        for person in await lists.connected(loads):
            people.add_row(
                person["id"][:12],
                person["name"],
                str(person["windows"]),
                str(person["reports"]),
                marks(person),
            )
        console.print(people)

    run(context, work)


@admin_app.command()
def guests(
    context: typer.Context, name: Annotated[str, typer.Argument(help="A part of the name.")] = ""
) -> None:
    """List guests by a part of their name."""

    async def work(_: Administration, lists: AdminLists) -> None:
        found = await lists.found(name)
        people = Table("guest", "name", "claimed", "reports", "")
        for one in found["people"]:
            claimed = "yes" if one["claimed"] else ""
            people.add_row(one["id"][:12], one["name"], claimed, str(one["reports"]), marks(one))
        console.print(people)
        if found["more"]:
            console.print("There are more: name a longer part.", highlight=False)

    run(context, work)


@admin_app.command()
def matches(context: typer.Context) -> None:
    """List the matches that changed last: who sits there, and nothing of the game."""

    async def work(_: Administration, lists: AdminLists) -> None:
        found = Table("match", "game", "status", "changed", "seats")
        for one in await lists.matches():
            seats = ", ".join(seat["name"] or seat["kind"] for seat in one["seats"])
            found.add_row(one["id"], one["game"], one["status"], when(one["since"]), seats)
        console.print(found)

    run(context, work)


@admin_app.command()
def reports(context: typer.Context) -> None:
    """List names that players have reported."""

    async def work(_: Administration, lists: AdminLists) -> None:
        found = Table("guest", "reported as", "name now", "reporters", "last")
        for one in await lists.reports():
            row = (one["guest"][:12], one["name"], one["now"], str(one["reporters"]), when(one["at"]))
            found.add_row(*row)
        console.print(found)

    run(context, work)


@admin_app.command()
def blocks(context: typer.Context) -> None:
    """List who is blocked or muted."""

    async def work(_: Administration, lists: AdminLists) -> None:
        found = Table("what", "guest", "name", "until", "by", "why")
        for one in await lists.blocks():
            until = "lifted" if one["until"] is None else when(one["until"])
            found.add_row(one["kind"], one["guest"][:12], one["name"], until, one["by"], one["why"])
        console.print(found)

    run(context, work)


@admin_app.command()
def audit(
    context: typer.Context,
    most: Annotated[int, typer.Option(min=1, max=1000, help="How many entries.")] = 50,
) -> None:
    """Show the audit log: who did what to whom, when and why; the newest first."""

    async def work(administration: Administration, _: AdminLists) -> None:
        found = Table("when", "who", "what", "guest", "", "why")
        for one in (await administration.audit(most=most))["entries"]:
            whom = f"{one['name']} ({one['guest'][:12]})" if one["guest"] else ""
            more = [one["to"] and f"→ {one['to']}", one["match"], one["club"]]
            more.append("" if one["until"] is None else f"until {when(one['until'])}")
            details = " ".join(part for part in more if part)
            found.add_row(when(one["at"]), one["by"], one["action"], whom, details, one["why"])
        console.print(found)

    run(context, work)


def when(moment: int) -> str:
    """A time in the terminal's own time zone."""
    return datetime.fromtimestamp(moment / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def marks(person: AdminPerson) -> str:
    found = {"blocked": person["blocked"], "muted": person["muted"]}
    return ", ".join(word for word, so in found.items() if so)
