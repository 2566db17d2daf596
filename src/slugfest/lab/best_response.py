"""Train a player against one fixed bot: what somebody gains who knows whom they play.

The trained player is a search with numbers of its own in the game's estimate: it wants other positions than the bot
does. Each round tries variants of the best numbers so far in the same deals against the bot; the worse half drops out
until one is left. What it found is tested on deals that were not trained on, beside the search it started from. So the
result is a lower bound: a longer training or another kind of player may gain more.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot, bot
from slugfest.kernel import Game, Mistake, Options, Rng, Text, Weights, seeded

from .fit_gate import Values, tables_of, thinker
from .play import play_game
from .score import Score
from .seating import arrangements, shares

_FLOOR: Final = 0.5  # a number near 0 is varied as if it were so much of the table's mean
_FINE: Final = 1 << 30


class Training(NamedTuple):
    """How a response is trained."""

    against: str  # the bot it is trained against
    player: str  # the search that is given other numbers
    rounds: int = 6
    variants: int = 8  # tried in each round, the best so far among them
    deals: int = 6  # of the first heat of a round; a heat with half the variants has as many new ones
    reach: float = 0.4  # the standard deviation of a variation, beside the number itself
    seed: str = "best-response"


class Trained(NamedTuple):
    """The numbers found, and what they win on deals that were not trained on."""

    values: Values
    present: Values
    games: int  # played in training
    seconds: float  # of the processor, in training
    before: Score  # the untrained player against the bot
    after: Score  # the trained one, in the same deals

    def as_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "seconds": round(self.seconds, 1),
            "before": self.before.as_json(),
            "after": self.after.as_json(),
            "values": self.values,
        }


class Respondent:
    """Plays deals against a bot with any numbers."""

    def __init__(self, game: Game, seats: int, options: Options, asked: Training) -> None:
        self.game = game
        self.seats = seats
        self.options = game.settle(seats, options)
        self.asked = asked
        self.tables: list[Weights] = tables_of(game, seats, self.options)
        self.trained = list(game.require_search().weights(seats, self.options))
        self.ways = arrangements(game, seats, self.options)
        if not self.trained or len(self.ways) < 2:
            raise Mistake(
                Text(
                    f"{game.id} has no two sides whose estimate has numbers: there is nothing to train",
                    f"{game.id} hat keine zwei Seiten, deren Einschätzung Zahlen hat: Es gibt nichts zu trainieren",
                )
            )
        self.target: Bot = thinker(game, asked.against, {}, self.tables)

    @property
    def present(self) -> Values:
        return {one.table: list(one.values) for one in self.trained}

    def play(self, values: Values, deal: str) -> list[float]:
        """What a player with these numbers gets in one deal, in every arrangement of the seats."""
        own = thinker(self.game, self.asked.player, values, self.tables)
        results: list[float] = []
        try:
            for side in self.ways:
                seats = [self.target if which else own for which in side]
                outcome = play_game(self.game, seats, self.options, seed=f"{deal} {side}", deal=deal).outcome
                results.append(shares(side, outcome.winners())[0])
        finally:
            for weights in self.tables:  # restore the game's own
                self.game.require_search().weigh(weights)
        return results


def train(
    game: Game, seats: int, options: Options, asked: Training, test_deals: int, on: Callable[[str], None]
) -> Trained:
    """Train a response and test it. ``on`` is called with a line about each round."""
    bot(asked.against, game), bot(asked.player, game)  # refuse a name that is none before anything is played
    player = Respondent(game, seats, options, asked)
    rng = seeded("best response", asked.seed)
    start, games = time.process_time(), 0
    best = player.present
    for number in range(asked.rounds):
        tried = [best, *(varied(player.trained, best, asked.reach, rng) for _ in range(asked.variants - 1))]
        scores = [Score() for _ in tried]
        left = list(range(len(tried)))
        heat = 0
        while len(left) > 1:
            for deal in range(asked.deals):
                for which in left:
                    results = player.play(tried[which], f"{asked.seed} round {number} heat {heat} {deal}")
                    scores[which].book_deal(results)
                    games += len(results)
            left.sort(key=lambda which: (-scores[which].rate, which))
            left = left[: (len(left) + 1) // 2] if len(left) > 2 else left[:1]
            heat += 1
        best = tried[left[0]]
        on(f"{number + 1}: {100 * scores[left[0]].rate:.1f} % of {scores[left[0]].games}")
    seconds = time.process_time() - start
    before, after = Score(), Score()
    for deal in range(test_deals):
        for values, score in ((player.present, before), (best, after)):
            score.book_deal(player.play(values, f"{asked.seed} test {deal}"))
    return Trained(best, player.present, games, seconds, before, after)


def varied(tables: list[Weights], values: Values, reach: float, rng: Rng) -> Values:
    """Other numbers near these: each moved by about ``reach`` of itself, in either direction."""
    found: Values = {}
    for table in tables:
        own = values[table.table]
        floor = _FLOOR * sum(abs(value) for value in own) / max(1, len(own))
        found[table.table] = [value + reach * max(abs(value), floor) * normal(rng) for value in own]
    return found


def normal(rng: Rng) -> float:
    """A number of the standard normal distribution (Box and Muller)."""
    first, second = (1 + int(rng.below(_FINE))) / _FINE, int(rng.below(_FINE)) / _FINE
    return math.sqrt(-2.0 * math.log(first)) * math.cos(2.0 * math.pi * second)
