"""What a turn does to the boards: Power comes and goes, markers move, symbols fire (TT-45 to TT-49, TT-62).

The order of a turn is in :mod:`resolver`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.tag_team.content import BODVAR, BOX, LOWEST, WIDTH
from slugfest.games.tag_team.position.position import NOWHERE

from . import effects as fx
from . import events
from .actions import Actions

_ACTION: Final = BOX.rows[fx.ACTION]
_A: Final = BOX.rows[fx.A]
_B: Final = BOX.rows[fx.B]
_SYMBOL_START: Final = BOX.symbol_start
_STOP: Final = BOX.stop
_BEAR_TOP: Final[int] = BOX.track_top[BOX.first_track[BODVAR] + 1]
_BEAR_POWER: Final[int] = BOX.limits["bear_power"]


class Boards(Actions):
    """Both cards, the pools, and the boards that change by them."""

    def change_power(self) -> None:
        """All changes of the pass as one sum, never below 0 (TT-62); then the Bear appears (TT-166)."""
        table = self.table
        gain = self.gain
        if gain.filled:
            slot: i64 = 0
            while slot < 4:
                change = gain.at(slot)
                if change:
                    self.add_power(slot, change, "card")
                slot += 1
            gain.clear()
        if self.transforming:
            self.transforming = False
            self.own_power()
            slot = table.slot[BODVAR]
            table.power[slot] += _BEAR_POWER
            table.bear = True
            table.hp[slot] = min(_BEAR_TOP, table.power[slot])
            if self.listening:
                events.transform(table, slot)

    def move_markers(self, why: str) -> None:
        """Every marker moves once, by heal minus damage (TT-45); Terror of the Seas overrides (TT-83, TT-142)."""
        heal, damage = self.heal, self.damage
        changed = self.terror | heal.filled | damage.filled
        slot: i64 = 0
        while slot < 4:
            bit: i64 = 1 << slot
            if not changed & bit:
                pass
            elif self.terror & bit and not self.immune & bit:
                self.immune |= bit
                hp: i64 = self.table.hp[slot]
                self.move_marker(slot, 0, hp - 1 if hp > 1 else 0, why)
            elif heal.at(slot) or damage.at(slot):
                if self.immune & bit:
                    if self.listening:
                        events.ignored(self.table, slot, heal.at(slot), damage.at(slot), why)
                else:
                    self.move_marker(slot, heal.at(slot), damage.at(slot), why)
            slot += 1

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
        if self.listening:
            events.health(table, slot, start, heal, damage, stopped, why)

    def fire_symbols(self) -> None:
        """Every symbol reached or crossed, all at once (TT-49)."""
        symbols = self.symbols
        if not symbols:
            return
        self.symbols = []
        for index in range(0, len(symbols), 4):
            if self.listening:
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
                if self.listening:
                    events.revive(table, owner)
