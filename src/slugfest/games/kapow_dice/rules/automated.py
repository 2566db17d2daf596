"""The automated opponent: how it selects, what it is worth, and how it powers up (sections 9 and 11 of the rules)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import ROWS
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.position import FREE, POWERING, UNKNOWN
from slugfest.games.kapow_dice.position.reasons import (
    CONDITION,
    IMPOSSIBLE,
    NEEDS_NO_DICE,
    SELECTED,
    USED_UP,
    facts_of,
    why_not,
)
from slugfest.games.kapow_dice.position.requirements import (
    ACCEPTS,
    BLANK,
    EVERY_FACE,
    FACES,
    LETTERS,
    MATCHES,
    TYPES,
    WILD,
)
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    AFTER,
    BIT,
    CHARACTERS,
    EFFECTS,
    FIRST_SLOT,
    GAIN,
    GROUPS_OF,
    HAS_LIST,
    IMMEDIATE,
    LINE_ATTACK,
    LINE_DEFENCE,
    LINE_EFFECTS,
    LINE_START,
    LINE_SYMBOL,
    NON_WILD,
    NONE,
    ONCE,
    POWER_UP,
    ROW_SECTIONS,
    SECTION_TEXT,
    SIZE,
    SLOTS_OF,
    TOKEN_SECTIONS,
    line_of,
)
from slugfest.kernel import Facts

from .pieces import only_bit, task
from .power_up import Growth, one_token

_ROW_REACH: Final = [
    [section for row in ROW_SECTIONS[character] for section in row] for character in range(CHARACTERS)
]


class Plan:
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

    def beats(self, other: Plan) -> bool:
        """The order of KD-231: sections, Wilds, Action dice, effect, lowest ids."""
        if len(self.types) != len(other.types):
            return len(self.types) > len(other.types)
        if self.wilds != other.wilds:
            return self.wilds < other.wilds
        if self.actions != other.actions:
            return self.actions < other.actions
        mine, theirs = self.vector(), other.vector()
        if mine != theirs:
            return mine < theirs
        return self.dice < other.dice

    def does_more(self, other: Plan) -> bool:
        """Whether the effect alone is higher; for the same effect the better plan of KD-231."""
        mine, theirs = self.vector(), other.vector()
        return mine < theirs or (mine == theirs and self.beats(other))


class Rival(Growth):
    """A position in which automated opponents play by the rules of KD-230 to KD-243."""

    def reach(self, fighter: int) -> list[int]:
        if not self.automated(fighter):
            return self.sections_of(fighter)
        own = _ROW_REACH[self.character[fighter]]
        tokens = self.entangled[fighter]
        return own + TOKEN_SECTIONS[:tokens] if tokens else own

    # ---- selecting (KD-231) --------------------------------------------------------------------------------

    def rival_select(self, fighter: int) -> None:
        """Roll, then fill the rows from top to bottom; leftover dice free it from tokens."""
        self.roll_all(fighter)
        base = fighter * DICE
        if self.events is not None:
            faces = [LETTERS[self.face[base + die]] for die in range(self.count[fighter])]
            self.tell("rival_roll", fighter, {"faces": faces})
        for row in range(ROWS):
            result = self.select_row(fighter, row)
            if result != SELECTED:
                self.give_reason(why_not(fighter, row, result))
        for token in range(self.entangled[fighter]):
            self.free_from_token(fighter, TOKEN_SECTIONS[token])
        self.left_over[fighter] = len(self.free_dice(fighter))

    def select_row(self, fighter: int, row: int) -> int:
        """Fill one row as well as possible; returns how it went."""
        sections = ROW_SECTIONS[self.character[fighter]][row]
        first = sections[0]
        if SIZE[first] == 0:
            self.selected[fighter] |= 1 << BIT[first]
            return NEEDS_NO_DICE
        if ONCE[first] and self.used[fighter] >> BIT[first] & 1:
            return USED_UP
        free = self.free_dice(fighter)
        plan, count, higher = self.best_plan(fighter, sections, free)
        if plan is None:
            return IMPOSSIBLE
        refresh = EFFECTS[IMMEDIATE][first]
        if refresh and not self.can_refresh(fighter, refresh, plan.dice[0]):
            return CONDITION
        self.place_plan(fighter, sections, plan)
        if ONCE[first]:
            self.used[fighter] |= 1 << BIT[first]
        self.give_reason(self.plan_reason(fighter, row, plan, count, higher))
        if refresh:
            self.refresh(fighter, refresh, first)
        return SELECTED

    def free_dice(self, fighter: int) -> list[int]:
        base = fighter * DICE
        return [die for die in range(self.count[fighter]) if self.at[base + die] == FREE]

    def best_plan(
        self, fighter: int, sections: list[int], free: list[int]
    ) -> tuple[Plan | None, int, Plan | None]:
        """The best way to fill a row, how many ways there are, and the one with the highest effect if refused."""
        counts = [0] * TYPES
        for die in free:
            counts[self.type_of(fighter * DICE + die)] += 1
        plans: list[Plan] = []
        first = sections[0]
        for filling in fillings(first, counts):
            plans.append(Plan([filling], first))
        if len(sections) == 2:
            pairs: list[Plan] = []
            for index in range(len(plans)):
                for other in range(index, len(plans)):
                    one, two = plans[index].types[0], plans[other].types[0]
                    if enough(counts, one, two):
                        pairs.append(Plan([one, two], first))
            if pairs:
                plans = pairs
        best: Plan | None = None
        higher: Plan | None = None
        for plan in plans:
            plan.dice = self.lowest_ids(fighter, free, plan)
            if best is None or plan.beats(best):
                best = plan
            if higher is None or plan.does_more(higher):
                higher = plan
        if best is not None and higher is not None and not higher.vector() < best.vector():
            higher = None
        return best, len(plans), higher

    def lowest_ids(self, fighter: int, free: list[int], plan: Plan) -> list[int]:
        """The dice with the lowest ids that have the types of a plan."""
        wanted = [0] * TYPES
        for filling in plan.types:
            for kind in filling:
                wanted[kind] += 1
        chosen: list[int] = []
        for die in free:
            kind = self.type_of(fighter * DICE + die)
            if wanted[kind] > 0:
                wanted[kind] -= 1
                chosen.append(die)
        return chosen

    def place_plan(self, fighter: int, sections: list[int], plan: Plan) -> None:
        """Lay the dice down: the section with the higher effect first, lower ids first."""
        base = fighter * DICE
        order = list(range(len(plan.types)))
        if len(order) == 2 and plan.lines[1] < plan.lines[0]:
            order = [1, 0]
        left = plan.dice.copy()
        for position in range(len(order)):
            section = sections[position]
            self.selected[fighter] |= 1 << BIT[section]
            self.lines[fighter * 16 + BIT[section]] = plan.lines[order[position]]
            filling = plan.types[order[position]]
            for slot in range(len(filling)):
                for die in left:
                    if self.type_of(base + die) == filling[slot]:
                        self.at[base + die] = FIRST_SLOT[section] + slot
                        left.remove(die)
                        break

    # ---- Immediate rows (KD-234) ---------------------------------------------------------------------------

    def can_refresh(self, fighter: int, code: list[int], paying: int) -> bool:
        """Whether another unplaced Blank die of the right kind is there, and the face if one is needed."""
        face = code[2]
        if face != NONE and self.face_left(fighter, face) == 0:
            return False
        return self.blank_die(fighter, face != NONE, paying) != NONE

    def blank_die(self, fighter: int, action: bool, paying: int) -> int:
        """The unplaced Blank die with the lowest id; only Action dice if so asked."""
        base = fighter * DICE
        for die in self.free_dice(fighter):
            if (
                die != paying
                and self.face[base + die] == BLANK
                and (not action or self.kind[base + die] == ACTION)
            ):
                return die
        return NONE

    def refresh(self, fighter: int, code: list[int], section: int) -> None:
        """Attach a face to a Blank Action die and reroll it, or reroll one or all Blank dice. This gain is at once."""
        every, face = code[1], code[2]
        chosen = self.blank_die(fighter, face != NONE, NONE)
        dice = 1 << chosen
        if face != NONE:
            self.take_face(fighter, face, section)
            self.put_on(fighter * DICE + chosen, fighter, face)
            if self.events is not None:
                self.tell("rival_attach", fighter, {"face": LETTERS[face], "die": chosen + 1})
        elif every:
            for die in self.free_dice(fighter):
                if self.face[fighter * DICE + die] == BLANK:
                    dice |= 1 << die
        self.reroll(fighter, dice, section)

    def free_from_token(self, fighter: int, section: int) -> None:
        """A leftover die frees it from a token: rather no Wild, no Action die, the lowest id."""
        base = fighter * DICE
        best = NONE
        best_key = 1 << 30
        for die in self.free_dice(fighter):
            wild = 2 if self.face[base + die] == WILD else 0
            key = (wild + (1 if self.kind[base + die] == ACTION else 0)) * DICE + die
            if key < best_key:
                best, best_key = die, key
        if best == NONE:
            return
        self.at[base + best] = FIRST_SLOT[section]
        self.selected[fighter] |= 1 << BIT[section]
        if self.events is not None:
            self.tell("rival_token", fighter, {"die": best + 1})

    # ---- what it is worth (KD-193, KD-235) -----------------------------------------------------------------

    def line_number(self, fighter: int, section: int) -> int:
        """The line of the tables that a selected section of a row uses."""
        line = self.lines[fighter * 16 + BIT[section]] if HAS_LIST[section] else 0
        return LINE_START[section] + line

    def row_sum(self, fighter: int, attack: bool) -> int:
        """The sum of the attack or defence values of the selected rows."""
        total = 0
        for section in self.selected_sections(fighter):
            line = self.line_number(fighter, section)
            total += LINE_ATTACK[line] if attack else LINE_DEFENCE[line]
        return total

    def rival_total(self, fighter: int, attack: bool) -> int:
        return max(0, self.row_sum(fighter, attack) + self.flat(fighter, attack))

    def rival_parts(self, fighter: int, attack: bool) -> Facts:
        """A total with where it comes from, in the shape of ``parts``."""
        rows: list[Facts] = []
        for section in self.selected_sections(fighter):
            line = self.line_number(fighter, section)
            value = LINE_ATTACK[line] if attack else LINE_DEFENCE[line]
            if value:
                rows.append({"box": SECTION_TEXT[section], "value": value})
        return {
            "base": None,
            "base_value": 0,
            "kickers": rows,
            "multiplier": None,
            "plus": self.row_sum(fighter, attack),
            "flat": self.flat(fighter, attack),
            "total": self.rival_total(fighter, attack),
        }

    def rival_attack(self, fighter: int) -> None:
        self.strike(fighter, self.rival_total(fighter, True), self.rival_parts(fighter, True))

    def rival_defence(self, fighter: int) -> None:
        if self.defence_total[fighter] == UNKNOWN:
            self.defence_total[fighter] = self.rival_total(fighter, False)
            if self.events is not None:
                self.tell("defend", fighter, self.rival_parts(fighter, False))

    # ---- powering up (KD-192, KD-236) ----------------------------------------------------------------------

    def rival_code(self, fighter: int, section: int) -> list[int]:
        """What a selected section of a row does in this step."""
        if self.phase == POWERING:
            return EFFECTS[POWER_UP][section] + LINE_EFFECTS[self.line_number(fighter, section)]
        return EFFECTS[AFTER][section]

    def rival_due(self, fighter: int) -> int:
        mask = 0
        for section in self.selected_sections(fighter):
            if self.rival_code(fighter, section):
                mask |= 1 << BIT[section]
        return one_token(mask)

    def rival_trigger(self, fighter: int) -> None:
        """The next row, from top to bottom."""
        bit = only_bit(self.pending)
        section = self.section_of_bit(fighter, bit)
        self.pending &= ~(1 << bit)
        if self.events is not None:
            self.tell("trigger", fighter, {"box": SECTION_TEXT[section]})
        self.push_due(fighter, section, self.rival_code(fighter, section))

    def repeat_gain(self, fighter: int, section: int) -> None:
        """Once more for each die it could not place (KD-192)."""
        if self.left_over[fighter] > 0:
            self.todo.append(task(GAIN, fighter, NON_WILD, self.left_over[fighter], section))

    # ---- saying why ----------------------------------------------------------------------------------------

    def give_reason(self, reason: list[int]) -> None:
        """Tell it, and keep it in sight until the next round."""
        self.reasons = [*self.reasons, reason]
        if self.events is not None:
            self.tell("rival_row", reason[0], facts_of(reason, self.character[reason[0]]))

    def plan_reason(self, fighter: int, row: int, plan: Plan, plans: int, higher: Plan | None) -> list[int]:
        """A filled row: with which dice, out of how many ways, and which higher effect was given up for what."""
        base = fighter * DICE
        sections = ROW_SECTIONS[self.character[fighter]][row]
        reason = [fighter, row, SELECTED, plans, plan.wilds, plan.actions, NONE, 0, 0]
        if higher is not None:
            line = LINE_START[sections[0]] + first_gain(higher.vector(), plan.vector())
            reason[6:9] = [LINE_SYMBOL[line], higher.wilds, higher.actions]
        for section in sections:
            if not self.selected[fighter] >> BIT[section] & 1:
                continue
            reason.append(section)
            reason.append(LINE_SYMBOL[self.line_number(fighter, section)] if HAS_LIST[section] else NONE)
            for slot in range(FIRST_SLOT[section], FIRST_SLOT[section] + SIZE[section]):
                for die in range(self.count[fighter]):
                    if self.at[base + die] == slot:
                        reason += [die, self.face[base + die]]
        return reason


def fillings(section: int, counts: list[int]) -> list[list[int]]:
    """Every way to fill a section by types of dice, each multiset of equal slots once. No substitutions (KD-25)."""
    found: list[list[int]] = []
    _collect(section, 0, counts, [], EVERY_FACE, found)
    return found


def _collect(
    section: int, slot: int, counts: list[int], chosen: list[int], match: int, found: list[list[int]]
) -> None:
    slots, groups = SLOTS_OF[section], GROUPS_OF[section]
    if slot == len(slots):
        found.append(chosen.copy())
        return
    start = 0
    if slot == 0 or groups[slot] != groups[slot - 1]:
        match = EVERY_FACE
    elif slots[slot] == slots[slot - 1]:
        start = chosen[-1]
    mask = ACCEPTS[slots[slot]]
    for kind in range(start, TYPES):
        left = match & MATCHES[kind % FACES]
        if counts[kind] > 0 and mask >> kind & 1 and left:
            counts[kind] -= 1
            chosen.append(kind)
            _collect(section, slot + 1, counts, chosen, left, found)
            chosen.pop()
            counts[kind] += 1


def first_gain(higher: list[int], lower: list[int]) -> int:
    """The first line in which one vector of effects is better than another."""
    for index in range(len(lower)):
        if higher[index] != lower[index]:
            return higher[index]
    return higher[0]


def enough(counts: list[int], one: list[int], two: list[int]) -> bool:
    """Whether there are dice for two fillings at once."""
    both = one + two
    for kind in both:
        if both.count(kind) > counts[kind]:
            return False
    return True
