"""What a seat cannot know, rolled anew (KD-91, KD-273): a random position that it cannot tell from the real one.

Behind another team's screen everything is imagined from what is public: the dice as they lay when the screens went up,
the Immediates announced since and in which order, the faces gained. Nothing is read from the truth.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.position import (
    CLEANING,
    COOP,
    FREE,
    Q_ATTACH,
    Q_CONFIRM,
    SELECTING,
    SOLO,
    TEAM,
    roll_of,
)
from slugfest.games.kapow_dice.position.requirements import ACCEPTS, BLANK, EVERY_FACE, FACES, MATCHES
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    BIT,
    CARD_BIT,
    COLOURS,
    FACE_TYPES,
    FIRST_SLOT,
    GROUPS_OF,
    NONE,
    SIZE,
    SLOT_SECTION,
    SLOTS_OF,
)
from slugfest.games.kapow_dice.rules.setup import Setup
from slugfest.kernel import Rng

from . import plans

_SIDES: Final = BOX.die_sides
_CHANGES: Final = 4  # so often, or less, somebody behind a screen is imagined to have changed their mind
_KEEPS_OFF: Final = 8  # one face in so many is imagined not to be attached in Clean Up


def redeal(battle: Setup, seat: int, rng: Rng) -> None:
    """Imagine everything this seat cannot see."""
    if battle.mode == SOLO or battle.mode == COOP:
        return
    if battle.phase == SELECTING:
        for team in range(2):
            if not battle.sees(seat, battle.members(team)[0]):
                Imagined(battle, team, rng).draft()
    elif battle.phase == CLEANING:
        for fighter in range(battle.seats):
            if not battle.sees(seat, fighter):
                lay_anew(battle, fighter, rng)


class Imagined:
    """One team behind its screens."""

    def __init__(self, battle: Setup, team: int, rng: Rng) -> None:
        self.battle = battle
        self.team = team
        self.rng = rng
        # what has been paid for, in order: fighter, section, face gained (or NONE), and whether the dice are frozen
        self.payer: list[int] = []
        self.section: list[int] = []
        self.gained: list[int] = []
        self.frozen: list[bool] = []

    def draft(self) -> None:
        """Roll all dice, account for what was announced, and let whoever is ready have a sensible placement."""
        battle, rng = self.battle, self.rng
        members = battle.members(self.team)
        for fighter in members:
            self.clear(fighter)
        if battle.mode == TEAM:
            battle.turned[self.team] = int(rng.below(1 << COLOURS))
        self.read_story()
        if self.payer and not self.pay(0, 0, EVERY_FACE):
            battle.turned[self.team] ^= (
                1 << COLOURS
            ) - 1  # the halves of an announced card the other way round
            self.read_story()
            self.pay(0, 0, EVERY_FACE)
        for fighter in members:
            self.roll_loose(fighter)
        if battle.source != NONE and battle.asked in members and BIT[battle.source] >= CARD_BIT:
            battle.source = battle.half_of(battle.asked, BIT[battle.source] - CARD_BIT)
        for fighter in members:
            if battle.mode == TEAM:
                self.point(fighter)
            if battle.ready >> fighter & 1:
                suggested = self.suggested(fighter)  # must stay where it is while the others are placed
                battle.frozen[fighter] |= suggested
                plans.place_quickly(battle, fighter, rng)
                battle.frozen[fighter] &= ~suggested
            else:
                battle.imagined |= 1 << fighter

    def suggested(self, fighter: int) -> int:
        """The dice on the half of a card that is suggested and not confirmed yet, one bit each."""
        battle, found = self.battle, 0
        for entry in range(len(self.payer)):
            if self.payer[entry] == fighter and not self.frozen[entry]:
                for die in range(battle.count[fighter]):
                    slot = battle.at[fighter * DICE + die]
                    if slot != FREE and SLOT_SECTION[slot] == self.section[entry]:
                        found |= 1 << die
        return found

    def point(self, fighter: int) -> None:
        """The arrow points at somebody, or of one who is not ready perhaps at nobody yet (KD-109)."""
        battle = self.battle
        enemies = battle.members(1 - self.team)
        lot = int(self.rng.below(2 if battle.ready >> fighter & 1 else 3))
        battle.aim[fighter] = enemies[lot] if lot < 2 else NONE

    def clear(self, fighter: int) -> None:
        """Back to how everything lay when the screens went up."""
        battle = self.battle
        battle.plans[fighter] = []
        battle.frozen[fighter] = 0
        battle.fuss[fighter] = int(self.rng.below(_CHANGES))
        battle.aim[fighter] = NONE
        battle.modes[2 * fighter] = 0
        battle.modes[2 * fighter + 1] = 0
        if battle.asked == fighter:
            battle.picked = 0
        for index in range(fighter * DICE, fighter * DICE + battle.count[fighter]):
            battle.at[index] = FREE
            battle.face[index] = BLANK
            battle.layout[index] = battle.open_layout[index]
        for index in range(fighter * FACE_TYPES, fighter * FACE_TYPES + FACE_TYPES):
            battle.pool[index] = battle.open_pool[index]

    def read_story(self) -> None:
        """What this team has announced; a card suggested but not confirmed yet is filled as well."""
        battle = self.battle
        self.payer, self.section, self.gained, self.frozen = [], [], [], []
        for entry in battle.story:
            fighter = entry & 3
            if battle.team(fighter) == self.team:
                section = entry >> 2 & 255
                if BIT[section] >= CARD_BIT:
                    section = battle.half_of(fighter, BIT[section] - CARD_BIT)
                self.add(fighter, section, (entry >> 10) - 1, True)
        if battle.question == Q_CONFIRM and battle.team(battle.asked) == self.team:
            colour = BOX.cards[battle.argument].colour
            for fighter in battle.members(self.team):
                self.add(fighter, battle.half_of(fighter, colour), NONE, False)

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
        if slot == SIZE[section] or self.battle.locked[fighter] >> BIT[section] & 1:
            return self.attach(entry)
        battle = self.battle
        substitution = battle.substitution(fighter)
        demand = ACCEPTS[substitution * 16 + SLOTS_OF[section][slot]]
        groups = GROUPS_OF[section]
        if slot == 0 or groups[slot] != groups[slot - 1]:
            match = EVERY_FACE
        for choice in self.payments(fighter, demand, match, substitution):
            index, face = choice // FACES, choice % FACES
            die = index - fighter * DICE
            battle.face[index] = face
            battle.at[index] = FIRST_SLOT[section] + slot
            if self.frozen[entry]:
                battle.frozen[fighter] |= 1 << die
            if self.pay(entry, slot + 1, match & MATCHES[substitution * FACES + face]):
                return True
            battle.at[index] = FREE
            battle.frozen[fighter] &= ~(1 << die)
        return False

    def payments(self, fighter: int, demand: int, match: int, substitution: int) -> list[int]:
        """Free dice and the sides they may have paid with, in random order, each once."""
        battle = self.battle
        sides: list[int] = []
        for index in range(fighter * DICE, fighter * DICE + battle.count[fighter]):
            if battle.at[index] != FREE:
                continue
            action = battle.kind[index] == ACTION
            for side in range(6):
                face = roll_of(battle.layout[index], side) if action else _SIDES[battle.kind[index]][side]
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
        battle = self.battle
        fighter, face = self.payer[entry], self.gained[entry]
        if face == NONE:
            return self.pay(entry + 1, 0, EVERY_FACE)
        waiting = battle.question == Q_ATTACH and battle.asked == fighter and entry == len(self.payer) - 1
        dice: list[int] = []
        for die in range(battle.count[fighter]):
            index = fighter * DICE + die
            loose = battle.kind[index] == ACTION and not battle.frozen[fighter] >> die & 1
            if loose and battle.empty_sides(index) > 0:
                dice.append(index)
        battle.pool[fighter * FACE_TYPES + face] += 1
        if waiting or not dice:
            if self.pay(entry + 1, 0, EVERY_FACE):
                return True
            battle.pool[fighter * FACE_TYPES + face] -= 1
            return False
        self.rng.shuffle(dice)
        for index in dice:
            battle.put_on(index, fighter, face)
            if self.pay(entry + 1, 0, EVERY_FACE):
                return True
            battle.take_off(index, fighter, face)
        battle.pool[fighter * FACE_TYPES + face] -= 1
        return False

    def roll_loose(self, fighter: int) -> None:
        """All dice that did not pay show anything."""
        battle = self.battle
        for index in range(fighter * DICE, fighter * DICE + battle.count[fighter]):
            if battle.at[index] == FREE:
                side = int(self.rng.below(6))
                kind = battle.kind[index]
                action = kind == ACTION
                battle.face[index] = roll_of(battle.layout[index], side) if action else _SIDES[kind][side]


def lay_anew(battle: Setup, fighter: int, rng: Rng) -> None:
    """Imagine how somebody rearranges: most faces attached, now and then one moved or left off."""
    battle.fuss[fighter] = int(rng.below(_CHANGES))
    dice: list[int] = []
    base = fighter * DICE
    for index in range(base, base + battle.count[fighter]):
        battle.layout[index] = battle.open_layout[index]
        if battle.kind[index] == ACTION:
            dice.append(index)
    for place in range(fighter * FACE_TYPES, fighter * FACE_TYPES + FACE_TYPES):
        battle.pool[place] = battle.open_pool[place]
    for index in dice:
        for face in range(FACE_TYPES):
            if battle.attached(index, face) > 0 and rng.below(_KEEPS_OFF) == 0:
                battle.take_off(index, fighter, face)
    for face in range(FACE_TYPES):
        for _ in range(battle.pool[fighter * FACE_TYPES + face]):
            if dice and rng.below(_KEEPS_OFF) != 0:
                index = dice[rng.below(len(dice))]
                if battle.empty_sides(index) > 0:
                    battle.put_on(index, fighter, face)
