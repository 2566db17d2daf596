"""Rules of thumb for everything but placing: answers to questions, Immediates, Clean Up, characters, targets."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import filled_sections, find_filling, is_open, needs_no_dice
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    ATTACK_WITH,
    CHOOSE_DIE,
    CHOOSE_FACE,
    CONFIRM,
    DEFEND_WITH,
    DICE,
    DONE,
    ENOUGH,
    FILL,
    GIVE,
    LAY,
    LOSE_HEALTH,
    PASS,
    PICK,
    PLAIN_FILL,
    REROLL_DIE,
    ROLL,
    SKIP,
    SWAP,
    TAKE_DIE,
    TAKE_FACES,
    TRIGGER,
    fill_move,
)
from slugfest.games.kapow_dice.position.phases import (
    NO_QUESTION,
    PICKING_CHARACTERS,
    Q_ATTACK,
    Q_BLOOD,
    Q_CONFIRM,
    Q_DEFEND,
    Q_DIE,
    Q_FACE,
    Q_OPTION,
    Q_REROLL,
    Q_REROLL_ANY,
    Q_SWAP,
    Q_TURN,
)
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.requirements import BLANK, WILD
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ATTACH,
    COST,
    DICE_KINDS,
    EFFECTS,
    FACE_TYPES,
    IMMEDIATE,
    NONE,
    PLAYER_SECTIONS,
    REROLL,
    REROLL_ANY,
    REROLL_NOT,
)
from slugfest.games.kapow_dice.rules.legal import legal_moves
from slugfest.games.kapow_dice.rules.placing import make_placing_move, may_fill
from slugfest.games.kapow_dice.rules.setup import pick_sequence
from slugfest.games.kapow_dice.rules.totals import total_of

from . import plans
from .memory import Memory
from .placement import Plan

# Which faces are good to have, best first; which dice.
_FACE_TASTE: Final = [WILD, 0, 1, 3, 2, 4]
_DIE_TASTE: Final = [0, 1, 4, 3, 2, ACTION, DICE_KINDS]
_DIE_GRUDGE: Final = [ACTION, DICE_KINDS, 2, 3, 4, 1, 0]  # what to let an opponent have


# ---- before the fight --------------------------------------------------------------------------------------


def setup_move(position: Position, seat: int) -> int:
    """Hero against villain where possible (KD-71); any card."""
    moves = legal_moves(position, seat)
    if position.phase != PICKING_CHARACTERS:
        return moves[0]
    fighter = pick_sequence(position)[position.picks]
    for move in moves:
        villain = BOX.characters[move - PICK].villain
        clash = False
        for other in range(position.fighters):
            if position.character[other] != NONE:
                same = position.team(other) == position.team(fighter)
                if (BOX.characters[position.character[other]].villain == villain) != same:
                    clash = True
        if not clash:
            return move
    return moves[0]


def best_target(position: Position, seat: int) -> int:
    """The enemy with fewer dice defends less; a tie goes to the one across."""
    best = position.across(seat)
    for enemy in position.members(1 - position.team(seat)):
        if position.count[enemy] < position.count[best]:
            best = enemy
    return best


# ---- Immediates --------------------------------------------------------------------------------------------


def immediate_move(position: Position, seat: int, plan: Plan, full: i64) -> int:
    """Use an Immediate that changes dice, if the plan leaves dice over; only while nothing lies on the boards yet."""
    if full & ~position.announced[seat]:
        return NONE
    spare = position.loose_dice(seat) - int(plan.dice)
    reach = position.reach(seat)
    for section in reach.pick(reach.immediate & ~position.announced[seat]):
        op = EFFECTS[IMMEDIATE][section][0]
        if needs_no_dice(position, seat, section):
            if op == REROLL_NOT and spare > 0:
                return ANNOUNCE + section
            continue
        wanted = 1 if op == ATTACH else 2  # the die that pays, and one to reroll
        worth_it = op in (ATTACH, REROLL, REROLL_ANY) and spare >= wanted and is_open(position, seat, section)
        if worth_it and find_filling(position, seat, section, PLAIN_FILL) is not None:
            return fill_move(section)
    return NONE


def idle_dice(position: Position, memory: Memory, seat: int) -> int:
    """The loose dice that the best placement has no use for, one bit each."""
    trial = position.copy()
    assert isinstance(trial, Position)
    trial.question = NO_QUESTION
    for move in plans.find_plans(trial, memory.copy(), seat)[0].moves:
        if move >= FILL and may_fill(trial, seat, move, filled_sections(trial, seat)[0]):
            make_placing_move(trial, seat, move)
    idle = 0
    for die in range(trial.count[seat]):
        if trial.at[seat * DICE + die] == FREE and not trial.frozen[seat] >> die & 1:
            idle |= 1 << die
    return idle


# ---- questions ---------------------------------------------------------------------------------------------


def answer(position: Position, memory: Memory, seat: int) -> int:
    """A sensible answer to the open question."""
    question = position.question
    if question == Q_FACE:
        return CHOOSE_FACE + first_of(position.argument, _FACE_TASTE)
    if question == Q_DIE:
        mine = position.team(position.beneficiary) == position.team(seat)
        return CHOOSE_DIE + first_of(position.argument, _DIE_TASTE if mine else _DIE_GRUDGE)
    moves = legal_moves(position, seat)
    if question in (Q_ATTACK, Q_DEFEND):
        return best_base(position, seat, moves, question == Q_ATTACK)
    if question in (Q_REROLL, Q_REROLL_ANY):
        return next_reroll(position, memory, seat, moves)
    if question == Q_TURN:
        return PASS
    if question == Q_OPTION:
        return TAKE_DIE
    if question == Q_CONFIRM:
        return CONFIRM
    if question == Q_SWAP:
        return next_swap(moves)
    if question == Q_BLOOD:
        return blood_answer(position, seat, moves)
    return moves[0]


def answers(position: Position, memory: Memory, seat: int) -> list[int]:
    """The answers worth thinking about: another one only where it makes a difference that a search can see."""
    best = answer(position, memory, seat)
    if position.question == Q_OPTION:
        return [best, TAKE_FACES]
    if position.question == Q_BLOOD and best != LOSE_HEALTH:
        return [best, LOSE_HEALTH]
    return [best]


def first_of(choices: int, taste: list[int]) -> int:
    """The first choice there is. ``choices``: one bit each."""
    for choice in taste:
        if choices >> choice & 1:
            return choice
    raise AssertionError("a taste names every choice")


def blood_answer(position: Position, seat: int, moves: list[int]) -> int:
    """Give the face that is worth least, from the pool if possible; a Wild is worth the Health (KD-168)."""
    for face in reversed(_FACE_TASTE):
        if face != WILD and GIVE + face in moves:
            return GIVE + face
    plenty = position.health[position.team(seat)] > 12
    return LOSE_HEALTH if plenty else moves[-1]


def best_base(position: Position, seat: int, moves: list[int], attack: bool) -> int:
    """The base with the greatest total; a cost that would knock oneself out is left out."""
    start = ATTACK_WITH if attack else DEFEND_WITH
    best = moves[0]
    best_total = -1
    for move in moves:
        if SKIP <= move < TRIGGER:
            if attack and COST[move - SKIP] >= position.health[position.team(seat)]:
                return move
        elif start <= move < start + PLAYER_SECTIONS:
            total = total_of(position, seat, move - start, attack)
            if total > best_total:
                best, best_total = move, total
    return best


def next_reroll(position: Position, memory: Memory, seat: int, moves: list[int]) -> int:
    """Reroll what the best placement leaves over, Blanks first; if that is nothing, a Blank if need be."""
    idle = idle_dice(position, memory, seat)
    best = NONE
    for move in moves:
        if REROLL_DIE <= move < REROLL_DIE + DICE and idle >> (move - REROLL_DIE) & 1:
            if position.face[seat * DICE + move - REROLL_DIE] == BLANK:
                return move
            if best == NONE:
                best = move
    if best != NONE:
        return best
    return ROLL if ROLL in moves else PASS if PASS in moves else moves[0]


def next_swap(moves: list[int]) -> int:
    """Exchange for Wilds."""
    for move in moves:
        if move != ENOUGH and (move - SWAP) % FACE_TYPES == WILD:
            return move
    return ENOUGH


# ---- Clean Up ----------------------------------------------------------------------------------------------


def clean_move(position: Position, seat: int) -> int:
    """Attach everything: Wilds first, each to the die with the most room."""
    if position.ready >> seat & 1:
        return DONE
    for face in _FACE_TASTE:
        if position.pool[seat * FACE_TYPES + face] == 0:
            continue
        best = NONE
        room = 0
        for die in range(position.count[seat]):
            index = seat * DICE + die
            if position.kind[index] == ACTION and position.empty_sides(index) > room:
                best, room = die, position.empty_sides(index)
        if best != NONE:
            return LAY + best * FACE_TYPES + face
    return DONE
