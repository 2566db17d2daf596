"""Whose turn it is in phases 2 and 3: teams in turn order, teammates in the order they choose (KD-77, KD-90)."""

from __future__ import annotations

from slugfest.games.kapow_dice.position.moves import FIRST
from slugfest.games.kapow_dice.position.phases import (
    AFTER_POWER_UP,
    ATTACKING,
    CLEANING_UP,
    COOP,
    DRAFTING_CARDS,
    NO_QUESTION,
    OVER,
    POWERING_UP,
    Q_ATTACK,
    Q_MEMBER,
    SELECTING,
    STANDING_READY,
    STATING_DEFENCE,
)
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import NONE, REPEAT

from .attack import (
    attack_automated,
    defend,
    defend_automated,
    fix_targets,
    gains_by_defending,
    hit,
    lift_screens,
    reassign_first_player,
)
from .automated import select_automated
from .clean_up import all_done, begin_clean_up, clean_up_automated, show_layouts
from .health import end_at_round_limit
from .immediate import resolve_immediate
from .placing import all_ready, begin_round
from .power_up import (
    automated_due,
    due_sections,
    next_trigger,
    repeat_gain,
    resolve_effect,
    trigger_automated,
)
from .tasks import DO_AUTOMATED_CLEAN_UP, DO_DEFEND, DO_HIT
from .totals import list_bases, row_sum


def begin_step(position: Position, phase: int) -> None:
    """A new step of phase 2 or 3: nobody has acted in it (KD-90)."""
    position.phase = phase
    position.side = 0
    position.acted = 0
    position.acting = NONE
    position.pending = 0


def next_turn(position: Position) -> bool:
    """Give the turn to the next fighter with something to do; False when the step is over (KD-90)."""
    while position.side < 2:
        team = position.first if position.side == 0 else 1 - position.first
        first, second = NONE, NONE
        for member in position.members(team):
            if not position.acted >> member & 1 and has_business(position, member):
                if first == NONE:
                    first = member
                else:
                    second = member
        if first == NONE:
            position.side += 1
            continue
        if second != NONE and not position.automated(first) and order_matters(position, first, second):
            position.ask(Q_MEMBER, NONE, first, 1 << first | 1 << second, NONE)
        else:
            take_turn(position, first)
        return True
    return False


def take_turn(position: Position, fighter: int) -> None:
    """A fighter begins its turn of this step (KD-90)."""
    position.acting = fighter
    start_turn(position, fighter)


def end_turn(position: Position) -> None:
    """The acting fighter has acted in this step (KD-90)."""
    position.acted |= 1 << position.acting
    position.acting = NONE
    position.pending = 0


def member_moves(position: Position) -> list[int]:
    """Either teammate may say who acts first (KD-77)."""
    moves: list[int] = []
    for fighter in range(position.fighters):
        if position.argument >> fighter & 1:
            moves.append(FIRST + fighter)
    return moves


def order_matters(position: Position, one: int, other: int) -> bool:
    """Whether two teammates need to agree on who acts first. Defences are only numbers while they are stated, and
    in Stand Ready it matters only if both take faces out of the same supply (KD-271)."""
    if position.phase == STATING_DEFENCE:
        return False
    if position.phase == STANDING_READY:
        return gains_by_defending(position, one) and gains_by_defending(position, other)
    return True


def has_business(position: Position, fighter: int) -> bool:
    """Whether a fighter does anything in this step (KD-111, KD-118, KD-121, KD-122, KD-235, KD-265)."""
    phase = position.phase
    if phase == ATTACKING:
        if position.automated(fighter):
            return row_sum(position, fighter, True) > 0
        return len(list_bases(position, fighter, True)) > 0
    if phase == STATING_DEFENCE:
        return not position.automated(fighter)
    if phase == STANDING_READY:
        return not position.defended >> fighter & 1
    return (
        automated_due(position, fighter) if position.automated(fighter) else due_sections(position, fighter)
    ) != 0


def start_turn(position: Position, fighter: int) -> None:
    """What a turn begins with: an attack, a defence, or the abilities that are due (KD-111, KD-118, KD-121, KD-122)."""
    phase = position.phase
    if phase == ATTACKING:
        if position.automated(fighter):
            attack_automated(position, fighter)
        else:
            position.ask(Q_ATTACK, fighter, fighter, 0, NONE)
    elif phase in (STATING_DEFENCE, STANDING_READY):
        defend(position, fighter)
    else:
        position.pending = (
            automated_due(position, fighter)
            if position.automated(fighter)
            else due_sections(position, fighter)
        )


def go_on(position: Position, fighter: int) -> None:
    """The acting fighter has nothing open: trigger the next ability, or end the turn (KD-120)."""
    if position.pending == 0:
        end_turn(position)
    elif position.automated(fighter):
        trigger_automated(position, fighter)
    else:
        next_trigger(position, fighter)


def end_step(position: Position) -> None:
    """A step is completed by all before the next one begins (KD-90)."""
    phase = position.phase
    if phase == STATING_DEFENCE:
        for fighter in range(position.seats, position.fighters):
            defend_automated(position, fighter)
        fix_targets(position)
        begin_step(position, ATTACKING)
    elif phase == ATTACKING:
        begin_step(position, STANDING_READY)
    elif phase == STANDING_READY:
        reassign_first_player(position)
        begin_step(position, POWERING_UP)
    elif phase == POWERING_UP:
        begin_step(position, AFTER_POWER_UP)
    else:
        begin_clean_up(position)


def end_selection(position: Position) -> None:
    """Everybody is ready: automated fighters roll and select, then all is shown (KD-110, KD-230, KD-260)."""
    position.part()
    for fighter in range(position.seats, position.fighters):
        select_automated(position, fighter)
    # The number of changes of mind stays secret.
    position.changes_of_mind = [0] * position.fighters
    lift_screens(position)
    begin_step(position, STATING_DEFENCE if position.mode == COOP else ATTACKING)


def advance(position: Position) -> None:
    """Continue until a seat has to decide (KD-274)."""
    while position.phase != OVER and position.question == NO_QUESTION:
        if position.todo:
            do_task(position, position.todo.pop())
        elif position.phase == SELECTING:
            if not all_ready(position):
                return
            end_selection(position)
        elif position.phase == CLEANING_UP:
            if not all_done(position):
                return
            show_layouts(position)
            if not end_at_round_limit(position):
                begin_round(position)
        elif position.phase <= DRAFTING_CARDS:
            return
        elif position.acting != NONE:
            go_on(position, position.acting)
        elif not next_turn(position):
            end_step(position)


def do_task(position: Position, code: int) -> None:
    """Carry out the next task of ``todo``."""
    op = code & 31
    fighter = code >> 5 & 7
    a = code >> 8 & 255
    b = (code >> 16 & 255) - 1
    section = (code >> 24) - 1
    if position.phase == SELECTING:
        resolve_immediate(position, op, fighter, a, section)
    elif op == DO_DEFEND:
        defend(position, fighter)
    elif op == DO_HIT:
        hit(position, fighter, a)
    elif op == DO_AUTOMATED_CLEAN_UP:
        clean_up_automated(position, fighter)
    elif op == REPEAT:
        repeat_gain(position, fighter, section)
    else:
        resolve_effect(position, op, fighter, a, b, section)
