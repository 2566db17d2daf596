"""The automated opponent: how it rolls and fills its rows, and why (KD-190 to KD-194, KD-230 to KD-234)."""

from __future__ import annotations

from slugfest.games.kapow_dice.content import ROWS
from slugfest.games.kapow_dice.position.fight import LEFT_OVER, ROW_BITS, ROW_LINES
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.requirements import BLANK, LETTERS, TYPES, WILD
from slugfest.games.kapow_dice.position.row_reasons import (
    CONDITION,
    IMPOSSIBLE,
    NEEDS_NO_DICE,
    SELECTED,
    USED_UP,
    facts_of,
    why_not,
)
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    BIT,
    EFFECTS,
    FIRST_SLOT,
    HAS_LIST,
    IMMEDIATE,
    LINE_START,
    LINE_SYMBOL,
    NONE,
    ONCE,
    ROW_SECTIONS,
    SIZE,
    TOKEN_SECTIONS,
)

from .immediate import reroll_dice
from .pieces import attach_face, roll_dice, take_face
from .row_plans import RowPlan, enough_dice, first_gain, list_fillings
from .totals import line_number

# ---- selecting (KD-231) ------------------------------------------------------------------------------------


def select_automated(position: Position, fighter: int) -> None:
    """Roll, then fill the rows from top to bottom; leftover dice free it from tokens (KD-230, KD-231)."""
    roll_dice(position, fighter)
    base = fighter * DICE
    if position.events is not None:
        faces = [LETTERS[position.face[base + die]] for die in range(position.count[fighter])]
        position.emit_for("rival_roll", fighter, {"faces": faces})
    for row in range(ROWS):
        result = select_row(position, fighter, row)
        if result != SELECTED:
            give_reason(position, why_not(fighter, row, result))
    for token in range(position.entangled[fighter]):
        free_from_token(position, fighter, TOKEN_SECTIONS[token])
    position.fight[LEFT_OVER + fighter] = len(free_dice(position, fighter))


def select_row(position: Position, fighter: int, row: int) -> int:
    """Fill one row as well as possible; returns how it went (KD-171, KD-231, KD-234)."""
    sections = ROW_SECTIONS[position.character[fighter]][row]
    first = sections[0]
    if SIZE[first] == 0:
        position.selected[fighter] |= 1 << BIT[first]
        return NEEDS_NO_DICE
    if ONCE[first] and position.used[fighter] >> BIT[first] & 1:
        return USED_UP
    free = free_dice(position, fighter)
    plan, count, higher = best_plan(position, fighter, sections, free)
    if plan is None:
        return IMPOSSIBLE
    refresh = EFFECTS[IMMEDIATE][first]
    if refresh and not can_refresh(position, fighter, refresh, plan.dice[0]):
        return CONDITION
    place_plan(position, fighter, sections, plan)
    if ONCE[first]:
        position.used[fighter] |= 1 << BIT[first]
    give_reason(position, reason_of_plan(position, fighter, row, plan, count, higher))
    if refresh:
        refresh_dice(position, fighter, refresh, first)
    return SELECTED


def free_dice(position: Position, fighter: int) -> list[int]:
    """The dice that lie on nothing, by their ids."""
    base = fighter * DICE
    return [die for die in range(position.count[fighter]) if position.at[base + die] == FREE]


def best_plan(
    position: Position, fighter: int, sections: list[int], free: list[int]
) -> tuple[RowPlan | None, int, RowPlan | None]:
    """The best way to fill a row (KD-231), how many ways there are, and the one with the highest effect if it was
    refused."""
    counts = [0] * TYPES
    for die in free:
        counts[position.type_of(fighter * DICE + die)] += 1
    plans: list[RowPlan] = []
    first = sections[0]
    for filling in list_fillings(first, counts):
        plans.append(RowPlan([filling], first))
    if len(sections) == 2:
        pairs: list[RowPlan] = []
        for index in range(len(plans)):
            for other in range(index, len(plans)):
                one, two = plans[index].types[0], plans[other].types[0]
                if enough_dice(counts, one, two):
                    pairs.append(RowPlan([one, two], first))
        if pairs:
            plans = pairs
    best: RowPlan | None = None
    higher: RowPlan | None = None
    for plan in plans:
        plan.dice = lowest_ids(position, fighter, free, plan)
        if best is None or plan.beats(best):
            best = plan
        if higher is None or plan.does_more(higher):
            higher = plan
    if best is not None and higher is not None and not higher.vector() < best.vector():
        higher = None
    return best, len(plans), higher


def lowest_ids(position: Position, fighter: int, free: list[int], plan: RowPlan) -> list[int]:
    """The dice with the lowest ids that have the types of a plan (KD-231)."""
    wanted = [0] * TYPES
    for filling in plan.types:
        for kind in filling:
            wanted[kind] += 1
    chosen: list[int] = []
    for die in free:
        kind = position.type_of(fighter * DICE + die)
        if wanted[kind] > 0:
            wanted[kind] -= 1
            chosen.append(die)
    return chosen


def place_plan(position: Position, fighter: int, sections: list[int], plan: RowPlan) -> None:
    """Lay the dice down: the section with the higher effect first, lower ids first (KD-231)."""
    base = fighter * DICE
    order = list(range(len(plan.types)))
    if len(order) == 2 and plan.lines[1] < plan.lines[0]:
        order = [1, 0]
    left = plan.dice.copy()
    for place in range(len(order)):
        section = sections[place]
        position.selected[fighter] |= 1 << BIT[section]
        position.fight[ROW_LINES + fighter * ROW_BITS + BIT[section]] = plan.lines[order[place]]
        filling = plan.types[order[place]]
        for slot in range(len(filling)):
            for die in left:
                if position.type_of(base + die) == filling[slot]:
                    position.at[base + die] = FIRST_SLOT[section] + slot
                    left.remove(die)
                    break


# ---- Immediate rows (KD-234) -------------------------------------------------------------------------------


def can_refresh(position: Position, fighter: int, code: list[int], paying: int) -> bool:
    """Whether another unplaced Blank die of the right kind is there, and the face if one is needed (KD-234)."""
    face = code[2]
    if face != NONE and position.face_left(fighter, face) == 0:
        return False
    return blank_die(position, fighter, face != NONE, paying) != NONE


def blank_die(position: Position, fighter: int, action: bool, paying: int) -> int:
    """The unplaced Blank die with the lowest id; only Action dice if so asked (KD-234)."""
    base = fighter * DICE
    for die in free_dice(position, fighter):
        if (
            die != paying
            and position.face[base + die] == BLANK
            and (not action or position.kind[base + die] == ACTION)
        ):
            return die
    return NONE


def refresh_dice(position: Position, fighter: int, code: list[int], section: int) -> None:
    """Attach a face to a Blank Action die and reroll it, or reroll one or all Blank dice. This gain is
    immediate (KD-234)."""
    every, face = code[1], code[2]
    chosen = blank_die(position, fighter, face != NONE, NONE)
    dice = 1 << chosen
    if face != NONE:
        take_face(position, fighter, face, section)
        attach_face(position, fighter * DICE + chosen, fighter, face)
        if position.events is not None:
            position.emit_for("rival_attach", fighter, {"face": LETTERS[face], "die": chosen + 1})
    elif every:
        for die in free_dice(position, fighter):
            if position.face[fighter * DICE + die] == BLANK:
                dice |= 1 << die
    reroll_dice(position, fighter, dice, section)


def free_from_token(position: Position, fighter: int, section: int) -> None:
    """A leftover die frees it from a token: rather no Wild, no Action die, the lowest id (KD-159, KD-231)."""
    base = fighter * DICE
    best = NONE
    best_key = 1 << 30
    for die in free_dice(position, fighter):
        wild = 2 if position.face[base + die] == WILD else 0
        key = (wild + (1 if position.kind[base + die] == ACTION else 0)) * DICE + die
        if key < best_key:
            best, best_key = die, key
    if best == NONE:
        return
    position.at[base + best] = FIRST_SLOT[section]
    position.selected[fighter] |= 1 << BIT[section]
    if position.events is not None:
        position.emit_for("rival_token", fighter, {"die": best + 1})


# ---- reasons -----------------------------------------------------------------------------------------------


def give_reason(position: Position, reason: list[int]) -> None:
    """Emit why a row was filled so, and keep it in the position until the next round (KD-231)."""
    position.row_reasons = [*position.row_reasons, reason]
    if position.events is not None:
        position.emit_for("rival_row", reason[0], facts_of(reason, position.character[reason[0]]))


def reason_of_plan(
    position: Position, fighter: int, row: int, plan: RowPlan, plans: int, higher: RowPlan | None
) -> list[int]:
    """A filled row: with which dice, out of how many ways, and which higher effect was given up for what (KD-233)."""
    base = fighter * DICE
    sections = ROW_SECTIONS[position.character[fighter]][row]
    reason = [fighter, row, SELECTED, plans, plan.wilds, plan.actions, NONE, 0, 0]
    if higher is not None:
        line = LINE_START[sections[0]] + first_gain(higher.vector(), plan.vector())
        reason[6:9] = [LINE_SYMBOL[line], higher.wilds, higher.actions]
    for section in sections:
        if not position.selected[fighter] >> BIT[section] & 1:
            continue
        reason.append(section)
        reason.append(LINE_SYMBOL[line_number(position, fighter, section)] if HAS_LIST[section] else NONE)
        for slot in range(FIRST_SLOT[section], FIRST_SLOT[section] + SIZE[section]):
            for die in range(position.count[fighter]):
                if position.at[base + die] == slot:
                    reason += [die, position.face[base + die]]
    return reason
