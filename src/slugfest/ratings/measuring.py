"""Measure anchors in the lab: bots play each other, or the box, and ``medium`` is 1500.

Neighbours on the ladder meet on swapped seats of the same deals. Every two sides of a game are compared by their ranks,
as the rating formula does, so tables of three and more are measured as they are rated. A side of several counts as the
sum of its members: the difference between two bots in teams is divided by the size of a team.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from slugfest.bots import bot
from slugfest.kernel import Game, Mistake, Options, Text, load_toml
from slugfest.lab.play import play_game
from slugfest.lab.ratings import Ratings
from slugfest.lab.score import Score, wilson
from slugfest.lab.seating import arrangements
from slugfest.personas import FOLDER, RATINGS

from .anchors import Anchor, AnchoredPool, load_anchors, read_anchors
from .model import CENTRE_POINTS
from .results import Pool, anchor_name, box_name, kind_of

MEDIUM: Final = anchor_name("medium")
ELO: Final = 400 / math.log(10)
SURE: Final = 1.96
LEAST: Final = 0.02  # of a rate of wins against the box: beyond, nothing is measured

OnDeal = Callable[[str, int], None]


@dataclass(frozen=True)
class Measuring:
    """What is measured, and how often everybody plays."""

    seats: int
    options: Options
    games: int
    games_strong: int  # of a pair with a bot that thinks long
    seed: str


@dataclass(frozen=True)
class Measured:
    """The anchors of a pool, and the number of games behind them."""

    pool: Pool
    anchors: dict[str, Anchor]
    games: int


def measure(
    game: Game, bots: Sequence[str], strong: Sequence[str], asked: Measuring, on_deal: OnDeal
) -> Measured:
    """Measure bots, which are named from the weakest to the strongest, in a game."""
    settled = game.settle(asked.seats, asked.options)
    teams = game.teams(asked.seats, settled)
    pool = Pool(game.id, kind_of(asked.seats, teams))
    names = [anchor_name(one) for one in bots]
    if MEDIUM not in names:
        raise Mistake(
            Text("medium must be among the bots: it is 1500", "medium muss dabei sein: Es ist die 1500")
        )
    if pool.kind == "box":
        return _against_the_box(game, pool, names, strong, asked, settled, on_deal)
    found: list[tuple[str, str, Score]] = []
    for first, second in itertools.pairwise(names):
        found.append((first, second, _meeting(game, first, second, strong, asked, settled, on_deal)))
    ratings = Ratings(names, found)
    size = len(teams[0])
    anchors = {}
    for name in names:
        points, low, high = ratings.difference(name, MEDIUM) if name != MEDIUM else (0.0, 0.0, 0.0)
        anchors[name] = _anchor(points / size, low / size, high / size)
    return Measured(pool, anchors, sum(score.games for *_, score in found))


def from_personas(game: Game, bots: Sequence[str]) -> tuple[Measured, str]:
    """The anchors of duels that ``slugfest lab personas`` has measured, and its command.

    Its intervals are around the mean of all; beside ``medium`` both count, which makes them rather too wide.
    """
    table = load_toml(FOLDER / RATINGS)[game.id]
    rows = {name: row for name, row in table["ratings"].items() if not bots or name in bots}
    centre = table["ratings"][MEDIUM]
    anchors = {}
    for name, (points, low, high) in rows.items():
        reach = math.hypot((high - low) / 2, (centre[2] - centre[1]) / 2) if name != MEDIUM else 0.0
        moved = points - centre[0]
        anchors[name] = _anchor(moved, moved - reach, moved + reach)
    counts = re.findall(r"--games(?:-strong)? (\d+)", table["command"])
    return Measured(Pool(game.id, "duel"), anchors, max(map(int, counts), default=0)), table["command"]


def _count(name: str, strong: Sequence[str], asked: Measuring) -> int:
    return asked.games_strong if name in strong else asked.games


def _meeting(
    game: Game,
    first: str,
    second: str,
    strong: Sequence[str],
    asked: Measuring,
    options: Options,
    on_deal: OnDeal,
) -> Score:
    """What the first of two bots did against the second: every two of their sides in every game are compared."""
    score, ways = Score(), arrangements(game, asked.seats, options)
    teams = game.teams(asked.seats, options)
    games = min(_count(first, strong, asked), _count(second, strong, asked))
    for deal in range(-(-games // len(ways))):
        results = []
        for way in ways:
            bots = [bot((first, second)[side], game) for side in way]
            played = play_game(
                game, bots, options, f"{asked.seed} {first} {second} {deal}", f"{asked.seed} {deal}"
            )
            ranks = [played.outcome.ranks[team[0]] for team in teams]
            sides = [way[team[0]] for team in teams]
            compared = [
                1.0 if ranks[one] < ranks[other] else 0.0 if ranks[one] > ranks[other] else 0.5
                for one in range(len(teams))
                for other in range(len(teams))
                if sides[one] == 0 and sides[other] == 1
            ]
            results.append(sum(compared) / len(compared))
        score.book_deal(results)
        on_deal(f"{first} – {second}", len(ways))
    return score


def _against_the_box(
    game: Game,
    pool: Pool,
    names: Sequence[str],
    strong: Sequence[str],
    asked: Measuring,
    options: Options,
    on_deal: OnDeal,
) -> Measured:
    """Everybody plays the same deals against the box; who wins half of them is as strong as it is."""
    rates: dict[str, Score] = {}
    for name in names:
        score = rates[name] = Score()
        for deal in range(_count(name, strong, asked)):
            bots = [bot(name, game) for _ in range(asked.seats)]
            played = play_game(game, bots, options, f"{asked.seed} {name} {deal}", f"{asked.seed} {deal}")
            score.book_deal([played.outcome.value(0)])
            on_deal(f"{name} – box", 1)
    middle = rates[MEDIUM]
    base, base_variance = _odds(middle)
    size = asked.seats
    anchors = {box_name(size): _around(-base / size, math.sqrt(base_variance) / size)}
    for name, score in rates.items():
        odds, variance = _odds(score)
        spread = 0.0 if name == MEDIUM else math.sqrt(variance + base_variance)
        anchors[name] = _around((odds - base) / size, spread / size)
    return Measured(pool, anchors, sum(score.games for score in rates.values()))


def _odds(score: Score) -> tuple[float, float]:
    """The strength that a rate of wins shows, in points, and its variance; half a win and a loss are added."""
    rate = (score.rate * score.games + 0.5) / (score.games + 1)
    odds = ELO * math.log(rate / (1 - rate))
    low, high = (min(max(one, LEAST / 10), 1 - LEAST / 10) for one in wilson(score.rate, score.games))
    width = ELO * (math.log(high / (1 - high)) - math.log(low / (1 - low)))
    return odds, (width / 2 / SURE) ** 2


def _around(points: float, deviation: float) -> Anchor:
    return _anchor(points, points - SURE * deviation, points + SURE * deviation)


def _anchor(points: float, low: float, high: float) -> Anchor:
    return Anchor(*(round(CENTRE_POINTS + one) for one in (points, low, high)))


def write_anchors(path: Path, found: Measured, command: str, add: bool = False) -> None:
    """Write the anchors of a pool into a file; those of other pools stay. ``add``: those of other bots stay, too."""
    text = path.read_text("utf-8") if path.exists() else ""
    pools = dict(read_anchors(text, path.name).pools)
    made = AnchoredPool(command, found.games, found.anchors)
    if add and (old := pools.get(found.pool)):
        made = AnchoredPool(
            f"{old.command} && {command}", old.games + found.games, {**found.anchors, **old.anchors}
        )
    pools[found.pool] = made
    lines = [line for line in text.splitlines() if line.startswith("#")]
    for pool, kept in sorted(pools.items()):
        lines += ["", f"[{pool.game}.{pool.kind}]", f"command = {json.dumps(kept.command)}"]
        lines += [f"games = {kept.games}", "", f"[{pool.game}.{pool.kind}.anchors]"]
        order = sorted(kept.anchors.items(), key=lambda one: (one[1].points, one[0]))
        lines += [f"{name} = [{one.low:g}, {one.points:g}, {one.high:g}]" for name, one in order]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    load_anchors.cache_clear()
