"""Ratings of puzzles and of the people who solve them, on one scale.

A rating is estimated from results as a whole, not result by result: the number under which what happened is most
likely, beside a prior that stands for everybody. So it does not depend on the order, and the same results always give
the same number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

FIRST: Final = 1200  # of somebody who has not tried a puzzle yet
_SPREAD: Final = 300.0  # how far people lie apart: the prior
_SCALE: Final = 400.0 / math.log(10.0)  # Elo's: 400 points are ten to one
_ROUNDS: Final = 30


class Result(NamedTuple):
    """One encounter: the other side's rating, the score from 0 to 1, and how much it counts."""

    rating: float
    score: float
    weight: float = 1.0


def rating_from(results: Iterable[Result], prior: float = FIRST) -> int:
    """The most likely rating by Newton's method; the prior alone where there are no results."""
    known = list(results)
    rating = prior
    for _ in range(_ROUNDS):
        slope = (prior - rating) / _SPREAD**2
        bend = 1.0 / _SPREAD**2
        for result in known:
            expected = 1.0 / (1.0 + math.exp((result.rating - rating) / _SCALE))
            slope += result.weight * (result.score - expected) / _SCALE
            bend += result.weight * expected * (1.0 - expected) / _SCALE**2
        rating += max(-200.0, min(200.0, slope / bend))
    return round(rating)
