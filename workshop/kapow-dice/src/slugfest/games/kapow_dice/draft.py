"""Phase 1, Ability Selection: placing dice and getting ready (KD-100 to KD-109)."""

from __future__ import annotations

from typing import Final

from .content import BOX
from .moves import (
    ANNOUNCE,
    DICE,
    EMPTY,
    FILL,
    MODE,
    PLACE,
    PLAIN_FILL,
    PROPOSE,
    READY,
    ROTATE,
    TAKE,
    TARGET,
    UNREADY,
    fill_move,
    mode_move,
    place_move,
)
from .pieces import Pieces
from .requirements import ACCEPTS, BLANK, EVERY_FACE, FACES, MATCHES, TYPES, Matcher
from .state import FREE, TEAM
from .tables import (
    ADRENALINE,
    BIT,
    CARD_BIT,
    COLOURS,
    COPIES,
    FIRST_SLOT,
    GROUPS_OF,
    IMMEDIATE,
    MAY,
    NONE,
    PLAYER_SECTIONS,
    PLAYER_SLOTS,
    SIZE,
    SLOT_DEMAND,
    SLOT_GROUP,
    SLOT_SECTION,
    SLOTS_OF,
    TIMING,
    copied_slot,
)

_CHANGES: Final[int] = BOX.limits["changes_of_mind"]
_COPIED: Final = [copied_slot(section) for section in range(PLAYER_SECTIONS)]

# Why a seat may not get ready (D9).
MAY_GET_READY: Final = 0
INCOMPLETE: Final = 1
UNANNOUNCED: Final = 2
CARD_UNANNOUNCED: Final = 3
NO_MODE: Final = 4
NO_TARGET: Final = 5


class Draft(Pieces):
    """A position and what people may do behind their screens."""

    # ---- reading a fighter's boards ---------------------------------------------------------------------------------

    def holders(self, fighter: int) -> list[int]:
        """By slot: the die lying there, or NONE."""
        found = [NONE] * PLAYER_SLOTS
        base = fighter * DICE
        for die in range(self.count[fighter]):
            slot = self.at[base + die]
            if slot != FREE:
                found[slot] = die
        return found

    def is_open(self, fighter: int, section: int) -> bool:
        """Whether dice may be placed on a section: it needs some, and it is neither locked in, spent nor triggered."""
        bit = 1 << BIT[section]
        spoken_for = self.locked[fighter] | self.used[fighter] | self.announced[fighter]
        return SIZE[section] > 0 and spoken_for & bit == 0

    def needs_no_dice(self, fighter: int, section: int) -> bool:
        """Requirement NONE, printed or by a Locked-In token (KD-28, KD-162)."""
        return SIZE[section] == 0 or self.locked[fighter] >> BIT[section] & 1 != 0

    def filled(self, fighter: int) -> tuple[int, int]:
        """The sections whose slots are all taken, and those with some dice but not all: one bit each."""
        seen = [0] * PLAYER_SECTIONS
        touched: list[int] = []
        for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
            slot = self.at[index]
            if slot != FREE:
                section = SLOT_SECTION[slot]
                if seen[section] == 0:
                    touched.append(section)
                seen[section] += 1
        full = 0
        partial = 0
        for section in touched:
            if seen[section] == SIZE[section]:
                full |= 1 << BIT[section]
            else:
                partial |= 1 << BIT[section]
        return full, partial

    def takes(self, fighter: int, index: int, slot: int, holders: list[int]) -> bool:
        """Whether a die may lie on a free slot: the slot's own test, and the match with its group (KD-21, KD-22)."""
        substitution = self.substitution(fighter)
        if not ACCEPTS[substitution * 16 + SLOT_DEMAND[slot]] >> self.type_of(index) & 1:
            return False
        section = SLOT_SECTION[slot]
        match = MATCHES[substitution * FACES + self.face[index]]
        first = FIRST_SLOT[section]
        for other in range(first, first + SIZE[section]):
            if other != slot and SLOT_GROUP[other] == SLOT_GROUP[slot] and holders[other] != NONE:
                beside = fighter * DICE + holders[other]
                if beside != index:
                    match &= MATCHES[substitution * FACES + self.face[beside]]
        return match != 0

    # ---- legal moves (D3 to D9, D22) ------------------------------------------------------------------------------------

    def draft_moves(self, fighter: int) -> list[int]:
        """What a seat may do while screens are up."""
        if self.ready >> fighter & 1:
            return [UNREADY] if self.fuss[fighter] < _CHANGES else []
        if self.fuss[fighter] >= _CHANGES:
            return self.last_moves(fighter)
        moves: list[int] = []
        holders = self.holders(fighter)
        sections = self.sections_of(fighter)
        self.list_places(fighter, sections, holders, moves)
        base = fighter * DICE
        for die in range(self.count[fighter]):
            if self.at[base + die] != FREE and not self.frozen[fighter] >> die & 1:
                moves.append(TAKE + die)
        full, partial = self.filled(fighter)
        for section in sections:
            bit = 1 << BIT[section]
            if SIZE[section] > 1 and (full | partial) & bit and not self.announced[fighter] & bit:
                moves.append(EMPTY + section)
        self.list_fills(fighter, sections, full, moves)
        self.list_announcements(fighter, sections, full, moves)
        self.list_modes(fighter, sections, full, moves)
        for colour in range(COLOURS):
            if self.may_rotate(fighter, colour):
                moves.append(ROTATE + self.cards[self.team(fighter) * COLOURS + colour])
        self.list_targets(fighter, moves)
        if self.may_get_ready(fighter) == MAY_GET_READY:
            moves.append(READY)
        return moves

    def last_moves(self, fighter: int) -> list[int]:
        """After very many changes of mind no die is moved any more, so that every round ends: announce or take back what
        is in the way, have boxes filled, or be ready."""
        moves: list[int] = []
        sections = self.sections_of(fighter)
        full, partial = self.filled(fighter)
        loose = partial
        for section in sections:
            bit = 1 << BIT[section]
            if full & bit and TIMING[section] == IMMEDIATE and not self.announced[fighter] & bit:
                loose |= bit
        base = fighter * DICE
        for die in range(self.count[fighter]):
            slot = self.at[base + die]
            if slot != FREE and loose >> BIT[SLOT_SECTION[slot]] & 1:
                moves.append(TAKE + die)
        for section in sections:
            if self.may_announce(fighter, section, full):
                moves.append(ANNOUNCE + section)
        if moves:
            return moves
        self.list_missing(fighter, sections, full, moves)
        if self.may_get_ready(fighter) == MAY_GET_READY:
            moves.append(READY)
        self.list_fills(fighter, sections, full, moves)
        return moves

    def list_missing(self, fighter: int, sections: list[int], full: int, moves: list[int]) -> None:
        """The modes and the arrow that a seat needs before it may get ready."""
        for section in sections:
            if ADRENALINE[section] and full >> BIT[section] & 1:
                if self.modes[self.nth_adrenaline(fighter, section)] == 0:
                    for mode in range(1, 4):
                        moves.append(mode_move(section, mode))
        if self.aim[fighter] == NONE:
            self.list_targets(fighter, moves)

    def list_places(self, fighter: int, sections: list[int], holders: list[int], moves: list[int]) -> None:
        """Place or move a die (D3). Of free slots that demand the same in one group only the first is offered."""
        base = fighter * DICE
        for section in sections:
            if not self.is_open(fighter, section):
                continue
            first = FIRST_SLOT[section]
            for slot in range(first, first + SIZE[section]):
                if holders[slot] != NONE or repeats_slot(slot, holders):
                    continue
                for die in range(self.count[fighter]):
                    if not self.frozen[fighter] >> die & 1 and self.takes(fighter, base + die, slot, holders):
                        moves.append(place_move(die, slot))

    def list_fills(self, fighter: int, sections: list[int], full: int, moves: list[int]) -> None:
        """Have a section filled; where the shown face matters it is named."""
        for section in sections:
            if full >> BIT[section] & 1 or not self.is_open(fighter, section):
                continue
            if COPIES[section]:
                for face in range(BLANK):
                    if self.find_filling(fighter, section, face) is not None:
                        moves.append(fill_move(section, face))
            elif self.find_filling(fighter, section, PLAIN_FILL) is not None:
                moves.append(fill_move(section))

    def list_announcements(self, fighter: int, sections: list[int], full: int, moves: list[int]) -> None:
        for section in sections:
            if self.may_announce(fighter, section, full):
                moves.append(ANNOUNCE + section)
        if self.mode >= TEAM:
            for colour in range(COLOURS):
                if self.card_waits(fighter, colour):
                    moves.append(PROPOSE + self.cards[self.team(fighter) * COLOURS + colour])

    def may_announce(self, fighter: int, section: int, full: int) -> bool:
        """A filled Immediate, or one that needs no dice, once per round (KD-103, KD-105). Cards: see ``card_waits``."""
        bit = 1 << BIT[section]
        if TIMING[section] != IMMEDIATE or self.announced[fighter] & bit or BIT[section] >= CARD_BIT:
            return False
        return full & bit != 0 or self.needs_no_dice(fighter, section)

    def card_waits(self, fighter: int, colour: int) -> bool:
        """Whether an Immediate card is filled on both halves and not announced yet (KD-216)."""
        half = self.half_of(fighter, colour)
        if half == NONE or TIMING[half] != IMMEDIATE:
            return False
        bit = 1 << BIT[half]
        if self.announced[fighter] & bit:
            return False
        return self.filled(fighter)[0] & self.filled(self.partner(fighter))[0] & bit != 0

    def list_modes(self, fighter: int, sections: list[int], full: int, moves: list[int]) -> None:
        """Adrenaline: what each filled section gives (D6)."""
        nth = 0
        for section in sections:
            if ADRENALINE[section]:
                if full >> BIT[section] & 1:
                    for mode in range(1, 4):
                        if self.modes[fighter * 2 + nth] != mode:
                            moves.append(mode_move(section, mode))
                nth += 1

    def nth_adrenaline(self, fighter: int, section: int) -> int:
        """Where the mode of a section of Adrenaline is kept."""
        nth = fighter * 2
        for other in self.sections_of(fighter):
            if other == section:
                break
            if ADRENALINE[other]:
                nth += 1
        return nth

    def may_rotate(self, fighter: int, colour: int) -> bool:
        """A card may be turned while no die lies on it (D7, KD-210)."""
        half = self.half_of(fighter, colour)
        if half == NONE:
            return False
        bit = 1 << BIT[half]
        if (self.announced[fighter] & bit) != 0:
            return False
        for member in self.members(self.team(fighter)):
            full, partial = self.filled(member)
            if (full | partial) & bit:
                return False
        return True

    def list_targets(self, fighter: int, moves: list[int]) -> None:
        """Point the arrow at one of two enemies (D8, KD-109)."""
        if self.mode == TEAM:
            for enemy in self.members(1 - self.team(fighter)):
                if self.aim[fighter] != enemy:
                    moves.append(TARGET + enemy)

    def may_get_ready(self, fighter: int) -> int:
        """MAY_GET_READY, or what is missing (D9, KD-103, KD-105, KD-216)."""
        full, partial = self.filled(fighter)
        if partial:
            return INCOMPLETE
        nth = fighter * 2
        for section in self.sections_of(fighter):
            bit = 1 << BIT[section]
            if TIMING[section] == IMMEDIATE and not self.announced[fighter] & bit and BIT[section] < CARD_BIT:
                if full & bit or (not MAY[section] and self.needs_no_dice(fighter, section)):
                    return UNANNOUNCED
            if ADRENALINE[section]:
                if full & bit and self.modes[nth] == 0:
                    return NO_MODE
                nth += 1
        if self.mode >= TEAM:
            for colour in range(COLOURS):
                if self.card_waits(fighter, colour):
                    return CARD_UNANNOUNCED
            if self.mode == TEAM and self.aim[fighter] == NONE:
                return NO_TARGET
        return MAY_GET_READY

    # ---- making them -----------------------------------------------------------------------------------------------------

    def draft(self, fighter: int, move: int) -> None:
        """Carry out a move behind the screen. Announcements are in ``immediate.py``."""
        if move == READY:
            self.ready |= 1 << fighter
            if self.events is not None:
                self.tell("ready", fighter, {})
            return
        if move >= PLACE:
            index = fighter * DICE + (move - PLACE) % DICE
            if self.at[index] != FREE:
                self.fuss[fighter] += 1
            self.at[index] = (move - PLACE) // DICE
        elif move >= FILL:
            filling = self.find_filling(fighter, (move - FILL) // 8, (move - FILL) % 8)
            assert filling is not None
            self.arrange_dice(fighter, filling)
        elif move == UNREADY:
            self.fuss[fighter] += 1
            self.ready &= ~(1 << fighter)
            if self.events is not None:
                self.tell("unready", fighter, {})
        elif MODE <= move < MODE + PLAYER_SECTIONS * 3:
            nth = self.nth_adrenaline(fighter, (move - MODE) // 3)
            if self.modes[nth]:
                self.fuss[fighter] += 1
            self.modes[nth] = (move - MODE) % 3 + 1
        elif TARGET <= move < MODE:
            if self.aim[fighter] != NONE:
                self.fuss[fighter] += 1
            self.aim[fighter] = move - TARGET
        elif ROTATE <= move < TARGET:
            self.fuss[fighter] += 1
            self.turned[self.team(fighter)] ^= 1 << BOX.cards[move - ROTATE].colour
        elif move >= EMPTY:
            self.fuss[fighter] += 1
            for index in range(fighter * DICE, fighter * DICE + self.count[fighter]):
                if self.at[index] != FREE and SLOT_SECTION[self.at[index]] == move - EMPTY:
                    self.at[index] = FREE
        else:
            self.fuss[fighter] += 1
            self.at[fighter * DICE + move - TAKE] = FREE

    # ---- filling a section (KD-272) ---------------------------------------------------------------------------------------

    def find_filling(self, fighter: int, section: int, face: int) -> list[int] | None:
        """Where a fighter's dice would lie with one more section filled: by die its slot. None if there is no way.

        First only loose dice are used. If they do not do, the dice of all full sections are dealt out anew, so that
        these stay full and go on copying the same faces.
        """
        base = fighter * DICE
        total = self.count[fighter]
        full, _ = self.filled(fighter)
        slots: list[int] = []  # in the order of the matcher
        for step in range(2):
            counts = [0] * TYPES
            for die in range(total):
                slot = self.at[base + die]
                settled = slot != FREE and full >> BIT[SLOT_SECTION[slot]] & 1 != 0
                if not self.frozen[fighter] >> die & 1 and (step == 1 or not settled):
                    counts[self.type_of(base + die)] += 1
            matcher = Matcher(self.substitution(fighter), counts)
            slots = []
            add_section(matcher, section, slots)
            if face != PLAIN_FILL:
                matcher.narrow(_COPIED[section], 1 << face | 1 << (face + FACES))
            if step == 1:
                self.add_settled(fighter, full, matcher, slots)
            if matcher.solve():
                return self.deal_out(fighter, slots, matcher.found, step == 1)
            if full == 0:
                break
        return None

    def add_settled(self, fighter: int, full: int, matcher: Matcher, slots: list[int]) -> None:
        """Demand that the full, movable sections stay full, and those that copy a face keep it."""
        holders = self.holders(fighter)
        for section in self.sections_of(fighter):
            bit = 1 << BIT[section]
            if not full & bit or self.announced[fighter] & bit:
                continue
            start = len(slots)
            add_section(matcher, section, slots)
            if COPIES[section]:
                face = self.face[fighter * DICE + holders[FIRST_SLOT[section] + _COPIED[section]]]
                matcher.narrow(start + _COPIED[section], 1 << face | 1 << (face + FACES))

    def deal_out(self, fighter: int, slots: list[int], types: list[int], all_anew: bool) -> list[int]:
        """Turn types into dice: a die that lies right stays, then loose dice by number, then the others."""
        base = fighter * DICE
        total = self.count[fighter]
        where = self.at[base : base + total]
        given = 0
        open_slots: list[int] = []
        for index in range(len(slots)):
            kept = False
            for die in range(total):
                if where[die] == slots[index] and self.type_of(base + die) == types[index]:
                    given |= 1 << die
                    kept = True
                    break
            if not kept:
                open_slots.append(index)
        if all_anew:
            for die in range(total):
                if where[die] in slots and not given >> die & 1:
                    where[die] = FREE
        for index in open_slots:
            chosen = NONE
            for die in range(total):
                if (given | self.frozen[fighter]) >> die & 1 or self.type_of(base + die) != types[index]:
                    continue
                if chosen == NONE or (where[chosen] != FREE and where[die] == FREE):
                    chosen = die
            given |= 1 << chosen
            for die in range(total):
                if where[die] == slots[index]:
                    where[die] = FREE
            where[chosen] = slots[index]
        return where

    def arrange_dice(self, fighter: int, where: list[int]) -> None:
        base = fighter * DICE
        for die in range(len(where)):
            self.at[base + die] = where[die]

    def unplace_wrong(self, fighter: int) -> None:
        """Dice of a section that is wrongly filled count as unplaced (KD-27)."""
        holders = self.holders(fighter)
        base = fighter * DICE
        legal = self.sections_of(fighter)
        for die in range(self.count[fighter]):
            slot = self.at[base + die]
            if slot == FREE:
                continue
            section = SLOT_SECTION[slot]
            right = section in legal and (self.is_open(fighter, section) or self.frozen[fighter] >> die & 1 != 0)
            if not right or holders[slot] != die or not self.takes(fighter, base + die, slot, holders):
                for other in range(self.count[fighter]):
                    lies = self.at[base + other]
                    if lies != FREE and SLOT_SECTION[lies] == section:
                        self.at[base + other] = FREE
                        self.frozen[fighter] &= ~(1 << other)


def repeats_slot(slot: int, holders: list[int]) -> bool:
    """Whether an earlier free slot of the same section asks for the same, so that naming this one adds nothing.

    In a copying section every slot counts for itself.
    """
    section = SLOT_SECTION[slot]
    if COPIES[section]:
        return False
    for other in range(FIRST_SLOT[section], slot):
        if SLOT_DEMAND[other] == SLOT_DEMAND[slot] and holders[other] == NONE:
            if SLOT_GROUP[other] == SLOT_GROUP[slot] or (_alone(other) and _alone(slot)):
                return True
    return False


def _alone(slot: int) -> bool:
    """Whether a slot need not match any other."""
    return GROUPS_OF[SLOT_SECTION[slot]].count(SLOT_GROUP[slot]) == 1


def add_section(matcher: Matcher, section: int, slots: list[int]) -> None:
    """Demand a section of a matcher and note which slots that asks for."""
    matcher.add(SLOTS_OF[section], GROUPS_OF[section])
    first = FIRST_SLOT[section]
    for slot in range(first, first + SIZE[section]):
        slots.append(slot)
