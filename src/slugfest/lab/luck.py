"""Luck measured and subtracted: the proof that it has mean zero, and ladders that need fewer games.

``docs/review.md`` explains the account that this rests on.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.table import Table

from slugfest.bots import bot
from slugfest.kernel import Game, History, Mistake, Options, Outcome, Text, seeded
from slugfest.review.account import WHOLE, Account, Effort, luck_of
from slugfest.review.values import KINDS, Values

from .batches import Executor, PoolExecutor, Row
from .play import play_game

TERMS: Final = ("result", "par", "cards", "reads", "choices")
LADDER_EFFORT: Final = Effort(par=32, deals=16, samples=0, own=0)
_SURE: Final = 1.959964  # standard deviations of a 95 % interval
_BATCH: Final = 20  # games


def luck(history: History, outcome: Outcome, teams: list[list[int]]) -> list[float]:
    """What chance gave every team, in points: zero on average, whatever was played."""
    values = Values(history.game, history.state.seats, history.options)
    found = luck_of(history, outcome, values, LADDER_EFFORT)
    return [found[team[0]] / WHOLE for team in teams]


class Mean:
    """A mean with its 95 % interval."""

    def __init__(self, values: Sequence[float] = ()) -> None:
        self.count = 0
        self._sum = 0.0
        self._squares = 0.0
        for value in values:
            self.add(value)

    def add(self, value: float) -> None:
        self.count += 1
        self._sum += value
        self._squares += value * value

    @property
    def mean(self) -> float:
        return self._sum / max(1, self.count)

    @property
    def variance(self) -> float:
        if self.count < 2:
            return 0.0
        return max(0.0, self._squares - self.count * self.mean**2) / (self.count - 1)

    @property
    def reach(self) -> float:
        """How far the interval reaches to either side."""
        return _SURE * math.sqrt(self.variance / max(1, self.count))


class WithoutLuck:
    """Results of deals without what chance gave in them.

    Luck counts by as much as it decided results: by the slope of a regression of results on luck. The slope for a deal
    comes from all the others, so that the mean stays unbiased: what chance gives in a deal is zero on average and knows
    nothing of the others.
    """

    def __init__(self) -> None:
        self.points: list[float] = []  # by deal
        self.luck: list[float] = []

    def add(self, points: float, luck: float) -> None:
        self.points.append(points)
        self.luck.append(luck)

    def corrected(self) -> Mean:
        """The results without luck."""
        count = len(self.points) - 1  # all deals but one
        sums = [0.0, 0.0, 0.0, 0.0]  # luck, points, luck squared, luck times points
        for points, luck in zip(self.points, self.luck, strict=True):
            sums = [total + one for total, one in zip(sums, (luck, points, luck * luck, luck * points))]
        found = Mean()
        for points, luck in zip(self.points, self.luck, strict=True):
            one, two, square, product = (
                total - mine for total, mine in zip(sums, (luck, points, luck * luck, luck * points))
            )
            spread = square - one * one / count if count > 2 else 0.0
            slope = (product - one * two / count) / spread if spread > 0.0 else 0.0
            found.add(points - slope * luck)
        return found

    def saving(self) -> float:
        """How many times fewer games give as narrow an interval."""
        left = self.corrected().variance
        return Mean(self.points).variance / left if left > 0.0 else 1.0


# ---- the proof -------------------------------------------------------------------------------------------------------


class ProofSetting(NamedTuple):
    """What is played and measured."""

    seats: int
    options: Options
    bots: tuple[str, ...]  # drawn by lot for each game and seat
    seed: str
    values: str  # the name of a V
    deals: int  # re-deals at every moment
    samples: int  # of the maker's knowledge at every decision
    iterations: int = -1  # of the search behind every value; below 0: as many as suit the game


class ProofBatch(NamedTuple):
    """Some games of a proof."""

    setting: ProofSetting
    first: int
    deals: int

    def play(self, game: Game) -> list[Row]:
        return [self.play_one(game, number) for number in range(self.first, self.first + self.deals)]

    def play_one(self, game: Game, number: int) -> Row:
        setting = self.setting
        seed = f"{setting.seed} {number}"
        chance = seeded("proof", seed)
        players = [bot(setting.bots[chance.below(len(setting.bots))], game) for _ in range(setting.seats)]
        played = play_game(game, players, setting.options, seed=seed)
        values = KINDS[setting.values](game, setting.seats, played.history.options, setting.iterations)
        effort = Effort(setting.deals, setting.deals, setting.samples, 0)
        account = Account(played.history, played.outcome, values, effort)
        while account.step():
            pass
        for seat in range(setting.seats):
            parts = account.par[seat] + account.cards[seat] + account.reads[seat] + account.choices[seat]
            assert parts == account.result[seat]
        row: Row = {"game": number}
        for term in TERMS:
            row[term] = getattr(account, term)[0] / WHOLE
        return row


class Proof:
    """The terms of the first seat over many games."""

    def __init__(self, game: str, setting: ProofSetting) -> None:
        self.game = game
        self.setting = setting
        self.terms = {term: Mean() for term in TERMS}
        self.without = Mean()  # result minus cards
        self.scaled = WithoutLuck()  # the same as a ladder does it

    def add(self, row: Row) -> None:
        for term in TERMS:
            self.terms[term].add(row[term])
        self.without.add(row["result"] - row["cards"])
        self.scaled.add(row["result"], row["cards"])

    @property
    def games(self) -> int:
        return self.without.count

    @property
    def fair(self) -> bool:
        """Whether the mean of the cards is zero within its interval."""
        cards = self.terms["cards"]
        return abs(cards.mean) <= cards.reach

    @property
    def ratio(self) -> float:
        """How many times smaller the variance of a result is without its luck."""
        return self.terms["result"].variance / self.without.variance if self.without.variance else 1.0

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"game": self.game, **self.setting._asdict(), "games": self.games}
        for term in TERMS:
            found[term] = {
                "mean": round(self.terms[term].mean, 6),
                "reach": round(self.terms[term].reach, 6),
                "spread": round(math.sqrt(self.terms[term].variance), 6),
            }
        found["without"] = {"mean": round(self.without.mean, 6), "reach": round(self.without.reach, 6)}
        found["ratio"] = round(self.ratio, 4)
        found["saving"] = round(self.scaled.saving(), 4)
        found["fair"] = self.fair
        return found

    def table(self) -> Table:
        setting = self.setting
        options = " ".join(f"{key}={value}" for key, value in setting.options.items())
        title = f"{self.game}, {setting.seats} seats {options}".rstrip()
        table = Table(title=f"{title}, {self.games} games, V: {setting.values}")
        for column in ("of the first seat", "mean", "95 %", "spread"):
            table.add_column(column, justify="left" if column[:2] == "of" else "right")
        for name, mean in [*self.terms.items(), ("result - cards", self.without)]:
            spread = math.sqrt(mean.variance)
            table.add_row(name, f"{mean.mean:+.4f}", f"± {mean.reach:.4f}", f"{spread:.3f}")
        fair = "zero within its interval" if self.fair else "NOT zero within its interval"
        table.caption = (
            f"The mean of cards is {fair}. Without luck the variance is {self.ratio:.2f} times smaller."
        )
        return table


class KeptGames:
    """The games of a proof in a file of JSON lines, the first of which says what is played and measured.

    A proof that was interrupted, or that is to have more games, reads them instead of playing them again.
    """

    def __init__(self, file: Path, game: str, setting: ProofSetting) -> None:
        self._file = file
        self._header = json.loads(json.dumps({"of": game, **setting._asdict()}))

    def read(self, games: int) -> dict[int, Row]:
        """The rows of the first games, by number; starts the file if there is none."""
        if not self._file.exists():
            self._file.write_text(json.dumps(self._header) + "\n", "utf-8")
            return {}
        header, *lines = self._file.read_text("utf-8").splitlines() or [""]
        if not header.startswith("{") or json.loads(header) != self._header:
            raise Mistake(
                Text(
                    f"{self._file} has games of another proof; choose another file",
                    f"{self._file} enthält Spiele eines anderen Beweises; wähle eine andere Datei",
                )
            )
        whole = [line for line in lines if line.endswith("}")]
        if len(whole) < len(lines):  # it was killed while it wrote
            self._file.write_text("\n".join([header, *whole, ""]), "utf-8")
        rows: list[Row] = [json.loads(line) for line in whole]
        return {row["game"]: row for row in rows if row["game"] < games}

    def add(self, rows: list[Row]) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)


def prove(
    game: Game,
    setting: ProofSetting,
    games: int,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    keep: Path | None = None,
) -> Proof:
    """Play games, account for each of them, and add up. Games in the file ``keep`` are not played again."""
    setting = setting._replace(options=game.settle(setting.seats, setting.options))
    proof = Proof(game.id, setting)
    kept = None if keep is None else KeptGames(keep, game.id, setting)
    played = {} if kept is None else kept.read(games)
    for _, row in sorted(played.items()):
        proof.add(row)

    def batches() -> Iterator[ProofBatch]:
        missing = [number for number in range(games) if number not in played]
        while missing:
            count = 1
            while count < min(_BATCH, len(missing)) and missing[count] == missing[0] + count:
                count += 1
            yield ProofBatch(setting, missing[0], count)
            del missing[:count]

    for _, result in (executor or PoolExecutor()).run(batches(), game):
        if kept is not None:
            kept.add(result.rows)
        for row in result.rows:
            proof.add(row)
        if progress is not None:
            progress(proof.games, games)
    return proof
