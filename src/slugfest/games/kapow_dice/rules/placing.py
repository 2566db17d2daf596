"""Phase 1, Ability Selection: placing dice and getting ready (KD-100 to KD-109)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import Boards
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    DICE,
    EMPTY,
    FILL,
    MODE,
    MOVE_COUNT,
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
from slugfest.games.kapow_dice.position.position import FREE, TEAM
from slugfest.games.kapow_dice.position.requirements import ACCEPTS, BLANK, FACES, MATCHES
from slugfest.games.kapow_dice.position.tables import (
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
    SECTION_ABILITY,
    SIZE,
    SLOT_DEMAND,
    SLOT_GROUP,
    SLOT_SECTION,
    TIMING,
)

_CHANGES: Final[int] = BOX.limits["changes_of_mind"]

# Why a seat may not get ready (D9).
MAY_GET_READY: Final = 0
INCOMPLETE: Final = 1
UNANNOUNCED: Final = 2
CARD_UNANNOUNCED: Final = 3
NO_MODE: Final = 4
NO_TARGET: Final = 5


class Draft(Boards):
    """A position and what people may do behind their screens."""

    # ---- legal moves (D3 to D9, D22) -----------------------------------------------------------------------

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
        full, partial = self.filled(fighter)
        self.list_fills(fighter, sections, full, moves)
        self.list_others(fighter, sections, full, partial, moves)
        return moves

    def list_others(
        self, fighter: int, sections: list[int], full: int, partial: int, moves: list[int]
    ) -> None:
        """Everything but laying dice down: taking back, announcing, modes, cards, the arrow, and getting ready."""
        base = fighter * DICE
        for die in range(self.count[fighter]):
            if self.at[base + die] != FREE and not self.frozen[fighter] >> die & 1:
                moves.append(TAKE + die)
        for section in sections:
            bit = 1 << BIT[section]
            if SIZE[section] > 1 and (full | partial) & bit and not self.announced[fighter] & bit:
                moves.append(EMPTY + section)
        self.list_announcements(fighter, sections, full, moves)
        self.list_modes(fighter, sections, full, moves)
        for colour in range(COLOURS):
            if self.may_rotate(fighter, colour):
                moves.append(ROTATE + self.cards[self.team(fighter) * COLOURS + colour])
        self.list_targets(fighter, moves)
        if self.may_get_ready(fighter) == MAY_GET_READY:
            moves.append(READY)

    def may_draft(self, fighter: int, move: int) -> bool:
        """Whether ``draft_moves`` lists a move."""
        if self.ready >> fighter & 1 or self.fuss[fighter] >= _CHANGES:
            return move in self.draft_moves(fighter)
        if PLACE <= move < MOVE_COUNT:
            return self.may_place(fighter, (move - PLACE) % DICE, (move - PLACE) // DICE)
        full, partial = self.filled(fighter)
        if FILL <= move < PLACE:
            return self.may_fill(fighter, (move - FILL) // 8, (move - FILL) % 8, full)
        others: list[int] = []
        self.list_others(fighter, self.sections_of(fighter), full, partial, others)
        return move in others

    def may_place(self, fighter: int, die: int, slot: int) -> bool:
        """Whether a die may be placed on a slot (D3)."""
        section = SLOT_SECTION[slot]
        if die >= self.count[fighter] or self.frozen[fighter] >> die & 1:
            return False
        if section not in self.sections_of(fighter) or not self.is_open(fighter, section):
            return False
        holders = self.holders(fighter)
        if holders[slot] != NONE or repeats_slot(slot, holders):
            return False
        return self.takes(fighter, fighter * DICE + die, slot, holders)

    def may_fill(self, fighter: int, section: int, face: int, full: int) -> bool:
        """Whether a section may be had filled; a copying one with a face, any other without."""
        if section not in self.sections_of(fighter) or not self.is_open(fighter, section):
            return False
        if full >> BIT[section] & 1 or COPIES[section] == (face >= BLANK):
            return False
        if not COPIES[section] and face != PLAIN_FILL:
            return False
        loose = self.count_types(fighter, full, True)
        every = self.count_types(fighter, full, False) if full else loose
        return self.can_fill(fighter, section, face, loose, every, full)

    def last_moves(self, fighter: int) -> list[int]:
        """After very many changes of mind no die is moved any more, so that every round ends.

        What is left: announce or take back what is in the way, have boxes filled, or be ready.
        """
        moves: list[int] = []
        sections = self.sections_of(fighter)
        full, partial = self.filled(fighter)
        loose = partial
        for section in sections:
            bit = 1 << BIT[section]
            waits = BIT[section] < CARD_BIT or self.card_waits(fighter, BIT[section] - CARD_BIT)
            if waits and full & bit and TIMING[section] == IMMEDIATE and not self.announced[fighter] & bit:
                loose |= bit
        base = fighter * DICE
        for die in range(self.count[fighter]):
            slot = self.at[base + die]
            if slot != FREE and loose >> BIT[SLOT_SECTION[slot]] & 1:
                moves.append(TAKE + die)
        optional: list[int] = []
        for section in sections:
            if self.may_announce(fighter, section, full):
                due = full >> BIT[section] & 1 or not MAY[section]
                (moves if due else optional).append(ANNOUNCE + section)
        if moves:
            return moves + optional
        moves = optional
        self.list_missing(fighter, sections, full, moves)
        if self.may_get_ready(fighter) == MAY_GET_READY:
            moves.append(READY)
        lasting = [section for section in sections if TIMING[section] != IMMEDIATE]
        self.list_fills(fighter, lasting, full, moves)
        return moves

    def list_missing(self, fighter: int, sections: list[int], full: int, moves: list[int]) -> None:
        """The modes and the arrow that a seat needs before it may get ready."""
        for section in sections:
            filled = ADRENALINE[section] and full >> BIT[section] & 1
            if filled and self.modes[self.nth_adrenaline(fighter, section)] == 0:
                for mode in range(1, 4):
                    moves.append(mode_move(section, mode))
        if self.aim[fighter] == NONE:
            self.list_targets(fighter, moves)

    def list_places(self, fighter: int, sections: list[int], holders: list[int], moves: list[int]) -> None:
        """Place or move a die (D3). Of free slots that demand the same in one group only the first is offered."""
        base = fighter * DICE
        substitution = self.substitution(fighter)
        movable: list[int] = []
        types: list[int] = []
        for die in range(self.count[fighter]):
            if not self.frozen[fighter] >> die & 1:
                movable.append(die)
                types.append(self.type_of(base + die))
        for section in sections:
            if not self.is_open(fighter, section):
                continue
            first = FIRST_SLOT[section]
            for slot in range(first, first + SIZE[section]):
                if holders[slot] != NONE or repeats_slot(slot, holders):
                    continue
                accepted = ACCEPTS[substitution * 16 + SLOT_DEMAND[slot]]
                match = self.open_match(fighter, slot, holders, NONE)
                for index in range(len(movable)):
                    if accepted >> types[index] & 1:
                        die = movable[index]
                        wanted = match
                        if self.at[base + die] != FREE and SLOT_SECTION[self.at[base + die]] == section:
                            wanted = self.open_match(fighter, slot, holders, die)
                        if wanted & MATCHES[substitution * FACES + types[index] % FACES]:
                            moves.append(place_move(die, slot))

    def list_fills(self, fighter: int, sections: list[int], full: int, moves: list[int]) -> None:
        """Have a section filled; where the shown face matters it is named."""
        loose = self.count_types(fighter, full, True)
        every = self.count_types(fighter, full, False) if full else loose
        for section in sections:
            if full >> BIT[section] & 1 or not self.is_open(fighter, section):
                continue
            if COPIES[section]:
                for face in range(BLANK):
                    if every[face] + every[face + FACES] > 0 and self.can_fill(
                        fighter, section, face, loose, every, full
                    ):
                        moves.append(fill_move(section, face))
            elif self.can_fill(fighter, section, PLAIN_FILL, loose, every, full):
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
        """Where the mode of a section of Adrenaline is kept: the only ability with modes, and it has two sections."""
        first = section == 0 or SECTION_ABILITY[section - 1] != SECTION_ABILITY[section]
        return fighter * 2 if first else fighter * 2 + 1

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
            waits = (
                TIMING[section] == IMMEDIATE and not self.announced[fighter] & bit and BIT[section] < CARD_BIT
            )
            if waits and (full & bit or (not MAY[section] and self.needs_no_dice(fighter, section))):
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

    # ---- making them ---------------------------------------------------------------------------------------

    def draft(self, fighter: int, move: int) -> None:
        """Carry out a move behind the screen. Announcements are in ``immediate.py``."""
        if self.mode >= TEAM and concerns_cards(move):
            self.plans[self.partner(fighter)] = []  # the partner thinks again
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
            self.plans[fighter] = []
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


def concerns_cards(move: int) -> bool:
    """Whether a move may lay dice on a Team-Up card, take some off, or turn one."""
    if move >= PLACE:
        return BIT[SLOT_SECTION[(move - PLACE) // DICE]] >= CARD_BIT
    if move >= FILL:
        return BIT[(move - FILL) // 8] >= CARD_BIT
    return TAKE <= move < TARGET


def repeats_slot(slot: int, holders: list[int]) -> bool:
    """Whether an earlier free slot of the same section asks for the same, so that naming this one adds nothing.

    In a copying section every slot counts for itself.
    """
    section = SLOT_SECTION[slot]
    if COPIES[section]:
        return False
    for other in range(FIRST_SLOT[section], slot):
        alike = SLOT_DEMAND[other] == SLOT_DEMAND[slot] and holders[other] == NONE
        if alike and (SLOT_GROUP[other] == SLOT_GROUP[slot] or (_alone(other) and _alone(slot))):
            return True
    return False


def _alone(slot: int) -> bool:
    """Whether a slot need not match any other."""
    return GROUPS_OF[SLOT_SECTION[slot]].count(SLOT_GROUP[slot]) == 1
