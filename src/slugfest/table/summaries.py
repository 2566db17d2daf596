"""Summaries of matches for lists, stored beside the log so that no list reads logs.

A summary is plain JSON, the same for everybody, and has only what everybody may know. It changes only when something
that a list shows changes: a secret move changes nothing in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypedDict, cast

from slugfest.kernel import Outcome, Words

from .messages import BotName, ListedMatch, ListedResult, MyResult, SeatKind, Status
from .seats import Seat
from .table import Table

HOUR: Final = 3600 * 1000  # ms


class SummarySeat(TypedDict):
    kind: SeatKind
    name: str
    guest: str
    level: BotName | None
    away: bool  # a bot plays for the person
    hints: int  # taken; 0 until the match is over


class SummaryResult(TypedDict):
    ranks: list[int]
    values: list[float] | None
    text: Words
    line_ups: list[list[str]]  # by seat: the characters it played with


class Summary(TypedDict):
    game: str
    status: Status
    mode: Words | None
    headline: Words | None
    seats: list[SummarySeat]
    teams: list[list[int]]
    owing: list[int]
    practice: bool
    deadlines: list[int | None]  # by seat, where decisions have days; in whole hours, see _deadlines
    result: SummaryResult | None


def summary_of(table: Table, whole: bool = False) -> Summary:
    """The summary of a match now; ``whole``: with the result of one whose deal others still play, for its event."""
    mode = table.game.display.mode(table.game, len(table.seats), table.options)
    headline = None if table.history is None else table.game.display.progress(table.history.state)
    outcome = table.outcome()
    over = table.over
    unseen = table.has_ended and not over and not whole  # a result of which others must not learn
    return {
        "game": table.game.id,
        "status": "playing" if unseen else table.status,
        "mode": None if mode is None else mode.as_json(),
        "headline": None if headline is None or over or table.sealed else headline.as_json(),
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "guest": seat.guest,
                # Who has given up has a level, which would say how it ended.
                "level": None if unseen and seat.kind == "person" else seat.level or None,
                "away": bool(seat.away) and not _lost_by_giving_up(table, seat),
                "hints": table.hints_taken.get(seat.guest, (0, 0))[0] if over and seat.guest else 0,
            }
            for seat in table.seats
        ],
        "teams": table.teams,
        "owing": [] if table.has_ended else list(table.owing()),
        "practice": table.practice,
        "deadlines": [] if over else _deadlines(table),
        "result": None if outcome is None or table.abandoned or unseen else _result(table, outcome),
    }


def _lost_by_giving_up(table: Table, seat: Seat) -> bool:
    """Whether a person lost the match by giving up, so that no bot played its end."""
    return table.verdict is not None and seat.away == "given_up"


def _deadlines(table: Table) -> list[int | None]:
    """When time runs out, in whole hours.

    The exact time of an entry is known only after it is written. A finer deadline would change with the next entry and
    so reveal a secret move.
    """
    clocks = table.time.seat_clocks()
    if clocks is None or table.time.pace["kind"] != "days":
        return []
    return [clock["deadline"] and clock["deadline"] // HOUR * HOUR for clock in clocks]


def _result(table: Table, outcome: Outcome) -> SummaryResult:
    assert table.history is not None
    state = table.history.state
    return {
        "ranks": outcome.ranks,
        "values": outcome.values,
        "text": outcome.text.as_json(),
        "line_ups": [table.game.reports.line_up(state, seat) for seat in range(len(table.seats))],
    }


def read_summary(stored: Mapping[str, Any] | None, over: bool) -> Summary | None:
    """A stored summary; None if it has to be made again: it is missing, outdated, or of another release."""
    if stored is None or stored.keys() != Summary.__annotations__.keys():
        return None
    return cast(Summary, stored) if (stored["status"] in ("finished", "abandoned")) == over else None


def listed_match(match: str, summary: Summary, since: int, guest: str) -> ListedMatch:
    """A match in a guest's list."""
    mine = seat_in(summary, guest)
    owed = mine in summary["owing"] and not summary["seats"][mine]["away"]
    return {
        "id": match,
        "game": summary["game"],
        "status": summary["status"],
        "mode": summary["mode"],
        "headline": summary["headline"],
        "seats": [
            {
                "kind": seat["kind"],
                "name": seat["name"],
                "level": seat["level"],
                "you": index == mine,
                "stand_in": seat["away"],
            }
            for index, seat in enumerate(summary["seats"])
        ],
        "teams": summary["teams"],
        "owing": summary["owing"],
        "yours": owed,
        "since": since,
        "practice": summary["practice"],
        "deadline": summary["deadlines"][mine] if owed and summary["deadlines"] else None,
        "result": _listed_result(summary, mine),
    }


def _listed_result(summary: Summary, mine: int) -> ListedResult | None:
    result = summary["result"]
    if result is None:
        return None
    winners = [seat for seat, rank in enumerate(result["ranks"]) if rank == 1]
    return {"winners": winners, "mine": result_of(summary, mine), "text": result["text"]}


def seat_in(summary: Summary, guest: str) -> int:
    """A guest's seat in a match; -1 if they have none."""
    seats = (index for index, seat in enumerate(summary["seats"]) if guest and seat["guest"] == guest)
    return next(seats, -1)


def result_of(summary: Summary, seat: int) -> MyResult:
    """How a match ended for a seat; empty without a seat or a result."""
    result = summary["result"]
    if result is None or seat < 0:
        return ""
    if len(summary["teams"]) == 1:  # all against the game: the values decide
        value = 1.0 if result["ranks"][seat] == 1 else 0.0
        value = value if result["values"] is None else result["values"][seat]
        return "won" if value == 1.0 else "lost" if value == 0.0 else "drawn"
    ranks = [result["ranks"][team[0]] for team in summary["teams"]]
    if len(set(ranks)) == 1:
        return "drawn"
    if result["ranks"][seat] != 1:
        return "lost"
    return "won" if ranks.count(1) == 1 else "shared"
