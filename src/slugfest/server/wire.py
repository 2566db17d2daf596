"""The wire: every message between browser and server, defined once.

``web/src/lib/wire.ts`` is generated from this file. Messages are JSON objects with a ``type``.

A client connects to ``/ws/{match}``. The server answers with a :class:`Snapshot`; from then on every change of the
match that this client can notice is one :class:`Update`. Versions count these changes, up by one each time. A client
that misses one asks for a snapshot with :class:`Sync`. Every request carries an id of the client's choosing and is
answered by :class:`Done` or :class:`Refused` with the same id; a request sent again with the same id gets the same
answer and counts once. Questions change nothing and have answers of their own: :class:`Hint` is answered by
:class:`Advice`, :class:`Preview` by :class:`Foretold`, both about the match as it is when they are answered.

When the server ends a connection for good it first sends a :class:`Refused` with an empty id that says why, and closes
with 4404 (there is no such match) or 4410 (the match cannot be opened any more). After any other close a client
connects again. Over HTTP a refusal is a :class:`Problem` with a fitting status.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Level = Literal["easy", "medium", "hard"]
Status = Literal["lobby", "playing", "finished"]


class Words(msgspec.Struct):
    """One sentence in both languages; ``{P1}`` stands for the name of seat 1."""

    en: str
    de: str


# ---- what a match looks like ---------------------------------------------------------------------------------------


class SeatInfo(msgspec.Struct):
    """One seat, as everybody sees it."""

    kind: Literal["open", "person", "bot"]
    name: str
    level: Level | None = None  # of the bot, also of the one that stands in for an absent person
    connected: bool = False
    stand_in: bool = False  # the person is away and a bot plays
    you: bool = False
    host: bool = False


class Happening(msgspec.Struct):
    """One event as this client may know it: typed facts for the board, a sentence for the log."""

    kind: str
    facts: dict[str, Any]
    text: Words


class Step(msgspec.Struct):
    """One entry of the log: who did what, and what came of it. ``move`` is absent where it is secret."""

    ply: int  # counts the steps that this client was shown
    seat: int  # -1: the table itself (the deal)
    move: str | None
    label: Words | None
    happenings: list[Happening]


class MoveOption(msgspec.Struct):
    """A legal move: its text, how people say it, and what it would come to (``forecast`` belongs to the game)."""

    move: str
    label: Words
    forecast: dict[str, Any]


class Result(msgspec.Struct):
    """How the game ended."""

    ranks: list[int]
    winners: list[int]
    scores: list[int] | None
    values: list[float] | None
    reason: str
    text: Words


class View(msgspec.Struct):
    """Everything this client's seat may know. ``board`` belongs to the game."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    teams: list[list[int]]
    seat: int  # -1: a spectator
    actors: list[int]
    moves: list[MoveOption]
    outcome: Result | None
    board: dict[str, Any]


class MatchInfo(msgspec.Struct):
    """The match around the game."""

    id: str
    game: str
    status: Status
    seats: list[SeatInfo]
    options: dict[str, Any]
    teams: list[list[int]]  # the seats that win and lose together
    owing: list[int]  # the seats whose decision the match waits for
    commitment: str  # hash of the secret behind all chance
    secret: str | None = None  # shown when the match is finished
    rematch: str | None = None  # the id of the match that follows this one
    spectators: int = 0
    hosting: bool = False  # this client is the host (who need not have a seat)


# ---- server to client ----------------------------------------------------------------------------------------------


class Snapshot(msgspec.Struct, tag="snapshot"):
    """All there is to know at a version: the answer to connecting, to Sync, and to anything that rewrites the log."""

    version: int
    match: MatchInfo
    view: View | None  # None in the lobby
    log: list[Step]
    can_undo: bool


class Update(msgspec.Struct, tag="update"):
    """One change. ``steps`` are the new entries of the log, to be shown in order before the view is.

    An update that repeats the version tells only who has come or gone (``match``); nothing else changed.
    """

    version: int
    match: MatchInfo
    view: View | None
    steps: list[Step]
    can_undo: bool


class Done(msgspec.Struct, tag="done"):
    """The request is on disk."""

    id: str
    version: int


class Refused(msgspec.Struct, tag="refused"):
    """The request changed nothing, and why."""

    id: str
    code: str
    rule: str
    text: Words


class Idea(msgspec.Struct):
    """One move the bot looked at."""

    move: str
    label: Words
    visits: int
    value: float  # expected result between 0 and 1


class Advice(msgspec.Struct, tag="advice"):
    """The answer to Hint, best first."""

    id: str
    ideas: list[Idea]


class RefusedMove(msgspec.Struct):
    """Why a move would be refused; ``index`` is its place among the moves that were asked about."""

    code: str
    rule: str
    text: Words
    index: int


class Foretold(msgspec.Struct, tag="foretold"):
    """The answer to Preview. ``view`` is absent where a move would be refused, and where the seat cannot know what
    comes: a move that uses chance or reveals something is the last of ``moves``."""

    id: str
    moves: list[MoveOption]
    refusal: RefusedMove | None
    view: View | None


class Said(msgspec.Struct, tag="said"):
    """A teammate (or I myself, perhaps in another window) called something. Nobody outside the team is told."""

    seat: int
    phrase: str
    text: Words


ServerMessage = Snapshot | Update | Done | Refused | Advice | Foretold | Said

# ---- client to server ----------------------------------------------------------------------------------------------


class Sync(msgspec.Struct, tag="sync"):
    """I missed something: send a snapshot."""


class Sit(msgspec.Struct, tag="sit"):
    """Take an open seat (or my own again, or one a bot holds in the lobby), under this name."""

    id: str
    seat: int
    name: str


class Stand(msgspec.Struct, tag="stand"):
    """Give my seat up. In a running match a bot of medium level plays it until I sit down again."""

    id: str


class SetSeat(msgspec.Struct, tag="set_seat"):
    """The host, in the lobby: make a seat open or give it to a bot."""

    id: str
    seat: int
    kind: Literal["open", "bot"]
    level: Level = "medium"


class SetOptions(msgspec.Struct, tag="set_options"):
    """The host, in the lobby: number of seats and options."""

    id: str
    seats: int
    options: dict[str, Any]


class Start(msgspec.Struct, tag="start"):
    """The host: begin. Every seat must be taken."""

    id: str


class Play(msgspec.Struct, tag="play"):
    """Make these moves, all of them or none."""

    id: str
    moves: list[str]


class Preview(msgspec.Struct, tag="preview"):
    """What would these moves come to, or why would they be refused? Nothing is made, logged or told to others."""

    id: str
    moves: list[str]


class Undo(msgspec.Struct, tag="undo"):
    """Take back my last move."""

    id: str


class Hint(msgspec.Struct, tag="hint"):
    """What would a bot do in my place?"""

    id: str


class Rematch(msgspec.Struct, tag="rematch"):
    """The same again: opens the lobby of a new match with the same people and bots."""

    id: str


class Say(msgspec.Struct, tag="say"):
    """Call one of the game's phrases to my teammates; ``about`` is the opponent that it names, if it names one."""

    id: str
    phrase: str
    about: int | None = None


ClientMessage = (
    Sync | Sit | Stand | SetSeat | SetOptions | Start | Play | Preview | Undo | Hint | Rematch | Say
)

# ---- over HTTP -----------------------------------------------------------------------------------------------------


class OptionValue(msgspec.Struct):
    """One named value; some are offered only at certain numbers of seats."""

    value: Any
    name: Words
    seats: list[int] | None = None


class OptionNeed(msgspec.Struct):
    """An option and the values of which it must have one."""

    key: str
    values: list[Any]


class OptionInfo(msgspec.Struct):
    """One agreement before a game. ``choices`` absent: a whole number from low to high.

    ``only_with``: it is no question unless that other option has one of those values.
    """

    key: str
    name: Words
    default: Any
    choices: list[OptionValue] | None
    low: int
    high: int
    rule: str
    seat_choice: bool
    only_with: OptionNeed | None


class RuleInfo(msgspec.Struct):
    number: str
    text: Words
    section: Words | None  # the heading it stands under


class GameInfo(msgspec.Struct):
    """GET /api/games (without rules and catalogue) and GET /api/games/{game} (with them)."""

    id: str
    name: Words
    tagline: Words
    min_seats: int
    max_seats: int
    seat_counts: list[int]  # the numbers of seats that can be played
    options: list[OptionInfo]
    rules: list[RuleInfo] = []
    catalogue: dict[str, Any] = {}


class PhraseInfo(msgspec.Struct):
    """Something teammates may call to each other; ``{opponent}`` stands for one they name."""

    phrase: str
    text: Words
    names_opponent: bool


class Seating(msgspec.Struct):
    """GET /api/games/{game}/seating?seats=4&mode=team: who would play together, and what they could call."""

    options: dict[str, Any]
    teams: list[list[int]]
    phrases: list[PhraseInfo]


class Me(msgspec.Struct):
    """GET /api/me sets the guest's cookie; POST /api/me changes the name."""

    name: str
    matches: list[MatchInfo] = []  # mine, newest first, that are not over


class Rename(msgspec.Struct):
    """POST /api/me: what to call me from now on."""

    name: str


class NewSeat(msgspec.Struct):
    kind: Literal["me", "open", "bot"]
    level: Level = "medium"


class NewMatch(msgspec.Struct):
    """POST /api/matches."""

    game: str
    seats: list[NewSeat]
    options: dict[str, Any] = {}
    name: str = ""
    start: bool = False  # begin at once if no seat is open


class Created(msgspec.Struct):
    """The answer to POST /api/matches: the match lives at /match/{id}."""

    id: str


class ReplayFrame(msgspec.Struct):
    """One position of a finished match, all cards open to the seat that asks."""

    ply: int
    step: Step | None
    view: View


class Replay(msgspec.Struct):
    """GET /api/matches/{id}/replay: a finished match, position by position, as everybody may see it now."""

    match: MatchInfo
    frames: list[ReplayFrame]


class Problem(msgspec.Struct):
    """Any request over HTTP that was refused, and why."""

    code: str
    rule: str
    text: Words
