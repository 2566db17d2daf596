"""Tag Team for a search: samples, moves worth trying, and what a sensible beginner does."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.content import (
    BOX,
    DRAW,
    POSITIONS,
)
from slugfest.games.tag_team.position.moves import CHOOSE, INSERT, PICK, UNDER
from slugfest.games.tag_team.position.position import CHARACTER, DECK
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import Options, Rng, Search, Weights

from . import estimate, hidden

_MUCH: Final = 10  # Power that a hoarder would call enough


class TagTeamSearch(Search[Battle]):
    def __init__(self) -> None:
        super().__init__()
        self.bluffs = False  # the best place for a card is rarely a matter of being guessed
        self.open_choices = True
        self.horizon = 4  # to the end of the next fight phase; the estimate covers what comes later

    def sample(self, state: Battle, seat: int, rng: Rng) -> Battle:
        fresh = Battle()
        state.copy_position(fresh)
        fresh.rng = rng.fork()
        unknown = state.unknown
        if unknown is None or unknown.seat != seat:
            unknown = hidden.Unknown(state, seat)
            state.unknown = unknown
        hidden.redeal(fresh, unknown, rng)
        return fresh

    def half_remembered(self, state: Battle, seat: int, memory: int, rng: Rng) -> Battle:
        """Of the other's fight deck only the cards that were played last are remembered in their order."""
        fresh = self.sample(state, seat, rng)
        if state.phase == DECK:
            hidden.disorder(fresh, 1 - seat, memory, rng)
        return fresh

    def redeal(self, state: Battle, rng: Rng) -> Battle:
        fresh = state.copy()
        fresh.rng = rng.fork()
        hidden.redeal_for_all(fresh, rng)
        return fresh

    def greedy(self, state: Battle, seat: int) -> int:
        """Imagine one thing the other may do, try every own decision against it, and take the best."""
        moves = self.distinct_moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        if moves[0] < CHOOSE:
            return _easiest(moves)
        base = state
        if state.phase != CHARACTER:
            base = state.copy()
            while seat in base.actors() and 1 - seat in base.actors():
                base.apply(1 - seat, self.playout_move(base, 1 - seat, base.rng))
        best = moves[0]
        best_value = -1.0
        for move in moves:
            trial = base.copy()
            trial.apply(seat, move)
            if INSERT <= move < UNDER:
                trial.apply(seat, self.distinct_moves(trial, seat)[0])
            value = estimate.estimate(trial, seat)
            if value > best_value:
                best, best_value = move, value
        return best

    def distinct_moves(self, state: Battle, seat: int) -> list[int]:
        """The legal moves without those that come to the same (TT-212)."""
        if state.phase != DECK or state.decided >> seat & 1:
            return state.moves(seat)
        drawn = state.drawn[seat]
        if len(drawn) < DRAW:
            return _distinct_orders(state, seat)
        moves: list[int] = []
        deck = state.decks[seat]
        size: i64 = len(deck)
        for index in range(DRAW):
            kind = drawn[index]
            if kind in drawn[:index]:
                continue
            first = INSERT + kind * POSITIONS
            place: i64 = 0
            while place <= size:
                if place == 0 or deck[place - 1] != kind:  # in front of a copy is the same as behind it
                    moves.append(first + place)
                place += 1
        return moves

    def playout_move(self, state: Battle, seat: int, rng: Rng) -> int:
        """A quick move at random."""
        if state.phase == DECK:
            drawn = state.drawn[seat]
            if len(drawn) < DRAW:
                return UNDER + drawn[0]
            kind = drawn[rng.below(DRAW)]
            return INSERT + kind * POSITIONS + int(rng.below(len(state.decks[seat]) + 1))
        moves = state.moves(seat)
        return moves[rng.below(len(moves))]

    def kept(self, state: Battle, seat: int) -> float:
        """The Power of both fighters; none while they are chosen."""
        if not state.power:
            return 0.0
        return min(1.0, (state.power[2 * seat] + state.power[2 * seat + 1]) / _MUCH)

    def estimate(self, state: Battle, seat: int) -> float:
        return estimate.estimate(state, seat)

    def estimate_terms(self, state: Battle, table: str) -> list[list[float]]:
        return estimate.terms(state)

    def weights(self, seats: int, options: Options) -> list[Weights]:
        return [estimate.WEIGHTS]

    def weigh(self, weights: Weights) -> None:
        estimate.weigh(weights.values)


def _distinct_orders(table: Decisions, seat: int) -> list[int]:
    """The order under the build deck matters only if the two cards will be drawn in different rounds: cards are drawn
    by threes, and the pair will lie at the places m and m + 1 from the top."""
    drawn = table.drawn[seat]
    if drawn[0] != drawn[1] and len(table.build[seat]) % DRAW == DRAW - 1:
        return [UNDER + drawn[0], UNDER + drawn[1]]
    return [UNDER + min(drawn[0], drawn[1])]


def _easiest(moves: list[int]) -> int:
    """A beginner takes the fighters that are easy to play, and keeps them from the other."""
    best = moves[0]
    for move in moves:
        if (
            BOX.difficulty[(move - PICK) % len(BOX.difficulty)]
            < BOX.difficulty[(best - PICK) % len(BOX.difficulty)]
        ):
            best = move
    return best
