"""The gate of a fit or a belief: the same bot plays with new numbers and with present ones until a test decides.

Both play in one game. Weights are global in a process, so each bot sets its own before it thinks.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from slugfest.bots import Bot, Idea, bot
from slugfest.kernel import Game, Options, Perspective, Rng, Weights, slug

from .batches import Executor, Row, Series
from .play import play_game
from .provenance import digest, provenance_of
from .runs import OnProgress, Run
from .seating import arrangements, shares
from .sequential import Question, SequentialTest

Values = dict[str, list[float]]  # by table


class GateExperiment(NamedTuple):
    """The same bot with new weights and with present ones."""

    played: Game
    seats: int
    options: Options
    bot: str
    seed: str
    new: Values
    present: Values
    stop: Question

    @property
    def spec(self) -> dict[str, Any]:
        return {**self._asdict(), "report": "fit", "played": self.played.id, "stop": self.stop._asdict()}

    @property
    def identity(self) -> str:
        """A hash of everything but the number of deals."""
        lasting = self.spec | {"stop": self.stop._replace(most=0)._asdict()} | self.needs()
        return digest(lasting)

    def needs(self) -> dict[str, Any]:
        return provenance_of([(self.bot, self.played)])

    def series(self) -> list[Series]:
        games = len(arrangements(self.played, self.seats, self.options))
        batch = partial(GateBatch, self.seats, self.options, self.bot, self.seed, self.new, self.present)
        return [Series("deals", self.bot, self.played, games, self.stop.most, batch)]

    def folder_in(self, data: Path) -> Path:
        """The folder of these deals."""
        return data / f"{slug(f'fit gate {self.played.id}')}-{self.identity[:8]}"


def run_gate(
    experiment: GateExperiment, data: Path, executor: Executor, progress: OnProgress | None = None
) -> SequentialTest:
    """Play deals until the test decides or gives up. Finished deals are not played again."""
    run = Run(experiment.folder_in(data), experiment)
    run.prepare()
    run.play(executor, progress)
    return run.tests["deals"]


class GateBatch(NamedTuple):
    """Some deals of a gate."""

    seats: int
    options: Options
    bot: str
    seed: str
    new: Values
    present: Values
    first: int
    deals: int

    def play(self, game: Game) -> list[Row]:
        """Play every deal in every arrangement; record what the new weights got."""
        tables = tables_of(game, self.seats, self.options)
        ways = arrangements(game, self.seats, self.options)
        try:
            return [
                {"deal": deal, "game": number, "points": [self.got(game, tables, deal, side)]}
                for deal in range(self.first, self.first + self.deals)
                for number, side in enumerate(ways)
            ]
        finally:
            for weights in tables:  # restore the game's own
                game.require_search().weigh(weights)

    def got(self, game: Game, tables: list[Weights], number: int, side: list[int]) -> float:
        """What the new weights (0) got against the present ones (1)."""
        deal = f"{self.seed} {number}"
        both = [thinker(game, self.bot, values, tables) for values in (self.new, self.present)]
        if 1 in side:
            seats = [both[which] for which in side]
            outcome = play_game(game, seats, self.options, seed=f"{deal} {side}", deal=deal).outcome
            return shares(side, outcome.winners())[0]
        # All seats are one team: each takes all seats, and the better result wins the deal.
        new, present = (
            play_game(game, [one] * self.seats, self.options, seed=deal, deal=deal).outcome.value(0)
            for one in both
        )
        return 0.5 + (new > present) * 0.5 - (new < present) * 0.5


def tables_of(game: Game, seats: int, options: Options) -> list[Weights]:
    """All tables of numbers that a game's bots think with: those of the estimate and the belief."""
    search = game.require_search()
    belief = search.belief()
    return [*search.weights(seats, options), *([] if belief is None else [belief])]


def thinker(game: Game, name: str, values: Values, tables: list[Weights]) -> Bot:
    own = [
        weights.changed(values[weights.table]) if weights.table in values else weights for weights in tables
    ]
    return WeightedBot(bot(name, game), game, own)


class WeightedBot(Bot):
    """A bot with weights of its own."""

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
