"""KAPOW! dice for a search."""

from __future__ import annotations

from slugfest.games.kapow_dice.battle import Battle
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.phases import MODE_NAMES
from slugfest.kernel import Options, Rng, Search, Weights

from . import estimate, greedy, hidden


class DiceSearch(Search[Battle]):
    def __init__(self) -> None:
        super().__init__()
        self.bluffs = False  # the dice are secret enough: a placement that can be guessed is no worse for it
        self.restless = True  # phase 1 and Clean Up are all about rearranging

    def iterations(self, seats: int) -> int:
        return 600 if seats < 4 else 200  # every fighter's dice are sampled and placed

    def sample(self, state: Battle, seat: int, rng: Rng) -> Battle:
        fresh = Battle()
        state.copy_into(fresh)
        fresh.memory = state.memory.copy()
        fresh.rng = rng.fork()
        hidden.redeal(fresh, fresh.memory, seat, rng)
        return fresh

    def greedy(self, state: Battle, seat: int) -> int:
        return greedy.greedy(state, state.memory, seat)

    def distinct_moves(self, state: Battle, seat: int) -> list[int]:
        return greedy.distinct_moves(state, state.memory, seat)

    def moves_found(self, state: Battle, seat: int, finds: int, salt: int) -> list[int]:
        """Somebody who overlooks boxes does so all round long: it is decided by the dice, not by ``salt``."""
        return greedy.moves_found(state, state.memory, seat, finds)

    def kept(self, state: Battle, seat: int) -> float:
        """Dice that a fighter owns."""
        return state.count[seat] / DICE

    def playout_move(self, state: Battle, seat: int, rng: Rng) -> int:
        return greedy.playout_move(state, state.memory, seat, rng)

    def chapter(self, state: Battle) -> int:
        """A search looks ahead to the next roll."""
        return state.round

    def estimate(self, state: Battle, seat: int) -> float:
        return estimate.estimate(state, seat)

    def estimate_terms(self, state: Battle, table: str) -> list[list[float]]:
        return estimate.terms(state)

    def weights(self, seats: int, options: Options) -> list[Weights]:
        return [estimate.WEIGHTS[MODE_NAMES.index(str(options["mode"]))]]

    def weigh(self, weights: Weights) -> None:
        estimate.weigh(weights.table, weights.values)
