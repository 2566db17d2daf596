"""How a move is numbered (TT-210): one number names the decision and what was decided.

PICK + fighter               keep a draft card, or take a fighter in the free choice
DISCARD + fighter            put a draft card aside (tactical draft)
CHOOSE + character           the Fey Folk's next Character
FIRST + fighter              this fighter's starting card is played first
INSERT + kind*POSITIONS + p  add a card with p own cards above it
UNDER + kind                 of the two cards left, this one goes lowest
"""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.content import CHARACTERS, FIGHTERS, KINDS, POSITIONS

PICK: Final = 0
DISCARD: Final[int] = PICK + FIGHTERS
CHOOSE: Final[int] = DISCARD + FIGHTERS
FIRST: Final[int] = CHOOSE + CHARACTERS
INSERT: Final[int] = FIRST + FIGHTERS
UNDER: Final[int] = INSERT + KINDS * POSITIONS
MOVE_COUNT: Final[int] = UNDER + KINDS
SOME_DECISION: Final[int] = MOVE_COUNT  # how others see the last of two secret decisions: no move of its own
