"""The games behind a fit: played between bots, with what the estimate would have weighed and how it ended.

They are kept as lines of JSON, a game each, after a first line that says what made them. A game depends on its number
alone, so a file that was left half-way is gone on with, and one that is there is only read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest import __version__
from slugfest.bots import Bot, bot
from slugfest.kernel import Game, History, Mistake, Options, Outcome, State, Text, Weights, seeded

from .play import play_round
from .pool import playing, run_all

Progress = Callable[[int, int], None]  # done, in all
_CHUNK: Final = 10  # games in a task
_DIGITS: Final = 6


class Plan(NamedTuple):
    """Which games are played."""

    game: str
    version: int
    seats: int
    options: Options
    bots: list[str]  # each game is played by one of them, on all seats
    seed: str
    keys: dict[str, list[str]]  # by table of weights

    def header(self) -> dict[str, Any]:
        return {"fit": self.game, "slugfest": __version__} | self._asdict()


class Seen(NamedTuple):
    """One position of one game."""

    rows: list[list[float]]  # by side: its terms
    sure: list[float]  # by side
    won: list[float]  # by side: its share in the victory


Positions = dict[str, list[Seen]]  # by table
Task = tuple[Plan, list[int]]


def plan_of(played: Game, seats: int, options: Options, bots: Sequence[str], seed: str) -> Plan:
    """The plan of a fit; a game that names no terms is refused."""
    settled = played.settle(seats, options)
    tables = played.weights(seats, settled)
    if not tables:
        raise Mistake(
            Text(
                f"{played.id} does not say what its estimate weighs (Game.weights), so nothing can be fitted",
                f"{played.id} sagt nicht, was seine Schätzung abwägt (Game.weights); da lässt sich nichts anpassen",
            )
        )
    for name in bots:
        bot(name, played).close()
    keys = {weights.table: weights.keys for weights in tables}
    return Plan(played.id, played.version, seats, settled, list(bots), seed, keys)


def collect(
    played: Game, plan: Plan, games: int, file: Path, workers: int = 0, progress: Progress | None = None
) -> dict[int, Positions]:
    """Play what is not in the file yet, and read it all. Interrupted, it leaves a file that can be gone on with."""
    known = read_lines(file, plan.header())
    missing = [number for number in range(games) if number not in known]
    tasks: list[Task] = [(plan, missing[start : start + _CHUNK]) for start in range(0, len(missing), _CHUNK)]
    new = not file.exists()
    with file.open("a", encoding="utf-8") as out:
        if new:
            out.write(json.dumps(plan.header()) + "\n")

        def done(index: int, lines: list[str]) -> None:
            for number, line in zip(tasks[index][1], lines, strict=True):
                out.write(line + "\n")
                known[number] = json.loads(line)
            out.flush()
            if progress is not None:
                progress(len(known), games)

        run_all(play_some, tasks, workers, done, played)
    return {number: positions_of(known[number]) for number in range(games)}


def read_lines(file: Path, header: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """What a file holds, by number. One of another plan is refused; a line that was cut off counts as not there."""
    if not file.exists():
        return {}
    *lines, cut_off = file.read_text(encoding="utf-8").split("\n")
    if not lines:  # not even the first line is whole
        file.unlink()
        return {}
    if json.loads(lines[0]) != json.loads(json.dumps(header)):
        raise Mistake(
            Text(
                f"{file} holds other games: made by another version, with other options, bots, seed or terms",
                f"{file} enthält andere Spiele: andere Version, andere Optionen, Bots, anderer Seed oder andere Terme",
            )
        )
    if cut_off:
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {told["number"]: told for told in map(json.loads, lines[1:])}


def play_some(task: Task) -> list[str]:
    plan, numbers = task
    return [json.dumps(play_one(playing(), plan, number)) for number in numbers]


def play_one(played: Game, plan: Plan, number: int) -> dict[str, Any]:
    """One game and its positions, ready for a line."""
    name = plan.bots[number % len(plan.bots)]
    player = bot(name, played)
    try:
        found = watch(played, plan, [player] * plan.seats, f"{plan.seed} {name} {number}")
    finally:
        player.close()
    told = {
        table: [[_short(seen.rows), seen.sure, seen.won] for seen in positions]
        for table, positions in found.items()
    }
    return {"number": number, "bot": name, "tables": told}


def _short(rows: list[list[float]]) -> list[list[float]]:
    return [[round(term, _DIGITS) for term in row] for row in rows]


def positions_of(told: dict[str, Any]) -> Positions:
    return {table: [Seen(*one) for one in positions] for table, positions in told["tables"].items()}


def watch(played: Game, plan: Plan, bots: Sequence[Bot], seed: str) -> Positions:
    """Play a game and look at it wherever a turn begins."""
    history = History(played, plan.seats, plan.options, f"fit {seed}")
    chances = [seeded("fit", seed, seat) for seat in range(plan.seats)]
    tables = played.weights(plan.seats, plan.options)
    teams = played.teams(plan.seats, plan.options)
    found: Positions = {weights.table: [] for weights in tables}
    open_ones: dict[str, list[Seen]] = {weights.table: [] for weights in tables}
    looked = (-1, -1)
    while (outcome := history.state.outcome()) is None:
        state = history.state
        moment = state.round_and_turn()
        if moment != looked or moment == (0, 0):
            looked = moment
            for weights in tables:
                open_ones[weights.table] += look(state, weights)
        play_round(history, bots, chances)
        for weights in tables:
            won = history.state.estimate_won(weights.table)
            if won:
                found[weights.table] += settled(open_ones[weights.table], won)
                open_ones[weights.table] = []
    for weights in tables[:1]:  # the others are about something smaller; what stayed open is not known
        found[weights.table] += settled(open_ones[weights.table], winning_sides(outcome, teams))
    return found


def look(state: State, weights: Weights) -> Iterator[Seen]:
    """How the sides stand here, if that is asked here."""
    rows = state.estimate_terms(weights.table)
    if rows:
        yield Seen(rows, state.estimate_sure(weights.table) or [0.0] * len(rows), [])


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
