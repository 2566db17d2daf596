"""New numbers for an estimate must win against the present ones: the same bot with either, until the test knows.

Both sit in one game. Numbers are the same for a whole process, so each bot puts in its own before it thinks.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from slugfest.bots import Bot, Idea, bot
from slugfest.kernel import Game, Options, Perspective, Rng, Weights, slug

from .fit_games import Tell
from .ladder import arrangements, points
from .made import digest, needed_by
from .play import play_game
from .runs import Run
from .sequential import Question, SequentialTest
from .work import Crew, Row, Series

Values = dict[str, list[float]]  # by table


class Contest(NamedTuple):
    """Who meets: the same bot with new numbers and with present ones."""

    played: Game
    seats: int
    options: Options
    bot: str
    seed: str
    new: Values
    present: Values
    stop: Question

    @property
    def told(self) -> dict[str, Any]:
        return {**self._asdict(), "report": "fit", "played": self.played.id, "stop": self.stop._asdict()}

    @property
    def identity(self) -> str:
        """Other numbers play another contest; how many deals it may take does not matter."""
        lasting = self.told | {"stop": self.stop._replace(most=0)._asdict()} | self.needs()
        return digest(lasting)

    def needs(self) -> dict[str, Any]:
        return needed_by([(self.bot, self.played)])

    def series(self) -> list[Series]:
        games = len(arrangements(self.played, self.seats, self.options))
        task = partial(Rounds, self.seats, self.options, self.bot, self.seed, self.new, self.present)
        return [Series("deals", self.bot, self.played, games, self.stop.most, task)]

    def folder_in(self, data: Path) -> Path:
        """Where the deals of this contest are kept."""
        return data / f"{slug(f'fit gate {self.played.id}')}-{self.identity[:8]}"


def run_gate(contest: Contest, data: Path, crew: Crew, progress: Tell | None = None) -> SequentialTest:
    """Play deals until the test knows, or gives up. Deals that are there are not played again."""
    run = Run(contest.folder_in(data), contest)
    run.prepare()
    run.play(crew, progress)
    return run.tests["deals"]


class Rounds(NamedTuple):
    """Some deals of a contest: a task."""

    seats: int
    options: Options
    bot: str
    seed: str
    new: Values
    present: Values
    first: int
    deals: int

    def play(self, game: Game) -> list[Row]:
        """Every deal in every arrangement of the seats: what the new numbers got."""
        tables = game.require_search().weights(self.seats, self.options)
        ways = arrangements(game, self.seats, self.options)
        try:
            return [
                {"deal": deal, "game": number, "points": [self.got(game, tables, deal, side)]}
                for deal in range(self.first, self.first + self.deals)
                for number, side in enumerate(ways)
            ]
        finally:
            for weights in tables:  # as the game has them
                game.require_search().weigh(weights)

    def got(self, game: Game, tables: list[Weights], number: int, side: list[int]) -> float:
        """What the new numbers (0) got beside the present ones (1)."""
        deal = f"{self.seed} {number}"
        both = [thinker(game, self.bot, values, tables) for values in (self.new, self.present)]
        if 1 in side:
            seats = [both[which] for which in side]
            outcome = play_game(game, seats, self.options, seed=f"{deal} {side}", deal=deal).outcome
            return points(side, outcome.winners())
        # All seats play together: either numbers take them all, and the better result wins the deal.
        new, present = (
            play_game(game, [one] * self.seats, self.options, seed=deal, deal=deal).outcome.value(0)
            for one in both
        )
        return 0.5 + (new > present) * 0.5 - (new < present) * 0.5


def thinker(game: Game, name: str, values: Values, tables: list[Weights]) -> Bot:
    own = [
        weights.changed(values[weights.table]) if weights.table in values else weights for weights in tables
    ]
    return Weighing(bot(name, game), game, own)


class Weighing(Bot):
    """A bot that thinks by numbers of its own."""

    def __init__(self, inner: Bot, game: Game, own: list[Weights]) -> None:
        super().__init__(inner.name)
        self.inner = inner
        self.game = game
        self.own = own

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        for weights in self.own:
            self.game.require_search().weigh(weights)
        return self.inner.consider(perspective, rng)

    def choose(self, perspective: Perspective, rng: Rng) -> int:
        for weights in self.own:
            self.game.require_search().weigh(weights)
        return self.inner.choose(perspective, rng)
