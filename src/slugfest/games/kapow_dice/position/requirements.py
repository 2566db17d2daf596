"""What a dice box requires: the grammar of KD-20, and which die each slot takes (KD-21, KD-22, KD-25).

A die matters to a box only by its *type*: the face it shows and whether it is an Action die.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

# Faces as they are shown. The first six can be attached; Blank is the lack of a face (KD-5).
M: Final = 0
E: Final = 1
T: Final = 2
A: Final = 3
X: Final = 4
WILD: Final = 5
BLANK: Final = 6
FACES: Final = 7
SYMBOLS: Final = 5  # the non-Wild ones
TYPES: Final = 14  # of dice: the face, plus FACES for an Action die
PoolFace = Literal["M", "E", "T", "A", "X", "W"]
Face = Literal[PoolFace, "B"]
POOL_LETTERS: Final[tuple[PoolFace, ...]] = get_args(PoolFace)
FACE_LETTERS: Final[tuple[Face, ...]] = get_args(Face)
LETTERS: Final = "METAXWB"

# Slots: the five symbols, the five symbols without Wild, and these.
STRICT: Final = 5
ONLY_WILD: Final = 10
ONLY_BLANK: Final = 11
ANY: Final = 12
NB: Final = 13
ACT: Final = 14
NBACT: Final = 15
SLOTS: Final = (
    "M",
    "E",
    "T",
    "A",
    "X",
    "M!",
    "E!",
    "T!",
    "A!",
    "X!",
    "WILD",
    "BLANK",
    "ANY",
    "NB",
    "ACT",
    "NBACT",
)

# What a character may count as what (KD-25), as an index into the tables below.
PLAIN: Final = 0
SUBSTITUTIONS: Final = [(-1, -1), (T, WILD), (BLANK, E)]


class Section:
    """One section of a box: its slots from left to right, and which of them must match (KD-20)."""

    def __init__(self, slots: list[int], groups: list[int]) -> None:
        self.slots = slots
        self.groups = groups  # by slot: the number of its "=" group

    def text(self) -> str:
        parts: list[str] = []
        for index, slot in enumerate(self.slots):
            if index:
                parts.append("=" if self.groups[index] == self.groups[index - 1] else "+")
            parts.append(SLOTS[slot])
        return " ".join(parts)


def parse(text: str) -> list[Section]:
    """The sections of a requirement; none for NONE. Raises ValueError with what is wrong."""
    if text.strip() == "NONE":
        return []
    return [_section(part) for part in text.split("|")]


def _section(text: str) -> Section:
    slots: list[int] = []
    groups: list[int] = []
    for number, group in enumerate(text.split("+")):
        for word in group.split("="):
            name = word.strip()
            if name not in SLOTS:
                raise ValueError(f"{name!r} is no slot; slots are {' '.join(SLOTS)}")
            slots.append(SLOTS.index(name))
            groups.append(number)
    return Section(slots, groups)


# ---- tests of one die (KD-21, KD-22, KD-25) ----------------------------------------------------------------


def _accepts_face(slot: int, face: int, action: bool) -> bool:
    """The table of KD-21."""
    if slot < STRICT:
        return face in (slot, WILD)
    if slot < ONLY_WILD:
        return face == slot - STRICT
    if slot == ONLY_WILD:
        return face == WILD
    if slot == ONLY_BLANK:
        return face == BLANK
    if slot == NB:
        return face != BLANK
    if slot == ACT:
        return action
    if slot == NBACT:
        return action and face != BLANK
    return True


def _accept_masks() -> list[int]:
    """By substitution * 16 + slot: one bit for each type of die the slot takes."""
    masks: list[int] = []
    for used, stands_for in SUBSTITUTIONS:
        for slot in range(len(SLOTS)):
            mask = 0
            for kind in range(TYPES):
                face, action = kind % FACES, kind >= FACES
                taken = _accepts_face(slot, face, action)
                if face == used and _accepts_face(slot, stands_for, action):
                    taken = True
                if taken:
                    mask |= 1 << kind
            masks.append(mask)
    return masks


def _match_masks() -> list[int]:
    """By substitution * FACES + face: one bit for each face the die can stand for when it is matched (KD-22)."""
    masks: list[int] = []
    everything = (1 << FACES) - 1
    for used, stands_for in SUBSTITUTIONS:
        for face in range(FACES):
            mask = everything if face == WILD else 1 << face
            if face == used:
                mask |= everything if stands_for == WILD else 1 << stands_for
            masks.append(mask)
    return masks


ACCEPTS: Final = _accept_masks()
MATCHES: Final = _match_masks()
EVERY_FACE: Final = (1 << FACES) - 1
