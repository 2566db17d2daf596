"""What a position is worth to each seat: the fixed function V that a review measures everything with.

It sees the whole position, hidden things included. A review never shows it for a single deal: it takes means over what
nobody knows, or over what one seat does not know. The account of a match adds up and its luck has mean zero whatever V
is; a better V leaves less unexplained.
"""

from __future__ import annotations

import hashlib
import json
from typing import Final

from slugfest.bots.valuing import Scale, chances
from slugfest.kernel import Game, Options, Rng, State

VERSION: Final = 3  # raise it when the numbers of a review would change
QUICK: Final = 8  # iterations of a search behind every value, in a quick review
_MOST: Final = 64  # and at most
_PART: Final = 12  # this part of what a strong bot looks at


class Values:
    """V for one game, number of seats and set of options."""

    name = "standing"

    def __init__(self, game: Game, seats: int, options: Options, iterations: int = -1) -> None:
        """``iterations`` of a search stand behind every value; below 0: as many as suit the game."""
        self.game = game
        self.part = game.require_search()
        self.seats = seats
        self.teams = game.teams(seats, options)
        self.scale = Scale(seats, self.teams)
        suited = max(QUICK, min(_MOST, self.part.iterations(seats) // _PART))
        # A game whose search estimates at once can be estimated anywhere.
        self.suited = 0 if self.part.horizon == 0 else suited
        self.iterations = self.suited if iterations < 0 else min(self.suited, iterations)
        self.signature = f"{VERSION}:{self._hash(options)}"

    def team_of(self, seat: int) -> list[int]:
        """The seats that win and lose with a seat."""
        for team in self.teams:
            if seat in team:
                return team
        return [seat]

    def _hash(self, options: Options) -> str:
        """Names the function. A quick review has the same: it asks the same search to look less often."""
        weights = [
            [table.table, table.keys, table.values] for table in self.part.weights(self.seats, options)
        ]
        known = [self.name, VERSION, self.game.id, self.suited, weights]
        return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]

    def of(self, state: State, rng: Rng) -> list[float]:
        """Every seat's chance to win; the result where the game is over."""
        outcome = state.outcome()
        return self.guess(state, rng) if outcome is None else self.scale.of_outcome(outcome)

    def guess(self, state: State, rng: Rng) -> list[float]:
        """Every seat's chance to win while the game goes on."""
        return chances(state, self.scale, self.iterations, rng)


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
