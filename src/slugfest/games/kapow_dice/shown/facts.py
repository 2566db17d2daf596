"""The types of the catalogue, the board, the moves and the forecasts.

The browser's types (``web/src/games/kapow-dice/facts.ts``) are printed from here and from ``event_facts.py``, where
the events are. Fighters, seats and teams count from 0, dice and rounds from 1; boxes and slots, cards and characters go
by their ids. ``who`` names a fighter for sentences.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, NotRequired, TypedDict

from slugfest.games.kapow_dice.content import Column, Kind
from slugfest.games.kapow_dice.position.moves import Boost
from slugfest.games.kapow_dice.position.phases import Mode, Phase, Question
from slugfest.games.kapow_dice.position.requirements import Face, PoolFace
from slugfest.games.kapow_dice.position.rule_facts import Reason, Sum
from slugfest.kernel import Counted, Seat, Words

FighterNumber = Annotated[int, Counted("P", "fighter")]
TeamNumber = Annotated[int, Counted("T", "team")]

# ---- what is in the box ------------------------------------------------------------------------------------------


class Slot(TypedDict):
    """A place for one die; slots of one group ask for the same symbol."""

    slot: str
    demand: str
    face: Face | None
    """The symbol it asks for, if it asks for one."""
    group: int


class Box(TypedDict):
    box: str
    slots: list[Slot]


class RowLine(TypedDict):
    """A line of a row's list, by the symbol that chooses it."""

    symbol: Face | Literal["any"]
    text: Words


class Ability(TypedDict):
    """An ability of the Player Board, of a character or of a token."""

    name: Words
    board: str
    column: Column
    kind: str
    requirement: str
    boxes: list[Box]
    text: Words
    once: bool
    may: bool
    numbers: dict[str, int]
    rule: str


class Row(TypedDict):
    """A row of an automated fighter; it has a text, or lines to choose from."""

    name: Words
    board: str
    row: int
    column: Column
    requirement: str
    boxes: list[Box]
    text: Words | None
    lines: list[RowLine] | None
    once: bool


class CardHalf(Box):
    requirement: str
    text: Words
    numbers: dict[str, int]


class TeamUp(TypedDict):
    name: Words
    colour: str
    column: Column
    left: CardHalf
    right: CardHalf


class Character(TypedDict):
    name: Words
    side: Literal["hero", "villain"]
    health: int
    dice: list[Kind]
    faces: list[Face]
    abilities: list[str]
    rows: list[str]


class FaceInfo(TypedDict):
    name: Words
    colour: str | None


class DieInfo(TypedDict):
    name: Words
    sides: list[Face]
    trait: bool


class Catalogue(TypedDict):
    faces: dict[Face, FaceInfo]
    dice: dict[Kind, DieInfo]
    player_board: list[str]
    abilities: dict[str, Ability]
    characters: dict[str, Character]
    agreed: dict[str, dict[str, Ability]]
    """Abilities as a table may agree on them: by option, then by what was agreed."""
    cards: dict[str, TeamUp]
    rows: dict[str, Row]
    colours: dict[str, Words]
    round_limit: int
    health: int


# ---- the table ---------------------------------------------------------------------------------------------------


class DieFacts(TypedDict):
    """A die; behind a screen only its kind is known. ``shown`` is the layout that everybody has seen."""

    die: int
    kind: Kind
    face: Face | None
    at: str | None
    """The slot it lies on."""
    frozen: bool | None
    sides: list[Face] | None
    """The faces on an Action die."""
    shown: list[Face] | None


class AttackSum(Sum):
    target: FighterNumber


class Difference(TypedDict):
    """A total before a box is filled and after it; null where there is no base."""

    before: int | None
    after: int | None


class Worth(TypedDict):
    """What a box comes to as things lie now."""

    attack: NotRequired[Difference]
    defence: NotRequired[Difference]
    copies: NotRequired[Face]
    """The face it copies."""
    works: NotRequired[bool]
    """Whether its condition holds."""


class Forecast(TypedDict, total=False):
    """What filling a box would come to, and which face a move hands in."""

    dice: list[int]
    """Filling: the dice that would go there, numbered from 1."""
    copies: Face | None
    """Filling: the face it would copy."""
    face: Face
    """Giving and exchanging: the face in the place that is named."""


class Skipped(TypedDict):
    """Selected boxes that are left out by choice."""

    attack: list[str]
    defence: list[str]


class Outlook(TypedDict):
    """What a placement is worth right now."""

    attack: Sum | None
    defence: Sum | None


class Gained(TypedDict):
    """What was gained during Power Up."""

    dice: int
    faces: int


class Fighter(TypedDict):
    """A fighter; what this seat may not see of it is null or empty."""

    team: TeamNumber
    seat: Seat | None
    """Who plays it; nobody plays an automated one."""
    across: FighterNumber
    character: str | None
    hidden: bool
    """Whether this seat must not see what the fighter does right now."""
    ready: bool
    changes: int | None
    """Changes of mind so far, where one may look."""
    dice: list[DieFacts]
    pool: dict[PoolFace, int]
    """Faces on no die, by letter."""
    shown_pool: dict[PoolFace, int] | None
    """The pool as everybody last saw it, while faces are rearranged."""
    behind: list[Face]
    """Faces gained behind the screen: everybody knows the type, nobody where they went."""
    entangled: int
    locked: list[str]
    used: list[str]
    announced: list[str]
    selected: list[str]
    previous: list[str]
    """The boxes that were selected in the round before, without Immediates; of people alone."""
    modes: dict[str, str]
    target: FighterNumber | None
    skipped: Skipped
    attack: AttackSum | None
    defence: Sum | None
    forecast: Outlook | None
    worth: dict[str, Worth]
    """What each box in reach comes to, while dice are placed."""
    gained: Gained
    lost: int
    """Health lost in phase 2."""
    dealt: int
    """Health that the own attack took."""


class CardFacts(TypedDict):
    """A Team-Up card; how it lies is hidden while the screens are up."""

    card: str
    colour: str
    turned: bool | None
    left: FighterNumber | None
    right: FighterNumber | None
    filled: list[bool] | None
    """Whether the left and the right half are filled."""


class Team(TypedDict):
    fighters: list[FighterNumber]
    health: int
    full: int
    supply: int
    """Which of the supplies it draws from, from 0."""
    cards: list[CardFacts]


class Supply(TypedDict):
    """What is left of a set."""

    dice: dict[Kind, int]
    faces: dict[PoolFace, int]
    entangle: int
    locked: int


class Blow(TypedDict):
    """An attack that is on its way."""

    fighter: FighterNumber
    attack: int
    sure: bool
    """Whether it is meant for whoever is asked; an automated fighter has not chosen yet in Co-op (KD-261)."""


class Goal(TypedDict):
    """Whom an attack is for."""

    fighter: FighterNumber
    defence: int | None
    """What it has to beat, where that is settled already."""
    open: int
    """The defence that lies open: what it comes to if nothing is left out."""


_ForFighter = TypedDict("_ForFighter", {"for": FighterNumber | None})


class QuestionFacts(_ForFighter):
    """What somebody is asked in the middle of something; the optional fields belong to single kinds of questions."""

    kind: Question
    fighters: list[FighterNumber]
    """Who may answer."""
    box: str | None
    most: NotRequired[int]
    """How many dice may be chosen."""
    picked: NotRequired[list[int] | None]
    """The dice chosen so far."""
    types: NotRequired[list[Face]]
    """The faces to choose from."""
    kinds: NotRequired[list[str]]
    """The dice to choose from."""
    card: NotRequired[str]
    left: NotRequired[int]
    """How many exchanges are left."""
    health: NotRequired[int]
    """What it costs not to give a face."""
    totals: NotRequired[dict[str, int]]
    """What an attack or a defence comes to with each base."""
    sums: NotRequired[dict[str, Sum]]
    """The same, added up part by part."""
    damage: NotRequired[dict[str, int]]
    """Attacking: the Health it would take with each base; defending: the Health it would cost."""
    costs: NotRequired[int]
    """Attacking: the Health it costs the attacker."""
    incoming: NotRequired[list[Blow]]
    """Defending: what comes in."""
    goal: NotRequired[Goal]
    """Attacking: against whom."""


class AnswerAhead(TypedDict):
    """An answer to a question that is not asked yet, in the shape of a legal move."""

    move: str
    label: Words
    parts: Move


class Ahead(TypedDict):
    """What one tap may do at once: moves that decide nothing, and what I am asked after them."""

    moves: list[Move]
    question: QuestionFacts | None
    answers: list[AnswerAhead]
    # Nothing is decided by them: the board need not ask for them.
    by_itself: bool


class Announcement(TypedDict):
    """An Immediate announced in this round."""

    fighter: FighterNumber
    box: str | None


class RowReason(Reason):
    """Why an automated fighter filled a row as it did, in words too."""

    fighter: FighterNumber
    who: str
    text: Words


class BoardView(TypedDict):
    """The table as one seat may know it."""

    mode: Mode
    phase: Phase
    round: int
    round_limit: int
    first: TeamNumber | None
    """The team with the first-player token."""
    acting: FighterNumber | None
    screens: bool
    teams: list[Team]
    supplies: list[Supply]
    fighters: list[Fighter]
    question: QuestionFacts | None
    ahead: Ahead | None
    announcements: list[Announcement]
    no_loss: bool
    """Nobody can lose Health this round."""
    reasoning: list[RowReason]


# ---- moves -------------------------------------------------------------------------------------------------------

Single = Literal[
    "ready", "unready", "done", "roll", "pass", "confirm", "refuse", "decline", "take_die", "take_faces", "lose",
    "enough", "attach_pool",
]  # fmt: skip
OnBox = Literal["empty", "announce", "attack", "defend", "skip", "trigger", "lock"]
OnCard = Literal["card", "propose", "rotate"]
OnDie = Literal["take", "reroll", "attach_to"]
GivenFace = Literal[PoolFace, "up"]
"""A face by its letter, or the one on the side of a die that shows."""


class SingleMove(NamedTuple):
    """A move that names nothing."""

    kind: Single


class PickMove(NamedTuple):
    """Choose a character."""

    kind: Literal["pick"]
    character: str


class CardMove(NamedTuple):
    """Choose a Team-Up card, announce one, or turn one round."""

    kind: OnCard
    card: str


class DieMove(NamedTuple):
    """Take a die back, reroll it, or choose it to attach faces to."""

    kind: OnDie
    die: int


class BoxMove(NamedTuple):
    """Empty a box, announce it, attack or defend with it, leave it out, trigger it next, or lock it in."""

    kind: OnBox
    box: str


class PlaceMove(NamedTuple):
    """Put a die on a slot."""

    kind: Literal["place"]
    die: int
    slot: str


class FillMove(NamedTuple):
    """Fill a box with loose dice; ``face`` is the face to be copied, where there is a choice."""

    kind: Literal["fill"]
    box: str
    face: Face | None


class ModeMove(NamedTuple):
    """Choose what Adrenaline shall give (KD-157)."""

    kind: Literal["mode"]
    box: str
    mode: Boost


class FighterMove(NamedTuple):
    """Aim at a fighter, or let one go first."""

    kind: Literal["target", "first"]
    fighter: FighterNumber


class TurnMove(NamedTuple):
    """Turn a die to a face."""

    kind: Literal["turn"]
    die: int
    face: Face


class FaceMove(NamedTuple):
    """Take a face, or say which face comes next."""

    kind: Literal["face", "order"]
    face: PoolFace


class KindMove(NamedTuple):
    """Take a die of a kind; ``trait``: a Trait die whose colour somebody else names."""

    kind: Literal["die"]
    kind_of_die: Kind | Literal["trait"]


class AttachMove(NamedTuple):
    """Attach a face of the pool to a die, or take one off it."""

    kind: Literal["attach", "detach"]
    die: int
    face: PoolFace


class GiveMove(NamedTuple):
    """Hand in a face from a die, or from the pool where ``die`` is null."""

    kind: Literal["give"]
    die: int | None
    face: GivenFace


class SwapMove(NamedTuple):
    """Exchange a face from a die, or from the pool where ``die`` is null, for another one."""

    kind: Literal["swap"]
    die: int | None
    face: GivenFace
    took: PoolFace


Move = (
    SingleMove
    | PickMove
    | CardMove
    | DieMove
    | BoxMove
    | PlaceMove
    | FillMove
    | ModeMove
    | FighterMove
    | TurnMove
    | FaceMove
    | KindMove
    | AttachMove
    | GiveMove
    | SwapMove
)
