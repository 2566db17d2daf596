"""The steps of matches as each seat saw them, encoded once and shared by all snapshots."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

import msgspec

from slugfest.kernel import Entry as Move
from slugfest.kernel import Game
from slugfest.table import Table
from slugfest.table.views import opening_step, step_seen

from .budgets import charged_to, paying

MOST_BYTES: Final = 64 << 20  # of all matches together
MANY_MOVES: Final = 40  # more than these are encoded in a thread

_encode = msgspec.json.Encoder().encode
_opening: Final = _encode(opening_step())
_none: Final = msgspec.Raw(b"[]")


class SharedLogs:
    """Encoded steps by match and seat. Those that were used least recently are dropped first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, int], Steps] = OrderedDict()
        self._size = 0

    def log(self, table: Table, seat: int) -> msgspec.Raw:
        """The steps of a match as a seat saw them. Only what was not encoded before is encoded now."""
        if table.history is None:
            return _none
        steps = self._kept.get((table.id, seat)) or Steps(table.game, seat)
        steps.follow(table.history.entries)
        self._keep(table.id, steps)
        return steps.log

    async def prepare(self, table: Table, seat: int) -> None:
        """Encode in a thread if there is much to encode. The table must not be changed meanwhile."""
        if table.history is None:
            return
        moves = table.history.entries
        steps = self._kept.get((table.id, seat)) or Steps(table.game, seat)
        if len(moves) - steps.unchanged(moves) > MANY_MOVES:
            await asyncio.to_thread(charged_to(paying(), lambda: steps.follow(moves)))
            self._keep(table.id, steps)

    def _keep(self, match: str, steps: Steps) -> None:
        before = self._kept.pop((match, steps.seat), None)
        self._size -= 0 if before is None else before.counted
        steps.counted = len(steps)
        self._size += steps.counted
        self._kept[match, steps.seat] = steps
        while self._size > self._most and len(self._kept) > 1:
            self._size -= self._kept.popitem(last=False)[1].counted


class Steps:
    """The encoded steps of one match for one seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.log = _none
        self.counted = 0
        self._game = game
        self._moves: list[Move] = []
        self._ends: list[int] = []  # by move: how many steps there are after it
        self._steps: list[bytes] = []  # without the opening

    def __len__(self) -> int:
        """Bytes, which are held twice: step by step, and joined."""
        return 2 * len(bytes(self.log))

    def unchanged(self, moves: list[Move]) -> int:
        """How many of the moves known here are still part of the game: taking back changes the last ones."""
        known = min(len(self._moves), len(moves))
        while known and self._moves[known - 1] is not moves[known - 1]:
            known -= 1
        return known

    def follow(self, moves: list[Move]) -> None:
        """Encode what is new, and drop what was taken back."""
        known = self.unchanged(moves)
        if self.log is not _none and known == len(self._moves) == len(moves):
            return
        del self._moves[known:], self._ends[known:]
        del self._steps[self._ends[-1] if known else 0 :]
        for move in moves[known:]:
            if move.noticed_by(self.seat):
                self._steps.append(_encode(step_seen(self._game, len(self._steps) + 1, move, self.seat)))
            self._moves.append(move)
            self._ends.append(len(self._steps))
        self.log = msgspec.Raw(b"[" + b",".join([_opening, *self._steps]) + b"]")
