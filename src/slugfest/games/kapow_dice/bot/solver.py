"""Whole placements for phase 1: what is worth placing, found over types of dice (KD-272).

A person has hundreds of small moves in phase 1; almost all of them lead to the same few sensible placements. The
solver walks over the boxes in a fixed order (attack, defence, the rest), decides for each whether to fill it, and keeps
the best partial placements for each number of dice used. Dice are counted by type, so identical dice are one choice; a
second base, a second multiplier and kickers without a base are never tried. Where the cheapest dice for a box are
missing, the exact matcher is asked whether all chosen boxes can be filled together in another way.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.position.boards import filled_sections, is_open, needs_no_dice
from slugfest.games.kapow_dice.position.fitting.demands import DEMAND_OF, PRINTED, fill_key
from slugfest.games.kapow_dice.position.fitting.matcher import NO_DICE, RANK_OF, Matcher
from slugfest.games.kapow_dice.position.moves import (
    DICE,
    MODE_ATTACK,
    MODE_DEFENCE,
    MODE_FACE,
    PLAIN_FILL,
    READY,
    fill_move,
    mode_move,
)
from slugfest.games.kapow_dice.position.phases import TEAM
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.reach import NO_CARDS
from slugfest.games.kapow_dice.position.requirements import (
    FACES,
    ONLY_WILD,
    STRICT,
    SUBSTITUTIONS,
    SYMBOLS,
    TYPES,
    WILD,
)
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ADRENALINE,
    ATTACK_KICKER,
    BIT,
    CARD_BIT,
    DEFENCE_BASE,
    DEFENCE_KICKER,
    IMMEDIATE,
    PLAYER_SECTIONS,
    POW,
    SIZE,
    SLOTS_OF,
    TIMING,
)
from slugfest.kernel import Rng

from .offers import Offers
from .placement import (
    ATTACK_BASES,
    ATTACK_KICKERS,
    ATTACK_MULTIPLIERS,
    BOXES,
    DEFENCE_BASES,
    DEFENCE_KICKERS,
    DEFENCE_MULTIPLIERS,
    RANKS,
    REST,
    Box,
    Option,
    Partial,
    Plan,
)


def _wanted() -> list[int]:
    """By section * SYMBOLS + symbol: slots that want this symbol, with or without Wilds allowed."""
    found = [0] * (PLAYER_SECTIONS * SYMBOLS)
    for section in range(PLAYER_SECTIONS):
        for demand in SLOTS_OF[section]:
            if demand < ONLY_WILD:
                found[section * SYMBOLS + demand % STRICT] += 1
    return found


_WANTED: Final = _wanted()


class Solver:
    """Finds good placements for one fighter: for all dice that are not frozen, or only for those that lie nowhere."""

    def __init__(
        self,
        position: Position,
        fighter: int,
        offers: Offers,
        exact: bool,
        adding: bool = False,
        settled: bool = False,
    ) -> None:
        self.position = position
        self.fighter = fighter
        self.exact = exact  # ask the matcher where the cheapest dice do not do
        self.settled = settled  # nothing more is announced
        self.adding = adding
        self.kept: i64 = filled_sections(position, fighter)[0] if adding else 0  # boxes that stay as they are
        self.substitution = position.substitution(fighter)
        self.appraiser = offers.appraiser
        self.counts = [0] * TYPES
        self.every: i64 = 0  # the dice that may be placed
        self.total: i64 = 0
        self.symbols: list[int] = []
        self.wilds = 0
        self.options: list[Option] = []
        self.start = Partial()
        self.matcher = self.count_dice()
        if exact:
            self.count_symbols()
        self.list_options(offers)

    def count_dice(self) -> Matcher:
        """Count the dice that may be placed, by type."""
        position = self.position
        dice = [0] * TYPES
        frozen: i64 = position.frozen[self.fighter]
        base: i64 = self.fighter * DICE
        count: i64 = position.count[self.fighter]
        bit: i64 = 1
        die: i64 = 0
        while die < count:
            if not frozen & bit and not (self.adding and position.at[base + die] != FREE):
                kind: i64 = position.face[base + die]
                if position.kind[base + die] == ACTION:
                    kind += FACES
                self.counts[kind] += 1
                dice[RANK_OF[kind]] |= bit
                self.every |= bit
                self.total += 1
            bit <<= 1
            die += 1
        return Matcher(self.substitution, dice)

    # ---- what there is to choose ---------------------------------------------------------------------------

    def list_options(self, offers: Offers) -> None:
        """Every box that might be filled, in the order of a plan; what needs no dice is there from the start."""
        start = self.start
        start.left = self.every
        boards: i64 = offers.given | self.kept & NO_CARDS
        for section in self.position.reach(self.fighter).pick(boards):
            self.give(start, BOXES[self.substitution * PLAYER_SECTIONS + section][0])
        cards = self.list_cards() if self.position.mode >= TEAM else None
        for rank in range(RANKS):
            for option in offers.by_rank[rank]:
                box = option.box
                if box.size <= self.total and not self.kept & box.bit and box.possible(self.matcher.present):
                    self.options.append(option)
            if cards is not None:
                for option in cards[rank]:
                    self.options.append(option)
        start.fought = self.appraiser.fight(start.attack(), start.defence())
        start.score = start.fought

    def list_cards(self) -> list[list[Option]]:
        """By rank: the halves of Team-Up cards that might be filled (KD-210)."""
        position, fighter = self.position, self.fighter
        by_rank: list[list[Option]] = [[] for _ in range(RANKS)]
        for section in position.player_sections(fighter):
            if BIT[section] < CARD_BIT:
                continue
            boxes = BOXES[self.substitution * PLAYER_SECTIONS + section]
            if needs_no_dice(position, fighter, section) or self.kept >> BIT[section] & 1:
                self.give(self.start, boxes[0])
                continue
            if not is_open(position, fighter, section) or SIZE[section] > self.total:
                continue
            if TIMING[section] == IMMEDIATE and (self.settled or not self.appraiser.plans_immediate(section)):
                continue
            if not self.card_may_work(section):
                continue
            for box in boxes:
                if box.possible(self.matcher.present):
                    worth = self.appraiser.worth(position, section, box.face) + self.partner_gains(section)
                    if worth > 0.0 or box.rank != REST:
                        by_rank[box.rank].append(Option(box, worth))
        return by_rank

    def card_may_work(self, section: int) -> bool:
        """A half is worth dice if the partner's half is filled. The lower seat may begin one that the partner has the
        dice for, the higher one waits for it: so they do not both begin (KD-210). Whether the partner is done is
        asked when a plan is used; only what is added to a placement is never kept for later."""
        position = self.position
        partner = position.partner(self.fighter)
        bit = 1 << BIT[section]
        if filled_sections(position, partner)[0] & bit:
            return True
        if partner < self.fighter or (self.adding and position.ready >> partner & 1):
            return False
        half = position.half_of(partner, BIT[section] - CARD_BIT)
        roll = position.roll(partner)
        return roll.meets(DEMAND_OF[half * 8 + PLAIN_FILL], roll.movable)

    def partner_gains(self, section: int) -> float:
        """What completing a card gives the partner."""
        partner = self.position.partner(self.fighter)
        half = self.position.half_of(partner, BIT[section] - CARD_BIT)
        gain = (
            self.appraiser.worth(self.position, half, PLAIN_FILL) + ATTACK_KICKER[half] + DEFENCE_KICKER[half]
        )
        return gain + 0.5 * DEFENCE_BASE[half]

    # ---- walking over the boxes ----------------------------------------------------------------------------

    def solve(self, width: int) -> list[Partial]:
        """The best placements, the best first."""
        kept: list[Partial] = [self.start]
        for number in range(len(self.options)):
            box = self.options[number].box
            for index in range(len(kept)):
                partial = kept[index]
                if partial.dice + box.size <= self.total and self.makes_sense(partial, box):
                    left = self.pay(partial, number)
                    if left != NO_DICE:
                        fought = self.fight_with(partial, box) if box.fights else partial.fought
                        kept.append(self.fuller(partial, number, self.options[number].worth, fought, left))
            last = number + 1 == len(self.options)
            if last or self.options[number + 1].box.rank != box.rank or box.rank == REST:
                kept = self.prune(kept, width)
        return kept

    def makes_sense(self, partial: Partial, box: Box) -> bool:
        """No second base or multiplier, no kicker without its base (KD-113 to KD-115)."""
        rank = box.rank
        if rank == ATTACK_BASES:
            return partial.attack_base == 0
        if rank == ATTACK_MULTIPLIERS:
            return partial.attack_base > 0 and partial.attack_multiplier == 1
        if rank == ATTACK_KICKERS:
            return partial.attack_base > 0 or box.defence_kicker > 0
        if rank == DEFENCE_BASES:
            return partial.defence_base <= 1
        if rank == DEFENCE_MULTIPLIERS:
            return partial.defence_base > 0 and partial.defence_multiplier == 1
        if rank == DEFENCE_KICKERS:
            return partial.defence_base > 0
        if box.copies:
            for number in partial.options():
                if self.options[number].box.section == box.section:
                    return False
        return True

    def prune(self, kept: list[Partial], width: int) -> list[Partial]:
        """Keep the best few for each number of dice used."""
        kept.sort(key=_by_score)
        found: list[Partial] = []
        seen = [0] * (self.total + 1)
        for partial in kept:
            if seen[partial.dice] < width:
                seen[partial.dice] += 1
                found.append(partial)
        return found

    def quick(self, noise: Rng) -> Partial:
        """One good placement, found fast: the best for each number of dice, box by box, with shaken worths."""
        best: list[Partial | None] = [None] * (self.total + 1)
        best[0] = self.start
        most: i64 = 0  # dice that any of them uses
        for number in range(len(self.options)):
            option = self.options[number]
            box = option.box
            size, fights, plain = box.size, box.fights, box.plain
            worth = option.worth * (0.5 + int(noise.below(1024)) / 1024.0)
            dice: i64 = self.total - size
            if dice > most:
                dice = most
            while dice >= 0:
                partial = best[dice]
                if partial is not None and (plain or self.makes_sense(partial, box)):
                    fought = self.fight_with(partial, box) if fights else partial.fought
                    rival = best[dice + size]
                    if rival is None or partial.worth + worth + fought > rival.score:
                        left = self.pay(partial, number)
                        if left != NO_DICE:
                            best[dice + size] = self.fuller(partial, number, worth, fought, left)
                            if dice + size > most:
                                most = dice + size
                dice -= 1
        found = self.start
        for partial in best:
            if partial is not None and partial.score > found.score:
                found = partial
        return found

    def fight_with(self, partial: Partial, box: Box) -> float:
        """What attack and defence would be worth with one more box: what :meth:`give` would make of them."""
        attack_base: i64 = partial.attack_base
        if box.attack_base:
            base: i64 = self.position.pow_base if box.section == POW else box.attack_base
            if base > attack_base:
                attack_base = base
        defence_base: i64 = partial.defence_base
        if box.defence_base > defence_base:
            defence_base = box.defence_base
        defence_kicker: i64 = partial.defence_kicker + box.defence_kicker
        attack: i64 = 0
        if attack_base:
            attack = attack_base + partial.attack_kicker + box.attack_kicker
            if partial.cage or box.cage:
                attack += defence_kicker
            attack *= box.attack_multiplier or partial.attack_multiplier
        defence: i64 = 0
        if defence_base:
            defence = defence_base + defence_kicker
            defence *= box.defence_multiplier or partial.defence_multiplier
        return self.appraiser.fight(attack, defence)

    def fuller(self, partial: Partial, number: int, worth: float, fought: float, left: i64) -> Partial:
        """One more box: what it is worth by itself, what attack and defence are worth then, and the dice left."""
        box = self.options[number].box
        fuller = Partial(partial, number)
        self.give(fuller, box)
        fuller.dice += box.size
        fuller.left = left
        fuller.worth += worth
        fuller.fought = fought
        fuller.score = fuller.worth + fought
        return fuller

    def pay(self, partial: Partial, number: int) -> i64:
        """The dice that are left when one more box is filled, or NO_DICE if there are none for it."""
        left = self.matcher.take(self.options[number].box.slots, partial.left)
        if left != NO_DICE:
            return left
        if not self.exact or not self.symbols_suffice(partial.options(), number):
            return NO_DICE
        return self.match_all(partial.options(), number)

    def symbols_suffice(self, numbers: list[int], number: int) -> bool:
        """Whether the symbols demanded, and Wilds for those that are missing, are there at all: a quick first look."""
        missing = -self.wilds
        for symbol in range(SYMBOLS):
            wanted = _WANTED[self.options[number].box.section * SYMBOLS + symbol]
            for one in numbers:
                wanted += _WANTED[self.options[one].box.section * SYMBOLS + symbol]
            if wanted > self.symbols[symbol]:
                missing += wanted - self.symbols[symbol]
        return missing <= 0

    def count_symbols(self) -> None:
        """Dice by the symbol they show, and Wilds; with what a character may count as what (KD-25)."""
        shown = [self.counts[face] + self.counts[face + FACES] for face in range(FACES)]
        used, stands_for = SUBSTITUTIONS[self.substitution]
        if used >= 0:
            shown[stands_for] += shown[used]
            shown[used] = 0
        self.symbols = shown[:SYMBOLS]
        self.wilds = shown[WILD]

    def match_all(self, numbers: list[int], number: int) -> i64:
        """The dice left when all these boxes are filled in some other way, or NO_DICE."""
        slots: list[int] = []
        for one in [*numbers, number]:
            box = self.options[one].box
            slots += PRINTED[fill_key(self.substitution, box.section, box.face)]
        ranks = self.matcher.choose(slots, self.every)
        if ranks is None:
            return NO_DICE
        left = self.every
        for rank in ranks:
            dice: i64 = self.matcher.dice[rank] & left
            left &= ~(dice & -dice)
        return left

    def give(self, partial: Partial, box: Box) -> None:
        """Let one more box count for attack and defence."""
        if box.attack_base:
            base: i64 = self.position.pow_base if box.section == POW else box.attack_base
            if base > partial.attack_base:
                partial.attack_base = base
        if box.defence_base > partial.defence_base:
            partial.defence_base = box.defence_base
        partial.attack_kicker += box.attack_kicker
        partial.defence_kicker += box.defence_kicker
        if box.attack_multiplier:
            partial.attack_multiplier = box.attack_multiplier
        if box.defence_multiplier:
            partial.defence_multiplier = box.defence_multiplier
        if box.cage:
            partial.cage = True
        partial.adrenaline += box.adrenaline

    # ---- from a placement to moves -------------------------------------------------------------------------

    def plan_of(self, partial: Partial) -> Plan:
        """The moves that make a placement."""
        moves: list[int] = []
        modes: list[int] = []
        for number in partial.options():
            box = self.options[number].box
            moves.append(fill_move(box.section, box.face))
            if ADRENALINE[box.section]:
                modes.append(mode_move(box.section, self.best_mode(partial)))
        moves += modes
        moves.append(READY)
        return Plan(moves)

    def best_mode(self, partial: Partial) -> int:
        """What Adrenaline gives most: a multiplied attack or defence, else a face."""
        attack = self.appraiser.fight(partial.attack() + partial.attack_multiplier, partial.defence())
        defence = self.appraiser.fight(partial.attack(), partial.defence() + partial.defence_multiplier)
        face = self.appraiser.fight(partial.attack(), partial.defence()) + self.appraiser.any_face
        if partial.attack_base and attack >= max(defence, face):
            return MODE_ATTACK
        return MODE_DEFENCE if partial.defence_base and defence >= face else MODE_FACE


def _by_score(partial: Partial) -> tuple[float, list[int]]:
    return (-partial.score, partial.options())
