"""What a ladder found out, for people and for programs: win rates, and how sure they are."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from slugfest.kernel import Options, SlugfestError

Result = tuple[float, str, int]  # what the first bot got (1, 0.5 or 0), why the game ended, its length

_SURE: Final = 1.959964  # standard deviations of a 95 % interval


class Pairing:
    """What two bots did against each other. Everything is told from the first one's side."""

    def __init__(self, first: str, second: str) -> None:
        self.first = first
        self.second = second
        self.wins = 0
        self.draws = 0
        self.losses = 0
        self.moves = 0
        self.reasons: Counter[str] = Counter()

    def count(self, result: Result) -> None:
        """Book one game."""
        points, reason, length = result
        if points == 1.0:
            self.wins += 1
        elif points == 0.0:
            self.losses += 1
        else:
            self.draws += 1
        self.moves += length
        self.reasons[reason] += 1

    @property
    def title(self) -> str:
        return f"{self.first} – {self.second}"

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """The share of games won, a draw counting half."""
        return (self.wins + 0.5 * self.draws) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.rate, self.games)

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            "first": self.first,
            "second": self.second,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "rate": round(self.rate, 4),
            "interval": [round(low, 4), round(high, 4)],
            "mean_length": round(self.moves / self.games, 1),
            "reasons": dict(self.reasons.most_common()),
        }


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The 95 % interval around a win rate (Wilson). With draws it is wider than need be, never narrower."""
    square = _SURE * _SURE
    middle = (rate + square / (2 * games)) / (1 + square / games)
    reach = _SURE * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)


class Ladder:
    """The report: every pairing, and the bots from best to worst."""

    def __init__(self, game_id: str, seats: int, options: Options, seed: str, bots: list[str]) -> None:
        self.game = game_id
        self.seats = seats
        self.options = options
        self.seed = seed
        self.bots = bots
        self.together = False  # all seats are one team against the game
        self.pairings = [Pairing(first, second) for first, second in itertools.combinations(bots, 2)]

    def rate(self, name: str) -> float:
        """A bot's mean win rate over all its pairings."""
        rates = [pairing.rate for pairing in self.pairings if pairing.first == name]
        rates += [1.0 - pairing.rate for pairing in self.pairings if pairing.second == name]
        return sum(rates) / len(rates)

    def ranking(self) -> list[tuple[str, float]]:
        """The bots with their mean win rates, best first."""
        return sorted(((name, self.rate(name)) for name in self.bots), key=lambda entry: -entry[1])

    def pairing(self, first: str, second: str) -> Pairing:
        """What two bots did against each other, told from the side of ``first``."""
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
        for name, rate in self.ranking():
            ranking.add_row(name, percent(rate, language))
        pairs = Table(title=words["pairs"], caption=words["together" if self.together else "note"])
        for column in ("pair", "games", "wins", "draws", "losses", "rate", "interval"):
            pairs.add_column(words[column], justify="left" if column == "pair" else "right")
        ends = Table(title=words["ends"])
        for column in ("pair", "length", "reasons"):
            ends.add_column(words[column], justify="right" if column == "length" else "left")
        for pairing in self.pairings:
            pairs.add_row(*row(pairing, language))
            reasons = ", ".join(f"{reason} {count}" for reason, count in pairing.reasons.most_common())
            ends.add_row(pairing.title, f"{pairing.moves / pairing.games:.0f}", reasons)
        return [ranking, pairs, ends]

    def show(self, console: Console | None = None, language: str = "en") -> None:
        """Print the report."""
        console = console or Console()
        for table in self.tables(language):
            console.print(table)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "seed": self.seed,
            "ranking": [{"bot": name, "rate": round(rate, 4)} for name, rate in self.ranking()],
            "pairings": [pairing.as_json() for pairing in self.pairings],
        }

    def text(self) -> str:
        """The report as a JSON document."""
        return json.dumps(self.as_json(), indent=2, ensure_ascii=False)


def turned(pairing: Pairing) -> Pairing:
    """The same games told from the other side."""
    other = Pairing(pairing.second, pairing.first)
    other.wins, other.draws, other.losses = pairing.losses, pairing.draws, pairing.wins
    other.moves, other.reasons = pairing.moves, pairing.reasons
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


def percent(rate: float, language: str) -> str:
    text = f"{100 * rate:.1f} %"
    return text.replace(".", ",") if language == "de" else text


_WORDS: Final = {
    "en": {
        "ranking": "{game}, {seats} seats: ranking",
        "pairs": "All pairs, seats swapped",
        "note": "Win rate of the first bot of a pair; a draw counts half.",
        "together": "Each bot plays alone against the game; what the second bot loses counts as won by the first.",
        "bot": "Bot",
        "mean": "Mean win rate",
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
    },
    "de": {
        "ranking": "{game}, {seats} Plätze: Rangliste",
        "pairs": "Alle Paare, mit getauschten Plätzen",
        "note": "Siegquote des ersten Bots eines Paars; ein Remis zählt halb.",
        "together": "Jeder Bot spielt allein gegen das Spiel; was der zweite verliert, zählt als Sieg des ersten.",
        "bot": "Bot",
        "mean": "Mittlere Siegquote",
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
    },
}
