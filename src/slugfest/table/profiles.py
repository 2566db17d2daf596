"""A guest's profile, counted from the summaries of their matches.

A match counts if the person decided it alone and to its end. Matches with hints, practice, a bot that finished them, or
an agreement to abandon are listed but not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from slugfest.kernel import Game

from .messages import Against, BotName
from .pages import Favourite, Profile, Tally
from .summaries import Summary, result_of, seat_in

MOST_FAVOURITES = 12


def against(summary: Summary, seat: int) -> tuple[Against, BotName | None]:
    """Whom a seat played against: people, if there was one; otherwise bots, with their level if they share one."""
    others = [one for team in summary["teams"] if seat not in team for one in team]
    if not others:
        return "game", None
    if any(summary["seats"][other]["kind"] == "person" for other in others):
        return "people", None
    levels = {summary["seats"][other]["level"] for other in others}
    return "bots", levels.pop() if len(levels) == 1 else None


def profile_of(guest: str, summaries: Iterable[Summary], games: Mapping[str, Game]) -> Profile:
    """The numbers of a guest's finished matches; the caller adds name, lessons and reviews."""
    counted: Counter[str] = Counter()
    tallies: dict[tuple[str, int, Against, BotName | None], Tally] = {}
    favourites: dict[tuple[str, str], Favourite] = {}
    for summary in summaries:
        seat = seat_in(summary, guest)
        result = result_of(summary, seat)
        if seat < 0:
            continue  # a host who only watched
        counted["finished"] += 1
        if not result:
            counted["abandoned"] += 1
        elif summary["practice"]:
            counted["practice"] += 1
        elif summary["seats"][seat]["away"]:
            counted["left"] += 1
        elif summary["seats"][seat]["hints"]:
            counted["hinted"] += 1
        else:
            whom, level = against(summary, seat)
            key = (summary["game"], len(summary["seats"]), whom, level)
            tally = tallies.setdefault(
                key, Tally(game=key[0], seats=key[1], against=whom, level=level, won=0, drawn=0, lost=0)
            )
            match result:
                case "won":
                    tally["won"] += 1
                case "lost":
                    tally["lost"] += 1
                case _:
                    tally["drawn"] += 1
            _count_favourites(favourites, summary, seat, result == "won", games)
    return {
        "name": "",
        "finished": counted["finished"],
        "tallies": sorted(tallies.values(), key=_order),
        "favourites": sorted(favourites.values(), key=lambda one: (-one["played"], -one["won"], one["key"]))[
            :MOST_FAVOURITES
        ],
        "practice": counted["practice"],
        "hinted": counted["hinted"],
        "left": counted["left"],
        "abandoned": counted["abandoned"],
        "learned": [],
        "review": None,
        "puzzles": None,
    }


def _order(tally: Tally) -> tuple[str, int, int, str]:
    whom: list[Against] = ["people", "bots", "game"]
    level = tally["level"] or ""
    known = ["hard", "medium", "easy"]
    return (
        tally["game"],
        tally["seats"],
        whom.index(tally["against"]),
        f"{known.index(level)}" if level in known else f"{len(known)} {level}" if level else "9",
    )


def _count_favourites(
    favourites: dict[tuple[str, str], Favourite],
    summary: Summary,
    seat: int,
    won: bool,
    games: Mapping[str, Game],
) -> None:
    game = games.get(summary["game"])
    cast = {} if game is None else game.reports.cast()
    result = summary["result"]
    for key in dict.fromkeys(result["line_ups"][seat] if result else []):
        if key in cast:
            one = favourites.setdefault(
                (summary["game"], key),
                Favourite(game=summary["game"], key=key, name=cast[key].as_json(), played=0, won=0),
            )
            one["played"] += 1
            one["won"] += won
