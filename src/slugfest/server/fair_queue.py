"""Which question a bot thinks about next: tables take turns, decisions come before hints.

However many questions one table has, another table waits for one of them at most. While many tables wait, all bots
think less.
"""

from __future__ import annotations

import math
from typing import Final, Generic, Protocol, TypeVar

from slugfest.protocol.thinking import Purpose

MOST_HINTS_WAITING: Final = 8  # of one table; more seats than any table has
HINTS_TURN: Final = 4  # while both wait, a hint comes after so many decisions


class Waiting(Protocol):
    """A waiting question."""

    @property
    def table(self) -> str: ...

    @property
    def purpose(self) -> Purpose: ...


T = TypeVar("T", bound=Waiting)


class FairQueue(Generic[T]):
    """Waiting questions."""

    def __init__(self) -> None:
        self._waiting: list[T] = []  # in the order they came
        self._turns: dict[str, int] = {}  # by waiting table: when it came, or was last served
        self._clock = 0
        self._since_hint = 0  # decisions taken while a hint waited

    def __len__(self) -> int:
        return len(self._waiting)

    def of(self, table: str) -> list[T]:
        """The waiting questions of a table."""
        return [waiting for waiting in self._waiting if waiting.table == table]

    def tables(self) -> set[str]:
        return set(self._turns)

    def put(self, waiting: T) -> bool:
        """Add a question; False if its table asks for too many hints."""
        if waiting.purpose == "advise":
            hints = [other for other in self.of(waiting.table) if other.purpose == "advise"]
            if len(hints) >= MOST_HINTS_WAITING:
                return False
        self._clock += 1
        self._turns.setdefault(waiting.table, self._clock)
        self._waiting.append(waiting)
        return True

    def remove(self, waiting: T) -> None:
        """Remove a question."""
        self._waiting.remove(waiting)
        if not self.of(waiting.table):
            del self._turns[waiting.table]

    def take(self, hints: bool = True) -> T | None:
        """Take the next question; with ``hints`` False, the next decision."""
        purpose = self._purpose(hints)
        found = [waiting for waiting in self._waiting if waiting.purpose == purpose]
        if not found:
            return None
        taken = min(found, key=lambda waiting: self._turns[waiting.table])  # within a table, in order
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
_REMEMBERED: Final = 0.8  # weight of the former average when another thought is done


class ThinkingBudget:
    """How much a bot may think while many tables wait, from how long thoughts have taken.

    The budget is a share of a bot's iterations, fixed before it begins: its decision never depends on a clock. With
    no more waiting tables than workers, the share is 1.
    """

    def __init__(self, workers: int, comfortable: float) -> None:
        self._workers = workers
        self._comfortable = comfortable  # seconds of waiting that need no shorter thoughts
        self._seconds: dict[tuple[str, str], float] = {}  # of a whole thought, by game and level

    def share(self, game: str, level: str, tables: int) -> float:
        """The share of its usual budget that a bot gets while so many tables, including its own, want an answer."""
        rounds = tables / self._workers
        expected = self._seconds.get((game, level), 0.0) * rounds
        if rounds <= 1.0 or expected <= self._comfortable:
            return 1.0
        # Half of the load lengthens the wait, half shortens the thoughts.
        return max(LEAST_SHARE, math.sqrt(self._comfortable / expected))

    def took(self, game: str, level: str, share: float, seconds: float) -> None:
        """Note how long a thought with this share of its budget took."""
        whole = seconds / share
        before = self._seconds.get((game, level), whole)
        self._seconds[game, level] = _REMEMBERED * before + (1.0 - _REMEMBERED) * whole

    def forget(self) -> None:
        """Forget how long thoughts took: bots have become faster."""
        self._seconds.clear()
