"""A ladder: an experiment in which every pair of bots plays on swapped seats, and its report."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import Game, Mistake, Options, SlugfestError, Text

from .batches import Executor, PoolExecutor, Row
from .deals import LADDER
from .experiment import experiment, spec_of
from .luck import WithoutLuck
from .overtime import Overtimes
from .ratings import Ratings, rated
from .runs import OnProgress, Run
from .score import Score, percent


def ladder(
    played: Game,
    bots: Sequence[str],
    seats: int = 2,
    games: int = 100,
    seed: str = "ladder",
    options: Options | None = None,
    workers: int = 0,
    progress: OnProgress | None = None,
    alone: bool = False,
    executor: Executor | None = None,
    folder: Path | None = None,
    without_luck: bool = False,
    neighbours: bool = False,
) -> Ladder:
    """Let every pair of bots play ``games`` games (rounded up, so that every arrangement of seats comes equally often).

    Each deal is played once in every arrangement, so neither bot gets the better cards or the better seat. With
    ``alone`` the first bot of a pair has one seat (or team) and the second all the others. Where all seats are one team
    against the game itself, there are no pairs: each bot takes all seats and plays the same deals. With a ``folder``
    the games are kept, and an interrupted ladder is resumed. ``without_luck`` adds the win rates without what cards and
    dice decided: the same expected answer from fewer games (docs/review.md). With ``neighbours`` only those who
    are named one after the other meet.
    """
    names = list(bots)
    settled = played.settle(seats, options or {})
    together = len(played.teams(seats, settled)) == 1
    if len(set(names)) < len(names) or len(names) < (1 if together else 2):
        raise Mistake(
            Text(
                "a ladder needs at least two bots, each named once",
                "eine Rangliste braucht mindestens zwei Bots, jeden einmal genannt",
            )
        )
    if games < 1:
        raise Mistake(
            Text(
                "a ladder needs at least one game a pair",
                "eine Rangliste braucht mindestens ein Spiel je Paar",
            )
        )
    spec = {"preset": LADDER, **spec_of(played), "seats": seats, "options": dict(options or {})}
    spec |= {
        "games": games,
        "seed": seed,
        "measure": ["length", "line-ups"] + (["luck"] if without_luck else []),
    }
    spec |= {"vary": {"bots": [[name] for name in names]}} if together else {"pairs": names}
    spec |= {"alone": True} if alone else {}
    spec |= {"neighbours": True} if neighbours and not together else {}
    run = Run(folder, experiment(spec, played=played))
    run.prepare()
    run.play(executor or PoolExecutor(workers), progress)
    signatures = run.provenance["needs"]["bots"]
    report = Ladder(
        played.id, seats, settled, seed, names, played.reports.cast(), alone, together, signatures, neighbours
    )
    for pairing, series in zip(report.pairings, run.series, strict=True):
        for rows in run.rows(series.key):
            pairing.book(rows)
    return report


class Failure(NamedTuple):
    """A fault of an external bot; another bot decided instead."""

    bot: str
    kind: str
    en: str
    de: str


NOBODY: Final = ""  # in the place of a second bot: the game itself is the opponent


class Pairing(Score):
    """The results of two bots against each other, or of one against the game. Scores are the first one's."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__()
        self.first = first
        self.second = second
        self.moves = 0
        self.reasons: Counter[str] = Counter()
        # By member of the game's cast: the results of each bot with it. Both bots play the same deals.
        self.first_with: dict[str, Score] = {}
        self.second_with: dict[str, Score] = {}
        self.failures: list[tuple[Failure, ...]] = []  # of each game in which an external bot failed
        self.overtimes = Overtimes()
        self.without_luck = WithoutLuck()  # of every deal, where luck was measured

    def book(self, rows: Sequence[Row]) -> None:
        """Book the games of one deal, one for every arrangement of the seats."""
        self.book_deal([row["points"][0] for row in rows])
        if "luck" in rows[0]:
            points = sum([row["points"][0] for row in rows])
            given = sum([luck_of_first(row) for row in rows])
            self.without_luck.add(points / len(rows), given / len(rows))
        found: list[dict[str, list[float]]] = [{}, {}]
        for row in rows:
            points = row["points"][0]
            self.moves += row["moves"]
            self.reasons[row["reason"]] += 1
            self.overtimes.add(row)
            if "failures" in row:
                self.failures.append(tuple(Failure(*one) for one in row["failures"]))
            for side, members in zip(row["sides"], row["line_ups"], strict=True):
                for member in members:
                    found[side].setdefault(member, []).append(1.0 - points if side else points)
        for scores, by_member in zip((self.first_with, self.second_with), found, strict=True):
            for member, some in by_member.items():
                scores.setdefault(member, Score()).book_deal(some)

    @property
    def title(self) -> str:
        return f"{self.first} – {self.second}" if self.second != NOBODY else self.first

    def members(self) -> list[str]:
        """The members that both bots played at least once; against the game, those of the only bot."""
        if self.second == NOBODY:
            return list(self.first_with)
        return [member for member in self.first_with if member in self.second_with]

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            "first": self.first,
            "second": self.second,
            "games": self.games,
            "deals": self.deals,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "rate": round(self.rate, 4),
            "interval": [round(low, 4), round(high, 4)],
            "mean_length": round(self.moves / self.games, 1),
            "reasons": dict(self.reasons.most_common()),
            "cast": {
                member: {
                    side: scores[member].as_json()
                    for side, scores in (("first", self.first_with), ("second", self.second_with))
                    if member in scores
                }
                for member in self.members()
            },
        } | ({"without_luck": self.luck_json()} if self.without_luck.points else {})

    def luck_json(self) -> dict[str, Any]:
        mean = self.without_luck.corrected()
        return {
            "rate": round(mean.mean, 4),
            "interval": [round(mean.mean - mean.reach, 4), round(mean.mean + mean.reach, 4)],
            "saving": round(self.without_luck.saving(), 2),
        }


class Ladder:
    """The report: every pairing, and the bots from best to worst."""

    def __init__(
        self,
        game_id: str,
        seats: int,
        options: Options,
        seed: str,
        bots: list[str],
        cast: dict[str, Text] | None = None,
        alone: bool = False,
        together: bool = False,
        signatures: dict[str, str] | None = None,
        neighbours: bool = False,
    ) -> None:
        self.game = game_id
        self.cast = cast or {}  # names by member
        self.seats = seats
        self.options = options
        self.seed = seed
        self.bots = bots
        self.signatures = signatures or {}  # by name of a bot: with version and options
        self.alone = alone  # the first bot of a pair had one seat, the second all others
        self.together = together  # all seats are one team against the game
        if together:
            self.pairings = [Pairing(name, NOBODY) for name in bots]
        else:
            pairs = itertools.pairwise(bots) if neighbours else itertools.combinations(bots, 2)
            self.pairings = [Pairing(first, second) for first, second in pairs]

    def rate(self, name: str) -> float:
        """A bot's mean win rate over all its pairings."""
        rates = [pairing.rate for pairing in self.pairings if pairing.first == name]
        rates += [1.0 - pairing.rate for pairing in self.pairings if pairing.second == name]
        return sum(rates) / len(rates)

    def ranking(self) -> list[tuple[str, float]]:
        """The bots with their mean win rates, best first."""
        return sorted(((name, self.rate(name)) for name in self.bots), key=lambda entry: -entry[1])

    def ratings(self) -> Ratings | None:
        """Ratings of the bots; None if sides are unequal, or without the extra ``slugfest[lab]``."""
        if self.together or self.alone or not rated():
            return None
        return Ratings(self.bots, [(pairing.first, pairing.second, pairing) for pairing in self.pairings])

    def pairing(self, first: str, second: str) -> Pairing:
        """The results of two bots against each other, scored for ``first``."""
        for pairing in self.pairings:
            if (pairing.first, pairing.second) == (first, second):
                return pairing
            if (pairing.first, pairing.second) == (second, first):
                return turned(pairing)
        raise SlugfestError(f"{first} and {second} did not meet on this ladder")

    def tables(self, language: str = "en") -> list[Table]:
        """The report for people: the ranking, then the pairings."""
        words = _WORDS[language if language in _WORDS else "en"]
        ranking = Table(title=words["ranking"].format(game=self.game, seats=self.seats))
        ranking.add_column(words["bot"])
        ranking.add_column(words["mean"], justify="right")
        ratings = self.ratings()
        if ratings is not None:
            ranking.caption = words["elo_note"]
            ranking.add_column("Elo", justify="right")
            ranking.add_column(words["interval"], justify="right")
        for name, rate in self.ranking():
            cells = [self.signatures.get(name, name), percent(rate, language)]
            if ratings is not None:
                found = ratings.rating(name)
                cells += [f"{found.elo:+.0f}", f"{found.low:+.0f} … {found.high:+.0f}"]
            ranking.add_row(*cells)
        title = words["together" if self.together else "alone" if self.alone else "pairs"]
        pairs = Table(title=title, caption=words["together_note" if self.together else "note"])
        for column in (
            "bot" if self.together else "pair",
            "games",
            "wins",
            "draws",
            "losses",
            "rate",
            "interval",
        ):
            pairs.add_column(words[column], justify="left" if column in ("bot", "pair") else "right")
        ends = Table(title=words["ends"])
        for column in ("bot" if self.together else "pair", "length", "reasons"):
            ends.add_column(words[column], justify="right" if column == "length" else "left")
        for pairing in self.pairings:
            pairs.add_row(*row(pairing, language))
            reasons = ", ".join(f"{reason} {count}" for reason, count in pairing.reasons.most_common())
            ends.add_row(pairing.title, f"{pairing.moves / pairing.games:.0f}", reasons)
        measured = [pairing for pairing in self.pairings if pairing.without_luck.points]
        return [
            ranking,
            pairs,
            *([luck_table(measured, language)] if measured else []),
            ends,
            *(self.cast_table(pairing, language) for pairing in self.pairings if pairing.members()),
            *([self.failures_table(language)] if self.failures() else []),
            *([self.overtimes().table(language)] if self.overtimes() else []),
        ]

    def overtimes(self) -> Overtimes:
        return Overtimes.of_all(pairing.overtimes for pairing in self.pairings)

    def failures(self) -> list[tuple[Failure, int, int]]:
        """Faults of external bots by kind: an example, how often, and in how many games."""
        found: dict[tuple[str, str], tuple[Failure, int, int]] = {}
        for pairing in self.pairings:
            for failed in pairing.failures:
                for number, failure in enumerate(failed):
                    kind = failure.bot, failure.kind
                    example, times, games = found.get(kind, (failure, 0, 0))
                    again = any(kind == (other.bot, other.kind) for other in failed[:number])
                    found[kind] = example, times + 1, games + (not again)
        return list(found.values())

    def failures_table(self, language: str) -> Table:
        words = _WORDS[language if language in _WORDS else "en"]
        table = Table(title=words["failures"], caption=words["failures_note"])
        for column in ("bot", "failure", "times", "games"):
            table.add_column(words[column], justify="left" if column in ("bot", "failure") else "right")
        for failure, times, games in self.failures():
            text = failure.de if language == "de" else failure.en
            table.add_row(escape(failure.bot), escape(text), str(times), str(games))
        return table

    def cast_table(self, pairing: Pairing, language: str) -> Table:
        """The results of both bots of a pair with every member, best of the first bot first."""
        words = _WORDS[language if language in _WORDS else "en"]
        table = Table(title=words["cast"].format(pair=pairing.title), caption=words["cast_note"])
        table.add_column(words["with"])
        both = pairing.second != NOBODY
        columns = [words["games"], pairing.first, words["interval"]]
        for title in columns + ([pairing.second, words["edge"]] if both else []):
            table.add_column(title, justify="right")
        for member in sorted(pairing.members(), key=lambda key: (-pairing.first_with[key].rate, key)):
            first = pairing.first_with[member]
            low, high = first.interval
            cells = [
                self.cast[member].in_language(language) if member in self.cast else member,
                str(first.games),
                percent(first.rate, language),
                f"{percent(low, language)} … {percent(high, language)}",
            ]
            if both:
                second = pairing.second_with[member]
                cells += [percent(second.rate, language), percent(first.rate - second.rate, language)]
            table.add_row(*cells)
        return table

    def show(self, console: Console | None = None, language: str = "en") -> None:
        """Print the report."""
        console = console or Console()
        for table in self.tables(language):
            console.print(table)

    def as_json(self) -> dict[str, Any]:
        ratings = self.ratings()
        return {
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "seed": self.seed,
            "alone": self.alone,
            "bots": [self.signatures.get(name, name) for name in self.bots],
            "ranking": [{"bot": name, "rate": round(rate, 4)} for name, rate in self.ranking()],
            "ratings": None if ratings is None else ratings.as_json(),
            "failures": [
                {
                    "bot": failure.bot,
                    "kind": failure.kind,
                    "example": failure.en,
                    "times": times,
                    "games": games,
                }
                for failure, times, games in self.failures()
            ],
            "late": self.overtimes().as_json(),
            "pairings": [pairing.as_json() for pairing in self.pairings],
        }

    def text(self) -> str:
        """The report as a JSON document."""
        return json.dumps(self.as_json(), indent=2, ensure_ascii=False)


def luck_of_first(row: Row) -> float:
    """What chance gave the first bot in a game: the sum over its teams, which have one luck each."""
    found = 0.0
    for team, given in zip(row["teams"], row["luck"], strict=True):
        if row["sides"][team[0]] == 0:
            found += given
    return found


def luck_table(pairings: list[Pairing], language: str) -> Table:
    """The win rates without what cards and dice decided."""
    words = _WORDS[language if language in _WORDS else "en"]
    table = Table(title=words["luck"], caption=words["luck_note"])
    for column in ("pair", "rate", "interval", "saving"):
        table.add_column(words[column], justify="left" if column == "pair" else "right")
    for pairing in pairings:
        mean = pairing.without_luck.corrected()
        low, high = mean.mean - mean.reach, mean.mean + mean.reach
        table.add_row(
            pairing.title,
            percent(mean.mean, language),
            f"{percent(low, language)} … {percent(high, language)}",
            f"{pairing.without_luck.saving():.2f}",
        )
    return table


def turned(pairing: Pairing) -> Pairing:
    """The same games, scored for the other side."""
    other = Pairing(pairing.second, pairing.first)
    other.add_turned(pairing)
    other.moves, other.reasons = pairing.moves, pairing.reasons
    other.first_with, other.second_with = pairing.second_with, pairing.first_with
    return other


def row(pairing: Pairing, language: str) -> list[str]:
    low, high = pairing.interval
    return [
        pairing.title,
        str(pairing.games),
        str(pairing.wins),
        str(pairing.draws),
        str(pairing.losses),
        percent(pairing.rate, language),
        f"{percent(low, language)} … {percent(high, language)}",
    ]


_WORDS: Final = {
    "en": {
        "ranking": "{game}, {seats} seats: ranking",
        "pairs": "All pairs, seats swapped",
        "alone": "All pairs, the first bot alone against the others",
        "note": "Win rate of the first bot of a pair; a draw counts half. All games of a deal are one observation.",
        "together": "Everyone against the game",
        "together_note": "Each bot has all seats and plays the same deals; a draw counts half.",
        "bot": "Bot",
        "mean": "Mean win rate",
        "elo_note": "Elo beside the mean of these bots (Bradley and Terry's model).",
        "pair": "Pair",
        "games": "Games",
        "wins": "Won",
        "draws": "Drawn",
        "losses": "Lost",
        "rate": "Win rate",
        "interval": "95 % interval",
        "ends": "How games ended",
        "length": "Moves",
        "reasons": "Reason and number of games",
        "cast": "{pair}: with whom",
        "cast_note": "Win rates with each on the bot's own side; both bots play the same deals.",
        "with": "With",
        "edge": "Difference",
        "luck": "Without luck",
        "luck_note": "What cards and dice decided is subtracted; on average that is nothing. “Saving”: how many times"
        " fewer games give as narrow an interval.",
        "saving": "Saving",
        "failures": "Bots that failed",
        "failures_note": "Another bot decided in their place: these rates are not theirs alone.",
        "failure": "What happened, for example",
        "times": "Times",
    },
    "de": {
        "ranking": "{game}, {seats} Plätze: Rangliste",
        "pairs": "Alle Paare, mit getauschten Plätzen",
        "alone": "Alle Paare, der erste Bot allein gegen die anderen",
        "note": "Siegquote des ersten Bots eines Paars; ein Remis zählt halb. Alle Spiele einer Ausgabe sind eine"
        " Beobachtung.",
        "together": "Alle gegen das Spiel",
        "together_note": "Jeder Bot hat alle Plätze und spielt dieselben Ausgaben; ein Remis zählt halb.",
        "bot": "Bot",
        "mean": "Mittlere Siegquote",
        "elo_note": "Elo neben dem Mittel dieser Bots (Modell von Bradley und Terry).",
        "pair": "Paar",
        "games": "Spiele",
        "wins": "Gewonnen",
        "draws": "Remis",
        "losses": "Verloren",
        "rate": "Siegquote",
        "interval": "95-%-Intervall",
        "ends": "Wie die Spiele endeten",
        "length": "Züge",
        "reasons": "Grund und Zahl der Spiele",
        "cast": "{pair}: mit wem",
        "cast_note": "Siegquoten mit ihm auf der eigenen Seite; beide Bots spielen dieselben Ausgaben.",
        "with": "Mit",
        "edge": "Unterschied",
        "luck": "Ohne das Glück",
        "luck_note": "Abgezogen ist, was Karten und Würfel entschieden haben: im Mittel nichts. „Ersparnis“: wie viele"
        " Male weniger Spiele ein gleich enges Intervall geben.",
        "saving": "Ersparnis",
        "failures": "Bots, die versagt haben",
        "failures_note": "Für sie hat ein anderer Bot entschieden: Diese Quoten sind nicht nur ihre.",
        "failure": "Was geschah, zum Beispiel",
        "times": "Mal",
    },
}
