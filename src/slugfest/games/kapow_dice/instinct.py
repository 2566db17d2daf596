"""Rules of thumb for everything but placing: answers to questions, Immediates, Clean Up, characters, targets."""

from __future__ import annotations

from typing import Final

from .content import BOX
from .moves import (
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
    LAY,
    LOSE_HEALTH,
    PASS,
    PICK,
    REROLL_DIE,
    ROLL,
    SKIP,
    SWAP,
    TAKE_DIE,
    TAKE_FACES,
    TURN_DIE,
    fill_move,
)
from .outlook import Outlook
from .requirements import BLANK, TYPES, WILD
from .setup import Setup
from .state import (
    FREE,
    PICKING,
    Q_ATTACH,
    Q_ATTACK,
    Q_BLOOD,
    Q_CONFIRM,
    Q_DEFEND,
    Q_DIE,
    Q_FACE,
    Q_LOCK,
    Q_OPTION,
    Q_REROLL,
    Q_REROLL_ANY,
    Q_SWAP,
    Q_TURN,
)
from .tables import (
    ACTION,
    ATTACH,
    BIT,
    COST,
    EFFECTS,
    FACE_TYPES,
    IMMEDIATE,
    NONE,
    REROLL,
    REROLL_ANY,
    REROLL_NOT,
    SIZE,
    TIMING,
)

# Which faces are good to have, best first; which dice.
_FACE_TASTE: Final = [WILD, 0, 1, 3, 2, 4]
_DIE_TASTE: Final = [0, 4, 3, 1, 2, ACTION]

_ = (CHOOSE_DIE, FILL, TYPES, SWAP, TURN_DIE, BLANK, BIT, Outlook, TAKE_FACES)


def strength(battle: Setup, team: int) -> float:
    """What a team has: Health, dice and faces."""
    total = float(battle.health[team])
    for fighter in battle.members(team):
        total += (
            1.6 * battle.count[fighter] + 0.5 * battle.faces_of(fighter) - 1.5 * battle.entangled[fighter]
        )
    return total


# ---- before the fight --------------------------------------------------------------------------------------


def setup_move(battle: Setup, seat: int) -> int:
    """Hero against villain where possible (KD-71); any card."""
    moves = battle.moves(seat)
    if battle.phase != PICKING:
        return moves[0]
    fighter = battle.pick_sequence()[battle.picks]
    for move in moves:
        villain = BOX.characters[move - PICK].villain
        clash = False
        for other in range(battle.fighters):
            if battle.character[other] != NONE:
                same = battle.team(other) == battle.team(fighter)
                if (BOX.characters[battle.character[other]].villain == villain) != same:
                    clash = True
        if not clash:
            return move
    return moves[0]


def best_target(battle: Setup, seat: int) -> int:
    """The enemy with fewer dice defends less; a tie goes to the one across."""
    best = battle.across(seat)
    for enemy in battle.members(1 - battle.team(seat)):
        if battle.count[enemy] < battle.count[best]:
            best = enemy
    return best


# ---- Immediates --------------------------------------------------------------------------------------------


def spare_dice(battle: Setup, seat: int, plan: list[int]) -> int:
    """How many loose dice a plan leaves over."""
    used = 0
    for move in plan:
        if move >= FILL:
            used += SIZE[(move - FILL) // 8]
    return battle.loose_dice(seat) - used


def immediate_move(battle: Setup, seat: int, plan: list[int]) -> int:
    """Use an Immediate that changes dice, if the plan leaves dice over; only while nothing lies on the boards yet."""
    full, _ = battle.filled(seat)
    if full & ~battle.announced[seat]:
        return NONE
    spare = spare_dice(battle, seat, plan)
    for section in battle.sections_of(seat):
        bit = 1 << BIT[section]
        if TIMING[section] != IMMEDIATE or battle.announced[seat] & bit:
            continue
        op = EFFECTS[IMMEDIATE][section][0]
        if battle.needs_no_dice(seat, section):
            if op == REROLL_NOT and spare > 0:
                return ANNOUNCE + section
            continue
        wanted = 1 if op == ATTACH else 2 if op in (REROLL, REROLL_ANY) else 99
        if (
            spare >= wanted
            and battle.is_open(seat, section)
            and battle.find_filling(seat, section, 7) is not None
        ):
            if op == REROLL_ANY and SIZE[section] and section >= 60:
                continue
            return fill_move(section)
    return NONE


# ---- questions ---------------------------------------------------------------------------------------------


def answer(battle: Setup, seat: int) -> int:
    """A sensible answer to the open question."""
    moves = battle.moves(seat)
    question = battle.question
    if question in (Q_ATTACK, Q_DEFEND):
        return best_base(battle, seat, moves, question == Q_ATTACK)
    if question == Q_FACE:
        for face in _FACE_TASTE:
            if CHOOSE_FACE + face in moves:
                return CHOOSE_FACE + face
    if question == Q_DIE and battle.beneficiary == seat:
        for kind in _DIE_TASTE:
            if CHOOSE_DIE + kind in moves:
                return CHOOSE_DIE + kind
    if question == Q_REROLL:
        return worst_die(battle, seat, moves)
    if question == Q_REROLL_ANY:
        return next_reroll(battle, seat, moves)
    if question == Q_TURN:
        return PASS
    if question == Q_OPTION:
        return TAKE_DIE
    if question == Q_CONFIRM:
        return CONFIRM
    if question == Q_SWAP:
        return next_swap(battle, seat, moves)
    if question == Q_BLOOD:
        return LOSE_HEALTH if battle.health[battle.team(seat)] > 12 else moves[-1]
    if question in (Q_ATTACH, Q_LOCK):
        return moves[0]
    return moves[0]


def answers(battle: Setup, seat: int) -> list[int]:
    """The answers worth thinking about."""
    return [answer(battle, seat)]


def best_base(battle: Setup, seat: int, moves: list[int], attack: bool) -> int:
    """The base with the greatest total; a cost that would knock oneself out is left out."""
    start = ATTACK_WITH if attack else DEFEND_WITH
    best = moves[0]
    best_total = -1
    for move in moves:
        if SKIP <= move < SKIP + 256 and attack:
            section = move - SKIP
            if section < len(COST) and COST[section] >= battle.health[battle.team(seat)]:
                return move
        if start <= move < start + 256 and move - start < len(COST):
            section = move - start
            if battle.base_of(section, attack) > 0:
                total = battle.total_of(seat, section, attack)
                if total > best_total:
                    best, best_total = move, total
    return best


def worst_die(battle: Setup, seat: int, moves: list[int]) -> int:
    """The die to reroll: a Blank, else one that lies nowhere, else none."""
    base = seat * DICE
    for move in moves:
        if move != PASS and battle.face[base + move - REROLL_DIE] == BLANK:
            return move
    for move in moves:
        if move != PASS and battle.face[base + move - REROLL_DIE] != WILD:
            return move
    return moves[-1]


def next_reroll(battle: Setup, seat: int, moves: list[int]) -> int:
    base = seat * DICE
    for move in moves:
        if move != ROLL and battle.face[base + move - REROLL_DIE] == BLANK:
            return move
    return ROLL


def next_swap(battle: Setup, seat: int, moves: list[int]) -> int:
    """Exchange for Wilds."""
    for move in moves:
        if move != ENOUGH and (move - SWAP) % FACE_TYPES == WILD:
            return move
    return ENOUGH


# ---- Clean Up ----------------------------------------------------------------------------------------------


def clean_move(battle: Setup, seat: int) -> int:
    """Attach everything: Wilds first, each to the die with the most room."""
    for face in _FACE_TASTE:
        if battle.pool[seat * FACE_TYPES + face] == 0:
            continue
        best = NONE
        room = 0
        for die in range(battle.count[seat]):
            index = seat * DICE + die
            if battle.kind[index] == ACTION and battle.empty_sides(index) > room:
                best, room = die, battle.empty_sides(index)
        if best != NONE:
            move = LAY + best * FACE_TYPES + face
            return move if move in battle.moves(seat) else DONE
    return DONE


_FREE: Final = FREE
