"""What a match tells people: every message over the socket and every line of a list of matches, defined once.

They are plain dicts, ready for JSON: the table builds them, whoever carries them encodes them as they are, and
``web/src/lib/wire.ts`` is printed from here. What pages ask for besides is in :mod:`.pages`; what people send, and is
checked, in :mod:`slugfest.protocol.wire`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from slugfest.kernel import Words

Level = Literal["easy", "medium", "hard"]
BotName = str  # one of the levels, or a bot that whoever runs the server offers: GameInfo.bots
Status = Literal[
    "lobby", "playing", "finished", "abandoned"
]  # abandoned: over by agreement, without a result
SeatKind = Literal["open", "person", "bot"]
WayBack = Literal["", "practice", "ask"]  # none; past anything, for practice; if everybody agrees
Audience = Literal["team", "table"]  # who hears a call
LessonState = Literal["look", "ask", "right", "wrong", "done"]
PaceKind = Literal["none", "live", "days"]
TimeUp = Literal[
    "move", "bot", "give_up"
]  # the table plays; a bot plays on until the person is back; for good
StandInReason = Literal["", "left", "idle", "time", "given_up"]  # after "given_up" nobody comes back
Resigning = Literal[
    "", "lose", "end", "bot"
]  # cannot; the others win; it ends without a result; a bot plays on
Ending = Literal["", "agreed", "resigned", "time", "draw"]  # "": by the rules of the game, or not over

# ---- what a match looks like ---------------------------------------------------------------------------------------


class Pace(TypedDict):
    """How fast a match is played, and what the table does when somebody's time runs out. It is agreed before.

    ``live``: ``decision`` seconds for each decision, then the reserve runs. ``days``: ``decision`` days for each.
    """

    kind: PaceKind
    decision: int  # seconds (live) or days (days); 0 without a clock
    reserve: int  # live: seconds that everybody has beyond that, for the whole match
    gain: int  # live: seconds by which the reserve grows with each decision
    then: TimeUp
    level: Level  # of the bot that plays on, where ``then`` is "bot"


class SeatClock(TypedDict):
    """One seat's time. Moments are milliseconds of the same clock as ``now`` in MatchInfo."""

    reserve: int  # milliseconds left beyond the time for a decision, when the present one began
    decide_until: int | None  # from then on the reserve runs; None: owes nothing, or a bot plays
    deadline: int | None  # the moment time runs out


class HandOver(TypedDict):
    """A seat that keeps others waiting is about to be handed to a bot. Its person stops that with Here or any move."""

    seat: int
    by: list[int]  # who asked; -1: the host, without a seat
    at: int | None  # when the bot takes over; None: it waits for ``needs`` more voices
    needs: int


class TakeBackRequest(TypedDict):
    """Somebody asks to take their last decision back. It goes away when the game moves on."""

    seat: int
    agreed: list[int]
    missing: list[int]  # the seats whose people have not said yet


class SeatInfo(TypedDict):
    """One seat, as everybody sees it."""

    kind: SeatKind
    name: str
    level: BotName | None  # of the bot, also of the one that stands in for an absent person
    connected: bool
    stand_in: bool  # a bot plays in a person's place
    why: StandInReason  # it does
    instead: str  # the bot of the house that decided when the one that plays here had failed
    late: int  # how many of this person's decisions the clock has made
    since: int | None  # the match waits for this person; None: it does not
    nudge_from: int | None  # the moment from which this client may nudge them; None: may not
    hand_from: (
        int | None
    )  # the moment from which this client may ask to hand their seat to a bot; None: may not
    you: bool
    host: bool
    hints: int  # how many hints this person has taken
    agrees: bool  # to hints between people


class Recalled(TypedDict):
    """What may be looked up of an event as soon as one of the kind ``after`` has been told after it."""

    facts: dict[str, Any]
    text: Words
    after: str


class Happening(TypedDict):
    """One event as this client may know it: typed facts for the board, a sentence for the log.

    ``later`` is there where less of it may be looked up again, as long as the game lasts.
    """

    kind: str
    facts: dict[str, Any]
    text: Words
    later: NotRequired[Recalled]


class Step(TypedDict):
    """One entry of the log: who did what, and what came of it. ``move`` is absent where it is secret."""

    ply: int  # counts the steps that this client was shown
    seat: int  # -1: the table itself (the deal)
    move: str | None
    label: Words | None
    happenings: list[Happening]


class MoveOption(TypedDict):
    """A legal move: its text, how people say it, and what it would come to (``forecast`` belongs to the game)."""

    move: str
    label: Words
    forecast: dict[str, Any]


class Result(TypedDict):
    """How the game ended."""

    ranks: list[int]
    winners: list[int]
    scores: list[int] | None
    values: list[float] | None
    reason: str
    text: Words


class View(TypedDict):
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


class MatchInfo(TypedDict):
    """The match around the game."""

    id: str
    game: str
    rules: int  # the version of the game's rules that it is played by
    status: Status
    seats: list[SeatInfo]
    options: dict[str, Any]
    teams: list[list[int]]  # the seats that win and lose together
    owing: list[int]  # the seats whose decision the match waits for
    chance: int  # 2: from the secret and everybody's nonce; 1, in old matches: from the secret alone
    commitment: str  # hash of the secret behind all chance
    nonce_wanted: bool  # the match has not begun and waits for this client's nonce
    starting: bool  # it begins by itself as soon as that nonce is there
    terms: str | None  # from the start on: all that chance is bound to beside the secret, nonces included
    secret: str | None  # shown when the match is over
    practice: bool  # somebody alone with bots has taken a decision back: it counts nowhere
    taking_back: TakeBackRequest | None
    abandoning: list[int]  # the seats whose people want to end the match without a result
    ended: Ending  # why it is over, where that was not the game's own end
    rematch: str | None  # the id of the match that follows this one
    spectators: int
    pace: Pace
    now: int  # the clock that all moments here are by, in milliseconds, when this was told
    clocks: list[SeatClock] | None  # a seat each; None: there is no clock
    waiting_since: int | None  # the people who owe a decision are waited for; None: for nobody
    handing: HandOver | None
    resigning: Resigning  # what it would come to if this client resigned now
    can_draw: bool  # this client may offer a draw, or accept one
    draw: list[int]  # the seats that offer a draw
    hints: bool  # whether hints are allowed: alone and with bots, and between people who all agree
    hosting: bool  # this client is the host (who need not have a seat)


# ---- lists of matches ----------------------------------------------------------------------------------------------

MyResult = Literal["won", "shared", "drawn", "lost", ""]  # empty: I had no seat, or there is no result
Against = Literal["people", "bots", "game"]


class ListedSeat(TypedDict):
    kind: SeatKind
    name: str
    level: BotName | None
    you: bool
    stand_in: bool


class ListedResult(TypedDict):
    """How a match ended, for a list."""

    winners: list[int]
    mine: MyResult
    text: Words


class ListedMatch(TypedDict):
    """One of my matches, as a list shows it."""

    id: str
    game: str
    status: Status
    mode: Words | None  # what is played
    headline: Words | None  # how far it has come
    seats: list[ListedSeat]
    teams: list[list[int]]
    owing: list[int]  # the seats whose decision the match waits for
    yours: bool  # mine is one of them
    since: int  # milliseconds since 1970: when all this last changed; of a match that is over: when it ended
    practice: bool
    deadline: int | None  # where decisions have days: I have at least until then, by the same clock
    result: ListedResult | None


class Mine(TypedDict):
    """Over /ws/mine: all my matches that are not over, at once and whenever one of them changes."""

    type: Literal["mine"]
    matches: list[ListedMatch]


# ---- over the socket -----------------------------------------------------------------------------------------------


class Snapshot(TypedDict):
    """All there is to know at a version: the answer to connecting, to Sync, and to anything that rewrites the log."""

    type: Literal["snapshot"]
    version: int
    match: MatchInfo
    view: View | None  # None in the lobby
    log: list[Step]
    can_undo: bool
    way_back: WayBack  # how this client could take its last decision back, where it cannot simply undo


class Update(TypedDict):
    """One change. ``steps`` are the new entries of the log, to be shown in order before the view is.

    An update that repeats the version tells only who has come or gone (``match``); nothing else changed.
    """

    type: Literal["update"]
    version: int
    match: MatchInfo
    view: View | None
    steps: list[Step]
    can_undo: bool
    way_back: WayBack


class Done(TypedDict):
    """The request is on disk."""

    type: Literal["done"]
    id: str
    version: int


class Refused(TypedDict):
    """The request changed nothing, and why."""

    type: Literal["refused"]
    id: str
    code: str
    rule: str
    text: Words


class LineMove(TypedDict):
    """One move of a whole turn."""

    move: str
    label: Words


class Idea(TypedDict):
    """One idea of the bot. The best one comes with its reasons."""

    move: str  # the first of its line
    label: Words
    visits: int
    value: float  # expected result between 0 and 1
    chance: float  # to win
    line: list[LineMove]  # my own moves to the end of my decision
    where: Words | None  # where to look: a question that does not give the idea away
    why: Words | None  # it is better than the next idea
    expects: Words | None  # what somebody else will probably do then


class Advice(TypedDict):
    """The answer to Hint, best first."""

    type: Literal["advice"]
    id: str
    ideas: list[Idea]


class CounselInfo(TypedDict):
    """What matters now, in one or two sentences; ``points`` are the keys of what to look at."""

    key: str
    text: Words
    rule: str
    points: list[str]


class CoachResult(TypedDict):
    """The answer to Coach. ``agreed``: whether my move before was about as good as the bot's; None: nobody knows."""

    type: Literal["coach_result"]
    id: str
    counsel: CounselInfo | None
    agreed: bool | None


class RefusedMove(TypedDict):
    """Why a move would be refused; ``index`` is its place among the moves that were asked about."""

    code: str
    rule: str
    text: Words
    index: int


class PreviewResult(TypedDict):
    """The answer to Preview. ``view`` is absent where a move would be refused, and where the seat cannot know what
    comes: a move that uses chance or reveals something is the last of ``moves``."""

    type: Literal["preview_result"]
    id: str
    moves: list[MoveOption]
    refusal: RefusedMove | None
    view: View | None


class Said(TypedDict):
    """Somebody (or I myself, perhaps in another window) called something: to everybody at the table, or to the team
    alone, and then nobody outside it is told."""

    type: Literal["said"]
    seat: int
    to: Audience
    phrase: str
    text: Words


class Nudged(TypedDict):
    """Somebody asks me to go on: it is my turn."""

    type: Literal["nudged"]
    seat: int  # mine
    by: int  # theirs; -1: the host, without a seat


class Waiting(TypedDict):
    """The table cannot write or read just now, and goes on by itself: what is asked meanwhile is answered later.

    It is repeated as long as it is so, and ends with one without ``text``.
    """

    type: Literal["waiting"]
    text: Words | None


class LessonNow(TypedDict):
    """Where a lesson stands once this version is on the board: what it says, points at and waits for.

    ``look``: only to be read; ``ask``: for moves; ``right`` and ``wrong``: the answer to them; ``done``: the lesson is
    over, and ``say`` is its idea. In all but ``ask`` it goes on with :class:`slugfest.protocol.wire.Next`.
    """

    type: Literal["lesson"]
    version: int
    game: str
    number: int  # of the lesson, from 1
    lessons: int  # of the course
    step: int  # from 1
    steps: int
    title: Words
    state: LessonState
    say: list[Words]  # one or two bubbles, ``{key}`` in them is drawn; none: go on at once
    point: list[str]  # keys of things on the board
    rule: str  # to read on; empty: none
    again: bool  # the position before the move comes back


class DevicePerson(TypedDict):
    """One of several people who share a device."""

    seat: int
    guest: str  # whom to open a channel for when the device is in their hands
    name: str
    owes: bool  # a decision


class DeviceState(TypedDict):
    """Over /ws/device/{match}, where there is no server: in whose hands the device belongs now, at once and whenever
    that changes. It tells nothing that only one of them may know."""

    type: Literal["device"]
    match: str
    game: str
    status: Status
    people: list[DevicePerson]
    next: str | None  # the guest to hand it to, who may be the one who has it; None: nobody owes anything


ServerMessage = (
    Snapshot
    | Update
    | Done
    | Refused
    | Advice
    | CoachResult
    | PreviewResult
    | Said
    | Nudged
    | Waiting
    | LessonNow
    | Mine
    | DeviceState
)
