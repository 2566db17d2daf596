"""How likely each seat is to win a position in which nothing is hidden: quick play to a good place to stop, then the
game's estimate. A review measures luck and decisions with it; compiled, because it asks thousands of times a match."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from slugfest.kernel import Outcome, Rng, Search, State, Text

_NOTHING: Final = Text("", "")


class Scale:
    """Turns what a search expects as a result into the chance to win: at a larger table a loser has beaten somebody."""

    def __init__(self, seats: int, teams: list[list[int]]) -> None:
        self.losing = [0.0] * seats
        self.winning = [1.0] * seats
        if len(teams) == 1:
            return
        for seat in range(seats):
            mine = [seat]
            for team in teams:
                if seat in team:
                    mine = team
            self.winning[seat] = value_of(seat, seats, mine)
            losing = 0.0
            for team in teams:
                if seat not in team:
                    losing += value_of(seat, seats, team)
            self.losing[seat] = losing / (len(teams) - 1)

    def chance(self, seat: int, value: float) -> float:
        """The chance to win behind an expected result."""
        losing = self.losing[seat]
        return min(1.0, max(0.0, (value - losing) / (self.winning[seat] - losing)))


def value_of(seat: int, seats: int, winners: list[int]) -> float:
    """The result of a seat if these seats win."""
    ranks = [1 if other in winners else 2 for other in range(seats)]
    return Outcome(ranks, "", _NOTHING).value(seat)


def play_on(state: State, part: Search[Any], rng: Rng, chapters: i64, horizon: i64) -> None:
    """Play quickly until so many chapters of the game have ended, or for so many moves."""
    chapter: i64 = part.chapter(state)
    while horizon > 0:
        seat = state.first_actor()
        if seat < 0:
            return
        now: i64 = part.chapter(state)
        if now != chapter:
            chapter = now
            chapters -= 1
            if chapters <= 0:
                return
        state.apply(seat, part.playout_move(state, seat, rng))
        horizon -= 1
