"""The formula: Bradley-Terry over all pairs of sides, averaged, by openskill.

openskill's Plackett-Luce puts the third of five equals above two who shared the first place
(``tests/ratings/test_model.py`` shows it), so it is not used here.

Ratings are whole millionths, rounded after every match: the last bit of an exponential differs between machines, and a
rating must not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import BradleyTerryPart

VERSION: Final = 1  # of the formula: another one gives other ratings, shown beside these

MILLION: Final = 1_000_000
CENTRE: Final = 25.0  # of the scale: `medium` by definition, and everybody who is new
DOUBT: Final = CENTRE / 3
BETA: Final = CENTRE / 6
TAU: Final = CENTRE / 300  # what a match adds to the doubt: people change
POINTS: Final = (
    400 / math.log(10) / (BETA * math.sqrt(2))
)  # in a unit of skill: 400 points are odds of ten to one
CENTRE_POINTS: Final = 1500
SURE: Final = 1.96  # doubts to both sides of a range of 95 %
PROVISIONAL: Final = 110  # points to either side: until a range is as narrow, a rating is provisional

MOST_SIDES: Final = 16  # compared with each other, all with all; with fewer, ties would depend on the seats

_MODEL: Final = BradleyTerryPart(mu=CENTRE, sigma=DOUBT, beta=BETA, tau=TAU, window_size=MOST_SIDES)


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is, and how sure that is."""

    skill: int  # in millionths
    doubt: int  # standard deviation, in millionths

    @property
    def points(self) -> int:
        """As people read it: 1500 is `medium`, and 400 more win ten times as often as they lose."""
        return round(CENTRE_POINTS + (self.skill / MILLION - CENTRE) * POINTS)

    @property
    def spread(self) -> int:
        """The points to either side of a range of 95 %."""
        return round(SURE * POINTS * self.doubt / MILLION)

    @property
    def provisional(self) -> bool:
        return self.spread > PROVISIONAL


NEW: Final = Rating(round(CENTRE * MILLION), round(DOUBT * MILLION))


def at_points(points: float, spread: float = 0.0) -> Rating:
    """The rating that reads so."""
    skill = CENTRE + (points - CENTRE_POINTS) / POINTS
    return Rating(round(skill * MILLION), max(1, round(spread / SURE / POINTS * MILLION)))


def chance(one: Rating, other: Rating) -> float:
    """How likely ``one`` beats ``other``, if both ratings are right."""
    return 1 / (1 + 10 ** ((other.skill - one.skill) / MILLION * POINTS / 400))


def rate(sides: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """The ratings after a match between sides of one or more; 1 is the best rank, and ranks may be shared."""
    if len(sides) != len(ranks) or len(sides) < 2 or not all(sides):
        raise ValueError(
            f"{len(ranks)} ranks for {len(sides)} sides: a match has two or more, nobody missing"
        )
    teams = [
        [_MODEL.rating(mu=one.skill / MILLION, sigma=one.doubt / MILLION) for one in side] for side in sides
    ]
    after = _MODEL.rate(teams, ranks=list(ranks))
    return [[Rating(round(one.mu * MILLION), round(one.sigma * MILLION)) for one in side] for side in after]
