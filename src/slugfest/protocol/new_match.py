"""Who sits where in a match that somebody wants."""

from __future__ import annotations

from slugfest.table import Seat, refuse
from slugfest.table.seats import LEVELS, bot_name

from . import wire
from .codes import Codes


def seats_wanted(wanted: wire.NewMatch, guest: str, name: str, offered: dict[str, str]) -> list[Seat]:
    """Who sits where; ``offered`` are the bots beside the levels, with their signatures."""
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
    """A name for somebody who has not told theirs."""
    return f"{'Gast' if german else 'Guest'} {codes.number()}"
