"""Games that bots play to learn from: kept in a folder, resumed after an interruption, and read again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot, bot
from slugfest.kernel import Game, Options, slug

from .batches import Executor, Row, Series
from .provenance import digest, provenance_of
from .runs import OnProgress, Run

KEPT_APART: Final = 5  # every fifth game is held out, to evaluate what was learned from the others

# Plays one game with a bot on all seats, named by a seed, and returns what is kept of it.
Watch = Callable[[Game, Bot, int, Options, str], dict[str, Any]]


class OwnGames(NamedTuple):
    """Games that one bot after the other plays on all seats."""

    played: Game
    seats: int
    options: Options
    bots: list[str]
    games: int
    seed: str
    keys: Any  # of the numbers that are learned
    report: str  # what they are for: `fit` or `learn`
    watch: Watch

    @property
    def stop(self) -> None:
        """All games are played."""

    @property
    def spec(self) -> dict[str, Any]:
        variant = self.played.variant
        return {
            **{key: value for key, value in self._asdict().items() if key != "watch"},
            "played": self.played.id,
            "variant": None if variant is None else variant.as_json(),
        }

    @property
    def identity(self) -> str:
        """A hash of everything but the number of games: bots, and keys and numbers of the game, too."""
        return digest({key: value for key, value in self.spec.items() if key != "games"} | self.needs())

    def needs(self) -> dict[str, Any]:
        return provenance_of((name, self.played) for name in self.bots)

    def series(self) -> list[Series]:
        batch = partial(OwnGamesBatch, self.seats, self.options, self.bots, self.seed, self.watch)
        return [Series("games", self.report, self.played, 1, self.games, batch)]

    def folder_in(self, data: Path) -> Path:
        """The folder of these games."""
        return data / f"{slug(f'{self.report} {self.played.id}')}-{self.identity[:8]}"

    def rows(self, data: Path, executor: Executor, progress: OnProgress | None = None) -> list[Row]:
        """Play what is missing, and read it all. An interrupted call can be repeated."""
        run = Run(self.folder_in(data), self)
        run.prepare()
        run.play(executor, progress)
        return [row for (row,) in run.rows("games")]


class OwnGamesBatch(NamedTuple):
    """Some of these games, each a deal of its own."""

    seats: int
    options: Options
    bots: list[str]
    seed: str
    watch: Watch
    first: int
    deals: int

    def play(self, game: Game) -> list[Row]:
        return [self.play_one(game, number) for number in range(self.first, self.first + self.deals)]

    def play_one(self, game: Game, number: int) -> Row:
        name = self.bots[number % len(self.bots)]
        player = bot(name, game)
        try:
            found = self.watch(game, player, self.seats, self.options, f"{self.seed} {name} {number}")
        finally:
            player.close()
        return {"deal": number, "game": 0, "bot": name, **found}
