"""Custom Heroes for a search."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.content import EMPTY
from slugfest.games.custom_heroes.position.position import ASCENDED_SET, LEAD, TURN
from slugfest.kernel import Facts, Options, Rng, Search, Weights

from . import distinct, estimate, greedy, hidden
from .notes import Notes

_MUCH: Final = 12  # pieces and power that a hoarder would call enough


class HeroesSearch(Search[Battle]):
    def __init__(self) -> None:
        super().__init__()
        self.open_choices = True

    def iterations(self, seats: int) -> int:
        return 400  # each imagined game is played by sensible players to the end of the round

    def sample(self, state: Battle, seat: int, rng: Rng) -> Battle:
        fresh = Battle()
        state.copy_position(fresh)
        fresh.rng = rng.fork()
        unknown = state.unknown
        if unknown is None or unknown.seat != seat:
            unknown = hidden.Unknown(state, seat)
            state.unknown = unknown
        fresh.memory = unknown.memory
        hidden.redeal(fresh, unknown, rng)
        return fresh

    def information_key(self, state: Battle, seat: int) -> int:
        """What is to be beaten: a play is seen as one move whatever was played."""
        if state.phase != TURN or state.draft or state.top == LEAD:
            return 0
        if state.top == ASCENDED_SET:
            return 1
        number = (state.top_value + 64) * 32 + state.top_count
        return 2 + 2 * number + (1 if state.descending else 0)

    def greedy(self, state: Battle, seat: int) -> int:
        return greedy.greedy(state, seat)

    def distinct_moves(self, state: Battle, seat: int) -> list[int]:
        return distinct.distinct_moves(state, seat)

    def playout_move(self, state: Battle, seat: int, rng: Rng) -> int:
        """What the sensible beginner does, but a turn is thought about only once."""
        if state.phase != TURN:
            return greedy.greedy(state, seat)
        notes = state.notes
        if notes is None:
            notes = Notes(state.memory)
            state.notes = notes
        move = notes.next_move(state)
        if move != EMPTY:
            return move
        if state.draft:
            return greedy.greedy(state, seat)
        moves = greedy.take_turn(state, seat, greedy.remembered_plan(state, notes.memory, seat))
        notes.keep(state, moves)
        return moves[0]

    def kept(self, state: Battle, seat: int) -> float:
        """Pieces and power."""
        return min(1.0, (len(state.stocks[seat]) + state.power(seat)) / _MUCH)

    def offender(self, steps: list[Facts], seat: int) -> int:
        """Whoever last beat a set of this seat."""
        found = top = -1
        for step in steps:
            for event in step["events"]:
                if event["kind"] == "play":
                    if top == seat and event["seat"] != seat:
                        found = event["seat"]
                    top = event["seat"]
                elif event["kind"] == "trick":
                    top = -1
        return found

    def chapter(self, state: Battle) -> int:
        return state.round

    def estimate(self, state: Battle, seat: int) -> float:
        return estimate.estimate(state, seat)

    def estimate_terms(self, state: Battle, table: str) -> list[list[float]]:
        return estimate.terms(state, table)

    def estimate_sure(self, state: Battle, table: str) -> list[float]:
        return estimate.sure(state, table)

    def estimate_won(self, state: Battle, table: str) -> list[int]:
        return estimate.won(state, table)

    def weights(self, seats: int, options: Options) -> list[Weights]:
        return [estimate.WIN_OF_TWO if seats == 2 else estimate.WIN, estimate.FIRST]

    def weigh(self, weights: Weights) -> None:
        estimate.weigh(weights.table, weights.values)
