"""What a position is worth to each seat: the fixed function V that a review measures everything with.

It sees the whole position, hidden things included. A review never shows it for a single deal: it takes means over what
nobody knows, or over what one seat does not know. The account of a match adds up and its luck has mean zero whatever V
is; a better V leaves less unexplained.
"""

from __future__ import annotations

import hashlib
import json
from typing import Final

from slugfest.bots.valuing import Scale, play_on
from slugfest.kernel import Game, Options, Outcome, Rng, State

VERSION: Final = 1  # raise it when the numbers of a review would change


class Values:
    """V for one game, number of seats and set of options."""

    name = "standing"

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.game = game
        self.part = game.require_search()
        self.seats = seats
        self.teams = game.teams(seats, options)
        self.scale = Scale(seats, self.teams)
        self.chapters = 1  # of quick play before the estimate
        self.horizon = self.part.horizon
        self.signature = f"{VERSION}:{self._hash(options)}"

    def _hash(self, options: Options) -> str:
        """Names the function: the same hash, the same numbers for the same position."""
        weights = [
            [table.table, table.keys, table.values] for table in self.part.weights(self.seats, options)
        ]
        known = [self.name, VERSION, self.game.id, self.chapters, self.horizon, weights]
        return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]

    def of(self, state: State, rng: Rng) -> list[float]:
        """Every seat's chance to win; the result where the game is over. ``state`` is a copy: it is played on."""
        outcome = state.outcome()
        return self.guess(state, rng) if outcome is None else result_of(outcome, self.teams)

    def guess(self, state: State, rng: Rng) -> list[float]:
        """Every seat's chance to win while the game goes on."""
        if self.horizon > 0:
            play_on(state, self.part, rng, self.chapters, self.horizon)
            outcome = state.outcome()
            if outcome is not None:
                return result_of(outcome, self.teams)
        found = [0.0] * self.seats
        for team in self.teams:
            value = self.part.estimate(state, team[0])
            chance = self.scale.chance(team[0], value)
            for seat in team:
                found[seat] = chance
        return found


class ConstantValues(Values):
    """Every position is worth the same. The account must stand this, and two more like it: they are for proofs."""

    name = "constant"

    def guess(self, state: State, rng: Rng) -> list[float]:
        return [0.5] * self.seats


class RandomValues(Values):
    """What a position is worth is drawn by lot."""

    name = "random"

    def guess(self, state: State, rng: Rng) -> list[float]:
        return [int(rng.below(1_000_001)) / 1_000_000 for _ in range(self.seats)]


class InvertedValues(Values):
    """What is good counts as bad."""

    name = "inverted"

    def guess(self, state: State, rng: Rng) -> list[float]:
        return [1.0 - value for value in super().guess(state, rng)]


KINDS: Final[dict[str, type[Values]]] = {
    kind.name: kind for kind in (Values, ConstantValues, RandomValues, InvertedValues)
}


def result_of(outcome: Outcome, teams: list[list[int]]) -> list[float]:
    """The result by seat: 1 for winning, 0 for losing, and winning shared by several sides is shared."""
    seats = len(outcome.ranks)
    if outcome.values is not None:
        return [outcome.values[seat] for seat in range(seats)]
    winners = outcome.winners()
    sides = sum([team[0] in winners for team in teams])
    return [1.0 / max(1, sides) if seat in winners else 0.0 for seat in range(seats)]
