"""What is asked for over HTTP, read from an address, and the answers that follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from slugfest.kernel import EVERYTHING, Game, is_number
from slugfest.table import Table, listed_match, seating
from slugfest.table.pages import FinishedMatches, Seating
from slugfest.table.profiles import against
from slugfest.table.summaries import Summary, seat_in

from .problems import not_understood

AT_ONCE: Final = 20  # matches of a page of the list
ON_THE_HOME_PAGE: Final = 5  # matches that are over

Query = Mapping[str, str]


def eyes_asked(query: Query, table: Table) -> int:
    """With whose eyes a match is watched again: everything (-2) unless a spectator (-1) or a seat is asked for."""
    asked = query.get("eyes", str(EVERYTHING))
    if asked not in [str(eyes) for eyes in range(EVERYTHING, len(table.seats))]:
        raise not_understood("eyes")
    return int(asked)


def step_asked(query: Query) -> int:
    """From which step on."""
    step = query.get("step", "0")
    if not step.isdecimal() or len(step) > 7:
        raise not_understood("step")
    return int(step)


def game_asked(game: Game, query: Query) -> Game:
    """The game of an address; with ``rules``, as it was by that version of its rules."""
    rules = query.get("rules")
    if rules is None:
        return game
    if not is_number(rules) or not game.plays_version(int(rules)):
        raise not_understood("rules")
    return game.as_of(int(rules))


def seating_asked(game: Game, query: Query) -> Seating:
    """Teams and phrases before there is a match: the number of seats and the options are in the address."""
    asked = dict(query)
    seats = asked.pop("seats", "")
    if not seats.isdecimal() or len(seats) > 2:
        raise not_understood("seats")
    return seating(game, int(seats), game.settle(int(seats), asked))


def finished_asked(
    query: Query, summaries: Iterable[tuple[str, Summary, int]], guest: str
) -> FinishedMatches:
    """Matches that are over: of all games or one, against all or one kind of opponent, from one on."""
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
