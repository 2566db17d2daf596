"""Open tables: a host offers free seats to anybody, and bots may give way to people until the first decision.

The offer (an :class:`~slugfest.table.messages.Advert`) is an entry of the log and stands until the host withdraws it or
nobody can sit down any more. A bot that gives way after the deal does so by an entry that deals again: who sits where
is part of what chance is bound to, so with another person there is another deal (``docs/fairness.md``). That is
possible only while no person has decided anything. Once somebody has, the offer is over for good, also if they take it
back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from .clock import Time
from .commands import Advertise
from .entries import AdvertisedEntry, Entry
from .messages import Strength
from .refusals import refuse
from .services import Services

if TYPE_CHECKING:
    from .table import Table


def entry_for(table: Table, guest: str, command: Advertise, services: Services) -> AdvertisedEntry | None:
    """Offer the free seats of a table to anybody, or no longer; None if nothing changes."""
    if not guest or guest != table.host:
        raise refuse("NOT_HOST")
    if table.has_ended:
        raise refuse("GAME_OVER")
    if command.advert is None:
        return None if table.advert is None else {"kind": "advertised"}
    if table.status != "lobby":
        raise refuse("ALREADY_STARTED")
    if not services.advertises:
        raise refuse("NO_OPEN_TABLES")
    if command.advert["strength"] not in get_args(Strength):
        raise refuse("NO_OPEN_TABLES")
    if command.advert["club"]:
        require_member(command.advert["club"], guest, services)
    return None if command.advert == table.advert else {"kind": "advertised", "advert": command.advert}


def require_member(club: str, guest: str, services: Services) -> None:
    """Refuse whoever does not belong to the club that keeps a table to its members."""
    if not services.member(club, guest):
        raise refuse("NOT_A_MEMBER")


def free_seats(table: Table) -> list[int]:
    """The seats of an open table that anybody may take, empty ones first; none if it is not open."""
    if table.advert is None or table.has_ended:
        return []
    gives_way = "bot" if table.advert["bots"] else ""
    wanted = ["open", gives_way] if table.history is None else [gives_way]
    return [seat for kind in wanted for seat, one in enumerate(table.seats) if one.kind == kind]


def gives_way(table: Table, seat: int) -> bool:
    """Whether the bot on a seat of a match that has begun makes room for a person."""
    return table.history is not None and seat in free_seats(table)


def undo_deal(table: Table) -> None:
    """Bring a match in which no person has decided anything back to its lobby, so that it can be dealt again."""
    table.history = None
    table.plies.clear()
    table.abandoning.clear()
    table.drawing.clear()
    table.asked_back = None
    table.offers.clear()
    table.time = Time(table.time.pace, table.time.at)


def close_after(table: Table, entry: Entry) -> None:
    """End the offer once an entry has made a person's decision, or left no seat that anybody could take."""
    if table.advert is None or table.history is None:
        return
    acts = entry["kind"] in ("moves", "stood", "gave_up") and table.seats[entry["seat"]].kind == "person"
    if acts or not free_seats(table):
        table.advert = None
