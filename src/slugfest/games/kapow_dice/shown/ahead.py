"""What one tap may do at once: moves that decide nothing, and the question they lead to.

The board shows that question and sends the moves together with its answer. Rules and records know nothing of it: each
move is made, checked and written down on its own.
"""

from __future__ import annotations

from typing import Any

from slugfest.games.kapow_dice.position.moves import (
    DEFEND_WITH,
    DICE,
    DONE,
    FIRST,
    LAY,
    ORDER,
    TRIGGER,
    fill_move,
)
from slugfest.games.kapow_dice.position.phases import (
    AFTER_POWER_UP,
    ATTACKING,
    CLEANING_UP,
    COOP,
    NO_QUESTION,
    OVER,
    POWERING_UP,
    Q_ATTACK,
    Q_AUTOMATED_FACE,
    Q_DEFEND,
    Q_MEMBER,
    Q_ORDER,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import ACTION, DEFEND, EFFECTS, FACE_TYPES
from slugfest.games.kapow_dice.rules.free_order import (
    aim_is_settled,
    asks_by_defending,
    asks_in_step,
    due_in_step,
    is_asked_in_step,
    members_order_is_free,
    order_is_free,
    wants_blanks,
)
from slugfest.games.kapow_dice.rules.placing import make_placing_move, may_make_placing_move
from slugfest.games.kapow_dice.rules.totals import offered_bases, total_of

from . import notation
from .facts import Ahead, AnswerAhead
from .question import question


def ahead(position: Position, seat: int) -> Ahead | None:
    """What a seat that is asked something may do at once; None where each move is a decision of its own."""
    if seat < 0 or position.phase == OVER:
        return None
    if position.question == NO_QUESTION:
        if position.phase == CLEANING_UP:
            return _clean_up(position, seat)
        if position.phase == SELECTING:
            return _fill_again(position, seat)
    if seat not in asked_seats(position):
        return None
    if position.question == Q_ORDER:
        return _power_up(position, seat)
    if position.question == Q_DEFEND:
        return _defend(position, seat)
    if position.question == Q_MEMBER:
        return _go_first(position, seat)
    if position.question == Q_AUTOMATED_FACE:
        return _deal_out(position, seat)
    return None


def asked_seats(position: Position) -> list[int]:
    """Who may answer the open question."""
    if position.asked != -1:
        return [position.asked]
    return position.members(position.team(position.beneficiary))


def _trial(position: Position) -> Position:
    trial = position.copy()
    assert isinstance(trial, Position)
    return trial


def _fill_again(position: Position, seat: int) -> Ahead | None:
    """Fill the boxes of the round before, as many as the roll allows, in the order of the boards.

    A box that copies a face is left to its owner, who names it, and so are Team-Up cards. One box alone is one tap
    anyway.
    """
    if seat >= position.seats or position.previous[seat] == 0:
        return None
    trial = _trial(position)
    moves: list[int] = []
    for section in position.reach(seat).pick(position.previous[seat]):
        move = fill_move(section)
        if may_make_placing_move(trial, seat, move):
            make_placing_move(trial, seat, move)
            moves.append(move)
    return _follow(moves, None, seat) if len(moves) > 1 else None


def _power_up(position: Position, seat: int) -> Ahead | None:
    """Boxes whose order cannot matter: first those that ask nothing, then the question of the next one (KD-120).

    Whatever comes after the last box is left to the rules: it may need chance.
    """
    sections = [move - TRIGGER for move in position.moves(seat)]
    if not order_is_free(position, seat, sections):
        return None
    asking = [section for section in sections if asks_in_step(position, seat, section)]
    quiet = [section for section in sections if section not in asking]
    first = quiet + asking[:1]
    if len(first) == len(sections):
        first.pop()  # the last one triggers by itself
    trial = _trial(position)
    moves: list[int] = []
    for section in first:
        moves.append(TRIGGER + section)
        if not asking and section == first[-1]:
            break
        trial.apply(seat, TRIGGER + section)
        if trial.phase == OVER:
            return _follow(moves, None, seat)
    return _follow(moves, trial if asking else None, seat, by_itself=not asking)


def _defend(position: Position, seat: int) -> Ahead | None:
    """Defend with all that was chosen, and take the first face for it.

    Only the enemies' aim gives a reason to defend with less: in Co-op they attack the higher total (KD-261). Where that
    is settled, and every base gives the same, nobody has to be asked. Elsewhere a blow is on its way, and whoever is
    struck answers it.
    """
    if position.mode == COOP and not aim_is_settled(position, seat):
        return None
    bases = offered_bases(position, seat, False)
    totals = [total_of(position, seat, base, False) for base in bases]
    best = bases[totals.index(max(totals))]
    if not asks_by_defending(position, seat, best):
        free = position.mode == COOP and all(EFFECTS[DEFEND][base] == EFFECTS[DEFEND][best] for base in bases)
        return _follow([DEFEND_WITH + best], None, seat, by_itself=True) if free else None
    trial = _trial(position)
    trial.apply(seat, DEFEND_WITH + best)
    return _follow([DEFEND_WITH + best], trial, seat)


def _go_first(position: Position, seat: int) -> Ahead | None:
    """Act before the teammate: whoever answers what they are asked then says so by answering (KD-77).

    Where their order cannot matter, whoever is asked nothing goes first without saying so.
    """
    members = [fighter for fighter in range(position.fighters) if position.argument >> fighter & 1]
    if seat not in members:
        return None
    if position.phase in (POWERING_UP, AFTER_POWER_UP):
        if members_order_is_free(position, members[0], members[1]):
            quiet = [member for member in members if not is_asked_in_step(position, member)]
            if quiet and seat == quiet[0]:
                return _follow([FIRST + seat], None, seat, by_itself=True)
        if not _is_asked_next(position, seat):
            return None
    elif position.phase != ATTACKING:
        return None
    trial = _trial(position)
    trial.apply(seat, FIRST + seat)
    if position.phase == ATTACKING and trial.question != Q_ATTACK:
        return None
    later = _power_up(trial, seat) if trial.question == Q_ORDER else None
    if later is None:
        return _follow([FIRST + seat], trial, seat)
    return {**later, "moves": [_plain(FIRST + seat), *later["moves"]], "by_itself": False}


def _is_asked_next(position: Position, fighter: int) -> bool:
    """Whether a turn of Power Up begins with a question to its fighter: then it stops there (KD-120)."""
    sections = due_in_step(position, fighter)
    if len(sections) > 1:
        return True
    return order_is_free(position, fighter, sections) and asks_in_step(position, fighter, sections[0])


def _clean_up(position: Position, seat: int) -> Ahead | None:
    """Be done where there is nothing to arrange, attaching spare faces that can only go to one die (KD-124).

    Only a fighter who has a use for blank sides has a reason to keep a face off. Without spare faces the layout of the
    round before stays, unless there is a new die for it. Whoever has moved a face already is arranging them.
    """
    base = seat * DICE
    end = base + DICE
    if seat >= position.seats or position.ready >> seat & 1 or position.changes_of_mind[seat] > 0:
        return None
    if position.layout[base:end] != position.open_layout[base:end]:
        return None
    dice = [die for die in range(position.count[seat]) if position.kind[base + die] == ACTION]
    spare = position.pool[seat * FACE_TYPES : (seat + 1) * FACE_TYPES]
    owned = sum(spare) + sum(6 - position.empty_sides(base + die) for die in dice)
    several = len(dice) > 1 and owned > 1  # a single face does the same on any of them
    if sum(spare) == 0:
        if several and any(position.layout[base + die] == 0 for die in dice):
            return None
    elif (
        not dice
        or several
        or sum(spare) > position.empty_sides(base + dice[0])
        or wants_blanks(position, seat)
    ):
        return None
    moves = [LAY + dice[0] * FACE_TYPES + face for face in range(FACE_TYPES) for _ in range(spare[face])]
    return _follow([*moves, DONE], None, seat, by_itself=True)


def _deal_out(position: Position, seat: int) -> Ahead | None:
    """Attach the faces of an automated fighter in the order they are listed (KD-239)."""
    trial = _trial(position)
    trial.ready = 0  # nobody is done: the next round does not begin
    moves: list[int] = []
    fighter = position.beneficiary
    while trial.question == Q_AUTOMATED_FACE and trial.beneficiary == fighter:
        types = [move for move in trial.moves(seat) if move >= ORDER]
        moves.append(types[0])
        trial.apply(seat, types[0])
    return _follow(moves, None, seat)


def _follow(moves: list[int], trial: Position | None, seat: int, by_itself: bool = False) -> Ahead:
    """The moves, and what a seat is asked after them."""
    asked = None if trial is None else question(trial, seat)
    answers: list[AnswerAhead] = []
    if trial is not None and asked is not None:
        for move in trial.moves(seat):
            parts = notation.parts_of(move)
            answers.append(
                {
                    "move": notation.write(parts),
                    "parts": _plain(move),
                    "label": notation.label(move).as_json(),
                }
            )
    return {
        "moves": [_plain(move) for move in moves],
        "question": asked,
        "answers": answers,
        "by_itself": by_itself,
    }


def _plain(move: int) -> Any:
    """The parts of a move as JSON has them."""
    return list(notation.parts_of(move))
