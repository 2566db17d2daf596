"""Learn what a game's bots believe about hidden things: one number for each kind of thing.

Something hidden is of a kind with a chance in proportion to the kind's number, among all the things that a seat cannot
see. The numbers are those of highest likelihood (Hunter's minorise-maximise steps for Plackett and Luce's model), whole
and at most 1000. Four of five games are used; the fifth is held out. Needs no other package.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot
from slugfest.kernel import Game, History, Mistake, Options, Text, Weights, seeded

from .batches import Executor
from .own_games import KEPT_APART, OwnGames
from .play import play_round
from .runs import OnProgress

MOST: Final = 1000  # the largest number of a table
_STEPS: Final = 60
_PRIOR: Final = 0.5  # imagined things of each kind: one that never came is rare, not impossible
_SURE: Final = 1.959964

Evidence = list[
    tuple[int, list[int]]
]  # what a hidden thing was, and how many of each kind it could have been


def learn_experiment(
    played: Game, seats: int, options: Options, bots: list[str], games: int, seed: str
) -> OwnGames:
    """The games of a belief; raise if the game has none to learn."""
    table = played.require_search().belief()
    if table is None:
        raise Mistake(
            Text(
                f"{played.id} has no belief to learn (Search.belief): its expert plays like hard",
                f"{played.id} hat nichts zu lernen (Search.belief): Sein expert spielt wie hard",
            )
        )
    settled = played.settle(seats, options)
    return OwnGames(played, seats, settled, bots, games, seed, table.keys, "learn", watch)


def watch(game: Game, player: Bot, seats: int, options: Options, seed: str) -> dict[str, Any]:
    """Play a game with one bot on all seats; return what each seat could not see when it had to decide."""
    history = History(game, seats, options, f"learn {seed}")
    chances = [seeded("learn", seed, seat) for seat in range(seats)]
    search = game.require_search()
    found: Evidence = []
    while history.state.outcome() is None:
        state = history.state
        for seat in state.actors():
            found += search.belief_evidence(state, seat)
        play_round(history, [player] * seats, chances)
    return {"evidence": found}


def collect(
    experiment: OwnGames, data: Path, executor: Executor, progress: OnProgress | None = None
) -> dict[int, Evidence]:
    """Play what is missing, and read the evidence of each game."""
    rows = experiment.rows(data, executor, progress)
    return {row["deal"]: [(kind, counts) for kind, counts in row["evidence"]] for row in rows}


# ---- the numbers -----------------------------------------------------------------------------------------------------


class Learned(NamedTuple):
    """A belief and how well it tells what is hidden."""

    weights: Weights  # the present numbers
    values: list[float]  # the new ones, whole
    games: int  # learned from
    things: int
    unseen_games: int
    unseen_things: int
    uniform: float  # the log loss on unseen games if every hidden thing were as likely as the next
    present: float
    new: float
    gain: tuple[
        float, float, float
    ]  # how much less the new ones lose than the present, and its 95 % interval

    @property
    def better(self) -> bool:
        """Whether the new numbers tell what is hidden in unseen games significantly better."""
        return self.gain[1] > 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            "table": self.weights.table,
            "weights": {
                key: {"present": present, "new": new}
                for key, present, new in zip(self.weights.keys, self.weights.values, self.values, strict=True)
            },
            "games": self.games,
            "things": self.things,
            "unseen_games": self.unseen_games,
            "unseen_things": self.unseen_things,
            "log_loss": {
                "uniform": round(self.uniform, 5),
                "present": round(self.present, 5),
                "new": round(self.new, 5),
            },
            "gain": [round(number, 5) for number in self.gain],
        }


def learn(weights: Weights, games: Mapping[int, Evidence]) -> Learned:
    """Find the numbers of a belief."""
    train = {number: found for number, found in games.items() if number % KEPT_APART and found}
    unseen = {number: found for number, found in games.items() if number % KEPT_APART == 0 and found}
    if len(train) < 2 or len(unseen) < 2:
        raise Mistake(
            Text(
                f"too few games to learn {weights.table}: let it play more",
                f"zu wenige Spiele, um {weights.table} zu lernen: Lass mehr spielen",
            )
        )
    values = most_likely([thing for found in train.values() for thing in found], len(weights.keys))
    things = sum(len(found) for found in unseen.values())
    even = [1.0] * len(values)
    uniform, present, new = (
        [loss(found, numbers) for found in unseen.values()] for numbers in (even, weights.values, values)
    )
    gains = [(old - fresh) / things for old, fresh in zip(present, new, strict=True)]
    return Learned(
        weights,
        values,
        len(train),
        sum(len(found) for found in train.values()),
        len(unseen),
        things,
        sum(uniform) / things,
        sum(present) / things,
        sum(new) / things,
        _with_interval(gains),
    )


def most_likely(things: Evidence, kinds: int) -> list[float]:
    """The whole numbers up to :data:`MOST` under which these things are likeliest."""
    # By what was possible: how often it was each kind.
    counted: dict[tuple[int, ...], list[float]] = {(1,) * kinds: [_PRIOR] * kinds}
    for kind, counts in things:
        counted.setdefault(tuple(counts), [0.0] * kinds)[kind] += 1.0
    seen = [sum(row[kind] for row in counted.values()) for kind in range(kinds)]
    values = [1.0] * kinds
    for _ in range(_STEPS):
        expected = [0.0] * kinds
        for possible, row in counted.items():
            total = sum(value * count for value, count in zip(values, possible, strict=True))
            times = sum(row) / total
            for kind in range(kinds):
                expected[kind] += times * possible[kind]
        values = [known / rate for known, rate in zip(seen, expected, strict=True)]
        highest = max(values)
        values = [value / highest for value in values]
    return [float(max(1, round(MOST * value))) for value in values]


def loss(things: Evidence, values: list[float]) -> float:
    """The log loss of hidden things, added up: each copy of a kind has the kind's number."""
    return sum(_losses(things, values))


def _losses(things: Evidence, values: list[float]) -> Iterator[float]:
    for kind, counts in things:
        total = sum(value * count for value, count in zip(values, counts, strict=True))
        yield math.log(total / values[kind])


def _with_interval(parts: list[float]) -> tuple[float, float, float]:
    """A sum over games with its 95 % interval: all things of one game are one observation."""
    total = sum(parts)
    mean = total / len(parts)
    spread = sum((part - mean) ** 2 for part in parts) / (len(parts) - 1)
    reach = _SURE * math.sqrt(len(parts) * spread)
    return total, total - reach, total + reach
