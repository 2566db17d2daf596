"""What the game tells, declared: the table as a seat sees it, what happens on it, and a whole position.

Fighters and teams count from 0, dice, rows and rounds from 1; boxes, characters and cards go by their ids, faces by
their letters. ``who`` is a fighter by name: the seat that plays it (P1), or the character of an automated one.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NotRequired, TypedDict

from slugfest.kernel import Counted, FactTypes, Seat, Words

from .document_facts import Document

RowResult = Literal["no_dice", "used", "condition", "impossible", "selected"]
Phase = Literal[
    "pick", "cards", "select", "defence", "attack", "stand", "power_up", "after", "clean_up", "over"
]
FighterNumber = Annotated[int, Counted("P", "fighter")]
TeamNumber = Annotated[int, Counted("T", "team")]

# ---- parts of both -------------------------------------------------------------------------------------------------


class AboutFighter(TypedDict):
    """What an event about a fighter says first."""

    fighter: FighterNumber
    who: str


class Part(TypedDict):
    """What a box adds or multiplies."""

    box: str
    value: int


class Sum(TypedDict):
    """A total and how it comes about: base and kickers, times the multiplier, then flat changes."""

    base: str | None
    """The box of the base; null without one."""
    base_value: int
    kickers: list[Part]
    multiplier: Part | None
    plus: int
    """Base and kickers together."""
    flat: int
    """What is taken off or added after multiplying."""
    total: int


class Rerolled(TypedDict):
    """A die that was rolled again."""

    die: int
    was: str
    face: str


class RevealedDie(TypedDict):
    """A die as it lies at the reveal."""

    die: int
    face: str
    at: str | None
    """The slot it lies on."""


class RevealedFighter(AboutFighter):
    """What a fighter's screen hid."""

    dice: list[RevealedDie]
    selected: list[str]
    """The boxes that are selected."""
    modes: dict[str, str]
    """By box of Adrenaline: whether it gives attack or a face."""
    target: FighterNumber | None
    """Whom the arrow points at."""


class ShownDie(TypedDict):
    """An Action die with its faces."""

    die: int
    sides: list[str]


class Aim(TypedDict):
    """Who attacks whom, by name."""

    who: str
    target_who: str


class RowSection(TypedDict):
    """A section that an automated fighter filled."""

    box: str
    dice: list[int]
    faces: list[str]
    line: str | None
    """The line of the list it takes effect by: a face, or “any”."""


class BetterLine(TypedDict):
    """A higher line that was left, and what it would have cost."""

    line: str
    wilds: int
    action_dice: int


# ---- the table -----------------------------------------------------------------------------------------------------


class Die(TypedDict):
    """A die; what this seat may not know of it is null."""

    die: int
    kind: str
    """Its colour, or “action”."""
    face: str | None
    at: str | None
    """The slot it lies on."""
    frozen: bool | None
    sides: list[str] | None
    """The faces on an Action die."""
    shown: list[str] | None
    """The faces that everybody last saw on it, while they are rearranged."""


class AttackSum(Sum):
    """An attack that was made."""

    target: FighterNumber


class Forecast(TypedDict):
    """What a placement is worth right now, with the best base."""

    attack: Sum | None
    defence: Sum | None


class Skipped(TypedDict):
    """Boxes that are selected, but left out by choice."""

    attack: list[str]
    defence: list[str]


class Gained(TypedDict):
    """What was gained during Power Up."""

    dice: int
    faces: int


class Fighter(TypedDict):
    """A fighter; what is behind a screen for this seat is null or empty."""

    team: TeamNumber
    seat: Seat | None
    """Who plays it; nobody plays an automated one."""
    across: FighterNumber
    character: str | None
    hidden: bool
    """Whether this seat must not see what the fighter does right now."""
    ready: bool
    changes: int | None
    """Changes of mind so far."""
    dice: list[Die]
    pool: dict[str, int]
    """Faces on no die, by letter."""
    shown_pool: dict[str, int] | None
    """The pool as everybody last saw it, while faces are rearranged."""
    behind: list[str]
    """Faces gained behind the screen: everybody knows the type, nobody where they went."""
    entangled: int
    locked: list[str]
    used: list[str]
    announced: list[str | None]
    selected: list[str]
    modes: dict[str, str]
    target: FighterNumber | None
    skipped: Skipped
    attack: AttackSum | None
    defence: Sum | None
    forecast: Forecast | None
    gained: Gained
    lost: int
    """Health lost in phase 2."""
    dealt: int
    """Health that the own attack took."""


class TeamUpCard(TypedDict):
    """A Team-Up card of a team; how it lies is null while a screen hides it."""

    card: str
    colour: str
    turned: bool | None
    left: FighterNumber | None
    right: FighterNumber | None
    filled: list[bool] | None
    """Whether the left and the right half are filled."""


class Team(TypedDict):
    """A team."""

    fighters: list[FighterNumber]
    health: int
    full: int
    supply: int
    """Which of the supplies it draws from, from 0."""
    cards: list[TeamUpCard]


class Supply(TypedDict):
    """What is left of a set."""

    dice: dict[str, int]
    faces: dict[str, int]
    entangle: int
    locked: int


_For = TypedDict("_For", {"for": FighterNumber | None})


class Question(_For):
    """What somebody is being asked; ``for`` is the fighter that the answer is about."""

    kind: str
    fighters: list[FighterNumber]
    """Who may answer."""
    box: str | None
    types: NotRequired[list[str]]
    """The faces to choose from."""
    kinds: NotRequired[list[str]]
    """The dice to choose from."""
    picked: NotRequired[list[int] | None]
    """The dice chosen so far."""
    most: NotRequired[int]
    """How many dice may be chosen."""
    left: NotRequired[int]
    """How many exchanges are left."""
    card: NotRequired[str]
    health: NotRequired[int]
    """What it costs not to give a face."""
    totals: NotRequired[dict[str, int]]
    """What the attack or the defence comes to with each base."""


class Announcement(TypedDict):
    """An Immediate announced in this round."""

    fighter: FighterNumber
    box: str | None


class Reasoning(AboutFighter):
    """Why an automated fighter filled a row as it did."""

    row: int
    ability: str
    result: RowResult
    dice: list[int]
    sections: list[RowSection]
    plans: int
    wilds: int
    action_dice: int
    refused: BetterLine | None
    text: Words


class Table(TypedDict):
    """The table as one seat may know it."""

    mode: Literal["duel", "characters", "solo", "team", "coop"]
    phase: Phase
    round: int
    round_limit: int
    first: TeamNumber | None
    """The team with the First Player token."""
    acting: FighterNumber | None
    screens: bool
    """Whether there are screens now."""
    teams: list[Team]
    supplies: list[Supply]
    fighters: list[Fighter]
    question: Question | None
    announcements: list[Announcement]
    no_loss: bool
    """Nobody can lose Health this round."""
    reasoning: list[Reasoning]


# ---- what happens --------------------------------------------------------------------------------------------------


class Pick(AboutFighter):
    """A fighter gets its character."""

    kind: Literal["pick"]
    character: str


class StartingHealth(TypedDict):
    """All are equipped."""

    kind: Literal["health"]
    health: list[int]
    """By team."""
    teams_who: list[list[str]]
    """By team: its fighters by name."""
    dice: list[list[str]]
    """By fighter: the colours it starts with."""


class FirstPlayer(TypedDict):
    """Who has the First Player token, and why."""

    kind: Literal["first"]
    team: TeamNumber
    team_who: list[str]
    why: Literal["lot", "lowest", "villain", "defence", "stays"]
    totals: list[int] | None
    """By team: the total defence, if that decided."""


class DealtCards(TypedDict):
    """A team is dealt its Team-Up cards."""

    kind: Literal["cards"]
    team: TeamNumber
    team_who: list[str]
    cards: list[str]


class DraftedCard(TypedDict):
    """A team takes a Team-Up card; the other team gets the other one of its colour."""

    kind: Literal["card"]
    team: TeamNumber
    team_who: list[str]
    card: str
    other_who: list[str]
    other_card: str


class Round(TypedDict):
    """A round begins."""

    kind: Literal["round"]
    round: int


class Roll(AboutFighter):
    """A fighter rolls all own dice; only the team learns what they show."""

    kind: Literal["roll"]
    faces: NotRequired[list[str]]


class Announce(AboutFighter):
    """An Immediate is announced and resolved."""

    kind: Literal["announce"]
    box: str | None


class Propose(AboutFighter):
    """A teammate announces a card that the other must confirm."""

    kind: Literal["propose"]
    card: str


class Confirm(AboutFighter):
    """The other agrees to the card, or not."""

    kind: Literal["confirm"]
    card: str
    yes: bool


class Reroll(AboutFighter):
    """Dice are rolled again; only the team learns which."""

    kind: Literal["reroll"]
    box: str | None
    dice: NotRequired[list[Rerolled]]


class Turn(AboutFighter):
    """A die is turned without rolling; only the team learns which, and null means none."""

    kind: Literal["turn"]
    box: str | None
    die: NotRequired[int | None]
    was: NotRequired[str | None]
    face: NotRequired[str | None]


class Attach(AboutFighter):
    """A face just gained is attached; only the team learns where, and a null die means there was no room."""

    kind: Literal["attach"]
    box: str | None
    die: NotRequired[int | None]
    face: NotRequired[str]


class Ready(AboutFighter):
    """A fighter is ready."""

    kind: Literal["ready"]


class Unready(AboutFighter):
    """A fighter thinks again."""

    kind: Literal["unready"]


class Done(AboutFighter):
    """A fighter has finished rearranging faces."""

    kind: Literal["done"]


class GainFace(AboutFighter):
    """A face is gained."""

    kind: Literal["gain_face"]
    face: str
    box: str | None


class GainDie(AboutFighter):
    """A die is gained."""

    kind: Literal["gain_die"]
    kind_of_die: str
    """Its colour, or “action”."""
    box: str | None


class Short(AboutFighter):
    """Nothing of what should be gained is left."""

    kind: Literal["short"]
    what: Literal["face", "trait", "action"]
    box: str | None


class Heal(AboutFighter):
    """Health is gained."""

    kind: Literal["heal"]
    team: TeamNumber
    amount: int
    health: int
    """What the team has now."""
    box: str | None


class Lose(AboutFighter):
    """Health is lost."""

    kind: Literal["lose"]
    team: TeamNumber
    amount: int
    health: int
    """What the team has left."""
    box: str | None
    cause: Literal["attack", "cost", "effect"]


class RivalRoll(AboutFighter):
    """An automated fighter rolls, for all to see."""

    kind: Literal["rival_roll"]
    faces: list[str]


class RivalRow(AboutFighter):
    """What an automated fighter made of a row, and why."""

    kind: Literal["rival_row"]
    row: int
    ability: str
    result: RowResult
    dice: list[int]
    sections: list[RowSection]
    plans: int
    """How many ways of filling it there were."""
    wilds: int
    """Wilds that the chosen one uses."""
    action_dice: int
    """Action dice that it uses."""
    refused: BetterLine | None
    """A higher line that would have cost more."""


class RivalToken(AboutFighter):
    """An automated fighter uses a die to get rid of an Entangle token."""

    kind: Literal["rival_token"]
    die: int


class RivalAttach(AboutFighter):
    """An automated fighter attaches a face."""

    kind: Literal["rival_attach"]
    face: str
    die: int


class Reveal(TypedDict):
    """All placements are shown at once."""

    kind: Literal["reveal"]
    fighters: list[RevealedFighter]
    screens: bool
    """Whether there were screens to lift."""


class Spent(AboutFighter):
    """A once-per-game ability is used up."""

    kind: Literal["spent"]
    box: str


class Unfilled(AboutFighter):
    """Only one half of a Team-Up card is filled: its dice count as unplaced."""

    kind: Literal["unfilled"]
    card: str


class Targets(TypedDict):
    """Who attacks whom when all play against the box."""

    kind: Literal["targets"]
    targets: list[FighterNumber]
    """By fighter."""
    defences: list[int]
    """By fighter: the total defence that decides it."""
    aims: list[Aim]


class Attack(AboutFighter, Sum):
    """A fighter attacks."""

    kind: Literal["attack"]
    target: FighterNumber
    target_who: str


class Decline(AboutFighter):
    """A fighter does not attack."""

    kind: Literal["decline"]


class Defend(AboutFighter, Sum):
    """A fighter states its defence."""

    kind: Literal["defend"]


class Hit(AboutFighter):
    """Attack and defence are compared."""

    kind: Literal["hit"]
    target: FighterNumber
    target_who: str
    attack: int
    defence: int
    damage: int


class Trigger(AboutFighter):
    """An ability takes effect."""

    kind: Literal["trigger"]
    box: str


class Nothing(AboutFighter):
    """Nothing comes of an ability."""

    kind: Literal["nothing"]
    box: str | None
    why: str


class Swap(AboutFighter):
    """A face is exchanged; a null die is the pool."""

    kind: Literal["swap"]
    gave: str
    took: str
    die: int | None


class Give(AboutFighter):
    """A face goes to another fighter; a null die is the pool."""

    kind: Literal["give"]
    to: FighterNumber
    to_who: str
    face: str
    die: int | None


class Lock(AboutFighter):
    """An ability is locked in."""

    kind: Literal["lock"]
    box: str


class Entangle(AboutFighter):
    """A fighter gets an Entangle token."""

    kind: Literal["entangle"]
    tokens: int
    """How many it has now."""
    box: str


class Untangle(AboutFighter):
    """A fighter gets rid of an Entangle token."""

    kind: Literal["untangle"]
    tokens: int
    """How many are left."""


class CleanUp(TypedDict):
    """All dice come back."""

    kind: Literal["clean_up"]
    round: int


class Layout(AboutFighter):
    """A fighter shows its Action dice and its pool."""

    kind: Literal["layout"]
    dice: list[ShownDie]
    pool: dict[str, int]
    """Faces on no die, by letter."""


class KnockedOut(TypedDict):
    """A team has no Health left."""

    kind: Literal["knocked_out"]
    team: TeamNumber
    team_who: list[str]


class GameOver(TypedDict):
    """The end."""

    kind: Literal["game_over"]
    reason: str
    winners: list[Seat]
    team: TeamNumber | None
    """The team that won; null for a draw."""
    team_who: list[str]


Event = (
    Pick
    | StartingHealth
    | FirstPlayer
    | DealtCards
    | DraftedCard
    | Round
    | Roll
    | Announce
    | Propose
    | Confirm
    | Reroll
    | Turn
    | Attach
    | Ready
    | Unready
    | Done
    | GainFace
    | GainDie
    | Short
    | Heal
    | Lose
    | RivalRoll
    | RivalRow
    | RivalToken
    | RivalAttach
    | Reveal
    | Spent
    | Unfilled
    | Targets
    | Attack
    | Decline
    | Defend
    | Hit
    | Trigger
    | Nothing
    | Swap
    | Give
    | Lock
    | Entangle
    | Untangle
    | CleanUp
    | Layout
    | KnockedOut
    | GameOver
)

FACTS: Final = FactTypes(board=Table, events=Event, document=Document)
