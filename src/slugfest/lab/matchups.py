"""Match-ups: how every line-up of a game fares against every other it can meet.

A game that has line-ups (teams, factions, decks, characters) offers them through ``Game.line_ups``, ``Game.match_up``
and, where seats choose them in the game, ``Game.opening``; the table is made here and knows no game. The pairings are
played in a shuffled order, so a table that was interrupted is a fair sample of the whole one.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
from collections.abc import Callable
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from slugfest.bots import GuardedBot, bot, play_out
from slugfest.kernel import Game, Mistake, Options, SlugfestError, Text, seeded

from .meetings import Setting, meetings
from .play import play_game
from .pool import playing, run_all
from .report import percent
from .score import Score

Progress = Callable[[int, int], None]  # pairings done, pairings in all
Tally = list[tuple[float, float]]  # by deal: what the first line-up got on either seat
Task = tuple[
    int, int, Setting, Setting, str, int, int, str
]  # row, column, the table for either side, bot, seats, games, seed


class MatchUps:
    """The table: what each row's line-up did against each column's, as far as it was played."""

    def __init__(
        self, played: Game, player: str, games: int, seed: str, seats: int = 2, options: Options | None = None
    ) -> None:
        self.game = played
        self.bot = player
        self.games = games  # in each pairing
        self.seed = seed
        self.seats = seats
        self.options = options or {}  # as chosen
        self.meetings = meetings(played, seats, self.options)
        met = {number for meeting in self.meetings for number in (meeting.one, meeting.other)}
        self.rows = sorted(met)  # the game's line-ups that can meet at such a table, by their numbers
        self.line_ups = [line_up for number, line_up in enumerate(played.line_ups()) if number in met]
        self.cast = played.cast()
        self.total = 0  # pairings in all
        self.done = 0  # pairings played
        self.cells: dict[tuple[int, int], Score] = {}

    @property
    def complete(self) -> bool:
        return self.done == self.total

    def book(self, row: int, column: int, tally: Tally) -> None:
        """What a whole pairing brought, told from the row's side."""
        there, back = Score(), Score()
        for points in tally:
            there.book_deal(points)
        back.add_turned(there)
        self.cells[row, column] = there
        self.cells[column, row] = back
        self.done += 1

    def key(self, row: int) -> str:
        """A line-up in a file: the keys of its members."""
        return "+".join(self.line_ups[row])

    def name(self, row: int, language: str) -> str:
        """A line-up for people."""
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
        """Everybody who played, over all line-ups, best first."""
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
        """The report for people: the best and the worst line-ups, then everybody on average."""
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
        """The table for a spreadsheet; an empty cell where two line-ups cannot meet, or have not yet."""
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
    player: str = "random",
    seed: str = "match-ups",
    workers: int = 0,
    progress: Progress | None = None,
    seats: int = 2,
    options: Options | None = None,
) -> MatchUps:
    """Let every line-up meet every other it can meet in ``games`` games (rounded up to an even number: each deal is
    played on both seats). Whoever interrupts this (Ctrl-C) gets the table as far as it was played."""
    if games < 1:
        raise Mistake(
            Text("match-ups need at least one game a pairing", "jede Paarung braucht mindestens ein Spiel")
        )
    bot(player, played).close()
    table = MatchUps(played, player, games + games % 2, seed, seats, options)
    tasks = all_tasks(table)
    if not tasks:
        raise Mistake(
            Text(
                f"{played.id} has no line-ups to match against each other at such a table",
                f"{played.id} hat keine Aufstellungen, die an so einem Tisch gegeneinander antreten könnten",
            )
        )
    table.total = len(tasks)

    def done(index: int, tally: Tally) -> None:
        table.book(tasks[index][0], tasks[index][1], tally)
        if progress is not None:
            progress(table.done, table.total)

    with contextlib.suppress(KeyboardInterrupt):  # the table says how far it came
        run_all(play_pairing, tasks, workers, done, played)
    return table


def all_tasks(table: MatchUps) -> list[Task]:
    """Every pairing that can take place, in an order that is the same with the same seed."""
    tasks: list[Task] = []
    for one, other, there, back in table.meetings:
        row, column = table.rows.index(one), table.rows.index(other)
        tasks.append((row, column, there, back, table.bot, table.seats, table.games, table.seed))
    order = list(range(len(tasks)))
    seeded(table.seed, "order").shuffle(order)
    return [tasks[index] for index in order]


def play_pairing(task: Task) -> Tally:
    """All games of one pairing. A game depends on its pairing and number alone, whoever plays it and when."""
    row, column, there, back, player, seats, games, seed = task
    game = playing()
    sides = game.teams(seats, there.options)
    tally: Tally = []
    for number in range(games // 2):
        deal = f"{seed} {row} {column} {number}"
        one = points_of(winners_of(game, there, player, seats, deal, swapped=False), sides, mine=0)
        other = points_of(winners_of(game, back, player, seats, deal, swapped=True), sides, mine=1)
        tally.append((one, other))
    return tally


def points_of(winners: list[int], sides: list[list[int]], mine: int) -> float:
    """What the line-up on this side gets."""
    won = [side for side, seats in enumerate(sides) if seats[0] in winners]
    if len(won) != 1:
        return 0.5
    return 1.0 if won[0] == mine else 0.0


def winners_of(
    played: Game, setting: Setting, player: str, seats: int, deal: str, swapped: bool
) -> list[int]:
    """The winning seats of one game. Random play runs inside the engine, where it is fastest."""
    options, opening = setting
    if player != "random":
        everybody = bot(player, played)  # one bot may sit on all seats: it keeps nothing between decisions
        try:
            won = play_game(
                played, [everybody] * seats, options, seed=f"{deal} {swapped}", deal=deal, opening=opening
            ).outcome.winners()
        finally:
            everybody.close()
        if isinstance(everybody, GuardedBot) and everybody.faults:
            # a table in which another bot helped out would say nothing about the line-ups
            raise everybody.faults[0]
        return won
    state = played.new(seats, options, seeded("match-up deal", deal))
    for text in opening:
        state.play_text(state.actors()[0], text)
    play_out(state, seeded("match-up play", deal, int(swapped)), played.max_moves(seats, state.options))
    outcome = state.outcome()
    if outcome is None:
        raise SlugfestError(f"{played.id}: a game of {deal!r} did not end within its bound")
    return outcome.winners()


def rates_table(title: str, rows: list[tuple[str, Score]], language: str) -> Table:
    """Names with their win rates and how sure these are."""
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
        "members": "{game}: everybody, over all line-ups",
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
