"""Immediate abilities: announced in phase 1, resolved on the spot (KD-43, KD-103 to KD-106, KD-131, KD-154, KD-216)."""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    ATTACH_POOL,
    ATTACH_TO,
    CHOOSE_FACE,
    CONFIRM,
    DICE,
    PASS,
    PROPOSE,
    REFUSE,
    REROLL_DIE,
    ROLL,
    ROTATE,
    SHOWN,
    TURN_DIE,
)
from slugfest.games.kapow_dice.position.phases import (
    Q_ATTACH,
    Q_CONFIRM,
    Q_FACE,
    Q_REROLL,
    Q_REROLL_ANY,
    Q_TURN,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.requirements import FACES, LETTERS, WILD
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ATTACH,
    BIT,
    EFFECTS,
    FACE_TYPES,
    HEAL,
    IMMEDIATE,
    MAY,
    NONE,
    REROLL,
    REROLL_ANY,
    REROLL_NOT,
    SLOT_SECTION,
    TURN,
)
from slugfest.kernel import Facts

from .health import heal
from .pieces import attach_face, fall_short, roll_die, take_face
from .tasks import push_effects


def make_announcement(position: Position, fighter: int, move: int) -> bool:
    """Carry out an announcement (KD-103, KD-216); False if the move is not one."""
    if ANNOUNCE <= move < PROPOSE:
        announce(position, fighter, move - ANNOUNCE)
        return True
    if PROPOSE <= move < ROTATE:
        propose_card(position, fighter, move - PROPOSE)
        return True
    return False


# ---- announcing --------------------------------------------------------------------------------------------


def announce(position: Position, fighter: int, section: int) -> None:
    """Say its name, freeze its dice, withdraw the others' "ready", and resolve it at once (KD-103 to KD-106)."""
    position.announced[fighter] |= 1 << BIT[section]
    freeze_dice(position, fighter, section)
    position.announcements.append(fighter | section << 2)
    position.ready &= 1 << fighter
    position.reveal()
    if position.events is not None:
        position.emit_for("announce", fighter, {"box": position.box(section)})
    push_effects(position, fighter, section, EFFECTS[IMMEDIATE][section])


def freeze_dice(position: Position, fighter: int, section: int) -> None:
    """Dice on a triggered Immediate stay until Clean Up (KD-104)."""
    base = fighter * DICE
    for die in range(position.count[fighter]):
        slot = position.at[base + die]
        if slot != FREE and SLOT_SECTION[slot] == section:
            position.frozen[fighter] |= 1 << die


def propose_card(position: Position, fighter: int, card: int) -> None:
    """An Immediate Team-Up card is announced by both together: the other one is asked (KD-211, KD-216)."""
    position.reveal()
    position.changes_of_mind[fighter] += 1  # a suggestion may be refused and made again
    if position.events is not None:
        position.emit_for("propose", fighter, {"card": BOX.cards[card].id})
    partner = position.partner(fighter)
    position.ask(Q_CONFIRM, partner, fighter, card, NONE)


def answer_proposal(position: Position, fighter: int, move: int) -> None:
    """Yes: both halves are frozen; first the left, then the right player rerolls. No: nothing changes (KD-216)."""
    card = position.argument
    position.answered()
    yes = move == CONFIRM
    if position.events is not None:
        position.emit_for("confirm", fighter, {"card": BOX.cards[card].id, "yes": yes})
    if not yes:
        return
    position.reveal()
    colour = BOX.cards[card].colour
    left = position.members(position.team(fighter))[position.turned[position.team(fighter)] >> colour & 1]
    right = position.partner(left)
    position.ready = 0
    for member in (left, right):
        half = position.half_of(member, colour)
        position.announced[member] |= 1 << BIT[half]
        freeze_dice(position, member, half)
        position.announcements.append(member | half << 2)
    for member in (right, left):
        half = position.half_of(member, colour)
        push_effects(position, member, half, EFFECTS[IMMEDIATE][half])


# ---- resolving ---------------------------------------------------------------------------------------------


def resolve_immediate(position: Position, op: int, fighter: int, a: int, section: int) -> None:
    """One effect of an Immediate.

    What everybody can count (no die to reroll, no face left) needs no question.
    """
    if op == HEAL:
        heal(position, fighter, a, section)
    elif op == REROLL:
        if position.loose_dice(fighter) > 0:
            ask_behind(position, Q_REROLL, fighter, NONE, section)
    elif op == REROLL_NOT:
        if position.loose_dice(fighter) > 0:
            ask_behind(position, Q_REROLL, fighter, a, section)
    elif op == REROLL_ANY:
        if position.loose_dice(fighter) > 0:
            ask_behind(position, Q_REROLL_ANY, fighter, a, section)
    elif op == TURN:
        if position.loose_dice(fighter) > 0:
            ask_behind(position, Q_TURN, fighter, 0, section)
    elif op == ATTACH:
        gain_and_attach(position, fighter, a, section)


def ask_behind(position: Position, question: int, fighter: int, argument: int, section: int) -> None:
    """Ask a fighter in phase 1 (KD-271).

    Behind a screen a question is asked even where only one answer is left: that there is only one may itself be
    a secret. Where nothing is hidden the only answer is given at once.
    """
    position.ask(question, fighter, fighter, argument, section)
    if not position.screens():
        answers = immediate_answers(position, fighter)
        if len(answers) == 1:
            answer_immediate(position, fighter, answers[0])


def gain_and_attach(position: Position, fighter: int, types: int, section: int) -> None:
    """Honest Pay, Dark Aura: one of these faces, if the supply has one (KD-154)."""
    types &= position.face_types_left(fighter, True)
    if types == 0:
        fall_short(position, fighter, "face", section)
    elif types & (types - 1) == 0:
        gain_face_behind(position, fighter, types, section)
    else:
        position.ask(Q_FACE, fighter, fighter, types, section)


def gain_face_behind(position: Position, fighter: int, types: int, section: int) -> None:
    """The face is gained, its type is public; which die it goes on is not (KD-91)."""
    face = 0
    while not types >> face & 1:
        face += 1
    take_face(position, fighter, face, section)
    position.announcements[-1] |= (face + 1) << 10
    if position.count_kind(fighter, ACTION) > 0:
        ask_behind(position, Q_ATTACH, fighter, face, section)


# ---- questions behind the screen ---------------------------------------------------------------------------


def immediate_answers(position: Position, fighter: int) -> list[int]:
    """The legal answers to a question of phase 1 (KD-43, KD-154, KD-161, KD-165, KD-216)."""
    moves: list[int] = []
    base = fighter * DICE
    if position.question == Q_CONFIRM:
        return [CONFIRM, REFUSE]
    if position.question == Q_TURN:
        list_turns(position, fighter, moves)
        moves.append(PASS)
        return moves
    if position.question == Q_FACE:
        for face in range(FACE_TYPES):
            if position.argument >> face & 1:
                moves.append(CHOOSE_FACE + face)
        return moves
    taken = 0
    for die in range(position.count[fighter]):
        if (position.frozen[fighter] | position.picked) >> die & 1:
            taken += position.picked >> die & 1
        elif position.question == Q_ATTACH:
            if position.kind[base + die] == ACTION and position.empty_sides(base + die) > 0:
                moves.append(ATTACH_TO + die)
        elif (
            position.question == Q_REROLL_ANY
            or position.argument == NONE
            or position.face[base + die] != position.argument
        ):
            moves.append(REROLL_DIE + die)
    if position.question == Q_ATTACH:
        return moves or [ATTACH_POOL]
    if position.question == Q_REROLL_ANY:
        if taken == position.argument:
            moves = []
        moves.append(ROLL)
    elif MAY[position.source] or not moves:
        moves.append(PASS)
    return moves


def list_turns(position: Position, fighter: int, moves: list[int]) -> None:
    """Whistle: a die, and a face that another own die shows and this one has (KD-161)."""
    base = fighter * DICE
    total = position.count[fighter]
    for die in range(total):
        if position.frozen[fighter] >> die & 1:
            continue
        shown = 0
        for other in range(total):
            if other != die:
                shown |= 1 << position.face[base + other]
        for face in range(FACES):
            wanted = face != WILD and shown >> face & 1 and position.face[base + die] != face
            if wanted and position.has_side(base + die, face):
                moves.append(TURN_DIE + die * SHOWN + face)


def answer_immediate(position: Position, fighter: int, move: int) -> None:
    """Carry out an answer to a question of phase 1 (KD-43, KD-154, KD-161, KD-165, KD-216)."""
    section = position.source
    if position.question == Q_CONFIRM:
        answer_proposal(position, fighter, move)
    elif position.question == Q_FACE:
        position.answered()
        gain_face_behind(position, fighter, 1 << (move - CHOOSE_FACE), section)
    elif position.question == Q_ATTACH:
        attach_gained_face(position, fighter, NONE if move == ATTACH_POOL else move - ATTACH_TO)
    elif position.question == Q_TURN:
        position.answered()
        turn_die(position, fighter, move, section)
    elif position.question == Q_REROLL_ANY and move != ROLL:
        position.picked |= 1 << (move - REROLL_DIE)
    else:
        dice = position.picked
        if position.question == Q_REROLL and move != PASS:
            dice = 1 << (move - REROLL_DIE)
        position.answered()
        reroll_dice(position, fighter, dice, section)


def reroll_dice(position: Position, fighter: int, dice: int, section: int) -> None:
    """Reroll dice; one that lies on a box leaves it (KD-43, KD-165)."""
    rerolled: list[Facts] = []
    base = fighter * DICE
    position.face = position.face.copy()  # copies share it
    for die in range(position.count[fighter]):
        if dice >> die & 1:
            was = position.face[base + die]
            position.at[base + die] = FREE
            roll_die(position, base + die)
            if position.events is not None:
                rerolled.append(
                    {"die": die + 1, "was": LETTERS[was], "face": LETTERS[position.face[base + die]]}
                )
    if position.events is not None:
        position.emit_behind_screen("reroll", fighter, {"box": position.box(section)}, {"dice": rerolled})


def turn_die(position: Position, fighter: int, move: int, section: int) -> None:
    """Turn a die without rolling it (KD-161), or leave it."""
    secret: Facts = {"die": None, "was": None, "face": None}
    if move != PASS:
        die = (move - TURN_DIE) // SHOWN
        face = (move - TURN_DIE) % SHOWN
        index = fighter * DICE + die
        secret = {"die": die + 1, "was": LETTERS[position.face[index]], "face": LETTERS[face]}
        position.at[index] = FREE
        position.face = position.face.copy()  # copies share it
        position.face[index] = face
    if position.events is not None:
        position.emit_behind_screen("turn", fighter, {"box": position.box(section)}, secret)


def attach_gained_face(position: Position, fighter: int, die: int) -> None:
    """Attach the face just gained and reroll that die; without room it stays in the pool (KD-131, KD-154)."""
    face = position.argument
    section = position.source
    position.answered()
    secret: Facts = {"die": None, "face": LETTERS[face]}
    if die != NONE:
        secret = {"die": die + 1, "face": LETTERS[face]}
        attach_face(position, fighter * DICE + die, fighter, face)
    if position.events is not None:
        position.emit_behind_screen("attach", fighter, {"box": position.box(section)}, secret)
    if die != NONE:
        reroll_dice(position, fighter, 1 << die, section)
    elif position.events is not None:
        position.emit_behind_screen("reroll", fighter, {"box": position.box(section)}, {"dice": []})


def is_hidden_answer(phase: int, move: int) -> bool:
    """Answers of phase 1 whose content stays behind the screen (KD-91)."""
    if phase != SELECTING:
        return False
    return move in (PASS, ATTACH_POOL) or REROLL_DIE <= move < ATTACH_TO + DICE
