"""What a report on balance counts of a game, beyond the seats, lengths and estimates that every game has.

A game declares it once (:meth:`Game.counting`): what can be used, who has just used it, who began, and what the ways to
end are called. With whom a seat plays is told by :meth:`Game.line_up`. The report itself knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from .events import Facts
from .text import Text

if TYPE_CHECKING:
    from .contract import State

Use = tuple[int, str]  # a seat, and the key of what it used


class Usable:
    """Something a player may use or leave alone: a card, a box, a piece, an action."""

    def __init__(self, key: str, kind: Text, name: Text, owner: str = "") -> None:
        self.key = key
        self.kind = kind  # alike things are compared under this heading: "Boxes"
        self.name = name
        self.owner = owner  # the member of the cast without whom nobody can use it; empty: everybody can


class Ending:
    """One way for a game to end, by the reason of its outcome."""

    def __init__(self, name: Text, limit: bool = False) -> None:
        self.name = name
        self.limit = limit  # a bound on rounds, turns or cards has stopped it


class Counting:
    """What to count. A game that has nothing of its own to say needs none of it."""

    def __init__(self, usable: Sequence[Usable] = (), endings: Mapping[str, Ending] | None = None) -> None:
        self.usable = list(usable)
        self.endings = dict(endings or {})

    def uses(self, before: State, seat: int, move: int, events: list[Facts]) -> list[Use]:
        """What was used by this move, and by whom: from the position before it, the move and all that it brought
        about, secrets included (it is asked when the game is over)."""
        return []

    def begins(self, state: State) -> list[int]:
        """The seats that begin, as soon as that is settled: asked at the deal and after every move until it is. Without
        a better word of the game it is the seat that has to decide, if that is one alone; nobody where all begin at
        once and settle nothing."""
        actors = state.actors()
        return actors if len(actors) == 1 and state.seats > 1 else []
