"""The requests: what clients send, declared once and checked as it is read.

Over a socket a client sends requests: JSON objects with a ``type``, which names the body's class (``set_seat`` is
``SetSeat``), the fields of the body, and beside them those of the envelope (:class:`Request`). The body is a
command (:mod:`slugfest.table.commands`) or a question (below). What is sent to clients is in
:mod:`slugfest.table.messages`. ``web/src/lib/wire.ts`` is printed from all of them. The server reads requests with a
fast library, the local server with ``slugfest.protocol.reading``; both go by these declarations and accept and
refuse the same.

A client connects to ``/ws/{match}``. The server answers with a Snapshot; from then on every change of the match that
this client can notice is one Update. Versions count these changes, up by one each time. A client that misses one asks
for a snapshot with :class:`Sync`. Every other request is answered by Done or Refused with the same id. A command sent
again with the same id gets the same answer and counts once. Questions change nothing and have answers of their own:
:class:`Hint` is answered by Advice, :class:`Coach` by CoachResult, :class:`Preview` by PreviewResult,
:class:`Watchers` by WatchersResult, all about the match as it is when they are answered. While the server's storage is
unavailable everybody is sent Waiting repeatedly; nothing needs to be sent again.

A lesson is at ``/ws/lessons/{game}/{number}`` and works like a match: Snapshot, Updates, and whenever the lesson
speaks a LessonNow, which describes the lesson once the version it names is on the board. The learner may send what
:data:`LessonRequest` lists. A connection resumes the lesson where the guest left it, or at ``?step=``.

When the server ends a connection for good it first sends a Refused with an empty id and the reason, and closes with
4403 (the host has sent this guest away), 4404 (there is no such match) or 4410 (the match cannot be opened any more).
After any other close a client connects again; with 1013 the Refused says what it has to wait for. Over HTTP a refusal
is a Problem with a fitting status. A client that wants to change anything first asks GET /api/me and keeps the
cookie.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_type_hints

from slugfest.table.commands import Command, Play, Undo
from slugfest.table.messages import Audience, BotName, Pace

# ---- over the socket ----------------------------------------------------------------------------------------------

Body = TypeVar("Body")


@dataclass(frozen=True)
class Request(Generic[Body]):
    """A command or question with its envelope.

    ``id`` is chosen by the client and repeated in the answer. A client sets ``again`` on what it sends a second time:
    another process may still be working on the first, so the answer must hold there too.
    """

    id: str
    body: Body
    again: bool = False


@dataclass(frozen=True)
class Sync:
    """Send a snapshot: I missed something. The only request without an envelope."""


@dataclass(frozen=True)
class Preview:
    """Ask what these moves would lead to, or why they would be refused. Nobody else notices."""

    moves: tuple[str | list[Any], ...]


@dataclass(frozen=True)
class Hint:
    """Ask what a bot would do in my place. Everybody sees that I took a hint."""


@dataclass(frozen=True)
class Coach:
    """Ask what matters now to a learner. Nobody else notices."""


@dataclass(frozen=True)
class Watchers:
    """As the host: ask who watches, and whom I have sent away. Nobody else notices."""


@dataclass(frozen=True)
class Say:
    """Say one of the game's phrases to my team, or one of the phrases for everybody to the whole table.

    ``about`` is the opponent that the phrase names, if it names one.
    """

    phrase: str
    about: int | None = None
    to: Audience = "team"


@dataclass(frozen=True)
class Next:
    """In a lesson: continue. After a mistake: bring the position back."""


@dataclass(frozen=True)
class Go:
    """In a lesson: begin this step, counted from 1."""

    step: int


LessonRequest = Sync | Play | Preview | Undo | Next | Go
ClientMessage = Command | Sync | Preview | Hint | Coach | Watchers | Say


def tag_of(body: type) -> str:
    """The ``type`` of a request."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", body.__name__).lower()


class JsonField(NamedTuple):
    """A field of a request's JSON object; ``default`` is MISSING where it is required."""

    name: str
    type: Any
    default: Any


def envelope_of(body: type) -> list[JsonField]:
    """The fields of the envelope of a request with this body."""
    return [] if body is Sync else [one for one in json_fields(Request) if one.name != "body"]


def json_fields(declared: type) -> list[JsonField]:
    """The fields of a declared class."""
    hints = get_type_hints(declared)
    return [
        JsonField(
            one.name, hints[one.name], one.default if one.default_factory is MISSING else one.default_factory
        )
        for one in fields(declared)
    ]


# ---- over HTTP -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Rename:
    """POST /api/me: change my name."""

    name: str


@dataclass(slots=True)
class UseTicket:
    """POST /api/me/carry: use this device as the guest who made the ticket."""

    ticket: str


@dataclass(slots=True)
class Forget:
    """POST /api/me/forget: delete everything that is stored about me. ``sure`` must be true."""

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
    pace: Pace | None = None  # None: no clock
    name: str = ""
    start: bool = False  # begin as soon as every seat is taken and all nonces are there


@dataclass(slots=True)
class Branch:
    """POST /api/matches/{id}/branch: play on from a step of a finished match against bots, for practice."""

    step: int  # after so many moves
    seat: int
    level: BotName = "medium"


@dataclass(slots=True)
class DeviceSeat:
    """One seat of a match around one device."""

    kind: Literal["person", "bot"]
    name: str = ""  # of the person; all names differ
    level: BotName = "medium"


@dataclass(slots=True)
class DeviceMatch:
    """POST /api/device/matches, on the local server: a match of people around one device. It begins at once."""

    game: str
    seats: list[DeviceSeat]
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class PositionMoves:
    """POST /api/device/position/moves, on the local server: make these moves of a seat in a position, all or none.

    Answered by PositionInfo. Sent to /api/device/position/preview it asks what they would lead to, and is answered by
    PreviewResult.
    """

    position: dict[str, Any]  # a position document
    seat: int
    moves: list[str | list[Any]]


@dataclass(slots=True)
class Analyse:
    """Over /ws/analysis, on the local server: ask what a bot of this level would do on this seat.

    Answered by Advice or Refused with the same id. Closing the connection stops the bot.
    """

    id: str
    position: dict[str, Any]  # a position document
    seat: int
    level: BotName
