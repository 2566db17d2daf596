"""The types of the events. Board, moves and catalogue are in ``facts.py``."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from slugfest.games.kapow_dice.content import Kind
from slugfest.games.kapow_dice.position.requirements import Face, PoolFace
from slugfest.games.kapow_dice.position.rule_facts import Reason, Sum
from slugfest.kernel import Seat

from .facts import FighterNumber, TeamNumber

# ---- parts of events -----------------------------------------------------------------------------------------------


class _About(TypedDict):
    """What an event about a fighter says first."""

    fighter: FighterNumber
    who: str


class Rerolled(TypedDict):
    """A die that was rolled again."""

    die: int
    was: Face
    face: Face


class RevealedDie(TypedDict):
    """A die as it lies at the reveal."""

    die: int
    face: Face
    at: str | None
    """The slot it lies on."""


class RevealedFighter(_About):
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
    sides: list[Face]


class Aim(TypedDict):
    """Who attacks whom, by name."""

    who: str
    target_who: str


# ---- what happens --------------------------------------------------------------------------------------------------


class Pick(_About):
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
    dice: list[list[Kind]]
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


class Roll(_About):
    """A fighter rolls all own dice; only the team learns what they show."""

    kind: Literal["roll"]
    faces: NotRequired[list[Face]]


class Announce(_About):
    """An Immediate is announced and resolved."""

    kind: Literal["announce"]
    box: str | None


class Propose(_About):
    """A teammate announces a card that the other must confirm."""

    kind: Literal["propose"]
    card: str


class Confirm(_About):
    """The other agrees to the card, or not."""

    kind: Literal["confirm"]
    card: str
    yes: bool


class Reroll(_About):
    """Dice are rolled again; only the team learns which."""

    kind: Literal["reroll"]
    box: str | None
    dice: NotRequired[list[Rerolled]]


class Turn(_About):
    """A die is turned without rolling; only the team learns which, and null means none."""

    kind: Literal["turn"]
    box: str | None
    die: NotRequired[int | None]
    was: NotRequired[Face | None]
    face: NotRequired[Face | None]


class Attach(_About):
    """A face just gained is attached; only the team learns where, and a null die means there was no room."""

    kind: Literal["attach"]
    box: str | None
    die: NotRequired[int | None]
    face: NotRequired[Face]


class Ready(_About):
    """A fighter is ready."""

    kind: Literal["ready"]


class Unready(_About):
    """A fighter thinks again."""

    kind: Literal["unready"]


class Done(_About):
    """A fighter has finished rearranging faces."""

    kind: Literal["done"]


class GainFace(_About):
    """A face is gained."""

    kind: Literal["gain_face"]
    face: Face
    box: str | None


class GainDie(_About):
    """A die is gained."""

    kind: Literal["gain_die"]
    kind_of_die: Kind
    """Its colour, or “action”."""
    box: str | None


class Short(_About):
    """Nothing of what should be gained is left."""

    kind: Literal["short"]
    what: Literal["face", "trait", "action"]
    box: str | None


class Heal(_About):
    """Health is gained."""

    kind: Literal["heal"]
    team: TeamNumber
    amount: int
    health: int
    """What the team has now."""
    box: str | None


class Lose(_About):
    """Health is lost."""

    kind: Literal["lose"]
    team: TeamNumber
    amount: int
    health: int
    """What the team has left."""
    box: str | None
    cause: Literal["attack", "cost", "effect"]


class RivalRoll(_About):
    """An automated fighter rolls, for all to see."""

    kind: Literal["rival_roll"]
    faces: list[Face]


class RivalRow(_About, Reason):
    """What an automated fighter made of a row, and why."""

    kind: Literal["rival_row"]


class RivalToken(_About):
    """An automated fighter uses a die to get rid of an Entangle token."""

    kind: Literal["rival_token"]
    die: int


class RivalAttach(_About):
    """An automated fighter attaches a face."""

    kind: Literal["rival_attach"]
    face: Face
    die: int


class Reveal(TypedDict):
    """All placements are shown at once."""

    kind: Literal["reveal"]
    fighters: list[RevealedFighter]
    screens: bool
    """Whether there were screens to lift."""


class Spent(_About):
    """A once-per-game ability is used up."""

    kind: Literal["spent"]
    box: str


class Unfilled(_About):
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


class Attack(_About, Sum):
    """A fighter attacks."""

    kind: Literal["attack"]
    target: FighterNumber
    target_who: str


class Decline(_About):
    """A fighter does not attack."""

    kind: Literal["decline"]


class Defend(_About, Sum):
    """A fighter states its defence."""

    kind: Literal["defend"]


class Hit(_About):
    """Attack and defence are compared."""

    kind: Literal["hit"]
    target: FighterNumber
    target_who: str
    attack: int
    defence: int
    damage: int


class Trigger(_About):
    """An ability takes effect."""

    kind: Literal["trigger"]
    box: str


class Nothing(_About):
    """Nothing comes of an ability."""

    kind: Literal["nothing"]
    box: str | None
    why: str


class Swap(_About):
    """A face is exchanged; a null die is the pool."""

    kind: Literal["swap"]
    gave: Face
    took: Face
    die: int | None


class Give(_About):
    """A face goes to another fighter; a null die is the pool."""

    kind: Literal["give"]
    to: FighterNumber
    to_who: str
    face: Face
    die: int | None


class Lock(_About):
    """An ability is locked in."""

    kind: Literal["lock"]
    box: str


class Entangle(_About):
    """A fighter gets an Entangle token."""

    kind: Literal["entangle"]
    tokens: int
    """How many it has now."""
    box: str


class Untangle(_About):
    """A fighter gets rid of an Entangle token."""

    kind: Literal["untangle"]
    tokens: int
    """How many are left."""


class CleanUp(TypedDict):
    """All dice come back."""

    kind: Literal["clean_up"]
    round: int


class Layout(_About):
    """A fighter shows its Action dice and its pool."""

    kind: Literal["layout"]
    dice: list[ShownDie]
    pool: dict[PoolFace, int]
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
