"""Which faces are on an Action die, packed into one number: three bits a type, how many there are (KD-3, KD-4)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .requirements import BLANK, FACE_LETTERS, POOL_LETTERS, Face, PoolFace
from .tables import FACE_TYPES

COUNT_MASK: Final = 7  # three bits a face type
_HALF: Final = 9  # bits, three types: counted at once
_LOW: Final = (1 << _HALF) - 1
_COUNTED: Final = bytes([(packed & 7) + (packed >> 3 & 7) + (packed >> 6) for packed in range(1 << _HALF)])
assert FACE_TYPES <= 6


def faces_on(packed: i64) -> i64:
    """How many faces are on an Action die."""
    return _COUNTED[packed & _LOW] + _COUNTED[packed >> _HALF]


def roll_of(packed: int, side: int) -> int:
    """The face on one side of an Action die: its faces by type, then the empty sides (KD-4)."""
    for face in range(FACE_TYPES):
        side -= packed >> (3 * face) & COUNT_MASK
        if side < 0:
            return face
    return BLANK


def sides_of(packed: int) -> list[Face]:
    """The faces on an Action die as letters."""
    sides: list[Face] = []
    for face in range(FACE_TYPES):
        sides += [FACE_LETTERS[face]] * (packed >> (3 * face) & COUNT_MASK)
    return sides


def pool_facts(pool: list[int], fighter: int) -> dict[PoolFace, int]:
    """The faces in a fighter's pool, by letter."""
    return {POOL_LETTERS[face]: pool[fighter * FACE_TYPES + face] for face in range(FACE_TYPES)}
