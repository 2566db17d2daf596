"""One turn, resolved in its order: reveal, cancel, passes, late effects, end of turn (TT-40 to TT-64).

This file reads like that order; what the single words of the vocabulary do is in :mod:`actions`, and what becomes of
the boards in :mod:`boards`. No card has code of its own.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from slugfest.games.tag_team.content import AFLAME, BOX, FEY, GOLEM, MILADY, NONE
from slugfest.games.tag_team.position.position import DOUBLE_KO, DRAGGED, INCINERATION, KO, LEGENDS, NOWHERE

from . import effects as fx
from . import events
from .boards import Boards

_WHEN: Final = BOX.rows[fx.WHEN]
_CONDITION: Final = BOX.rows[fx.CONDITION]
# When a row is performed, on what condition, and what it does, in one number: 8 values, 16 values, the action.
_HOW: Final = [
    when + 8 * condition + 128 * action
    for when, condition, action in zip(_WHEN, _CONDITION, BOX.rows[fx.ACTION])
]
_ACTION: Final = BOX.rows[fx.ACTION]
_A: Final = BOX.rows[fx.A]
_B: Final = BOX.rows[fx.B]
_FACE_START: Final = BOX.face_start
_FACE_END: Final = BOX.face_end
_OWNER: Final = BOX.owner
_CANCELS: Final = BOX.cancels
_BOTH: Final = 3  # the two sides, one bit each


@final
class Resolver(Boards):
    """Resolves the turns of the table it is made for."""

    def resolve_turn(self) -> None:
        """The whole turn: both cards of the table's current turn."""
        self.begin_turn()
        self.reveal()
        self.cancel()
        self.run_pass(_BOTH & ~self.cancelled, False)
        if self.repeats:
            self.repeat()
        if self.late or self.schemes_due or self.poisons:
            self.late_effects()
        self.end_of_turn()

    def repeat(self) -> None:
        """A card that is resolved twice acts alone the second time (TT-60)."""
        for side in range(2):
            if self.repeats & ~self.cancelled & 1 << side:
                if self.listening:
                    events.second_pass(self.table, side, self.card(side))
                self.run_pass(1 << side, True)

    # ---- reveal --------------------------------------------------------------------------------------------------

    def reveal(self) -> None:
        """Both top cards are turned up; their owners are the active fighters (TT-31, TT-35)."""
        table = self.table
        self.card_0 = table.decks[0][table.turn]
        self.card_1 = table.decks[1][table.turn]
        self.face_0 = self.card_0 * 2
        self.face_1 = self.card_1 * 2
        if table.flipped:
            self.face_0 += 1 if table.shows_back(self.card_0) else 0
            self.face_1 += 1 if table.shows_back(self.card_1) else 0
        self.active_0 = table.slot[_OWNER[self.card_0]]
        self.active_1 = table.slot[_OWNER[self.card_1]]
        if table.double[0]:
            self.repeats |= 1
            table.double[0] = 0
        if table.double[1]:
            self.repeats |= 2
            table.double[1] = 0
        self.p0 = table.power
        if self.listening:
            cards: list[int] = [self.card_0, self.card_1]
            backs: list[int] = [self.face_0 & 1, self.face_1 & 1]
            events.clash(table, cards, backs, [self.active_0, self.active_1], self.repeats)

    def leave_newest(self) -> None:
        """The cards of the last turn stay on top of their piles."""
        self.table.newest = [self.card_0, self.card_1]
        self.table.newest_back = [self.face_0 & 1, self.face_1 & 1]

    # ---- cancel (TT-43, TT-81) -----------------------------------------------------------------------------------

    def cancel(self) -> None:
        """A cancelled card is ignored completely; two cards can cancel each other."""
        if _CANCELS[self.face_1]:
            self.ignore(0)
        if _CANCELS[self.face_0]:
            self.ignore(1)

    def ignore(self, side: i64) -> None:
        self.cancelled |= 1 << side
        if self.listening:
            events.cancelled(self.table, self.active(1 - side), side, self.card(side))

    # ---- a pass --------------------------------------------------------------------------------------------------

    def run_pass(self, sides: i64, second: bool) -> None:
        """All cards of a pass act together. In a second pass one side acts alone (TT-60)."""
        if second:
            self.paid &= ~sides  # a repeated block pays again; the other side's does not
        self.clear_pools()
        if sides & 1:
            self.bonus_0 = 0
            self.declare(0, self.face_0, self.active_0)
        if sides & 2:
            self.bonus_1 = 0
            self.declare(1, self.face_1, self.active_1)
        self.settle(True)
        self.attack_success(sides)
        self.change_board()
        self.steal_heals(sides)
        self.land_attacks()
        self.change_power()
        self.move_markers("clash")
        self.do_then()
        self.fire_symbols()

    def declare(self, side: i64, face: i64, actor: i64) -> None:
        """What is unconditional on a card, and what can be read from the start of the pass. The rest is kept for later,
        one bit a row."""
        row: i64 = _FACE_START[face]
        end: i64 = _FACE_END[face]
        bit: i64 = 1
        bonus: i64 = 0
        later: i64 = 0
        asked: i64 = 0
        while row < end:
            how: i64 = _HOW[row]
            when: i64 = how & 7
            condition: i64 = how >> 3 & 15
            if when == fx.THEN_IF:
                later |= bit
            elif condition >= fx.ATTACKED:
                asked |= bit
            elif condition == fx.ALWAYS or self.holds(row, actor):
                if when == fx.MAIN:
                    self.perform(how >> 7, row, actor)
                elif when == fx.BONUS:
                    bonus |= bit
                elif when == fx.LATE:
                    self.late.append(row)
                    self.late.append(actor)
                else:
                    later |= bit
            bit += bit
            row += 1
        if side:
            self.bonus_1 = bonus
            self.open_1 = asked
            self.then_1 = later
        else:
            self.bonus_0 = bonus
            self.open_0 = asked
            self.then_0 = later

    def perform_rows(self, rows: i64, side: i64) -> None:
        """Some rows of a side's card, one bit each."""
        row: i64 = _FACE_START[self.face_1 if side else self.face_0]
        while rows:
            if rows & 1:
                self.perform(_ACTION[row], row, self.active(side))
            rows >>= 1
            row += 1

    def settle(self, conditions: bool) -> None:
        """Blocks, their bonuses and conditions on the other card, by repetition (TT-44)."""
        while True:
            if self.pay_blocks():
                continue
            if not conditions or not self.ask_open_conditions():
                return

    def pay_blocks(self) -> bool:
        """Every block that has caught an attack and has not paid out yet does so; both are judged first (TT-76)."""
        waiting = self.blocks & ~self.paid
        if not waiting:
            return False
        due: i64 = 0
        if waiting & 1 and self.attackers_of(1):
            due = 1
        if waiting & 2 and self.attackers_of(0):
            due |= 2
        if not due:
            return False
        self.paid |= due
        by_0 = self.power_of(self.attackers_of(1))  # what each side has caught
        by_1 = self.power_of(self.attackers_of(0))
        if due & 1:
            self.pay_block(0, by_0, self.bonus_0)
        if due & 2:
            self.pay_block(1, by_1, self.bonus_1)
        return True

    def pay_block(self, side: i64, caught: i64, bonus: i64) -> None:
        if self.listening:
            self.emit_warded(side)
        self.caught = caught
        self.perform_rows(bonus, side)

    def ask_open_conditions(self) -> bool:
        """Every open condition that is true now performs its actions; all are judged first and fire only once."""
        if not (self.open_0 | self.open_1):
            return False
        true_0 = self.true_rows(self.open_0, 0)
        true_1 = self.true_rows(self.open_1, 1)
        self.open_0 &= ~true_0
        self.open_1 &= ~true_1
        self.perform_rows(true_0, 0)
        self.perform_rows(true_1, 1)
        return true_0 | true_1 != 0

    def true_rows(self, rows: i64, side: i64) -> i64:
        """Those of some rows whose condition holds."""
        row: i64 = _FACE_START[self.face_1 if side else self.face_0]
        true: i64 = 0
        bit: i64 = 1
        while bit <= rows:
            if rows & bit and self.holds(row, self.active(side)):
                true |= bit
            bit += bit
            row += 1
        return true

    def attack_success(self, sides: i64) -> None:
        """An attack that is not blocked has succeeded, whatever it does (TT-77)."""
        if self.blocks or not self.armed:
            return
        if sides & self.armed & 1 and self.bonus_0:
            self.perform_rows(self.bonus_0, 0)
        if sides & self.armed & 2 and self.bonus_1:
            self.perform_rows(self.bonus_1, 1)

    def change_board(self) -> None:
        """Tokens, tracks, planting, card flips, Reanimation; before any attack lands (TT-63)."""
        board = self.board
        if not board:
            return
        for index in range(0, len(board), 2):
            self.operate(board[index], board[index + 1])
        board.clear()

    def steal_heals(self, sides: i64) -> None:
        """Eternal Youth takes what the opposing card heals (TT-179). A Scheme of the track is no card: no pass."""
        thief = self.thief
        if thief == NONE:
            return
        mine: i64 = thief >> 1
        total: i64 = self.stolen
        if sides >> (1 - mine) & 1:
            first: i64 = 2 * (1 - mine)
            total = self.heal.take(first) + self.heal.take(first + 1)
            self.stolen = total
        if self.listening and total:
            events.stolen(self.table, thief, total)
        self.heal.add(thief, total)
        if total and sides >> mine & 1:
            self.gain.add(thief, self.theft_power)

    def land_attacks(self) -> None:
        """What a block meets is lost or turned away (TT-75, TT-178), the rest adds up per target (TT-72).

        Presence absorbs it (TT-153).
        """
        if not self.armed:
            return
        table = self.table
        hits_0, hits_1 = self.hits_0, self.hits_1
        if self.blocks:
            self.meet_blocks()
        holder: i64 = table.presence
        golem: i64 = table.slot[GOLEM]
        if holder != golem:  # both are NONE without the Golem
            strength = hits_0.at(holder) + hits_1.at(holder)
            if strength > 0:
                if self.listening:
                    events.absorbed(table, holder, strength)
                    events.token(table, fx.PRESENCE, holder, golem)
                hits_0.take(holder)
                hits_1.take(holder)
                table.presence = golem
        self.damage.add_all(hits_0)
        self.damage.add_all(hits_1)

    def meet_blocks(self) -> None:
        """What blocks do to the attacks of both sides; events of the side that attacked first come first."""
        first = self.armed_first
        turned: i64 = self.ward_off(first)
        other: i64 = self.ward_off(1 - first)
        if self.listening:
            if first == 1:
                turned, other = other, turned
            if turned:
                events.redirected(self.table, self.active_0 ^ 1, turned)
            if other:
                events.redirected(self.table, self.active_1 ^ 1, other)

    def ward_off(self, side: i64) -> i64:
        """A side's attacks meet the other's block, if there is one. Returns the strength that is turned away: what was
        aimed at the blocking side hits the partner of its attacker (TT-178)."""
        if not (self.armed >> side & 1 and self.blocks >> (1 - side) & 1):
            return 0
        if self.listening:
            self.emit_warded(1 - side)
        hits = self.hits_1 if side else self.hits_0
        turned: i64 = 0
        if self.redirects >> (1 - side) & 1:
            turned = hits.at(2 - 2 * side) + hits.at(3 - 2 * side)
        hits.clear()
        if turned:
            hits.add(self.active(side) ^ 1, turned)
        return turned

    def do_then(self) -> None:
        """THEN actions; a THEN IF reads the table as it is now (TT-50)."""
        if not (self.then_0 | self.then_1):
            return
        self.do_rows_then(self.then_0, 0)
        self.do_rows_then(self.then_1, 1)
        self.change_board()
        self.change_power()

    def do_rows_then(self, rows: i64, side: i64) -> None:
        row: i64 = _FACE_START[self.face_1 if side else self.face_0]
        while rows:
            if rows & 1 and (_WHEN[row] != fx.THEN_IF or self.holds(row, self.active(side))):
                self.perform(_ACTION[row], row, self.active(side))
            rows >>= 1
            row += 1

    # ---- late effects (TT-51, TT-61) -----------------------------------------------------------------------------

    def late_effects(self) -> None:
        """First the cards' late actions, then Schemes of the health track, then Poison; each its own movement."""
        for index in range(0, len(self.late), 2):
            self.act_late(self.late[index], self.late[index + 1])
        while self.schemes_due > 0 or self.poisons > 0:
            if self.schemes_due > 0:
                self.schemes_due -= 1
                self.unleash_from_track()
            else:
                self.poisons -= 1
                self.poison()

    def act_late(self, row: i64, actor: i64) -> None:
        """Crippling Touch removes a card (TT-146); Execution finishes whoever is weak enough (TT-157)."""
        table = self.table
        side: i64 = actor >> 1
        if _ACTION[row] == fx.REMOVE_CARD:
            if _A[row] != fx.SELF:
                side = 1 - side
            table.removed[side] |= 1 << table.turn
            return
        target = self.active(1 - side)
        hp = table.hp[target]
        executed = 0 < hp <= _B[row]
        if self.listening:
            events.execute(table, actor, target, hp if executed else 0)
        if executed:
            self.hurt(target, hp)

    def unleash_from_track(self) -> None:
        """A small step of its own; blocks of this turn stand and may pay for their first catch (TT-64)."""
        self.clear_pools()
        self.unleash("track")
        self.settle(False)
        self.change_board()
        self.land_attacks()
        self.change_power()
        self.move_markers("late")
        self.fire_symbols()

    def poison(self) -> None:
        """Half the opponent's health, rounded down: never a KO (TT-183)."""
        target = self.active(1 - (self.table.slot[MILADY] >> 1))
        hp = self.table.hp[target]
        amount = hp // 2 if hp > 0 else 0
        if self.listening:
            events.poison(self.table, target, amount)
        self.hurt(target, amount)

    def hurt(self, target: i64, amount: i64) -> None:
        """Late direct damage with its movement and symbols."""
        self.clear_pools()
        self.damage.add(target, amount)
        self.move_markers("late")
        self.fire_symbols()

    # ---- end of turn (TT-52, TT-110 to TT-115) -------------------------------------------------------------------

    def end_of_turn(self) -> None:
        """Who has lost, and with what precedence (TT-115)."""
        table = self.table
        if self.listening:
            self.emit_idle_blocks()
        self.remove_cards()
        if table.character != NONE and table.hp[table.slot[FEY]] == 0:
            self.become_spirit()
        knocked_out: i64 = 0
        for slot in range(4):
            if table.hp[slot] <= 0 and table.is_knocked_out(slot):
                knocked_out |= 1 << (slot >> 1)
        burnt: i64 = 1 << (table.burning >> 1) if table.aflame == AFLAME else 0  # Incineration (TT-194)
        losing: i64 = knocked_out | self.lost | burnt
        if not losing:
            return
        if self.listening:
            events.losers(table, self.lost, burnt)
        if losing & self.dragging:  # who would lose wins instead (TT-173)
            self.finish(DRAGGED, 0 if self.dragging & 1 else 1)
        elif burnt:
            self.finish(INCINERATION, 0 if burnt == 2 else 1)
        elif losing == _BOTH:
            self.finish(DOUBLE_KO, NONE)
        else:
            self.finish(KO if knocked_out else LEGENDS, 0 if losing == 2 else 1)

    def remove_cards(self) -> None:
        """Cards touched by Crippling Touch leave the game (TT-146)."""
        table = self.table
        if not self.late:
            return
        table.gone = table.gone.copy()
        for side in range(2):
            if table.removed[side] >> table.turn & 1:
                table.gone[side] = [*table.gone[side], self.card(side)]
        if self.listening and table.removed[0] >> table.turn & 1:
            events.removed(table, [self.card_0, self.card_1])

    def become_spirit(self) -> None:
        """A Character on the SPIRIT space becomes a Spirit (TT-187)."""
        table = self.table
        if self.listening:
            events.spirit(table)
        table.spirits |= 1 << table.character
        table.character = NONE
        table.hp[table.slot[FEY]] = NOWHERE

    def finish(self, reason: int, winner: int) -> None:
        self.over = True
        self.table.reason = reason
        self.table.winner = winner

    def emit_warded(self, side: int) -> None:
        if not self.warded >> side & 1:
            self.warded |= 1 << side
            events.warded(self.table, self.active(side), self.attackers_of(1 - side))

    def emit_idle_blocks(self) -> None:
        for side in range(2):
            if self.blocks >> side & 1 and not self.attackers_of(1 - side):
                events.idle_block(self.table, self.active(side))
