"""The ways to fill a row of an automated fighter, and which is best (KD-25, KD-231, KD-232)."""

from __future__ import annotations

from slugfest.games.kapow_dice.position.fitting.matcher import BY_TYPE, Matcher, mark_slots
from slugfest.games.kapow_dice.position.requirements import ACCEPTS, FACES, WILD
from slugfest.games.kapow_dice.position.tables import GROUPS_OF, NONE, SLOTS_OF, line_of


class RowPlan:
    """One way to fill a row: for each section filled the types of its dice, and what the choice is judged by."""

    def __init__(self, types: list[list[int]], section: int) -> None:
        self.types = types
        self.wilds = 0
        self.actions = 0
        self.lines: list[int] = []
        self.dice: list[int] = []  # the lowest ids that will do, in ascending order
        for filling in types:
            symbol = WILD
            for kind in filling:
                if kind >= FACES:
                    self.actions += 1
                if kind % FACES == WILD:
                    self.wilds += 1
                elif symbol == WILD:
                    symbol = kind % FACES
            self.lines.append(line_of(section, symbol))

    def vector(self) -> list[int]:
        """The lines of a list, the highest effect first; empty for a row without a list (KD-232)."""
        return sorted(self.lines) if self.lines and self.lines[0] != NONE else []

    def beats(self, other: RowPlan) -> bool:
        """The order of KD-231 among plans that fill as many sections: Wilds, Action dice, effect, lowest ids."""
        if self.wilds != other.wilds:
            return self.wilds < other.wilds
        if self.actions != other.actions:
            return self.actions < other.actions
        mine, theirs = self.vector(), other.vector()
        if mine != theirs:
            return mine < theirs
        return self.dice < other.dice

    def does_more(self, other: RowPlan) -> bool:
        """Whether the effect alone is higher; for the same effect the better plan of KD-231."""
        mine, theirs = self.vector(), other.vector()
        return mine < theirs or (mine == theirs and self.beats(other))


def list_fillings(section: int, counts: list[int]) -> list[list[int]]:
    """Every way to fill a section by types of dice, each multiset of equal slots once. No substitutions (KD-25)."""
    dice: list[int] = []
    first = 0
    for count in counts:
        dice.append(((1 << count) - 1) << first)
        first += count
    slots = mark_slots([ACCEPTS[slot] for slot in SLOTS_OF[section]], GROUPS_OF[section])
    return Matcher(BY_TYPE, dice).list_all(slots, (1 << first) - 1)


def first_gain(higher: list[int], lower: list[int]) -> int:
    """The first line in which one vector of effects is better than another."""
    index = 0
    while higher[index] == lower[index]:
        index += 1
    return higher[index]


def enough_dice(counts: list[int], one: list[int], two: list[int]) -> bool:
    """Whether there are dice for two fillings at once."""
    both = one + two
    for kind in both:
        if both.count(kind) > counts[kind]:
            return False
    return True
