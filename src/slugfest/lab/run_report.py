"""Reports of runs, for people and for programs: one run, or two compared."""

from __future__ import annotations

import contextlib
import json
import math
from collections import Counter
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import Mistake, Text, plain_id, spell

from .batches import Row
from .deals import Cell
from .experiment import Experiment, titles
from .ratings import Ratings, rated
from .runs import Run
from .score import Score, difference, percent
from .sequential import BETTER, GAVE_UP, GO_ON, NOT_BETTER


class CellReport:
    """The results of a cell."""

    def __init__(self, cell: Cell, title: str = "", verdict: str = "") -> None:
        self.cell = cell
        self.title = title  # what differs from the other cells of its run
        self.verdict = verdict
        self.deals: list[float] = []  # the first side's share of points in each
        self.sides: list[Score] = []
        self.seats = [Score() for _ in range(cell.seats)]
        self.reasons: Counter[str] = Counter()
        self.lengths: Counter[str] = Counter()  # moves, rounds and turns in all games
        self.failures = 0

    def book(self, rows: list[Row]) -> None:
        """Book the games of one deal."""
        sides = len(rows[0]["points"])
        while len(self.sides) < sides:
            self.sides.append(Score())
        for side in range(sides):
            self.sides[side].book_deal([row["points"][side] for row in rows])
        self.deals.append(sum(row["points"][0] for row in rows) / len(rows))
        for seat, score in enumerate(self.seats):
            score.book_deal([_share(row["winners"], seat) for row in rows])
        for row in rows:
            self.reasons[row["reason"]] += 1
            self.failures += len(row.get("failures", ()))
            for key in ("moves", "rounds", "turns"):
                self.lengths[key] += row.get(key, 0)

    @property
    def games(self) -> int:
        return sum(self.reasons.values())

    def interval(self, score: Score) -> tuple[float, float]:
        """The interval of a score; wider for a test that may stop at any time."""
        return score.interval_whenever if self.verdict else score.interval

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "cell": self.cell.key,
            "game": self.cell.game,
            "seats": self.cell.seats,
            "options": self.cell.options,
            "bots": list(self.cell.bots),
            "changes": dict(self.cell.changes),
            "games": self.games,
            "deals": len(self.deals),
        }
        if self.cell.line_ups:
            found["line_ups"] = [list(members) for members in self.cell.line_ups]
        if not self.deals:
            return found
        if self.verdict:
            found["verdict"] = self.verdict
        found["sides"] = [self._score(score) for score in self.sides]
        found["by_seat"] = [self._score(score) for score in self.seats]
        found["reasons"] = dict(self.reasons.most_common())
        found |= {key: round(total / self.games, 2) for key, total in self.lengths.items() if total}
        return found | {"failures": self.failures} if self.failures else found

    def _score(self, score: Score) -> dict[str, Any]:
        low, high = self.interval(score)
        return {"rate": round(score.rate, 4), "interval": [round(low, 4), round(high, 4)]}


def _share(winners: list[int], seat: int) -> float:
    return 1 / len(winners) if seat in winners else 0.0


def reports(run: Run[Experiment]) -> list[CellReport]:
    """Every cell of a run, as far as it was played."""
    found = []
    for cell, series in zip(run.experiment.cells, run.series, strict=True):
        test = run.tests.get(cell.key)
        report = CellReport(cell, series.title, test.verdict if test is not None else "")
        for rows in run.files[cell.key].read():
            report.book(rows)
        found.append(report)
    return found


class Scale(NamedTuple):
    """Many who met in one kind of game, on one scale."""

    about: str  # which game, and what else they have in common
    ratings: Ratings


def scales(found: list[CellReport]) -> list[Scale]:
    """Ratings wherever three or more met under the same conditions: bots, or line-ups in the hands of one bot. None
    where games do not connect them, or without the library for it (``slugfest[lab]``)."""
    groups: dict[str, list[tuple[str, str, Score]]] = {}
    for report in found:
        cell = report.cell
        if not report.deals or cell.sides != 2 or cell.alone or len(report.sides) != 2:
            continue
        common = [plain_id(cell.game), str(cell.seats)]
        common += [f"{path}={value}" for path, value in cell.changes.items()]
        if cell.line_ups:
            one, other = ("+".join(members) for members in cell.line_ups)
            common.insert(2, cell.bots[0])
        else:
            one, other = cell.bots
            common += [f"{key}={spell(value)}" for key, value in cell.options.items()]
        if one != other:
            groups.setdefault(", ".join(common), []).append((one, other, report.sides[0]))
    rated_groups: list[Scale] = []
    for about, meetings in groups.items():
        names = dict.fromkeys(name for one, other, _ in meetings for name in (one, other))
        if len(names) > 2 and rated():
            with contextlib.suppress(Mistake):
                rated_groups.append(Scale(about, Ratings(list(names), meetings)))
    return rated_groups


def run_json(run: Run[Experiment]) -> dict[str, Any]:
    """The whole report."""
    found = reports(run)
    return {
        "run": run.name,
        "made": {key: run.provenance.get(key) for key in ("identity", "needs", "sessions")},
        "seed": run.experiment.seed,
        "cells": [report.as_json() for report in found],
        "ratings": [{"about": scale.about, "ratings": scale.ratings.as_json()} for scale in scales(found)],
    }


def show_report(run: Run[Experiment], console: Console, language: str = "en") -> None:
    """Print what a run found out: a line a cell, then how its games ended."""
    words = _WORDS[language if language in _WORDS else "en"]
    whole = reports(run)
    title = f"{run.name}: {titles(run.experiment.cells)[0]}"
    table = Table(title=escape(title), caption=words["note"])
    table.add_column(words["setting"], overflow="fold")
    for column in ("games", "rate", "interval", "by_seat", "moves"):
        table.add_column(words[column], justify="right")
    if run.tests:
        table.add_column(words["verdict"])
    for report in whole:
        if not report.deals:
            table.add_row(escape(report.title), "0")
            continue
        low, high = report.interval(report.sides[0])
        by_seat = " / ".join(percent(score.rate, language) for score in report.seats)
        moves = f"{report.lengths['moves'] / report.games:.0f}" if report.lengths["moves"] else ""
        cells = [escape(report.title), str(report.games), percent(report.sides[0].rate, language)]
        cells += [f"{percent(low, language)} … {percent(high, language)}", by_seat, moves]
        table.add_row(*cells, *([words[report.verdict]] if report.verdict else []))
    console.print(table)
    for scale in scales(whole):
        console.print(ratings_table(scale, language))
    for report in whole:
        if report.failures:
            console.print(words["failures"].format(cell=report.title, n=report.failures), highlight=False)


def ratings_table(scale: Scale, language: str) -> Table:
    words = _WORDS[language if language in _WORDS else "en"]
    table = Table(title=escape(f"{words['ratings']}: {scale.about}"), caption=words["elo_note"])
    table.add_column("")
    for column in ("Elo", words["interval"], words["games"]):
        table.add_column(column, justify="right")
    for one in scale.ratings.ranking():
        table.add_row(
            escape(one.name), f"{one.elo:+.0f}", f"{one.low:+.0f} … {one.high:+.0f}", str(one.games)
        )
    return table


def show_status(run: Run[Any], console: Console, language: str = "en") -> None:
    """Print how far a run has come, without waiting for it."""
    words = _WORDS[language if language in _WORDS else "en"]
    progress = run.progress()
    sessions = run.provenance.get("sessions", [])
    table = Table(title=escape(run.name))
    table.add_column(words["setting"], overflow="fold")
    for column in ("deals", "of"):
        table.add_column(words[column], justify="right")
    table.add_column(words["verdict"])
    for series in run.series:
        test = run.tests.get(series.key)
        ready = words["ready"] if not run.wants(series) else words["go_on"]
        state = words[test.verdict] if test is not None else ready
        table.add_row(escape(series.title), str(run.done[series.key]), str(series.deals), state)
    console.print(table)
    said = words["status"].format(done=progress.deals, total=progress.total, sessions=len(sessions))
    left = sessions[-1]["left"] if sessions and not run.complete else None
    if left is not None:
        said += " " + words["left"].format(minutes=max(1, math.ceil(left / 60)))
    console.print(said, highlight=False)


# ---- two runs ------------------------------------------------------------------------------------------------------


def compare(one: Run[Experiment], other: Run[Experiment]) -> dict[str, Any]:
    """Two runs beside each other, cell by cell: those with the same key, or else in their order."""
    first, second = reports(one), reports(other)
    known = {report.cell.key: report for report in second}
    pairs = [(report, known[report.cell.key]) for report in first if report.cell.key in known]
    if not pairs:
        if len(first) != len(second):
            raise Mistake(
                Text(
                    f"these runs have nothing to compare: {len(first)} and {len(second)} different settings",
                    f"an diesen Läufen gibt es nichts zu vergleichen: {len(first)} und {len(second)} verschiedene"
                    " Einstellungen",
                )
            )
        pairs = list(zip(first, second, strict=True))
    cells = []
    for left, right in pairs:
        common = min(len(left.deals), len(right.deals))
        cell: dict[str, Any] = {
            "setting": left.title,
            "first": left.as_json(),
            "second": right.as_json(),
        }
        if common:
            shared = left.deals[:common], right.deals[:common]
            mean, low, high = difference(shared[1], shared[0])  # as in `slugfest compare`
            same_deals = one.experiment.seed == other.experiment.seed and left.cell.scene == right.cell.scene
            cell["difference"] = {"mean": round(mean, 4), "interval": [round(low, 4), round(high, 4)]}
            cell["deals"], cell["same_deals"] = common, same_deals
            cell["rates"] = [round(sum(deals) / common, 4) for deals in shared]  # in these deals
        cell["identical"] = _same(one, left.cell.key, other, right.cell.key)
        cells.append(cell)
    return {"runs": [one.name, other.name], "cells": cells}


def _same(one: Run[Experiment], key: str, other: Run[Experiment], other_key: str) -> bool:
    rows = list(one.files[key].read())
    return bool(rows) and rows == list(other.files[other_key].read())


def show_comparison(
    one: Run[Experiment], other: Run[Experiment], console: Console, language: str = "en"
) -> None:
    words = _WORDS[language if language in _WORDS else "en"]
    compared = compare(one, other)
    table = Table(title=f"{escape(one.name)} – {escape(other.name)}", caption=words["compare_note"])
    table.add_column(words["setting"], overflow="fold")
    for column in ("first", "second", "difference", "interval", "deals", "identical"):
        table.add_column(words[column], justify="right")
    for cell in compared["cells"]:
        name = cell["setting"]
        if "difference" not in cell:
            table.add_row(escape(name))
            continue
        low, high = cell["difference"]["interval"]
        table.add_row(
            escape(name),
            *(percent(rate, language) for rate in cell["rates"]),
            percent(cell["difference"]["mean"], language),
            f"{percent(low, language)} … {percent(high, language)}",
            str(cell["deals"]),
            words["yes" if cell["identical"] else "no"],
        )
    console.print(table)


def run_text(report: dict[str, Any]) -> str:
    return json.dumps(report, indent=1, ensure_ascii=False)


_WORDS: Final = {
    "en": {
        "setting": "Setting",
        "games": "Games",
        "rate": "Win rate",
        "interval": "95 % interval",
        "by_seat": "By seat",
        "moves": "Moves",
        "verdict": "State",
        "note": "Win rate of the first side (of the first seat, if all play alike). All games of a deal are one"
        " observation.",
        "ratings": "Ratings",
        "elo_note": "Bradley and Terry's model on the scale of Elo; 0 is the mean of all.",
        "failures": "{cell}: a bot failed {n} times, and another decided in its place.",
        "deals": "Deals",
        "of": "of",
        "ready": "done",
        "go_on": "not done",
        "status": "Deals played: {done} of {total}. Sessions: {sessions}.",
        "left": "At the pace of the last session the rest takes about {minutes} min.",
        "first": "First",
        "second": "Second",
        "difference": "Difference",
        "identical": "Bit for bit the same",
        "compare_note": "Second run less first, deal by deal; sharpest where both have the same seed.",
        "yes": "yes",
        "no": "no",
        GO_ON: "not known yet",
        BETTER: "better",
        NOT_BETTER: "not better",
        GAVE_UP: "no answer",
    },
    "de": {
        "setting": "Einstellung",
        "games": "Spiele",
        "rate": "Siegquote",
        "interval": "95-%-Intervall",
        "by_seat": "Nach Platz",
        "moves": "Züge",
        "verdict": "Stand",
        "note": "Siegquote der ersten Seite (des ersten Platzes, wenn alle gleich spielen). Alle Spiele einer Ausgabe"
        " sind eine Beobachtung.",
        "ratings": "Wertungen",
        "elo_note": "Das Modell von Bradley und Terry auf der Elo-Skala; 0 ist das Mittel aller.",
        "failures": "{cell}: Ein Bot hat {n}-mal versagt, und ein anderer hat für ihn entschieden.",
        "deals": "Ausgaben",
        "of": "von",
        "ready": "fertig",
        "go_on": "nicht fertig",
        "status": "Gespielte Ausgaben: {done} von {total}. Sitzungen: {sessions}.",
        "left": "Im Tempo der letzten Sitzung dauert der Rest etwa {minutes} min.",
        "first": "Erster",
        "second": "Zweiter",
        "difference": "Unterschied",
        "identical": "Bit für Bit gleich",
        "compare_note": "Zweiter Lauf minus erster, Ausgabe für Ausgabe; am schärfsten, wenn beide denselben"
        " Startwert haben.",
        "yes": "ja",
        "no": "nein",
        GO_ON: "noch offen",
        BETTER: "besser",
        NOT_BETTER: "nicht besser",
        GAVE_UP: "keine Antwort",
    },
}
