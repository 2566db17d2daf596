"""The games behind a fit: played between bots, with what the estimate would have weighed and how it ended.

They are a run of the lab (:mod:`slugfest.lab.runs`), so a fit that was left half-way goes on, and games that are there
are only read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot, bot
from slugfest.kernel import Game, History, Mistake, Options, Outcome, State, Text, Weights, seeded, slug

from .made import digest, needed_by
from .play import play_round
from .runs import Progress, Run
from .work import Crew, Row, Series

Tell = Callable[[Progress], None]
_DIGITS: Final = 6


class Seen(NamedTuple):
    """One position of one game."""

    rows: list[list[float]]  # by side: its terms
    sure: list[float]  # by side
    won: list[float]  # by side: its share in the victory


Positions = dict[str, list[Seen]]  # by table


class FitPlan(NamedTuple):
    """Which games are played."""

    played: Game
    seats: int
    options: Options
    bots: list[str]  # each game is played by one of them, on all seats
    games: int
    seed: str
    keys: dict[str, list[str]]  # by table of weights

    @property
    def stop(self) -> None:
        """All games are played."""

    @property
    def told(self) -> dict[str, Any]:
        variant = self.played.variant
        return {
            **self._asdict(),
            "report": "fit",
            "played": self.played.id,
            "variant": None if variant is None else variant.as_json(),
        }

    @property
    def identity(self) -> str:
        """Games of other bots, terms or numbers of the estimate are other games."""
        lasting = {key: value for key, value in self.told.items() if key != "games"} | self.needs()
        return digest(lasting)

    def needs(self) -> dict[str, Any]:
        return needed_by((name, self.played) for name in self.bots)

    def series(self) -> list[Series]:
        task = partial(Watched, self.seats, self.options, self.bots, self.seed)
        return [Series("games", " + ".join(self.keys), self.played, 1, self.games, task)]

    def folder_in(self, data: Path) -> Path:
        """Where these games are kept."""
        return data / f"{slug(f'fit {self.played.id}')}-{self.identity[:8]}"


def plan_of(
    played: Game, seats: int, options: Options, bots: Sequence[str], games: int, seed: str
) -> FitPlan:
    """The plan of a fit; a game that names no terms is refused."""
    settled = played.settle(seats, options)
    tables = played.require_search().weights(seats, settled)
    if not tables:
        raise Mistake(
            Text(
                f"{played.id} does not say what its estimate weighs (Search.weights), so nothing can be fitted",
                f"{played.id} sagt nicht, was seine Schätzung abwägt (Search.weights); da lässt sich nichts anpassen",
            )
        )
    keys = {weights.table: weights.keys for weights in tables}
    return FitPlan(played, seats, settled, list(bots), games, seed, keys)


def collect(plan: FitPlan, data: Path, crew: Crew, progress: Tell | None = None) -> dict[int, Positions]:
    """Play what is not there yet, and read it all. Interrupted, it leaves games that can be gone on with."""
    run = Run(plan.folder_in(data), plan)
    run.prepare()
    run.play(crew, progress)
    return {row["deal"]: positions_of(row) for (row,) in run.rows("games")}


class Watched(NamedTuple):
    """Some of these games: a task. Every one is a deal of its own."""

    seats: int
    options: Options
    bots: list[str]
    seed: str
    first: int
    deals: int

    def play(self, game: Game) -> list[Row]:
        return [self.play_one(game, number) for number in range(self.first, self.first + self.deals)]

    def play_one(self, game: Game, number: int) -> Row:
        """One game and its positions."""
        name = self.bots[number % len(self.bots)]
        player = bot(name, game)
        try:
            found = self.watch(game, [player] * self.seats, f"{self.seed} {name} {number}")
        finally:
            player.close()
        told = {
            table: [[_short(seen.rows), seen.sure, seen.won] for seen in positions]
            for table, positions in found.items()
        }
        return {"deal": number, "game": 0, "bot": name, "tables": told}

    def watch(self, game: Game, bots: Sequence[Bot], seed: str) -> Positions:
        """Play a game and look at it wherever a turn begins."""
        history = History(game, self.seats, self.options, f"fit {seed}")
        chances = [seeded("fit", seed, seat) for seat in range(self.seats)]
        search = game.require_search()
        tables = search.weights(self.seats, self.options)
        teams = game.teams(self.seats, self.options)
        found: Positions = {weights.table: [] for weights in tables}
        open_ones: Positions = {weights.table: [] for weights in tables}
        looked = (-1, -1)
        while (outcome := history.state.outcome()) is None:
            state = history.state
            moment = state.game.display.round_and_turn(state)
            if moment != looked or moment == (0, 0):
                looked = moment
                for weights in tables:
                    open_ones[weights.table] += look(state, weights)
            play_round(history, bots, chances)
            for weights in tables:
                won = search.estimate_won(history.state, weights.table)
                if won:
                    found[weights.table] += settled(open_ones[weights.table], won)
                    open_ones[weights.table] = []
        first = tables[0].table  # the others are about something smaller; what stayed open is not known
        found[first] += settled(open_ones[first], winning_sides(outcome, teams))
        return found


def _short(rows: list[list[float]]) -> list[list[float]]:
    return [[round(term, _DIGITS) for term in row] for row in rows]


def positions_of(told: dict[str, Any]) -> Positions:
    return {table: [Seen(*one) for one in positions] for table, positions in told["tables"].items()}


def look(state: State, weights: Weights) -> Iterator[Seen]:
    """How the sides stand here, if that is asked here."""
    search = state.game.require_search()
    rows = search.estimate_terms(state, weights.table)
    if rows:
        yield Seen(rows, search.estimate_sure(state, weights.table) or [0.0] * len(rows), [])


def settled(positions: list[Seen], won: list[int]) -> list[Seen]:
    """Positions whose end is known: who won, or shared the victory."""
    return [
        seen._replace(won=[1.0 / len(won) if side in won else 0.0 for side in range(len(seen.rows))])
        for seen in positions
    ]


def winning_sides(outcome: Outcome, teams: list[list[int]]) -> list[int]:
    """The sides that won; the game itself comes after a single team, and nobody's victory is everybody's."""
    if len(teams) == 1:
        value = outcome.value(0)
        return [0] if value > 0.5 else [1] if value < 0.5 else [0, 1]
    winners = outcome.winners()
    sides = [side for side, team in enumerate(teams) if team[0] in winners]
    return sides or list(range(len(teams)))
