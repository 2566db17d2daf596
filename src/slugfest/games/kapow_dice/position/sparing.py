"""What can be filled as dice lie: from loose dice, or because full boxes spare some for another one (KD-26, KD-272).

A full box that spares a die stays full with another one, and goes on copying the same face. Which dice a slot takes is
a set, one bit a die. A box that wants one die gets it if a chain leads to a free one: the die it wants lies on a slot
that takes another, and so on. For several dice such chains are laid one after the other (augmenting paths). Boxes whose
dice must match (KD-22) are looked at twice: as if they need not, which is too hopeful, and as if they had to keep the
face they match in now, which is too strict. Where the two differ, the exact matcher is asked.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .boards import SHOWS_FACE, SLOT_BIT, match_all
from .demands import ACCEPTING, DEMAND_BIT, DEMAND_OF, DEMANDS, LARGER, ONE_DIE, SHOWING, STANDING, WAYS
from .moves import DICE
from .position import FREE, Position
from .requirements import EVERY_FACE, FACES, MATCHES
from .rolls import Roll
from .sets import count_dice
from .tables import FIRST_SLOT, GROUPS_OF, NONE, PLAYER_SLOTS, SLOT_DEMAND, SLOT_GROUP, SLOT_SECTION


def can_fill(
    position: Position, fighter: int, section: int, face: int, roll: Roll, loose: i64, full: i64
) -> bool:
    """Whether ``find_filling`` would find a way; with the loose dice found beforehand."""
    demand: i64 = DEMAND_OF[section * 8 + face]
    if roll.meets(demand, loose):
        return True
    settled: i64 = full & ~position.announced[fighter]
    if settled == 0 or LARGER[count_dice(loose)] & DEMAND_BIT[demand] or not roll.meets(demand, roll.movable):
        return False
    return Sparing(position, fighter, roll, settled).meets_which(DEMAND_BIT[demand]) != 0


def demands_met(position: Position, fighter: int, roll: Roll, loose: i64, full: i64, wanted: i64) -> i64:
    """The demands, among those wanted, that ``find_filling`` would meet; each for itself."""
    met: i64 = roll.meets_which(loose) & wanted
    settled: i64 = full & ~position.announced[fighter]
    if settled:
        left: i64 = wanted & ~met & ~LARGER[count_dice(loose)]
        if left:
            left &= roll.meets_which(roll.movable)
        if left:
            met |= Sparing(position, fighter, roll, settled).meets_which(left)
    return met


def _match_key(slot: int) -> int:
    """The first slot of a group that must match, to name the group by; NONE for a slot that stands alone."""
    section = SLOT_SECTION[slot]
    groups = GROUPS_OF[section]
    if groups.count(SLOT_GROUP[slot]) == 1:
        return NONE
    return FIRST_SLOT[section] + groups.index(SLOT_GROUP[slot])


_MATCH_KEY: Final = [_match_key(slot) for slot in range(PLAYER_SLOTS)]


class Sparing:
    """The dice on a fighter's full boxes that are not triggered, and those that lie on none."""

    position: Position
    fighter: int
    roll: Roll
    settled: i64  # sections
    free: i64  # dice that none of them needs
    slot_of: list[int]  # by die: the number of its slot, or NONE
    hopeful: list[int]  # by number of a slot: the dice it takes, whatever lies beside it
    strict: list[int]  # and those that keep the face in which its group matches now
    same: bool  # there are no such groups
    # while chains are laid
    taken_from: list[int]  # as slot_of
    takes: list[int]  # one of the two above
    unused: i64
    seen: i64

    def __init__(self, position: Position, fighter: int, roll: Roll, settled: i64) -> None:
        self.position = position
        self.fighter = fighter
        self.roll = roll
        self.settled = settled
        self.slot_of = []
        self.hopeful = []
        self.same = True
        free: i64 = roll.movable
        slots: list[int] = []
        base: i64 = fighter * DICE
        bit: i64 = 1
        die: i64 = 0
        while die < roll.count:
            slot = position.at[base + die]
            if slot == FREE or not settled & SLOT_BIT[slot]:
                self.slot_of.append(NONE)
            else:
                takes = roll.dice_in(ACCEPTING[roll.substitution * 16 + SLOT_DEMAND[slot]])
                if SHOWS_FACE[slot]:
                    takes &= roll.dice_in(SHOWING[roll.types[die] % FACES])
                if _MATCH_KEY[slot] != NONE:
                    self.same = False
                self.slot_of.append(len(slots))
                self.hopeful.append(takes)
                slots.append(slot)
                free &= ~bit
            bit <<= 1
            die += 1
        self.free = free
        self.strict = self.hopeful
        self.taken_from = self.slot_of
        self.takes = self.hopeful
        self.unused = 0
        self.seen = 0
        if not self.same:
            self.strict = self.keep_faces(slots)

    def keep_faces(self, slots: list[int]) -> list[int]:
        """By number of a slot: the dice that it takes if its group goes on matching in one of the faces it does now."""
        roll = self.roll
        row: i64 = roll.substitution * FACES
        matches: dict[int, int] = {}
        for die in range(len(self.slot_of)):
            number = self.slot_of[die]
            if number != NONE:
                key = _MATCH_KEY[slots[number]]
                if key != NONE:
                    matches[key] = matches.get(key, EVERY_FACE) & MATCHES[row + roll.types[die] % FACES]
        found: list[int] = []
        for number in range(len(slots)):
            takes = self.hopeful[number]
            key = _MATCH_KEY[slots[number]]
            if key != NONE:
                match: i64 = matches[key]
                face: i64 = 0
                while not match & 1:
                    match >>= 1
                    face += 1
                takes &= roll.dice_in(STANDING[row + face])
            found.append(takes)
        return found

    def meets_which(self, wanted: i64) -> i64:
        """The demands, among those wanted, that can be met; each for itself, one bit each."""
        roll = self.roll
        within_reach = self.dice_to_be_had(self.hopeful)
        wanted &= roll.meets_which(within_reach)
        if wanted == 0:
            return 0
        met: i64 = ONE_DIE & wanted
        if met and not self.same:
            met &= roll.meets_which(self.dice_to_be_had(self.strict))
        left: i64 = wanted & ~met
        demand: i64 = 0
        while left:
            if left & 1 and self.can_meet(demand):
                met |= DEMAND_BIT[demand]
            left >>= 1
            demand += 1
        return met

    def can_meet(self, demand: i64) -> bool:
        if self.lays_chains(demand, self.strict):
            return True
        if self.same or not self.lays_chains(demand, self.hopeful):
            return False
        return match_all(self.position, self.fighter, self.roll, demand, self.settled)

    def dice_to_be_had(self, takes: list[int]) -> i64:
        """The dice from which a chain leads to a free one, and the free ones."""
        found = self.free
        grown: i64 = -1
        while grown != found:
            grown = found
            bit: i64 = 1
            die: i64 = 0
            while die < len(self.slot_of):
                if not found & bit:
                    number: i64 = self.slot_of[die]
                    if number != NONE and takes[number] & found:
                        found |= bit
                bit <<= 1
                die += 1
        return found

    def lays_chains(self, demand: i64, takes: list[int]) -> bool:
        """Whether there is a die for every slot of a demand when each settled slot takes these dice."""
        roll = self.roll
        for way in WAYS[roll.substitution * DEMANDS + demand]:
            self.takes = takes.copy()
            self.taken_from = self.slot_of.copy()
            self.unused = self.free
            done = True
            for number in way:
                wanted = roll.dice_in(number)
                self.seen = 0
                die = self.lay_chain(wanted)
                if die == NONE:
                    done = False
                    break
                self.taken_from[die] = len(self.takes)
                self.takes.append(wanted)
            if done:
                return True
        return False

    def lay_chain(self, wanted: i64) -> i64:
        """The die that a slot gets which takes these, after others have moved up; NONE if there is no chain."""
        found: i64 = wanted & self.unused
        if found:
            found &= -found
            self.unused &= ~found
            return count_dice(found - 1)
        found = wanted & ~self.seen
        while found:
            bit: i64 = found & -found
            self.seen |= bit
            die: i64 = count_dice(bit - 1)
            number: i64 = self.taken_from[die]
            if number != NONE:
                other = self.lay_chain(self.takes[number])
                if other != NONE:
                    self.taken_from[other] = number
                    return die
            found &= ~self.seen
        return NONE
