"""How all teams fare against each other when the cards are slid in at random: a 66 x 66 table.

Random play knows no fighter's tricks, so this measures what a team does by itself. Two teams that share a fighter
cannot meet (TT-5); that leaves 1,485 pairings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from slugfest.kernel import Facts, Rng, SlugfestError, seeded

from .content import FIGHTER_KEYS, FIGHTERS, NONE
from .game import GAME
from .rules import Fight
from .state import OVER

Progress = Callable[[int, int], None]  # pairings done, pairings in all

TEAMS: Final = [(one, other) for one in range(FIGHTERS) for other in range(one + 1, FIGHTERS)]
PAIRINGS: Final = [
    (row, column)
    for row in range(len(TEAMS))
    for column in range(row + 1, len(TEAMS))
    if not set(TEAMS[row]) & set(TEAMS[column])
]
_OPTIONS: Final = GAME.settle(2, {"teams": "given"})


class MatchUps:
    """The table: points of the row's team against the column's, a draw counting half."""

    def __init__(self, fights: int) -> None:
        self.fights = fights  # in each pairing
        self.points = [0.0] * (len(TEAMS) * len(TEAMS))

    def book(self, row: int, column: int, points: float) -> None:
        """The points of a whole pairing for its first team."""
        self.points[row * len(TEAMS) + column] = points
        self.points[column * len(TEAMS) + row] = self.fights - points

    def score(self, row: int, column: int) -> float | None:
        """The share of points of one team against another; None if they cannot meet."""
        if set(TEAMS[row]) & set(TEAMS[column]):
            return None
        return self.points[row * len(TEAMS) + column] / self.fights

    def team_score(self, row: int) -> float:
        """A team's share of points against all it can meet."""
        scores = [self.score(row, column) for column in range(len(TEAMS))]
        played = [score for score in scores if score is not None]
        return sum(played) / len(played)

    def fighter_score(self, fighter: int) -> float:
        """The average of a fighter's teams."""
        scores = [self.team_score(row) for row, team in enumerate(TEAMS) if fighter in team]
        return sum(scores) / len(scores)

    def as_json(self) -> Facts:
        return {
            "fights": self.fights,
            "teams": [team_name(row) for row in range(len(TEAMS))],
            "scores": [
                [self.score(row, column) for column in range(len(TEAMS))] for row in range(len(TEAMS))
            ],
            "team_scores": [self.team_score(row) for row in range(len(TEAMS))],
            "fighter_scores": {key: self.fighter_score(fighter) for fighter, key in enumerate(FIGHTER_KEYS)},
        }

    def csv(self) -> str:
        """The table for a spreadsheet; an empty cell where two teams cannot meet."""
        lines = [",".join(["team", *(team_name(column) for column in range(len(TEAMS)))])]
        for row in range(len(TEAMS)):
            cells = [self.score(row, column) for column in range(len(TEAMS))]
            lines.append(
                ",".join([team_name(row), *("" if cell is None else f"{cell:.3f}" for cell in cells)])
            )
        return "\n".join(lines) + "\n"


def team_name(row: int) -> str:
    """A team by the keys of its fighters."""
    return "+".join([FIGHTER_KEYS[fighter] for fighter in TEAMS[row]])


def match_ups(fights: int = 20, seed: str = "match-ups", progress: Progress | None = None) -> MatchUps:
    """Let every team meet every other it can meet in so many fights, half of them on swapped seats."""
    if fights < 2 or fights % 2:
        raise SlugfestError("match-ups need an even number of fights a pairing, 2 or more")
    table = MatchUps(fights)
    for done, (row, column) in enumerate(PAIRINGS, 1):
        table.book(row, column, pairing(row, column, fights, seed))
        if progress is not None:
            progress(done, len(PAIRINGS))
    return table


def pairing(row: int, column: int, fights: int, seed: str) -> float:
    """The points of one team against another; the same seed gives the same fights, whatever else is played."""
    points = 0.0
    for number in range(fights):
        rng = seeded(seed, row, column, number)
        if number % 2:
            points += 1.0 - fight_at_random(TEAMS[column], TEAMS[row], rng)
        else:
            points += fight_at_random(TEAMS[row], TEAMS[column], rng)
    return points


def fight_at_random(first: tuple[int, int], second: tuple[int, int], rng: Rng) -> float:
    """A whole fight by random picks: 1 if the first team wins, 0 if the second does, one half for a draw."""
    fight = Fight()
    fight.game = GAME
    fight.clear(_OPTIONS)
    fight.rng = rng
    fight.picks = [list(first), list(second)]
    fight.set_up_boards()
    while fight.phase != OVER:
        seat = fight.actors()[0]
        fight.apply(seat, fight.playout_move(seat, rng))
    if fight.winner == NONE:
        return 0.5
    return 1.0 if fight.winner == 0 else 0.0
