"""New numbers for an estimate must win against the present ones: the same bot with either, until the test knows.

Both sit in one game. Numbers are the same for a whole process, so each bot puts in its own before it thinks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest import __version__
from slugfest.bots import Bot, Idea, bot
from slugfest.kernel import Game, Options, Perspective, Rng, Weights

from .fit_games import Progress, read_lines
from .ladder import arrangements, points
from .play import play_game
from .pool import playing, processors, run_all
from .sequential import GO_ON, Question, SequentialTest

_AHEAD: Final = 4  # deals for each process between two looks at the test

Values = dict[str, list[float]]  # by table


class Contest(NamedTuple):
    """Who meets: the same bot with new numbers and with present ones."""

    game: str
    seats: int
    options: Options
    bot: str
    seed: str
    new: Values
    present: Values

    def header(self) -> dict[str, Any]:
        return {"gate": self.game, "slugfest": __version__} | self._asdict()

    def file_beside(self, file: Path) -> Path:
        """Where the deals of this contest are kept: beside the games of the fit, by what meets."""
        mark = hashlib.sha256(json.dumps(self.header(), sort_keys=True).encode()).hexdigest()[:10]
        return file.with_name(f"{file.stem}-gate-{mark}.jsonl")


Task = tuple[Contest, int]


def run_gate(
    played: Game,
    contest: Contest,
    question: Question,
    file: Path,
    workers: int = 0,
    progress: Progress | None = None,
) -> SequentialTest:
    """Play deals until the test knows, or gives up. Deals that are in the file are not played again."""
    test = SequentialTest(question)
    known = read_lines(file, contest.header())
    new = not file.exists()
    batch = _AHEAD * (workers or processors())
    with file.open("a", encoding="utf-8") as out:
        if new:
            out.write(json.dumps(contest.header()) + "\n")
        number = 0
        while test.verdict == GO_ON:
            numbers = range(number, number + batch)
            number += batch
            tasks: list[Task] = [(contest, deal) for deal in numbers if deal not in known]
            for (_, deal), results in zip(
                tasks, run_all(play_deal, tasks, workers, None, played), strict=True
            ):
                known[deal] = {"number": deal, "results": results}
                out.write(json.dumps(known[deal]) + "\n")
            out.flush()
            test.book_until_it_knows(known[deal]["results"] for deal in numbers)
            if progress is not None:
                progress(test.score.deals, question.most)
    return test


def play_deal(task: Task) -> list[float]:
    """One deal in every arrangement of the seats: what the new numbers got."""
    contest, number = task
    game = playing()
    tables = game.weights(contest.seats, contest.options)
    try:
        return [
            points(side, winners(game, contest, side, tables, number))
            if 1 in side
            else against_the_game(game, contest, tables, number)
            for side in arrangements(game, contest.seats, contest.options)
        ]
    finally:
        for weights in tables:  # as the game has them
            game.weigh(weights)


def winners(
    game: Game, contest: Contest, side: Sequence[int], tables: list[Weights], number: int
) -> list[int]:
    """The seats that won, where these belong to the new numbers (0) and those to the present ones (1)."""
    both = [thinker(game, contest, values, tables) for values in (contest.new, contest.present)]
    deal = f"{contest.seed} {number}"
    return play_game(
        game, [both[which] for which in side], contest.options, seed=f"{deal} {side}", deal=deal
    ).outcome.winners()


def against_the_game(game: Game, contest: Contest, tables: list[Weights], number: int) -> float:
    """All seats play together: either numbers take them all, and the better result wins the deal."""
    deal = f"{contest.seed} {number}"
    new, present = (
        play_game(
            game,
            [thinker(game, contest, values, tables)] * contest.seats,
            contest.options,
            seed=deal,
            deal=deal,
        ).outcome.value(0)
        for values in (contest.new, contest.present)
    )
    return 0.5 + (new > present) * 0.5 - (new < present) * 0.5


def thinker(game: Game, contest: Contest, values: Values, tables: list[Weights]) -> Bot:
    own = [
        weights.changed(values[weights.table]) if weights.table in values else weights for weights in tables
    ]
    return Weighing(bot(contest.bot, game), game, own)


class Weighing(Bot):
    """A bot that thinks by numbers of its own."""

    def __init__(self, inner: Bot, game: Game, own: list[Weights]) -> None:
        super().__init__(inner.name)
        self.inner = inner
        self.game = game
        self.own = own

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        for weights in self.own:
            self.game.weigh(weights)
        return self.inner.consider(perspective, rng)

    def choose(self, perspective: Perspective, rng: Rng) -> int:
        for weights in self.own:
            self.game.weigh(weights)
        return self.inner.choose(perspective, rng)
