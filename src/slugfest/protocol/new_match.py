"""The seats of a new match."""

from __future__ import annotations

from slugfest.table import Seat, refuse
from slugfest.table.seats import LEVELS, bot_name

from . import wire
from .codes import Codes


def seats_wanted(wanted: wire.NewMatch, guest: str, name: str, offered: dict[str, str]) -> list[Seat]:
    """The seats that were asked for; ``offered`` are the bots beside the levels, with their signatures."""
    seats: list[Seat] = []
    for seat in wanted.seats:
        if seat.kind == "me":
            seats.append(Seat("person", name, guest))
        elif seat.kind == "bot":
            if seat.level not in LEVELS and seat.level not in offered:
                raise refuse("NO_SUCH_LEVEL")
            called = bot_name([other.name for other in seats] + [name])
            seats.append(Seat("bot", called, level=seat.level, signature=offered.get(seat.level, "")))
        else:
            seats.append(Seat())
    return seats


def invented_name(german: bool, codes: Codes) -> str:
    """A name for a guest who has not given one."""
    return f"{'Gast' if german else 'Guest'} {codes.number()}"
