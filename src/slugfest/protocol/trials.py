"""A trial of a variant as a page asks for it: bots' games in slices, and figures that sharpen meanwhile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, Final

from slugfest.kernel import Words
from slugfest.kernel.intervals import Score, average, difference, sure_whenever
from slugfest.table.variants import TrialFigure, TrialMeasure, TrialNow

Row = dict[str, Any]  # of a deal: line-ups, and what its games brought without and with the variant

LEVELS: Final = ("greedy", "easy", "medium")
MOST_DEALS: Final = 2000
FEWEST_DEALS: Final = 10  # before anything is said
SLICE: Final = 0.6  # seconds of games between two looks at what else is to be done
MOST_MEMBERS: Final = 16
RETRIES: Final = 2  # of a slice: a worker may have been ended in the middle of it


class TrialRows:
    """The deals of one trial so far."""

    def __init__(self, most: int, began: int) -> None:
        self.most = min(max(most, 1), MOST_DEALS)
        self.began = began  # ms
        self.rows: list[Row] = []
        self.failures = 0
        self._cast: Mapping[str, Words] = {}
        self._about: Collection[str] = ()

    def add(self, played: Mapping[str, Any] | None) -> None:
        """Add a slice as :func:`.trial_games.play_slice` has played it; None: it failed."""
        if played is None:
            self.failures += 1
            return
        self.failures = 0
        self.rows += played["rows"]
        del self.rows[self.most :]
        if not self._cast:
            self._cast, self._about = played["cast"], played["about"]

    @property
    def failed(self) -> bool:
        return self.failures > RETRIES

    @property
    def over(self) -> bool:
        return self.failed or len(self.rows) >= self.most

    def now(self, at: int) -> TrialNow:
        """The figures of the trial so far."""
        games = sum(len(row["after"]) + len(row["before"] or ()) for row in self.rows)
        seconds = max(at - self.began, 1) / 1000
        return {
            "type": "trial",
            "deals": len(self.rows),
            "games": games,
            "most": self.most,
            "rate": round(games / seconds, 1),
            "measures": measures(self._cast, self._about, self.rows),
            "failed": self.failed,
        }


# ---- figures ---------------------------------------------------------------------------------------------------------


def measures(cast: Mapping[str, Words], about: Collection[str], rows: list[Row]) -> list[TrialMeasure]:
    """All figures for which enough deals were played. ``about`` are those of the cast whom the
    variant changes or adds."""
    if len(rows) < FEWEST_DEALS:
        return []
    found = members(cast, about, rows)
    for key in ("begins", "draw", "limit"):
        before, after = columns(rows, key)
        if after and (key == "begins" or any(map(any, [*before, *after]))):
            found.append(share(key, before, after))
    for key in ("rounds", "turns"):  # where a game has no rounds
        before, after = columns(rows, key)
        if any(map(any, after)):
            return [*found, number(key, before, after)]
    return found


def members(cast: Mapping[str, Words], about: Collection[str], rows: list[Row]) -> list[TrialMeasure]:
    """The share of points of everybody in the cast, whom the variant is about first."""
    points: dict[str, tuple[list[list[float]], list[list[float]]]] = defaultdict(lambda: ([], []))
    for row in rows:
        for side, line_up in enumerate(row["line_ups"]):
            for member in line_up:
                for which, games in enumerate((row["before"], row["after"])):
                    if games is not None:
                        got = [one["points"] for one in games]
                        points[member][which].append(got if side == 0 else [1 - one for one in got])
    order = sorted(points, key=lambda member: (member not in about, -len(points[member][1]), member))
    shown = [member for member in order if len(points[member][1]) >= FEWEST_DEALS]
    shown = [member for member in shown if member in about] or shown[:MOST_MEMBERS]
    found: list[TrialMeasure] = []
    for member in shown:
        one = share(member, *points[member])
        one["name"] = cast[member]
        found.append(one)
    return found


def columns(rows: list[Row], key: str) -> tuple[list[list[float]], list[list[float]]]:
    """By deal what its games brought, without and with the variant; deals without it are left out."""
    before: list[list[float]] = []
    after: list[list[float]] = []
    for row in rows:
        for games, into in ((row["before"], before), (row["after"], after)):
            if games is not None and all(one[key] is not None for one in games):
                into.append([float(one[key]) for one in games])
    return before, after


def share(key: str, before: list[list[float]], after: list[list[float]]) -> TrialMeasure:
    return {
        "key": key,
        "name": None,
        "unit": "share",
        "before": rate(before) if before else None,
        "after": rate(after),
        "difference": apart(before, after, True) if len(before) == len(after) else None,
    }


def number(key: str, before: list[list[float]], after: list[list[float]]) -> TrialMeasure:
    return {
        "key": key,
        "name": None,
        "unit": "number",
        "before": mean(before) if before else None,
        "after": mean(after),
        "difference": apart(before, after, False) if len(before) == len(after) else None,
    }


def rate(deals: list[list[float]]) -> TrialFigure:
    score = Score()
    for results in deals:
        score.book_deal(results)
    return figure(score.rate, *score.interval_whenever)


def mean(deals: list[list[float]]) -> TrialFigure:
    return figure(*average([sum(deal) / len(deal) for deal in deals], sure_whenever(len(deals))))


def apart(before: list[list[float]], after: list[list[float]], shares: bool) -> TrialFigure:
    """By how much the variant lies above the game itself, deal by deal."""
    first = [sum(deal) / len(deal) for deal in after]
    second = [sum(deal) / len(deal) for deal in before]
    sure = sure_whenever(len(first))
    if shares:
        return figure(*difference(first, second, sure))
    return figure(*average([one - other for one, other in zip(first, second, strict=True)], sure))


def figure(mean: float, low: float, high: float) -> TrialFigure:
    return {"mean": round(mean, 4), "low": round(low, 4), "high": round(high, 4)}
