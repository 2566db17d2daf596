"""The games of a fit: played between bots, with the terms of the estimate and the result.

They are a run (:mod:`slugfest.lab.runs`), so an interrupted fit is resumed, and finished games are only read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot, bot
from slugfest.kernel import Game, History, Mistake, Options, Outcome, State, Text, Weights, seeded, slug

from .batches import Executor, Row, Series
from .play import play_round
from .provenance import digest, provenance_of
from .runs import OnProgress, Run

_DIGITS: Final = 6


class Seen(NamedTuple):
    """One position of one game."""

    rows: list[list[float]]  # by side: its terms
    sure: list[float]  # by side
    won: list[float]  # by side: its share in the victory


Positions = dict[str, list[Seen]]  # by table


class FitExperiment(NamedTuple):
    """The games of a fit."""

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
    def spec(self) -> dict[str, Any]:
        variant = self.played.variant
        return {
            **self._asdict(),
            "report": "fit",
            "played": self.played.id,
            "variant": None if variant is None else variant.as_json(),
        }

    @property
    def identity(self) -> str:
        """A hash of everything but the number of games: bots, terms and weights of the estimate, too."""
        lasting = {key: value for key, value in self.spec.items() if key != "games"} | self.needs()
        return digest(lasting)

    def needs(self) -> dict[str, Any]:
        return provenance_of((name, self.played) for name in self.bots)

    def series(self) -> list[Series]:
        batch = partial(FitBatch, self.seats, self.options, self.bots, self.seed)
        return [Series("games", " + ".join(self.keys), self.played, 1, self.games, batch)]

    def folder_in(self, data: Path) -> Path:
        """The folder of these games."""
        return data / f"{slug(f'fit {self.played.id}')}-{self.identity[:8]}"


def fit_experiment(
    played: Game, seats: int, options: Options, bots: Sequence[str], games: int, seed: str
) -> FitExperiment:
    """The games of a fit; raise if the game has no weights."""
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
    return FitExperiment(played, seats, settled, list(bots), games, seed, keys)


def collect(
    experiment: FitExperiment, data: Path, executor: Executor, progress: OnProgress | None = None
) -> dict[int, Positions]:
    """Play what is missing, and read it all. An interrupted call can be repeated."""
    run = Run(experiment.folder_in(data), experiment)
    run.prepare()
    run.play(executor, progress)
    return {row["deal"]: positions_of(row) for (row,) in run.rows("games")}


class FitBatch(NamedTuple):
    """Some of these games, each a deal of its own."""

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
        tables = {
            table: [[_short(seen.rows), seen.sure, seen.won] for seen in positions]
            for table, positions in found.items()
        }
        return {"deal": number, "game": 0, "bot": name, "tables": tables}

    def watch(self, game: Game, bots: Sequence[Bot], seed: str) -> Positions:
        """Play a game and record its positions at the start of every turn."""
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
        first = tables[0].table  # the others end earlier; their open positions have no result
        found[first] += settled(open_ones[first], winning_sides(outcome, teams))
        return found


def _short(rows: list[list[float]]) -> list[list[float]]:
    return [[round(term, _DIGITS) for term in row] for row in rows]


def positions_of(row: Row) -> Positions:
    return {table: [Seen(*one) for one in positions] for table, positions in row["tables"].items()}


def look(state: State, weights: Weights) -> Iterator[Seen]:
    """The terms of every side, if the table applies here."""
    search = state.game.require_search()
    rows = search.estimate_terms(state, weights.table)
    if rows:
        yield Seen(rows, search.estimate_sure(state, weights.table) or [0.0] * len(rows), [])


def settled(positions: list[Seen], won: list[int]) -> list[Seen]:
    """Positions with their result: who won, or shared the victory."""
    return [
        seen._replace(won=[1.0 / len(won) if side in won else 0.0 for side in range(len(seen.rows))])
        for seen in positions
    ]


def winning_sides(outcome: Outcome, teams: list[list[int]]) -> list[int]:
    """The sides that won. A single team is side 0 and the game side 1; without a winner, all sides."""
    if len(teams) == 1:
        value = outcome.value(0)
        return [0] if value > 0.5 else [1] if value < 0.5 else [0, 1]
    winners = outcome.winners()
    sides = [side for side, team in enumerate(teams) if team[0] in winners]
    return sides or list(range(len(teams)))
