"""A match as all environments see it: who is asked next, what may be answered, and what it was worth in the end.

A *cycle* asks every seat that owes a decision once. Where the rules let several decide at the same time, they are asked
one after the other and none of them sees what the others chose: what a seat may know does not contain it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Literal

from rich.text import Text as Marked

from slugfest.kernel import SPECTATOR, Facts, Game, Options, Outcome, Rng, SlugfestError, State, game, seeded

from .actions import Actions
from .encoding import Encoding

Illegal = Literal["lose", "default", "raise"]


class Match:
    """One game after another at a table of one size.

    ``optional`` also asks seats that owe nothing but might do something (in KAPOW! dice: change their mind after saying
    ready), once a cycle; they may wait.
    """

    def __init__(
        self,
        game_id: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        optional: bool = False,
        waiting: bool = False,
    ) -> None:
        self.game: Game = game_id if isinstance(game_id, Game) else game(game_id)
        self.seats: int = self._count(seats, options or {})
        self.options: Options = self.game.settle(self.seats, dict(options or {}))
        self.optional = optional
        self.encoding = Encoding(self.game, self.seats, self.options)
        self.actions = Actions(self.game, self.seats, self.options, waiting or optional)
        self.cycle = 0
        self.state: State = State()
        self._chance: Rng | None = None
        self._queue: list[int] = []

    def _count(self, seats: int | None, options: Mapping[str, Any]) -> int:
        """The number of seats: as told, or the smallest from two on that these options can be played with."""
        if seats is not None:
            return seats
        counts = self.game.seat_counts()
        for count in sorted(counts, key=lambda count: (count < 2, count)):
            try:
                self.game.settle(count, dict(options))
            except SlugfestError:
                continue
            return count
        return counts[0]  # whose refusal says what is wrong

    def begin(self, seed: int | None, position: Facts | None = None) -> None:
        """Deal anew, or set up a position document. The same seed gives the same chance; without one chance goes on."""
        if seed is not None:
            self._chance = seeded("envs", seed)
        elif self._chance is None:
            self._chance = seeded("envs", os.urandom(16).hex())
        chance = self._chance.fork()
        if position is None:
            self.state = self.game.deal(self.seats, dict(self.options), chance)
        else:
            self.state = self.game.set_up(position)
            if self.state.seats != self.seats or self.state.options != self.options:
                raise SlugfestError("the position is of another table: seats or options differ")
            self.state.rng = chance
        self.cycle = 0
        self._queue = []

    def asked(self) -> list[int]:
        """Everybody who is asked in a cycle that begins now; nobody when the game is over."""
        owing = self.state.actors()
        if not owing or not self.optional:
            return owing
        return [seat for seat in range(self.seats) if seat in owing or self.state.moves(seat)]

    def next_seat(self) -> int:
        """The seat that is asked next, or -1 when the game is over. A new cycle begins when all have been asked."""
        state = self.state
        while self._queue:
            seat = self._queue.pop(0)
            if seat in state.actors() or (self.optional and state.actors() and state.moves(seat)):
                return seat
        asked = self.asked()
        if not asked:
            return -1
        self.cycle += 1
        self._queue = asked[1:]
        return asked[0]

    def legal(self, seat: int) -> list[int]:
        """What a seat may answer: its legal moves, and to wait where it owes nothing."""
        owes = seat in self.state.actors()
        if not owes and not self.optional:
            return [self.actions.wait] if self.actions.count > self.actions.wait else []
        legal = self.actions.legal(self.state, seat)
        if not owes:
            legal.append(self.actions.wait)
        return legal

    def instead(self, seat: int) -> int:
        """What stands for an illegal action: what the game does for a seat that lets its time run out."""
        if seat not in self.state.actors():
            return self.actions.wait
        return self.state.action_of(seat, self.state.default_move(seat))

    def returns(self) -> list[float]:
        """What the end was worth to each seat."""
        outcome = self.state.outcome()
        return [0.0] * self.seats if outcome is None else returns(self.game, self.options, outcome)

    def why_illegal(self, seat: int, action: int) -> str:
        """Why an action is none, in a sentence."""
        move = self.actions.move(self.state, seat, action)
        if action == self.actions.wait:
            return f"player_{seat} owes a decision and cannot wait"
        if move < 0:
            return f"{action} is no action: they are numbered from 0 to {self.actions.count - 1}"
        if self.state.legal(seat, move):  # optional, and nobody asked
            return f"player_{seat} owes nothing: it can only wait"
        told = self.state.refusal(seat, move).text.en
        return f"player_{seat} may not play {self.actions.text(self.state, seat, action)}: {told}"

    def painted(self, eyes: int = SPECTATOR) -> str:
        """The board as a terminal shows it, to one seat or to everybody."""
        names = [f"player_{seat}" for seat in range(self.seats)]
        return Marked.from_markup(self.game.render(self.state.view(eyes), names, "en")).plain

    def show(self, eyes: int, mode: str | None) -> str | None:
        """Render the board: printed in the mode "human", else told."""
        board = self.painted(eyes)
        if mode != "human":
            return board
        print(board)
        return None


def returns(game: Game, options: Options, outcome: Outcome) -> list[float]:
    """Results from -1 (lost against everybody) over 0 (a draw) to 1 (won): the sides that were beaten less those that
    have won, in parts of all others. Teammates share one result."""
    seats = len(outcome.ranks)
    sides = game.teams(seats, options)
    if outcome.values is not None or len(sides) < 2:
        return [2.0 * outcome.value(seat) - 1.0 for seat in range(seats)]
    results = [0.0] * seats
    for side in sides:
        mine = outcome.ranks[side[0]]
        theirs = [outcome.ranks[other[0]] for other in sides if other is not side]
        won = sum((rank > mine) - (rank < mine) for rank in theirs)
        for seat in side:
            results[seat] = won / len(theirs)
    return results
