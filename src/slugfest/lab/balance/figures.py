"""Numbers with how sure they are. All games of a deal are one observation, because what the cards decide shows in all
of them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from slugfest.kernel import Text
from slugfest.lab.score import Score

ANOTHER = -1  # no deal's number
SURE = 1.959964  # standard deviations of a 95 % interval


class Figure(NamedTuple):
    """One number of a report: subject, strength of bots, number of games, interval."""

    key: str
    name: Text
    level: str
    games: int
    value: float
    low: float | None  # None: too few games to say
    high: float | None
    other: str = ""  # in a heat map: the column
    other_name: Text | None = None
    at: float = 0.0  # on a line: where

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"key": self.key, "name": self.name.as_json(), "level": self.level}
        if self.other_name is not None:
            found |= {"other": self.other, "other_name": self.other_name.as_json()}
        if self.at:
            found["at"] = self.at
        found |= {"games": self.games, "value": rounded(self.value)}
        return found | {"low": rounded(self.low), "high": rounded(self.high)}


Estimate = tuple[float, float | None, float | None]


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


class Sample:
    """Observations, sorted by the deals they come from."""

    def __init__(self) -> None:
        self.deals: dict[int, list[float]] = {}

    def add(self, deal: int, value: float) -> None:
        self.deals.setdefault(deal, []).append(value)

    @property
    def games(self) -> int:
        return sum(len(values) for values in self.deals.values())

    @property
    def value(self) -> float:
        return sum(sum(values) for values in self.deals.values()) / self.games

    def rate(self) -> Estimate:
        """A share of something."""
        score = Score()
        for values in self.deals.values():
            score.book_deal(values)
        return score.rate, *score.interval

    def parts(self) -> dict[int, float]:
        """By deal: how far it lies from what would be expected of its games, as a part of the mean."""
        mean, games = self.value, self.games
        return {deal: (sum(values) - mean * len(values)) / games for deal, values in self.deals.items()}

    def mean(self) -> Estimate:
        """Any quantity that is never below 0: the mean, as sure as the deals lie apart."""
        reach = reach_of(self.parts())
        if reach is None:
            return self.value, None, None
        return self.value, max(0.0, self.value - reach), self.value + reach


def reach_of(parts: dict[int, float]) -> float | None:
    """How far a mean may be off, from what the deals add to it; None: there are too few to say."""
    deals = len(parts)
    if deals < 2:
        return None
    return SURE * math.sqrt(sum(part * part for part in parts.values()) * deals / (deals - 1))


def difference(one: Sample, other: Sample) -> Estimate:
    """How much more one sample has than another that comes from the same deals."""
    value = one.value - other.value
    parts = one.parts()
    for deal, part in other.parts().items():
        parts[deal] = parts.get(deal, 0.0) - part
    # One game more that goes the other way is added: deals that all happen to agree prove no certainty.
    parts[ANOTHER] = 1 / min(one.games, other.games)
    reach = reach_of(parts)
    if reach is None or len(parts) < 3:
        return value, None, None
    return value, value - reach, value + reach
