"""A turn while it is being resolved: what each word of the vocabulary does, and the pools it fills.

The order of a turn is in :mod:`resolver`. Pools are filled while cards act and emptied when their step comes, because
all actions count as simultaneous (TT-40). Until step 3d nothing on the table changes, so reading the table there is
reading the start of the pass (TT-42).
"""

from __future__ import annotations

from typing import Final

from . import effects as fx
from . import story
from .content import AFLAME, BOX, MILADY, NONE
from .state import NOWHERE, Position

_CODE: Final = BOX.code
_ALL_SPIRITS: Final = 4  # the Spirit track when no Character is left
_RAGE_TOP: Final[int] = BOX.limits["rage"]
_SHIPS_TOP: Final[int] = BOX.limits["ships"]
_VOICES_TOP: Final[int] = BOX.limits["voices"]


class Clash:
    """Both cards, both active fighters and the pools. Masks have one bit a side or one bit a slot."""

    def __init__(self, table: Position) -> None:
        self.table = table
        self.told = table.events is not None
        self.over = False
        # for the whole turn
        self.repeats = 0  # sides whose card is resolved twice
        self.cards = [0, 0]
        self.faces = [0, 0]  # kind*2 + face, into BOX.face_start
        self.active = [0, 0]  # slots
        self.p0: list[int] = []  # Power at the reveal (TT-41)
        self.blocks = 0  # sides that block
        self.paid = 0  # sides whose block has paid its bonus
        self.redirects = 0  # sides whose block turns attacks away (TT-178)
        self.attackers = [0, 0]  # by side: slots that attacked
        self.struck = [0, 0]  # by side: slots its attacks were aimed at
        self.bonus: list[list[int]] = [[], []]  # by side: rows paid on success
        self.late: list[int] = []  # row, actor, row, actor ...
        self.immune = 0  # slots whose health changes no more this turn
        self.schemes_due = 0
        self.poisons = 0
        self.lost = 0  # sides beaten by All Legends Must Pass
        self.dragging = 0  # sides that play Drag You to Hell
        self.thief = NONE  # who plays Eternal Youth
        self.theft_power = 0
        self.stolen = 0  # what it stole in the first pass
        # pools of a pass
        self.arms: list[int] = []  # attacker, target, strength, ...
        self.damage = [0, 0, 0, 0]
        self.heal = [0, 0, 0, 0]
        self.gain = [0, 0, 0, 0]  # Power
        self.board: list[int] = []  # row, actor ...
        self.open: list[int] = []  # conditions on the other card: row, actor ...
        self.then: list[int] = []
        self.symbols: list[int] = []  # program start, end, slot, space ...
        self.terror = 0  # slots under Terror of the Seas
        self.transforming = False
        self.warded = 0  # sides of which was told that their block holds
        self.caught = 0  # Power of the attackers a block warded off

    def clear_pools(self) -> None:
        self.arms = []
        self.damage = [0, 0, 0, 0]
        self.heal = [0, 0, 0, 0]
        self.gain = [0, 0, 0, 0]
        self.board = []
        self.open = []
        self.then = []
        self.symbols = []
        self.terror = 0
        self.transforming = False
        self.warded = 0

    def add_power(self, slot: int, change: int, why: str) -> None:
        table = self.table
        before = table.power[slot]
        table.power[slot] = max(0, before + change)
        if self.told:
            story.power(table, slot, before, why)

    # ---- conditions (TT-123) -------------------------------------------------------------------------------------

    def holds(self, row: int, actor: int) -> bool:
        """Whether a row's condition comes out as the row wants it."""
        condition = _CODE[row + fx.CONDITION]
        if condition == fx.ALWAYS:
            return True
        true = self.judge(condition, _CODE[row + fx.C1], _CODE[row + fx.C2], actor)
        return true == (_CODE[row + fx.WANTED] == 1)

    def judge(self, condition: int, one: int, two: int, actor: int) -> bool:
        table = self.table
        other = 1 - (actor >> 1)
        if condition == fx.FORM:
            return not table.bear
        if condition == fx.SHIPS:
            return one <= table.ships <= two
        if condition == fx.SERPENT:
            return table.serpent == one
        if condition == fx.ON:
            return self.lies_with(one, self.targets(two, actor))
        if condition == fx.HAS:
            return self.lies_with(one, 1 << actor)
        if condition == fx.QUIET:
            return self.attackers[other] == 0
        if condition == fx.ATTACKED:
            return self.struck[other] >> actor & 1 != 0
        if condition == fx.OWN_BLOCKED:
            return self.blocks >> other & 1 != 0 and self.attackers[1 - other] != 0
        if condition == fx.POWER_GE:
            return self.p0[actor] >= one
        if condition == fx.HP_IS:
            return table.hp[actor] == one
        return BOX.starts[self.cards[other]] != 0  # OPP_START

    def lies_with(self, token: int, slots: int) -> bool:
        table = self.table
        if token == fx.CONCENTRATION:
            return table.concentration & slots != 0
        holder = table.sheriff if token == fx.SHERIFF else table.presence
        return holder != NONE and slots >> holder & 1 != 0

    # ---- actions: pools (A1 to A23) ------------------------------------------------------------------------------

    def perform(self, row: int, actor: int) -> None:
        """One action goes into the pools; changes of the board wait for step 3d."""
        action = _CODE[row + fx.ACTION]
        side = actor >> 1
        if action == fx.ATTACK:
            self.attack(row, actor)
        elif action == fx.BLOCK:
            self.blocks |= 1 << side
            if self.told:
                story.block(self.table, actor)
        elif action == fx.HEAL:
            amount = self.value(_CODE[row + fx.B], actor)
            targets = self.targets(_CODE[row + fx.A], actor)
            self.pour(self.heal, targets, amount)
            if self.told:
                story.heal(self.table, actor, targets, amount)
        elif action == fx.POWER:
            self.pour(self.gain, self.targets(_CODE[row + fx.A], actor), _CODE[row + fx.B])
        elif action == fx.DIRECT:
            targets = self.targets(_CODE[row + fx.A], actor)
            self.pour(self.damage, targets, _CODE[row + fx.B])
            if self.told:
                story.direct(self.table, actor, targets, _CODE[row + fx.B])
        elif action == fx.TRANSFER:
            self.transfer(row, actor)
        elif action == fx.UNLEASH:
            self.unleash("card")
        elif action == fx.POWER_MATCH:
            self.gain[actor] += self.table.power[actor ^ 1] - self.table.power[actor]
        elif action == fx.REDIRECT:
            self.redirects |= 1 << side
        elif action == fx.STEAL_HEALS:
            self.thief = actor
            self.theft_power = _CODE[row + fx.A]
        elif action == fx.TERROR:
            self.terror |= self.targets(fx.OPPS, actor)
            if self.told:
                story.terror(self.table, self.terror)
        elif action == fx.DRAG:
            self.dragging |= 1 << side
        elif action == fx.LEGENDS:
            if self.table.spirit_track() == _ALL_SPIRITS:
                self.lost |= 1 << side
        elif action == fx.POISON:
            self.poisons += 1
        elif action != fx.CANCEL:
            self.board.append(row)
            self.board.append(actor)

    def attack(self, row: int, actor: int) -> None:
        """An attack with the Power of the reveal, an arm for each target (TT-70 to TT-73)."""
        table = self.table
        side = actor >> 1
        attacker = actor ^ _CODE[row + fx.B]
        how = _CODE[row + fx.C]
        strength = self.p0[self.active[1 - side] if how & fx.P_OPP else attacker]
        if how & fx.PLUS_SPIRITS:
            strength += table.spirit_track()
        targets = self.targets(_CODE[row + fx.A], actor)
        first = len(self.arms)
        for target in range(4):
            if targets >> target & 1:
                burning = table.aflame_on(target) if how & fx.PLUS_AFLAME else 0
                self.arms += [attacker, target, strength + burning]
        self.attackers[side] |= 1 << attacker
        self.struck[side] |= targets
        if self.told:
            story.attack(table, attacker, self.arms[first:])

    def transfer(self, row: int, actor: int) -> None:
        """As much as there is, up to the number (TT-62, TT-80). From and to are the actor or the partner."""
        giver = actor ^ _CODE[row + fx.A]
        taker = actor ^ _CODE[row + fx.B]
        amount = min(_CODE[row + fx.C], self.table.power[giver])
        self.gain[giver] -= amount
        self.gain[taker] += amount
        if self.told:
            story.transfer(self.table, giver, taker, amount)

    def unleash(self, source: str) -> None:
        """Reveal a planted Scheme and let Milady carry it out, whoever is active (TT-182)."""
        table = self.table
        if not table.planted:
            if self.told:
                story.no_scheme(table)
            return
        scheme = table.planted[0]
        table.planted = table.planted[1:]
        table.unleashed = [*table.unleashed, scheme]
        if self.told:
            story.scheme(table, scheme, source)
        for row in range(BOX.scheme_start[scheme], BOX.scheme_end[scheme], fx.ROW):
            self.perform(row, table.slot[MILADY])

    def pour(self, pool: list[int], targets: int, amount: int) -> None:
        for slot in range(4):
            if targets >> slot & 1:
                pool[slot] += amount

    def value(self, value: int, actor: int) -> int:
        """A number, or what stands for one (TT-122)."""
        if value == fx.P:
            return self.p0[actor]
        if value == fx.TWICE_SPIRITS:
            return 2 * self.table.spirit_track()
        if value == fx.BLOCKED_P:
            return self.caught
        return value

    def power_of(self, slots: int) -> int:
        """The Power of some fighters at the reveal, each once."""
        total = 0
        for slot in range(4):
            if slots >> slot & 1:
                total += self.p0[slot]
        return total

    def targets(self, target: int, actor: int) -> int:
        """The slots a target word means for an actor (TT-121)."""
        if target == fx.SELF:
            return 1 << actor
        if target == fx.PARTNER:
            return 1 << (actor ^ 1)
        opponent = self.active[1 - (actor >> 1)]
        if target == fx.OPP:
            return 1 << opponent
        if target == fx.OPP_PARTNER:
            return 1 << (opponent ^ 1)
        if target == fx.OPPS:
            return 3 << (opponent & 2)
        if target == fx.OTHERS:
            return 15 & ~(1 << actor)
        if target == fx.HOLDER:
            return 1 << self.table.sheriff if self.table.sheriff != NONE else 0
        return 15

    # ---- actions: the board (3d) ---------------------------------------------------------------------------------

    def operate(self, row: int, actor: int) -> None:
        """One change of tokens, tracks or cards."""
        table = self.table
        action = _CODE[row + fx.ACTION]
        if action == fx.TRACK:
            self.move_track(_CODE[row + fx.A], _CODE[row + fx.B], _CODE[row + fx.C] == 1, actor)
        elif action == fx.GIVE:
            self.move_token(_CODE[row + fx.A], self.targets(_CODE[row + fx.B], actor), actor)
        elif action == fx.TAKE:
            self.take_token(_CODE[row + fx.A], self.targets(_CODE[row + fx.B], actor), actor)
        elif action == fx.FLIP:
            self.flip_serpent("card")
        elif action == fx.IGNITE:
            self.ignite(self.active[1 - (actor >> 1)])
        elif action == fx.PLANT:
            if table.pile:
                table.planted = [*table.planted, table.pile[0]]
                table.pile = table.pile[1:]
                if self.told:
                    story.planted(table)
        elif action == fx.FLIP_CARD:
            table.flip_card(self.cards[actor >> 1])
            if self.told:
                story.flipped(table, self.cards[actor >> 1])
        else:  # DOUBLE_NEXT (TT-60)
            table.double[actor >> 1] = 1
            if self.told:
                story.double(table, actor >> 1)

    def move_track(self, track: int, steps: int, absolute: bool, actor: int) -> None:
        """A special marker moves; the Voice may reach a symbol, Rage the transformation."""
        table = self.table
        if track == fx.VOICES:
            before = table.voice
            for _ in range(steps):  # round the ring, never back to the centre (TT-140)
                table.voice = table.voice % _VOICES_TOP + 1
                start = BOX.voice_start[table.voice]
                if start:
                    self.symbols += [start, BOX.voice_end[table.voice], actor, NOWHERE]
            after = table.voice
        elif track == fx.SHIPS_TRACK:
            before = table.ships
            table.ships = steps if absolute else min(_SHIPS_TOP, before + steps)
            after = table.ships
        else:
            before = table.rage
            if not table.bear:
                table.rage = min(_RAGE_TOP, before + steps)
                if table.rage == _RAGE_TOP:
                    self.transforming = True
                    self.immune |= 1 << actor
            after = table.rage
        if self.told:
            story.track(table, actor, track, before, after)

    def move_token(self, token: int, targets: int, actor: int) -> None:
        """Give a token to a fighter; nothing if it is already there."""
        table = self.table
        receiver = 0
        while not targets >> receiver & 1:
            receiver += 1
        holder = actor
        if token == fx.CONCENTRATION:
            if table.concentration & targets or table.concentration_left() == 0:
                return
            table.concentration |= targets
        elif token == fx.SHERIFF:
            holder = table.sheriff
            table.sheriff = receiver
        else:
            holder = table.presence
            table.presence = receiver
        if self.told and holder != receiver:
            story.token(table, token, holder, receiver)

    def take_token(self, token: int, targets: int, actor: int) -> None:
        """Take a token to the actor, from whoever has it; a Concentration token from the one named."""
        table = self.table
        if token != fx.CONCENTRATION:
            self.move_token(token, 1 << actor, actor)
        elif table.concentration & targets:
            holder = 0
            while not targets >> holder & 1:
                holder += 1
            table.concentration &= ~targets
            if self.told:
                story.token(table, token, holder, actor)

    def flip_serpent(self, why: str) -> None:
        self.table.serpent = 1 - self.table.serpent
        if self.told:
            story.serpent(self.table, why)

    def ignite(self, target: int) -> None:
        """An Aflame! token for the opponent; all of them always lie on one fighter (TT-192)."""
        table = self.table
        if table.burning != target:
            if self.told and table.aflame:
                story.doused(table, table.burning, table.aflame)
            table.burning = target
            table.aflame = 0
        if table.aflame < AFLAME:
            table.aflame += 1
            if self.told:
                story.aflame(table, target, table.aflame)
