"""A made-up club of people whose strength is known: how far from the truth are its ratings after years?

The people come and go, learn and get rusty, meet mostly those who are about as strong, and some of them try to gain:
one kind picks the weakest opponents, one plays bots all night, one leaves matches that go badly, one lets the time run
out in them, and one asks for hints in matches against bots that go badly. Matches are decided by the true strengths.
Whether bots hold the scale (:class:`Anchors`) is the only difference between two runs of the same seed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal, get_args

from .anchors import NO_ANCHORS, Anchor, AnchoredPool, Anchors
from .ledger import Ledger
from .model import CENTRE_POINTS
from .results import Player, Pool, Result

POOL: Final = Pool("made-up", "duel")
WEEKS: Final = 52
BOTS: Final = {"easy": 1200.0, "medium": 1500.0, "hard": 1800.0, "expert": 1950.0}
MEASURED: Final = 25.0  # points to either side of what the lab says of a bot
FIRST: Final = (
    1330.0,
    180.0,
)  # the strength of somebody who joins: below the place where the scale puts them
LEARNING: Final = 140.0  # points in the first year
RUST: Final = 35.0  # points of a random walk in a year
AGAINST_BOTS: Final = 0.25  # of an ordinary person's matches
QUITTING: Final = 0.005  # of the club's people, a week
GIVEN_AWAY: Final = 0.1  # of the matches that somebody would have won who leaves when it goes badly

HELPED: Final = 0.3  # of the matches against bots that would be lost, help turns so many into wins

Habit = Literal["ordinary", "picks the weak", "bots all night", "leaves", "times out", "asks for help"]
HABITS: Final[tuple[Habit, ...]] = get_args(Habit)


@dataclass
class Member:
    """Somebody made up."""

    name: str
    strength: float  # the truth, in points
    habit: Habit
    a_week: float  # matches
    joined: int


@dataclass(frozen=True)
class Yearly:
    """How ratings compare with the truth at the end of a year, over everybody with at least 20 matches."""

    year: int
    people: int
    error: float  # root of the mean square, in points
    drift: float  # mean of rating minus truth, in points
    spread: float  # how far apart the truth is: its standard deviation
    by_habit: dict[Habit, float]  # drift of each kind


@dataclass
class Club:
    """The club as it plays."""

    seed: str
    size: int = 200
    anchored: bool = True
    chance: Random = field(init=False)
    members: list[Member] = field(init=False)
    ledger: Ledger = field(init=False)
    matches: int = 0
    people: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.seed}/{self.size}")
        self.ledger = Ledger(bots_as_anchors() if self.anchored else NO_ANCHORS)
        self.members = [self._newcomer(0) for _ in range(self.size)]

    def _newcomer(self, week: int) -> Member:
        draw = self.chance
        self.people += 1
        habit: Habit = "ordinary"
        if draw.random() < 0.25:
            habit = draw.choice(HABITS[1:])
        return Member(f"m{self.people}", draw.gauss(*FIRST), habit, draw.expovariate(1 / 4) + 0.5, week)

    def play(self, years: int) -> Iterator[Yearly]:
        """Play so many years; one line for each."""
        for week in range(years * WEEKS):
            self._one_week(week)
            if (week + 1) % WEEKS == 0:
                yield self._compare((week + 1) // WEEKS)

    def _one_week(self, week: int) -> None:
        draw = self.chance
        for index, member in enumerate(self.members):
            if draw.random() < QUITTING:
                self.members[index] = self._newcomer(week)
            elif week - member.joined < WEEKS:
                member.strength += LEARNING / WEEKS
            member.strength += draw.gauss(0, RUST / math.sqrt(WEEKS))
        for member in self.members:
            count = int(member.a_week) + (draw.random() < member.a_week % 1)
            if member.habit == "bots all night":
                count *= 5
            for _ in range(count):
                self._one_match(member)

    def _one_match(self, member: Member) -> None:
        """Somebody's match. The same draws are made with and without anchors, so that both clubs live alike."""
        draw = self.chance
        bots = draw.random() < (1.0 if member.habit == "bots all night" else AGAINST_BOTS)
        opponents, luck, leaving = draw.sample(self.members, 8), draw.random(), draw.random()
        bot = draw.choice(sorted(BOTS))
        if bots:
            if self.anchored:
                self._count(member, Player(bot, fixed=True), BOTS[bot], luck, leaving)
            return
        near = [one for one in opponents if one is not member]
        truth = member.strength
        if member.habit == "picks the weak":
            other = min(near, key=lambda one: self.ledger.standing(POOL, one.name).rating.skill)
        else:
            other = min(near, key=lambda one: abs(one.strength - truth))
        self._count(member, Player(other.name), other.strength, luck, leaving)

    def _count(self, member: Member, other: Player, strength: float, luck: float, leaving: float) -> None:
        self.matches += 1
        won = luck < 1 / (1 + 10 ** ((strength - member.strength) / 400))
        left, help = False, False
        if member.habit in ("leaves", "times out") and (not won or leaving < GIVEN_AWAY):
            # Whoever would have won counts no more: who leaves is last, who runs out of time has lost.
            left, won = member.habit == "leaves", False
        elif member.habit == "asks for help" and other.fixed and not won:
            help, won = True, leaving < HELPED
        ranks = (1, 2) if won else (2, 1)
        sides = ((Player(member.name, help="hint" if help else "", left=left),), (other,))
        self.ledger.count(Result(f"{self.matches}", self.matches, POOL, sides, ranks))

    def _compare(self, year: int) -> Yearly:
        off: list[tuple[Habit, float]] = []
        truths = []
        for member in self.members:
            standing = self.ledger.standing(POOL, member.name)
            if standing.matches >= 20:
                off.append((member.habit, standing.rating.points - member.strength))
                truths.append(member.strength)
        mean = sum(value for _, value in off) / len(off)
        centre = sum(truths) / len(truths)
        return Yearly(
            year,
            len(off),
            math.sqrt(sum(value**2 for _, value in off) / len(off)),
            mean,
            math.sqrt(sum((truth - centre) ** 2 for truth in truths) / len(truths)),
            {
                habit: sum(values) / len(values)
                for habit in HABITS
                if (values := [value for kind, value in off if kind == habit])
            },
        )


def bots_as_anchors() -> Anchors:
    """The made-up bots: what the lab says of them is right within its interval."""
    found = {name: Anchor(points, points - MEASURED, points + MEASURED) for name, points in BOTS.items()}
    return Anchors({POOL: AnchoredPool("made up", 0, found)})


assert BOTS["medium"] == CENTRE_POINTS
