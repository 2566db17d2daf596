"""A whole position, declared: what :mod:`documents` writes, and what :mod:`arrange` reads back.

Fighters, cards, Characters and Schemes go by their ids. Seats count from 1.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from slugfest.games.tag_team.position.position import Phase
from slugfest.games.tag_team.position.rule_facts import SerpentSide


class FighterDocument(TypedDict):
    """One board; the special tracks are there for the fighter that has them."""

    fighter: str
    health: int | None
    """KO spaces are 0 and below; null while the Fey Folk have no Character."""
    power: int
    voice: NotRequired[int]
    """Where Joan's Divine Voice stands: 0 is the centre."""
    ships: NotRequired[int]
    """Ching Shih's fleet."""
    rage: NotRequired[int]
    """Bödvar's Rage."""
    form: NotRequired[Literal["bodvar", "bear"]]
    character: NotRequired[str | None]
    """The Fey Folk's Character in play."""
    spirits: NotRequired[list[str]]
    """The Characters that have become Spirits."""
    flipped: NotRequired[list[str]]
    """The Summoning cards that show their other face."""


class InsertedDocument(TypedDict):
    """A card slid into the fight deck in this deck phase."""

    card: str
    position: int
    """How many cards of the fight deck come before it."""


class PlayerDocument(TypedDict):
    """One side. Before the teams stand: how it drafts; then its fighters; after the deal its decks."""

    picks: NotRequired[list[str]]
    """The fighters picked so far."""
    hand: NotRequired[list[str]]
    """The draft cards to choose from."""
    keep: NotRequired[str | None]
    """The fighter picked in secret, not shown yet."""
    discard: NotRequired[str | None]
    """The draft card put aside in secret."""
    decided: NotRequired[bool]
    """Whether the secret decision of this phase is made."""
    fighters: NotRequired[list[FighterDocument]]
    """The two boards of the team."""
    deck: NotRequired[list[str]]
    """The fight deck in the order it is played."""
    known: NotRequired[list[str]]
    """The fight deck as the last fight phase showed it."""
    inserted: NotRequired[InsertedDocument | None]
    drawn: NotRequired[list[str]]
    """The three cards drawn in the deck phase."""
    build: NotRequired[list[str]]
    """The build deck, top card first."""
    fresh: NotRequired[int]
    """How many cards on top of the build deck its owner has never seen."""
    announced: NotRequired[str | None]
    """The card with an instant bonus that went into the fight deck in this deck phase."""
    announcements: NotRequired[list[str]]
    """All cards announced so far, which are public for good."""
    newest: NotRequired[str | None]
    """The card played last, which the opponent may look at."""
    newest_back: NotRequired[bool]
    """Whether that card was played with its other face."""
    repeat: NotRequired[bool]
    """Whether the next card is resolved twice."""
    removed: NotRequired[list[str]]
    """The cards that left the game."""
    removed_turns: NotRequired[list[int]]
    """The turns of this fight phase, from 0, whose card has left the game."""


class AflameDocument(TypedDict):
    """Where the Aflame! tokens lie."""

    on: str
    count: int


class SchemesDocument(TypedDict):
    """Milady's Schemes; the next one is the first."""

    planted: list[str]
    pile: list[str]
    revealed: list[str]


class ResultDocument(TypedDict):
    """How the fight ended."""

    reason: str
    winner: int | None
    """A seat, from 1; null for a draw."""


class Document(TypedDict):
    """A whole position. Tokens are there if the fighter they belong to takes part."""

    phase: Phase
    round: int
    turn: int
    """How many turns of the fight phase are over."""
    first: NotRequired[int]
    """Who begins the free choice of fighters: a seat, from 1."""
    players: list[PlayerDocument]
    sheriff: NotRequired[str]
    """The fighter who has the Sheriff."""
    presence: NotRequired[str]
    """The fighter who has Presence."""
    concentration: NotRequired[list[str]]
    """The fighters with a Concentration token."""
    aflame: NotRequired[AflameDocument]
    serpent: NotRequired[SerpentSide]
    schemes: NotRequired[SchemesDocument]
    result: NotRequired[ResultDocument]
