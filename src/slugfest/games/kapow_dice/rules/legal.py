"""Who must act and what may be done, phase by phase and question by question (KD-270 to KD-274)."""

from __future__ import annotations

from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    DRAFTING_CARDS,
    NO_QUESTION,
    OVER,
    PICKING_CHARACTERS,
    Q_ATTACK,
    Q_AUTOMATED_FACE,
    Q_DEFEND,
    Q_MEMBER,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import NONE
from slugfest.kernel import Rng

from .attack import attack_moves, defend_moves
from .clean_up import clean_up_moves, ordered_face_moves
from .immediate import immediate_answers
from .placing import (
    first_undecided,
    may_make_placing_move,
    placing_moves,
    random_placing_move,
    undecided,
)
from .power_up import power_up_answers
from .setup import draft_moves, drafting_team, pick_moves, picker
from .turn_order import member_moves

# ---- who must act ------------------------------------------------------------------------------------------


def actors_of(position: Position) -> list[int]:
    """The seats that owe a decision: who is asked, else who has not got ready or picked yet (KD-107, KD-270)."""
    phase = position.phase
    if phase == OVER:
        return []
    if position.question != NO_QUESTION:
        if position.asked != NONE:
            return [position.asked]
        return position.members(position.team(position.beneficiary)).copy()
    if phase == PICKING_CHARACTERS:
        return [picker(position)]
    if phase == DRAFTING_CARDS:
        return position.members(drafting_team(position)).copy()
    return undecided(position)


def first_actor_of(position: Position) -> int:
    """The first of these seats, or -1; in phase 1 without building the list."""
    if position.question != NO_QUESTION and position.asked != NONE:
        return position.asked
    if position.question == NO_QUESTION and position.phase in (SELECTING, CLEANING_UP):
        return first_undecided(position)
    actors = actors_of(position)
    return actors[0] if actors else -1


def random_move_of(position: Position, seat: int, rng: Rng) -> int:
    """A random legal move; in phase 1 without building the list."""
    if position.phase == SELECTING and position.question == NO_QUESTION and 0 <= seat < position.seats:
        return random_placing_move(position, seat, rng)
    moves = legal_moves(position, seat)
    return moves[rng.below(len(moves))]


def legal_moves(position: Position, seat: int) -> list[int]:
    """Every legal move of a seat (KD-270)."""
    none: list[int] = []
    if not 0 <= seat < position.seats:
        return none
    if position.question != NO_QUESTION:
        if seat == position.asked:
            return legal_answers(position, seat)
        if position.question == Q_MEMBER and position.team(seat) == position.team(position.beneficiary):
            return member_moves(position)
        return none
    phase = position.phase
    if phase == SELECTING:
        return placing_moves(position, seat)
    if phase == CLEANING_UP:
        return clean_up_moves(position, seat)
    if phase == PICKING_CHARACTERS:
        return pick_moves(position) if seat == picker(position) else none
    if phase == DRAFTING_CARDS:
        return draft_moves(position) if position.team(seat) == drafting_team(position) else none
    return none


def is_legal(position: Position, seat: int, move: int) -> bool:
    """Whether a move is legal (KD-270); in phase 1 without building the list."""
    if position.phase == SELECTING and position.question == NO_QUESTION and 0 <= seat < position.seats:
        return may_make_placing_move(position, seat, move)
    return move in legal_moves(position, seat)


def legal_answers(position: Position, seat: int) -> list[int]:
    """The legal answers to the open question (KD-270)."""
    if position.phase == SELECTING:
        return immediate_answers(position, seat)
    if position.question == Q_ATTACK:
        return attack_moves(position, seat)
    if position.question == Q_DEFEND:
        return defend_moves(position, seat)
    if position.question == Q_AUTOMATED_FACE:
        return ordered_face_moves(position)
    return power_up_answers(position, seat)
