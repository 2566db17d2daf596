"""Reports: line-ups and what a balance report counts. Described in ``docs/parts/reports.md``.

A game that declares nothing still gets reports on seats, lengths and estimates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic

from mypy_extensions import mypyc_attr

from slugfest.kernel.events import Facts
from slugfest.kernel.options import Options
from slugfest.kernel.text import Text

from .state_type import S

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


@mypyc_attr(allow_interpreted_subclasses=True)
class Reports(Generic[S]):
    """What reports on a game compare and count. Every method has a default."""

    def __init__(self, usable: Sequence[Usable] = (), endings: Mapping[str, Ending] | None = None) -> None:
        self.usable = list(usable)
        self.endings = dict(endings or {})

    # ---- who plays -------------------------------------------------------------------------------------------

    def cast(self) -> dict[str, Text]:
        """Who may take part, by key: fighters, heroes, villains. Empty where all seats play with the same things."""
        return {}

    def line_up(self, state: S, seat: int) -> list[str]:
        """The members of the cast a seat plays with, as far as that is settled."""
        return []

    def line_ups(self) -> list[list[str]]:
        """Every line-up that a seat may play with, for a table of all against all."""
        return []

    def match_up(self, one: list[str], other: list[str]) -> Options | None:
        """The options of a game in which these line-ups meet, the first on the side of seat 0. None: they cannot.

        What options cannot say, :meth:`opening` says.
        """
        return None

    def opening(self, one: list[str], other: list[str]) -> list[str]:
        """The moves, as texts in order, by which both sides choose their line-ups in the game."""
        return []

    # ---- what is counted -------------------------------------------------------------------------------------

    def uses(self, before: S, seat: int, move: int, events: list[Facts]) -> list[Use]:
        """What a move used, and who used it. ``events`` include secrets: it is asked when the game is over."""
        return []

    def begins(self, state: S) -> list[int]:
        """The seats that begin, as soon as that is settled; asked at the deal and after every move until then.

        By default the seat that decides, if there is only one. Empty where all begin at once.
        """
        actors = state.actors()
        return actors if len(actors) == 1 and state.seats > 1 else []
