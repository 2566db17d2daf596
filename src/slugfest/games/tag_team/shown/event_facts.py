"""The types of the events.

Seats count from 0; fighters, cards, tracks and schemes go by their ids.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from slugfest.games.tag_team.position.rule_facts import (
    Fighter,
    Floor,
    SerpentSide,
    SpecialTrack,
    Symbol,
    Token,
)
from slugfest.kernel import Seat

# ---- what happens: the teams and the decks -----------------------------------------------------------------------


class Picked(TypedDict):
    """Both picks of a step of the draft are turned up, one a seat."""

    kind: Literal["picked"]
    step: int
    fighters: list[str]


class Passed(TypedDict):
    """The hands change owners; each has so many cards."""

    kind: Literal["passed"]
    count: int


class Chosen(TypedDict):
    """A seat takes a fighter openly."""

    kind: Literal["chosen"]
    seat: Seat
    fighter: str


class Teams(TypedDict):
    """The teams stand, one a seat."""

    kind: Literal["teams"]
    teams: list[list[str]]
    fighters: list[list[Fighter]]
    """By seat: their boards."""


class ChosenCharacter(TypedDict):
    kind: Literal["character"]
    seat: Seat
    character: str
    health: int


class DeckPhase(TypedDict):
    kind: Literal["deck_phase"]
    round: int


class Drawn(TypedDict):
    """A seat has drawn; ``build`` cards are left. Only that seat learns which they are."""

    kind: Literal["drawn"]
    seat: Seat
    build: int
    cards: NotRequired[list[str]]


class Instant(TypedDict):
    """A card with an instant bonus went into a deck and is announced."""

    kind: Literal["instant"]
    seat: Seat
    card: str


# ---- what happens: a turn of the fight ---------------------------------------------------------------------------


class Fight(TypedDict):
    """A fight begins; it has as many turns as the decks have cards."""

    kind: Literal["fight"]
    round: int
    turns: int
    fighters: list[list[Fighter]]
    """By seat: their boards before the first turn."""


class Clash(TypedDict):
    """Both next cards are turned up; the lists have one entry a seat."""

    kind: Literal["clash"]
    round: int
    turn: int
    turns: int
    cards: list[str | None]
    """A card that may not be looked at again is null (TT-32)."""
    fighters: list[str]
    back: list[bool]
    power: list[int]
    repeat: list[bool]


class Cancelled(TypedDict):
    """A fighter has cancelled the card of a seat."""

    kind: Literal["cancelled"]
    fighter: str
    seat: Seat
    card: str | None


class SecondPass(TypedDict):
    """The card of a seat is carried out a second time."""

    kind: Literal["second_pass"]
    seat: Seat
    card: str | None


class Attack(TypedDict):
    """A fighter strikes; targets and strengths go in pairs."""

    kind: Literal["attack"]
    fighter: str
    targets: list[str]
    strengths: list[int]


class Block(TypedDict):
    kind: Literal["block"]
    fighter: str


class Warded(TypedDict):
    """A block wards these attackers off."""

    kind: Literal["warded"]
    fighter: str
    attackers: list[str]


class IdleBlock(TypedDict):
    """A block that nobody attacked."""

    kind: Literal["idle_block"]
    fighter: str


class Heal(TypedDict):
    kind: Literal["heal"]
    fighter: str
    targets: list[str]
    amount: int


class Direct(TypedDict):
    """Damage that nothing blocks."""

    kind: Literal["direct"]
    fighter: str
    targets: list[str]
    amount: int


_FromFighter = TypedDict("_FromFighter", {"from": str})
_FromNumber = TypedDict("_FromNumber", {"from": int})


class Transfer(_FromFighter):
    """Power goes from one fighter to another."""

    kind: Literal["transfer"]
    to: str
    amount: int


class Terror(TypedDict):
    """The health of these fighters does not change this turn."""

    kind: Literal["terror"]
    fighters: list[str]
    untitled: NotRequired[bool]
    """Its card may not be named again."""


class Stolen(TypedDict):
    """A fighter takes the healing of the others."""

    kind: Literal["stolen"]
    fighter: str
    amount: int


class Redirected(TypedDict):
    """An attack goes to this target instead."""

    kind: Literal["redirected"]
    target: str
    strength: int


class Absorbed(TypedDict):
    """A token takes an attack away."""

    kind: Literal["absorbed"]
    fighter: str
    strength: int


# ---- what happens: boards ----------------------------------------------------------------------------------------


class Power(_FromNumber):
    """Power changes; ``why`` is ``card`` or the symbol's occasion."""

    kind: Literal["power"]
    fighter: str
    change: int
    to: int
    why: str


class Health(_FromNumber):
    """A health marker moves once for all healing and damage together, or stays where it is (``ignored``)."""

    kind: Literal["health"]
    fighter: str
    to: int
    space: Floor | None
    heal: int
    damage: int
    stopped: bool
    ignored: bool
    why: str


class FiredSymbol(TypedDict):
    """A symbol that a marker reached takes effect; ``at`` is its space."""

    kind: Literal["symbol"]
    fighter: str
    at: int | Literal["voice", "revive"]
    symbol: Symbol


class Revive(TypedDict):
    kind: Literal["revive"]
    fighter: str
    health: int


class Transform(TypedDict):
    """Bödvar becomes the bear, with this Power and health."""

    kind: Literal["transform"]
    fighter: str
    track: str
    power: int
    health: int
    rage: int


class Track(_FromNumber):
    """A marker on a track beside the health moves."""

    kind: Literal["track"]
    fighter: str
    track: SpecialTrack
    to: int


class MovedToken(_FromFighter):
    """A token goes from one fighter to another."""

    kind: Literal["token"]
    token: Token
    to: str
    concentration: int
    """How many Concentration tokens are with Wong now."""


class Aflame(TypedDict):
    """So many tokens burn at this fighter now."""

    kind: Literal["aflame"]
    fighter: str
    count: int
    left: int
    """How many are still with Shango."""


class Doused(TypedDict):
    """The tokens that burnt at this fighter go home."""

    kind: Literal["doused"]
    fighter: str
    count: int


class Serpent(TypedDict):
    """The serpent shows this side now."""

    kind: Literal["serpent"]
    side: SerpentSide
    why: str


class Planted(TypedDict):
    """One more scheme lies face-down; ``pile`` are left."""

    kind: Literal["planted"]
    planted: int
    pile: int


_FromPlace = TypedDict("_FromPlace", {"from": Literal["card", "track"]})


class Scheme(_FromPlace):
    """A scheme is turned up; ``planted`` are left face-down."""

    kind: Literal["scheme"]
    scheme: str
    planted: int


class NoScheme(TypedDict):
    """A scheme should be turned up, but there is none left."""

    kind: Literal["no_scheme"]


class Flipped(TypedDict):
    """A Summoning card shows its back from now on."""

    kind: Literal["flipped"]
    card: str


class Double(TypedDict):
    """The next card of this seat is carried out twice."""

    kind: Literal["double"]
    seat: Seat


# ---- what happens: late in a turn, and the end -------------------------------------------------------------------


class Execute(TypedDict):
    kind: Literal["execute"]
    fighter: str
    target: str
    amount: int
    untitled: NotRequired[bool]


class Poison(TypedDict):
    kind: Literal["poison"]
    fighter: str
    amount: int


class Removed(TypedDict):
    """Cards that leave the game, one a seat."""

    kind: Literal["removed"]
    cards: list[str]


class Spirit(TypedDict):
    """A Character has become a Spirit; the Spirit track stands at ``spirit``."""

    kind: Literal["spirit"]
    character: str
    spirit: int


class KnockedOut(TypedDict):
    kind: Literal["ko"]
    fighters: list[str]


class Legends(TypedDict):
    """This fighter's last Character is gone."""

    kind: Literal["legends"]
    fighter: str


class Incineration(TypedDict):
    """This fighter burns up."""

    kind: Literal["incineration"]
    fighter: str


class GameOver(TypedDict):
    """The end; nobody wins a draw."""

    kind: Literal["game_over"]
    reason: str
    winner: Seat | None


Event = (
    Picked
    | Passed
    | Chosen
    | Teams
    | ChosenCharacter
    | DeckPhase
    | Drawn
    | Instant
    | Fight
    | Clash
    | Cancelled
    | SecondPass
    | Attack
    | Block
    | Warded
    | IdleBlock
    | Heal
    | Direct
    | Transfer
    | Terror
    | Stolen
    | Redirected
    | Absorbed
    | Power
    | Health
    | FiredSymbol
    | Revive
    | Transform
    | Track
    | MovedToken
    | Aflame
    | Doused
    | Serpent
    | Planted
    | Scheme
    | NoScheme
    | Flipped
    | Double
    | Execute
    | Poison
    | Removed
    | Spirit
    | KnockedOut
    | Legends
    | Incineration
    | GameOver
)
