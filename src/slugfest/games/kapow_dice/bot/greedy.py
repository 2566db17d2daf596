"""The moves of a sensible beginner, and the moves that a search tries, from what a seat may know."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.position.boards import filled_sections, find_filling
from slugfest.games.kapow_dice.position.fitting.roll import SLOT_BIT
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    DICE,
    DONE,
    FILL,
    MODE,
    PLAIN_FILL,
    PROPOSE,
    READY,
    TAKE,
    TARGET,
    fill_move,
)
from slugfest.games.kapow_dice.position.phases import CLEANING_UP, NO_QUESTION, SELECTING, TEAM
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.tables import (
    CARD_BIT,
    COPIES,
    FIRST_SLOT,
    NONE,
    SECTION_BIT,
    SLOT_SECTION,
    copied_slot,
)
from slugfest.games.kapow_dice.rules.legal import actors_of, is_legal, legal_moves
from slugfest.games.kapow_dice.rules.placing import (
    allowed_moves,
    announceable,
    cannot_work,
    card_at,
    cards_waiting,
)
from slugfest.kernel import Rng

from . import heuristics, plans
from .memory import Memory
from .placement import Plan

_FIRST_CARD: Final = 1 << CARD_BIT
_MOST_STEPS: Final = 500  # kept with one fighter's plans

# ---- phase 1 -----------------------------------------------------------------------------------------------


def next_step(position: Position, seat: int, plan: Plan, full: i64) -> int:
    """The first move of a plan that is not made yet."""
    for move in plan.moves:
        if move >= FILL:
            if not full & SECTION_BIT[(move - FILL) >> 3]:
                return move
        elif move == READY or position.adrenaline_mode(seat, (move - MODE) // 3) != (move - MODE) % 3 + 1:
            return move
    return NONE


def fits(position: Position, seat: int, plan: Plan, full: i64) -> bool:
    """Whether a plan fills all boxes that are full, copies the same faces, and begins no card that cannot work."""
    if full & ~(plan.boxes | position.announced[seat]):
        return False
    if plan.plain:
        return True
    for move in plan.moves:
        if move >= FILL:
            section: i64 = (move - FILL) >> 3
            bit: i64 = SECTION_BIT[section]
            if bit >= _FIRST_CARD and cannot_work(position, seat, section):
                return False
            face: i64 = (move - FILL) & 7
            if face != PLAIN_FILL and full & bit and shown_face(position, seat, section) != face:
                return False
    return True


def shown_face(position: Position, seat: int, section: int) -> int:
    """The face that a full copying section copies."""
    slot = FIRST_SLOT[section] + copied_slot(section)
    return position.face[position.at.index(slot, seat * DICE)]


def tidy(position: Position, seat: int, full: i64, partial: i64) -> int:
    """What must be done before anything else: half-filled boxes completed or emptied, filled Immediates announced."""
    if partial:
        for die in range(position.count[seat]):
            slot = position.at[seat * DICE + die]
            if slot != FREE and partial & SLOT_BIT[slot]:
                section = SLOT_SECTION[slot]
                if not COPIES[section] and find_filling(position, seat, section, PLAIN_FILL) is not None:
                    return fill_move(section)
                return TAKE + die
    reach = position.reach(seat)
    for section in reach.pick(announceable(position, seat, reach, full) & full):
        return ANNOUNCE + section
    for half in reach.pick(cards_waiting(position, seat, reach, full)):
        return PROPOSE + card_at(position, seat, half)
    return NONE


def place_greedily(position: Position, memory: Memory, seat: int) -> int:
    """Fill the boxes of the best plan one after the other; use Immediates on dice the plan has no use for."""
    return distinct_placements(position, memory, seat)[0]


def distinct_placements(position: Position, memory: Memory, seat: int) -> list[int]:
    """The first steps of the candidate plans that go with what lies there: no transpositions, no equivalents."""
    full, partial = filled_sections(position, seat)
    return placements_with(position, memory, seat, full, partial)


def placements_with(position: Position, memory: Memory, seat: int, full: i64, partial: i64) -> list[int]:
    """The same for full and partly filled sections that the caller has."""
    moves: list[int] = []
    move = tidy(position, seat, full, partial)
    if move != NONE:
        return [move]
    if position.mode == TEAM and position.targets[seat] == NONE:
        first = heuristics.best_target(position, seat)
        return [TARGET + first, TARGET + (first ^ 1)]
    found = plans.find_plans(position, memory, seat)
    move = heuristics.immediate_move(position, seat, found[0], full)
    if move != NONE:
        moves.append(move)
    for plan in found:
        if fits(position, seat, plan, full):
            move = next_step(position, seat, plan, full)
            if move not in moves:
                moves.append(move)
    if not moves:
        for plan in plans.find_extensions(position, memory, seat):
            move = next_step(position, seat, plan, full)
            if move not in moves:
                moves.append(move)
    return moves


def offered_placements(position: Position, memory: Memory, seat: int) -> list[int]:
    """The legal ones of these steps, cached with the plans they depend on. Not for imagined dice, which rarely lie the
    same way again, nor in teams, where steps depend on the partner's dice, too."""
    known = memory.plans[seat]
    steps = known[0].steps if known and position.mode < TEAM else None
    if steps is None:
        return legal_placements(position, memory, seat)
    key = steps_key(position, seat)
    found = steps.get(key)
    if found is None:
        found = legal_placements(position, memory, seat)
        if len(steps) >= _MOST_STEPS:
            steps.clear()
        steps[key] = found
    return found.copy()


def steps_key(position: Position, seat: int) -> tuple[int, ...]:
    """The cache key of steps: all that they depend on beside the plans."""
    base = seat * DICE
    lie = position.at[base : base + position.count[seat]]
    lie.append(position.adrenaline_modes[2 * seat] * 4 + position.adrenaline_modes[2 * seat + 1])
    lie.append(position.changes_of_mind[seat])
    return tuple(lie)


def legal_placements(position: Position, memory: Memory, seat: int) -> list[int]:
    """The legal steps, or one legal move if there are none."""
    full, partial = filled_sections(position, seat)
    wanted = placements_with(position, memory, seat, full, partial)
    return allowed_moves(position, seat, wanted, full, partial) or legal_moves(position, seat)[-1:]


def moves_found(position: Position, memory: Memory, seat: int, finds: int) -> list[int]:
    """The distinct moves of somebody who of 100 boxes that it could fill finds so many, the same ones all round long.

    In other decisions than placing nothing is overlooked.
    """
    if position.phase != SELECTING or position.question != NO_QUESTION or position.ready >> seat & 1:
        return distinct_moves(position, memory, seat)
    own = memory.copy()
    own.keep(seat, plans.plans_found(position, seat, finds))
    return legal_placements(position, own, seat)


# ---- all phases --------------------------------------------------------------------------------------------


def legal_or(position: Position, seat: int, move: int) -> int:
    """A move if it is legal, else the first legal one."""
    if is_legal(position, seat, move):
        return move
    return legal_moves(position, seat)[0]


def greedy(position: Position, memory: Memory, seat: int) -> int:
    """The move of a sensible beginner."""
    if position.question != NO_QUESTION:
        return heuristics.answer(position, memory, seat)
    if position.phase == SELECTING:
        return legal_or(position, seat, place_greedily(position, memory, seat))
    if position.phase == CLEANING_UP:
        return heuristics.clean_move(position, seat)
    return heuristics.setup_move(position, seat)


def distinct_moves(position: Position, memory: Memory, seat: int) -> list[int]:
    """A small, canonical part of the legal moves for a search."""
    if position.question != NO_QUESTION:
        asked = position.asked == seat or seat in actors_of(position)
        return heuristics.answers(position, memory, seat) if asked else []
    if position.phase == SELECTING:
        if position.ready >> seat & 1:
            return legal_moves(position, seat)
        return offered_placements(position, memory, seat)
    if position.phase == CLEANING_UP:
        return (
            [heuristics.clean_move(position, seat)]
            if not position.ready >> seat & 1
            else legal_moves(position, seat)
        )
    return legal_moves(position, seat)


def default_move(position: Position, memory: Memory, seat: int) -> int:
    """The move of a seat whose time runs out: it gets ready with the dice as they lie, or answers a question."""
    moves = legal_moves(position, seat)
    if position.question == NO_QUESTION and position.phase == SELECTING:
        if READY in moves:
            return READY
        full, partial = filled_sections(position, seat)
        return legal_or(position, seat, tidy(position, seat, full, partial))
    if DONE in moves:
        return DONE
    return moves[0] if position.question == NO_QUESTION else heuristics.answer(position, memory, seat)


def playout_move(position: Position, memory: Memory, seat: int, rng: Rng) -> int:
    """A quick, sensible-at-random move."""
    if position.phase == SELECTING and position.question == NO_QUESTION and not memory.plans[seat]:
        plans.imagine_plan(position, memory, seat, rng)
    moves = distinct_moves(position, memory, seat)
    return moves[rng.below(len(moves))]
