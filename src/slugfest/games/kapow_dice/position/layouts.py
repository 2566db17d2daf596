"""Which faces are on an Action die, packed into one number: three bits a type, how many there are (KD-3, KD-4)."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Facts

from .requirements import BLANK, LETTERS
from .tables import FACE_TYPES

COUNT_MASK: Final = 7  # three bits a face type


def roll_of(packed: int, side: int) -> int:
    """The face on one side of an Action die: its faces by type, then the empty sides (KD-4)."""
    for face in range(FACE_TYPES):
        side -= packed >> (3 * face) & COUNT_MASK
        if side < 0:
            return face
    return BLANK


def sides_of(packed: int) -> list[str]:
    """The faces on an Action die as letters."""
    sides: list[str] = []
    for face in range(FACE_TYPES):
        sides += [LETTERS[face]] * (packed >> (3 * face) & COUNT_MASK)
    return sides


def pool_facts(pool: list[int], fighter: int) -> Facts:
    """The faces in a fighter's pool, by letter."""
    return {LETTERS[face]: pool[fighter * FACE_TYPES + face] for face in range(FACE_TYPES)}
