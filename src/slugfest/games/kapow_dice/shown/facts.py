"""What the game tells, declared: what happens at the table, and a whole position.

Fighters and teams count from 0, dice, rows and rounds from 1; boxes, characters and cards go by their ids, faces by
their letters. ``who`` is a fighter by name: the seat that plays it (P1), or the character of an automated one.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NotRequired, TypedDict

from slugfest.kernel import Counted, FactTypes, Seat

from .document_facts import Document

Fighter = Annotated[int, Counted("P", "fighter")]
Team = Annotated[int, Counted("T", "team")]

# ---- parts of events -----------------------------------------------------------------------------------------------


class Told(TypedDict):
    """What an event about a fighter says first."""

    fighter: Fighter
    who: str


class Worth(TypedDict):
    """What a box adds or multiplies."""

    box: str
    value: int


class Formula(TypedDict):
    """A total and how it comes about: base and kickers, times the multiplier, then flat changes."""

    base: str | None
    """The box of the base; null without one."""
    base_value: int
    kickers: list[Worth]
    multiplier: Worth | None
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


class RevealedFighter(Told):
    """What a fighter's screen hid."""

    dice: list[RevealedDie]
    selected: list[str]
    """The boxes that are selected."""
    modes: dict[str, str]
    """By box of Adrenaline: whether it gives attack or a face."""
    target: Fighter | None
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


# ---- what happens --------------------------------------------------------------------------------------------------


class Pick(Told):
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
    team: Team
    team_who: list[str]
    why: Literal["lot", "lowest", "villain", "defence", "stays"]
    totals: list[int] | None
    """By team: the total defence, if that decided."""


class DealtCards(TypedDict):
    """A team is dealt its Team-Up cards."""

    kind: Literal["cards"]
    team: Team
    team_who: list[str]
    cards: list[str]


class DraftedCard(TypedDict):
    """A team takes a Team-Up card; the other team gets the other one of its colour."""

    kind: Literal["card"]
    team: Team
    team_who: list[str]
    card: str
    other_who: list[str]
    other_card: str


class Round(TypedDict):
    """A round begins."""

    kind: Literal["round"]
    round: int


class Roll(Told):
    """A fighter rolls all own dice; only the team learns what they show."""

    kind: Literal["roll"]
    faces: NotRequired[list[str]]


class Announce(Told):
    """An Immediate is announced and resolved."""

    kind: Literal["announce"]
    box: str | None


class Propose(Told):
    """A teammate announces a card that the other must confirm."""

    kind: Literal["propose"]
    card: str


class Confirm(Told):
    """The other agrees to the card, or not."""

    kind: Literal["confirm"]
    card: str
    yes: bool


class Reroll(Told):
    """Dice are rolled again; only the team learns which."""

    kind: Literal["reroll"]
    box: str | None
    dice: NotRequired[list[Rerolled]]


class Turn(Told):
    """A die is turned without rolling; only the team learns which, and null means none."""

    kind: Literal["turn"]
    box: str | None
    die: NotRequired[int | None]
    was: NotRequired[str | None]
    face: NotRequired[str | None]


class Attach(Told):
    """A face just gained is attached; only the team learns where, and a null die means there was no room."""

    kind: Literal["attach"]
    box: str | None
    die: NotRequired[int | None]
    face: NotRequired[str]


class Ready(Told):
    """A fighter is ready."""

    kind: Literal["ready"]


class Unready(Told):
    """A fighter thinks again."""

    kind: Literal["unready"]


class Done(Told):
    """A fighter has finished rearranging faces."""

    kind: Literal["done"]


class GainFace(Told):
    """A face is gained."""

    kind: Literal["gain_face"]
    face: str
    box: str | None


class GainDie(Told):
    """A die is gained."""

    kind: Literal["gain_die"]
    kind_of_die: str
    """Its colour, or “action”."""
    box: str | None


class Short(Told):
    """Nothing of what should be gained is left."""

    kind: Literal["short"]
    what: Literal["face", "trait", "action"]
    box: str | None


class Heal(Told):
    """Health is gained."""

    kind: Literal["heal"]
    team: Team
    amount: int
    health: int
    """What the team has now."""
    box: str | None


class Lose(Told):
    """Health is lost."""

    kind: Literal["lose"]
    team: Team
    amount: int
    health: int
    """What the team has left."""
    box: str | None
    cause: Literal["attack", "cost", "effect"]


class RivalRoll(Told):
    """An automated fighter rolls, for all to see."""

    kind: Literal["rival_roll"]
    faces: list[str]


class RivalRow(Told):
    """What an automated fighter made of a row, and why."""

    kind: Literal["rival_row"]
    row: int
    ability: str
    result: Literal["no_dice", "used", "condition", "impossible", "selected"]
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


class RivalToken(Told):
    """An automated fighter uses a die to get rid of an Entangle token."""

    kind: Literal["rival_token"]
    die: int


class RivalAttach(Told):
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


class Spent(Told):
    """A once-per-game ability is used up."""

    kind: Literal["spent"]
    box: str


class Unfilled(Told):
    """Only one half of a Team-Up card is filled: its dice count as unplaced."""

    kind: Literal["unfilled"]
    card: str


class Targets(TypedDict):
    """Who attacks whom when all play against the box."""

    kind: Literal["targets"]
    targets: list[Fighter]
    """By fighter."""
    defences: list[int]
    """By fighter: the total defence that decides it."""
    aims: list[Aim]


class Attack(Told, Formula):
    """A fighter attacks."""

    kind: Literal["attack"]
    target: Fighter
    target_who: str


class Decline(Told):
    """A fighter does not attack."""

    kind: Literal["decline"]


class Defend(Told, Formula):
    """A fighter states its defence."""

    kind: Literal["defend"]


class Hit(Told):
    """Attack and defence are compared."""

    kind: Literal["hit"]
    target: Fighter
    target_who: str
    attack: int
    defence: int
    damage: int


class Trigger(Told):
    """An ability takes effect."""

    kind: Literal["trigger"]
    box: str


class Nothing(Told):
    """Nothing comes of an ability."""

    kind: Literal["nothing"]
    box: str | None
    why: str


class Swap(Told):
    """A face is exchanged; a null die is the pool."""

    kind: Literal["swap"]
    gave: str
    took: str
    die: int | None


class Give(Told):
    """A face goes to another fighter; a null die is the pool."""

    kind: Literal["give"]
    to: Fighter
    to_who: str
    face: str
    die: int | None


class Lock(Told):
    """An ability is locked in."""

    kind: Literal["lock"]
    box: str


class Entangle(Told):
    """A fighter gets an Entangle token."""

    kind: Literal["entangle"]
    tokens: int
    """How many it has now."""
    box: str


class Untangle(Told):
    """A fighter gets rid of an Entangle token."""

    kind: Literal["untangle"]
    tokens: int
    """How many are left."""


class CleanUp(TypedDict):
    """All dice come back."""

    kind: Literal["clean_up"]
    round: int


class Layout(Told):
    """A fighter shows its Action dice and its pool."""

    kind: Literal["layout"]
    dice: list[ShownDie]
    pool: dict[str, int]
    """Faces on no die, by letter."""


class KnockedOut(TypedDict):
    """A team has no Health left."""

    kind: Literal["knocked_out"]
    team: Team
    team_who: list[str]


class GameOver(TypedDict):
    """The end."""

    kind: Literal["game_over"]
    reason: str
    winners: list[Seat]
    team: Team | None
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

FACTS: Final = FactTypes(events=Event, document=Document)
