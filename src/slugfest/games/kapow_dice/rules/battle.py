"""A game of KAPOW! dice as the kernel knows it: the contract's State, answered by the rules (KD-90, KD-274)."""

from __future__ import annotations

from slugfest.games.kapow_dice.bot import estimate, greedy, hidden, reasons
from slugfest.games.kapow_dice.bot.notes import Notes, new_notes
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    ANSWER,
    CARD,
    CHOOSE_FACE,
    FIRST,
    GIVE,
    LAY,
    MODE,
    PICK,
    READY,
    ROLL,
    ROTATE,
    TARGET,
    UNREADY,
)
from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    COOP,
    NO_QUESTION,
    OVER,
    PICKING_CHARACTERS,
    Q_ATTACK,
    Q_AUTOMATED_FACE,
    Q_DEFEND,
    Q_MEMBER,
    Q_REROLL_ANY,
    REASONS,
    SELECTING,
    SOLO,
)
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import NONE
from slugfest.games.kapow_dice.shown import coach, documents, forecast, observation, refusals, view
from slugfest.games.kapow_dice.shown.facts import BoardView, Forecast
from slugfest.games.kapow_dice.shown.words import headline_text, reason_text
from slugfest.kernel import (
    EVERYTHING,
    UNSEEN,
    Caution,
    Counsel,
    Facts,
    MoveError,
    Options,
    Outcome,
    Rng,
    Text,
)

from .attack import answer_attack, answer_defence
from .clean_up import answer_ordered_face, make_clean_up_move
from .immediate import answer_immediate, is_hidden_answer, make_announcement
from .legal import actors_of, first_actor_of, is_legal, legal_moves, random_move_of
from .placing import make_placing_move
from .power_up import answer_power_up
from .setup import draft_card, pick_character
from .turn_order import advance, take_turn


class Battle(Position):
    """A game of KAPOW! dice."""

    notes: Notes  # what bots keep in mind; no part of the position

    def clear(self, seats: int, options: Options) -> None:
        super().clear(seats, options)
        self.notes = new_notes()

    def copy(self) -> Battle:
        fresh = Battle()
        self.copy_into(fresh)
        fresh.notes = self.notes.copy()
        return fresh

    def sample(self, seat: int, rng: Rng) -> Battle:
        fresh = Battle()
        self.copy_into(fresh)
        fresh.notes = self.notes.copy()
        fresh.rng = rng.fork()
        hidden.redeal(fresh, fresh.notes, seat, rng)
        return fresh

    def board(self, seat: int) -> BoardView:
        return view.board(self, seat)

    def open_board(self) -> BoardView:
        return view.board(self, EVERYTHING)

    def observe(self, seat: int, into: bytearray, start: int) -> None:
        observation.observe(self, seat, into, start)

    def round_and_turn(self) -> tuple[int, int]:
        """A phase of the round, and in it whoever is acting."""
        return self.round, 8 * (self.phase + 1) + self.acting

    def forecast(self, seat: int, move: int) -> Forecast:
        return forecast.forecast(self, seat, move)

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

    def action_of(self, seat: int, move: int) -> int:
        """A move as this seat counts them: a fighter that it names is told from the own one."""
        if TARGET <= move < MODE:
            return TARGET + (move - TARGET ^ seat)
        return FIRST + (move - FIRST ^ seat) if FIRST <= move < CHOOSE_FACE else move

    def move_of(self, seat: int, action: int) -> int:
        return self.action_of(seat, action)  # the same way back

    # ---- making a move -------------------------------------------------------------------------------------

    def apply(self, seat: int, move: int) -> None:
        """Make a move, then go on until somebody has to decide."""
        self.notes.hear(self, seat, move)
        phase, before = self.phase, self.round
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
        if self.round != before:
            self.notes.start_round()

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

    # ---- what other files say ------------------------------------------------------------------------------

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

    def refusal(self, seat: int, move: int) -> MoveError:
        return refusals.refusal(self, seat, move)

    def caution(self, seat: int, move: int) -> Caution | None:
        return coach.caution(self, seat, move)

    def counsel(self, seat: int) -> Counsel | None:
        return coach.counsel(self, seat)

    def standing(self, seat: int) -> list[tuple[str, float]]:
        return reasons.standing(self, seat)

    def default_move(self, seat: int) -> int:
        return greedy.default_move(self, self.notes, seat)

    def distinct_moves(self, seat: int) -> list[int]:
        return greedy.distinct_moves(self, self.notes, seat)

    def playout_move(self, seat: int, rng: Rng) -> int:
        return greedy.playout_move(self, self.notes, seat, rng)

    def chapter(self) -> int:
        """A search looks ahead to the next roll."""
        return self.round

    def progress(self) -> Text | None:
        return headline_text("round" if self.round else "characters", {"number": self.round})

    def estimate(self, seat: int) -> float:
        return estimate.estimate(self, seat)

    def estimate_terms(self, table: str) -> list[list[float]]:
        return estimate.terms(self)

    def outcome(self) -> Outcome | None:
        if not self.reason:
            return None
        together = self.mode == SOLO or self.mode == COOP
        ranks: list[int] = []
        for seat in range(self.seats):
            won = self.team(seat) == self.winner
            ranks.append(1 if won or (self.winner == NONE and not together) else 2)
        winners = [] if self.winner == NONE else self.team_who(self.winner)
        return Outcome(
            ranks, REASONS[self.reason], reason_text(self.reason, tuple(winners)), values=self.values()
        )

    def values(self) -> list[float]:
        """What the end is worth to each seat: people who play together win or lose together."""
        found: list[float] = []
        for seat in range(self.seats):
            found.append(0.5 if self.winner == NONE else 1.0 if self.team(seat) == self.winner else 0.0)
        return found

    def document(self) -> Facts:
        return documents.write_document(self)

    def inventory(self) -> dict[str, int]:
        return documents.inventory(self)
