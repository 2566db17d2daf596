"""Read the parameters of HTTP addresses, and build the answers that follow from them alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from slugfest.kernel import EVERYTHING, Game, is_number
from slugfest.table import Table, listed_match, seating
from slugfest.table.pages import FinishedMatches, Seating
from slugfest.table.profiles import against
from slugfest.table.summaries import Summary, seat_in

from .problems import not_understood

AT_ONCE: Final = 20  # matches on a page of the list
ON_THE_HOME_PAGE: Final = 5  # finished matches

Query = Mapping[str, str]


def eyes_asked(query: Query, table: Table) -> int:
    """Whose view a replay shows: everything (-2, the default), a spectator's (-1) or a seat's."""
    asked = query.get("eyes", str(EVERYTHING))
    if asked not in [str(eyes) for eyes in range(EVERYTHING, len(table.seats))]:
        raise not_understood("eyes")
    return int(asked)


def step_asked(query: Query) -> int:
    """The step from which a replay's positions are asked for."""
    step = query.get("step", "0")
    if not step.isdecimal() or len(step) > 7:
        raise not_understood("step")
    return int(step)


def game_asked(game: Game, query: Query) -> Game:
    """The game of an address; with ``rules``, by that version of its rules."""
    rules = query.get("rules")
    if rules is None:
        return game
    if not is_number(rules) or not game.plays_version(int(rules)):
        raise not_understood("rules")
    return game.as_of(int(rules))


def seating_asked(game: Game, query: Query) -> Seating:
    """The teams and phrases of a match that is not open yet, by the number of seats and the options."""
    asked = dict(query)
    seats = asked.pop("seats", "")
    if not seats.isdecimal() or len(seats) > 2:
        raise not_understood("seats")
    return seating(game, int(seats), game.settle(int(seats), asked))


def finished_asked(
    query: Query, summaries: Iterable[tuple[str, Summary, int]], guest: str
) -> FinishedMatches:
    """A page of finished matches: of all games or one, against all or one kind of opponent."""
    game, whom, skip = query.get("game"), query.get("against"), query.get("skip", "0")
    if not is_number(skip) or whom not in (None, "people", "bots", "game"):
        raise not_understood("against, skip")
    found = [
        (match, summary, since)
        for match, summary, since in summaries
        if (game is None or summary["game"] == game)
        and (whom is None or against(summary, seat_in(summary, guest))[0] == whom)
    ]
    shown = found[int(skip) : int(skip) + AT_ONCE]
    listed = [listed_match(match, summary, since, guest) for match, summary, since in shown]
    return FinishedMatches(matches=listed, more=len(found) > int(skip) + AT_ONCE)
