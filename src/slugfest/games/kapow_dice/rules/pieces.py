"""Rolling and gaining: what happens to single dice and faces (KD-3 to KD-8, KD-121, KD-130 to KD-132)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.fight import CRAVER, GAINED_DICE, GAINED_FACES
from slugfest.games.kapow_dice.position.layouts import roll_of
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.phases import POWERING_UP, Q_DIE, Q_FACE
from slugfest.games.kapow_dice.position.position import FREE, PIECES, UNROLLED, Position
from slugfest.games.kapow_dice.position.requirements import FACES, LETTERS, WILD
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ANY_FACE,
    BOARD_SECTIONS,
    CRAVINGS,
    DICE_KINDS,
    FACE_TYPES,
    GAIN,
    NON_WILD,
    NONE,
    TRAIT_DIE,
    WILD_FACE,
)

from .tasks import task

_SIDES: Final = BOX.die_sides

# ---- dice (KD-3, KD-4, KD-100) -----------------------------------------------------------------------------


def roll_die(position: Position, index: int) -> None:
    """Roll one die: each side is equally likely (KD-4)."""
    if position.rng.keyed():
        name_roll(position, index)
    side = int(position.rng.below(6))
    kind = position.kind[index]
    position.face[index] = roll_of(position.layout[index], side) if kind == ACTION else _SIDES[kind][side]


def name_roll(position: Position, index: int) -> None:
    """Name the roll of a die by fighter, round and which die of its kind it is, whatever else was rolled."""
    fighter, kind, alike = index // DICE, position.kind[index], 0
    for other in range(fighter * DICE, index):
        if position.kind[other] == kind:
            alike += 1
    position.rng.name_draw("roll", fighter, position.round, kind * DICE + alike)


def roll_dice(position: Position, fighter: int) -> None:
    """Roll all dice of a fighter (KD-100)."""
    for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
        roll_die(position, index)


def add_die(position: Position, fighter: int, kind: int) -> None:
    """A die joins a fighter's dice, unrolled (KD-130)."""
    index = fighter * DICE + position.count[fighter]
    position.count[fighter] += 1
    position.kind[index] = kind
    position.face[index] = UNROLLED
    position.at[index] = FREE
    if position.layout[index]:
        position.part_faces()
        position.layout[index] = 0


def take_die(position: Position, fighter: int, kind: int, source: int) -> None:
    """Gain a die from the general pool; Cravings answers to a Trait die (KD-169)."""
    position.part_faces()
    position.supply[position.set_of(fighter) * PIECES + kind] -= 1
    add_die(position, fighter, kind)
    if position.phase == POWERING_UP:
        position.fight[GAINED_DICE + fighter] += 1
    if position.events is not None:
        position.emit_for("gain_die", fighter, {"kind_of_die": KINDS[kind], "box": position.box(source)})
    craver = craver_of(position, fighter)
    if kind != ACTION and craver != NONE:
        position.todo.append(task(GAIN, craver, NON_WILD, 1, cravings_of(position, craver)))


def craver_of(position: Position, fighter: int) -> int:
    """Who names the colour of this fighter's next Trait die; an automated one only during Power Up (KD-194)."""
    craver = position.fight[CRAVER + fighter]
    if craver != NONE and position.automated(craver) and position.phase != POWERING_UP:
        return NONE
    return craver


def cravings_of(position: Position, craver: int) -> int:
    """The section that makes a fighter crave (KD-169, KD-194)."""
    for section in range(BOARD_SECTIONS, len(CRAVINGS)):
        named = CRAVINGS[section] == 1
        if CRAVINGS[section] and named != position.automated(craver):
            return section
    return NONE


# ---- faces -------------------------------------------------------------------------------------------------


def take_face(position: Position, fighter: int, face: int, source: int) -> None:
    """Gain a face from the general pool into the own pool (KD-121)."""
    position.part_faces()
    position.supply[position.set_of(fighter) * PIECES + DICE_KINDS + face] -= 1
    position.pool[fighter * FACE_TYPES + face] += 1
    if position.phase == POWERING_UP:
        position.fight[GAINED_FACES + fighter] += 1
    if position.events is not None:
        position.emit_for("gain_face", fighter, {"face": LETTERS[face], "box": position.box(source)})


def attach_face(position: Position, index: int, fighter: int, face: int) -> None:
    """Attach a face from the own pool to an Action die (KD-124, KD-131)."""
    position.part_faces()
    position.pool[fighter * FACE_TYPES + face] -= 1
    position.layout[index] += 1 << (3 * face)


def detach_face(position: Position, index: int, fighter: int, face: int) -> None:
    """Take a face off an Action die into the own pool (KD-124)."""
    position.part_faces()
    position.layout[index] -= 1 << (3 * face)
    position.pool[fighter * FACE_TYPES + face] += 1


# ---- gaining by choice (KD-7, KD-121, KD-123, KD-237) ------------------------------------------------------


def gain(position: Position, fighter: int, what: int, source: int) -> None:
    """Gain one piece (KD-121, KD-123). Whoever has a choice is asked; an automated fighter leaves it to chance
    (KD-237)."""
    if what in (NON_WILD, ANY_FACE):
        gain_face(position, fighter, position.face_types_left(fighter, what == ANY_FACE), source)
    elif what == WILD_FACE:
        gain_face(position, fighter, position.face_types_left(fighter, True) & 1 << WILD, source)
    elif what == TRAIT_DIE:
        gain_trait_die(position, fighter, source)
    elif position.die_left(fighter, ACTION) > 0:
        take_die(position, fighter, ACTION, source)
    else:
        fall_short(position, fighter, "action", source)


def gain_face(position: Position, fighter: int, types: int, source: int) -> None:
    """Gain one face of a type among ``types`` (KD-7, KD-237)."""
    if types == 0:
        fall_short(position, fighter, "face", source)
    elif position.automated(fighter):
        take_face(position, fighter, random_bit(position, types), source)
    elif types & (types - 1) == 0:
        take_face(position, fighter, lowest_bit(types), source)
    else:
        position.ask(Q_FACE, fighter, fighter, types, source)


def gain_trait_die(position: Position, fighter: int, source: int) -> None:
    """Gain one Trait die; its colour is named by the owner, or by whoever craves it (KD-158, KD-169)."""
    if position.no_trait >> fighter & 1:
        position.emit_nothing(fighter, source, "ensnared")
        return
    kinds = 0
    for kind in range(ACTION):
        if position.die_left(fighter, kind) > 0:
            kinds |= 1 << kind
    craver = craver_of(position, fighter)
    chooser = fighter if craver == NONE else craver
    if kinds == 0:
        fall_short(position, fighter, "trait", source)
    elif position.automated(chooser):
        take_die(position, fighter, random_bit(position, kinds), source)
    elif kinds & (kinds - 1) == 0:
        take_die(position, fighter, lowest_bit(kinds), source)
    else:
        position.ask(Q_DIE, chooser, fighter, kinds, source)


def fall_short(position: Position, fighter: int, what: str, source: int) -> None:
    """The supply has nothing of the kind: that part of the gain is lost (KD-7)."""
    if position.events is not None:
        position.emit_for("short", fighter, {"what": what, "box": position.box(source)})


def random_bit(position: Position, mask: int) -> int:
    """One of several, by chance, each equally likely (KD-237); the only one needs no chance (KD-271)."""
    if mask & (mask - 1) == 0:
        return lowest_bit(mask)
    count = 0
    rest = mask
    while rest:
        count += rest & 1
        rest >>= 1
    position.rng.name_draw("lot", -1, position.round)
    skip = int(position.rng.below(count))
    for bit in range(FACES * 2):
        if mask >> bit & 1:
            if skip == 0:
                return bit
            skip -= 1
    return NONE


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit that is set."""
    bit = 0
    while not mask >> bit & 1:
        bit += 1
    return bit
