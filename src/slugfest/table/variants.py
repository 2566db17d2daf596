"""What a page gets that changes a game: whether a variant is allowed, which are kept, what bots' games say of it."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from slugfest.kernel import Game, Words
from slugfest.kernel.forms import FormChange, changes_of
from slugfest.kernel.variant_files import toml_of


class VariantEdits(TypedDict):
    """A variant as the form edits it, and as its file has it."""

    game: str
    name: Words
    change: dict[str, Any]  # by the full name of a place
    add: dict[str, list[dict[str, Any]]]  # by the name of a list: its new entries


class VariantFault(TypedDict):
    """Why a variant is not allowed, in the words of the game's own reader."""

    key: str  # the path of a field, where it is about one
    text: Words


class VariantChecked(TypedDict):
    """POST /api/device/variants/check and /open: whether a variant is allowed."""

    id: str  # of the game so played; empty: it is not allowed
    file: str  # its text, to be saved or sent
    edits: VariantEdits | None  # what it changes; None: not even that can be read
    fault: VariantFault | None


class KeptVariant(TypedDict):
    """A variant that is kept on this device, to be played."""

    id: str
    game: str
    name: Words
    file: str
    matches: int  # played or being played with it


class KeptVariants(TypedDict):
    """GET /api/device/variants."""

    variants: list[KeptVariant]


class TrialFigure(TypedDict):
    """A share of games, or a mean, with its 95 % interval for somebody who may stop at any time."""

    mean: float
    low: float
    high: float


class TrialMeasure(TypedDict):
    """One thing that bots' games are counted for, without and with the variant."""

    key: str
    name: Words | None  # of a member of the cast; None: the page has words for the key
    unit: Literal["share", "number"]
    before: TrialFigure | None  # None: the game itself does not have it
    after: TrialFigure
    difference: TrialFigure | None  # deal by deal


class TrialNow(TypedDict):
    """Over /ws/trial: how bots' games stand."""

    type: Literal["trial"]
    deals: int
    games: int
    most: int  # deals that are played unless somebody stops
    rate: float  # games a second
    measures: list[TrialMeasure]
    failed: bool  # the bots cannot play it


# ---- what people at a table see of a variant ------------------------------------------------------------------------


def changes_in(game: Game) -> list[FormChange]:
    """What a variant changes; nothing in the game itself."""
    return [] if game.variant is None else changes_of(game.variant)


def file_of(game: Game) -> str:
    """The text of a variant's file; empty for the game itself, and for a variant that is more than one file."""
    return "" if game.variant is None or game.variant.content is not None else toml_of(game.variant)
