"""Phase 4, Clean Up: dice come back, faces are rearranged in secret and shown together (KD-124, KD-125, KD-239)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.layouts import pool_facts, sides_of
from slugfest.games.kapow_dice.position.moves import DICE, DONE, LAY, ORDER, STRIP
from slugfest.games.kapow_dice.position.phases import CLEANING_UP, Q_AUTOMATED_FACE
from slugfest.games.kapow_dice.position.position import FREE, UNROLLED, Position
from slugfest.games.kapow_dice.position.requirements import LETTERS, SYMBOLS, WILD
from slugfest.games.kapow_dice.position.tables import ACTION, FACE_TYPES, NONE
from slugfest.kernel import Facts

from .pieces import attach_face, detach_face, lowest_bit
from .tasks import DO_AUTOMATED_CLEAN_UP, task

_CHANGES: Final[int] = BOX.limits["changes_of_mind"]


def begin_clean_up(position: Position) -> None:
    """4A: all dice leave all boards. Then the automated fighters attach, then everybody rearranges (KD-124, KD-239)."""
    position.reveal()  # what others attach from now on in secret must not decide whether this can be taken back
    position.phase = CLEANING_UP
    position.acting = NONE
    position.ready = 0
    position.changes_of_mind = [0] * position.fighters
    for fighter in range(position.fighters):
        position.frozen[fighter] = 0
        for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
            position.at[index] = FREE
            position.face[index] = UNROLLED
    position.open_layout = position.layout.copy()
    position.open_pool = position.pool.copy()
    if position.events is not None:
        position.emit("clean_up", {"round": position.round})
    for fighter in range(position.fighters - 1, position.seats - 1, -1):
        position.todo.append(task(DO_AUTOMATED_CLEAN_UP, fighter, 0, 0, NONE))
    for fighter in range(position.seats):
        if position.faces_of(fighter) == 0 or position.count_kind(fighter, ACTION) == 0:
            position.ready |= 1 << fighter


# ---- people (KD-124) ---------------------------------------------------------------------------------------


def clean_up_moves(position: Position, fighter: int) -> list[int]:
    """Attach from the pool, take off, or be done (KD-124)."""
    moves: list[int] = []
    if position.ready >> fighter & 1:
        return moves
    base = fighter * DICE
    for die in range(position.count[fighter]):
        if position.kind[base + die] != ACTION:
            continue
        room = position.empty_sides(base + die) > 0
        for face in range(FACE_TYPES):
            if room and position.pool[fighter * FACE_TYPES + face] > 0:
                moves.append(LAY + die * FACE_TYPES + face)
            if position.attached(base + die, face) > 0 and position.changes_of_mind[fighter] < _CHANGES:
                moves.append(STRIP + die * FACE_TYPES + face)
    moves.append(DONE)
    return moves


def make_clean_up_move(position: Position, fighter: int, move: int) -> None:
    """Carry out a move of Clean Up (KD-124)."""
    if move == DONE:
        position.ready |= 1 << fighter
        if position.events is not None:
            position.emit_for("done", fighter, {})
        return
    base = fighter * DICE
    if move >= STRIP:
        position.changes_of_mind[fighter] += 1
        detach_face(position, base + (move - STRIP) // FACE_TYPES, fighter, (move - STRIP) % FACE_TYPES)
    else:
        attach_face(position, base + (move - LAY) // FACE_TYPES, fighter, (move - LAY) % FACE_TYPES)


def all_done(position: Position) -> bool:
    """Whether everybody has finished rearranging (KD-124)."""
    return position.ready & ((1 << position.seats) - 1) == (1 << position.seats) - 1


def show_layouts(position: Position) -> None:
    """When all have finished the new layouts are shown (KD-124)."""
    position.reveal()
    if position.events is None:
        return
    for fighter in range(position.fighters):
        dice: list[Facts] = []
        for die in range(position.count[fighter]):
            if position.kind[fighter * DICE + die] == ACTION:
                dice.append({"die": die + 1, "sides": sides_of(position.layout[fighter * DICE + die])})
        pool = pool_facts(position.pool, fighter)
        position.emit_for("layout", fighter, {"dice": dice, "pool": pool})


# ---- automated fighters (KD-239) ---------------------------------------------------------------------------


def clean_up_automated(position: Position, fighter: int) -> None:
    """Attach as many faces as fit, Wilds first, die after die. The person across orders the rest if it matters
    (KD-239)."""
    pool = fighter * FACE_TYPES
    while True:
        die = open_die(position, fighter)
        types = 0
        total = 0
        for face in range(FACE_TYPES):
            if position.pool[pool + face] > 0:
                types |= 1 << face
                total += position.pool[pool + face]
        if die == NONE or types == 0:
            return
        if types >> WILD & 1:
            attach_automated(position, fighter, die, WILD)
        elif types & (types - 1) == 0 or total <= position.empty_sides(fighter * DICE + die):
            attach_automated(position, fighter, die, lowest_bit(types))
        else:
            position.ask(Q_AUTOMATED_FACE, position.across(fighter), fighter, types, NONE)
            return


def open_die(position: Position, fighter: int) -> int:
    """The first Action die with an empty side (KD-239)."""
    for die in range(position.count[fighter]):
        if position.kind[fighter * DICE + die] == ACTION and position.empty_sides(fighter * DICE + die) > 0:
            return die
    return NONE


def attach_automated(position: Position, fighter: int, die: int, face: int) -> None:
    """An automated fighter attaches a face from its pool (KD-239)."""
    attach_face(position, fighter * DICE + die, fighter, face)
    if position.events is not None:
        position.emit_for("rival_attach", fighter, {"face": LETTERS[face], "die": die + 1})


def ordered_face_moves(position: Position) -> list[int]:
    """The types of face that may be attached next to an automated fighter's die (KD-239)."""
    return [ORDER + face for face in range(SYMBOLS) if position.argument >> face & 1]


def answer_ordered_face(position: Position, move: int) -> None:
    """Attach the face that was ordered, then go on (KD-239)."""
    fighter = position.beneficiary
    position.answered()
    attach_automated(position, fighter, open_die(position, fighter), move - ORDER)
    position.todo.append(task(DO_AUTOMATED_CLEAN_UP, fighter, 0, 0, NONE))
