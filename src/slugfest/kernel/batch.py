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
from .outcome import Outcome
from .rng import Rng

_CHUNK: Final = 64  # games whose observations and actions are written together and then joined
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
        self.spare = game.deal(seats, options, Rng())  # stands where a game is about to be dealt anew
        self.queues: list[list[int]] = []  # who is asked after the one that is asked now
        self.asked: list[int] = [0] * games  # by game: the seat that is asked
        self.observations = bytearray()
        self.empty = bytes(self.size)  # an observation before anything is written into it
        self.counts = bytearray()  # by game: how many legal actions, as machine integers
        self.legal = bytearray()  # the same, then these actions, game after game
        self.filled = 0  # how many machine integers that is
        # What is being written: of a chunk of games, and the chunks before it.
        self.rows: list[bytearray] = []
        self.row_chunks: list[bytes] = []
        self.room = _CHUNK * _ROOM  # how many legal actions a chunk has room for
        self.actions = bytearray()
        self.listed = 0  # how many
        self.action_chunks: list[bytearray] = []
        self.counts_open: memoryview | None = None  # the same stores, open for machine integers
        self.actions_open: memoryview | None = None
        self.ended: list[int] = []  # games that ended in the last step
        self.outcomes: list[Outcome] = []  # and how
        for index in range(games):
            self.states.append(game.deal(seats, options, chance.fork()))
            self.queues.append([])
            self.ask(index)
        self.read_all()

    def ask(self, index: int) -> None:
        """Whom a game asks next; it is dealt anew when it is over."""
        owing = self.states[index].actors()
        if not owing:
            self.end(index)
            owing = self.states[index].actors()
        queue = self.queues[index]
        if len(owing) == 1:
            if queue:
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

    def end(self, index: int) -> None:
        """Note how a game ended, and deal it anew.

        The old position is given up first. So the new one comes to lie where it was, and not where other games were: of
        thousands of positions, those that are scattered in memory take twice as long to reach.
        """
        outcome = self.states[index].outcome()
        assert outcome is not None
        self.ended.append(index)
        self.outcomes.append(outcome)
        self.queues[index].clear()
        self.states[index] = self.spare
        self.states[index] = self.game.deal(self.seats, self.options, self.chance.fork())

    def read_all(self) -> None:
        """Write the observations and legal actions of all seats that are asked."""
        self.begin_reading()
        for index in range(len(self.states)):
            self.read(index)
        self.end_reading()

    def begin_reading(self) -> None:
        self.counts = bytearray(len(self.states) * _BYTES)
        self.counts_open = memoryview(self.counts).cast("q")
        self.row_chunks = []
        self.action_chunks = []
        self.filled = len(self.states)
        self.begin_chunk()

    def begin_chunk(self) -> None:
        self.rows = []
        self.listed = 0
        self.actions = bytearray(self.room * _BYTES)
        self.actions_open = memoryview(self.actions).cast("q")

    def read(self, index: int) -> None:
        """Add the observation and the legal actions of the seat that one game asks."""
        state = self.states[index]
        seat = self.asked[index]
        learning = self.game.learning
        actions: list[Any] = learning.actions(state, seat)  # Any: they go from store to store as they are
        at: i64 = self.listed
        end = at + len(actions)
        if end > self.room:
            self.make_room(int(end))
        counts: Any = self.counts_open
        counts[index] = len(actions)
        store: Any = self.actions_open
        for action in actions:
            store[at] = action
            at += 1
        self.listed = int(end)
        row = bytearray(self.empty[0 : self.size])  # a slice: compiled, this is the quickest way to new bytes
        learning.observe(state, seat, row, 0)
        self.rows.append(row)
        if len(self.rows) == _CHUNK:  # small pieces stay in the processor's cache
            self.end_chunk()
            self.begin_chunk()

    def make_room(self, wanted: int) -> None:
        """Move the legal actions into a store that has room for so many and some more."""
        self.room = wanted + wanted // 2
        before = self.actions
        self.actions = bytearray(self.room * _BYTES)
        self.actions[: len(before)] = before
        self.actions_open = memoryview(self.actions).cast("q")

    def end_chunk(self) -> None:
        self.row_chunks.append(b"".join(self.rows))
        self.action_chunks.append(self.actions[: self.listed * _BYTES])
        self.filled += self.listed

    def end_reading(self) -> None:
        self.end_chunk()
        self.observations = bytearray().join(self.row_chunks)
        self.legal = bytearray().join([self.counts, *self.action_chunks])
        self.counts_open = self.actions_open = None  # they could not be pickled
        self.rows, self.row_chunks, self.action_chunks = [], [], []

    def begin_step(self) -> None:
        """Forget which games ended before."""
        self.ended = []
        self.outcomes = []

    def decide(self, index: int, action: int) -> None:
        """One decision in one game; :meth:`read_all` shows what came of it. The action must be legal."""
        seat = self.asked[index]
        move = self.game.learning.move_of(self.states[index], seat, action)
        self.states[index].apply(seat, move)  # not held here: if it ends the game, it is given up
        self.ask(index)

    def step(self, actions: list[int]) -> None:
        """One decision in every game. The actions must be legal."""
        self.begin_step()
        self.begin_reading()
        for index in range(len(actions)):  # in one go, while the position is in the processor's cache
            self.decide(index, actions[index])
            self.read(index)
        self.end_reading()
