"""What a table tells people: every message from the server to the browser, defined once.

They are plain dicts, ready for JSON: the table builds them, whoever carries them encodes them as they are, and
``web/src/lib/wire.ts`` is printed from here. What people ask for, and is checked, is in :mod:`slugfest.house.wire`.
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


class TakingBack(TypedDict):
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
    taking_back: TakingBack | None
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


class Coached(TypedDict):
    """The answer to Coach. ``agreed``: whether my move before was about as good as the bot's; None: nobody knows."""

    type: Literal["coached"]
    id: str
    counsel: CounselInfo | None
    agreed: bool | None


class RefusedMove(TypedDict):
    """Why a move would be refused; ``index`` is its place among the moves that were asked about."""

    code: str
    rule: str
    text: Words
    index: int


class Foretold(TypedDict):
    """The answer to Preview. ``view`` is absent where a move would be refused, and where the seat cannot know what
    comes: a move that uses chance or reveals something is the last of ``moves``."""

    type: Literal["foretold"]
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
    over, and ``say`` is its idea. In all but ``ask`` it goes on with :class:`slugfest.house.wire.Next`.
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


class AtTheDevice(TypedDict):
    """One of several people who share a device."""

    seat: int
    guest: str  # whom to open a channel for when the device is in their hands
    name: str
    owes: bool  # a decision


class OneDevice(TypedDict):
    """Over /ws/device/{match}, where there is no server: in whose hands the device belongs now, at once and whenever
    that changes. It tells nothing that only one of them may know."""

    type: Literal["device"]
    match: str
    game: str
    status: Status
    people: list[AtTheDevice]
    next: str | None  # the guest to hand it to, who may be the one who has it; None: nobody owes anything


ServerMessage = (
    Snapshot
    | Update
    | Done
    | Refused
    | Advice
    | Coached
    | Foretold
    | Said
    | Nudged
    | Waiting
    | LessonNow
    | Mine
    | OneDevice
)

# ---- over HTTP -----------------------------------------------------------------------------------------------------


class OptionValue(TypedDict):
    """One named value; some are offered only at certain numbers of seats."""

    value: Any
    name: Words
    seats: list[int] | None


class OptionNeed(TypedDict):
    """An option and the values of which it must have one."""

    key: str
    values: list[Any]


class OptionInfo(TypedDict):
    """One agreement before a game. ``choices`` absent: a whole number from low to high.

    ``only_with``: it is no question unless that other option has one of those values. ``detail``: it is no way to play
    of its own, and nobody has to read it to begin.
    """

    key: str
    name: Words
    default: Any
    choices: list[OptionValue] | None
    low: int
    high: int
    rule: str
    seat_choice: bool
    detail: bool
    only_with: OptionNeed | None


class RuleInfo(TypedDict):
    number: str
    text: Words
    section: Words | None  # the heading it stands under


class HowInfo(TypedDict):
    """One part of the page that tells how to play. In texts ``{key}`` draws a thing and ``*word*`` is strong."""

    id: str
    title: Words
    text: Words
    draw: list[str]  # keys of what is drawn under the text


class TermInfo(TypedDict):
    """One thing explained, by the key that the board's parts carry."""

    key: str
    name: Words
    needs: Words | None
    text: Words
    rule: str
    also: list[str]  # other words for it, in both languages


class LineInfo(TypedDict):
    """One sentence of the rules for players, and the numbered rules that it rests on."""

    text: Words
    rules: list[str]


class TopicInfo(TypedDict):
    """A section of the rules that a player knows, and everyday words that lead to it."""

    id: str
    title: Words
    words: list[str]
    lines: list[LineInfo]


class GuideInfo(TypedDict):
    """How to play, what everything is called, and the rules as players know them."""

    how: list[HowInfo]
    terms: list[TermInfo]
    topics: list[TopicInfo]


PlainWhose = Literal["", "table", "mine", "seats"]
PlainKind = Literal["", "cards", "pile", "number", "track", "seat", "text", "none"]
PlainColour = Literal["", "red", "blue", "green", "purple", "amber", "teal"]
PlainIcon = Literal[
    "",
    "bolt",
    "book",
    "card",
    "clock",
    "coin",
    "crown",
    "drop",
    "eye",
    "fist",
    "flag",
    "flame",
    "gem",
    "heart",
    "house",
    "key",
    "leaf",
    "mask",
    "person",
    "question",
    "shield",
    "skull",
    "star",
    "sword",
]
Accent = Literal["", "yellow", "red", "teal", "purple", "blue", "green", "pink", "orange"]


class ShownInfo(TypedDict):
    """How the plain board shows one field of a game's board; whatever is empty it works out itself."""

    name: Words | None
    whose: PlainWhose
    kind: PlainKind
    icon: PlainIcon
    colour: PlainColour
    most: int
    face: str
    hides: bool


class ThingInfo(TypedDict):
    """How one thing looks wherever it lies."""

    name: Words | None
    icon: PlainIcon
    colour: PlainColour
    value: str
    note: Words | None


class VerbInfo(TypedDict):
    """What moves are called that begin with one word, and what is asked for each word after it."""

    name: Words | None
    questions: list[Words]
    icon: PlainIcon


class PlainInfo(TypedDict):
    """What a game says about the plain board: fields in their order, things and verbs by their word in moves."""

    fields: dict[str, ShownInfo]
    things: dict[str, ThingInfo]
    verbs: dict[str, VerbInfo]


class FirstMatch(TypedDict):
    """How many play a first match, and what is agreed for it."""

    seats: int
    options: dict[str, Any]


class GameInfo(TypedDict):
    """GET /api/games (without rules, catalogue and guide) and GET /api/games/{game} (with them)."""

    id: str
    name: Words
    variant: Words | None  # where other numbers than the game's own are played: what that is called
    tagline: Words
    min_seats: int
    max_seats: int
    seat_counts: list[int]  # the numbers of seats that can be played
    first_match: FirstMatch  # for somebody who has just learned the game
    options: list[OptionInfo]
    goal: Words | None  # how one wins, in a sentence; None: the game has no guide
    rules: list[RuleInfo]
    guide: GuideInfo | None
    lessons: int  # of its course; 0: it has none
    catalogue: dict[str, Any]
    accent: Accent  # its loud colour; empty: the shell's, or what the styles have for a game of the house
    plain: PlainInfo | None  # what it says about the plain board
    bots: list[str]  # that play it beside the three levels, as far as whoever runs the server offers some
    board: str  # the address of its own board, where its package brings one
    cover: str  # the address of the picture on its cover, likewise


class PhraseInfo(TypedDict):
    """Something that may be called; ``{opponent}`` stands for one whom teammates name."""

    phrase: str
    text: Words
    names_opponent: bool


class Seating(TypedDict):
    """GET /api/games/{game}/seating?seats=4&mode=team: who would play together, and what they could call."""

    options: dict[str, Any]
    teams: list[list[int]]
    phrases: list[PhraseInfo]  # to the team
    table_phrases: list[PhraseInfo]  # to everybody at the table


class LessonInfo(TypedDict):
    """One lesson of a course."""

    number: int  # from 1
    title: Words
    idea: Words
    steps: int


class CourseInfo(TypedDict):
    """GET /api/games/{game}/course: its lessons, in order; none where a game has no course."""

    game: str
    lessons: list[LessonInfo]


class LearnedInfo(TypedDict):
    """How far I have come in a lesson."""

    game: str
    lesson: int
    step: int  # where to take it up
    done: bool


class Me(TypedDict):
    """GET /api/me sets the guest's cookie; POST /api/me changes the name."""

    name: str
    matches: list[ListedMatch]  # mine that are not over, the one changed last first
    finished: list[ListedMatch]  # the last few that are
    learned: list[LearnedInfo]


class FinishedMatches(TypedDict):
    """GET /api/me/matches?game=kapow-dice&against=people&skip=20: my matches that are over, the last one first."""

    matches: list[ListedMatch]
    more: bool  # there are others after these


class Tally(TypedDict):
    """How matches of one kind ended for me. A shared first place counts as drawn."""

    game: str
    seats: int
    against: Against  # people, if there was one among the opponents
    level: BotName | None  # of the bots; None: of several levels, or no bots
    won: int
    drawn: int
    lost: int


class Favourite(TypedDict):
    """Somebody of a game's cast with whom I have played."""

    game: str
    key: str
    name: Words
    played: int
    won: int


class Profile(TypedDict):
    """GET /api/me/profile: what my matches come to. Those that were practice, in which I took hints, which a bot
    finished for me, or that were abandoned are told apart and counted nowhere else."""

    name: str
    finished: int
    tallies: list[Tally]
    favourites: list[Favourite]  # the one played most first
    practice: int
    hinted: int
    left: int
    abandoned: int
    learned: list[LearnedInfo]


class Ticket(TypedDict):
    """The answer to POST /api/me/ticket: a link that makes another device mine, once."""

    link: str
    qr: str  # the link as a picture (SVG) to point a phone at
    until: int  # milliseconds since 1970


class Created(TypedDict):
    """The answer to POST /api/matches: the match lives at /match/{id}."""

    id: str


class DevicePeople(TypedDict):
    """GET /api/device/people, where there is no server: who has played on this device, the owner first."""

    names: list[str]


class NotImported(TypedDict):
    """A match of a file that could not be taken in, and why."""

    match: str
    text: Words


class Imported(TypedDict):
    """The answer to POST /api/device/file, where there is no server: what was taken in of a file or a record."""

    matches: list[str]  # the ids of those that are new here, or longer than they were
    known: int  # how many were here already
    refused: list[NotImported]


class LaidOut(TypedDict):
    """The answer to POST /api/device/position, where there is no server: a position that was pasted, on the board. And
    to PlayOn: what it is after some moves."""

    game: str
    position: dict[str, Any]  # the document, whole
    deciding: list[int]  # the seats that owe a decision
    views: list[View]  # with everything shown, then as each seat sees it
    steps: list[Step]  # the moves that led here from the last one, with everything shown


class RoundMark(TypedDict):
    """Where a round begins: after so many moves."""

    step: int
    round: int


class Replay(TypedDict):
    """GET /api/matches/{id}/replay: a match that is over, told again to whoever asks.

    ``eyes`` (?eyes=): -2 for everything, as nothing is secret any more, -1 as a spectator saw it, or a seat's. The
    ``ply`` of a step counts all moves, also those that these eyes did not notice and which are left out.
    """

    match: MatchInfo
    eyes: int
    last: int  # how many moves were made
    steps: list[Step]
    rounds: list[RoundMark]
    turns: list[int]  # the steps after which a turn begins
    views: list[View]  # the first page of positions, from before the first move


class ReplayViews(TypedDict):
    """GET /api/matches/{id}/replay/views?eyes=&step=: the page of positions that has this one."""

    first: int  # how many moves were made before the first of these positions
    views: list[View]


class Problem(TypedDict):
    """Any request over HTTP that was refused, and why."""

    code: str
    rule: str
    text: Words
