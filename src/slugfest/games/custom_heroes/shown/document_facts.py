"""A whole position, declared: what :mod:`documents` writes, and what :mod:`arrange` reads back.

Cards and pieces go by their ids. Seats count from 1.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from slugfest.games.custom_heroes.position.position import Phase


class PieceDocument(TypedDict):
    """An advancement on a card."""

    piece: str
    by: int
    """The seat that attached it, from 1."""
    round: int
    """The round in which it was attached."""


class CardDocument(TypedDict):
    """What is to be said of a card beyond its id."""

    pieces: NotRequired[list[PieceDocument]]
    shown: NotRequired[int]
    """The round in which everybody last saw it, if that is not the round before."""


class PlayerDocument(TypedDict):
    """One player with everything behind the screen."""

    vp: int
    power_in: int
    """All power ever gained."""
    power_out: int
    """All power ever paid, exchanged or discarded; what is left is the difference."""
    stock: list[str]
    """The advancements behind the screen."""
    hand: list[str]
    wagers: list[str]
    """The cards that lie open with a stake on them."""
    bets: list[str]
    """Wagers named in secret, not shown yet: the card, or card=piece with a Kodora from the stock."""
    answered: bool
    """Whether the question for wagers is answered."""
    place: int | None
    """The place of this round, once the player is out."""


class TopDocument(TypedDict):
    """The set to be beaten."""

    seat: int
    """Who played it, from 1."""
    kind: str
    value: NotRequired[int]
    count: NotRequired[int]


class ResultDocument(TypedDict):
    """How the game ended."""

    reason: str
    winner: int
    """A seat, from 1."""


class Document(TypedDict):
    """A whole position. The bag holds every piece that is nowhere else."""

    round: int
    participants: list[int]
    """The seats that play this round, from 1."""
    phase: Phase
    turn: int
    """The seat whose turn it is, from 1."""
    players: list[PlayerDocument]
    cards: dict[str, CardDocument]
    """By card: what is on it, and when it was last seen."""
    aside: list[str]
    """The cards that were not dealt."""
    top: TopDocument | None
    """Null while somebody leads."""
    descending: bool
    """Whether the ranking is turned."""
    passes: int
    """Passes in a row, forced ones too."""
    equal: bool
    """Whether the set just played equals the one before, so that somebody will be skipped."""
    spookies: list[int]
    """By seat: points that winning this trick will bring."""
    story: list[str]
    """What was done in this round, a line a step."""
    crafted: list[str]
    """The pieces attached in this turn and not counted off yet."""
    traded: bool
    """Whether power was exchanged in this turn before playing."""
    draft: list[str]
    """The set that is being put together; a star marks an activated ability."""
    places: list[list[int]]
    """For every finished round the seats from the best place to the worst, from 1."""
    drawn: list[list[int]]
    """How many pieces each seat drew from the bag: at the start, then round by round."""
    result: ResultDocument | None
