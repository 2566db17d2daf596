"""What people may ask of a table. Each is answered: done, or refused with a reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .messages import Pace


@dataclass(frozen=True)
class Sit:
    """Take a seat in the lobby, or come back to my own."""

    seat: int
    name: str
    nonce: str = ""  # what I add to the chance of the match, if I have not yet


@dataclass(frozen=True)
class Nonce:
    """Add this to the chance of the match, for good: I have noted its commitment."""

    nonce: str


@dataclass(frozen=True)
class Stand:
    """Give my seat up; in a running match a bot stands in until I sit down again."""


@dataclass(frozen=True)
class SetSeat:
    """The host, in the lobby: make a seat open or give it to a bot."""

    seat: int
    kind: str
    level: str = "medium"
    offered: tuple[tuple[str, str], ...] = ()  # bots of the house beside the levels, each with its signature


@dataclass(frozen=True)
class SetOptions:
    """The host, in the lobby: number of seats and options."""

    seats: int
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SetPace:
    """The host, in the lobby: how fast it is played."""

    pace: Pace


@dataclass(frozen=True)
class Start:
    """The host: begin."""


@dataclass(frozen=True)
class Play:
    """Make these moves, each as text or in parts, all or none. Whoever is not ``sure`` is asked before a waste."""

    moves: tuple[str | list[Any], ...]
    sure: bool = True


@dataclass(frozen=True)
class Undo:
    """Take back my last move."""


@dataclass(frozen=True)
class TakeBack:
    """Take the last decision of a seat back. Mine: I want to, or no longer; another's: I agree to it, or not."""

    seat: int
    agree: bool = True


@dataclass(frozen=True)
class Abandon:
    """End the match without a result, as soon as everybody still there agrees; or play on after all."""

    agree: bool = True


@dataclass(frozen=True)
class Resign:
    """Give up, for good."""


@dataclass(frozen=True)
class Draw:
    """End the match in a draw, as soon as everybody still there agrees; or play on after all."""

    agree: bool = True


@dataclass(frozen=True)
class Nudge:
    """Remind somebody that the match waits for them."""

    seat: int


@dataclass(frozen=True)
class Hand:
    """Hand the seat of somebody who keeps everybody waiting to a bot; or take that back."""

    seat: int
    agree: bool = True


@dataclass(frozen=True)
class Here:
    """I am here: my seat is not handed to a bot."""


@dataclass(frozen=True)
class Hints:
    """I agree to hints at this table, or I do not: between people they are allowed if everybody agrees."""

    agree: bool = True


@dataclass(frozen=True)
class Rematch:
    """The same again, in a match of this id (used only if nobody asked before)."""

    match: str


Command = (
    Sit
    | Nonce
    | Stand
    | SetSeat
    | SetOptions
    | SetPace
    | Start
    | Play
    | Undo
    | TakeBack
    | Abandon
    | Resign
    | Draw
    | Nudge
    | Hand
    | Here
    | Hints
    | Rematch
)
