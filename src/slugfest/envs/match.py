"""A match as all environments see it: who acts next, which actions are legal, and the final returns.

A *cycle* asks every seat that owes a decision once. Seats that decide at the same time are asked one after the other;
none of them observes what the others chose.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import Any, Literal

from rich.text import Text as Marked

from slugfest.kernel import (
    SPECTATOR,
    Facts,
    Game,
    Options,
    Outcome,
    Rng,
    Search,
    SlugfestError,
    State,
    game,
    rng,
    seeded,
)

from .actions import Actions
from .encoding import Encoding

Illegal = Literal["lose", "default", "raise"]
_warned = False


def warn_if_interpreted() -> None:
    """Warn once in the life of a process if the engine is installed without its compiled part.

    Whoever works in a clone, or has said ``SLUGFEST_INTERPRETED=1``, knows.
    """
    global _warned
    if _warned or os.environ.get("SLUGFEST_INTERPRETED", "0") not in ("", "0"):
        return
    _warned = True
    file = str(rng.__file__)
    if file.endswith(".py") and "site-packages" in file:
        warnings.warn(
            "Slugfest runs interpreted, about ten times slower than compiled: install a wheel made by "
            "./dev wheel (docs/environments.md), or set SLUGFEST_INTERPRETED=1",
            RuntimeWarning,
            stacklevel=4,
        )


class Match:
    """One game after another with the same seats and options.

    ``optional`` also asks seats that owe nothing but might do something (in KAPOW! dice: change their mind after saying
    ready), once a cycle; they may wait.

    ``macros`` offers only the moves that a search would try (``Search.distinct_moves``: in KAPOW! dice the steps of the
    solver's placements) and makes a decision itself where there is only one.
    """

    def __init__(
        self,
        game_id: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        optional: bool = False,
        waiting: bool = False,
        macros: bool = False,
    ) -> None:
        warn_if_interpreted()
        self.game: Game = game_id if isinstance(game_id, Game) else game(game_id)
        self.seats: int = self._count(seats, options or {})
        self.options: Options = self.game.settle(self.seats, dict(options or {}))
        if optional and macros:
            raise SlugfestError("choose optional or macros: a search leaves optional moves alone")
        self.optional = optional
        self.macros: Search[Any] | None = self.game.require_search() if macros else None
        self.encoding = Encoding(self.game, self.seats, self.options)
        self.actions = Actions(self.game, self.seats, self.options, waiting or optional)
        self.cycle = 0
        self.state: State = State()
        self._chance: Rng | None = None
        self._queue: list[int] = []

    def _count(self, seats: int | None, options: Mapping[str, Any]) -> int:
        """The given number of seats, or the smallest from two on that these options allow."""
        if seats is not None:
            return seats
        counts = self.game.seat_counts()
        for count in sorted(counts, key=lambda count: (count < 2, count)):
            try:
                self.game.settle(count, dict(options))
            except SlugfestError:
                continue
            return count
        return counts[0]  # settling the options then says what is wrong

    def begin(self, seed: int | None, position: Facts | None = None) -> None:
        """Start a game, or set up a position document. Without a seed the random numbers continue."""
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
        """The seats that a new cycle asks; empty when the game is over."""
        owing = self.state.actors()
        if not owing or not self.optional:
            return owing
        return [seat for seat in range(self.seats) if seat in owing or self.state.moves(seat)]

    def next_seat(self) -> int:
        """The seat that acts next, or -1 when the game is over. A new cycle starts when all have been asked."""
        seat = self._next_asked()
        while self.macros is not None and seat >= 0:
            moves = self.macros.distinct_moves(self.state, seat)
            if len(moves) != 1:
                break
            self.state.apply(seat, moves[0])
            seat = self._next_asked()
        return seat

    def _next_asked(self) -> int:
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
        """The legal actions of a seat: its moves, and waiting if it owes nothing."""
        owes = seat in self.state.actors()
        if not owes and not self.optional:
            return [self.actions.wait] if self.actions.count > self.actions.wait else []
        if self.macros is not None:
            learning = self.game.learning
            moves = self.macros.distinct_moves(self.state, seat)
            return [learning.action_of(self.state, seat, move) for move in moves]
        legal = self.actions.legal(self.state, seat)
        if not owes:
            legal.append(self.actions.wait)
        return legal

    def default_action(self, seat: int) -> int:
        """What replaces an illegal action: the move of a seat whose time runs out."""
        if seat not in self.state.actors():
            return self.actions.wait
        return self.state.game.learning.action_of(self.state, seat, self.state.default_move(seat))

    def returns(self) -> list[float]:
        """The return of every seat."""
        outcome = self.state.outcome()
        return [0.0] * self.seats if outcome is None else returns(self.game, self.options, outcome)

    def why_illegal(self, seat: int, action: int) -> str:
        """Explain why an action is illegal."""
        move = self.actions.move(self.state, seat, action)
        if action == self.actions.wait:
            return f"player_{seat} owes a decision and cannot wait"
        if move < 0:
            return f"{action} is no action: they are numbered from 0 to {self.actions.count - 1}"
        if self.macros is not None and self.state.legal(seat, move):
            text = self.actions.text(self.state, seat, action)
            return f"player_{seat} is not offered {text}: with macros only what a search would try is"
        if self.state.legal(seat, move):  # optional, and not asked
            return f"player_{seat} owes nothing: it can only wait"
        reason = self.state.refusal(seat, move).text.en
        return f"player_{seat} may not play {self.actions.text(self.state, seat, action)}: {reason}"

    def rendered(self, eyes: int = SPECTATOR) -> str:
        """The board as text, for one seat or for spectators."""
        names = [f"player_{seat}" for seat in range(self.seats)]
        return Marked.from_markup(self.game.terminal.render(self.state.view(eyes), names, "en")).plain

    def show(self, eyes: int, mode: str | None) -> str | None:
        """Print the board in the mode "human", else return it."""
        board = self.rendered(eyes)
        if mode != "human":
            return board
        print(board)
        return None


def returns(game: Game, options: Options, outcome: Outcome) -> list[float]:
    """Returns from -1 (lost to all) over 0 (a draw) to 1 (won): the share of other sides beaten, less the share that
    won. Teammates share one return."""
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
