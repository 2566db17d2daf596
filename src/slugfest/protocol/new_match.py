"""New matches: their seats, their tables, and names for guests without one."""

from __future__ import annotations

from slugfest.kernel import Game
from slugfest.table import Advertise, Seat, Services, Start, Table, opening, refuse
from slugfest.table.clock import NO_CLOCK
from slugfest.table.entries import RematchEntry
from slugfest.table.seats import bot_name, is_built_in

from . import wire
from .codes import Codes


def seats_wanted(wanted: wire.NewMatch, guest: str, name: str, offered: dict[str, str]) -> list[Seat]:
    """The seats that were asked for; ``offered`` are the bots beside the levels, with their signatures."""
    seats: list[Seat] = []
    for seat in wanted.seats:
        if seat.kind == "me":
            seats.append(Seat("person", name, guest))
        elif seat.kind == "bot":
            if not is_built_in(seat.level) and seat.level not in offered:
                raise refuse("NO_SUCH_LEVEL")
            called = bot_name([other.name for other in seats] + [name], seat.level)
            seats.append(Seat("bot", called, level=seat.level, signature=offered.get(seat.level, "")))
        else:
            seats.append(Seat())
    return seats


def new_table(
    match: str,
    game: Game,
    guest: str,
    name: str,
    wanted: wire.NewMatch,
    codes: Codes,
    offered: dict[str, str] | None = None,
    services: Services | None = None,
) -> Table:
    """The table of a new match; it is started if only bots play. Raises a refusal if the game is not played so."""
    game.settle(len(wanted.seats), wanted.options)
    seats = seats_wanted(wanted, guest, name, offered or {})
    pace = wanted.pace or NO_CLOCK
    created = opening(match, game, guest, codes.secret(), seats, wanted.options, wanted.start, pace)
    table = Table.from_log([created], lambda _: game)
    if wanted.advert is not None:
        answer = table.handle(
            guest, f"advertised {match}", Advertise(wanted.advert), services=services or Services()
        )
        if answer.refusal is not None:
            raise answer.refusal
    if wanted.start and table.ready():  # only bots: nobody's nonce is missing
        table.handle(guest, f"created {match}", Start())
    return table


def branch_of(match: str, table: Table, guest: str, name: str, wanted: wire.Branch) -> Table:
    """The table of a match for practice that goes on from a finished one; bots play the other seats."""
    if not 0 <= wanted.seat < len(table.seats):
        raise refuse("NO_SUCH_SEAT")
    if not is_built_in(wanted.level):
        raise refuse("NO_SUCH_LEVEL")
    seats: list[Seat] = []
    for index in range(len(table.seats)):
        taken = [other.name for other in seats] + [name]
        mine = index == wanted.seat
        seats.append(
            Seat("person", name, guest)
            if mine
            else Seat("bot", bot_name(taken, wanted.level), level=wanted.level)
        )
    created = table.opening_of_branch(match, guest, seats, wanted.step)
    branch = Table.from_log([created], lambda _: table.game.today or table.game)
    branch.handle(guest, f"created {match}", Start())
    return branch


def rematch_of(table: Table, entry: RematchEntry, host: str, codes: Codes) -> Table:
    """The table of the match that a rematch opens."""
    created = table.opening_of_rematch(entry["match"], host, codes.secret())
    return Table.from_log([created], lambda _: table.game)
