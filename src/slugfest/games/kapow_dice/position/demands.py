"""What filling a section demands of the dice, as tables: which types each slot takes, and how many dice of which types
there must be (KD-20 to KD-26).

Whether dice can fill a section is a handful of "of these dice at least so many" (Hall's theorem), since sections have
four slots at most.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.kernel import ContentError

from .moves import DICE, PLAIN_FILL
from .requirements import ACCEPTS, BLANK, FACES, MATCHES, SUBSTITUTIONS, TYPES
from .tables import COPIES, GROUPS_OF, NONE, PLAYER_SECTIONS, SIZE, SLOTS_OF, copied_slot

# By section: the faces that filling it may name: those it may copy, or none.
FILL_FACES: Final = [
    list(range(BLANK)) if COPIES[section] else [PLAIN_FILL] for section in range(PLAYER_SECTIONS)
]
SAME_FACE: Final = [1 << face | 1 << (face + FACES) for face in range(FACES)]  # the types that show a face


def _demands() -> tuple[list[int], list[int]]:
    """By section * 8 + face: the number of what filling it so demands, or NONE; and by number a section * 8 + face that
    demands it. Sections that demand the same share a number, so a set of demands is one machine number."""
    numbers: dict[tuple[int, ...], int] = {}
    by_fill: list[int] = []
    examples: list[int] = []
    for section in range(PLAYER_SECTIONS):
        for face in range(8):
            if SIZE[section] == 0 or face not in FILL_FACES[section]:
                by_fill.append(NONE)
                continue
            copied = NONE if face == PLAIN_FILL else copied_slot(section)
            key = (face, copied, *SLOTS_OF[section], NONE, *GROUPS_OF[section])
            if key not in numbers:
                numbers[key] = len(examples)
                examples.append(section * 8 + face)
            by_fill.append(numbers[key])
    return by_fill, examples


_NUMBERED: Final = _demands()
DEMAND_OF: Final[list[int]] = _NUMBERED[0]
EXAMPLES: Final[list[int]] = _NUMBERED[1]
DEMANDS: Final[int] = len(EXAMPLES)
_MOST_DEMANDS: Final = 62  # a set of them fits into one machine number
if DEMANDS > _MOST_DEMANDS:
    raise ContentError(
        BOX.file,
        "ability",
        f"boxes and cards make {DEMANDS} different demands of dice (each face to copy is one), more than"
        f" {_MOST_DEMANDS}: let some of them ask for the same",
    )
DEMAND_BIT: Final = [1 << demand for demand in range(DEMANDS)]
DEMAND_SIZE: Final = [SIZE[example // 8] for example in EXAMPLES]  # how many dice each takes
EVERY_DEMAND: Final[int] = (1 << DEMANDS) - 1
# By number of dice: the demands that take more of them; those that take only one.
LARGER: Final = [
    sum([DEMAND_BIT[demand] for demand in range(DEMANDS) if DEMAND_SIZE[demand] > dice])
    for dice in range(DICE + 1)
]
ONE_DIE: Final[int] = sum([DEMAND_BIT[demand] for demand in range(DEMANDS) if DEMAND_SIZE[demand] == 1])

# The sets of types that some demand speaks of.
TYPE_SETS: Final[list[int]] = []
_SET_NUMBER: Final[dict[int, int]] = {}


def _number_of(types: int) -> int:
    if types not in _SET_NUMBER:
        _SET_NUMBER[types] = len(TYPE_SETS)
        TYPE_SETS.append(types)
    return _SET_NUMBER[types]


def _numbers_needed(masks: list[int]) -> list[int]:
    """What these slots demand together, as pairs: which set of types, how many dice of it. Any of the slots, taken
    together, need as many dice as there are (Hall)."""
    least: dict[int, int] = {}
    for chosen in range(1, 1 << len(masks)):
        union = 0
        for index in range(len(masks)):
            if chosen >> index & 1:
                union |= masks[index]
        least[union] = max(least.get(union, 0), chosen.bit_count())
    pairs: list[int] = []
    for types in sorted(least):
        pairs += [_number_of(types), least[types]]
    return pairs


def standing_for(face: int, substitution: int) -> int:
    """The types of dice that can stand for a face when they are matched (KD-22)."""
    found = 0
    for kind in range(TYPES):
        if MATCHES[substitution * FACES + kind % FACES] >> face & 1:
            found |= 1 << kind
    return found


def _ways(demand: int, substitution: int) -> list[list[int]]:
    """All ways to meet a demand (KD-20 to KD-26): for each group that must match, a face that all of it stand for. A
    way says slot by slot which types it takes."""
    section, face = divmod(EXAMPLES[demand], 8)
    slots, groups = SLOTS_OF[section], GROUPS_OF[section]
    masks: list[int] = []
    for index in range(len(slots)):
        mask = ACCEPTS[substitution * 16 + slots[index]]
        if face != PLAIN_FILL and index == copied_slot(section):
            mask &= SAME_FACE[face]
        masks.append(mask)
    matched = [group for group in sorted(set(groups)) if groups.count(group) > 1]
    found: list[list[int]] = []
    for faces in product(range(FACES), repeat=len(matched)):
        narrowed = masks.copy()
        for index in range(len(slots)):
            if groups[index] in matched:
                narrowed[index] &= standing_for(faces[matched.index(groups[index])], substitution)
        narrowed.sort()
        if 0 not in narrowed and narrowed not in found:
            found.append(narrowed)
    return found


# By substitution * DEMANDS + demand: the ways to meet it, slot by slot (by number of a set of types), and as pairs.
WAYS: Final = [
    [[_number_of(mask) for mask in way] for way in _ways(demand, substitution)]
    for substitution in range(len(SUBSTITUTIONS))
    for demand in range(DEMANDS)
]
NEEDED: Final = [
    [bytes(_numbers_needed([TYPE_SETS[number] for number in way])) for way in ways] for ways in WAYS
]

# By substitution * 16 + demand of a slot: the types it takes; by substitution * FACES + face: those that stand for it;
# by face: those that show it. All by number.
ACCEPTING: Final = [_number_of(mask) for mask in ACCEPTS]
STANDING: Final = [
    _number_of(standing_for(face, substitution))
    for substitution in range(len(SUBSTITUTIONS))
    for face in range(FACES)
]
SHOWING: Final = [_number_of(types) for types in SAME_FACE]
