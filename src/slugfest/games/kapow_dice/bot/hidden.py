"""Samples: what a seat cannot know, rolled again (KD-91, KD-273).

Behind another team's screen everything is imagined from what is public: the dice as they lay when the screens went up,
the Immediates announced since and in which order, the faces gained. Nothing is read from the truth.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import find_holders, is_open, slot_takes
from slugfest.games.kapow_dice.position.layouts import roll_of
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    COOP,
    Q_ATTACH,
    Q_CONFIRM,
    SELECTING,
    SOLO,
    TEAM,
)
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.requirements import ACCEPTS, BLANK, EVERY_FACE, FACES, MATCHES, TYPES
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    BIT,
    CARD_BIT,
    CHARACTERS,
    COLOURS,
    FACE_TYPES,
    FIRST_SLOT,
    GROUPS_OF,
    NONE,
    OWN_SECTIONS,
    PLAYER_SLOTS,
    SIZE,
    SLOT_DEMAND,
    SLOT_SECTION,
    SLOTS_OF,
    SUBSTITUTION,
    TOKEN_SECTIONS,
)
from slugfest.games.kapow_dice.rules.pieces import attach_face, detach_face
from slugfest.games.kapow_dice.rules.placing import repeats_slot
from slugfest.kernel import Rng

from . import plans
from .memory import Memory

_SIDES: Final = BOX.die_sides
_CHANGES: Final = 4  # at most one less than this: changes of mind of a fighter behind a screen
_LIES_SOMEWHERE: Final = 8  # one in so many dice that always show the same face lies on a box
_EQUAL_SIDES: Final = {6 << (3 * face) for face in range(FACE_TYPES)}  # layouts of six equal faces
_KEEPS_OFF: Final = 8  # one face in so many is not attached in Clean Up


def accepting_slots(sections: list[int], substitution: int, kind: int) -> list[int]:
    """The slots of these sections whose own test a die of a type passes (KD-21)."""
    return [
        slot
        for section in sections
        for slot in range(FIRST_SLOT[section], FIRST_SLOT[section] + SIZE[section])
        if ACCEPTS[substitution * 16 + SLOT_DEMAND[slot]] >> kind & 1
    ]


# By character + 1 (nobody's comes first) and type of die. Every sample asks, and few slots take a given die.
_OWN_SLOTS: Final = [
    accepting_slots(OWN_SECTIONS[character], SUBSTITUTION[character], kind)
    for character in range(CHARACTERS + 1)
    for kind in range(TYPES)
]

_NO_HOLDERS: Final = [NONE] * PLAYER_SLOTS
# Of those, the ones that are offered while no die lies anywhere and every section is open.
_EMPTY_BOARD: Final = [
    [slot for slot in slots if not repeats_slot(slot, _NO_HOLDERS)] for slots in _OWN_SLOTS
]


def redeal(position: Position, memory: Memory, seat: int, rng: Rng) -> None:
    """Replace everything that this seat cannot see by a random alternative."""
    if position.mode == SOLO or position.mode == COOP:
        return
    if position.phase == SELECTING:
        for team in range(2):
            if not position.sees(seat, position.members(team)[0]):
                Imagined(position, memory, team, rng).draft()
    elif position.phase == CLEANING_UP:
        for fighter in range(position.seats):
            if not position.sees(seat, fighter):
                rearrange(position, fighter, rng)


class Imagined:
    """One team behind its screens."""

    def __init__(self, position: Position, memory: Memory, team: int, rng: Rng) -> None:
        self.position = position
        self.memory = memory
        self.team = team
        self.rng = rng
        # what has been paid for, in order: fighter, section, face gained (or NONE), and whether the dice are frozen
        self.payer: list[int] = []
        self.section: list[int] = []
        self.gained: list[int] = []
        self.frozen: list[bool] = []

    def draft(self) -> None:
        """Roll all dice, account for what was announced, and let whoever is ready have a sensible placement."""
        position, rng = self.position, self.rng
        members = position.members(self.team)
        position.part_faces()
        position.face = position.face.copy()  # what dice show is shared in phase 1, too
        for fighter in members:
            self.clear(fighter)
        if position.mode == TEAM:
            position.turned[self.team] = int(rng.below(1 << COLOURS))
        self.read_story()
        if self.payer and not self.pay(0, 0, EVERY_FACE):
            position.turned[self.team] ^= (
                1 << COLOURS
            ) - 1  # the halves of an announced card the other way round
            self.read_story()
            self.pay(0, 0, EVERY_FACE)
        for fighter in members:
            self.roll_loose(fighter)
        if position.source != NONE and position.asked in members and BIT[position.source] >= CARD_BIT:
            position.source = position.half_of(position.asked, BIT[position.source] - CARD_BIT)
        for fighter in members:
            if position.mode == TEAM:
                self.point(fighter)
            if position.ready >> fighter & 1:
                suggested = self.suggested(fighter)  # must stay where it is while the others are placed
                position.frozen[fighter] |= suggested
                plans.place_quickly(position, self.memory, fighter, rng)
                position.frozen[fighter] &= ~suggested
            else:
                self.memory.imagined |= 1 << fighter
                self.lay_down(fighter)

    def lay_down(self, fighter: int) -> None:
        """Whoever is not ready may have dice on boxes. Of a die that always shows the same, nothing but where it
        lies is hidden (KD-91), so now and then it lies somewhere; all others vary by what they show."""
        position = self.position
        for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
            if position.kind[index] != ACTION:
                continue
            packed = position.layout[index]
            if (
                (packed == 0 or packed in _EQUAL_SIDES)
                and position.at[index] == FREE
                and self.rng.below(_LIES_SOMEWHERE) == 0
            ):
                slots = self.slots_for(fighter, index)
                if slots:
                    position.at[index] = slots[self.rng.below(len(slots))]

    def slots_for(self, fighter: int, index: int) -> list[int]:
        """The free slots on a fighter's own boards that take a die."""
        position = self.position
        found: list[int] = []
        character, kind = position.character[fighter] + 1, position.type_of(index)
        closed = position.locked[fighter] | position.used[fighter] | position.announced[fighter]
        if not closed and not position.entangled[fighter] and self.lies_nothing(fighter):
            return _EMPTY_BOARD[character * TYPES + kind]
        holders = find_holders(position, fighter)
        slots = _OWN_SLOTS[character * TYPES + kind]
        if position.entangled[fighter]:
            tokens = TOKEN_SECTIONS[: position.entangled[fighter]]
            slots = slots + accepting_slots(tokens, SUBSTITUTION[character], kind)
        for slot in slots:
            if not is_open(position, fighter, SLOT_SECTION[slot]):
                continue
            if holders[slot] != NONE or repeats_slot(slot, holders):
                continue
            if slot_takes(position, fighter, index, slot, holders):
                found.append(slot)
        return found

    def lies_nothing(self, fighter: int) -> bool:
        """Whether all dice of a fighter lie on no board."""
        at = self.position.at
        for index in range(fighter * DICE, fighter * DICE + self.position.count[fighter]):
            if at[index] != FREE:
                return False
        return True

    def suggested(self, fighter: int) -> int:
        """The dice on the half of a card that is suggested and not confirmed yet, one bit each."""
        position, found = self.position, 0
        for entry in range(len(self.payer)):
            if self.payer[entry] == fighter and not self.frozen[entry]:
                for die in range(position.count[fighter]):
                    slot = position.at[fighter * DICE + die]
                    if slot != FREE and SLOT_SECTION[slot] == self.section[entry]:
                        found |= 1 << die
        return found

    def point(self, fighter: int) -> None:
        """Point the arrow at a random enemy; if the fighter is not ready, perhaps at nobody yet (KD-109)."""
        position = self.position
        enemies = position.members(1 - self.team)
        lot = int(self.rng.below(2 if position.ready >> fighter & 1 else 3))
        position.targets[fighter] = enemies[lot] if lot < 2 else NONE

    def clear(self, fighter: int) -> None:
        """Back to how everything lay when the screens went up."""
        position = self.position
        self.memory.keep(fighter, [])
        position.frozen[fighter] = 0
        position.changes_of_mind[fighter] = int(self.rng.below(_CHANGES))
        position.targets[fighter] = NONE
        position.adrenaline_modes[2 * fighter] = 0
        position.adrenaline_modes[2 * fighter + 1] = 0
        if position.asked == fighter:
            position.picked = 0
        for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
            position.at[index] = FREE
            position.face[index] = BLANK
            position.layout[index] = position.open_layout[index]
        for index in range(fighter * FACE_TYPES, fighter * FACE_TYPES + FACE_TYPES):
            position.pool[index] = position.open_pool[index]

    def read_story(self) -> None:
        """What this team has announced; a card suggested but not confirmed yet is filled as well."""
        position = self.position
        self.payer, self.section, self.gained, self.frozen = [], [], [], []
        for entry in position.announcements:
            fighter = entry & 3
            if position.team(fighter) == self.team:
                section = entry >> 2 & 255
                if BIT[section] >= CARD_BIT:
                    section = position.half_of(fighter, BIT[section] - CARD_BIT)
                self.add(fighter, section, (entry >> 10) - 1, True)
        if position.question == Q_CONFIRM and position.team(position.asked) == self.team:
            colour = BOX.cards[position.argument].colour
            for fighter in position.members(self.team):
                self.add(fighter, position.half_of(fighter, colour), NONE, False)

    def add(self, fighter: int, section: int, gained: int, frozen: bool) -> None:
        self.payer.append(fighter)
        self.section.append(section)
        self.gained.append(gained)
        self.frozen.append(frozen)

    # ---- paying for what was announced ---------------------------------------------------------------------

    def pay(self, entry: int, slot: int, match: int) -> bool:
        """Find dice for all slots from this one on; each die shows a side that fits, likelier ones more often."""
        if entry == len(self.payer):
            return True
        fighter, section = self.payer[entry], self.section[entry]
        if slot == SIZE[section] or self.position.locked[fighter] >> BIT[section] & 1:
            return self.attach(entry)
        position = self.position
        substitution = position.substitution(fighter)
        demand = ACCEPTS[substitution * 16 + SLOTS_OF[section][slot]]
        groups = GROUPS_OF[section]
        if slot == 0 or groups[slot] != groups[slot - 1]:
            match = EVERY_FACE
        for choice in self.payments(fighter, demand, match, substitution):
            index, face = choice // FACES, choice % FACES
            die = index - fighter * DICE
            position.face[index] = face
            position.at[index] = FIRST_SLOT[section] + slot
            if self.frozen[entry]:
                position.frozen[fighter] |= 1 << die
            if self.pay(entry, slot + 1, match & MATCHES[substitution * FACES + face]):
                return True
            position.at[index] = FREE
            position.frozen[fighter] &= ~(1 << die)
        return False

    def payments(self, fighter: int, demand: int, match: int, substitution: int) -> list[int]:
        """Free dice and the sides they may have paid with, in random order, each once."""
        position = self.position
        sides: list[int] = []
        for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
            if position.at[index] != FREE:
                continue
            action = position.kind[index] == ACTION
            for side in range(6):
                face = roll_of(position.layout[index], side) if action else _SIDES[position.kind[index]][side]
                kind = face + FACES if action else face
                if demand >> kind & 1 and match & MATCHES[substitution * FACES + face]:
                    sides.append(index * FACES + face)
        self.rng.shuffle(sides)
        found: list[int] = []
        for side in sides:
            if side not in found:
                found.append(side)
        return found

    def attach(self, entry: int) -> bool:
        """The face gained went on some die that was not frozen then, or into the pool if there was none."""
        position = self.position
        fighter, face = self.payer[entry], self.gained[entry]
        if face == NONE:
            return self.pay(entry + 1, 0, EVERY_FACE)
        waiting = position.question == Q_ATTACH and position.asked == fighter and entry == len(self.payer) - 1
        dice: list[int] = []
        for die in range(position.count[fighter]):
            index = fighter * DICE + die
            loose = position.kind[index] == ACTION and not position.frozen[fighter] >> die & 1
            if loose and position.empty_sides(index) > 0:
                dice.append(index)
        position.part_faces()
        position.pool[fighter * FACE_TYPES + face] += 1
        if waiting or not dice:
            if self.pay(entry + 1, 0, EVERY_FACE):
                return True
            position.pool[fighter * FACE_TYPES + face] -= 1
            return False
        self.rng.shuffle(dice)
        for index in dice:
            attach_face(position, index, fighter, face)
            if self.pay(entry + 1, 0, EVERY_FACE):
                return True
            detach_face(position, index, fighter, face)
        position.pool[fighter * FACE_TYPES + face] -= 1
        return False

    def roll_loose(self, fighter: int) -> None:
        """All dice that did not pay show anything."""
        position = self.position
        for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
            if position.at[index] == FREE:
                side = int(self.rng.below(6))
                kind = position.kind[index]
                action = kind == ACTION
                position.face[index] = roll_of(position.layout[index], side) if action else _SIDES[kind][side]


def rearrange(position: Position, fighter: int, rng: Rng) -> None:
    """Imagine how a fighter rearranges: most faces attached, a few moved or left off."""
    position.part_faces()
    position.changes_of_mind[fighter] = int(rng.below(_CHANGES))
    dice: list[int] = []
    base = fighter * DICE
    for index in range(base, base + position.count[fighter]):
        position.layout[index] = position.open_layout[index]
        if position.kind[index] == ACTION:
            dice.append(index)
    for place in range(fighter * FACE_TYPES, fighter * FACE_TYPES + FACE_TYPES):
        position.pool[place] = position.open_pool[place]
    for index in dice:
        for face in range(FACE_TYPES):
            if position.attached(index, face) > 0 and rng.below(_KEEPS_OFF) == 0:
                detach_face(position, index, fighter, face)
    for face in range(FACE_TYPES):
        for _ in range(position.pool[fighter * FACE_TYPES + face]):
            if dice and rng.below(_KEEPS_OFF) != 0:
                index = dice[rng.below(len(dice))]
                if position.empty_sides(index) > 0:
                    attach_face(position, index, fighter, face)
