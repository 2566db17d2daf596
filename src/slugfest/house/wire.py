"""The wire: what people may send, checked as it is read. What they are told is in :mod:`slugfest.table.messages`.

``web/src/lib/wire.ts`` is printed from both. Messages are JSON objects with a ``type``: the name of the class, as in
``set_seat``. Every house reads them by these definitions: a server with a fast library, a page without a server by
``slugfest.house.reading``, to the same effect.

A client connects to ``/ws/{match}``. The server answers with a Snapshot; from then on every change of the match that
this client can notice is one Update. Versions count these changes, up by one each time. A client that misses one asks
for a snapshot with :class:`Sync`. Every request carries an id of the client's choosing and is answered by Done or
Refused with the same id; a request sent again with the same id gets the same answer and counts once. A client marks
what it sends again with ``again``: perhaps another process still has it before it, and what is told now must hold
there too. Questions change nothing and have answers of their own: :class:`Hint` is answered by Advice, :class:`Coach`
by Coached, :class:`Preview` by Foretold, all about the match as it is when they are answered. While the server's
storage is ill everybody is told Waiting, again and again; nothing that was asked needs to be sent again.

A lesson is at ``/ws/lessons/{game}/{number}`` and speaks like a match: Snapshot, Updates, and whenever its voice speaks
a LessonNow, which says where the lesson stands once the version it names is on the board. The learner may send what
:data:`LessonRequest` lists. A connection takes the lesson up where the guest left it, or at ``?step=``.

When the server ends a connection for good it first sends a Refused with an empty id that says why, and closes with 4404
(there is no such match) or 4410 (the match cannot be opened any more). After any other close a client connects again;
with 1013 it was told in the same way what it has to wait for.
Over HTTP a refusal is a Problem with a fitting status. Whoever wants to change anything first asks GET /api/me and
keeps the cookie that it brings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

from slugfest.table.messages import Audience, BotName, Pace


def tag_of(message: type) -> str:
    """What a message says its ``type`` is."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", message.__name__).lower()


# ---- over the socket ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Sync:
    """I missed something: send a snapshot."""


@dataclass(slots=True)
class Sit:
    """Take an open seat (or my own again, or one a bot holds in the lobby), under this name.

    ``nonce`` is what I add to the chance of the match: 32 hexadecimal digits of my own choosing, after I have noted
    the match's commitment. It counts once and cannot be changed.
    """

    id: str
    seat: int
    name: str
    nonce: str | None = None
    again: bool = False


@dataclass(slots=True)
class Nonce:
    """Add this to the chance of the match: from somebody who has a seat already, and has noted the commitment."""

    id: str
    nonce: str
    again: bool = False


@dataclass(slots=True)
class Stand:
    """Leave my seat. In a running match a bot of medium level plays it until I sit down again."""

    id: str
    again: bool = False


@dataclass(slots=True)
class SetSeat:
    """The host, in the lobby: make a seat open or give it to a bot."""

    id: str
    seat: int
    kind: Literal["open", "bot"]
    level: BotName = "medium"
    again: bool = False


@dataclass(slots=True)
class SetOptions:
    """The host, in the lobby: number of seats and options."""

    id: str
    seats: int
    options: dict[str, Any]
    again: bool = False


@dataclass(slots=True)
class SetPace:
    """The host, in the lobby: how fast it is played, and what happens when somebody's time runs out."""

    id: str
    pace: Pace
    again: bool = False


@dataclass(slots=True)
class Start:
    """The host: begin. Every seat must be taken; nonces that are not in by now do not count."""

    id: str
    again: bool = False


@dataclass(slots=True)
class Play:
    """Make these moves, all of them or none, each as text or in parts. Unless I am ``sure``, a move that would throw
    something away for good is refused first, with the code SURE and a question; the same again with ``sure`` is made.
    """

    id: str
    moves: list[str | list[Any]]
    sure: bool = True
    again: bool = False


@dataclass(slots=True)
class Preview:
    """What would these moves come to, or why would they be refused? Nothing is made, logged or told to others."""

    id: str
    moves: list[str | list[Any]]


@dataclass(slots=True)
class Undo:
    """Take back my last move."""

    id: str
    again: bool = False


@dataclass(slots=True)
class TakeBack:
    """Take a seat's last decision back, past what Undo can. Mine (``way_back`` says how): I want to, or with ``agree``
    false no longer. Another's (``taking_back`` in MatchInfo): I agree, or with ``agree`` false I do not."""

    id: str
    seat: int
    agree: bool = True
    again: bool = False


@dataclass(slots=True)
class Hint:
    """What would a bot do in my place? Everybody sees that I took a hint."""

    id: str


@dataclass(slots=True)
class Coach:
    """What matters now to somebody who learns? Nothing is logged or told to others."""

    id: str


@dataclass(slots=True)
class Hints:
    """I agree to hints at this table, or I do not: between people they are allowed if everybody agrees."""

    id: str
    agree: bool = True
    again: bool = False


@dataclass(slots=True)
class Abandon:
    """I want to end the match without a result: it ends when everybody who still plays wants to. Or, with ``agree``
    false, it goes on: that takes back everybody's wish."""

    id: str
    agree: bool = True
    again: bool = False


@dataclass(slots=True)
class Resign:
    """I give up, for good: I cannot come back to my seat. ``resigning`` in MatchInfo says what that comes to."""

    id: str
    again: bool = False


@dataclass(slots=True)
class Draw:
    """I offer a draw, or accept: the match is drawn when everybody agrees. Or, with ``agree`` false, it goes on: that
    takes back everybody's offer."""

    id: str
    agree: bool = True
    again: bool = False


@dataclass(slots=True)
class Nudge:
    """Remind somebody that the match waits for them."""

    id: str
    seat: int
    again: bool = False


@dataclass(slots=True)
class Hand:
    """Hand the seat of somebody who keeps everybody waiting to a bot. The host's word suffices, or that of all other
    people; then a countdown begins, which the person sees and can stop. With ``agree`` false: I take that back."""

    id: str
    seat: int
    agree: bool = True
    again: bool = False


@dataclass(slots=True)
class Here:
    """I am here: my seat is not handed to a bot."""

    id: str
    again: bool = False


@dataclass(slots=True)
class Rematch:
    """The same again: opens the lobby of a new match with the same people and bots."""

    id: str
    again: bool = False


@dataclass(slots=True)
class Say:
    """Call one of the game's phrases to my teammates (``about`` is the opponent that it names, if it names one), or
    one of the phrases for everybody to the whole table, spectators included."""

    id: str
    phrase: str
    about: int | None = None
    to: Audience = "team"


@dataclass(slots=True)
class Next:
    """In a lesson: I have read it, go on. After a mistake: bring the position back."""

    id: str
    again: bool = False


@dataclass(slots=True)
class Go:
    """In a lesson: begin this step, counted from 1; the present one to begin it anew, another to skip or go back."""

    id: str
    step: int
    again: bool = False


LessonRequest = Sync | Play | Preview | Undo | Next | Go

ClientMessage = (
    Sync
    | Sit
    | Nonce
    | Stand
    | SetSeat
    | SetOptions
    | SetPace
    | Start
    | Play
    | Preview
    | Undo
    | TakeBack
    | Hint
    | Coach
    | Hints
    | Abandon
    | Resign
    | Draw
    | Nudge
    | Hand
    | Here
    | Rematch
    | Say
)

# ---- over HTTP -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Rename:
    """POST /api/me: what to call me from now on."""

    name: str


@dataclass(slots=True)
class UseTicket:
    """POST /api/me/carry: make this device the one that the ticket is of."""

    ticket: str


@dataclass(slots=True)
class Forget:
    """POST /api/me/forget: delete everything that is kept of me. ``sure`` must be true."""

    sure: bool


@dataclass(slots=True)
class NewSeat:
    """One seat of a new match."""

    kind: Literal["me", "open", "bot"]
    level: BotName = "medium"


@dataclass(slots=True)
class NewMatch:
    """POST /api/matches."""

    game: str
    seats: list[NewSeat]
    options: dict[str, Any] = field(default_factory=dict)
    pace: Pace | None = None  # none: no clock
    name: str = ""
    start: bool = False  # begin by itself as soon as every seat is taken and everybody's nonce is in


@dataclass(slots=True)
class DeviceSeat:
    """One seat of a match around one device."""

    kind: Literal["person", "bot"]
    name: str = ""  # of the person; everybody has one of their own
    level: BotName = "medium"


@dataclass(slots=True)
class DeviceMatch:
    """POST /api/device/matches, where there is no server: people around one device. It begins at once."""

    game: str
    seats: list[DeviceSeat]
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class PlayOn:
    """POST /api/device/position/moves, where there is no server: a seat makes these moves in a position, all of them or
    none; answered by LaidOut. To /api/device/position/preview: what they would come to; answered by Foretold."""

    position: dict[str, Any]  # a position document
    seat: int
    moves: list[str | list[Any]]


@dataclass(slots=True)
class Analyse:
    """Over /ws/analysis, where there is no server: what would a bot of this level do on this seat? Answered by Advice
    or Refused with the same id; whoever closes the connection stops the thought."""

    id: str
    position: dict[str, Any]  # a position document
    seat: int
    level: BotName
