"""A turn while it is being resolved: what each word of the vocabulary does, and the pools it fills.

The order of a turn is in :mod:`resolver`. Pools are filled while cards act and emptied when their step comes, because
all actions count as simultaneous (TT-40). Until the board changes nothing on the table does, so reading it before is
reading the start of the pass (TT-42).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.tag_team.content import AFLAME, BOX, MILADY, NONE
from slugfest.games.tag_team.position.position import NOWHERE, Position

from . import effects as fx
from . import events
from .pools import Pool

# The columns of all programs, by row.
_CONDITION: Final = BOX.rows[fx.CONDITION]
_C1: Final = BOX.rows[fx.C1]
_C2: Final = BOX.rows[fx.C2]
_WANTED: Final = BOX.rows[fx.WANTED]
_ACTION: Final = BOX.rows[fx.ACTION]
_A: Final = BOX.rows[fx.A]
_B: Final = BOX.rows[fx.B]
_C: Final = BOX.rows[fx.C]
_STARTS: Final = BOX.starts

_ALL_SPIRITS: Final = 4  # the Spirit track when no Character is left
_RAGE_TOP: Final[int] = BOX.limits["rage"]
_SHIPS_TOP: Final[int] = BOX.limits["ships"]
_VOICES_TOP: Final[int] = BOX.limits["voices"]

SLOTS: Final = [[slot for slot in range(4) if mask >> slot & 1] for mask in range(16)]  # by mask


class Actions:
    """Both cards, both active fighters and the pools. Masks have one bit a side or one bit a slot."""

    # both cards, by side
    card_0: i64
    card_1: i64
    face_0: i64  # kind*2 + face, into BOX.face_start
    face_1: i64
    active_0: i64  # slots
    active_1: i64
    # rows of their faces, one bit each, the first row of the face lowest
    bonus_0: i64  # paid on success
    bonus_1: i64
    open_0: i64  # conditions on the other card
    open_1: i64
    then_0: i64
    then_1: i64
    # for the whole turn
    p0: list[int]  # Power at the reveal (TT-41): the table's list, which is replaced before it is changed
    repeats: i64  # sides whose card is resolved twice
    cancelled: i64  # sides whose card is ignored
    blocks: i64  # sides that block
    paid: i64  # sides whose block has paid its bonus
    redirects: i64  # sides whose block turns attacks away (TT-178)
    attackers: i64  # slots that attacked
    struck: i64  # slots that attacks were aimed at: those of side 1 stand four bits higher
    late: list[int]  # row, actor, row, actor ...
    immune: i64  # slots whose health changes no more this turn
    schemes_due: i64
    poisons: i64
    lost: i64  # sides beaten by All Legends Must Pass
    dragging: i64  # sides that play Drag You to Hell
    thief: i64  # who plays Eternal Youth
    theft_power: i64
    stolen: i64  # what it stole in the first pass
    # pools of a pass
    hits_0: Pool  # the strength of all attacks of side 0, by their targets
    hits_1: Pool
    armed: i64  # sides that attack
    armed_first: i64  # which of them did so first, NONE without
    damage: Pool
    heal: Pool
    gain: Pool  # Power
    board: list[int]  # row, actor ...
    symbols: list[int]  # program start, end, slot, space ...
    terror: i64  # slots under Terror of the Seas
    transforming: bool
    warded: i64  # sides whose held block was emitted
    caught: i64  # Power of the attackers a block warded off

    def __init__(self, table: Position) -> None:
        self.table = table
        self.listening = table.events is not None
        self.over = False
        self.p0 = table.power
        self.card_0 = 0
        self.card_1 = 0
        self.face_0 = 0
        self.face_1 = 0
        self.active_0 = 0
        self.active_1 = 0
        self.caught = 0
        self.armed = 0
        self.late = []
        self.hits_0 = Pool()
        self.hits_1 = Pool()
        self.damage = Pool()
        self.heal = Pool()
        self.gain = Pool()
        self.board = []
        self.symbols = []
        self.begin_turn()
        self.clear_pools()

    def begin_turn(self) -> None:
        """Forget the turn before. Lists that are empty anyway are kept: searches resolve millions of turns."""
        self.repeats = 0
        self.cancelled = 0
        self.blocks = 0
        self.paid = 0
        self.redirects = 0
        self.attackers = 0
        self.struck = 0
        self.bonus_0 = 0
        self.bonus_1 = 0
        if self.late:
            self.late = []
        self.immune = 0
        self.schemes_due = 0
        self.poisons = 0
        self.lost = 0
        self.dragging = 0
        self.thief = NONE
        self.theft_power = 0
        self.stolen = 0

    def clear_pools(self) -> None:
        """Empty pools for a pass or a small step."""
        self.damage.clear()
        self.heal.clear()
        self.gain.clear()
        if self.armed:
            self.hits_0.clear()
            self.hits_1.clear()
        self.armed = 0
        self.armed_first = NONE
        self.open_0 = 0
        self.open_1 = 0
        self.then_0 = 0
        self.then_1 = 0
        if self.board:
            self.board = []
        if self.symbols:
            self.symbols = []
        self.terror = 0
        self.transforming = False
        self.warded = 0

    def active(self, side: i64) -> i64:
        """The slot whose card a side plays."""
        return self.active_1 if side else self.active_0

    def card(self, side: i64) -> i64:
        return self.card_1 if side else self.card_0

    def own_power(self) -> None:
        """Before Power changes: what it was at the reveal is still asked for."""
        if self.table.power is self.p0:
            self.table.power = self.p0.copy()

    def add_power(self, slot: i64, change: i64, why: str) -> None:
        """Cubes come or go, never below 0 (TT-79)."""
        table = self.table
        self.own_power()
        before: i64 = table.power[slot]
        after: i64 = before + change
        table.power[slot] = max(0, after)
        if self.listening:
            events.power(table, slot, before, why)

    # ---- conditions (TT-123) -------------------------------------------------------------------------------------

    def holds(self, row: i64, actor: i64) -> bool:
        """Whether a row's condition comes out as the row wants it."""
        condition: i64 = _CONDITION[row]
        if condition == fx.ALWAYS:
            return True
        true = self.judge(condition, _C1[row], _C2[row], actor)
        return true == (_WANTED[row] == 1)

    def judge(self, condition: i64, one: i64, two: i64, actor: i64) -> bool:
        table = self.table
        other: i64 = 1 - (actor >> 1)
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
            return self.attackers_of(other) == 0
        if condition == fx.ATTACKED:
            return self.struck >> (4 * other + actor) & 1 != 0
        if condition == fx.OWN_BLOCKED:
            return self.blocks >> other & 1 != 0 and self.attackers_of(1 - other) != 0
        if condition == fx.POWER_GE:
            return self.p0[actor] >= one
        if condition == fx.HP_IS:
            return table.hp[actor] == one
        return _STARTS[self.card(other)] != 0  # OPP_START

    def attackers_of(self, side: i64) -> i64:
        """The slots of a side that attacked."""
        return self.attackers & 3 << (2 * side)

    def lies_with(self, token: i64, slots: i64) -> bool:
        table = self.table
        if token == fx.CONCENTRATION:
            lying: i64 = table.concentration
            return lying & slots != 0
        holder: i64 = table.sheriff if token == fx.SHERIFF else table.presence
        return holder != NONE and slots >> holder & 1 != 0

    # ---- actions: pools (TT-120) ---------------------------------------------------------------------------------

    def perform(self, action: i64, row: i64, actor: i64) -> None:
        """One action, that of a row, goes into the pools; changes of the board wait until all cards have acted."""
        side: i64 = actor >> 1
        if action == fx.ATTACK:
            self.attack(row, actor)
        elif action == fx.BLOCK:
            self.blocks |= 1 << side
            if self.listening:
                events.block(self.table, actor)
        elif action == fx.HEAL:
            amount = self.value(_B[row], actor)
            targets = self.targets(_A[row], actor)
            self.heal.pour(targets, amount)  # set off against damage when the marker moves (TT-78)
            if self.listening:
                events.heal(self.table, actor, targets, amount)
        elif action == fx.POWER:
            self.gain.pour(self.targets(_A[row], actor), _B[row])
        elif action == fx.DIRECT:
            targets = self.targets(_A[row], actor)
            self.damage.pour(targets, _B[row])  # no attack, so no block stops it (TT-74)
            if self.listening:
                events.direct(self.table, actor, targets, _B[row])
        elif action == fx.TRANSFER:
            self.transfer(row, actor)
        elif action == fx.UNLEASH:
            self.unleash("card")
        elif action == fx.POWER_MATCH:
            self.gain.add(actor, self.table.power[actor ^ 1] - self.table.power[actor])  # (TT-148)
        elif action == fx.REDIRECT:
            self.redirects |= 1 << side
        elif action == fx.STEAL_HEALS:
            self.thief = actor
            self.theft_power = _A[row]
        elif action == fx.TERROR:
            self.terror |= self.targets(fx.OPPS, actor)
            if self.listening:
                events.terror(self.table, self.terror)
        elif action == fx.DRAG:
            self.dragging |= 1 << side
        elif action == fx.LEGENDS:
            if self.table.spirit_track() == _ALL_SPIRITS:  # already when the card was revealed (TT-189)
                self.lost |= 1 << side
        elif action == fx.POISON:
            self.poisons += 1
        elif action != fx.CANCEL:
            self.board.append(row)
            self.board.append(actor)

    def attack(self, row: i64, actor: i64) -> None:
        """An attack with the Power of the reveal, an arm for each target (TT-70 to TT-73)."""
        table = self.table
        side: i64 = actor >> 1
        attacker: i64 = actor ^ _B[row]
        how: i64 = _C[row]
        strength: i64 = self.p0[self.active(1 - side) if how & fx.P_OPP else attacker]
        if how & fx.PLUS_SPIRITS:
            strength += table.spirit_track()
        targets = self.targets(_A[row], actor)
        hits = self.hits_1 if side else self.hits_0
        hits.pour(targets, strength)
        if how & fx.PLUS_AFLAME and table.burning != NONE and targets >> table.burning & 1:
            hits.add(table.burning, table.aflame)
        if not self.armed:
            self.armed_first = side
        self.armed |= 1 << side
        self.attackers |= 1 << attacker
        self.struck |= targets << (4 * side)
        if self.listening:
            aimed = SLOTS[targets]
            burning = [table.aflame_on(target) if how & fx.PLUS_AFLAME else 0 for target in aimed]
            events.attack(table, attacker, aimed, [int(strength) + more for more in burning])

    def transfer(self, row: i64, actor: i64) -> None:
        """As much as there is, up to the number (TT-62, TT-80). From and to are the actor or the partner."""
        giver: i64 = actor ^ _A[row]
        taker: i64 = actor ^ _B[row]
        amount: i64 = min(_C[row], self.table.power[giver])
        self.gain.add(giver, -amount)
        self.gain.add(taker, amount)
        if self.listening:
            events.transfer(self.table, giver, taker, amount)

    def unleash(self, source: str) -> None:
        """Reveal a planted Scheme and let Milady carry it out, whoever is active (TT-182)."""
        table = self.table
        if not table.planted:
            if self.listening:
                events.no_scheme(table)
            return
        scheme = table.planted[0]
        table.planted = table.planted[1:]
        table.unleashed = [*table.unleashed, scheme]
        if self.listening:
            events.scheme(table, scheme, source)
        for row in range(BOX.scheme_start[scheme], BOX.scheme_end[scheme]):
            self.perform(_ACTION[row], row, table.slot[MILADY])

    def value(self, value: i64, actor: i64) -> i64:
        """A number, or what stands for one (TT-122)."""
        if value == fx.P:
            return self.p0[actor]
        if value == fx.TWICE_SPIRITS:
            return 2 * self.table.spirit_track()
        if value == fx.BLOCKED_P:
            return self.caught
        return value

    def power_of(self, slots: i64) -> i64:
        """The Power of some fighters at the reveal, each once."""
        total: i64 = 0
        for slot in SLOTS[slots]:
            total += self.p0[slot]
        return total

    def targets(self, target: i64, actor: i64) -> i64:
        """The slots a target word means for an actor (TT-82, TT-121)."""
        if target == fx.SELF:
            return 1 << actor
        if target == fx.PARTNER:
            return 1 << (actor ^ 1)
        opponent: i64 = self.active(1 - (actor >> 1))
        if target == fx.OPP:
            return 1 << opponent
        if target == fx.OPP_PARTNER:
            return 1 << (opponent ^ 1)
        if target == fx.OPPS:
            return 3 << (opponent & 2)
        if target == fx.OTHERS:
            return 15 & ~(1 << actor)
        if target == fx.HOLDER:
            holder: i64 = self.table.sheriff
            return 1 << holder if holder != NONE else 0
        return 15

    # ---- actions: the board --------------------------------------------------------------------------------------

    def operate(self, row: i64, actor: i64) -> None:
        """One change of tokens, tracks or cards."""
        table = self.table
        action: i64 = _ACTION[row]
        if action == fx.TRACK:
            self.move_track(_A[row], _B[row], _C[row] == 1, actor)
        elif action == fx.GIVE:
            self.move_token(_A[row], self.targets(_B[row], actor), actor)
        elif action == fx.TAKE:
            self.take_token(_A[row], self.targets(_B[row], actor), actor)
        elif action == fx.FLIP:
            self.flip_serpent("card")
        elif action == fx.IGNITE:
            self.ignite(self.active(1 - (actor >> 1)))
        elif action == fx.PLANT:
            if table.pile:  # the top one, face-down (TT-181)
                table.planted = [*table.planted, table.pile[0]]
                table.pile = table.pile[1:]
                if self.listening:
                    events.planted(table)
        elif action == fx.FLIP_CARD:
            table.flip_card(self.card(actor >> 1))
            if self.listening:
                events.flipped(table, self.card(actor >> 1))
        else:  # DOUBLE_NEXT (TT-60, TT-154)
            table.double[actor >> 1] = 1
            if self.listening:
                events.double(table, actor >> 1)

    def move_track(self, track: i64, steps: i64, absolute: bool, actor: i64) -> None:
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
            if not table.bear:  # the Bear gains no Rage and stays a Bear (TT-167)
                table.rage = min(_RAGE_TOP, before + steps)
                if table.rage == _RAGE_TOP:
                    self.transforming = True
                    self.immune |= 1 << actor
            after = table.rage
        if self.listening:
            events.track(table, actor, track, before, after)

    def move_token(self, token: i64, targets: i64, actor: i64) -> None:
        """Give a token to a fighter; nothing if it is already there."""
        table = self.table
        receiver: i64 = SLOTS[targets][0]
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
        if self.listening and holder != receiver:
            events.token(table, token, holder, receiver)

    def take_token(self, token: i64, targets: i64, actor: i64) -> None:
        """Take a token to the actor, from whoever has it; a Concentration token from the one named."""
        table = self.table
        if token != fx.CONCENTRATION:
            self.move_token(token, 1 << actor, actor)
        elif table.concentration & targets:
            holder = SLOTS[targets][0]
            table.concentration &= ~targets
            if self.listening:
                events.token(table, token, holder, actor)

    def flip_serpent(self, why: str) -> None:
        """The other side counts from the next reading on (TT-171)."""
        self.table.serpent = 1 - self.table.serpent
        if self.listening:
            events.serpent(self.table, why)

    def ignite(self, target: i64) -> None:
        """An Aflame! token for the opponent; all of them always lie on one fighter (TT-192)."""
        table = self.table
        if table.burning != target:
            if self.listening and table.aflame:
                events.doused(table, table.burning, table.aflame)
            table.burning = target
            table.aflame = 0
        if table.aflame < AFLAME:
            table.aflame += 1
            if self.listening:
                events.aflame(table, target, table.aflame)
