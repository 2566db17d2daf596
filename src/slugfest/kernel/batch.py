"""Many games stepped together, for programs that learn from many decisions a second.

Everything a learner reads lies in two flat stores, over which arrays may be laid without copying: observations in one
``bytearray``, a row a game; in another, machine integers, first how many legal actions each game has and then these
actions, game after game. Both are new after every step, so they may be kept. A game that is over is dealt anew at once.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from .contract import Game, State
from .observation import observation_size
from .options import Options
from .rng import Rng

_CHUNK: Final = 64  # observations that are joined at once
_BYTES: Final = 8  # of a machine integer
_ROOM: Final = 16  # legal actions of a game that there is room for at first


@mypyc_attr(allow_interpreted_subclasses=True)
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
        self.empty = bytes(self.size)  # an observation before anything is written into it
        self.room = games * (1 + _ROOM)  # how many machine integers the store has room for
        self.legal = bytearray()  # by game: how many legal actions; then these, game after game
        self.filled = 0  # how many machine integers there are
        self.written: memoryview | None = None  # the same store while it is written
        self.rows: list[bytearray] = []  # observations that are being written,
        self.chunks: list[bytes] = []  # and those before them, many in one
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
        self.begin_reading()
        for index in range(len(self.states)):
            self.read(index)
        self.end_reading()

    def begin_reading(self) -> None:
        self.legal = bytearray(self.room * _BYTES)
        self.written = memoryview(self.legal).cast("q")
        self.filled = len(self.states)
        self.rows = []
        self.chunks = []

    def read(self, index: int) -> None:
        """Add the observation and the legal actions of the seat that one game asks."""
        state = self.states[index]
        seat = self.asked[index]
        learning = self.game.learning
        actions: list[Any] = learning.actions(state, seat)  # Any: they go from store to store as they are
        at: i64 = self.filled
        end = at + len(actions)
        if end > self.room:
            self.make_room(int(end))
        legal: Any = self.written
        legal[index] = len(actions)
        for action in actions:
            legal[at] = action
            at += 1
        self.filled = int(end)
        row = bytearray(self.empty[0 : self.size])  # a slice: compiled, this is the quickest way to new bytes
        learning.observe(state, seat, row, 0)
        self.rows.append(row)
        if len(self.rows) == _CHUNK:  # small pieces stay in the processor's cache
            self.chunks.append(b"".join(self.rows))
            self.rows = []

    def make_room(self, wanted: int) -> None:
        """Move the legal actions into a store that has room for so many and some more."""
        self.room = wanted + wanted // 2
        before = self.legal
        self.legal = bytearray(self.room * _BYTES)
        self.legal[: len(before)] = before
        self.written = memoryview(self.legal).cast("q")

    def end_reading(self) -> None:
        self.chunks.append(b"".join(self.rows))
        self.observations = bytearray().join(self.chunks)
        self.written = None  # it could not be pickled
        self.rows = []
        self.chunks = []

    def begin_step(self) -> None:
        """Forget which games ended before."""
        self.ended = []
        self.finals = []

    def decide(self, index: int, action: int) -> None:
        """One decision in one game; :meth:`read_all` shows what came of it. The action must be legal."""
        state = self.states[index]
        seat = self.asked[index]
        state.apply(seat, self.game.learning.move_of(state, seat, action))
        self.ask(index)

    def step(self, actions: list[int]) -> None:
        """One decision in every game. The actions must be legal."""
        self.begin_step()
        self.begin_reading()
        for index in range(len(actions)):  # in one go, while the position is in the processor's cache
            self.decide(index, actions[index])
            self.read(index)
        self.end_reading()
