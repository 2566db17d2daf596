"""The answers over HTTP: games and how they are played, people and their matches, replays.

They are plain dicts, ready for JSON, as the messages of a match (:mod:`.messages`); ``web/src/lib/wire.ts`` is printed
from both.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from slugfest.kernel import Words, plain_board
from slugfest.kernel.forms import FormChange

from .messages import Against, BotName, Level, ListedMatch, MatchInfo, Step, View


class OptionValue(TypedDict):
    """One named value; some are offered only at certain numbers of seats."""

    value: Any
    name: Words
    seats: list[int] | None
    about: Words | None  # what it means, in one line


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


class OpponentInfo(TypedDict):
    """A persona that plays a game."""

    id: str  # the name of its bot
    name: str
    level: Level | None  # the level that is another name of it
    rating: int | None  # 1500 is the level medium; None: not measured
    error: int | None  # half the width of the 95 % interval
    best: bool  # it plays no game better


class PortraitInfo(TypedDict):
    """The parts that a bot's portrait is put together from."""

    head: str
    eyes: str
    mouth: str
    top: str
    colour: str


class GameInfo(TypedDict):
    """GET /api/games (without rules, catalogue and guide) and GET /api/games/{game} (with them)."""

    id: str
    name: Words
    variant: Words | None  # the name of a variant with other numbers
    changes: list[FormChange]  # what it changes, if a whole variant was asked for
    file: str  # of that variant, to look at and to go on with; empty: it has none
    offered: bool  # in the list of games; a variant that is not has been brought by a guest
    tagline: Words
    min_seats: int
    max_seats: int
    seat_counts: list[int]  # the possible numbers of seats
    first_match: FirstMatch  # for a person who has just learned the game
    harder_match: FirstMatch  # for a person who has won the usual one
    options: list[OptionInfo]
    goal: Words | None  # how to win, in a sentence; None: the game has no guide
    minutes: list[int]  # a match takes from so many to so many; empty: its guide does not say
    rules: list[RuleInfo]
    guide: GuideInfo | None
    lessons: int  # in its course; 0: it has none
    catalogue: dict[str, Any]
    accent: Accent  # its accent colour; empty: the default, or what the styles have for a built-in game
    plain: PlainInfo | None  # its description of the plain board
    opponents: list[OpponentInfo]  # the personas that play it, the weakest first
    bots: list[str]  # that the server offers beside those
    board: str  # the address of its own board, if its package has one
    cover: str  # the address of its cover picture, if its package has one
    portraits: dict[str, PortraitInfo]  # of pieces that a variant adds, by their id


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


class LinesInfo(TypedDict):
    """What a bot says at a moment that everybody sees; one of these each time."""

    greeting: list[Words]
    hit: list[Words]  # it has landed a heavy blow
    hurt: list[Words]  # it has taken one
    win: list[Words]
    loss: list[Words]


class PersonaInfo(TypedDict):
    """GET /api/personas: who bots are at the table."""

    id: str  # the name of its bot
    name: str
    about: Words
    portrait: PortraitInfo
    lines: LinesInfo


class PuzzleInfo(TypedDict):
    """One puzzle in a list."""

    game: str
    number: int
    rating: int
    solved: bool  # by me
    theme: Words | None  # once it is solved


class PuzzlesInfo(TypedDict):
    """GET /api/puzzles: today's puzzle, another one for me (?game=kapow-dice: of this game), and how I do."""

    day: int  # in UTC, from 1970-01-01
    today: PuzzleInfo | None
    another: PuzzleInfo | None  # null: all are solved
    rating: int  # mine
    solved: int
    tried: int
    puzzles: int  # how many there are
    streak: int  # days in a row whose puzzle I have solved
    solved_today: bool


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


class ReadsTally(TypedDict):
    """Reads and losses in reviewed matches of one kind, in millionths of a win, as means of a match."""

    against: Against
    level: BotName | None
    matches: int
    reads: int
    error: int | None  # half the width of the 95 % interval of reads; None: too few matches
    lost: int  # by decisions with a mark


class LossTally(TypedDict):
    """What my marked decisions of one kind have cost, in millionths of a win."""

    game: str
    phase: str
    theme: str
    decisions: int
    lost: int


class ReviewProfile(TypedDict):
    """What the kept reviews of my matches say. Practice and decisions that I did not make alone are left out."""

    reviewed: int  # matches
    unreviewed: int
    practice: int  # matches that are left out
    decisions: int
    assisted: int  # decisions that are left out
    reads: ReadsTally | None  # against all
    opponents: list[ReadsTally]
    losses: list[LossTally]  # the most expensive first


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
    review: ReviewProfile | None
    puzzles: bool | None  # my finished matches may become puzzles; null: nobody mines them here


class Reach(TypedDict):
    """The answer to GET /api/reach: how other devices get to this server."""

    network: str  # its address in the local network; empty: only this machine can open it
    lan: str  # the address it would have with --lan; empty: none, or not for whoever asks from elsewhere


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


Mark = Literal["inaccuracy", "mistake", "blunder"]
MomentKind = Literal["swing", "best", "costliest"]


class ReviewPoint(TypedDict):
    """Each seat's chance to win after ``step`` moves, by what everybody together knew and by what the seat knew."""

    step: int
    together: list[int]
    own: list[int]


class BetterMove(TypedDict):
    """What would have been better."""

    moves: list[str]
    label: Words


class ReviewedDecision(TypedDict):
    """One decision: how it compares with the best one, as far as its maker could know.

    A ``mark`` says that it gave away at least 5, 10 or 15 points of winning chance, and that this is certain enough.
    """

    step: int  # the number of moves played before it
    seat: int
    moves: list[str]
    label: Words
    round: int  # 0: the game has none
    phase: str
    theme: str  # of the reason
    loss: int | None  # behind the best decision; None: not judged
    error: int  # the standard error of that
    mark: Mark | None
    mixing: bool  # one of several that belong to a mixture
    choice: int  # what it changed as its maker could know
    read: int  # what it really changed, beyond that
    better: BetterMove | None
    reason: Words | None


class ReviewMoment(TypedDict):
    """The largest swing, or a seat's best or costliest decision."""

    kind: MomentKind
    step: int
    seat: int
    text: Words
    you: NotRequired[dict[str, Words]]
    """The same to the seats it is about; missing in reviews made before there were such forms."""


class Review(TypedDict):
    """The review of a finished match. Amounts are millionths of a win, by seat.

    For every seat, result = par + cards + reads + choices exactly.
    """

    version: int
    values: str  # names the function that everything is measured with
    game: str
    rules: int
    seats: int
    quick: bool  # a first look; the whole review follows
    complete: bool
    result: list[int]
    par: list[int]
    cards: list[int]
    reads: list[int]
    choices: list[int]
    line: list[ReviewPoint]
    decisions: list[ReviewedDecision]
    moments: list[ReviewMoment]
    verdicts: list[Words]  # a sentence for each seat


ReviewStatus = Literal["waiting", "working", "done", "failed"]


class MatchReview(TypedDict):
    """GET /api/matches/{id}/review: the review of a finished match, as far as there is one.

    Asking for it starts it. While it waits or works, ask again: a quick review comes first, then the whole.
    ``?whole=no`` is content with the quick one.
    """

    match: MatchInfo
    status: ReviewStatus
    progress: int  # percent of what is being worked on
    dice: bool  # chance is dice here, not cards
    review: Review | None


class Problem(TypedDict):
    """A refusal over HTTP."""

    code: str
    rule: str
    text: Words
