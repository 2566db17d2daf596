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
from slugfest.table.events import EventFormat
from slugfest.table.messages import Advert, Audience, BotName, Pace

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


@dataclass(frozen=True)
class WatchTables:
    """Over /ws/mine: send me the open tables from now on, or no longer."""

    tables: bool


@dataclass(slots=True)
class WatchEvent:
    """Over /ws/mine: send me what changes in this event from now on; an empty code: no longer."""

    event: str
    known: int = 0  # the version that I have; 0: none


FeedRequest = Sync | WatchTables | WatchEvent
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
class PuzzleConsent:
    """POST /api/me/puzzles: whether my finished matches may become puzzles on this server."""

    given: bool


@dataclass(slots=True)
class ClaimName:
    """POST /api/me/claim: claim a name on this server, or another one instead of mine.

    Whoever has claimed nothing yet and brings no passkey gets a recovery code.
    """

    name: str
    passkey: dict[str, Any] = field(default_factory=dict)  # a new one: the browser's answer to the options


@dataclass(slots=True)
class ReleaseName:
    """POST /api/me/claim/release: give my claimed name back, with passkeys, code and profile. ``sure`` must be true."""

    sure: bool


@dataclass(slots=True)
class WantPasskey:
    """POST /api/me/claim/passkey/options: what the browser needs to make a passkey, under the name that I claim."""

    name: str = ""  # empty: the one that I have


@dataclass(slots=True)
class AddPasskey:
    """POST /api/me/claim/passkey: sign in with this passkey from now on, too."""

    passkey: dict[str, Any]


@dataclass(slots=True)
class RemovePasskey:
    """POST /api/me/claim/passkey/remove: a passkey of mine no longer counts."""

    passkey_id: str


@dataclass(slots=True)
class ShowProfile:
    """POST /api/me/claim/profile: who may see my profile, and the face on it."""

    shown: bool
    times: bool
    face: int


@dataclass(slots=True)
class SignIn:
    """POST /api/sign-in: use this device as the guest with this passkey or this recovery code."""

    passkey: dict[str, Any] = field(
        default_factory=dict
    )  # the browser's answer to the options; empty: by code
    code: str = ""
    bring: bool = False  # what this device has played before comes along


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
    advert: Advert | None = None  # offer the free seats to anybody


@dataclass(slots=True)
class PlayNow:
    """POST /api/play-now: find the open seat that fits me best, or else open this match to anybody."""

    match: NewMatch
    any_game: bool = False  # a table of another game will do
    besides: list[str] = field(default_factory=list)  # tables that I could not sit down at


@dataclass(slots=True)
class SubscribePush:
    """POST /api/me/push/devices: send this browser "a match waits for you", as its push service lets it be reached."""

    endpoint: str
    p256dh: str  # the browser's public key, in base64url
    auth: str  # its secret
    language: Literal["en", "de"] = "en"


@dataclass(slots=True)
class UnsubscribePush:
    """POST /api/me/push/devices/remove: send this browser no more messages."""

    endpoint: str


@dataclass(slots=True)
class SetPush:
    """POST /api/me/push/settings: when I am sent messages, and about which matches not."""

    quiet_from: int
    quiet_to: int
    zone: str
    muted: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Branch:
    """POST /api/matches/{id}/branch: play on from a step of a finished match against bots, for practice."""

    step: int  # after so many moves
    seat: int
    level: BotName = "medium"


@dataclass(slots=True)
class NewEvent:
    """POST /api/events: open an evening, a tournament or a league."""

    name: str
    game: str
    format: EventFormat
    pace: Pace
    seats: int = 2  # at a table
    fewest: int = 2  # where the number of players does not divide: the smallest table
    rounds: int = 0  # 0: as many as the format needs
    options: dict[str, Any] = field(default_factory=dict)
    starts: int | None = None  # ms; None: when I say so
    gap: int = 60  # seconds between two rounds
    days: int = 7  # league: of a round
    wait: int = 120  # seconds that a table waits for its people
    late: bool = True  # whether people may join after the first round
    play: bool = True  # I sign up myself
    as_name: str = ""  # what I am called
    club: str = ""  # whose event it is; I direct that club, or own it
    members_only: bool = False  # only members of the club sign up


@dataclass(slots=True)
class JoinEvent:
    """POST /api/events/{event}/join: sign up, or come back."""

    name: str = ""


@dataclass(slots=True)
class LeaveEvent:
    """POST /api/events/{event}/leave: play no further round. As the director: take a player out, with a reason."""

    player: int = 0  # 0: myself
    reason: str = ""


@dataclass(slots=True)
class DirectEvent:
    """POST /api/events/{event}/direct, as the director. Pausing and ending need a reason."""

    act: Literal["start", "pause", "resume", "end"]
    reason: str = ""


@dataclass(slots=True)
class CorrectEvent:
    """POST /api/events/{event}/results, as the director: set the result of a table, with a reason."""

    round: int
    table: int  # from 1
    ranks: list[int]  # by seat, 1 for the best
    reason: str


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
class VariantDraft:
    """POST /api/variants/check and /form: a variant that is being edited."""

    game: str
    name: dict[str, Any]  # in both languages
    change: dict[str, Any]
    add: dict[str, Any]
    whole: bool = False  # load the game with it, as for a match; otherwise only its content is read


@dataclass(slots=True)
class VariantText:
    """POST /api/variants/open, and /api/variants to keep it to be played: the text of a variant's file."""

    file: str


@dataclass(slots=True)
class Trial:
    """Over /ws/trial: let bots play a variant and the game itself, so many deals.

    Answered by TrialNow again and again. Closing the connection stops it.
    """

    file: str  # the variant's
    level: str
    deals: int


@dataclass(slots=True)
class Analyse:
    """Over /ws/analysis, on the local server: ask what a bot of this level would do on this seat.

    Answered by Advice or Refused with the same id. Closing the connection stops the bot.
    """

    id: str
    position: dict[str, Any]  # a position document
    seat: int
    level: BotName
