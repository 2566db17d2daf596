"""Own faces: where they are, exchanging them, giving one away (KD-30, KD-46, KD-132, KD-168, KD-238)."""

from __future__ import annotations

from slugfest.games.kapow_dice.position.moves import (
    DICE,
    ENOUGH,
    GIVE,
    LOSE_HEALTH,
    SWAP,
    UP,
    die_place,
    pool_place,
)
from slugfest.games.kapow_dice.position.phases import Q_BLOOD, Q_SWAP
from slugfest.games.kapow_dice.position.position import PIECES, UNROLLED, Position
from slugfest.games.kapow_dice.position.requirements import BLANK, LETTERS
from slugfest.games.kapow_dice.position.tables import ACTION, DICE_KINDS, FACE_TYPES, NONE
from slugfest.kernel import Facts

from .health import BY_EFFECT, lose_health
from .pieces import random_bit

# ---- own faces: where they are, taking one away (KD-30, KD-132) --------------------------------------------


def face_places(position: Position, fighter: int) -> list[int]:
    """Where a fighter's faces are (KD-132). The side that shows is named apart only if the die has the same face
    again."""
    places: list[int] = []
    for face in range(FACE_TYPES):
        if position.pool[fighter * FACE_TYPES + face] > 0:
            places.append(pool_place(face))
    for die in range(position.count[fighter]):
        index = fighter * DICE + die
        if position.kind[index] != ACTION:
            continue
        for face in range(FACE_TYPES):
            count = position.attached(index, face)
            if count > 0:
                places.append(die_place(die, face))
                if count > 1 and position.face[index] == face:
                    places.append(die_place(die, UP))
    return places


def face_at(position: Position, fighter: int, place: int) -> int:
    """The type of the face at a face place."""
    if place < FACE_TYPES:
        return place
    on_die = (place - FACE_TYPES) % (FACE_TYPES + 1)
    return position.face[fighter * DICE + die_of(place)] if on_die == UP else on_die


def replace_face(position: Position, fighter: int, place: int, new: int) -> int:
    """Take the face at a place and put another (or NONE) exactly there (KD-46); returns the type taken."""
    old = face_at(position, fighter, place)
    position.part_faces()
    if place < FACE_TYPES:
        position.pool[fighter * FACE_TYPES + old] -= 1
        if new != NONE:
            position.pool[fighter * FACE_TYPES + new] += 1
        return old
    index = fighter * DICE + die_of(place)
    shown = (place - FACE_TYPES) % (FACE_TYPES + 1) == UP
    if position.face[index] == old and position.attached(index, old) == 1:
        shown = True
    position.layout[index] -= 1 << (3 * old)
    if new != NONE:
        position.layout[index] += 1 << (3 * new)
    if shown and position.face[index] != UNROLLED:
        position.face[index] = BLANK if new == NONE else new
    return old


def die_of(place: int) -> int:
    """The die of a face place that is on a die."""
    return (place - FACE_TYPES) // (FACE_TYPES + 1)


# ---- New Plan (KD-46, KD-133) ------------------------------------------------------------------------------


def begin_exchange(position: Position, fighter: int, faces: int, section: int) -> None:
    """Ask what is exchanged, if anything can be: no more faces than the fighter has (KD-46)."""
    if position.rules_version >= 2:
        faces = min(faces, position.faces_of(fighter))
    position.ask(Q_SWAP, fighter, fighter, faces, section)
    if len(swap_moves(position, fighter)) == 1:
        end_exchange(position, fighter)


def swap_moves(position: Position, fighter: int) -> list[int]:
    """An own face for one of another type that the general pool had before; or no more (KD-46)."""
    moves: list[int] = []
    types = position.face_types_left(fighter, True)
    for place in face_places(position, fighter):
        own = face_at(position, fighter, place)
        for face in range(FACE_TYPES):
            if types >> face & 1 and face != own:
                moves.append(SWAP + place * FACE_TYPES + face)
    moves.append(ENOUGH)
    return moves


def answer_swap(position: Position, fighter: int, move: int) -> None:
    """Exchanging is neither gaining nor losing (KD-133); what is handed back comes into the pool when all is done
    (KD-46)."""
    if move == ENOUGH:
        end_exchange(position, fighter)
        return
    place = (move - SWAP) // FACE_TYPES
    taken = (move - SWAP) % FACE_TYPES
    position.part_faces()
    position.supply[position.set_of(fighter) * PIECES + DICE_KINDS + taken] -= 1
    given = replace_face(position, fighter, place, taken)
    position.returning[given] += 1
    if position.events is not None:
        die = None if place < FACE_TYPES else die_of(place) + 1
        position.emit_for("swap", fighter, {"gave": LETTERS[given], "took": LETTERS[taken], "die": die})
    position.argument -= 1
    if position.argument == 0 or len(swap_moves(position, fighter)) == 1:
        end_exchange(position, fighter)


def end_exchange(position: Position, fighter: int) -> None:
    """What was handed back comes into the general pool (KD-46)."""
    position.part_faces()
    for face in range(FACE_TYPES):
        position.supply[position.set_of(fighter) * PIECES + DICE_KINDS + face] += position.returning[face]
        position.returning[face] = 0
    position.answered()


# ---- Bloodsucker (KD-168, KD-238) --------------------------------------------------------------------------


def suck_blood(position: Position, fighter: int, health: int, section: int) -> None:
    """Bloodsucker: the opponent chooses to lose Health or to give a face (KD-168, KD-238)."""
    opponent = position.opponent(fighter)
    if position.faces_of(opponent) == 0:
        lose_health(position, opponent, health, BY_EFFECT, section)
    elif position.automated(opponent):
        give_face(position, opponent, random_face_place(position, opponent), fighter)
    else:
        position.ask(Q_BLOOD, opponent, fighter, health, section)


def random_face_place(position: Position, fighter: int) -> int:
    """A face an automated fighter parts with: a random type, from the pool or else the first die that has it
    (KD-238)."""
    types = 0
    for place in face_places(position, fighter):
        types |= 1 << face_at(position, fighter, place)
    face = random_bit(position, types)
    if position.pool[fighter * FACE_TYPES + face] > 0:
        return pool_place(face)
    for die in range(position.count[fighter]):
        if position.attached(fighter * DICE + die, face) > 0:
            return die_place(die, face)
    return NONE


def answer_blood(position: Position, fighter: int, move: int) -> None:
    """Lose Health or give the face that was chosen (KD-168)."""
    winner, health, section = position.beneficiary, position.argument, position.source
    position.answered()
    if move == LOSE_HEALTH:
        lose_health(position, fighter, health, BY_EFFECT, section)
    else:
        give_face(position, fighter, move - GIVE, winner)


def give_face(position: Position, fighter: int, place: int, winner: int) -> None:
    """A face goes from one fighter to another: no gain from the general pool (KD-168)."""
    face = replace_face(position, fighter, place, NONE)
    position.part_faces()
    position.pool[winner * FACE_TYPES + face] += 1
    if position.events is not None:
        die = None if place < FACE_TYPES else die_of(place) + 1
        facts: Facts = {"to": winner, "to_who": position.who(winner), "face": LETTERS[face], "die": die}
        position.emit_for("give", fighter, facts)
