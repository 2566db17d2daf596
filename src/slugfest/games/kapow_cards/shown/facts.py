"""The types of the catalogue, the board, the events, the moves and the forecasts.

The browser's types (``web/src/games/kapow-cards/facts.ts``) are printed from here. Seats count from 0, slots of a row
from 1; cards go by their ids.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, NotRequired, TypedDict

from slugfest.games.kapow_cards.content import CardKind, HeroType
from slugfest.games.kapow_cards.position.position import Facing
from slugfest.games.kapow_cards.position.rule_facts import Why
from slugfest.kernel import FactTypes, Seat, Words

from .documents import DOCUMENT

# ---- what is in the box ------------------------------------------------------------------------------------------


class CardInfo(TypedDict):
    """One card; only heroes have a type."""

    name: Words
    value: int
    kind: CardKind
    type: HeroType | None


class Catalogue(TypedDict):
    cards: dict[str, CardInfo]
    types: dict[HeroType, Words]
    hand_limit: int
    row_limit: int


# ---- the table ---------------------------------------------------------------------------------------------------

Mode = Literal["fallen-heroes", "to-infinity"]
PlayerState = Literal["active", "passive", "knocked-out"]


class Slot(TypedDict):
    """A card in a defence row; ``card`` is null where this seat may not know it."""

    card: str | None
    facing: Facing


class Player(TypedDict):
    """One player; cards that this seat may not know and empty slots are null."""

    hand: list[str | None]
    row: list[Slot | None]
    state: PlayerState
    exposed: bool
    """There is no card in front of the hand: its cards may be attacked."""
    passed: bool
    total: int
    """What the cards of the row add up to that this seat knows."""
    unknown: int
    """Cards of the row that this seat does not know: they come on top of the total."""


class BoardView(TypedDict):
    """The table as one seat may know it."""

    mode: Mode
    turn: Seat | None
    """The seat whose turn it is; nobody's when the game is over."""
    turns: int
    turn_cap: int | None
    """After so many turns the final battle begins; only To Infinity! has such a bound."""
    deck: int
    discard: list[str]
    players: list[Player]
    solo: bool
    last_round: list[Seat] | None
    """The seats that still have a turn in the last round, once it has begun."""
    totals: list[int | None] | None
    """After a final battle what each row is worth; null for who was knocked out."""


# ---- what happens ------------------------------------------------------------------------------------------------


class Passed(TypedDict):
    """A seat passes."""

    kind: Literal["pass"]
    seat: Seat


class Barricade(TypedDict):
    """A card goes face-down into a slot; only its owner learns which."""

    kind: Literal["barricade"]
    seat: Seat
    slot: int
    card: NotRequired[str]


class Recruit(TypedDict):
    """A seat recruits, having discarded this card from a full hand."""

    kind: Literal["recruit"]
    seat: Seat
    card: str | None


class Attack(TypedDict):
    """Cards attack a place: D1 is the first slot of a row, H2 the second card of a hand."""

    kind: Literal["attack"]
    seat: Seat
    cards: list[str]
    value: int
    target: Seat
    place: str


class Clash(TypedDict):
    """The card attacked is shown, and what comes of it."""

    kind: Literal["clash"]
    seat: Seat
    target: Seat
    place: str
    card: str
    hidden: bool
    attack: int
    defence: int
    success: bool
    why: Why


class Fallen(TypedDict):
    """A beaten card leaves its place for the discard pile."""

    kind: Literal["fallen"]
    seat: Seat
    card: str
    place: str


class Hold(TypedDict):
    """A card that held lies face-up in this slot now."""

    kind: Literal["hold"]
    seat: Seat
    card: str
    slot: int


class Draw(TypedDict):
    """A card is drawn; ``deck`` are left. Only its owner learns which it is."""

    kind: Literal["draw"]
    seat: Seat
    deck: int
    card: NotRequired[str]


class Reshuffle(TypedDict):
    """The discard pile becomes the deck."""

    kind: Literal["reshuffle"]
    deck: int


class LastRound(TypedDict):
    """The last round begins; these seats have a turn in it, in this order."""

    kind: Literal["last_round"]
    seats: list[Seat]


class KnockedOut(TypedDict):
    kind: Literal["knocked_out"]
    seat: Seat


class Solo(TypedDict):
    """This seat is the only active one left."""

    kind: Literal["solo"]
    seat: Seat


class Skip(TypedDict):
    """A seat without any legal action is skipped in the last round."""

    kind: Literal["skip"]
    seat: Seat


class FinalBattle(TypedDict):
    """All rows are turned up and added; knocked-out seats have no total."""

    kind: Literal["final_battle"]
    totals: list[int | None]
    rows: list[list[str | None]]


class GameOver(TypedDict):
    """The end, with every hand shown."""

    kind: Literal["game_over"]
    reason: str
    winners: list[Seat]
    hands: list[list[str]]


Event = (
    Passed
    | Barricade
    | Recruit
    | Attack
    | Clash
    | Fallen
    | Hold
    | Draw
    | Reshuffle
    | LastRound
    | KnockedOut
    | Solo
    | Skip
    | FinalBattle
    | GameOver
)


# ---- moves ---------------------------------------------------------------------------------------------------------

Zone = Literal["row", "hand"]


class PassMove(NamedTuple):
    """Do nothing."""

    kind: Literal["pass"]


class RecruitMove(NamedTuple):
    """Draw a card, having discarded one from a full hand."""

    kind: Literal["recruit"]
    discard: str | None


class BarricadeMove(NamedTuple):
    """Lay a card face-down into the first empty slot of one's row."""

    kind: Literal["barricade"]
    card: str


class AttackMove(NamedTuple):
    """Attack a card with one card or two; ``place`` is its index in the row or hand of that seat."""

    kind: Literal["attack"]
    cards: list[str]
    seat: Seat
    zone: Zone
    place: int


Move = PassMove | RecruitMove | BarricadeMove | AttackMove


# ---- what a move would come to -------------------------------------------------------------------------------------


class Forecast(TypedDict):
    """Of an attack its value and what failing would leave; on an open card how it ends, on a hidden one how many of
    the unseen cards it would beat. Of a barricade where the card goes and what it leaves."""

    value: NotRequired[int]
    if_fails: NotRequired[PlayerState]
    success: NotRequired[bool]
    why: NotRequired[Why]
    defence: NotRequired[int]
    beats: NotRequired[int]
    unseen: NotRequired[int]
    slot: NotRequired[int]
    leaves: NotRequired[PlayerState]


FACTS: Final = FactTypes(
    board=BoardView, events=Event, catalogue=Catalogue, moves=Move, forecast=Forecast, document=DOCUMENT.type
)
