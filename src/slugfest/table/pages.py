"""The answers over HTTP: games and how they are played, people and their matches, replays.

They are plain dicts, ready for JSON, as the messages of a match (:mod:`.messages`); ``web/src/lib/wire.ts`` is printed
from both.
"""

from __future__ import annotations

from typing import Any, TypedDict

from slugfest.kernel import Words, plain_board

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
    """One option of a game. Without ``choices`` it is a whole number from low to high.

    ``only_with``: it applies only if that other option has one of those values. ``detail``: nobody has to read it
    before a first match.
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
    section: Words | None  # its heading


class HowInfo(TypedDict):
    """One part of the page on how to play. In texts ``{key}`` draws a thing and ``*word*`` is strong."""

    id: str
    title: Words
    text: Words
    draw: list[str]  # keys of what is drawn under the text


class TermInfo(TypedDict):
    """The explanation of one thing, by its key on the board."""

    key: str
    name: Words
    needs: Words | None
    text: Words
    rule: str
    also: list[str]  # other words for it, in both languages


class LineInfo(TypedDict):
    """One sentence of the rules for players, and the numbered rules behind it."""

    text: Words
    rules: list[str]


class TopicInfo(TypedDict):
    """A section of the rules for players, and everyday words that lead to it."""

    id: str
    title: Words
    words: list[str]
    lines: list[LineInfo]


class GuideInfo(TypedDict):
    """How to play, the terms, and the rules for players."""

    how: list[HowInfo]
    terms: list[TermInfo]
    topics: list[TopicInfo]


PlainWhose = plain_board.Whose
PlainKind = plain_board.Kind
PlainColour = plain_board.Colour
PlainIcon = plain_board.Icon
Accent = plain_board.Accent


class ShownInfo(TypedDict):
    """How the plain board shows one field of a game's board; it chooses itself where a value is empty."""

    name: Words | None
    whose: PlainWhose
    kind: PlainKind
    icon: PlainIcon
    colour: PlainColour
    most: int
    face: str
    hides: bool


class ThingInfo(TypedDict):
    """How one thing looks everywhere."""

    name: Words | None
    icon: PlainIcon
    colour: PlainColour
    value: str
    note: Words | None


class VerbInfo(TypedDict):
    """The name of moves that begin with one word, and the question for each word after it."""

    name: Words | None
    questions: list[Words]
    icon: PlainIcon


class PlainInfo(TypedDict):
    """A game's description of the plain board: fields in their order, things and verbs by their word in moves."""

    fields: dict[str, ShownInfo]
    things: dict[str, ThingInfo]
    verbs: dict[str, VerbInfo]


class FirstMatch(TypedDict):
    """The number of seats and the options of a person's first match."""

    seats: int
    options: dict[str, Any]


class GameInfo(TypedDict):
    """GET /api/games (without rules, catalogue and guide) and GET /api/games/{game} (with them)."""

    id: str
    name: Words
    variant: Words | None  # the name of a variant with other numbers
    tagline: Words
    min_seats: int
    max_seats: int
    seat_counts: list[int]  # the possible numbers of seats
    first_match: FirstMatch  # for a person who has just learned the game
    options: list[OptionInfo]
    goal: Words | None  # how to win, in a sentence; None: the game has no guide
    rules: list[RuleInfo]
    guide: GuideInfo | None
    lessons: int  # in its course; 0: it has none
    catalogue: dict[str, Any]
    accent: Accent  # its accent colour; empty: the default, or what the styles have for a built-in game
    plain: PlainInfo | None  # its description of the plain board
    bots: list[str]  # that the server offers beside the three levels
    board: str  # the address of its own board, if its package has one
    cover: str  # the address of its cover picture, if its package has one


class PhraseInfo(TypedDict):
    """A phrase that may be said; ``{opponent}`` stands for the opponent that it names."""

    phrase: str
    text: Words
    names_opponent: bool


class Seating(TypedDict):
    """GET /api/games/{game}/seating?seats=4&mode=team: the teams, and the phrases they could say."""

    options: dict[str, Any]
    teams: list[list[int]]
    phrases: list[PhraseInfo]  # to the team
    table_phrases: list[PhraseInfo]  # to the whole table


class LessonInfo(TypedDict):
    """One lesson of a course."""

    number: int  # from 1
    title: Words
    idea: Words
    steps: int


class CourseInfo(TypedDict):
    """GET /api/games/{game}/course: its lessons, in order; empty for a game without a course."""

    game: str
    lessons: list[LessonInfo]


class LearnedInfo(TypedDict):
    """My progress in a lesson."""

    game: str
    lesson: int
    step: int  # where it is resumed
    done: bool


class Me(TypedDict):
    """GET /api/me sets the guest's cookie; POST /api/me changes the name."""

    name: str
    matches: list[ListedMatch]  # my running matches, the one changed last first
    finished: list[ListedMatch]  # my last few finished matches
    learned: list[LearnedInfo]


class FinishedMatches(TypedDict):
    """GET /api/me/matches?game=kapow-dice&against=people&skip=20: my finished matches, the last one first."""

    matches: list[ListedMatch]
    more: bool  # there are more after these


class Tally(TypedDict):
    """How matches of one kind ended for me. A shared first place counts as drawn."""

    game: str
    seats: int
    against: Against  # people, if one of the opponents was a person
    level: BotName | None  # of the bots; None: several levels, or no bots
    won: int
    drawn: int
    lost: int


class Favourite(TypedDict):
    """A character with whom I have played."""

    game: str
    key: str
    name: Words
    played: int
    won: int


class Profile(TypedDict):
    """GET /api/me/profile: my results.

    Matches that were practice, in which I took hints, that a bot finished for me, or that were abandoned are counted
    separately.
    """

    name: str
    finished: int
    tallies: list[Tally]
    favourites: list[Favourite]  # the one played most first
    practice: int
    hinted: int
    left: int
    abandoned: int
    learned: list[LearnedInfo]


class Reach(TypedDict):
    """The answer to GET /api/reach: how other devices get to this server."""

    network: str  # its address in the local network; empty: only this machine can open it


class Ticket(TypedDict):
    """The answer to POST /api/me/ticket: a link that adds another device to my profile, once."""

    link: str
    qr: str  # the link as a QR code (SVG)
    until: int  # milliseconds since 1970


class Created(TypedDict):
    """The answer to POST /api/matches: the match is at /match/{id}."""

    id: str


class DevicePeople(TypedDict):
    """GET /api/device/people, on the local server: who has played on this device, the owner first."""

    names: list[str]


class NotImported(TypedDict):
    """A match of a file that could not be imported, and why."""

    match: str
    text: Words


class Imported(TypedDict):
    """The answer to POST /api/device/file, on the local server: what was imported from a file or a record."""

    matches: list[str]  # the ids of matches that are new here, or longer than before
    known: int  # how many were here already
    refused: list[NotImported]


class PositionInfo(TypedDict):
    """The answer to POST /api/device/position and to PositionMoves, on the local server: a position on the board."""

    game: str
    position: dict[str, Any]  # the position document
    deciding: list[int]  # the seats that owe a decision
    views: list[View]  # with everything shown, then of each seat
    steps: list[Step]  # the moves that led here, with everything shown


class RoundMark(TypedDict):
    """Where a round begins: after ``step`` moves."""

    step: int
    round: int


class Replay(TypedDict):
    """GET /api/matches/{id}/replay: a finished match, step by step.

    ``eyes`` (?eyes=) is the view: -2 for everything, -1 for a spectator's, or a seat. The ``ply`` of a step counts all
    moves, also those that this view did not notice and that are left out.
    """

    match: MatchInfo
    eyes: int
    last: int  # the number of moves
    steps: list[Step]
    rounds: list[RoundMark]
    turns: list[int]  # the steps after which a turn begins
    views: list[View]  # the first page of positions, beginning before the first move


class ReplayViews(TypedDict):
    """GET /api/matches/{id}/replay/views?eyes=&step=: the page of positions with this step."""

    first: int  # the number of moves before the first of these positions
    views: list[View]


class Problem(TypedDict):
    """A refusal over HTTP."""

    code: str
    rule: str
    text: Words
