"""Phase 3, Power Up and After Power Up: gaining, exchanging, hitting back (KD-45 to KD-48, KD-121 to KD-123)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.position.fight import DEALT, GAINED_DICE, GAINED_FACES, LEFT_OVER, LOST
from slugfest.games.kapow_dice.position.moves import (
    CHOOSE_DIE,
    CHOOSE_FACE,
    DICE,
    GIVE,
    LOCK_IN,
    LOSE_HEALTH,
    SOME_TRAIT,
    TAKE_DIE,
    TAKE_FACES,
    TRIGGER,
)
from slugfest.games.kapow_dice.position.phases import (
    POWERING_UP,
    Q_BLOOD,
    Q_DIE,
    Q_LOCK,
    Q_OPTION,
    Q_ORDER,
    Q_SWAP,
)
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.requirements import BLANK
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ADAPT,
    AFTER,
    BIT,
    BLOOD,
    COPY,
    DICE_KINDS,
    DIE_OR_FACES,
    EFFECT,
    EFFECTS,
    ENTANGLE,
    EXCHANGE,
    FACE_TYPES,
    FIRST_SLOT,
    GAIN,
    HEAL,
    IF_DEALT,
    IF_FEWER_DICE,
    IF_LOST,
    IF_UNHURT,
    LIFE,
    LINE_EFFECTS,
    LOCK,
    LOSE,
    NON_WILD,
    NONE,
    POWER_UP,
    PUNISH,
    SECTION_TEXT,
    TOKEN_BIT,
    TOKENS,
    TRAIT_DIE,
    UNTANGLE,
)

from .faces import answer_blood, answer_swap, begin_exchange, face_places, suck_blood, swap_moves
from .health import BY_EFFECT, heal, lose_health
from .pieces import craver_of, fall_short, gain, gain_trait_die, lowest_bit, random_bit, take_die, take_face
from .tasks import task
from .tokens import begin_lock, entangle, lock_in, lockable_sections, untangle
from .totals import line_number

_ALL_TOKENS: Final[int] = ((1 << TOKENS) - 1) << TOKEN_BIT

_TRAIT_BIT: Final = 1 << (ACTION + 1)  # in a choice of dice: a Trait die whose colour another fighter names

# ---- the turn (KD-121, KD-122, KD-120) ---------------------------------------------------------------------


def timing_of_step(position: Position) -> int:
    """Which abilities trigger in this step: Power Up (KD-121) or After Power Up (KD-122)."""
    return POWER_UP if position.phase == POWERING_UP else AFTER


def due_sections(position: Position, fighter: int) -> int:
    """The selected sections that trigger in this step (KD-121, KD-122)."""
    reach = position.reach(fighter)
    return one_token(
        position.selected[fighter] & (reach.power_up if position.phase == POWERING_UP else reach.after)
    )


def next_trigger(position: Position, fighter: int) -> None:
    """Trigger the only one left, or ask which comes next (KD-120)."""
    if position.pending & (position.pending - 1) == 0:
        trigger_section(position, fighter, section_of_bit(position, fighter, lowest_bit(position.pending)))
    else:
        position.ask(Q_ORDER, fighter, fighter, position.pending, NONE)


def section_of_bit(position: Position, fighter: int, bit: int) -> int:
    """The section of a fighter that has this bit, or NONE."""
    return position.any_reach(fighter).by_bit[bit]


def trigger_section(position: Position, fighter: int, section: int) -> None:
    """A selected ability triggers (KD-123)."""
    position.pending &= ~(1 << BIT[section])
    if position.events is not None:
        position.emit_for("trigger", fighter, {"box": SECTION_TEXT[section]})
    push_due(position, fighter, section, EFFECTS[timing_of_step(position)][section])


def push_due(position: Position, fighter: int, section: int, code: list[int]) -> None:
    """Add the effects whose condition holds to ``todo``, the first one next (KD-123)."""
    start = len(code) - EFFECT
    while start >= 0:
        if condition_holds(position, fighter, code[start + 3], code[start + 4]):
            position.todo.append(task(code[start], fighter, code[start + 1], code[start + 2], section))
        elif position.events is not None:
            position.emit_for("nothing", fighter, {"box": SECTION_TEXT[section], "why": "condition"})
        start -= EFFECT


def condition_holds(position: Position, fighter: int, condition: int, limit: int) -> bool:
    """The conditions of Walk It Off, Suppress and the solo boards (KD-155, KD-191, KD-194)."""
    if condition == IF_LOST:
        return position.fight[LOST + fighter] >= limit
    if condition == IF_DEALT:
        return position.fight[DEALT + fighter] >= limit
    if condition == IF_UNHURT:
        return position.fight[LOST + fighter] == 0
    if condition == IF_FEWER_DICE:
        return position.count[fighter] < position.count[position.opponent(fighter)]
    return True


# ---- effects -----------------------------------------------------------------------------------------------


def resolve_effect(position: Position, op: int, fighter: int, a: int, b: int, section: int) -> None:
    """Carry out one effect of Power Up or After Power Up, or a gain while defending (KD-116, KD-121, KD-122)."""
    if op == GAIN:
        if b > 1:
            position.todo.append(task(GAIN, fighter, a, b - 1, section))
        gain(position, fighter, a, section)
    elif op == COPY:
        copy_face(position, fighter, a, b, section)
    elif op == HEAL:
        heal(position, fighter, a, section)
    elif op == EXCHANGE:
        begin_exchange(position, fighter, a, section)
    elif op == ADAPT:
        adapt(position, fighter, section)
    elif op == LOSE:
        lose_health(position, position.opponent(fighter), a, BY_EFFECT, section)
    elif op == PUNISH:
        punish(position, fighter, a, b, section)
    elif op == DIE_OR_FACES:
        die_or_faces(position, fighter, a, section)
    elif op == LIFE:
        heal(position, fighter, min(a, position.fight[DEALT + fighter]), section)
    elif op == BLOOD:
        suck_blood(position, fighter, a, section)
    elif op == ENTANGLE:
        entangle(position, fighter, section)
    elif op == UNTANGLE:
        untangle(position, fighter)
    elif op == LOCK:
        begin_lock(position, fighter, a, b, section)


def copy_face(position: Position, fighter: int, slot: int, times: int, section: int) -> None:
    """Replicate, Teleport: faces of the type that the die really shows now (KD-24, KD-30, KD-45)."""
    face = BLANK
    wanted = FIRST_SLOT[section] + slot - 1
    for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
        if position.at[index] == wanted:
            face = position.face[index]
    if face >= BLANK:
        position.emit_nothing(fighter, section, "blank")
        return
    for _ in range(times):
        if position.face_left(fighter, face) > 0:
            take_face(position, fighter, face, section)
        else:
            fall_short(position, fighter, "face", section)


def punish(position: Position, fighter: int, per_die: int, per_face: int, section: int) -> None:
    """Sucker Punch, Face Off: Health for what the opponent really gained in Power Up (KD-48)."""
    opponent = position.opponent(fighter)
    amount = (
        per_die * position.fight[GAINED_DICE + opponent] + per_face * position.fight[GAINED_FACES + opponent]
    )
    if amount == 0:
        position.emit_nothing(fighter, section, "no_gain")
    else:
        lose_health(position, opponent, amount, BY_EFFECT, section)


# ---- a die or faces (KD-155) -------------------------------------------------------------------------------


def die_or_faces(position: Position, fighter: int, faces: int, section: int) -> None:
    """A Trait die or faces; if one is impossible the other is taken (KD-155, KD-158)."""
    die = position.trait_left(fighter) and not position.no_trait >> fighter & 1
    some = position.face_types_left(fighter, False) != 0
    if die and some:
        position.ask(Q_OPTION, fighter, fighter, faces, section)
    elif die:
        position.todo.append(task(GAIN, fighter, TRAIT_DIE, 1, section))
    else:
        position.todo.append(task(GAIN, fighter, NON_WILD, faces, section))


def answer_option(position: Position, fighter: int, move: int) -> None:
    """Take the die or the faces (KD-155)."""
    faces, section = position.argument, position.source
    position.answered()
    if move == TAKE_DIE:
        position.todo.append(task(GAIN, fighter, TRAIT_DIE, 1, section))
    else:
        position.todo.append(task(GAIN, fighter, NON_WILD, faces, section))


# ---- choosing pieces (KD-7, KD-47, KD-169) -----------------------------------------------------------------


def face_moves(position: Position) -> list[int]:
    """The types of face that may be gained (KD-7)."""
    return [CHOOSE_FACE + face for face in range(FACE_TYPES) if position.argument >> face & 1]


def answer_face(position: Position, move: int) -> None:
    """Gain a face of the type chosen (KD-7)."""
    fighter, section = position.beneficiary, position.source
    position.answered()
    take_face(position, fighter, move - CHOOSE_FACE, section)


def die_moves(position: Position) -> list[int]:
    """The kinds of die that may be gained (KD-7, KD-47)."""
    return [CHOOSE_DIE + kind for kind in range(DICE_KINDS + 1) if position.argument >> kind & 1]


def answer_die(position: Position, move: int) -> None:
    """Gain a die of the kind chosen; another fighter may name the colour of a Trait die (KD-47, KD-169)."""
    fighter, section = position.beneficiary, position.source
    position.answered()
    if move == SOME_TRAIT:
        gain_trait_die(position, fighter, section)
    else:
        take_die(position, fighter, move - CHOOSE_DIE, section)


# ---- Adapt (KD-47, KD-169) ---------------------------------------------------------------------------------


def adapt(position: Position, fighter: int, section: int) -> None:
    """Adapt: with fewer dice than the opponent one die, of the opponent's choice (KD-47, KD-169)."""
    opponent = position.opponent(fighter)
    if position.count[opponent] <= position.count[fighter]:
        position.emit_nothing(fighter, section, "enough_dice")
        return
    kinds = 0
    for kind in range(DICE_KINDS):
        if position.die_left(fighter, kind) > 0 and (kind == ACTION or not position.no_trait >> fighter & 1):
            kinds |= 1 << kind
    traits = kinds & ((1 << ACTION) - 1)
    craver = craver_of(position, fighter)
    if traits and craver not in (NONE, opponent):
        kinds = kinds & ~traits | _TRAIT_BIT
    if kinds == 0:
        fall_short(position, fighter, "trait", section)
    elif position.automated(opponent):
        take_die(position, fighter, random_bit(position, kinds), section)
    elif kinds & (kinds - 1):
        position.ask(Q_DIE, opponent, fighter, kinds, section)
    elif kinds == _TRAIT_BIT:
        gain_trait_die(position, fighter, section)
    else:
        take_die(position, fighter, lowest_bit(kinds), section)


# ---- answers -----------------------------------------------------------------------------------------------


def power_up_answers(position: Position, fighter: int) -> list[int]:
    """The legal answers to the questions of Power Up and After Power Up (KD-120 to KD-123)."""
    question = position.question
    moves: list[int] = []
    if question == Q_ORDER:
        for section in position.sections_of(fighter):
            if position.argument >> BIT[section] & 1:
                moves.append(TRIGGER + section)
    elif question == Q_DIE:
        moves = die_moves(position)
    elif question == Q_OPTION:
        moves = [TAKE_DIE, TAKE_FACES]
    elif question == Q_BLOOD:
        moves.append(LOSE_HEALTH)
        for place in face_places(position, fighter):
            moves.append(GIVE + place)
    elif question == Q_SWAP:
        moves = swap_moves(position, fighter)
    elif question == Q_LOCK:
        for section in lockable_sections(position, fighter, position.argument):
            moves.append(LOCK_IN + section)
    else:
        moves = face_moves(position)
    return moves


def answer_power_up(position: Position, fighter: int, move: int) -> None:
    """Carry out an answer to a question of Power Up or After Power Up."""
    question = position.question
    if question == Q_ORDER:
        position.answered()
        trigger_section(position, fighter, move - TRIGGER)
    elif question == Q_DIE:
        answer_die(position, move)
    elif question == Q_OPTION:
        answer_option(position, fighter, move)
    elif question == Q_BLOOD:
        answer_blood(position, fighter, move)
    elif question == Q_SWAP:
        answer_swap(position, fighter, move)
    elif question == Q_LOCK:
        position.answered()
        lock_in(position, fighter, move - LOCK_IN)
    else:
        answer_face(position, move)


def one_token(due: int) -> int:
    """Entangle tokens are alike, so all that are selected come off together: one of them stands for the rest
    (KD-159)."""
    tokens = due & _ALL_TOKENS
    return due & ~_ALL_TOKENS | tokens & -tokens


# ---- powering up (KD-192, KD-236) --------------------------------------------------------------------------


def automated_effects(position: Position, fighter: int, section: int) -> list[int]:
    """What a selected section of a row does in this step (KD-190, KD-236)."""
    if position.phase == POWERING_UP:
        return EFFECTS[POWER_UP][section] + LINE_EFFECTS[line_number(position, fighter, section)]
    return EFFECTS[AFTER][section]


def automated_due(position: Position, fighter: int) -> int:
    """The selected sections of rows that do something in this step (KD-236)."""
    mask = 0
    for section in position.selected_sections(fighter):
        if automated_effects(position, fighter, section):
            mask |= 1 << BIT[section]
    return one_token(mask)


def trigger_automated(position: Position, fighter: int) -> None:
    """The next row, from top to bottom (KD-236)."""
    bit = lowest_bit(position.pending)
    section = section_of_bit(position, fighter, bit)
    position.pending &= ~(1 << bit)
    if position.events is not None:
        position.emit_for("trigger", fighter, {"box": SECTION_TEXT[section]})
    push_due(position, fighter, section, automated_effects(position, fighter, section))


def repeat_gain(position: Position, fighter: int, section: int) -> None:
    """Once more for each die it could not place (KD-192)."""
    if position.fight[LEFT_OVER + fighter] > 0:
        position.todo.append(task(GAIN, fighter, NON_WILD, position.fight[LEFT_OVER + fighter], section))
