"""One turn, resolved in its order: reveal, cancel, passes, late effects, end of turn (TT-40 to TT-64).

This file reads like that order; what the single words of the vocabulary do is in :mod:`actions`. No card has
code of its own.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.tag_team.content import AFLAME, BODVAR, BOX, FEY, GOLEM, LOWEST, MILADY, NONE, WIDTH
from slugfest.games.tag_team.position.position import DOUBLE_KO, DRAGGED, INCINERATION, KO, LEGENDS, NOWHERE

from . import effects as fx
from . import events
from .actions import Actions

_WHEN: Final = BOX.rows[fx.WHEN]
_CONDITION: Final = BOX.rows[fx.CONDITION]
_ACTION: Final = BOX.rows[fx.ACTION]
_A: Final = BOX.rows[fx.A]
_B: Final = BOX.rows[fx.B]
_FACE_START: Final = BOX.face_start
_FACE_END: Final = BOX.face_end
_OWNER: Final = BOX.owner
_CANCELS: Final = BOX.cancels
_SYMBOL_START: Final = BOX.symbol_start
_STOP: Final = BOX.stop
_BOTH: Final = 3  # the two sides, one bit each
_BEAR_TOP: Final[int] = BOX.track_top[BOX.first_track[BODVAR] + 1]
_BEAR_POWER: Final[int] = BOX.limits["bear_power"]


class Resolver(Actions):
    """Resolves the turns of the table it is made for."""

    def resolve_turn(self) -> None:
        """The whole turn: both cards of the table's current turn."""
        self.begin_turn()
        self.reveal()
        self.cancel()
        self.run_pass(_BOTH & ~self.cancelled, False)
        for side in range(2):
            if self.repeats & ~self.cancelled & 1 << side:
                if self.told:
                    events.second_pass(self.table, side, self.cards[side])
                self.run_pass(1 << side, True)
        self.late_effects()
        self.end_of_turn()

    # ---- reveal --------------------------------------------------------------------------------------------------

    def reveal(self) -> None:
        """Both top cards are turned up; their owners are the active fighters (TT-31, TT-35)."""
        table = self.table
        for side in range(2):
            card = table.decks[side][table.turn]
            back = 1 if table.shows_back(card) else 0
            self.cards[side] = card
            self.faces[side] = card * 2 + back
            self.active[side] = table.slot[_OWNER[card]]
            table.newest[side] = card
            table.newest_back[side] = back
            if table.double[side]:
                self.repeats |= 1 << side
                table.double[side] = 0
        for slot in range(4):
            self.p0[slot] = table.power[slot]
        if self.told:
            events.clash(table, self.cards, self.active, self.repeats)

    # ---- cancel (TT-43, TT-81) -----------------------------------------------------------------------------------

    def cancel(self) -> None:
        """A cancelled card is ignored completely; two cards can cancel each other."""
        for side in range(2):
            if _CANCELS[self.faces[1 - side]]:
                self.cancelled |= 1 << side
                if self.told:
                    events.cancelled(self.table, self.active[1 - side], side, self.cards[side])

    # ---- a pass --------------------------------------------------------------------------------------------------

    def run_pass(self, sides: i64, second: bool) -> None:
        """All cards of a pass act together. In a second pass one side acts alone (TT-60)."""
        if second:
            self.paid &= ~sides  # a repeated block pays again; the other side's does not
        self.clear_pools()
        self.declare(sides)
        self.settle(True)
        self.attack_success(sides)
        self.change_board()
        self.steal_heals(sides)
        self.land_attacks()
        self.change_power()
        self.move_markers("clash")
        self.do_then()
        self.fire_symbols()

    def declare(self, sides: i64) -> None:
        """What is unconditional, and what can be read from the start of the pass."""
        for side in range(2):
            if not sides >> side & 1:
                continue
            actor: i64 = self.active[side]
            if self.bonus[side]:
                self.bonus[side] = []
            face = self.faces[side]
            for row in range(_FACE_START[face], _FACE_END[face]):
                when: i64 = _WHEN[row]
                if when == fx.THEN_IF:
                    self.then.append(row)
                    self.then.append(actor)
                elif _CONDITION[row] >= fx.ATTACKED:
                    self.open.append(row)
                    self.open.append(actor)
                elif _CONDITION[row] and not self.holds(row, actor):
                    continue
                elif when == fx.MAIN:
                    self.perform(row, actor)
                elif when == fx.BONUS:
                    self.bonus[side].append(row)
                elif when == fx.LATE:
                    self.late.append(row)
                    self.late.append(actor)
                else:
                    self.then.append(row)
                    self.then.append(actor)

    def settle(self, conditions: bool) -> None:
        """Blocks, their bonuses and conditions on the other card, by repetition (TT-44)."""
        while True:
            if self.pay_blocks():
                continue
            if not conditions or not self.ask_open_conditions():
                return

    def pay_blocks(self) -> bool:
        """Every block that has caught an attack and has not paid out yet does so; both are judged first (TT-76)."""
        due: i64 = 0
        if self.blocks & ~self.paid:
            for side in range(2):
                if self.blocks & ~self.paid & 1 << side and self.attackers_of(1 - side):
                    due |= 1 << side
        if not due:
            return False
        self.paid |= due
        caught = [self.power_of(self.attackers_of(1)), self.power_of(self.attackers_of(0))]
        for side in range(2):
            if due >> side & 1:
                if self.told:
                    self.tell_warded(side)
                self.caught = caught[side]
                for row in self.bonus[side]:
                    self.perform(row, self.active[side])
        return True

    def ask_open_conditions(self) -> bool:
        """Every open condition that is true now performs its actions; all are judged first and fire only once."""
        if not self.open:
            return False
        true: list[int] = []
        still: list[int] = []
        for index in range(0, len(self.open), 2):
            fires = self.holds(self.open[index], self.open[index + 1])
            into = true if fires else still
            into.append(self.open[index])
            into.append(self.open[index + 1])
        self.open = still
        for index in range(0, len(true), 2):
            self.perform(true[index], true[index + 1])
        return len(true) > 0

    def attack_success(self, sides: i64) -> None:
        """An attack that is not blocked has succeeded, whatever it does (TT-77)."""
        if self.blocks or not self.arms:
            return
        for side in range(2):
            if sides & 1 << side and self.bonus[side] and self.attacked_in_pass(side):
                for row in self.bonus[side]:
                    self.perform(row, self.active[side])

    def attacked_in_pass(self, side: int) -> bool:
        for index in range(0, len(self.arms), 3):
            if self.arms[index] >> 1 == side:
                return True
        return False

    def change_board(self) -> None:
        """Tokens, tracks, planting, card flips, Reanimation; before any attack lands (TT-63)."""
        board = self.board
        if not board:
            return
        self.board = []
        for index in range(0, len(board), 2):
            self.operate(board[index], board[index + 1])

    def steal_heals(self, sides: i64) -> None:
        """Eternal Youth takes what the opposing card heals (TT-179). A Scheme of the track is no card: no pass."""
        thief = self.thief
        if thief == NONE:
            return
        mine: i64 = thief >> 1
        total: i64 = self.stolen
        if sides >> (1 - mine) & 1:
            first: i64 = 2 * (1 - mine)
            total = self.heal[first] + self.heal[first + 1]
            self.heal[first] = 0
            self.heal[first + 1] = 0
            self.stolen = total
        if self.told and total:
            events.stolen(self.table, thief, total)
        self.heal[thief] += total
        if total and sides >> mine & 1:
            self.gain[thief] += self.theft_power

    def land_attacks(self) -> None:
        """What a block meets is lost or turned away (TT-75, TT-178), the rest adds up per target (TT-72).

        Presence absorbs it (TT-153).
        """
        arms = self.arms
        if not arms:
            return
        table = self.table
        total = [0, 0, 0, 0]
        turned = [0, 0]
        for index in range(0, len(arms), 3):
            side: i64 = arms[index] >> 1
            target: i64 = arms[index + 1]
            if self.blocks >> (1 - side) & 1:
                if self.told:
                    self.tell_warded(1 - side)
                if not self.redirects >> (1 - side) & 1 or target >> 1 == side:
                    continue
                target = self.active[side] ^ 1
                turned[side] += arms[index + 2]
            total[target] += arms[index + 2]
        if self.told and self.redirects:
            for side in range(2):
                if turned[side]:
                    events.redirected(table, self.active[side] ^ 1, turned[side])
        holder = table.presence
        if holder != table.slot[GOLEM] and total[holder] > 0:  # both are NONE without the Golem
            if self.told:
                events.absorbed(table, holder, total[holder])
                events.token(table, fx.PRESENCE, holder, table.slot[GOLEM])
            total[holder] = 0
            table.presence = table.slot[GOLEM]
        for slot in range(4):
            self.damage[slot] += total[slot]

    def change_power(self) -> None:
        """All changes of the pass as one sum, never below 0 (TT-62); then the Bear appears (TT-166)."""
        table = self.table
        for slot in range(4):
            if self.gain[slot]:
                self.add_power(slot, self.gain[slot], "card")
                self.gain[slot] = 0
        if self.transforming:
            self.transforming = False
            slot = table.slot[BODVAR]
            table.power[slot] += _BEAR_POWER
            table.bear = True
            table.hp[slot] = min(_BEAR_TOP, table.power[slot])
            if self.told:
                events.transform(table, slot)

    def move_markers(self, why: str) -> None:
        """Every marker moves once, by heal minus damage (TT-45); Terror of the Seas overrides (TT-83, TT-142)."""
        for slot in range(4):
            bit: i64 = 1 << slot
            if self.terror & bit and not self.immune & bit:
                self.immune |= bit
                hp = self.table.hp[slot]
                self.move_marker(slot, 0, hp - 1 if hp > 1 else 0, why)
            elif self.heal[slot] or self.damage[slot]:
                if self.immune & bit:
                    if self.told:
                        events.ignored(self.table, slot, self.heal[slot], self.damage[slot], why)
                else:
                    self.move_marker(slot, self.heal[slot], self.damage[slot], why)

    def move_marker(self, slot: i64, heal: i64, damage: i64, why: str) -> None:
        """One movement: space by space, collecting symbols, ended by a stop or the end (TT-46 to TT-49)."""
        table = self.table
        start: i64 = table.hp[slot]
        if start == NOWHERE:
            return
        step: i64 = 1 if heal > damage else -1
        left: i64 = heal - damage if heal > damage else damage - heal
        track: i64 = table.track_of(slot)
        end: i64 = BOX.track_top[track] if step > 0 else BOX.track_floor[track]
        if step > 0 and start <= 0:
            left = 0  # no healing from KO (TT-48)
        hp = start
        stopped = False
        while left > 0 and hp != end:
            hp += step
            left -= 1
            space: i64 = track * WIDTH + hp - LOWEST
            if _SYMBOL_START[space]:
                self.symbols += [_SYMBOL_START[space], BOX.symbol_end[space], slot, hp]
            if _STOP[space]:
                stopped = left > 0
                break
        table.hp[slot] = hp
        if self.told:
            events.health(table, slot, start, heal, damage, stopped, why)

    def do_then(self) -> None:
        """THEN actions; a THEN IF reads the table as it is now (TT-50)."""
        if not self.then:
            return
        for index in range(0, len(self.then), 2):
            row = self.then[index]
            actor = self.then[index + 1]
            if _WHEN[row] != fx.THEN_IF or self.holds(row, actor):
                self.perform(row, actor)
        self.change_board()
        self.change_power()

    def fire_symbols(self) -> None:
        """Every symbol reached or crossed, all at once (TT-49)."""
        symbols = self.symbols
        if not symbols:
            return
        self.symbols = []
        for index in range(0, len(symbols), 4):
            if self.told:
                events.symbol(
                    self.table, symbols[index + 2], symbols[index + 3], symbols[index], symbols[index + 1]
                )
            why = "voice" if symbols[index + 3] == NOWHERE else "symbol"
            self.fire(symbols[index], symbols[index + 1], symbols[index + 2], why)

    def fire(self, start: int, end: int, owner: i64, why: str) -> None:
        """One symbol; it belongs to the fighter on whose board it is."""
        table = self.table
        for row in range(start, end):
            action = _ACTION[row]
            if action == fx.POWER:
                self.add_power(owner ^ _A[row], _B[row], why)
            elif action == fx.FLIP:
                self.flip_serpent(why)
            elif action == fx.UNLEASH:
                self.schemes_due += 1  # it waits for its turn among the late effects (TT-61)
            else:  # REVIVE (TT-177)
                table.hp[owner] = _A[row]
                if self.told:
                    events.revive(table, owner)

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
        target = self.active[1 - side]
        hp = table.hp[target]
        executed = 0 < hp <= _B[row]
        if self.told:
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
        target = self.active[1 - (self.table.slot[MILADY] >> 1)]
        hp = self.table.hp[target]
        amount = hp // 2 if hp > 0 else 0
        if self.told:
            events.poison(self.table, target, amount)
        self.hurt(target, amount)

    def hurt(self, target: i64, amount: i64) -> None:
        """Late direct damage with its movement and symbols."""
        self.clear_pools()
        self.damage[target] = amount
        self.move_markers("late")
        self.fire_symbols()

    # ---- end of turn (TT-52, TT-110 to TT-115) -------------------------------------------------------------------

    def end_of_turn(self) -> None:
        """Who has lost, and with what precedence (TT-115)."""
        table = self.table
        if self.told:
            self.tell_idle_blocks()
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
        if self.told:
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
        for side in range(2):
            if table.removed[side] >> table.turn & 1:
                table.gone[side] = [*table.gone[side], self.cards[side]]
        if self.told and table.removed[0] >> table.turn & 1:
            events.removed(table, self.cards)

    def become_spirit(self) -> None:
        """A Character on the SPIRIT space becomes a Spirit (TT-187)."""
        table = self.table
        if self.told:
            events.spirit(table)
        table.spirits |= 1 << table.character
        table.character = NONE
        table.hp[table.slot[FEY]] = NOWHERE

    def finish(self, reason: int, winner: int) -> None:
        self.over = True
        self.table.reason = reason
        self.table.winner = winner

    def tell_warded(self, side: int) -> None:
        if not self.warded >> side & 1:
            self.warded |= 1 << side
            events.warded(self.table, self.active[side], self.attackers_of(1 - side))

    def tell_idle_blocks(self) -> None:
        for side in range(2):
            if self.blocks >> side & 1 and not self.attackers_of(1 - side):
                events.idle_block(self.table, self.active[side])
