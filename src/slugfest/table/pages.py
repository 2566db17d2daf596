"""What pages are told over HTTP: games and how they are played, people and what they have played, replays.

Plain dicts, ready for JSON, as what a match tells (:mod:`.messages`); ``web/src/lib/wire.ts`` is printed from both.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from slugfest.kernel import Words

from .messages import Against, BotName, ListedMatch, MatchInfo, Step, View


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


class PositionInfo(TypedDict):
    """The answer to POST /api/device/position, where there is no server: a position that was pasted, on the board. And
    to PositionMoves: what it is after some moves."""

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
