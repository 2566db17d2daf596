"""A position written out as JSON, and every piece counted.

Dice are short texts, in the order of their ids: ``red:M`` shows Might, ``blue:X@grow:1`` lies on a slot,
``action[WM]:W`` has two faces and shows one of them, ``!`` at the end means frozen.
"""

from __future__ import annotations

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.moves import DICE, MODES
from slugfest.games.kapow_dice.position.position import (
    CLEANING,
    FREE,
    NO_QUESTION,
    PHASES,
    PICKING,
    PIECES,
    QUESTIONS,
    REASONS,
    SELECTING,
    UNKNOWN,
    UNROLLED,
)
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
from slugfest.games.kapow_dice.rules.setup import Setup
from slugfest.kernel import Facts

# ---- writing -----------------------------------------------------------------------------------------------


def write(battle: Setup) -> Facts:
    """The whole truth of a position."""
    return {
        "phase": PHASES[battle.phase],
        "round": battle.round,
        "first": None if battle.first == NONE else battle.first + 1,
        "picks": battle.picks,
        "teams": [_write_team(battle, team) for team in range(2)],
        "fighters": [_write_fighter(battle, fighter) for fighter in range(battle.fighters)],
        "supplies": [_write_supply(battle, number) for number in range(battle.sets)],
        "announcements": [_write_story(entry) for entry in battle.story],
        "reasons": [list(reason) for reason in battle.reasons],
        "step": {
            "side": battle.side,
            "acted": [fighter + 1 for fighter in range(battle.fighters) if battle.acted >> fighter & 1],
            "acting": None if battle.acting == NONE else battle.acting + 1,
            "pending": [] if battle.acting == NONE else _boxes(battle, battle.acting, battle.pending),
            "no_loss": battle.no_loss,
        },
        "question": None
        if battle.question == NO_QUESTION
        else {
            "kind": QUESTIONS[battle.question],
            "asked": None if battle.asked == NONE else battle.asked + 1,
            "for": None if battle.beneficiary == NONE else battle.beneficiary + 1,
            "argument": battle.argument,
            "box": None if battle.source == NONE else SECTION_TEXT[battle.source],
            "picked": [die + 1 for die in range(DICE) if battle.picked >> die & 1],
        },
        "todo": list(battle.todo),
        "returning": _letters(battle.returning),
        "result": None
        if not battle.reason
        else {"reason": REASONS[battle.reason], "team": None if battle.winner == NONE else battle.winner + 1},
    }


def _write_team(battle: Setup, team: int) -> Facts:
    cards = [battle.cards[team * COLOURS + colour] for colour in range(COLOURS)]
    return {
        "health": battle.health[team],
        "full": battle.full[team],
        "cards": [BOX.cards[card].id for card in cards if card != NONE],
        "turned": [
            BOX.cards[card].id
            for card in cards
            if card != NONE and battle.turned[team] >> BOX.cards[card].colour & 1
        ],
    }


def _write_supply(battle: Setup, number: int) -> Facts:
    start = number * PIECES
    return {
        "dice": {KINDS[kind]: battle.supply[start + kind] for kind in range(DICE_KINDS)},
        "faces": {LETTERS[face]: battle.supply[start + DICE_KINDS + face] for face in range(FACE_TYPES)},
    }


def _write_fighter(battle: Setup, fighter: int) -> Facts:
    base = fighter * DICE
    pool = battle.pool[fighter * FACE_TYPES : (fighter + 1) * FACE_TYPES]
    open_pool = battle.open_pool[fighter * FACE_TYPES : (fighter + 1) * FACE_TYPES]
    dice = range(battle.count[fighter])
    actions = [die for die in dice if battle.kind[base + die] == ACTION]
    character = battle.character[fighter]
    shown: Facts | None = None
    if battle.phase in (SELECTING, CLEANING):
        shown = {
            "sides": [sides_text(battle.open_layout[base + die]) for die in actions],
            "pool": _letters(open_pool),
        }
    return {
        "character": None if character == NONE else BOX.characters[character].id,
        "dice": [_write_die(battle, fighter, die) for die in dice],
        "pool": _letters(pool),
        "shown": shown,
        "entangled": battle.entangled[fighter],
        "locked": _boxes(battle, fighter, battle.locked[fighter]),
        "used": _boxes(battle, fighter, battle.used[fighter]),
        "modes": _write_modes(battle, fighter),
        "target": None if battle.aim[fighter] == NONE else battle.aim[fighter] + 1,
        "ready": battle.ready >> fighter & 1 != 0,
        "fuss": battle.fuss[fighter],
        "selected": _boxes(battle, fighter, battle.selected[fighter]),
        "attack": _write_total(battle.attack_base, battle.attack_multiplier, battle.attack_total, fighter),
        "defence": _write_total(
            battle.defence_base, battle.defence_multiplier, battle.defence_total, fighter
        ),
        "skipped": {
            "attack": _boxes(battle, fighter, battle.attack_skip[fighter]),
            "defence": _boxes(battle, fighter, battle.defence_skip[fighter]),
        },
        "lost": battle.lost[fighter],
        "dealt": battle.dealt[fighter],
        "weak": battle.weak[fighter],
        "craver": None if battle.craver[fighter] == NONE else battle.craver[fighter] + 1,
        "gained": {"dice": battle.gained_dice[fighter], "faces": battle.gained_faces[fighter]},
        "lines": list(battle.lines[fighter * 16 : fighter * 16 + 16]),
        "left_over": battle.left_over[fighter],
        "defended": battle.defended >> fighter & 1 != 0,
        "no_trait": battle.no_trait >> fighter & 1 != 0,
    }


def _write_die(battle: Setup, fighter: int, die: int) -> str:
    index = fighter * DICE + die
    text = KINDS[battle.kind[index]]
    if battle.kind[index] == ACTION:
        text += f"[{sides_text(battle.layout[index])}]"
    if battle.face[index] != UNROLLED:
        text += f":{LETTERS[battle.face[index]]}"
    if battle.at[index] != FREE:
        text += f"@{SLOT_TEXT[battle.at[index]]}"
    return text + "!" if battle.frozen[fighter] >> die & 1 else text


def _write_modes(battle: Setup, fighter: int) -> Facts:
    modes: Facts = {}
    if battle.automated(fighter) or battle.phase == PICKING:
        return modes
    nth = fighter * 2
    for section in battle.sections_of(fighter):
        if ADRENALINE[section]:
            if battle.modes[nth]:
                modes[SECTION_TEXT[section]] = MODES[battle.modes[nth]]
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


def _boxes(battle: Setup, fighter: int, mask: int) -> list[str]:
    if battle.phase == PICKING:
        return []
    return [SECTION_TEXT[section] for section in battle.reach(fighter) if mask >> BIT[section] & 1]


def _letters(counts: list[int]) -> str:
    return "".join([LETTERS[face] * counts[face] for face in range(len(counts))])


def sides_text(packed: int) -> str:
    return "".join([LETTERS[face] * (packed >> (3 * face) & 7) for face in range(FACE_TYPES)])


# ---- counting ----------------------------------------------------------------------------------------------


def inventory(battle: Setup) -> dict[str, int]:
    """Every piece there is, wherever it lies (KD-6). Dice and tokens stay in their set; faces are counted over all."""
    counts: dict[str, int] = {}
    for number in range(battle.sets):
        for kind in range(DICE_KINDS):
            counts[f"set {number + 1}: {KINDS[kind]} die"] = battle.supply[number * PIECES + kind]
        counts[f"set {number + 1}: Entangle token"] = battle.stock[number * 2]
        counts[f"set {number + 1}: Locked-In token"] = battle.stock[number * 2 + 1]
    for face in range(FACE_TYPES):
        counts[f"{LETTERS[face]} face"] = battle.returning[face]
        for number in range(battle.sets):
            counts[f"{LETTERS[face]} face"] += battle.supply[number * PIECES + DICE_KINDS + face]
    for fighter in range(battle.fighters):
        own = battle.set_of(fighter) + 1
        theirs = battle.set_of(battle.across(fighter)) + 1
        for index in range(fighter * DICE, fighter * DICE + battle.count[fighter]):
            counts[f"set {own}: {KINDS[battle.kind[index]]} die"] += 1
            for face in range(FACE_TYPES):
                counts[f"{LETTERS[face]} face"] += battle.attached(index, face)
        for face in range(FACE_TYPES):
            counts[f"{LETTERS[face]} face"] += battle.pool[fighter * FACE_TYPES + face]
        counts[f"set {theirs}: Entangle token"] += battle.entangled[fighter]
        counts[f"set {own}: Locked-In token"] += battle.locked[fighter].bit_count()
    return counts
