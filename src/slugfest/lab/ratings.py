"""Ratings from pairwise results: the Bradley-Terry model on the Elo scale.

The model is choix's (extra ``slugfest[lab]``): from the points that any two made against each other it finds the
ratings that make them likeliest. Deals count as what they are worth (:attr:`Score.worth`), so games that hang together
make nobody surer than they should. Intervals come from how sharply the likelihood falls off, as for any such model.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from slugfest.kernel import Mistake, Text

from .score import Score

_ELO: Final = 400 / math.log(10)  # of one unit in the exponent of the odds
_SURE: Final = 1.959964  # standard deviations of a 95 % interval
_PRIOR: Final = (
    0.5  # wins and losses that every two who met have beside what they did: no sweep is a certainty
)


def rated() -> bool:
    """Whether the library is installed."""
    return find_spec("choix") is not None


class Rating(NamedTuple):
    """A rating relative to the mean of all, which is 0."""

    name: str
    elo: float
    low: float  # 95 %
    high: float
    games: int

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "elo": round(self.elo, 1),
            "interval": [round(self.low, 1), round(self.high, 1)],
            "games": self.games,
        }


class Ratings:
    """The ratings of all who are connected by their games."""

    def __init__(self, names: Sequence[str], meetings: Iterable[tuple[str, str, Score]]) -> None:
        """``meetings``: two names and what the first did against the second. The same two may come again."""
        import choix
        import numpy as np

        self.names = list(names)
        place = {name: index for index, name in enumerate(self.names)}
        size = len(self.names)
        self._games = [0] * size
        points = np.zeros((size, size))  # of the row against the column
        for first, second, score in meetings:
            if score.games == 0:
                continue
            one, other = place[first], place[second]
            worth = score.worth
            points[one, other] += score.rate * worth
            points[other, one] += (1 - score.rate) * worth
            self._games[one] += score.games
            self._games[other] += score.games
        met = points + points.T > 0
        if size < 2 or not connected([[bool(cell) for cell in row] for row in met]):
            raise Mistake(
                Text(
                    "ratings need at least two who played, and games that connect everyone with everyone else",
                    "Wertungen brauchen mindestens zwei, die gespielt haben, und Spiele, die alle verbinden",
                )
            )
        points[met] += _PRIOR
        self._worth = choix.ilsr_pairwise_dense(points, max_iter=1000)
        self._worth = self._worth - self._worth.mean()
        chances = 1 / (1 + np.exp(self._worth[None, :] - self._worth[:, None]))
        information = -(points + points.T) * chances * (1 - chances)
        np.fill_diagonal(information, 0)
        np.fill_diagonal(information, -information.sum(axis=1))
        self._covariance = np.linalg.pinv(information)

    def rating(self, name: str) -> Rating:
        """The rating of one."""
        index = self.names.index(name)
        elo = _ELO * float(self._worth[index])
        reach = _SURE * _ELO * math.sqrt(float(self._covariance[index, index]))
        return Rating(name, elo, elo - reach, elo + reach, self._games[index])

    def ranking(self) -> list[Rating]:
        """Best first."""
        return sorted(
            (self.rating(name) for name in self.names), key=lambda rating: (-rating.elo, rating.name)
        )

    def difference(self, first: str, second: str) -> tuple[float, float, float]:
        """By how much Elo the first is better than the second, and the 95 % interval of that. It is narrower than two
        intervals beside the mean suggest where the two met often."""
        one, other = self.names.index(first), self.names.index(second)
        covariance = self._covariance
        elo = _ELO * float(self._worth[one] - self._worth[other])
        variance = float(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])
        reach = _SURE * _ELO * math.sqrt(variance)
        return elo, elo - reach, elo + reach

    def as_json(self) -> list[dict[str, Any]]:
        return [rating.as_json() for rating in self.ranking()]


def connected(met: list[list[bool]]) -> bool:
    """Whether everybody can be reached from the first one over games that were played."""
    found = {0}
    waiting = [0]
    while waiting:
        row = met[waiting.pop()]
        for other, played in enumerate(row):
            if played and other not in found:
                found.add(other)
                waiting.append(other)
    return len(found) == len(met)
