"""A trial of a variant: its games run where bots think, between their decisions, and its figures sharpen meanwhile."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from slugfest.kernel import Game, SlugfestError, forget_variant
from slugfest.kernel.intervals import Score, average, difference, sure_whenever
from slugfest.protocol import wire
from slugfest.protocol.reading import id_of, read_body
from slugfest.table import Refusal, refuse, refused
from slugfest.table.refusals import as_refusal
from slugfest.table.variants import TrialFigure, TrialMeasure, TrialNow

from .channels import Channel, Outbox
from .journal import text_of
from .trial_games import Row, members_of
from .variants import load

if TYPE_CHECKING:
    from .local_server import LocalServer

LEVELS: Final = ("greedy", "easy", "medium")
MOST_DEALS: Final = 2000
FEWEST_DEALS: Final = 10  # before anything is said
SLICE: Final = 0.6  # seconds of games between two looks at what else bots have to decide
MOST_MEMBERS: Final = 16
RETRIES: Final = 2  # of a slice: a worker may have been ended in the middle of it


class TrialChannel(Channel):
    """Runs one trial at a time for the page. Closing the channel ends it."""

    def __init__(self, number: int, guest: str, outbox: Outbox, server: LocalServer) -> None:
        super().__init__(number, guest, outbox)
        self._server = server
        self._rows: list[Row] = []
        self._began = 0
        self._failures = 0
        self._game = ""
        self._run = 0  # which trial it is: answers to an earlier one are ignored

    def receive(self, text: str) -> None:
        try:
            self._begin(read_body(text, wire.Trial))
        except Refusal as refusal:
            self.send(refused(id_of(text), refusal))
        except SlugfestError as error:
            self.send(refused(id_of(text), as_refusal(error)))

    def _begin(self, wanted: wire.Trial) -> None:
        if wanted.level not in LEVELS:
            raise refuse("NO_SUCH_LEVEL")
        game = load(self._server, wanted.file)
        self._let_go(game.id)
        self._game = game.id
        self._run += 1
        self._rows, self._failures, self._began = [], 0, self._server.now()
        self._ask(game, wanted.level, min(max(wanted.deals, 1), MOST_DEALS))

    def _ask(self, game: Game, level: str, most: int) -> None:
        run, variant = self._run, game.variant
        asked = {
            "trial": game.id,
            "variant": None if variant is None else variant.as_json(),
            "level": level,
            "first": len(self._rows),
            "seconds": SLICE,
        }

        def answered(text: str) -> None:
            if run != self._run:
                return  # stopped, or another one has begun
            try:
                self._rows += json.loads(text)["rows"]
                self._failures = 0
            except (ValueError, KeyError, TypeError):
                self._failures += 1
            del self._rows[most:]
            self.send_text(text_of(self._now(game, most)))
            if self._failures <= RETRIES and len(self._rows) < most:
                self._ask(game, level, most)

        self._server.thinking.ask_text(text_of(asked), answered)

    def _now(self, game: Game, most: int) -> TrialNow:
        games = sum(len(row["after"]) + len(row["before"] or ()) for row in self._rows)
        seconds = max(self._server.now() - self._began, 1) / 1000
        return {
            "type": "trial",
            "deals": len(self._rows),
            "games": games,
            "most": most,
            "rate": round(games / seconds, 1),
            "measures": measures(game, self._rows),
            "failed": self._failures > RETRIES,
        }

    def close(self) -> None:
        self._run += 1  # the slice that is being played is short; nothing follows it
        self._let_go()

    def _let_go(self, following: str = "") -> None:
        """Forget the variant of a trial that is over, unless it is kept to be played."""
        if self._game not in (following, *self._server.people.variants):
            forget_variant(self._game)


# ---- figures ---------------------------------------------------------------------------------------------------------


def measures(game: Game, rows: list[Row]) -> list[TrialMeasure]:
    """Everything that is counted, as far as the deals played say anything."""
    if len(rows) < FEWEST_DEALS:
        return []
    found = members(game, rows)
    for key in ("begins", "draw", "limit"):
        before, after = columns(rows, key)
        if after and (key == "begins" or any(map(any, [*before, *after]))):
            found.append(share(key, before, after))
    for key in ("rounds", "turns"):  # where a game has no rounds
        before, after = columns(rows, key)
        if any(map(any, after)):
            return [*found, number(key, before, after)]
    return found


def members(game: Game, rows: list[Row]) -> list[TrialMeasure]:
    """The share of points of everybody in the cast, whom the variant is about first."""
    points: dict[str, tuple[list[list[float]], list[list[float]]]] = defaultdict(lambda: ([], []))
    for row in rows:
        for side, line_up in enumerate(row["line_ups"]):
            for member in line_up:
                for which, games in enumerate((row["before"], row["after"])):
                    if games is not None:
                        got = [one["points"] for one in games]
                        points[member][which].append(got if side == 0 else [1 - one for one in got])
    about = set() if game.variant is None else members_of(game.variant, set(points))
    cast = game.reports.cast()
    order = sorted(points, key=lambda member: (member not in about, -len(points[member][1]), member))
    shown = [member for member in order if len(points[member][1]) >= FEWEST_DEALS]
    shown = [member for member in shown if member in about] or shown[:MOST_MEMBERS]
    found: list[TrialMeasure] = []
    for member in shown:
        one = share(member, *points[member])
        one["name"] = cast[member].as_json()
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
