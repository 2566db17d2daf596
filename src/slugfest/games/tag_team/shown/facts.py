"""The types of the catalogue, the board, the moves and the forecasts.

The browser's types (``web/src/games/tag-team/facts.ts``) are printed from here, from ``event_facts.py``, where the
events are, and from ``position/rule_facts.py``, where a fighter's board is. Seats and sides count from 0; fighters,
cards, tracks and schemes go by their ids.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, NotRequired, TypedDict

from slugfest.games.tag_team.position.position import Phase, Way
from slugfest.games.tag_team.position.rule_facts import Fighter, Floor, SpecialTrack, Symbol
from slugfest.kernel import FactTypes, Seat, Words

from .documents import DOCUMENT
from .event_facts import Event

# ---- what is in the box ------------------------------------------------------------------------------------------


class FighterInfo(TypedDict):
    """One fighter; ``health`` and ``power`` are those it starts with.

    Who enters with one of several Characters has the health of each.
    """

    name: Words
    title: Words
    guide: Words
    health: list[int]
    power: int
    difficulty: int
    tags: list[str]
    tracks: list[str]
    cards: list[str]
    start: str


class CardInfo(TypedDict):
    """One card; ``does`` are the words of the vocabulary on its face, for icons."""

    title: str
    fighter: str
    name: Words
    text: Words
    back: Words | None
    copies: int
    start: bool
    instant: int
    does: list[str]
    back_does: list[str]


class Space(TypedDict):
    """One space of a health track."""

    health: int
    stop: bool
    symbol: Symbol | None
    does: Words | None
    """What the symbol does."""
    floor: Floor | None


class TrackInfo(TypedDict):
    """A health track, its highest space first."""

    fighter: str
    name: Words
    top: int
    spaces: list[Space]


class SpecialTrackInfo(TypedDict):
    """A track beside the health of one fighter; ``symbols`` by the position they stand at."""

    top: int
    symbols: NotRequired[dict[str, Symbol]]


class SchemeInfo(TypedDict):
    text: Words
    copies: int


class Catalogue(TypedDict):
    fighters: dict[str, FighterInfo]
    cards: dict[str, CardInfo]
    tracks: dict[str, TrackInfo]
    special: dict[SpecialTrack | Literal["spirit"], SpecialTrackInfo]
    schemes: dict[str, SchemeInfo]
    tags: dict[str, Words]
    tokens: dict[str, Words]
    draw: int
    aflame: int
    hardest: int
    """The highest difficulty of a fighter."""


# ---- the table ---------------------------------------------------------------------------------------------------


class Inserted(TypedDict):
    card: str
    position: int


class Side(TypedDict):
    """One team with its decks; what this seat may not know of them is null or empty."""

    fighters: list[Fighter]
    deck_size: int
    build_size: int
    fresh_size: int
    deck: list[str] | None
    inserted: Inserted | None
    known: list[str] | None
    shown: list[str] | None
    drawn: list[str]
    under: list[str]
    newest: str | None
    newest_back: bool
    announced: str | None
    announcements: list[str]
    repeat: bool
    removed: list[str]


class DraftChoice(TypedDict):
    keep: str | None
    discard: str | None


class DraftHand(TypedDict):
    """The draft cards of one seat and what it has chosen of them."""

    hand: list[str]
    choice: DraftChoice


class DraftFacts(TypedDict):
    """How the teams are being found; the hand is this seat's."""

    picks: list[list[str]]
    hand: list[str]
    passed: list[str]
    choice: DraftChoice
    offer: list[str]
    order: list[Seat]
    hands: NotRequired[list[DraftHand]]
    """By seat, where nothing is secret any more."""


class Choosing(TypedDict):
    """Whose Character is being chosen, and from which."""

    seat: Seat
    characters: list[str]


class BoardView(TypedDict):
    """The table as one seat may know it; there are no sides before the teams are found."""

    phase: Phase
    way: Way
    round: int
    turn: int
    memory_help: bool
    draft: DraftFacts | None
    choosing: Choosing | None
    sides: list[Side]
    idle: dict[str, list[str]]
    """By card of the fighters in play: the words on it that would do nothing as the boards stand."""


# ---- moves -------------------------------------------------------------------------------------------------------


class FighterMove(NamedTuple):
    """Pick a fighter, or put one aside."""

    kind: Literal["pick", "discard"]
    fighter: str


class CharacterMove(NamedTuple):
    """Choose the Character that enters."""

    kind: Literal["character"]
    character: str


class CardMove(NamedTuple):
    """Say which starting card is played first, or which card goes lowest under the new cards."""

    kind: Literal["first", "under"]
    card: str


class InsertMove(NamedTuple):
    """Put a new card into the deck; position 0 is before its first card."""

    kind: Literal["insert"]
    card: str
    position: int


Move = FighterMove | CharacterMove | CardMove | InsertMove


# ---- what a move would come to -----------------------------------------------------------------------------------


class Forecast(TypedDict, total=False):
    """What a legal move would come to."""

    aside: list[str]
    """A pick: who may be put aside with it; none where nobody has to be."""
    turn: int
    """An insertion: the turn of the next fight in which the card is played."""
    under: list[str]
    """An insertion: the cards left, either of which may go lowest."""
    opposite: str | None
    """An insertion: the card of the other side in this turn of the last fight, with memory help."""


FACTS: Final = FactTypes(
    board=BoardView, events=Event, catalogue=Catalogue, moves=Move, forecast=Forecast, document=DOCUMENT.type
)
