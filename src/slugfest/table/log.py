"""The log of a match: what its entries are, how the first one is made, and what is wrong with one that does not fit."""

from __future__ import annotations

from typing import Any, Final

from slugfest.kernel import LIVE, Game, Options, SlugfestError

from .clock import NO_CLOCK, settled
from .messages import Pace
from .refusals import refuse
from .seats import Seat

Entry = dict[str, Any]

FORMAT: Final = 2  # of the log's entries; in the first one all chance came from the secret alone
TIMED: Final = 3  # the same with a clock: a release that knows none must not play it
FORMATS: Final = (1, FORMAT, TIMED)


class LogError(SlugfestError):
    """A log that does not give a match."""


class NewerLog(LogError):
    """A log that a newer Slugfest has written: it is whole, and not for us."""


def opening(
    match: str,
    game: Game,
    host: str,
    secret: str,
    seats: list[Seat],
    options: Options,
    start: bool = False,
    pace: Pace = NO_CLOCK,
) -> Entry:
    """The entry that creates a match; raises :class:`Refusal` if the game is not played so."""
    if host and sum(seat.guest == host for seat in seats) > 1:
        raise refuse("TWO_SEATS")
    pace = settled(pace)
    entry: Entry = {
        "kind": "created",
        "format": FORMAT,
        "match": match,
        "game": game.id,
        "rules": game.version,
        "host": host,
        "chance": LIVE,
        "secret": secret,
        "seats": [seat.as_entry() for seat in seats],
        "options": game.settle(len(seats), options),
    }
    if pace["kind"] != "none":
        entry |= {"format": TIMED, "pace": pace}
    return entry | {"start": True} if start else entry
