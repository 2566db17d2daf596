"""What a dice box demands: the closed grammar of KD-20 and an exact matcher for it (KD-21 to KD-26).

A die matters to a box only by its *type*: the face it shows and whether it is an Action die. So dice are counted by
type, and a set of boxes is matched against those counts.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from mypy_extensions import i64

from .sets import LARGEST_SET, count_dice

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


def accepts(substitution: int, slot: int, kind: int) -> bool:
    """Whether a slot takes a die of this type."""
    return ACCEPTS[substitution * 16 + slot] >> kind & 1 != 0


# ---- matching dice to boxes --------------------------------------------------------------------------------

# Which die to give away first: Blanks, then symbols on Trait dice, on Action dice, Wilds last.
CHEAP_FIRST: Final = [
    BLANK, FACES + BLANK, M, E, T, A, X, FACES + M, FACES + E, FACES + T, FACES + A, FACES + X, WILD, FACES + WILD,
]  # fmt: skip


def _ranked_masks() -> list[int]:
    """By set of types: the same set, one bit for each place in CHEAP_FIRST; so the lowest bit is the cheapest type."""
    found = [0] * (1 << TYPES)
    for rank in range(TYPES):
        found[1 << CHEAP_FIRST[rank]] = 1 << rank
    for types in range(1, 1 << TYPES):
        found[types] = found[types & (types - 1)] | found[types & -types]
    return found


RANKED: Final = _ranked_masks()
RANK_OF: Final = [CHEAP_FIRST.index(kind) for kind in range(TYPES)]
LOWEST: Final = bytes([max(0, (types & -types).bit_length() - 1) for types in range(1 << TYPES)])
MATCHES_RANKED: Final = [  # as MATCHES, by substitution * TYPES + rank
    MATCHES[substitution * FACES + kind % FACES]
    for substitution in range(len(SUBSTITUTIONS))
    for kind in CHEAP_FIRST
]
_SWAPPED: Final = [1, 0]
_IN_ORDER: Final = [list(range(size)) for size in range(LARGEST_SET + 1)]
ACCEPTS_RANKED: Final = [RANKED[types] for types in ACCEPTS]


class Matcher:
    """Finds dice for all slots of several sections at once, or proves that there are none.

    Slots are tried in an order that keeps the "=" groups together and puts what few dice can fill first; dice in the
    order of CHEAP_FIRST. The first way found is the answer, so equal questions get equal answers.
    """

    masks: list[int]  # by slot as it was added: the types it takes, ranked
    groups: list[int]
    asked: list[int]  # in the order of asking: the index of the slot as it was added
    found: list[int]  # by slot as it was added: the type chosen
    dice: list[int]  # by rank of a type: all dice of it, one bit each
    usable: i64  # the dice that may be taken
    substitution: int

    def __init__(self, substitution: int, dice: list[int], usable: i64) -> None:
        self.substitution = substitution
        self.dice = dice
        self.usable = usable
        self.masks = []
        self.groups = []
        self.asked = []
        self.found = []

    def add(self, masks: list[int], groups: list[int]) -> None:
        """Demand that a section be filled: by slot the types it takes, ranked, and its "=" group."""
        if not self.masks:
            self.masks = masks
            self.groups = groups
            return
        base: i64 = self.groups[-1] + 1
        self.masks = self.masks + masks
        numbered = self.groups.copy()
        for group in groups:
            numbered.append(base + group)
        self.groups = numbered

    def solve(self) -> bool:
        """Whether everything demanded can be filled; then ``found`` says with which types."""
        size: i64 = len(self.masks)
        if size > count_dice(self.usable):
            return False
        present: i64 = 0
        bit: i64 = 1
        for dice in self.dice:
            if dice & self.usable:
                present |= bit
            bit <<= 1
        for mask in self.masks:
            if mask & present == 0:
                return False
        if size == 1:
            self.found = [CHEAP_FIRST[LOWEST[self.masks[0] & present]]]
            return True
        self.found = [-1] * size
        self.put_in_order(present)
        return self.fill(0, -1, EVERY_FACE, 0, self.usable)

    def put_in_order(self, present: i64) -> None:
        """Groups with the scarcest slot first."""
        size: i64 = len(self.masks)
        if size == 2:
            swapped = count_dice(self.choices(1, present)) < count_dice(self.choices(0, present))
            self.asked = _SWAPPED if swapped else _IN_ORDER[2]
            return
        if self.asks_the_same():
            self.asked = _IN_ORDER[size]
            return
        choices: list[int] = []
        scarcest: list[int] = []
        index: i64 = 0
        while index < size:
            count = count_dice(self.choices(index, present))
            choices.append(count)
            group: i64 = self.groups[index]
            if group == len(scarcest):
                scarcest.append(count)
            elif count < scarcest[group]:
                scarcest[group] = count
            index += 1
        keys: list[int] = []
        index = 0
        while index < size:
            group = self.groups[index]
            scarce: i64 = scarcest[group]
            keys.append(((scarce * 64 + group) * 64 + choices[index]) * 64 + index)
            index += 1
        keys.sort()
        self.asked = [key % 64 for key in keys]

    def choices(self, slot: i64, present: i64) -> i64:
        """The dice that a slot takes."""
        fitting: i64 = 0
        mask: i64 = self.masks[slot] & present
        while mask:
            fitting |= self.dice[LOWEST[mask]]
            mask &= mask - 1
        return fitting & self.usable

    def asks_the_same(self) -> bool:
        """Whether all slots take the same types: then they are tried as they stand."""
        first: i64 = self.masks[0]
        for mask in self.masks:
            if mask != first:
                return False
        return True

    def fill(self, place: i64, group: int, match: i64, start: i64, left: i64) -> bool:
        """Fill the slots from a place on with the dice left. ``match``: the faces that the dice of the open group can
        all stand for.

        ``start``: the first rank to try, so that equal slots of a group are not tried in both orders.
        """
        if place == len(self.asked):
            return True
        slot = self.asked[place]
        if self.groups[slot] != group:
            group = self.groups[slot]
            match = EVERY_FACE
            start = 0
        mask: i64 = self.masks[slot]
        row: i64 = self.substitution * TYPES
        alike = False  # the next slot asks for the same
        if place + 1 < len(self.asked):
            other = self.asked[place + 1]
            alike = self.groups[other] == group and self.masks[other] == mask
        mask = mask >> start << start
        while mask:
            rank: i64 = LOWEST[mask]
            mask &= mask - 1
            dice: i64 = self.dice[rank] & left
            if dice:
                narrowed: i64 = match & MATCHES_RANKED[row + rank]
                if narrowed:
                    self.found[slot] = CHEAP_FIRST[rank]
                    if self.fill(place + 1, group, narrowed, rank if alike else 0, left & ~(dice & -dice)):
                        return True
        return False


def section_fits(section: Section, substitution: int, kinds: list[int]) -> bool:
    """Whether these dice, slot by slot from left to right, fill a section (KD-26)."""
    if len(kinds) != len(section.slots):
        return False
    match = EVERY_FACE
    group = -1
    for index in range(len(kinds)):
        if not accepts(substitution, section.slots[index], kinds[index]):
            return False
        if section.groups[index] != group:
            group = section.groups[index]
            match = EVERY_FACE
        match &= MATCHES[substitution * FACES + kinds[index] % FACES]
        if match == 0:
            return False
    return True
