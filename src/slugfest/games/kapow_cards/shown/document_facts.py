"""A whole position, declared: what :mod:`documents` writes, and what :mod:`arrange` reads back.

Cards go by their ids. Seats count from 1.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from slugfest.games.kapow_cards.position.position import Facing


class SlotDocument(TypedDict):
    """A card in a defence row."""

    card: str
    facing: Facing
    newest: NotRequired[int]
    """The latest reshuffle that a hidden card can stem from, once there has been one."""


class PlayerDocument(TypedDict):
    """One player with every card."""

    hand: list[str]
    row: list[SlotDocument | None]
    """The five slots; null is an empty one."""
    passed: bool
    """Whether the player's own last turn was a pass."""
    out: bool
    """Whether the player is knocked out."""
    skipped: NotRequired[bool]
    """Skipped in the last round, so everybody knows that the hand is nothing but weapons."""
    fresh: NotRequired[int]
    """How many cards of the latest reshuffle are in the hand or were hidden since, as everybody can count."""


class ResultDocument(TypedDict):
    """How the game ended."""

    reason: str
    winners: list[int]
    """Seats, from 1."""


class Document(TypedDict):
    """A whole position. Cards go by their ids, seats count from 1."""

    players: list[PlayerDocument]
    deck: list[str]
    """The top card is the first."""
    discard: list[str]
    """The top card is the last."""
    turn: int
    """The seat whose turn it is, from 1."""
    turns: int
    """How many turns have been played."""
    last_round: list[int] | None
    """The seats that still have a turn in the last round, from 1; null while none is scheduled."""
    shuffles: int
    """How many times the discard pile became the deck."""
    shuffled_in: dict[str, int]
    """By card: the latest reshuffle it took part in."""
    result: ResultDocument | None
