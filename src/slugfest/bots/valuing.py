"""How likely each seat is to win, judged with everybody's knowledge together: what a review measures with.

Compiled, because a review asks thousands of times a match.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from slugfest.kernel import Outcome, Perspective, Rng, Search, State, Text

from .search import SearchBot, TreeSearch

_NOTHING: Final = Text("", "")


class Scale:
    """Turns results and estimates into chances to win: at a larger table a loser has still beaten somebody."""

    def __init__(self, seats: int, teams: list[list[int]]) -> None:
        self.seats = seats
        self.teams = teams
        self.losing = [0.0] * seats
        self.winning = [1.0] * seats
        if len(teams) == 1:
            return
        for mine in teams:
            for seat in mine:
                self.winning[seat] = _result(seat, seats, mine)
                losing = 0.0
                for team in teams:
                    if seat not in team:
                        losing += _result(seat, seats, team)
                self.losing[seat] = losing / (len(teams) - 1)

    def chance(self, seat: int, value: float) -> float:
        """The chance to win behind an expected result."""
        losing = self.losing[seat]
        return min(1.0, max(0.0, (value - losing) / (self.winning[seat] - losing)))

    def of_outcome(self, outcome: Outcome) -> list[float]:
        """By seat: 1 for winning, 0 for losing; what several sides win together they share."""
        values = outcome.values
        if values is not None:
            return values.copy()
        winners = outcome.winners()
        sides = 0
        for team in self.teams:
            if team[0] in winners:
                sides += 1
        found = [0.0] * self.seats
        for seat in winners:
            found[seat] = 1.0 / sides
        return found

    def of_estimate(self, state: State, part: Search[Any]) -> list[float]:
        """By seat, as the game's estimate has it."""
        found = [0.0] * self.seats
        for team in self.teams:
            chance = self.chance(team[0], part.estimate(state, team[0]))
            for seat in team:
                found[seat] = chance
        return found

    def of(self, state: State, part: Search[Any]) -> list[float]:
        """By seat: the result, or the estimate while there is none."""
        outcome = state.outcome()
        return self.of_estimate(state, part) if outcome is None else self.of_outcome(outcome)


def _result(seat: int, seats: int, winners: list[int]) -> float:
    """The result of a seat if these seats win."""
    ranks = [1 if other in winners else 2 for other in range(seats)]
    return Outcome(ranks, "", _NOTHING).value(seat)


class Together(Perspective):
    """What all seats know together: samples deal anew only what nobody knows."""

    def sample(self, rng: Rng) -> State:
        state: State = self.game.require_search().redeal(self._state, rng)
        return state


class OpenSearch(TreeSearch):
    """A search from what all seats know together. Each seat still decides without seeing what the others choose."""

    def __init__(self, bot: SearchBot, perspective: Perspective, scale: Scale) -> None:
        super().__init__(bot, perspective)
        self.scale = scale
        self.totals = [0.0] * perspective.seats
        self.counted = 0.0
        self.counting = False

    def remember(self, state: State) -> None:
        super().remember(state)
        if self.counting:
            self.counted += 1.0
            values = self.scale.of(state, self.part)
            seat: i64 = 0
            while seat < self.seats:
                self.totals[seat] += values[seat]
                seat += 1


def chances(state: State, scale: Scale, iterations: int, rng: Rng) -> list[float]:
    """Every seat's chance to win: how imagined games went on average once all seats had learned a little.

    Without iterations it is what the game estimates as it stands.
    """
    outcome = state.outcome()
    if outcome is not None:
        return scale.of_outcome(outcome)
    if iterations == 0:
        return scale.of_estimate(state, state.game.require_search())
    search = OpenSearch(SearchBot("", iterations), Together(state, state.first_actor()), scale)
    for index in range(iterations):
        search.counting = 3 * index >= iterations
        search.iterate(rng)
    return [total / search.counted for total in search.totals]
