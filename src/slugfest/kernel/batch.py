"""Many games stepped together, for programs that learn from many decisions a second.

Everything a learner reads lies in two flat stores: observations in one ``bytearray``, a row a game, which arrays may be
laid over without copying; legal actions in one list. Both are new after every step, so they may be kept. A game that is
over is dealt anew at once.
"""

from __future__ import annotations

from .contract import Game, State
from .observation import observation_size
from .options import Options
from .rng import Rng


class Batch:
    """Several games with the same seats and options. Each asks one seat at a time; seats that decide simultaneously are
    asked one after the other, without seeing each other's choice."""

    def __init__(self, game: Game, seats: int, options: Options, games: int, chance: Rng) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.chance = chance
        self.size = observation_size(game.learning.fields(seats, options))
        self.states: list[State] = []
        self.queues: list[list[int]] = []  # who is asked after the one that is asked now
        self.asked: list[int] = [0] * games  # by game: the seat that is asked
        self.observations = bytearray()
        self.legal: list[int] = []  # the legal actions of all that are asked, game by game
        self.counts: list[int] = [0] * games  # by game: how many of them
        self.ended: list[int] = []  # games that ended in the last step
        self.finals: list[State] = []  # and how
        for index in range(games):
            self.states.append(game.deal(seats, options, chance.fork()))
            self.queues.append([])
            self.ask(index)
        self.read_all()

    def ask(self, index: int) -> None:
        """Whom a game asks next; it is dealt anew when it is over."""
        state = self.states[index]
        owing = state.actors()
        if not owing:
            self.ended.append(index)
            self.finals.append(state)
            state = self.game.deal(self.seats, self.options, self.chance.fork())
            self.states[index] = state
            self.queues[index] = []
            owing = state.actors()
        queue = self.queues[index]
        if len(owing) == 1:
            queue.clear()
            self.asked[index] = owing[0]
            return
        while queue:
            seat = queue.pop(0)
            if seat in owing:
                self.asked[index] = seat
                return
        self.asked[index] = owing[0]
        self.queues[index] = owing[1:]

    def read_all(self) -> None:
        """Write the observations and legal actions of all seats that are asked."""
        legal: list[int] = []
        rows: list[bytes] = []
        size = self.size
        learning = self.game.learning
        for index in range(len(self.states)):
            state = self.states[index]
            seat = self.asked[index]
            rows.append(learning.observation(state, seat, size))
            actions = learning.actions(state, seat)
            legal += actions
            self.counts[index] = len(actions)
        self.legal = legal
        self.observations = bytearray().join(rows)

    def step(self, actions: list[int]) -> None:
        """One decision in every game. The actions must be legal."""
        self.ended = []
        self.finals = []
        learning = self.game.learning
        for index in range(len(actions)):
            state = self.states[index]
            seat = self.asked[index]
            state.apply(seat, learning.move_of(state, seat, actions[index]))
            self.ask(index)
        self.read_all()
