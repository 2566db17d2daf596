"""The slots of every box that people fill, prepared for the matcher (KD-20 to KD-26).

What filling a section *demands* of dice has a number. Sections that demand the same share it, so a set of demands is
one machine number.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.moves import DICE, PLAIN_FILL
from slugfest.games.kapow_dice.position.requirements import ACCEPTS, BLANK, FACES, SUBSTITUTIONS, TYPES
from slugfest.games.kapow_dice.position.tables import (
    COPIES,
    GROUPS_OF,
    NONE,
    PLAYER_SECTIONS,
    SIZE,
    SLOTS_OF,
    copied_slot,
)
from slugfest.kernel import ContentError

from .matcher import CHEAP_FIRST, RANK_OF, TAKES, mark_slots

# By section: the faces that filling it may name: those it may copy, or none.
FILL_FACES: Final = [
    list(range(BLANK)) if COPIES[section] else [PLAIN_FILL] for section in range(PLAYER_SECTIONS)
]
COPIED_SLOT: Final = [copied_slot(section) for section in range(PLAYER_SECTIONS)]
FACE_OF: Final = [kind % FACES for kind in CHEAP_FIRST]  # by rank: the face shown
SAME_FACE: Final = [  # by rank: the ranks that show the same face
    sum([1 << other for other in range(TYPES) if FACE_OF[other] == face]) for face in FACE_OF
]


def _masks(substitution: int, section: int, face: int) -> list[int]:
    """The ranks that the slots of a section take; the copied one only those that show the face, if one is named."""
    masks = [TAKES[substitution * 16 + slot] for slot in SLOTS_OF[section]]
    if COPIES[section] and face < FACES:
        masks[COPIED_SLOT[section]] &= SAME_FACE[RANK_OF[face]]
    return masks


def _narrow_first(section: int) -> list[int]:
    """The slots of a section, groups with the slot that takes fewest types first, and so within a group."""
    groups = GROUPS_OF[section]
    widths = [ACCEPTS[slot].bit_count() for slot in SLOTS_OF[section]]
    keys: list[tuple[int, int, int, int]] = []
    for index in range(len(widths)):
        narrowest = min([width for other, width in enumerate(widths) if groups[other] == groups[index]])
        keys.append((narrowest, groups[index], widths[index], index))
    return [key[3] for key in sorted(keys)]


def _prepare(substitution: int, section: int, face: int) -> list[int]:
    masks, order = _masks(substitution, section, face), _narrow_first(section)
    return mark_slots([masks[slot] for slot in order], [GROUPS_OF[section][slot] for slot in order])


# By (substitution * sections + section) * 8 + face: its slots as printed, for Matcher.choose, and in the order in which
# Matcher.take tries them. These lists are never changed.
PRINTED: Final = [
    mark_slots(_masks(substitution, section, face), GROUPS_OF[section])
    for substitution in range(len(SUBSTITUTIONS))
    for section in range(PLAYER_SECTIONS)
    for face in range(8)
]
PREPARED: Final = [
    _prepare(substitution, section, face)
    for substitution in range(len(SUBSTITUTIONS))
    for section in range(PLAYER_SECTIONS)
    for face in range(8)
]


def fill_key(substitution: int, section: int, face: int) -> int:
    """Where the slots of a section are in PRINTED and PREPARED."""
    return (substitution * PLAYER_SECTIONS + section) * 8 + face


# ---- demands -----------------------------------------------------------------------------------------------


def _demands() -> tuple[list[int], list[int]]:
    """By section * 8 + face: the number of what filling it so demands, or NONE; and by number a section * 8 + face that
    demands it."""
    numbers: dict[tuple[int, ...], int] = {}
    by_fill: list[int] = []
    examples: list[int] = []
    for section in range(PLAYER_SECTIONS):
        for face in range(8):
            if SIZE[section] == 0 or face not in FILL_FACES[section]:
                by_fill.append(NONE)
                continue
            copied = NONE if face == PLAIN_FILL else COPIED_SLOT[section]
            key = (face, copied, *SLOTS_OF[section], NONE, *GROUPS_OF[section])
            if key not in numbers:
                numbers[key] = len(examples)
                examples.append(section * 8 + face)
            by_fill.append(numbers[key])
    return by_fill, examples


_NUMBERED: Final = _demands()
DEMAND_OF: Final[list[int]] = _NUMBERED[0]
_EXAMPLES: Final[list[int]] = _NUMBERED[1]
DEMANDS: Final[int] = len(_EXAMPLES)
_MOST_DEMANDS: Final = 62  # a set of them fits into one machine number
if DEMANDS > _MOST_DEMANDS:
    raise ContentError(
        BOX.file,
        "ability",
        f"boxes and cards make {DEMANDS} different demands of dice (each face to copy is one), more than"
        f" {_MOST_DEMANDS}: let some of them ask for the same",
        f"Felder und Karten verlangen {DEMANDS} verschiedene Dinge von Würfeln (jede Seite, die kopiert wird, ist"
        f" eines), mehr als {_MOST_DEMANDS}: Lass einige dasselbe verlangen",
    )
DEMAND_BIT: Final = [1 << demand for demand in range(DEMANDS)]
EVERY_DEMAND: Final[int] = (1 << DEMANDS) - 1
_DEMAND_SIZE: Final = [SIZE[example // 8] for example in _EXAMPLES]  # how many dice each takes
LARGER: Final = [  # by number of dice: the demands that take more of them
    sum([DEMAND_BIT[demand] for demand in range(DEMANDS) if _DEMAND_SIZE[demand] > dice])
    for dice in range(DICE + 1)
]
DEMAND_SLOTS: Final = [  # by substitution * DEMANDS + demand, in the order in which Matcher.take tries them
    PREPARED[fill_key(substitution, example // 8, example % 8)]
    for substitution in range(len(SUBSTITUTIONS))
    for example in _EXAMPLES
]
