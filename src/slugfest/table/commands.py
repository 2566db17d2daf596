"""The commands: what people may ask of a table, each declared once.

A table grants a command or refuses it with a reason. On the wire a command is the body of a
:class:`slugfest.protocol.wire.Request`; ``web/src/lib/wire.ts`` is printed from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .messages import Advert, BotName, Pace


@dataclass(frozen=True)
class Sit:
    """Take an open seat, my own again, or one that a bot holds in the lobby or gives way on, under this name.

    ``nonce`` is my part of the match's randomness: 32 hexadecimal digits, chosen after I have stored the match's
    commitment. It counts once and cannot be changed.
    """

    seat: int
    name: str
    nonce: str | None = None


@dataclass(frozen=True)
class Nonce:
    """Add my part to the match's randomness, if I have a seat already and have stored the commitment."""

    nonce: str


@dataclass(frozen=True)
class Stand:
    """Leave my seat. In a running match a medium bot plays it until I sit down again."""


@dataclass(frozen=True)
class SetSeat:
    """In the lobby, as the host: open a seat or give it to a bot."""

    seat: int
    kind: Literal["open", "bot"]
    level: BotName = "medium"


@dataclass(frozen=True)
class SetOptions:
    """In the lobby, as the host: set the number of seats and the options."""

    seats: int
    options: dict[str, Any]


@dataclass(frozen=True)
class SetPace:
    """In the lobby, as the host: set how much time people have and what happens when it runs out."""

    pace: Pace


@dataclass(frozen=True)
class Advertise:
    """In the lobby, as the host: offer the free seats of this table to anybody; with null, no longer."""

    advert: Advert | None


@dataclass(frozen=True)
class Remove:
    """In the lobby, as the host: send people away, from a seat or from watching. They stay away until I let them in.

    ``watchers`` are keys from WatchersResult.
    """

    seat: int | None = None
    watchers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Readmit:
    """In the lobby, as the host: let people in again whom I have removed."""

    watchers: tuple[str, ...]


@dataclass(frozen=True)
class Start:
    """Begin, as the host. Every seat must be taken; nonces that are missing now do not count."""


@dataclass(frozen=True)
class Play:
    """Make these moves, all of them or none, each as text or in parts.

    Without ``sure``, a move that wastes something for good is refused with the code SURE and a question.
    """

    moves: tuple[str | list[Any], ...]
    sure: bool = True


@dataclass(frozen=True)
class Undo:
    """Take back my last move."""


@dataclass(frozen=True)
class TakeBack:
    """Take back a seat's last decision where Undo cannot.

    With my own seat (``way_back`` says how) I ask for it, or with ``agree`` false withdraw that. With another's
    (``taking_back`` in MatchInfo) I agree, or with ``agree`` false decline.
    """

    seat: int
    agree: bool = True


@dataclass(frozen=True)
class Hints:
    """Agree to hints in this match, or not. Between people they are allowed if everybody agrees."""

    agree: bool = True


@dataclass(frozen=True)
class Abandon:
    """Vote to end the match without a result. It ends when everybody who still plays has voted for it.

    With ``agree`` false the match continues and all votes are withdrawn.
    """

    agree: bool = True


@dataclass(frozen=True)
class Resign:
    """Give up for good: I cannot return to my seat. ``resigning`` in MatchInfo says what follows."""


@dataclass(frozen=True)
class Draw:
    """Offer a draw or accept one. The match is drawn when everybody agrees.

    With ``agree`` false the match continues and all offers are withdrawn.
    """

    agree: bool = True


@dataclass(frozen=True)
class Nudge:
    """Remind a person that the match waits for them."""

    seat: int


@dataclass(frozen=True)
class Hand:
    """Vote to give the seat of a person who keeps others waiting to a bot.

    The host's vote suffices, or those of all other people. Then a countdown begins, which the person sees and can
    stop. With ``agree`` false my vote is withdrawn.
    """

    seat: int
    agree: bool = True


@dataclass(frozen=True)
class Here:
    """Keep my seat: stop the countdown that would give it to a bot."""


@dataclass(frozen=True)
class Rematch:
    """Open the lobby of a new match with the same people and bots."""


Command = (
    Sit
    | Nonce
    | Stand
    | SetSeat
    | SetOptions
    | SetPace
    | Advertise
    | Remove
    | Readmit
    | Start
    | Play
    | Undo
    | TakeBack
    | Hints
    | Abandon
    | Resign
    | Draw
    | Nudge
    | Hand
    | Here
    | Rematch
)
