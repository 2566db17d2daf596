"""Match-ups: an experiment in which every line-up of a game meets every other it can meet, and its table.

A game that has line-ups (teams, factions, decks, characters) names them in its reports (``Reports.line_ups``,
``match_up`` and, where seats choose them in the game, ``opening``). The pairings are played in a shuffled order, so an
interrupted table is a fair sample of the whole one.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from slugfest.bots import bot
from slugfest.kernel import ContentError, Game, Mistake, Options, Text

from .batches import Executor, PoolExecutor
from .deals import MATCH_UPS
from .experiment import Experiment, experiment, spec_of
from .runs import OnProgress, Run
from .score import Score, percent


class MatchUps:
    """The table: what each row's line-up did against each column's, as far as it was played."""

    def __init__(self, played: Game, run: Run[Experiment]) -> None:
        spec, cells = run.experiment.spec, run.experiment.cells
        self.game = played
        self.bot = spec["bots"][0]
        self.games = run.series[0].games * run.series[0].deals  # in each pairing
        self.seed = spec["seed"]
        self.seats = spec["seats"]
        self.options = spec["options"]  # as chosen
        met = {number: one for cell in cells for number, one in zip(cell.meeting, cell.line_ups, strict=True)}
        self.line_ups = [met[number] for number in sorted(met)]  # those that can meet, in the game's order
        self.cast = played.reports.cast()
        self.total = len(cells)  # pairings in all
        self.done = 0  # pairings played
        self.cells: dict[tuple[int, int], Score] = {}
        for cell, series in zip(cells, run.series, strict=True):
            if not run.wants(series):
                row, column = cell.meeting
                self.book(row, column, [[one["points"][0] for one in rows] for rows in run.rows(cell.key)])

    @property
    def complete(self) -> bool:
        return self.done == self.total

    def book(self, row: int, column: int, deals: list[list[float]]) -> None:
        """Book a whole pairing: what the row's line-up got in every game of every deal."""
        there, back = Score(), Score()
        for points in deals:
            there.book_deal(points)
        back.add_turned(there)
        self.cells[row, column] = there
        self.cells[column, row] = back
        self.done += 1

    def key(self, row: int) -> str:
        """The name of a line-up in files: the keys of its members."""
        return "+".join(self.line_ups[row])

    def name(self, row: int, language: str) -> str:
        """The name of a line-up for people."""
        return " + ".join([self.cast[member].in_language(language) for member in self.line_ups[row]])

    def rate(self, row: int, column: int) -> float | None:
        """The share of points of one line-up against another; None if they did not meet."""
        score = self.cells.get((row, column))
        return None if score is None else score.rate

    def scores(self) -> list[tuple[int, Score]]:
        """Every line-up that played, best first."""
        found: dict[int, Score] = {}
        for (row, _), score in self.cells.items():
            found.setdefault(row, Score()).add(score)
        return sorted(found.items(), key=lambda entry: (-entry[1].rate, entry[0]))

    def member_scores(self) -> list[tuple[str, Score]]:
        """Every member that played, over all line-ups, best first."""
        found: dict[str, Score] = {}
        for row, score in self.scores():
            for member in self.line_ups[row]:
                found.setdefault(member, Score()).add(score)
        return sorted(found.items(), key=lambda entry: (-entry[1].rate, entry[0]))

    def as_json(self) -> dict[str, Any]:
        size = range(len(self.line_ups))
        rates = [[self.rate(row, column) for column in size] for row in size]
        return {
            "game": self.game.id,
            "bot": self.bot,
            "games": self.games,
            "seed": self.seed,
            "seats": self.seats,
            "options": self.options,
            "pairings": self.total,
            "played": self.done,
            "line_ups": [self.key(row) for row in size],
            "rates": rates,
            "line_up_scores": [{"line_up": self.key(row)} | score.as_json() for row, score in self.scores()],
            "member_scores": [{"member": key} | score.as_json() for key, score in self.member_scores()],
        }

    def tables(self, language: str = "en", top: int = 10) -> list[Table]:
        """The report for people: the best and the worst line-ups, then every member on average."""
        words = _WORDS[language if language in _WORDS else "en"]
        ranked = [(self.name(row, language), score) for row, score in self.scores()]
        members = [(self.cast[key].in_language(language), score) for key, score in self.member_scores()]
        parts = [(words["all"], ranked)]
        if len(ranked) > 2 * top:
            parts = [(words["best"], ranked[:top]), (words["worst"], ranked[-top:])]
        parts.append((words["members"], members))
        return [
            rates_table(title.format(game=self.game.name.in_language(language)), rows, language)
            for title, rows in parts
        ]

    def show(self, console: Console, language: str = "en", top: int = 10) -> None:
        """Print the report."""
        for table in self.tables(language, top):
            console.print(table)

    def json_text(self) -> str:
        return json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n"

    def csv_text(self) -> str:
        """The table for a spreadsheet; empty where two line-ups cannot meet, or have not yet."""
        sheet = io.StringIO()
        writer = csv.writer(sheet, lineterminator="\n")
        size = range(len(self.line_ups))
        writer.writerow(["line-up", *(self.key(column) for column in size)])
        for row in size:
            rates = [self.rate(row, column) for column in size]
            writer.writerow([self.key(row), *("" if rate is None else f"{rate:.3f}" for rate in rates)])
        return sheet.getvalue()


def matchups(
    played: Game,
    games: int = 20,
    player: str = "greedy",
    seed: str = "match-ups",
    workers: int = 0,
    progress: OnProgress | None = None,
    seats: int = 2,
    options: Options | None = None,
    executor: Executor | None = None,
    folder: Path | None = None,
) -> MatchUps:
    """Let every line-up meet every other it can meet in ``games`` games (rounded up to an even number: each deal is
    played on both seats).

    If interrupted (Ctrl-C), the table has the pairings that are finished. With a ``folder`` the games are kept, and the
    same call resumes.
    """
    if games < 1:
        raise Mistake(
            Text("match-ups need at least one game a pairing", "jede Paarung braucht mindestens ein Spiel")
        )
    bot(player, played).close()
    run = Run(folder, matchups_experiment(played, games, player, seed, seats, options))
    run.prepare()
    with contextlib.suppress(KeyboardInterrupt):  # the table says how far it is
        run.play(executor or PoolExecutor(workers), progress)
    return MatchUps(played, run)


def matchups_experiment(
    played: Game, games: int, player: str, seed: str, seats: int, options: Options | None
) -> Experiment:
    spec = {"preset": MATCH_UPS, **spec_of(played), "seats": seats, "options": dict(options or {})}
    spec |= {"bots": [player], "line_ups": "all", "games": games, "seed": seed, "measure": []}
    try:
        return experiment(spec, played=played)
    except ContentError as error:
        if error.key != "line_ups":
            raise
        raise Mistake(
            Text(
                f"{played.id} has no line-ups to match against each other at such a table",
                f"{played.id} hat keine Aufstellungen, die an so einem Tisch gegeneinander antreten könnten",
            )
        ) from error


def rates_table(title: str, rows: list[tuple[str, Score]], language: str) -> Table:
    """A table of names with win rates and intervals."""
    words = _WORDS[language if language in _WORDS else "en"]
    table = Table(title=title)
    table.add_column("")
    for column in ("games", "rate", "interval"):
        table.add_column(words[column], justify="right")
    for name, score in rows:
        low, high = score.interval
        rate = percent(score.rate, language)
        table.add_row(name, str(score.games), rate, f"{percent(low, language)} … {percent(high, language)}")
    return table


_WORDS: Final = {
    "en": {
        "all": "{game}: all line-ups",
        "best": "{game}: the best line-ups",
        "worst": "{game}: the worst line-ups",
        "members": "{game}: everyone, over all line-ups",
        "games": "Games",
        "rate": "Win rate",
        "interval": "95 % interval",
    },
    "de": {
        "all": "{game}: alle Aufstellungen",
        "best": "{game}: die besten Aufstellungen",
        "worst": "{game}: die schwächsten Aufstellungen",
        "members": "{game}: alle einzeln, über alle Aufstellungen",
        "games": "Spiele",
        "rate": "Siegquote",
        "interval": "95-%-Intervall",
    },
}
