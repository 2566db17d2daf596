"""Types of facts that rules put into events and views show: a fighter's board.

Like ``shown/facts.py``, from where the browser's types are printed, this module stays interpreted.
"""

from __future__ import annotations

from typing import Literal, TypedDict

SpecialTrack = Literal["voices", "ships", "rage"]
Token = Literal["sheriff", "presence", "concentration"]
Symbol = Literal["power-self", "power-partner", "serpent", "unleash", "revive"]
Floor = Literal["ko", "spirit", "revive"]  # a space without a number
SerpentSide = Literal["black", "white"]


class Special(TypedDict, total=False):
    """What only some fighters have on their board; each fighter uses its own few."""

    voice: int
    ships: int
    rage: int
    form: Literal["bodvar", "bear"]
    concentration: int
    presence: str
    sheriff: str
    serpent: SerpentSide
    character: str | None
    spirits: list[str]
    spirit: int
    flipped: list[str]
    planted: int
    pile: int
    schemes: list[str]
    """Those planted, the next to be unleashed first, where nothing is secret any more."""
    revealed: list[str]
    aflame: int


class Fighter(TypedDict):
    """A fighter at the table; ``space`` names the space of a marker that stands on none with a number."""

    fighter: str
    track: str | None
    health: int | None
    space: Floor | None
    power: int
    tokens: list[Token]
    aflame: int
    special: Special
