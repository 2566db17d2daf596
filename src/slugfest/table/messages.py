"""The messages to clients over sockets, and the entries of lists of matches, each declared once.

They are plain dicts, ready for JSON; ``web/src/lib/wire.ts`` is printed from here. Answers over HTTP are in
:mod:`.pages`; what clients send is in :mod:`.commands` and :mod:`slugfest.protocol.wire`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from slugfest.kernel import Words

Level = Literal["easy", "medium", "hard"]
BotName = str  # one of the levels, or a bot that the server offers: GameInfo.bots
Status = Literal["lobby", "playing", "finished", "abandoned"]  # abandoned: ended without a result
SeatKind = Literal["open", "person", "bot"]
Strength = Literal["any", "new", "regular", "strong"]
WayBack = Literal["", "practice", "ask"]  # not possible; always, as practice; if everybody agrees
Audience = Literal["team", "table"]  # who receives a phrase
LessonState = Literal["look", "ask", "right", "wrong", "done"]
PaceKind = Literal["none", "live", "days"]
# When time is up: the table moves; a bot plays until the person is back; the seat is given up.
TimeUp = Literal["move", "bot", "give_up"]
StandInReason = Literal["", "left", "idle", "time", "given_up"]  # after "given_up" nobody returns
# What resigning leads to: not possible; the others win; it ends without a result; a bot plays on.
Resigning = Literal["", "lose", "end", "bot"]
Ending = Literal[
    "", "agreed", "resigned", "time", "draw", "round"
]  # "": by the rules of the game, or not over;
# "round": the duplicate round of which it was a table was closed

# ---- a match -------------------------------------------------------------------------------------------------------


class Pace(TypedDict):
    """How much time people have, and what the table does when it runs out. It is set in the lobby.

    ``live``: ``decision`` seconds for each decision, then the reserve is used. ``days``: ``decision`` days for each.
    """

    kind: PaceKind
    decision: int  # seconds (live) or days (days); 0 without a clock
    reserve: int  # live: seconds that everybody has in addition, for the whole match
    gain: int  # live: seconds added to the reserve with each decision
    then: TimeUp
    level: Level  # of the bot that plays on, where ``then`` is "bot"
    watch: NotRequired[bool]  # live: the clock waits while a fight is shown (matches since this was added)


class SeatClock(TypedDict):
    """One seat's time. Times are milliseconds of the same clock as ``now`` in MatchInfo."""

    reserve: int  # milliseconds left in reserve when the present decision began
    starts: (
        int | None
    )  # when the clock starts to run: later than the decision begins if there is something to watch
    decide_until: int | None  # when the reserve begins to run; None: owes nothing, or a bot plays
    deadline: int | None  # when time runs out


class HandOver(TypedDict):
    """A seat that keeps others waiting is about to be given to a bot. Its person stops that with Here or any move."""

    seat: int
    by: list[int]  # who voted for it; -1: the host, without a seat
    at: int | None  # when the bot takes over; None: ``needs`` more votes are missing
    needs: int


class TakeBackRequest(TypedDict):
    """A person asks to take back their last decision. The request ends when the game moves on."""

    seat: int
    agreed: list[int]
    missing: list[int]  # the seats whose people have not answered yet


class Advert(TypedDict):
    """The offer of a host: anybody may take a free seat of this table."""

    strength: Strength  # whom the host hopes for
    bots: bool  # bots give way to people, until a person has made the first decision
    club: str  # only its members see the table and may take a seat; empty: everybody


class SeatInfo(TypedDict):
    """One seat, as everybody sees it."""

    kind: SeatKind
    name: str
    level: BotName | None  # of the bot, also of a stand-in
    connected: bool
    stand_in: bool  # a bot plays in a person's place
    why: StandInReason  # why a bot stands in
    instead: str  # the built-in bot that decided when the one that plays here had failed
    late: int  # how many of this person's decisions the table has made
    since: int | None  # since when the match waits for this person; None: it does not
    nudge_from: int | None  # when this client may first nudge them; None: may not
    hand_from: int | None  # when this client may first vote to give their seat to a bot; None: may not
    you: bool
    host: bool
    hints: int  # how many hints this person has taken
    agrees: bool  # to hints between people


class Recalled(TypedDict):
    """What may be looked up of an event once a later one of the kind ``after`` has been shown."""

    facts: dict[str, Any]
    text: Words
    after: str


class Happening(TypedDict):
    """One event as this client may know it: typed facts for the board, a sentence for the log.

    ``later`` is present if less of it may be looked up again while the game lasts.
    """

    kind: str
    facts: dict[str, Any]
    text: Words
    later: NotRequired[Recalled]


class Step(TypedDict):
    """One move of the log and its events. ``move`` is null where it is secret."""

    ply: int  # counts the steps that this client was shown
    seat: int  # -1: the table itself (the deal)
    move: str | None
    label: Words | None
    happenings: list[Happening]


class MoveOption(TypedDict):
    """A legal move: its text, its label, its parts (null where the game declares none), and what it would lead to.

    Parts and forecast belong to the game. An empty forecast may be left out.
    """

    move: str
    label: Words
    parts: list[Any] | None
    forecast: NotRequired[dict[str, Any]]


class Result(TypedDict):
    """How the game ended."""

    ranks: list[int]
    winners: list[int]
    scores: list[int] | None
    values: list[float] | None
    reason: str
    text: Words
    named: NotRequired[Words]
    """The text as everybody else reads it, where it speaks to this client's seat."""


class ThreatInfo(TypedDict):
    """What is coming at this client's seat. Level 1 to 3; at 3 it may be the end."""

    amount: int
    level: Literal[1, 2, 3]
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
    match_point: list[
        int
    ]  # the seats that can win with their next turn, as far as this client's seat may know
    threat: NotRequired[ThreatInfo]  # where something is
    board: dict[str, Any]


class SharedDeal(TypedDict):
    """The round of an event whose tables are all dealt alike."""

    event: str  # its code
    round: int
    table: int  # from 1
    sealed: bool  # others may still play it: until that is over, only those who sit here see anything of the match


class MatchInfo(TypedDict):
    """The match apart from the board."""

    id: str
    game: str
    rules: int  # the version of the game's rules
    status: Status
    seats: list[SeatInfo]
    options: dict[str, Any]
    teams: list[list[int]]  # the seats that win and lose together
    owing: list[int]  # the seats whose decision the match waits for
    chance: int  # randomness from 2: the secret and everybody's nonce; 1, in old matches: the secret alone
    commitment: str  # hash of the secret
    nonce_wanted: bool  # the match has not begun and waits for this client's nonce
    starting: bool  # it begins as soon as that nonce is there
    terms: str | None  # from the start on: what the randomness depends on beside the secret, with the nonces
    secret: str | None  # shown when the match is over
    practice: bool  # a person alone with bots has taken a decision back, so the match does not count
    taking_back: TakeBackRequest | None
    abandoning: list[int]  # the seats that voted to end the match without a result
    ended: Ending  # how people ended it
    rematch: str | None  # the id of the match that follows this one
    spectators: int
    removed: int  # how many people the host has sent away; others are told 0
    pace: Pace
    now: int  # the present time of the clock that all times here go by, in milliseconds
    clocks: list[SeatClock] | None  # by seat; None: there is no clock
    waiting_since: int | None  # since when the match waits for people; None: it does not
    handing: HandOver | None
    resigning: Resigning  # what would follow if this client resigned now
    can_draw: bool  # this client may offer or accept a draw
    draw: list[int]  # the seats that offer a draw
    hints: bool  # hints are allowed: alone, with bots, or between people who all agree
    hosting: bool  # this client is the host, perhaps without a seat
    advert: NotRequired[Advert]  # the table is open to anybody
    free: NotRequired[list[int]]  # the seats that anybody may take then, empty ones first
    deal: NotRequired[SharedDeal]  # other tables are dealt alike
    seats_fixed: NotRequired[bool]  # an event has decided who sits where


# ---- lists of matches ----------------------------------------------------------------------------------------------

MyResult = Literal["won", "shared", "drawn", "lost", ""]  # empty: no seat, or no result
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
    headline: Words | None  # its progress
    seats: list[ListedSeat]
    teams: list[list[int]]
    owing: list[int]  # the seats whose decision the match waits for
    yours: bool  # my decision is among them
    since: int  # when this last changed, or when the match ended; milliseconds since 1970
    practice: bool
    deadline: int | None  # with days for a decision: I have at least until then, by the same clock
    result: ListedResult | None


class Mine(TypedDict):
    """Over /ws/mine: all my matches that are not over, at first and whenever one of them changes."""

    type: Literal["mine"]
    matches: list[ListedMatch]


# ---- over the socket -----------------------------------------------------------------------------------------------


class Snapshot(TypedDict):
    """Everything the client may know at a version. Sent on connecting, on Sync, and when earlier steps change."""

    type: Literal["snapshot"]
    version: int
    match: MatchInfo
    view: View | None  # None in the lobby
    log: list[Step]
    can_undo: bool
    way_back: WayBack  # how this client may take back its last decision, if not by undo


class Update(TypedDict):
    """One change. ``steps`` are new in the log, to be shown in order before the view is.

    In an update that repeats the version only ``match`` has changed: who is connected.
    """

    type: Literal["update"]
    version: int
    match: MatchInfo
    view: View | None
    steps: list[Step]
    can_undo: bool
    way_back: WayBack


class Done(TypedDict):
    """The request is granted and stored."""

    type: Literal["done"]
    id: str
    version: int


class Refused(TypedDict):
    """The request is refused and changed nothing."""

    type: Literal["refused"]
    id: str
    code: str
    rule: str
    text: Words


class LineMove(TypedDict):
    """One move of a whole turn."""

    move: str
    label: Words
    parts: list[Any] | None


class Idea(TypedDict):
    """One idea of a bot. The best one has its reasons."""

    move: str  # the first of its line
    label: Words
    visits: int  # how often it was tried
    chance: float  # to win
    error: float  # the standard error of that
    loss: float  # of the chance to win, behind the best
    fine: bool  # not worse than the best beyond the error, or a matter of mixing
    probability: float  # of being played, where several seats decide at once
    line: list[LineMove]  # my own moves to the end of my decision
    where: Words | None  # where to look: a question that does not reveal the idea
    why: Words | None  # why it is better than others
    expects: Words | None  # what an opponent will probably do then
    expected: float  # how often that was seen
    theme: str  # of the reason


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
    theme: str  # "danger" is always spoken


class MistakeInfo(TypedDict):
    """A decision of mine that has cost much: what would have been better, and why."""

    better: Words
    why: Words | None
    loss: float  # of the chance to win


class CoachResult(TypedDict):
    """The answer to Coach. ``agreed``: my last move was about as good as the best; null if unknown."""

    type: Literal["coach_result"]
    id: str
    counsel: CounselInfo | None
    agreed: bool | None
    mistake: MistakeInfo | None  # my last decision


class RefusedMove(TypedDict):
    """Why a move would be refused; ``index`` is its place among the moves of the request."""

    code: str
    rule: str
    text: Words
    index: int


class PreviewResult(TypedDict):
    """The answer to Preview.

    ``view`` is null if a move would be refused or the seat cannot know the result: a move that uses chance or reveals
    something is the last of ``moves``.
    """

    type: Literal["preview_result"]
    id: str
    moves: list[MoveOption]
    refusal: RefusedMove | None
    view: View | None


class Watcher(TypedDict):
    """Somebody who watches, or was sent away."""

    key: str  # for Remove and Readmit; it names a guest in this match alone
    name: str  # may be empty
    windows: int  # open at this process of the server; 0: elsewhere
    removed: bool


class WatchersResult(TypedDict):
    """The answer to Watchers, those with most windows first."""

    type: Literal["watchers_result"]
    id: str
    watchers: list[Watcher]


class Said(TypedDict):
    """A person (perhaps I, in another window) says a phrase to the whole table, or to the team alone."""

    type: Literal["said"]
    seat: int
    to: Audience
    phrase: str
    text: Words


class Nudged(TypedDict):
    """A person reminds me that it is my turn."""

    type: Literal["nudged"]
    seat: int  # mine
    by: int  # theirs; -1: the host, without a seat


class Waiting(TypedDict):
    """The server's storage is unavailable. Requests are answered when it has recovered.

    It is repeated meanwhile; the last one has no ``text``.
    """

    type: Literal["waiting"]
    text: Words | None


class LessonNow(TypedDict):
    """The state of a lesson once this version is on the board: what it says, points at and waits for.

    ``look``: read only; ``ask``: it waits for moves; ``right`` and ``wrong``: its answer to them; ``done``: the lesson
    is over, and ``say`` is its idea. From all but ``ask`` it continues with :class:`slugfest.protocol.wire.Next`.
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
    say: list[Words]  # one or two bubbles, with ``{key}`` drawn; empty: continue at once
    point: list[str]  # keys of things on the board
    rule: str  # the rule to read; may be empty
    again: bool  # the position before the move comes back
    fresh: bool  # the board shows another position than before, which is not what came of the learner's moves
    cheer: bool  # what was right also went well; false: it was meant to fail


class DevicePerson(TypedDict):
    """One of several people who share a device."""

    seat: int
    guest: str  # for whom to open a channel when they have the device
    name: str
    owes: bool  # a decision


class DeviceState(TypedDict):
    """Over /ws/device/{match}, on the local server: who should have the device, at first and whenever that changes.

    It has nothing that only one of them may know.
    """

    type: Literal["device"]
    match: str
    game: str
    status: Status
    people: list[DevicePerson]
    next: str | None  # the guest who should have it next; None: nobody owes anything


ServerMessage = (
    Snapshot
    | Update
    | Done
    | Refused
    | Advice
    | CoachResult
    | PreviewResult
    | WatchersResult
    | Said
    | Nudged
    | Waiting
    | LessonNow
    | Mine
    | DeviceState
)
