"""Phase 1, Ability Selection: placing dice and getting ready (KD-100 to KD-109)."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.boards import (
    can_fill,
    count_types,
    filled_sections,
    find_filling,
    find_holders,
    is_open,
    lay_dice,
    needs_no_dice,
    open_match,
    slot_takes,
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
    fill_move,
    mode_move,
    place_move,
)
from slugfest.games.kapow_dice.position.phases import SELECTING, TEAM
from slugfest.games.kapow_dice.position.position import FREE, Position
from slugfest.games.kapow_dice.position.requirements import ACCEPTS, BLANK, FACES, LETTERS, MATCHES
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
    SIZE,
    SLOT_DEMAND,
    SLOT_GROUP,
    SLOT_SECTION,
    TIMING,
)

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
            position.tell_behind("roll", fighter, {}, {"faces": faces})


def undecided(position: Position) -> list[int]:
    """The seats that are not ready, the team with the token first (KD-107)."""
    found: list[int] = []
    for side in range(2):
        for fighter in position.members(position.first if side == 0 else 1 - position.first):
            if fighter < position.seats and not position.ready >> fighter & 1:
                found.append(fighter)
    return found


# ---- legal moves (KD-101 to KD-109) ------------------------------------------------------------------------


def placing_moves(position: Position, fighter: int) -> list[int]:
    """What a seat may do while screens are up (KD-101 to KD-109)."""
    if position.ready >> fighter & 1:
        return [UNREADY] if position.changes_of_mind[fighter] < _CHANGES else []
    if position.changes_of_mind[fighter] >= _CHANGES:
        return last_moves(position, fighter)
    moves: list[int] = []
    holders = find_holders(position, fighter)
    sections = position.player_sections(fighter)
    list_places(position, fighter, sections, holders, moves)
    full, partial = filled_sections(position, fighter)
    list_fills(position, fighter, sections, full, moves)
    list_others(position, fighter, sections, full, partial, moves)
    return moves


def list_others(
    position: Position, fighter: int, sections: list[int], full: int, partial: int, moves: list[int]
) -> None:
    """Everything but laying dice down: taking back, announcing, modes, cards, the arrow, and getting ready (KD-101 to
    KD-109)."""
    base = fighter * DICE
    for die in range(position.count[fighter]):
        if position.at[base + die] != FREE and not position.frozen[fighter] >> die & 1:
            moves.append(TAKE + die)
    for section in sections:
        bit = 1 << BIT[section]
        if SIZE[section] > 1 and (full | partial) & bit and not position.announced[fighter] & bit:
            moves.append(EMPTY + section)
    list_announcements(position, fighter, sections, full, moves)
    list_modes(position, fighter, sections, full, moves)
    for colour in range(COLOURS):
        if may_turn_card(position, fighter, colour):
            moves.append(ROTATE + position.cards[position.team(fighter) * COLOURS + colour])
    list_targets(position, fighter, moves)
    if readiness(position, fighter) == MAY_GET_READY:
        moves.append(READY)


def may_make_placing_move(position: Position, fighter: int, move: int) -> bool:
    """Whether ``placing_moves`` lists a move."""
    if position.ready >> fighter & 1 or position.changes_of_mind[fighter] >= _CHANGES:
        return move in placing_moves(position, fighter)
    if PLACE <= move < MOVE_COUNT:
        return may_place_die(position, fighter, (move - PLACE) % DICE, (move - PLACE) // DICE)
    full, partial = filled_sections(position, fighter)
    if FILL <= move < PLACE:
        return may_fill(position, fighter, (move - FILL) // 8, (move - FILL) % 8, full)
    others: list[int] = []
    list_others(position, fighter, position.player_sections(fighter), full, partial, others)
    return move in others


def may_place_die(position: Position, fighter: int, die: int, slot: int) -> bool:
    """Whether a die may be placed on a slot: own, not frozen, the slot free and fitting (KD-20 to KD-22, KD-104)."""
    section = SLOT_SECTION[slot]
    if die >= position.count[fighter] or position.frozen[fighter] >> die & 1:
        return False
    if section not in position.player_sections(fighter) or not is_open(position, fighter, section):
        return False
    holders = find_holders(position, fighter)
    if holders[slot] != NONE or repeats_slot(slot, holders):
        return False
    return slot_takes(position, fighter, fighter * DICE + die, slot, holders)


def may_fill(position: Position, fighter: int, section: int, face: int, full: int) -> bool:
    """Whether a section may be had filled (KD-26); a copying one with a face, any other without."""
    if section not in position.player_sections(fighter) or not is_open(position, fighter, section):
        return False
    if full >> BIT[section] & 1 or COPIES[section] == (face >= BLANK):
        return False
    if not COPIES[section] and face != PLAIN_FILL:
        return False
    loose = count_types(position, fighter, full, True)
    every = count_types(position, fighter, full, False) if full else loose
    return can_fill(position, fighter, section, face, loose, every, full)


def last_moves(position: Position, fighter: int) -> list[int]:
    """After very many changes of mind no die is moved any more, so that every round ends.

    What is left: announce or take back what is in the way, have boxes filled, or be ready.
    """
    moves: list[int] = []
    sections = position.player_sections(fighter)
    full, partial = filled_sections(position, fighter)
    loose = partial
    for section in sections:
        bit = 1 << BIT[section]
        waits = BIT[section] < CARD_BIT or card_waits(position, fighter, BIT[section] - CARD_BIT)
        if waits and full & bit and TIMING[section] == IMMEDIATE and not position.announced[fighter] & bit:
            loose |= bit
    base = fighter * DICE
    for die in range(position.count[fighter]):
        slot = position.at[base + die]
        if slot != FREE and loose >> BIT[SLOT_SECTION[slot]] & 1:
            moves.append(TAKE + die)
    optional: list[int] = []
    for section in sections:
        if may_announce(position, fighter, section, full):
            due = full >> BIT[section] & 1 or not MAY[section]
            (moves if due else optional).append(ANNOUNCE + section)
    if moves:
        return moves + optional
    moves = optional
    list_missing(position, fighter, sections, full, moves)
    if readiness(position, fighter) == MAY_GET_READY:
        moves.append(READY)
    lasting = [section for section in sections if TIMING[section] != IMMEDIATE]
    list_fills(position, fighter, lasting, full, moves)
    return moves


def list_missing(position: Position, fighter: int, sections: list[int], full: int, moves: list[int]) -> None:
    """The modes and the arrow that a seat needs before it may get ready (KD-109, KD-157)."""
    for section in sections:
        filled = ADRENALINE[section] and full >> BIT[section] & 1
        if filled and position.adrenaline_mode(fighter, section) == 0:
            for mode in range(1, 4):
                moves.append(mode_move(section, mode))
    if position.targets[fighter] == NONE:
        list_targets(position, fighter, moves)


def list_places(
    position: Position, fighter: int, sections: list[int], holders: list[int], moves: list[int]
) -> None:
    """Place or move a die (KD-101). Of free slots that demand the same in one group only the first is offered."""
    base = fighter * DICE
    substitution = position.substitution(fighter)
    movable: list[int] = []
    types: list[int] = []
    for die in range(position.count[fighter]):
        if not position.frozen[fighter] >> die & 1:
            movable.append(die)
            types.append(position.type_of(base + die))
    for section in sections:
        if not is_open(position, fighter, section):
            continue
        first = FIRST_SLOT[section]
        for slot in range(first, first + SIZE[section]):
            if holders[slot] != NONE or repeats_slot(slot, holders):
                continue
            accepted = ACCEPTS[substitution * 16 + SLOT_DEMAND[slot]]
            match = open_match(position, fighter, slot, holders, NONE)
            for index in range(len(movable)):
                # A die that lies beside the slot already matches itself, so it need not be left out.
                if (
                    accepted >> types[index] & 1
                    and match & MATCHES[substitution * FACES + types[index] % FACES]
                ):
                    moves.append(place_move(movable[index], slot))


def list_fills(position: Position, fighter: int, sections: list[int], full: int, moves: list[int]) -> None:
    """Have a section filled (KD-26); where the shown face matters it is named (KD-45)."""
    loose = count_types(position, fighter, full, True)
    every = count_types(position, fighter, full, False) if full else loose
    for section in sections:
        if full >> BIT[section] & 1 or not is_open(position, fighter, section):
            continue
        if COPIES[section]:
            for face in range(BLANK):
                if every[face] + every[face + FACES] > 0 and can_fill(
                    position, fighter, section, face, loose, every, full
                ):
                    moves.append(fill_move(section, face))
        elif can_fill(position, fighter, section, PLAIN_FILL, loose, every, full):
            moves.append(fill_move(section))


def list_announcements(
    position: Position, fighter: int, sections: list[int], full: int, moves: list[int]
) -> None:
    """Immediates that may be announced, and Team-Up cards that may be suggested (KD-103, KD-216)."""
    for section in sections:
        if may_announce(position, fighter, section, full):
            moves.append(ANNOUNCE + section)
    if position.mode >= TEAM:
        for colour in range(COLOURS):
            if card_waits(position, fighter, colour):
                moves.append(PROPOSE + position.cards[position.team(fighter) * COLOURS + colour])


def may_announce(position: Position, fighter: int, section: int, full: int) -> bool:
    """A filled Immediate, or one that needs no dice, once per round (KD-103, KD-105). Cards: see ``card_waits``."""
    bit = 1 << BIT[section]
    if TIMING[section] != IMMEDIATE or position.announced[fighter] & bit or BIT[section] >= CARD_BIT:
        return False
    return full & bit != 0 or needs_no_dice(position, fighter, section)


def card_waits(position: Position, fighter: int, colour: int) -> bool:
    """Whether an Immediate card is filled on both halves and not announced yet (KD-216)."""
    half = position.half_of(fighter, colour)
    if half == NONE or TIMING[half] != IMMEDIATE:
        return False
    bit = 1 << BIT[half]
    if position.announced[fighter] & bit:
        return False
    return (
        filled_sections(position, fighter)[0] & filled_sections(position, position.partner(fighter))[0] & bit
        != 0
    )


def list_modes(position: Position, fighter: int, sections: list[int], full: int, moves: list[int]) -> None:
    """Adrenaline: what each filled section gives (KD-157)."""
    nth = 0
    for section in sections:
        if ADRENALINE[section]:
            if full >> BIT[section] & 1:
                for mode in range(1, 4):
                    if position.adrenaline_modes[fighter * 2 + nth] != mode:
                        moves.append(mode_move(section, mode))
            nth += 1


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
    if partial:
        return INCOMPLETE
    nth = fighter * 2
    for section in position.player_sections(fighter):
        bit = 1 << BIT[section]
        waits = (
            TIMING[section] == IMMEDIATE and not position.announced[fighter] & bit and BIT[section] < CARD_BIT
        )
        if waits and (full & bit or (not MAY[section] and needs_no_dice(position, fighter, section))):
            return UNANNOUNCED
        if ADRENALINE[section]:
            if full & bit and position.adrenaline_modes[nth] == 0:
                return NO_MODE
            nth += 1
    if position.mode >= TEAM:
        for colour in range(COLOURS):
            if card_waits(position, fighter, colour):
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
            position.tell("ready", fighter, {})
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
            position.tell("unready", fighter, {})
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
