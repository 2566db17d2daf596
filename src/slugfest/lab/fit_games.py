"""The games of a fit: played between bots, with the terms of the estimate and the result.

They are kept (:mod:`slugfest.lab.own_games`), so an interrupted fit is resumed, and finished games are only read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot
from slugfest.kernel import Game, History, Mistake, Options, Outcome, State, Text, Weights, seeded

from .batches import Executor, Row
from .own_games import OwnGames
from .play import play_round
from .runs import OnProgress

_DIGITS: Final = 6


class Seen(NamedTuple):
    """One position of one game."""

    rows: list[list[float]]  # by side: its terms
    sure: list[float]  # by side
    won: list[float]  # by side: its share in the victory


Positions = dict[str, list[Seen]]  # by table


def fit_experiment(
    played: Game, seats: int, options: Options, bots: Sequence[str], games: int, seed: str
) -> OwnGames:
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
    return OwnGames(played, seats, settled, list(bots), games, seed, keys, "fit", watch)


def collect(
    experiment: OwnGames, data: Path, executor: Executor, progress: OnProgress | None = None
) -> dict[int, Positions]:
    """Play what is missing, and read the positions of each game."""
    return {row["deal"]: positions_of(row) for row in experiment.rows(data, executor, progress)}


def watch(game: Game, player: Bot, seats: int, options: Options, seed: str) -> dict[str, Any]:
    """Play a game with one bot on all seats; return its positions at the start of every turn."""
    history = History(game, seats, options, f"fit {seed}")
    chances = [seeded("fit", seed, seat) for seat in range(seats)]
    search = game.require_search()
    tables = search.weights(seats, options)
    teams = game.teams(seats, options)
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
        play_round(history, [player] * seats, chances)
        for weights in tables:
            won = search.estimate_won(history.state, weights.table)
            if won:
                found[weights.table] += settled(open_ones[weights.table], won)
                open_ones[weights.table] = []
    first = tables[0].table  # the others end earlier; their open positions have no result
    found[first] += settled(open_ones[first], winning_sides(outcome, teams))
    rows = {
        table: [[_short(seen.rows), seen.sure, seen.won] for seen in positions]
        for table, positions in found.items()
    }
    return {"tables": rows}


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
