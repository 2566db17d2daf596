"""The types of facts that both events and boards hold: sums and the reasons of an automated fighter.

Like ``shown/facts.py``, from where the browser's types are printed, this module stays interpreted.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from .requirements import Face


class Part(TypedDict):
    """What a box adds to a sum, or by what it multiplies it."""

    box: str
    value: int


class Sum(TypedDict):
    """An attack or a defence with the numbers it is made of."""

    base: str | None
    """The box of the base; null without one."""
    base_value: int
    kickers: list[Part]
    multiplier: Part | None
    plus: int
    """Base and kickers together."""
    flat: int
    """What is taken off or added after multiplying."""
    total: int


Result = Literal["no_dice", "used", "impossible", "condition", "selected"]


class FilledSection(TypedDict):
    box: str
    dice: list[int]
    faces: list[Face]
    line: str | None


class RefusedLine(TypedDict):
    """A higher line of a list that was given up, and what it would have taken."""

    line: str
    wilds: int
    action_dice: int


class Reason(TypedDict):
    """What an automated fighter made of a row, and why."""

    row: int
    ability: str
    result: Result
    dice: list[int]
    sections: list[FilledSection]
    plans: int
    """How many ways of filling it there were."""
    wilds: int
    """Wilds that the chosen one uses."""
    action_dice: int
    """Action dice that it uses."""
    refused: RefusedLine | None
    """A higher line that would have cost more."""
