"""What happens, from the first roll to the last: the phase machine that joins the parts (KD-90, KD-274)."""

from __future__ import annotations

from slugfest.games.kapow_dice.bot import estimate, greedy, hidden
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    ANSWER,
    CARD,
    DICE,
    FIRST,
    GIVE,
    LAY,
    PICK,
    READY,
    ROLL,
    ROTATE,
    UNREADY,
)
from slugfest.games.kapow_dice.position.position import (
    AFTERMATH,
    ATTACKING,
    CLEANING,
    COOP,
    DRAFTING,
    FREE,
    NO_QUESTION,
    OVER,
    PICKING,
    POWERING,
    Q_ATTACK,
    Q_DEFEND,
    Q_MEMBER,
    Q_REROLL_ANY,
    Q_RIVAL_FACE,
    REASONS,
    SELECTING,
    SOLO,
    STANDING,
    STATING,
)
from slugfest.games.kapow_dice.position.requirements import LETTERS
from slugfest.games.kapow_dice.position.tables import NONE, REPEAT
from slugfest.games.kapow_dice.shown import documents, refusals, view
from slugfest.games.kapow_dice.shown.words import reason_text
from slugfest.kernel import UNSEEN, Facts, MoveError, Outcome, Rng

from .clean_up import DO_RIVAL_CLEAN
from .immediate import is_hidden_answer
from .setup import Setup
from .turn_order import DO_DEFEND, DO_HIT


class Battle(Setup):
    """A game of KAPOW! dice."""

    def copy(self) -> Battle:
        fresh = Battle()
        self.copy_position(fresh)
        return fresh

    def sample(self, seat: int, rng: Rng) -> Battle:
        fresh = Battle()
        self.copy_position(fresh)
        fresh.rng = rng.fork()
        hidden.redeal(fresh, seat, rng)
        return fresh

    def look(self, seat: int) -> Facts:
        return view.look(self, seat)

    # ---- who must act --------------------------------------------------------------------------------------

    def actors(self) -> list[int]:
        phase = self.phase
        if phase == OVER:
            return []
        if self.question != NO_QUESTION:
            return self.members(self.team(self.beneficiary)) if self.asked == NONE else [self.asked]
        if phase == PICKING:
            return [self.picker()]
        if phase == DRAFTING:
            return self.members(self.drafting_team())
        return self.undecided()

    def undecided(self) -> list[int]:
        """The seats that are not ready, the team with the token first (KD-107)."""
        found: list[int] = []
        for side in range(2):
            for fighter in self.members(self.first if side == 0 else 1 - self.first):
                if fighter < self.seats and not self.ready >> fighter & 1:
                    found.append(fighter)
        return found

    def moves(self, seat: int) -> list[int]:
        """Every legal move of a seat."""
        none: list[int] = []
        if not 0 <= seat < self.seats:
            return none
        if self.question != NO_QUESTION:
            if seat == self.asked:
                return self.answers(seat)
            if self.question == Q_MEMBER and self.team(seat) == self.team(self.beneficiary):
                return self.member_moves()
            return none
        phase = self.phase
        if phase == SELECTING:
            return self.draft_moves(seat)
        if phase == CLEANING:
            return self.clean_moves(seat)
        if phase == PICKING:
            return self.pick_moves() if seat == self.picker() else none
        if phase == DRAFTING:
            return self.card_moves() if self.team(seat) == self.drafting_team() else none
        return none

    def legal(self, seat: int, move: int) -> bool:
        """Whether a move is legal; in phase 1 without listing the many others."""
        if self.phase == SELECTING and self.question == NO_QUESTION and 0 <= seat < self.seats:
            return self.may_draft(seat, move)
        return move in self.moves(seat)

    def answers(self, seat: int) -> list[int]:
        """The legal answers to the open question."""
        if self.phase == SELECTING:
            return self.immediate_answers(seat)
        if self.question == Q_ATTACK:
            return self.attack_moves(seat)
        if self.question == Q_DEFEND:
            return self.defend_moves(seat)
        if self.question == Q_RIVAL_FACE:
            return self.rival_face_moves()
        return self.growth_answers(seat)

    # ---- making a move -------------------------------------------------------------------------------------

    def apply(self, seat: int, move: int) -> None:
        phase = self.phase
        if self.question != NO_QUESTION:
            self.answer(seat, move)
        elif phase == SELECTING:
            if not self.announce_move(seat, move):
                self.draft(seat, move)
        elif phase == CLEANING:
            self.clean(seat, move)
        elif phase == PICKING:
            self.pick(move - PICK)
        else:
            self.draft_card(move - CARD)
        self.advance()

    def answer(self, seat: int, move: int) -> None:
        question = self.question
        if self.phase == SELECTING:
            self.immediate_answer(seat, move)
        elif question == Q_ATTACK:
            self.attack_answer(seat, move)
        elif question == Q_DEFEND:
            self.defend_answer(seat, move)
        elif question == Q_MEMBER:
            self.answered()
            self.take_turn(move - FIRST)
        elif question == Q_RIVAL_FACE:
            self.rival_face_answer(move)
        else:
            self.growth_answer(seat, move)

    def advance(self) -> None:
        """Go on until somebody has to decide."""
        while self.phase != OVER and self.question == NO_QUESTION:
            if self.todo:
                self.do(self.todo.pop())
            elif self.phase == SELECTING:
                if self.undecided():
                    return
                self.reveal_all()
            elif self.phase == CLEANING:
                if not self.all_done():
                    return
                self.show_layouts()
                if not self.round_limit_reached():
                    self.begin_round()
            elif self.phase <= DRAFTING:
                return
            elif self.acting != NONE:
                self.go_on(self.acting)
            elif not self.next_turn():
                self.end_step()

    def do(self, code: int) -> None:
        """Do the next thing on the list."""
        op = code & 31
        fighter = code >> 5 & 7
        a = code >> 8 & 255
        b = (code >> 16 & 255) - 1
        section = (code >> 24) - 1
        if self.phase == SELECTING:
            self.immediate_effect(op, fighter, a, section)
        elif op == DO_DEFEND:
            self.defend(fighter)
        elif op == DO_HIT:
            self.hit(fighter, a)
        elif op == DO_RIVAL_CLEAN:
            self.rival_clean(fighter)
        elif op == REPEAT:
            self.repeat_gain(fighter, section)
        else:
            self.effect(op, fighter, a, b, section)

    # ---- the round (KD-90) ---------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """Phase 1 begins: screens up, everybody rolls; an automated fighter only after the people (KD-100, KD-230)."""
        self.clear_round()
        self.round += 1
        self.phase = SELECTING
        self.acting = NONE
        self.imagined = 0
        self.open_layout = self.layout.copy()
        self.open_pool = self.pool.copy()
        self.reveal()
        if self.events is not None:
            self.emit("round", {"round": self.round})
        for fighter in range(self.fighters):
            self.frozen[fighter] = 0
            for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
                self.at[index] = FREE
        for fighter in range(self.seats):
            self.roll_all(fighter)
            if self.events is not None:
                base = fighter * DICE
                faces = [LETTERS[self.face[base + die]] for die in range(self.count[fighter])]
                self.tell_behind("roll", fighter, {}, {"faces": faces})

    def reveal_all(self) -> None:
        """Everybody is ready: automated fighters roll and select, then all is shown (KD-110, KD-230, KD-260)."""
        for fighter in range(self.seats, self.fighters):
            self.rival_select(fighter)
        self.fuss = [0] * self.fighters  # how often somebody changed their mind stays behind the screen
        self.lift_screens()

    def has_business(self, fighter: int) -> bool:
        phase = self.phase
        if phase == ATTACKING:
            if self.automated(fighter):
                return self.row_sum(fighter, True) > 0
            return len(self.bases(fighter, True)) > 0
        if phase == STATING:
            return not self.automated(fighter)
        if phase == STANDING:
            return not self.defended >> fighter & 1
        return (self.rival_due(fighter) if self.automated(fighter) else self.due(fighter)) != 0

    def start_turn(self, fighter: int) -> None:
        phase = self.phase
        if phase == ATTACKING:
            if self.automated(fighter):
                self.rival_attack(fighter)
            else:
                self.ask(Q_ATTACK, fighter, fighter, 0, NONE)
        elif phase in (STATING, STANDING):
            self.defend(fighter)
        else:
            self.pending = self.rival_due(fighter) if self.automated(fighter) else self.due(fighter)

    def go_on(self, fighter: int) -> None:
        """The acting fighter has nothing open: trigger the next ability, or end the turn."""
        if self.pending == 0:
            self.end_turn()
        elif self.automated(fighter):
            self.rival_trigger(fighter)
        else:
            self.next_trigger(fighter)

    def end_step(self) -> None:
        """A step is completed by all before the next one begins (KD-90)."""
        phase = self.phase
        if phase == STATING:
            for fighter in range(self.seats, self.fighters):
                self.rival_defence(fighter)
            self.fix_targets()
            self.begin_step(ATTACKING)
        elif phase == ATTACKING:
            self.begin_step(STANDING)
        elif phase == STANDING:
            self.reassign_first_player()
            self.begin_step(POWERING)
        elif phase == POWERING:
            self.begin_step(AFTERMATH)
        else:
            self.begin_clean_up()

    # ---- what other files say ------------------------------------------------------------------------------

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        """Behind a screen nothing is seen but announcements and who is ready (KD-91)."""
        if self.sees(observer, seat) or self.phase == OVER:
            return move
        if self.phase == CLEANING:
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

    def default_move(self, seat: int) -> int:
        return greedy.default_move(self, seat)

    def distinct_moves(self, seat: int) -> list[int]:
        return greedy.distinct_moves(self, seat)

    def playout_move(self, seat: int, rng: Rng) -> int:
        return greedy.playout_move(self, seat, rng)

    def chapter(self) -> int:
        """A search looks ahead to the next roll."""
        return self.round

    def estimate(self, seat: int) -> float:
        return estimate.estimate(self, seat)

    def outcome(self) -> Outcome | None:
        if not self.reason:
            return None
        together = self.mode == SOLO or self.mode == COOP
        ranks: list[int] = []
        for seat in range(self.seats):
            won = self.team(seat) == self.winner
            ranks.append(1 if won or (self.winner == NONE and not together) else 2)
        winners = [] if self.winner == NONE else self.team_who(self.winner)
        return Outcome(ranks, REASONS[self.reason], reason_text(self.reason, winners), values=self.values())

    def values(self) -> list[float]:
        """What the end is worth to each seat: people who play together win or lose together."""
        found: list[float] = []
        for seat in range(self.seats):
            found.append(0.5 if self.winner == NONE else 1.0 if self.team(seat) == self.winner else 0.0)
        return found

    def document(self) -> Facts:
        return documents.write(self)

    def inventory(self) -> dict[str, int]:
        return documents.inventory(self)
