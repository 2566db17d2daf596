"""A position written out as JSON, and every piece counted.

Dice are short texts, in the order of their ids: ``red:M`` shows Might, ``blue:X@grow:1`` lies on a slot,
``action[WM]:W`` has two faces and shows one of them, ``!`` at the end means frozen.
"""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.moves import DICE, MODES
from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    NO_QUESTION,
    PHASES,
    PICKING_CHARACTERS,
    QUESTIONS,
    REASONS,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import FREE, PIECES, UNKNOWN, UNROLLED, Position
from slugfest.games.kapow_dice.position.requirements import LETTERS
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    ADRENALINE,
    BIT,
    COLOURS,
    DICE_KINDS,
    FACE_TYPES,
    NONE,
    SECTION_TEXT,
    SLOT_TEXT,
)
from slugfest.kernel import Facts

# ---- writing -----------------------------------------------------------------------------------------------


def write_document(position: Position) -> Facts:
    """The whole truth of a position."""
    return {
        "phase": PHASES[position.phase],
        "round": position.round,
        "first": None if position.first == NONE else position.first + 1,
        "picks": position.picks,
        "teams": [_write_team(position, team) for team in range(2)],
        "fighters": [_write_fighter(position, fighter) for fighter in range(position.fighters)],
        "supplies": [_write_supply(position, number) for number in range(position.sets)],
        "announcements": [_write_story(entry) for entry in position.announcements],
        "reasons": [list(reason) for reason in position.row_reasons],
        "step": {
            "side": position.side,
            "acted": [fighter + 1 for fighter in range(position.fighters) if position.acted >> fighter & 1],
            "acting": None if position.acting == NONE else position.acting + 1,
            "pending": [] if position.acting == NONE else _boxes(position, position.acting, position.pending),
            "no_loss": position.no_loss,
        },
        "question": None
        if position.question == NO_QUESTION
        else {
            "kind": QUESTIONS[position.question - 1],
            "asked": None if position.asked == NONE else position.asked + 1,
            "for": None if position.beneficiary == NONE else position.beneficiary + 1,
            "argument": position.argument,
            "box": None if position.source == NONE else SECTION_TEXT[position.source],
            "picked": [die + 1 for die in range(DICE) if position.picked >> die & 1],
        },
        "todo": list(position.todo),
        "returning": _letters(position.returning),
        "result": None
        if not position.reason
        else {
            "reason": REASONS[position.reason],
            "team": None if position.winner == NONE else position.winner + 1,
        },
    }


def _write_team(position: Position, team: int) -> Facts:
    cards = [position.cards[team * COLOURS + colour] for colour in range(COLOURS)]
    return {
        "health": position.health[team],
        "full": position.full_health[team],
        "cards": [BOX.cards[card].id for card in cards if card != NONE],
        "turned": [
            BOX.cards[card].id
            for card in cards
            if card != NONE and position.turned[team] >> BOX.cards[card].colour & 1
        ],
    }


def _write_supply(position: Position, number: int) -> Facts:
    start = number * PIECES
    return {
        "dice": {KINDS[kind]: position.supply[start + kind] for kind in range(DICE_KINDS)},
        "faces": {LETTERS[face]: position.supply[start + DICE_KINDS + face] for face in range(FACE_TYPES)},
    }


def _write_fighter(position: Position, fighter: int) -> Facts:
    base = fighter * DICE
    pool = position.pool[fighter * FACE_TYPES : (fighter + 1) * FACE_TYPES]
    open_pool = position.open_pool[fighter * FACE_TYPES : (fighter + 1) * FACE_TYPES]
    dice = range(position.count[fighter])
    actions = [die for die in dice if position.kind[base + die] == ACTION]
    character = position.character[fighter]
    shown: Facts | None = None
    if position.phase in (SELECTING, CLEANING_UP):
        shown = {
            "sides": [sides_text(position.open_layout[base + die]) for die in actions],
            "pool": _letters(open_pool),
        }
    return {
        "character": None if character == NONE else BOX.characters[character].id,
        "dice": [_write_die(position, fighter, die) for die in dice],
        "pool": _letters(pool),
        "shown": shown,
        "entangled": position.entangled[fighter],
        "locked": _boxes(position, fighter, position.locked[fighter]),
        "used": _boxes(position, fighter, position.used[fighter]),
        "modes": _write_modes(position, fighter),
        "target": None if position.targets[fighter] == NONE else position.targets[fighter] + 1,
        "ready": position.ready >> fighter & 1 != 0,
        "fuss": position.changes_of_mind[fighter],
        "selected": _boxes(position, fighter, position.selected[fighter]),
        "attack": _write_total(
            position.attack_base, position.attack_multiplier, position.attack_total, fighter
        ),
        "defence": _write_total(
            position.defence_base, position.defence_multiplier, position.defence_total, fighter
        ),
        "skipped": {
            "attack": _boxes(position, fighter, position.attack_skip[fighter]),
            "defence": _boxes(position, fighter, position.defence_skip[fighter]),
        },
        "lost": position.lost[fighter],
        "dealt": position.dealt[fighter],
        "weak": position.defence_penalty[fighter],
        "craver": None if position.craver[fighter] == NONE else position.craver[fighter] + 1,
        "gained": {"dice": position.gained_dice[fighter], "faces": position.gained_faces[fighter]},
        "lines": list(position.row_lines[fighter * 16 : fighter * 16 + 16]),
        "left_over": position.left_over[fighter],
        "defended": position.defended >> fighter & 1 != 0,
        "no_trait": position.no_trait >> fighter & 1 != 0,
    }


def _write_die(position: Position, fighter: int, die: int) -> str:
    index = fighter * DICE + die
    text: str = KINDS[position.kind[index]]
    if position.kind[index] == ACTION:
        text += f"[{sides_text(position.layout[index])}]"
    if position.face[index] != UNROLLED:
        text += f":{LETTERS[position.face[index]]}"
    if position.at[index] != FREE:
        text += f"@{SLOT_TEXT[position.at[index]]}"
    return text + "!" if position.frozen[fighter] >> die & 1 else text


def _write_modes(position: Position, fighter: int) -> Facts:
    modes: Facts = {}
    if position.automated(fighter) or position.phase == PICKING_CHARACTERS:
        return modes
    nth = fighter * 2
    for section in position.player_sections(fighter):
        if ADRENALINE[section]:
            if position.adrenaline_modes[nth]:
                modes[SECTION_TEXT[section]] = MODES[position.adrenaline_modes[nth]]
            nth += 1
    return modes


def _write_total(base: list[int], multiplier: list[int], total: list[int], fighter: int) -> Facts | None:
    if total[fighter] == UNKNOWN and base[fighter] == NONE:
        return None
    return {
        "base": None if base[fighter] == NONE else SECTION_TEXT[base[fighter]],
        "multiplier": None if multiplier[fighter] == NONE else SECTION_TEXT[multiplier[fighter]],
        "total": None if total[fighter] == UNKNOWN else total[fighter],
    }


def _write_story(entry: int) -> str:
    text = f"P{(entry & 3) + 1} {SECTION_TEXT[entry >> 2 & 255]}"
    return f"{text} {LETTERS[(entry >> 10) - 1]}" if entry >> 10 else text


def _boxes(position: Position, fighter: int, mask: int) -> list[str]:
    if position.phase == PICKING_CHARACTERS:
        return []
    return [SECTION_TEXT[section] for section in position.sections_of(fighter) if mask >> BIT[section] & 1]


def _letters(counts: list[int]) -> str:
    return "".join([LETTERS[face] * counts[face] for face in range(len(counts))])


def sides_text(packed: int) -> str:
    return "".join([LETTERS[face] * (packed >> (3 * face) & 7) for face in range(FACE_TYPES)])


# ---- counting ----------------------------------------------------------------------------------------------


def inventory(position: Position) -> dict[str, int]:
    """Every piece there is, wherever it lies (KD-6). Dice and tokens stay in their set; faces are counted over all."""
    counts: dict[str, int] = {}
    for number in range(position.sets):
        for kind in range(DICE_KINDS):
            counts[f"set {number + 1}: {KINDS[kind]} die"] = position.supply[number * PIECES + kind]
        counts[f"set {number + 1}: Entangle token"] = position.stock[number * 2]
        counts[f"set {number + 1}: Locked-In token"] = position.stock[number * 2 + 1]
    for face in range(FACE_TYPES):
        counts[f"{LETTERS[face]} face"] = position.returning[face]
        for number in range(position.sets):
            counts[f"{LETTERS[face]} face"] += position.supply[number * PIECES + DICE_KINDS + face]
    for fighter in range(position.fighters):
        own = position.set_of(fighter) + 1
        theirs = position.set_of(position.across(fighter)) + 1
        for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
            counts[f"set {own}: {KINDS[position.kind[index]]} die"] += 1
            for face in range(FACE_TYPES):
                counts[f"{LETTERS[face]} face"] += position.attached(index, face)
        for face in range(FACE_TYPES):
            counts[f"{LETTERS[face]} face"] += position.pool[fighter * FACE_TYPES + face]
        counts[f"set {theirs}: Entangle token"] += position.entangled[fighter]
        counts[f"set {own}: Locked-In token"] += position.locked[fighter].bit_count()
    return counts
