"""Tasks: effects of abilities and steps of the phases that are still to be carried out, the next one last in ``todo``.

A task is one number: what to do, who does it, two numbers for it, and the section it comes from. Position documents
carry tasks, so what a number means does not change.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import EFFECT

# Steps of the phases; effects of abilities have the lower numbers (``OPS`` in tables.py).
DO_DEFEND: Final = 24
DO_HIT: Final = 25
DO_AUTOMATED_CLEAN_UP: Final = 27


def task(op: int, fighter: int, a: int, b: int, section: int) -> int:
    """A task as one number: the op of an effect, or a step of a phase."""
    return op | fighter << 5 | a << 8 | (b + 1) << 16 | (section + 1) << 24


def push_effects(position: Position, fighter: int, section: int, code: list[int]) -> None:
    """Add the effects of a section to ``todo``, the first one next."""
    start = len(code) - EFFECT
    while start >= 0:
        position.todo.append(task(code[start], fighter, code[start + 1], code[start + 2], section))
        start -= EFFECT
