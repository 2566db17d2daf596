"""Actors, legal moves and the effect of a move (KD-90, KD-274), by the functions of this folder."""

from __future__ import annotations

from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    ANSWER,
    CARD,
    FIRST,
    GIVE,
    LAY,
    PICK,
    READY,
    ROLL,
    ROTATE,
    UNREADY,
)
from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    NO_QUESTION,
    OVER,
    PICKING_CHARACTERS,
    Q_ATTACK,
    Q_AUTOMATED_FACE,
    Q_DEFEND,
    Q_MEMBER,
    Q_REROLL_ANY,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import Position
from slugfest.kernel import (
    UNSEEN,
    Rng,
)

from .attack import answer_attack, answer_defence
from .clean_up import answer_ordered_face, make_clean_up_move
from .immediate import answer_immediate, is_hidden_answer, make_announcement
from .legal import actors_of, first_actor_of, is_legal, legal_moves, random_move_of
from .placing import make_placing_move
from .power_up import answer_power_up
from .setup import draft_card, pick_character
from .turn_order import advance, take_turn


class Rules(Position):
    """A position of KAPOW! dice with its rules."""

    # ---- who must act, and what may be done ----------------------------------------------------------------

    def actors(self) -> list[int]:
        return actors_of(self)

    def first_actor(self) -> int:
        return first_actor_of(self)

    def moves(self, seat: int) -> list[int]:
        return legal_moves(self, seat)

    def random_move(self, seat: int, rng: Rng) -> int:
        return random_move_of(self, seat, rng)

    def legal(self, seat: int, move: int) -> bool:
        return is_legal(self, seat, move)

    # ---- making a move -------------------------------------------------------------------------------------

    def apply(self, seat: int, move: int) -> None:
        """Make a move, then continue until a seat has to decide."""
        phase = self.phase
        if self.question != NO_QUESTION:
            self.answer(seat, move)
        elif phase == SELECTING:
            if not make_announcement(self, seat, move):
                make_placing_move(self, seat, move)
        elif phase == CLEANING_UP:
            make_clean_up_move(self, seat, move)
        elif phase == PICKING_CHARACTERS:
            pick_character(self, move - PICK)
        else:
            draft_card(self, move - CARD)
        advance(self)

    def answer(self, seat: int, move: int) -> None:
        """Answer the open question."""
        question = self.question
        if self.phase == SELECTING:
            answer_immediate(self, seat, move)
        elif question == Q_ATTACK:
            answer_attack(self, seat, move)
        elif question == Q_DEFEND:
            answer_defence(self, seat, move)
        elif question == Q_MEMBER:
            self.answered()
            take_turn(self, move - FIRST)
        elif question == Q_AUTOMATED_FACE:
            answer_ordered_face(self, move)
        else:
            answer_power_up(self, seat, move)

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        """Behind a screen nothing is seen but announcements and who is ready (KD-91)."""
        if self.sees(observer, seat) or self.phase == OVER:
            return move
        if self.phase == CLEANING_UP:
            return UNSEEN if LAY <= move < GIVE else move
        if self.phase != SELECTING:
            return move
        if self.question == Q_REROLL_ANY:
            return move if move == ROLL else UNSEEN
        if self.question != NO_QUESTION:
            return ANSWER if is_hidden_answer(self.phase, move) else move
        return move if move in (READY, UNREADY) or ANNOUNCE <= move < ROTATE else UNSEEN
