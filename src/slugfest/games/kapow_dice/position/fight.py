"""What phases 2 and 3 note of each fighter (KD-110 to KD-123): one list, a field's number plus the fighter's.

A position copies it as a whole. A new field gets the next multiple of FIGHTERS, and its value at the start of a round.
"""

from __future__ import annotations

from typing import Final

from .moves import FIGHTERS
from .tables import NONE

UNKNOWN: Final = -1  # a total that nobody has computed yet
ROW_BITS: Final = 16  # sections of an automated fighter

ATTACK_SKIP: Final = 0  # the sections left out of the attack, one bit each
DEFENCE_SKIP: Final = 4
ATTACK_BOX: Final = 8  # the section whose base is used, or NONE
DEFENCE_BOX: Final = 12
ATTACK_FACTOR: Final = 16  # the section whose multiplier is used, or NONE
DEFENCE_FACTOR: Final = 20
ATTACK_TOTAL: Final = 24
DEFENCE_TOTAL: Final = 28
PENALTY: Final = 32  # what is taken off the total defence (VREPit)
LOST: Final = 36  # Health lost in phase 2
DEALT: Final = 40  # Health taken by the own attack
CRAVER: Final = 44  # who has Cravings for this fighter's Trait dice
GAINED_DICE: Final = 48
GAINED_FACES: Final = 52
LEFT_OVER: Final = 56  # automated fighters: dice on nothing (KD-192)
ROW_LINES: Final = 60  # automated fighters, by fighter * ROW_BITS + bit: the line of a list, or NONE

_STARTS_WITH: Final = (
    0, 0, NONE, NONE, NONE, NONE, UNKNOWN, UNKNOWN, 0, 0, 0, NONE, 0, 0, 0,
)  # fmt: skip
# What a round begins with. All positions share this list until Position.part; nobody changes it.
NO_FIGHT: Final = [value for value in _STARTS_WITH for _ in range(FIGHTERS)] + [NONE] * (FIGHTERS * ROW_BITS)
assert len(NO_FIGHT) == ROW_LINES + FIGHTERS * ROW_BITS
