"""What the kernel gives every state: its data, events and the kernel's share of a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from .events import Event, Facts
from .options import Options
from .rng import Rng

if TYPE_CHECKING:
    from .contract import Game

NEWEST: Final = 1 << 30  # the rules version of a position that follows the newest rules


@mypyc_attr(allow_interpreted_subclasses=True)
class StateBase:
    """The kernel's share of a state. :class:`.contract.State` says what a game adds."""

    game: Game
    seats: int
    options: Options
    rng: Rng
    events: list[Event] | None  # None: nobody listens (search)
    revealed: bool  # set by reveal(): somebody has learned something, so the last move cannot be taken back
    rules_version: int  # NEWEST, or that of an old record, log or document

    def __init__(self) -> None:
        self.seats = 0
        self.options = {}
        self.rng = Rng()
        self.events = None
        self.revealed = False
        self.rules_version = NEWEST

    def rules_played(self) -> int:
        """The version of the rules that this position is played by."""
        return self.game.version if self.rules_version == NEWEST else self.rules_version

    def emit(self, kind: str, facts: Facts, secret: Facts | None = None, audience: int = 0) -> None:
        """Add an event. Guard calls in hot paths with ``if self.events is not None``."""
        if self.events is not None:
            self.events.append(Event(kind, facts, secret, audience))

    def reveal(self) -> None:
        """Note that this move showed somebody something new: it can no longer be taken back."""
        self.revealed = True

    def copy_base(self, fresh: StateBase) -> None:
        """Copy the kernel's data; a game's ``copy`` calls it first."""
        fresh.game = self.game
        fresh.seats = self.seats
        fresh.options = self.options
        fresh.rng = self.rng.copy()
        fresh.rules_version = self.rules_version
