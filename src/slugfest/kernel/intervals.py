"""Win rates with confidence intervals: all games of a deal, with seats swapped, are one observation.

All intervals of the lab are computed here, for bots, line-ups, members and seats, and those of the games that run in
the page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

_SURE: Final = 1.959964  # standard deviations of a 95 % interval
_WRONG: Final = 0.05
_SHARPEST_AT: Final = (
    150  # deals after which an interval for whenever one stops is least wider than the other
)


class Score:
    """Wins, draws and losses, with a confidence interval.

    Games are booked deal by deal: all games of one deal (seats swapped) are one observation, because what the cards
    decide shows in all of them.
    """

    def __init__(self) -> None:
        self.wins = 0
        self.draws = 0
        self.losses = 0
        self.points = 0.0
        self.deals = 0
        # Sums over the deals, for how far their results lie apart: points squared, points times games, games squared.
        self._points_points = 0.0
        self._points_games = 0.0
        self._games_games = 0

    def book_deal(self, results: Sequence[float]) -> None:
        """Book the games of one deal: 1 for each that was won, 0.5 for a draw, 0 for a loss."""
        for points in results:
            self.wins += points == 1.0
            self.draws += 0.0 < points < 1.0
            self.losses += points == 0.0
        total, games = sum(results), len(results)
        self.points += total
        self.deals += 1
        self._points_points += total * total
        self._points_games += total * games
        self._games_games += games * games

    def add(self, other: Score) -> None:
        """Add another score."""
        self.wins += other.wins
        self.draws += other.draws
        self.losses += other.losses
        self.points += other.points
        self.deals += other.deals
        self._points_points += other._points_points
        self._points_games += other._points_games
        self._games_games += other._games_games

    def add_turned(self, other: Score) -> None:
        """Add another score, seen from the other side."""
        self.wins += other.losses
        self.draws += other.draws
        self.losses += other.wins
        self.points += other.games - other.points
        self.deals += other.deals
        self._points_points += other._games_games - 2 * other._points_games + other._points_points
        self._points_games += other._games_games - other._points_games
        self._games_games += other._games_games

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """The share of games won, a draw counting half."""
        return self.points / self.games

    @property
    def worth(self) -> float:
        """The number of independent games that would give the same confidence.

        Compared is how far the results of the deals lie apart with how far they would if every game were a toss of
        its own. Deals that are split between the two sides say more than so many tosses, deals that one side wins on
        both seats say less. One deal is added that lies apart as tosses do: a few deals that happen to agree prove
        nothing yet.
        """
        rate = self.rate
        tossed = rate * (1 - rate) * self.games / self.deals  # expected of a deal, squared
        if tossed == 0:
            return self.games  # one side has won everything, so nothing can be said about ties between games
        apart = self._points_points - 2 * rate * self._points_games + rate * rate * self._games_games
        return self.games * self.deals * tossed / (max(apart, 0.0) + tossed)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval around the rate: Wilson's, for as many games as these are worth."""
        return wilson(self.rate, self.worth)

    @property
    def interval_whenever(self) -> tuple[float, float]:
        """The 95 % interval of somebody who looks after every deal and stops when it pleases: wider than
        :attr:`interval`, which is only true of a number of games that was fixed beforehand."""
        return wilson(self.rate, self.worth, sure_whenever(self.deals))

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            "games": self.games,
            "deals": self.deals,
            "rate": round(self.rate, 4),
            "interval": [round(low, 4), round(high, 4)],
        }


def difference(
    first: Sequence[float], second: Sequence[float], sure: float = _SURE
) -> tuple[float, float, float]:
    """By how much the first beat the second in the same deals, and its 95 % interval: what both owe to the deal falls
    out. One deal is added that lies apart as the widest can: a few that happen to agree prove nothing yet."""
    apart = [one - other for one, other in zip(first, second, strict=True)]
    mean = sum(apart) / len(apart)
    spread = (sum((one - mean) ** 2 for one in apart) + 1.0) / len(apart)
    reach = sure * math.sqrt(spread / len(apart))
    return mean, max(-1.0, mean - reach), min(1.0, mean + reach)


def average(values: Sequence[float], sure: float = _SURE) -> tuple[float, float, float]:
    """The mean of figures that are no shares, and its interval; at least two are needed."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = sure * math.sqrt(spread / len(values))
    return mean, mean - reach, mean + reach


def wilson(rate: float, games: float, sure: float = _SURE) -> tuple[float, float]:
    """The interval around a rate of independent games that are won or lost (Wilson); of 95 % unless ``sure`` says for
    how many standard deviations."""
    square = sure * sure
    middle = (rate + square / (2 * games)) / (1 + square / games)
    reach = sure * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def sure_whenever(deals: int) -> float:
    """How many standard deviations a mean may lie off after so many deals, if in 95 of 100 runs it must not do so
    *ever*: the boundary of Robbins' mixture of normal distributions. It falls from far away to about 2.9 and then rises
    again, ever more slowly."""
    logarithm = -2 * math.log(_WRONG)
    spread = deals * (logarithm + math.log(1 + logarithm)) / _SHARPEST_AT
    return math.sqrt((1 + 1 / spread) * (logarithm + math.log(1 + spread)))
