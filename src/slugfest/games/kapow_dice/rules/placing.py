"""Phase 1, Ability Selection: placing dice and getting ready (KD-100 to KD-109)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import (
    copied_faces,
    filled_sections,
    find_filling,
    find_holders,
    is_open,
    lay_dice,
    loose_dice,
    slot_takes,
)
from slugfest.games.kapow_dice.position.fitting.demands import DEMAND_BIT, DEMAND_OF
from slugfest.games.kapow_dice.position.fitting.roll import (
    ALIKE,
    PATTERN_BITS,
    PATTERN_STEP,
    SLOT_BIT,
    Fills,
    Places,
    Roll,
)
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
    mode_move,
)
from slugfest.games.kapow_dice.position.phases import SELECTING, TEAM
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.reach import Reach
from slugfest.games.kapow_dice.position.requirements import BLANK, LETTERS
from slugfest.games.kapow_dice.position.tables import (
    BIT,
    CARD_BIT,
    COLOURS,
    COPIES,
    MAY,
    NONE,
    PLAYER_SECTIONS,
    SECTION_BIT,
    SLOT_SECTION,
)
from slugfest.kernel import Rng

from .pieces import roll_dice

_CHANGES: Final[int] = BOX.limits["changes_of_mind"]

# Why a seat may not get ready (KD-27, KD-103, KD-109, KD-157, KD-216).
MAY_GET_READY: Final = 0
INCOMPLETE: Final = 1
UNANNOUNCED: Final = 2
CARD_UNANNOUNCED: Final = 3
NO_MODE: Final = 4
NO_TARGET: Final = 5

# ---- the round (KD-90) -------------------------------------------------------------------------------------


def begin_round(position: Position) -> None:
    """Phase 1 begins: screens up, everybody rolls; an automated fighter only after the people (KD-100, KD-230)."""
    own_boxes = (1 << CARD_BIT) - 1  # how a Team-Up card lies now is hidden, so its halves are left out
    position.previous = [
        position.selected[fighter] & position.reach(fighter).lasting & own_boxes
        if fighter < position.seats
        else 0
        for fighter in range(position.fighters)
    ]
    position.clear_round()
    position.round += 1
    position.phase = SELECTING
    position.acting = NONE
    position.open_layout = position.layout.copy()
    position.open_pool = position.pool.copy()
    position.reveal()
    if position.events is not None:
        position.emit("round", {"round": position.round})
    for fighter in range(position.seats):
        roll_dice(position, fighter)
        if position.events is not None:
            base = fighter * DICE
            faces = [LETTERS[position.face[base + die]] for die in range(position.count[fighter])]
            position.emit_behind_screen("roll", fighter, {}, {"faces": faces})


def undecided(position: Position) -> list[int]:
    """The seats that are not ready, the team with the token first (KD-107)."""
    found: list[int] = []
    for side in range(2):
        for fighter in position.members(position.first if side == 0 else 1 - position.first):
            if fighter < position.seats and not position.ready >> fighter & 1:
                found.append(fighter)
    return found


def first_undecided(position: Position) -> int:
    """The first of these seats, or -1."""
    for side in range(2):
        for fighter in position.members(position.first if side == 0 else 1 - position.first):
            if fighter < position.seats and not position.ready >> fighter & 1:
                return fighter
    return -1


def all_ready(position: Position) -> bool:
    """Whether no seat owes a decision any more (KD-107)."""
    return position.ready == (1 << position.seats) - 1


# ---- legal moves (KD-101 to KD-109) ------------------------------------------------------------------------


def placing_moves(position: Position, fighter: int) -> list[int]:
    """What a seat may do while screens are up (KD-101 to KD-109)."""
    if position.ready >> fighter & 1:
        return [UNREADY] if position.changes_of_mind[fighter] < _CHANGES else []
    if position.changes_of_mind[fighter] >= _CHANGES:
        return last_moves(position, fighter)
    moves: list[int] = []
    reach = position.reach(fighter)
    full, partial = filled_sections(position, fighter)
    roll = position.roll(fighter)
    found = Placing(position, fighter, reach, roll, full | partial)
    found.list_into(moves)
    moves += fills_with(position, fighter, reach, roll, full)
    list_others(position, fighter, reach, full, partial, moves)
    return moves


def random_placing_move(position: Position, fighter: int, rng: Rng) -> int:
    """A random one of these moves: the same as an index into ``placing_moves``, without building the whole list."""
    if position.ready >> fighter & 1 or position.changes_of_mind[fighter] >= _CHANGES:
        moves = placing_moves(position, fighter)
        return moves[rng.below(len(moves))]
    reach = position.reach(fighter)
    full, partial = filled_sections(position, fighter)
    roll = position.roll(fighter)
    places = Placing(position, fighter, reach, roll, full | partial)
    fills = fills_with(position, fighter, reach, roll, full)
    others: list[int] = []
    list_others(position, fighter, reach, full, partial, others)
    index = rng.below(places.count + len(fills) + len(others))
    if index < places.count:
        return places.find(index)
    index -= places.count
    return fills[index] if index < len(fills) else others[index - len(fills)]


def list_others(
    position: Position, fighter: int, reach: Reach, full: i64, partial: i64, moves: list[int]
) -> None:
    """Add the moves that place no die: taking back, announcing, modes, cards, the arrow, getting ready (KD-101 to
    KD-109)."""
    touched: i64 = full | partial
    if touched:
        base: i64 = fighter * DICE
        frozen: i64 = position.frozen[fighter]
        die: i64 = 0
        while die < position.count[fighter]:
            if position.at[base + die] != FREE and not frozen >> die & 1:
                moves.append(TAKE + die)
            die += 1
        for section in reach.pick(touched & reach.several & ~position.announced[fighter]):
            moves.append(EMPTY + section)
    list_announcements(position, fighter, reach, full, moves)
    list_modes(position, fighter, reach, full, moves)
    if position.mode >= TEAM:
        for colour in range(COLOURS):
            if may_turn_card(position, fighter, colour):
                moves.append(ROTATE + position.cards[position.team(fighter) * COLOURS + colour])
        list_targets(position, fighter, moves)
    if readiness_with(position, fighter, reach, full, partial) == MAY_GET_READY:
        moves.append(READY)


def may_make_placing_move(position: Position, fighter: int, move: int) -> bool:
    """Whether ``placing_moves`` lists a move."""
    full, partial = filled_sections(position, fighter)
    return len(allowed_moves(position, fighter, [move], full, partial)) == 1


def allowed_moves(position: Position, fighter: int, moves: list[int], full: i64, partial: i64) -> list[int]:
    """Those of these moves that ``placing_moves`` lists. ``full`` and ``partial``: see ``filled_sections``."""
    if position.ready >> fighter & 1 or position.changes_of_mind[fighter] >= _CHANGES:
        listed = placing_moves(position, fighter)
        return [move for move in moves if move in listed]
    reach = position.reach(fighter)
    roll = position.roll(fighter)
    loose = loose_dice(position, fighter, full)
    found: list[int] = []
    for move in moves:
        if move >= PLACE:
            allowed = move < MOVE_COUNT and may_place_die(
                position, fighter, (move - PLACE) % DICE, (move - PLACE) // DICE
            )
        elif move >= FILL:
            allowed = may_fill_with(position, fighter, reach, roll, loose, full, move)
        elif move == READY:
            allowed = readiness_with(position, fighter, reach, full, partial) == MAY_GET_READY
        else:
            others: list[int] = []
            list_others(position, fighter, reach, full, partial, others)
            allowed = move in others
        if allowed:
            found.append(move)
    return found


def may_place_die(position: Position, fighter: int, die: int, slot: int) -> bool:
    """Whether a die may be placed on a slot: own, not frozen, the slot free and fitting (KD-20 to KD-22, KD-104)."""
    section = SLOT_SECTION[slot]
    if die >= position.count[fighter] or position.frozen[fighter] >> die & 1:
        return False
    if not position.reach(fighter).holds(section) or not is_open(position, fighter, section):
        return False
    holders = find_holders(position, fighter)
    if holders[slot] != NONE or repeats_slot(slot, holders):
        return False
    return slot_takes(position, fighter, fighter * DICE + die, slot, holders)


def may_fill(position: Position, fighter: int, move: int, full: i64) -> bool:
    """Whether a fill move is legal (KD-26)."""
    reach, roll = position.reach(fighter), position.roll(fighter)
    loose = loose_dice(position, fighter, full)
    return may_fill_with(position, fighter, reach, roll, loose, full, move)


def may_fill_with(
    position: Position, fighter: int, reach: Reach, roll: Roll, loose: i64, full: i64, move: int
) -> bool:
    """The same for a reach and a roll that the caller has. Only a copying section is filled with a named face."""
    section = (move - FILL) // 8
    face = (move - FILL) % 8
    if not reach.holds(section) or not is_open(position, fighter, section):
        return False
    if full & SECTION_BIT[section] or COPIES[section] == (face >= BLANK):
        return False
    if not COPIES[section] and face != PLAIN_FILL:
        return False
    demand: i64 = DEMAND_OF[section * 8 + face]
    if roll.meets(demand, loose):
        return True
    settled = reach.pick(full & ~position.announced[fighter])
    return roll.spare_which(position.at, fighter * DICE, settled, loose, DEMAND_BIT[demand]) != 0


def last_moves(position: Position, fighter: int) -> list[int]:
    """After very many changes of mind no die is moved any more, so that every round ends.

    What is left: announce or take back what is in the way, have boxes filled, or be ready.
    """
    moves: list[int] = []
    reach = position.reach(fighter)
    full, partial = filled_sections(position, fighter)
    in_the_way = partial | reach.immediate & full & ~position.announced[fighter]
    in_the_way |= cards_waiting(position, fighter, reach, full)
    base = fighter * DICE
    for die in range(position.count[fighter]):
        slot = position.at[base + die]
        if slot != FREE and in_the_way & SLOT_BIT[slot]:
            moves.append(TAKE + die)
    optional: list[int] = []
    for section in reach.pick(announceable(position, fighter, reach, full)):
        due = full & SECTION_BIT[section] or not MAY[section]
        (moves if due else optional).append(ANNOUNCE + section)
    if moves:
        return moves + optional
    moves = optional
    list_missing(position, fighter, reach, full, moves)
    if readiness_with(position, fighter, reach, full, partial) == MAY_GET_READY:
        moves.append(READY)
    loose = loose_dice(position, fighter, full)
    list_fills(position, fighter, reach, position.roll(fighter), loose, full, reach.lasting, moves)
    return moves


def list_missing(position: Position, fighter: int, reach: Reach, full: i64, moves: list[int]) -> None:
    """The modes and the arrow that a seat needs before it may get ready (KD-109, KD-157)."""
    for section in reach.pick(reach.adrenaline & full):
        if position.adrenaline_mode(fighter, section) == 0:
            for mode in range(1, 4):
                moves.append(mode_move(section, mode))
    if position.targets[fighter] == NONE:
        list_targets(position, fighter, moves)


class Placing:
    """The moves that place or move a die (KD-101), as parts of lists: one long list for the sections without dice, and
    for each of the others the dice that may be added."""

    places: Places
    lying: list[int]  # sections with dice, in board order, each with its pattern (roll.py)
    beside: list[list[int]]  # what may be added to each of them
    count: i64  # of all moves

    def __init__(self, position: Position, fighter: int, reach: Reach, roll: Roll, touched: i64) -> None:
        closed: i64 = position.locked[fighter] | position.used[fighter] | position.announced[fighter]
        self.places = roll.places_on(reach, closed)
        self.lying = []
        self.beside = []
        self.count = len(self.places.moves)
        touched &= ~closed
        if touched == 0:
            return
        at, ranks = position.at, roll.ranks
        base: i64 = fighter * DICE
        count: i64 = roll.count
        die: i64 = 0
        while die < count:
            slot: i64 = at[base + die]
            if slot != FREE and touched & SLOT_BIT[slot]:
                rank: i64 = ranks[die]
                step: i64 = PATTERN_STEP[slot]
                self.add(SLOT_SECTION[slot], (rank + 1) * step)
            die += 1
        starts = self.places.starts
        for lies in self.lying:
            beside = roll.places_beside(lies)
            self.beside.append(beside)
            bit: i64 = BIT[lies >> PATTERN_BITS]
            alone: i64 = starts[bit + 1] - starts[bit]
            self.count += len(beside) - alone

    def add(self, section: i64, step: i64) -> None:
        """One more die lies on a section."""
        lying = self.lying
        index: i64 = 0
        while index < len(lying):
            lies: i64 = lying[index]
            if lies >> PATTERN_BITS >= section:
                if lies >> PATTERN_BITS == section:
                    lying[index] = lies + step
                    return
                break
            index += 1
        lying.insert(index, (section << PATTERN_BITS) + step)

    def list_into(self, moves: list[int]) -> None:
        """Add all of them to a list."""
        every, starts = self.places.moves, self.places.starts
        done: i64 = 0
        for index in range(len(self.lying)):
            bit: i64 = BIT[self.lying[index] >> PATTERN_BITS]
            start: i64 = starts[bit]
            if start > done:
                moves += every[done:start]
            moves += self.beside[index]
            done = starts[bit + 1]
        moves += every[done:] if done else every

    def find(self, number: i64) -> int:
        """One of them, by its place in the list."""
        every, starts = self.places.moves, self.places.starts
        done: i64 = 0
        for index in range(len(self.lying)):
            bit: i64 = BIT[self.lying[index] >> PATTERN_BITS]
            start: i64 = starts[bit]
            if number < start - done:
                break
            number -= start - done
            beside = self.beside[index]
            if number < len(beside):
                return beside[number]
            number -= len(beside)
            done = starts[bit + 1]
        return every[done + number]


def fill_moves(position: Position, fighter: int, full: i64) -> list[int]:
    """The moves that fill a section in reach (KD-26). Callers must not change the list."""
    return fills_with(position, fighter, position.reach(fighter), position.roll(fighter), full)


def fills_with(position: Position, fighter: int, reach: Reach, roll: Roll, full: i64) -> list[int]:
    """The same for a reach and a roll that the caller has. The roll keeps the last result, valid while dice lie on
    the same full sections."""
    announced: i64 = position.announced[fighter]
    closed: i64 = position.locked[fighter] | position.used[fighter]
    loose = loose_dice(position, fighter, full)
    copied: i64 = copied_faces(position, fighter) if full & reach.copying else 0
    found = roll.fills
    if found is None or not found.is_for(loose, full, announced, closed, copied, reach.key):
        moves: list[int] = []
        list_fills(position, fighter, reach, roll, loose, full, reach.every, moves)
        found = Fills(loose, full, announced, closed, copied, reach.key, moves)
        roll.fills = found
    return found.moves


def list_fills(
    position: Position,
    fighter: int,
    reach: Reach,
    roll: Roll,
    loose: i64,
    full: i64,
    within: i64,
    moves: list[int],
) -> None:
    """Add the moves that fill one of these sections (KD-26); a copying section is filled with a named face (KD-45)."""
    bits, demands = reach.fill_bits, reach.fill_demands
    open_bits: i64 = within & ~(
        full | position.locked[fighter] | position.used[fighter] | position.announced[fighter]
    )
    one: i64 = DEMAND_BIT[0]
    wanted: i64 = 0
    index: i64 = 0
    while index < len(bits):
        if open_bits >> bits[index] & 1:
            wanted |= one << demands[index]
        index += 1
    met: i64 = roll.meets_which(loose) & wanted
    settled: i64 = full & ~position.announced[fighter]
    if settled and met != wanted:
        met |= roll.spare_which(position.at, fighter * DICE, reach.pick(settled), loose, wanted & ~met)
    index = 0
    while index < len(bits):
        if open_bits >> bits[index] & met >> demands[index] & 1:
            moves.append(reach.fill_moves[index])
        index += 1


def list_announcements(position: Position, fighter: int, reach: Reach, full: i64, moves: list[int]) -> None:
    """Immediates that may be announced, and Team-Up cards that may be suggested (KD-103, KD-216)."""
    for section in reach.pick(announceable(position, fighter, reach, full)):
        moves.append(ANNOUNCE + section)
    for section in reach.pick(cards_waiting(position, fighter, reach, full)):
        moves.append(PROPOSE + card_at(position, fighter, section))


def announceable(position: Position, fighter: int, reach: Reach, full: i64) -> i64:
    """Filled Immediates, and those that need no dice, each once per round (KD-103, KD-105): one bit each. Cards: see
    ``cards_waiting``."""
    done: i64 = position.announced[fighter]
    return reach.immediate & ~done & (full | reach.empty | position.locked[fighter])


def cards_waiting(position: Position, fighter: int, reach: Reach, full: i64) -> i64:
    """The Immediate cards that are filled on both halves and not announced yet (KD-216): one bit each."""
    waiting: i64 = reach.immediate_cards & full & ~position.announced[fighter]
    if waiting:
        waiting &= filled_sections(position, position.partner(fighter))[0]
    return waiting


def card_at(position: Position, fighter: int, section: int) -> int:
    """The card that a fighter's half belongs to (KD-210)."""
    return position.cards[position.team(fighter) * COLOURS + BIT[section] - CARD_BIT]


def cannot_work(position: Position, seat: int, half: int) -> bool:
    """Whether the partner is done and has not filled the other half of a Team-Up card (KD-210)."""
    partner = position.partner(seat)
    return position.ready >> partner & 1 != 0 and not filled_sections(position, partner)[0] >> BIT[half] & 1


def list_modes(position: Position, fighter: int, reach: Reach, full: i64, moves: list[int]) -> None:
    """Adrenaline: what each filled section gives (KD-157)."""
    for section in reach.pick(reach.adrenaline & full):
        for mode in range(1, 4):
            if position.adrenaline_mode(fighter, section) != mode:
                moves.append(mode_move(section, mode))


def may_turn_card(position: Position, fighter: int, colour: int) -> bool:
    """A card may be turned while no die lies on it (KD-210)."""
    half = position.half_of(fighter, colour)
    if half == NONE:
        return False
    bit = 1 << BIT[half]
    for member in position.members(position.team(fighter)):
        full, partial = filled_sections(position, member)
        if (full | partial) & bit:
            return False
    return True


def list_targets(position: Position, fighter: int, moves: list[int]) -> None:
    """Point the arrow at one of two enemies (KD-109)."""
    if position.mode == TEAM:
        for enemy in position.members(1 - position.team(fighter)):
            if position.targets[fighter] != enemy:
                moves.append(TARGET + enemy)


def readiness(position: Position, fighter: int) -> int:
    """MAY_GET_READY, or what is missing (KD-27, KD-103, KD-105, KD-109, KD-157, KD-216)."""
    full, partial = filled_sections(position, fighter)
    return readiness_with(position, fighter, position.reach(fighter), full, partial)


def readiness_with(position: Position, fighter: int, reach: Reach, full: i64, partial: i64) -> int:
    """The same for full and partly filled sections that the caller has."""
    if partial:
        return INCOMPLETE
    due: i64 = announceable(position, fighter, reach, full) & (full | ~reach.may)
    for section in reach.pick(due | reach.adrenaline & full):
        if due & SECTION_BIT[section]:
            return UNANNOUNCED
        if position.adrenaline_mode(fighter, section) == 0:
            return NO_MODE
    if position.mode >= TEAM:
        if cards_waiting(position, fighter, reach, full):
            return CARD_UNANNOUNCED
        if position.mode == TEAM and position.targets[fighter] == NONE:
            return NO_TARGET
    return MAY_GET_READY


# ---- making them -------------------------------------------------------------------------------------------


def make_placing_move(position: Position, fighter: int, move: int) -> None:
    """Carry out a move behind the screen (KD-101, KD-106). Announcements are in ``immediate.py``."""
    if move == READY:
        position.ready |= 1 << fighter
        if position.events is not None:
            position.emit_for("ready", fighter, {})
        return
    if move >= PLACE:
        index = fighter * DICE + (move - PLACE) % DICE
        if position.at[index] != FREE:
            position.changes_of_mind[fighter] += 1
        position.at[index] = (move - PLACE) // DICE
    elif move >= FILL:
        filling = find_filling(position, fighter, (move - FILL) // 8, (move - FILL) % 8)
        assert filling is not None
        lay_dice(position, fighter, filling)
    elif move == UNREADY:
        position.changes_of_mind[fighter] += 1
        position.ready &= ~(1 << fighter)
        if position.events is not None:
            position.emit_for("unready", fighter, {})
    elif MODE <= move < MODE + PLAYER_SECTIONS * 3:
        nth = position.adrenaline_index(fighter, (move - MODE) // 3)
        if position.adrenaline_modes[nth]:
            position.changes_of_mind[fighter] += 1
        position.adrenaline_modes[nth] = (move - MODE) % 3 + 1
    elif TARGET <= move < MODE:
        if position.targets[fighter] != NONE:
            position.changes_of_mind[fighter] += 1
        position.targets[fighter] = move - TARGET
    elif ROTATE <= move < TARGET:
        position.changes_of_mind[fighter] += 1
        position.turned[position.team(fighter)] ^= 1 << BOX.cards[move - ROTATE].colour
    elif move >= EMPTY:
        position.changes_of_mind[fighter] += 1
        for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
            if position.at[index] != FREE and SLOT_SECTION[position.at[index]] == move - EMPTY:
                position.at[index] = FREE
    else:
        position.changes_of_mind[fighter] += 1
        position.at[fighter * DICE + move - TAKE] = FREE


def repeats_slot(slot: int, holders: list[int]) -> bool:
    """Whether an earlier free slot of the same section asks for the same, so that this one is not offered."""
    for other in ALIKE[slot]:
        if holders[other] == NONE:
            return True
    return False
