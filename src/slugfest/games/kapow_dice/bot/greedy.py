"""What a sensible beginner would do, and what a search needs to look ahead: all from what a seat may know."""

from __future__ import annotations

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
from slugfest.games.kapow_dice.position.position import CLEANING, FREE, NO_QUESTION, SELECTING, TEAM
from slugfest.games.kapow_dice.position.tables import (
    BIT,
    CARD_BIT,
    COLOURS,
    COPIES,
    FIRST_SLOT,
    NONE,
    SLOT_SECTION,
    copied_slot,
)
from slugfest.games.kapow_dice.rules.setup import Setup
from slugfest.kernel import Rng

from . import heuristics, plans

# ---- phase 1 -----------------------------------------------------------------------------------------------


def next_step(battle: Setup, seat: int, plan: list[int], full: int) -> int:
    """The first move of a plan that is not made yet."""
    for move in plan:
        if move >= FILL:
            if not full >> BIT[(move - FILL) // 8] & 1:
                return move
        elif (
            move == READY
            or battle.modes[battle.nth_adrenaline(seat, (move - MODE) // 3)] != (move - MODE) % 3 + 1
        ):
            return move
    return NONE


def fits(battle: Setup, seat: int, plan: list[int], full: int, holders: list[int]) -> bool:
    """Whether a plan fills all boxes that are full already, copies the same faces, and begins no card in vain."""
    wanted = battle.announced[seat]
    for move in plan:
        if move >= FILL:
            section = (move - FILL) // 8
            wanted |= 1 << BIT[section]
            if BIT[section] >= CARD_BIT and is_in_vain(battle, seat, section):
                return False
            face = (move - FILL) % 8
            if face != PLAIN_FILL and full >> BIT[section] & 1:
                shown = holders[FIRST_SLOT[section] + copied_slot(section)]
                if battle.face[seat * DICE + shown] != face:
                    return False
    return full & ~wanted == 0


def is_in_vain(battle: Setup, seat: int, half: int) -> bool:
    """Whether the partner is done and has not filled the other half of a Team-Up card (KD-210)."""
    partner = battle.partner(seat)
    return battle.ready >> partner & 1 != 0 and not battle.filled(partner)[0] >> BIT[half] & 1


def tidy(battle: Setup, seat: int) -> int:
    """What must be done before anything else: half-filled boxes completed or emptied, filled Immediates announced."""
    full, partial = battle.filled(seat)
    if partial:
        for die in range(battle.count[seat]):
            slot = battle.at[seat * DICE + die]
            if slot != FREE and partial >> BIT[SLOT_SECTION[slot]] & 1:
                section = SLOT_SECTION[slot]
                if not COPIES[section] and battle.find_filling(seat, section, PLAIN_FILL) is not None:
                    return fill_move(section)
                return TAKE + die
    for section in battle.sections_of(seat):
        if full >> BIT[section] & 1 and battle.may_announce(seat, section, full):
            return ANNOUNCE + section
    if battle.mode >= TEAM:
        for colour in range(COLOURS):
            if battle.card_waits(seat, colour):
                return PROPOSE + battle.cards[battle.team(seat) * COLOURS + colour]
    return NONE


def draft_greedily(battle: Setup, seat: int) -> int:
    """Fill the boxes of the best plan one after the other; use Immediates on dice the plan has no use for."""
    return distinct_draft(battle, seat)[0]


def distinct_draft(battle: Setup, seat: int) -> list[int]:
    """The first steps of the candidate plans that go with what lies there: no transpositions, no equivalents."""
    moves: list[int] = []
    move = tidy(battle, seat)
    if move != NONE:
        return [move]
    if battle.mode == TEAM and battle.aim[seat] == NONE:
        first = heuristics.best_target(battle, seat)
        return [TARGET + first, TARGET + (first ^ 1)]
    full, _ = battle.filled(seat)
    found = plans.find_plans(battle, seat)
    move = heuristics.immediate_move(battle, seat, found[0])
    if move != NONE:
        moves.append(move)
    holders = battle.holders(seat)
    for plan in found:
        if fits(battle, seat, plan, full, holders):
            move = next_step(battle, seat, plan, full)
            if move not in moves:
                moves.append(move)
    if not moves:
        for plan in plans.find_extensions(battle, seat):
            move = next_step(battle, seat, plan, full)
            if move not in moves:
                moves.append(move)
    return moves


# ---- what the rest of the house asks -----------------------------------------------------------------------


def legal_or(battle: Setup, seat: int, move: int) -> int:
    """A move if it is legal, else the first legal one."""
    if battle.legal(seat, move):
        return move
    return battle.moves(seat)[0]


def greedy(battle: Setup, seat: int) -> int:
    """What a sensible beginner would do."""
    if battle.question != NO_QUESTION:
        return heuristics.answer(battle, seat)
    if battle.phase == SELECTING:
        return legal_or(battle, seat, draft_greedily(battle, seat))
    if battle.phase == CLEANING:
        return heuristics.clean_move(battle, seat)
    return heuristics.setup_move(battle, seat)


def distinct_moves(battle: Setup, seat: int) -> list[int]:
    """A small, canonical part of the legal moves for a search."""
    if battle.question != NO_QUESTION:
        return heuristics.answers(battle, seat) if seat in battle.actors() else []
    if battle.phase == SELECTING:
        if battle.ready >> seat & 1:
            return battle.moves(seat)
        kept = [move for move in distinct_draft(battle, seat) if battle.legal(seat, move)]
        return kept or battle.moves(seat)[-1:]
    if battle.phase == CLEANING:
        return [heuristics.clean_move(battle, seat)] if not battle.ready >> seat & 1 else battle.moves(seat)
    return battle.moves(seat)


def default_move(battle: Setup, seat: int) -> int:
    """What a seat does that lets its time run out: it gets ready with what lies there, or answers at once."""
    moves = battle.moves(seat)
    if battle.question == NO_QUESTION and battle.phase == SELECTING:
        if READY in moves:
            return READY
        return legal_or(battle, seat, tidy(battle, seat))
    if DONE in moves:
        return DONE
    return moves[0] if battle.question == NO_QUESTION else heuristics.answer(battle, seat)


def playout_move(battle: Setup, seat: int, rng: Rng) -> int:
    """A quick, sensible-at-random move."""
    if battle.phase == SELECTING and battle.question == NO_QUESTION and not battle.plans[seat]:
        plans.imagine_plan(battle, seat, rng)
    moves = distinct_moves(battle, seat)
    return moves[rng.below(len(moves))]
