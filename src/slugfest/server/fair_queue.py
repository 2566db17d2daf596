"""Whose question a bot thinks about next: tables take turns, decisions come before hints.

However many windows one table opens and however many bots it has, another table waits for one thought of theirs, not
for all. While many wait, everybody's bots think a little less: a queue that only grows helps nobody.
"""

from __future__ import annotations

import math
from typing import Final, Generic, Protocol, TypeVar

from slugfest.protocol.thinking import Purpose

MOST_HINTS_WAITING: Final = 8  # of one table; more seats than any table has
HINTS_TURN: Final = 4  # while bots wait, so many decisions are thought about before a hint is


class Waiting(Protocol):
    """A question that waits."""

    @property
    def table(self) -> str: ...

    @property
    def purpose(self) -> Purpose: ...


T = TypeVar("T", bound=Waiting)


class FairQueue(Generic[T]):
    """Questions that wait, by table."""

    def __init__(self) -> None:
        self._waiting: list[T] = []  # in the order they came
        self._turns: dict[str, int] = {}  # by table that waits: when it came, or was last served
        self._clock = 0
        self._since_hint = 0  # decisions taken while a hint waited

    def __len__(self) -> int:
        return len(self._waiting)

    def of(self, table: str) -> list[T]:
        """What a table waits for."""
        return [waiting for waiting in self._waiting if waiting.table == table]

    def tables(self) -> set[str]:
        return set(self._turns)

    def put(self, waiting: T) -> bool:
        """Let a question wait; False if its table asks for too many hints."""
        if waiting.purpose == "advise":
            hints = [other for other in self.of(waiting.table) if other.purpose == "advise"]
            if len(hints) >= MOST_HINTS_WAITING:
                return False
        self._clock += 1
        self._turns.setdefault(waiting.table, self._clock)
        self._waiting.append(waiting)
        return True

    def remove(self, waiting: T) -> None:
        """Nobody waits for this answer any more."""
        self._waiting.remove(waiting)
        if not self.of(waiting.table):
            del self._turns[waiting.table]

    def take(self, hints: bool = True) -> T | None:
        """The question whose turn it is; with ``hints`` False only decisions are looked at."""
        purpose = self._purpose(hints)
        found = [waiting for waiting in self._waiting if waiting.purpose == purpose]
        if not found:
            return None
        taken = min(found, key=lambda waiting: self._turns[waiting.table])  # of one table, what came first
        self._clock += 1
        self._turns[taken.table] = self._clock
        self.remove(taken)
        return taken

    def _purpose(self, hints: bool) -> Purpose:
        kinds = {waiting.purpose for waiting in self._waiting}
        if "advise" not in kinds or not hints:
            return "decide"
        if "decide" not in kinds or self._since_hint >= HINTS_TURN:
            self._since_hint = 0
            return "advise"
        self._since_hint += 1
        return "decide"


# ---- how much to think ---------------------------------------------------------------------------------------------

LEAST_SHARE: Final = 0.1
_REMEMBERED: Final = 0.8  # of what thoughts took so far, when another is done


class ThinkingBudget:
    """How long thoughts take, and how much of one is in order while so many tables wait.

    The budget is a share of a bot's iterations, settled before it begins: what a bot decides depends on how many
    wait, never on a clock it looks at while it thinks. Up to as many tables as there are workers nothing changes.
    """

    def __init__(self, workers: int, comfortable: float) -> None:
        self._workers = workers
        self._comfortable = comfortable  # seconds that anybody waits for a bot gladly
        self._seconds: dict[tuple[str, str], float] = {}  # of a whole thought, by game and level

    def share(self, game: str, level: str, tables: int) -> float:
        """How much of its usual budget a bot gets while so many tables, its own among them, want an answer."""
        rounds = tables / self._workers
        expected = self._seconds.get((game, level), 0.0) * rounds
        if rounds <= 1.0 or expected <= self._comfortable:
            return 1.0
        # Half of the strain is borne in patience, half in strength.
        return max(LEAST_SHARE, math.sqrt(self._comfortable / expected))

    def took(self, game: str, level: str, share: float, seconds: float) -> None:
        """A thought with this share of its budget took so long."""
        whole = seconds / share
        before = self._seconds.get((game, level), whole)
        self._seconds[game, level] = _REMEMBERED * before + (1.0 - _REMEMBERED) * whole

    def forget(self) -> None:
        """What thoughts took says nothing any more: bots have become quicker."""
        self._seconds.clear()
