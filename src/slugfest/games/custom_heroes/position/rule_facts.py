"""Facts of a position that rules tell in events and views show, declared: cards with what is on them.

Like ``shown/facts.py``, from where the browser's types are printed, this module stays interpreted.
"""

from __future__ import annotations

from typing import TypedDict

from slugfest.kernel import Seat


class Attached(TypedDict):
    """A piece on a card: who put it there, and in which round."""

    piece: str
    by: Seat
    round: int


class Card(TypedDict):
    """A card with the pieces that this seat knows to be on it, and its value with them."""

    card: str
    value: int
    pieces: list[Attached]


class PlayedCard(Card):
    """A card of a set on the pile, its ability activated or not."""

    active: bool
