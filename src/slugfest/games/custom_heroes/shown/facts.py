"""The types of the catalogue, the board, the events, the moves and the forecasts.

The browser's types (``web/src/games/custom-heroes/facts.ts``) are printed from here. Seats count from 0, rounds and
places from 1; cards and pieces go by their ids.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, NotRequired, TypedDict

from slugfest.games.custom_heroes.content import Ability, Colour
from slugfest.games.custom_heroes.position.position import Phase
from slugfest.games.custom_heroes.position.rule_facts import Card, PlayedCard
from slugfest.kernel import FactTypes, Seat, Words

from .documents import DOCUMENT

# ---- what is in the box ------------------------------------------------------------------------------------------


Use = Literal["set", "alone", "wager"]
"""An ability is activated in a set, is a set of its own (CH-66), or serves to wager (CH-39)."""


class TypeInfo(TypedDict):
    """A type of advancement: red and blue ones modify the value, green ones replace it, yellow ones are abilities."""

    name: Words
    colour: Colour
    modifier: int | None
    base: int | None
    ability: Ability | None
    use: Use | None
    """How its ability is used."""
    cost: int | None
    copies: int
    text: Words


class CardInfo(TypedDict):
    base: int
    name: str


class ColourInfo(TypedDict):
    name: Words
    slot: Words


class Catalogue(TypedDict):
    types: dict[str, TypeInfo]
    cards: dict[str, CardInfo]
    colours: dict[Colour, ColourInfo]
    power_limit: int
    exchange_rate: int
    stake: int
    rewards: dict[str, list[list[int]]]
    """By the number of seats, then by place: victory points, power, advancements."""


# ---- the table ---------------------------------------------------------------------------------------------------


Where = Literal["you", "hand", "played", "wagered", "hidden"]  # "hand": whose, a board laid open shows


class KnownCard(Card):
    """A card of the deck with what this seat knows of it."""

    where: Where
    seen: int
    shown: int


SetKind = Literal["normal", "ascended"]


class PlayStep(TypedDict):
    """A set was played; an ascended one has neither value nor count."""

    seat: Seat
    do: Literal["play"]
    cards: list[PlayedCard]
    kind: SetKind
    value: int | None
    count: int | None
    equal: bool


class PassStep(TypedDict):
    seat: Seat
    do: Literal["pass", "skip"]


TrickStep = PlayStep | PassStep


class Trick(TypedDict):
    """A trick of this round, step by step; the running one has no winner."""

    leader: Seat
    winner: Seat | None
    steps: list[TrickStep]


class Top(TypedDict):
    """What must be beaten."""

    seat: Seat
    kind: SetKind
    value: int | None
    count: int | None


class Wager(TypedDict):
    card: str
    piece: str | None


class ChosenCard(TypedDict):
    card: str
    active: bool


class SetFacts(TypedDict):
    """What a set that is being put together amounts to, and how many cards it still lacks."""

    kind: SetKind
    value: int | None
    count: int
    cost: int
    missing: int


class You(TypedDict):
    """What only this seat knows of itself."""

    hand: list[Card]
    stock: list[str]
    power: int
    wagers: list[Wager]
    answered: bool
    draft: list[ChosenCard]
    set: SetFacts | None
    crafted: list[str]


class Player(TypedDict):
    """One player as everybody sees it; ``power`` only for oneself."""

    playing: bool
    vp: int
    staked: int
    power: int | None
    power_in: int
    """All power it ever received: each time was public (CH-106). Boards do not add it up for others."""
    power_out: int
    stock: int
    hand: int
    asked: bool
    """Whether it may still lay wagers in this round."""
    wagers: list[Card]
    place: int | None
    reward: list[int] | None
    settled: int
    """Victory points that its wagers brought or cost in this round, as soon as it has a place."""
    own: NotRequired[You]
    """What only the player knew, where nothing is secret any more."""


class BoardView(TypedDict):
    """The table as one seat may know it; spectators have no ``you``."""

    phase: Phase
    round: int
    rounds: int
    sudden_death: bool
    target: int
    participants: list[Seat]
    turn: Seat | None
    tricks: list[Trick]
    top: Top | None
    descending: bool
    equal_beats: bool
    """Whether the value on top may be played again."""
    passes: int
    passes_needed: int
    spookies: list[int]
    players: list[Player]
    you: You | None
    deck: list[KnownCard]
    unseen: list[str]
    """Pieces of which this seat does not know where they are."""
    bag: int
    drawn: list[list[int]]
    standing: list[Seat]
    places: list[list[Seat]]
    rewards: list[list[int]]
    """By place: victory points, power, advancements."""
    order: list[Seat] | None


# ---- what happens ------------------------------------------------------------------------------------------------


class BeginRound(TypedDict):
    """A round begins; everybody who takes part gets so many cards."""

    kind: Literal["round"]
    round: int
    rounds: int
    sudden_death: bool
    participants: list[Seat]
    leader: Seat
    cards: int


class PlacedWagers(TypedDict):
    """A seat lays its wagers open."""

    kind: Literal["wager"]
    seat: Seat
    cards: list[Card]
    staked: int
    hand: int
    """Cards left in the hand."""


class NoWagers(TypedDict):
    """None of those who were asked has wagered."""

    kind: Literal["no_wagers"]
    seats: list[Seat]


class Crafted(TypedDict):
    """So many pieces were put on cards in this turn."""

    kind: Literal["crafted"]
    seat: Seat
    count: int
    stock: int
    """Pieces left."""


class Exchange(TypedDict):
    """Power is exchanged for a victory point; ``vp`` are had now. Only its owner learns what power is left."""

    kind: Literal["exchange"]
    seat: Seat
    vp: int
    power_now: NotRequired[int]


class Discard(TypedDict):
    """So much power is beyond the limit and goes away."""

    kind: Literal["discard"]
    seat: Seat
    count: int
    power_now: NotRequired[int]


class Play(TypedDict):
    """A set is played, its abilities paid."""

    kind: Literal["play"]
    seat: Seat
    cards: list[PlayedCard]
    set: SetKind
    value: int | None
    count: int | None
    cost: int
    equal: bool
    lead: bool
    hand: int
    """Cards left in the hand."""
    power_now: NotRequired[int]
    """What is left after paying, for its owner."""


class Turned(TypedDict):
    """The pile changes its direction."""

    kind: Literal["turned"]
    seat: Seat
    descending: bool


class Spookies(TypedDict):
    """So many more Spookies haunt the pile for this seat."""

    kind: Literal["spookies"]
    seat: Seat
    count: int
    waiting: int
    """All that haunt it now."""


class GainedPower(TypedDict):
    kind: Literal["power"]
    seat: Seat
    gain: int
    power_now: NotRequired[int]


class Passed(TypedDict):
    kind: Literal["pass"]
    seat: Seat
    passes: int
    """In succession, this one too."""


class Skipped(TypedDict):
    """A seat is skipped because of an equal set."""

    kind: Literal["skip"]
    seat: Seat
    by: Seat
    passes: int


class WonTrick(TypedDict):
    """A trick is won, with the victory points of its Spookies; ``total`` are had now."""

    kind: Literal["trick"]
    seat: Seat
    vp: int
    total: int
    leader: Seat


class WentOut(TypedDict):
    """A seat is out and has this place."""

    kind: Literal["out"]
    seat: Seat
    place: int
    cards: int


class WagersWon(TypedDict):
    kind: Literal["wagers_won"]
    seat: Seat
    count: int
    vp: int
    total: int


class WagersLost(TypedDict):
    kind: Literal["wagers_lost"]
    seat: Seat
    count: int
    vp: int
    total: int


class PaidReward(TypedDict):
    """The reward of a place; ``total`` are the victory points had now. Its owner also learns the pieces."""

    kind: Literal["reward"]
    seat: Seat
    place: int
    vp: int
    power: int
    pieces: int
    total: int
    capped: bool
    stock: int
    """Pieces had now."""
    drawn: NotRequired[list[str]]
    power_now: NotRequired[int]


class Abandoned(TypedDict):
    """The last seat with cards is left alone."""

    kind: Literal["abandoned"]
    seat: Seat


class RoundOver(TypedDict):
    """The seats in the order of their places, and what their wagers brought or cost."""

    kind: Literal["round_over"]
    round: int
    places: list[Seat]
    wagers: list[int]


class SuddenDeath(TypedDict):
    """These seats go on for the victory."""

    kind: Literal["sudden_death"]
    seats: list[Seat]


class GameOver(TypedDict):
    kind: Literal["game_over"]
    seat: Seat
    reason: str
    round: int
    vp: list[int]
    order: list[Seat]


Event = (
    BeginRound
    | PlacedWagers
    | NoWagers
    | Crafted
    | Exchange
    | Discard
    | Play
    | Turned
    | Spookies
    | GainedPower
    | Passed
    | Skipped
    | WonTrick
    | WentOut
    | WagersWon
    | WagersLost
    | PaidReward
    | Abandoned
    | RoundOver
    | SuddenDeath
    | GameOver
)

# ---- moves -------------------------------------------------------------------------------------------------------


Plain = Literal["pass", "exchange", "end", "discard"]


class PlainMove(NamedTuple):
    """An action that names nothing."""

    kind: Plain


class AttachMove(NamedTuple):
    """Put a piece on a card."""

    kind: Literal["attach"]
    piece: str
    card: str


class CardMove(NamedTuple):
    """Add a card to the set, with its ability activated or not."""

    kind: Literal["card"]
    card: str
    active: bool


class PlayMove(NamedTuple):
    """Play the set with these cards added to it: the whole action in one. A legal move adds none."""

    kind: Literal["play"]
    cards: list[ChosenCard]


class WagerMove(NamedTuple):
    """Bet on a card, with the Kodora on it or with one from the stock."""

    kind: Literal["wager"]
    card: str
    piece: str | None


class BetMove(NamedTuple):
    """Send the wagers, with these added to them: the whole action in one. A legal move adds none."""

    kind: Literal["bet"]
    wagers: list[Wager]


Move = PlainMove | AttachMove | CardMove | PlayMove | WagerMove | BetMove


# ---- what a move would come to -----------------------------------------------------------------------------------


class PlayFacts(SetFacts):
    """A set that may be played, and what playing it does to others."""

    equal: bool
    gain: int
    """Power for abilities that were not activated."""
    skips: Seat | None
    wins: bool
    """Nobody else is left in the trick."""
    place: int | None
    """The place, if it is the last of the hand."""


class Forecast(TypedDict, total=False):
    """What a board shows beside a move; each kind of move has some of it."""

    value: int
    """Attaching: the card's value with the piece."""
    gathers: list[ChosenCard]
    """Putting a card into a set: the whole set that gathers around it."""
    play: PlayFacts
    wagers: int
    """Settling wagers: how many stand."""
    stake: int
    """Wagers: the victory points at stake."""
    vp: int
    """Exchanging: the victory points afterwards."""
    discards: int
    """Discarding: how much power goes."""


FACTS: Final = FactTypes(
    board=BoardView, events=Event, catalogue=Catalogue, moves=Move, forecast=Forecast, document=DOCUMENT.type
)
