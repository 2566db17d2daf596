"""The box as flat tables of small numbers: what the rules look up while they run.

A *section* is the unit that dice are placed on and that is selected (KD-26): most abilities are one section, some two,
an Entangle token and a half of a Team-Up card are one each. Sections and their slots are numbered through all boards:
Player Board, characters, tokens, cards, then the rows of the automated opponents. Within one fighter's reach a section
has a *bit*, so that a set of sections is one number.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_dice.content import BOX, KINDS, ROWS, TIMINGS, TRAITS, Ability, Effect
from slugfest.kernel import ContentError

from .requirements import BLANK, LETTERS, ONLY_BLANK, SUBSTITUTIONS, WILD

ACTION: Final[int] = TRAITS  # the kind of an Action die
DICE_KINDS: Final[int] = len(KINDS)
FACE_TYPES: Final = 6  # faces that can be attached: the five symbols and Wild
CHARACTERS: Final[int] = len(BOX.characters)
COLOURS: Final[int] = len(BOX.colours)
CARDS: Final[int] = len(BOX.cards)
NONE: Final = -1

# When an ability acts (KD-90), as an index into TIMINGS.
ATTACK: Final = 0
DEFEND: Final = 1
IMMEDIATE: Final = 2
POWER_UP: Final = 3
AFTER: Final = 4
ROUND: Final = 5

# What an effect does, when it is carried out. An effect is five numbers: op, a, b, condition, limit.
GAIN: Final = 0  # a: what, b: how many
COPY: Final = 1  # a: the slot, b: how many
HEAL: Final = 2
EXCHANGE: Final = 3
ADAPT: Final = 4
LOSE: Final = 5
PUNISH: Final = 6  # a: per die, b: per face
DIE_OR_FACES: Final = 7
LIFE: Final = 8
BLOOD: Final = 9
REROLL: Final = 10
REROLL_ANY: Final = 11
REROLL_NOT: Final = 12
TURN: Final = 13
ATTACH: Final = 14  # a: one bit a face
ENTANGLE: Final = 15
UNTANGLE: Final = 16
LOCK: Final = 17  # a: dice, b: most tokens
REFRESH: Final = 18  # a: 1 for all, b: the face to attach or NONE
REPEAT: Final = 19
OPS: Final = (
    "gain", "copy", "heal", "exchange", "adapt", "lose", "punish", "die_or_faces", "life", "blood", "reroll",
    "reroll_any", "reroll_not", "turn", "attach", "entangle", "untangle", "lock", "refresh", "repeat",
)  # fmt: skip
EFFECT: Final = 5  # numbers an effect takes

# What is gained.
NON_WILD: Final = 0
ANY_FACE: Final = 1
WILD_FACE: Final = 2
TRAIT_DIE: Final = 3
ACTION_DIE: Final = 4
GAINS: Final = ("nw", "any", "wild", "trait", "action")

# On what condition.
ALWAYS: Final = 0
IF_LOST: Final = 1
IF_DEALT: Final = 2
IF_UNHURT: Final = 3
IF_FEWER_DICE: Final = 4
CONDITIONS: Final = ("", "if_lost", "if_dealt", "if_unhurt", "if_fewer_dice")

# ---- sections and slots ------------------------------------------------------------------------------------

ABILITIES: Final[list[Ability]] = []
SECTION_TEXT: Final[list[str]] = []
SECTION_ABILITY: Final[list[int]] = []
BIT: Final[list[int]] = []
TIMING: Final[list[int]] = []
SIZE: Final[list[int]] = []  # slots of a section; 0 for NONE
FIRST_SLOT: Final[list[int]] = []
SLOTS_OF: Final[list[list[int]]] = []  # by section: the demands of its slots
GROUPS_OF: Final[list[list[int]]] = []
SLOT_SECTION: Final[list[int]] = []
SLOT_DEMAND: Final[list[int]] = []
SLOT_GROUP: Final[list[int]] = []
SLOT_TEXT: Final[list[str]] = []


def _add(ability: Ability, bit: int, names: list[str]) -> list[int]:
    """Number the sections of an ability; returns their numbers."""
    number = len(ABILITIES)
    ABILITIES.append(ability)
    sections: list[int] = []
    for index in range(max(1, len(ability.sections))):
        section = len(SECTION_TEXT)
        sections.append(section)
        SECTION_TEXT.append(names[index])
        SECTION_ABILITY.append(number)
        BIT.append(bit + index)
        TIMING.append(TIMINGS.index(ability.timing))
        slots = ability.sections[index].slots if ability.sections else []
        groups = ability.sections[index].groups if ability.sections else []
        SIZE.append(len(slots))
        FIRST_SLOT.append(len(SLOT_SECTION))
        SLOTS_OF.append(slots)
        GROUPS_OF.append(groups)
        for slot in range(len(slots)):
            SLOT_SECTION.append(section)
            SLOT_DEMAND.append(slots[slot])
            SLOT_GROUP.append(groups[slot])
            SLOT_TEXT.append(names[index] if len(slots) == 1 else f"{names[index]}:{slot + 1}")
    return sections


def _names(ability: Ability) -> list[str]:
    """The texts of an ability's sections: its id, with a number if there are several."""
    count = len(ability.sections)
    return [ability.id] if count < 2 else [f"{ability.id}.{index + 1}" for index in range(count)]


def _number_board() -> int:
    """The Player Board; returns the first bit that is free after it."""
    bit = 0
    for ability in BOX.board:
        bit += len(_add(ability, bit, _names(ability)))
    return bit


CHARACTER_BIT: Final[int] = _number_board()
BOARD_SECTIONS: Final[int] = CHARACTER_BIT  # the sections of the Player Board come first


def _number_characters() -> list[list[int]]:
    """By character: the sections of its board."""
    found: list[list[int]] = []
    for character in BOX.characters:
        mine: list[int] = []
        for ability in character.abilities:
            mine += _add(ability, CHARACTER_BIT + len(mine), _names(ability))
        found.append(mine)
    return found


CHARACTER_SECTIONS: Final = _number_characters()
TOKEN_BIT: Final[int] = CHARACTER_BIT + max([len(sections) for sections in CHARACTER_SECTIONS])
TOKEN_SECTIONS: Final = _add(BOX.token, TOKEN_BIT, _names(BOX.token))
TOKENS: Final[int] = len(TOKEN_SECTIONS)  # at most so many on one fighter (KD-159)
CARD_BIT: Final[int] = TOKEN_BIT + TOKENS


def _number_cards() -> list[int]:
    """By card * 2 + half: the section. Both halves have the bit of the card's colour: a fighter has only one."""
    found: list[int] = []
    for card in BOX.cards:
        for half in card.halves:
            found += _add(half, CARD_BIT + card.colour, [half.id])
    return found


HALF_SECTION: Final = _number_cards()
PLAYER_SECTIONS: Final[int] = len(SECTION_TEXT)  # sections that people place dice on
PLAYER_SLOTS: Final[int] = len(SLOT_SECTION)
_MOST_SECTIONS: Final = 60  # of a fighter: they fit into one machine number
if CARD_BIT + COLOURS > _MOST_SECTIONS:
    raise ContentError(
        BOX.file,
        "ability",
        f"boards, tokens and cards give one fighter {CARD_BIT + COLOURS} sections, more than {_MOST_SECTIONS}",
        f"Tableaus, Plättchen und Karten geben einem Kämpfer {CARD_BIT + COLOURS} Abschnitte, mehr als"
        f" {_MOST_SECTIONS}",
    )


def _number_rows() -> list[list[list[int]]]:
    """By character and row: the sections. Row r has the bits 2r and 2r + 1."""
    found: list[list[list[int]]] = []
    for character in BOX.characters:
        rows: list[list[int]] = []
        for index, row in enumerate(character.rows):
            rows.append(_add(row, 2 * index, _names(row)))
        found.append(rows)
    return found


ROW_SECTIONS: Final = _number_rows()
SECTIONS: Final[int] = len(SECTION_TEXT)
if 2 * ROWS > TOKEN_BIT:  # rows and tokens of an automated opponent must not share bits
    raise ContentError(
        BOX.file,
        "ability",
        f"boards give one fighter {TOKEN_BIT} sections, fewer than {2 * ROWS}",
        f"Tableaus geben einem Kämpfer {TOKEN_BIT} Abschnitte, weniger als {2 * ROWS}",
    )

SECTION_BIT: Final = [1 << bit for bit in BIT]  # as a set of one
SECTION_NUMBER: Final = {text: section for section, text in enumerate(SECTION_TEXT)}
SLOT_NUMBER: Final = {text: slot for slot, text in enumerate(SLOT_TEXT)}

# By character + 1 (0: the first game, no character): the Player Board and the own board.
OWN_SECTIONS: Final = [list(range(BOARD_SECTIONS))] + [
    list(range(BOARD_SECTIONS)) + sections for sections in CHARACTER_SECTIONS
]

# ---- numbers of a section ----------------------------------------------------------------------------------


def _numbers(word: str) -> list[int]:
    """By section: the number of an effect that is only a number; 0 without one."""
    found: list[int] = []
    for section in range(SECTIONS):
        effect = ABILITIES[SECTION_ABILITY[section]].find(word)
        found.append(effect.number(0) if effect is not None else 0)
    return found


def _choices(word: str, choices: list[str]) -> list[int]:
    """By section: which choice an effect makes, counted from 1; 0 without one."""
    found: list[int] = []
    for section in range(SECTIONS):
        effect = ABILITIES[SECTION_ABILITY[section]].find(word)
        found.append(choices.index(effect.what) + 1 if effect is not None else 0)
    return found


ATTACK_BASE: Final = _numbers("attack_base")
ATTACK_KICKER: Final = _numbers("attack_kicker")
ATTACK_MULTIPLIER: Final = _numbers("attack_multiplier")
DEFENCE_BASE: Final = _numbers("defence_base")
DEFENCE_KICKER: Final = _numbers("defence_kicker")
DEFENCE_MULTIPLIER: Final = _numbers("defence_multiplier")
COST: Final = _numbers("cost")
DEFENCE_COUNTS: Final = _numbers("defence_counts")
ADRENALINE: Final = _numbers("adrenaline")
WEAKEN: Final = _numbers("weaken")
NO_LOSS: Final = _numbers("no_loss")
NO_TRAIT: Final = _choices("no_trait", ["both", "rival"])
CRAVINGS: Final = _choices("cravings", ["named", "random"])
ONCE: Final = [1 if ABILITIES[SECTION_ABILITY[section]].once else 0 for section in range(SECTIONS)]
MAY: Final = [1 if ABILITIES[SECTION_ABILITY[section]].may else 0 for section in range(SECTIONS)]
COPIES: Final = [ABILITIES[SECTION_ABILITY[section]].find("copy") is not None for section in range(SECTIONS)]
POW: Final[int] = SECTION_NUMBER.get("pow", NONE)  # its base is an agreement (KD-41)
POW_BASES: Final = (3, 4)


def copied_slot(section: int) -> int:
    """Of a section that copies a shown face: the slot that shows it, within the section."""
    effect = ABILITIES[SECTION_ABILITY[section]].find("copy")
    return effect.number(0) - 1 if effect is not None else NONE


def _substitutions() -> list[int]:
    """By character + 1: which face may stand for which (KD-25)."""
    found = [0]
    for character in BOX.characters:
        number = 0
        for ability in character.abilities:
            effect = ability.find("use")
            if effect is not None:
                pair = (LETTERS.index(effect.what[0]), LETTERS.index(effect.what[1]))
                number = SUBSTITUTIONS.index(pair)
        found.append(number)
    return found


SUBSTITUTION: Final = _substitutions()


def _wants_blanks() -> list[bool]:
    """By character + 1: whether it has a use for blank dice, as another face or on a place for blanks only (KD-21)."""
    found = [False]
    for index, character in enumerate(BOX.characters):
        slots = [slot for ability in character.abilities for part in ability.sections for slot in part.slots]
        found.append(SUBSTITUTIONS[SUBSTITUTION[index + 1]][0] == BLANK or ONLY_BLANK in slots)
    return found


WANTS_BLANKS: Final = _wants_blanks()

# ---- effects -----------------------------------------------------------------------------------------------


def encode(effect: Effect) -> list[int]:
    """An effect as five numbers; nothing if it is only a number or a state of the round."""
    if effect.word not in OPS:
        return []
    a, b = effect.number(0), effect.number(1)
    if effect.word == "gain":
        a, b = GAINS.index(effect.what), effect.number(0)
    elif effect.word == "attach":
        a = sum([1 << LETTERS.index(letter) for letter in effect.what])
    elif effect.word == "reroll_not":
        a = LETTERS.index(effect.what)
    elif effect.word == "refresh":
        words = effect.what.split()
        a = 1 if words[0] == "all" else 0
        b = LETTERS.index(words[1]) if len(words) > 1 else NONE
    return [OPS.index(effect.word), a, b, CONDITIONS.index(effect.condition), effect.limit]


def _effects(timing: int) -> list[list[int]]:
    """By section: what it does at a moment. On a row everything that is gained waits for Power Up (KD-236)."""
    found: list[list[int]] = []
    for section in range(SECTIONS):
        row = section >= ROW_SECTIONS[0][0][0]
        code: list[int] = []
        for effect in ABILITIES[SECTION_ABILITY[section]].effects:
            moment = TIMINGS.index(effect.moment) if effect.moment else TIMING[section]
            if row and effect.word == "gain":
                moment = POWER_UP
            if moment == timing:
                code += encode(effect)
        found.append(code)
    return found


EFFECTS: Final = [_effects(timing) for timing in range(len(TIMINGS))]  # by timing, then section

# ---- the rows of the automated opponents -------------------------------------------------------------------

# A list row does what the line of its dice says. By section: where its lines start; a row
# without a list has one line with symbol NONE.
LINE_START: Final[list[int]] = []
LINE_SYMBOL: Final[list[int]] = []
LINE_ATTACK: Final[list[int]] = []
LINE_DEFENCE: Final[list[int]] = []
LINE_EFFECTS: Final[list[list[int]]] = []  # at Power Up


def _value(effects: list[Effect], word: str) -> int:
    return sum([effect.number(0) for effect in effects if effect.word == word])


def _lines() -> None:
    for section in range(SECTIONS):
        row = ABILITIES[SECTION_ABILITY[section]]
        LINE_START.append(len(LINE_SYMBOL))
        lines = row.lines or [(NONE, row.effects)]
        for symbol, effects in lines:
            LINE_SYMBOL.append(symbol)
            LINE_ATTACK.append(_value(effects, "attack"))
            LINE_DEFENCE.append(_value(effects, "defence"))
            code: list[int] = []
            if row.lines:
                for effect in effects:
                    code += encode(effect)
            LINE_EFFECTS.append(code)


_lines()

HAS_LIST: Final = [1 if ABILITIES[SECTION_ABILITY[section]].lines else 0 for section in range(SECTIONS)]


def line_of(section: int, symbol: int) -> int:
    """The line of a section for a symbol (WILD: the highest; KD-232), counted from 0; NONE without a list."""
    if not HAS_LIST[section]:
        return NONE
    if symbol == WILD:
        return 0
    return LINE_SYMBOL.index(symbol, LINE_START[section]) - LINE_START[section]


# ---- Lock In (KD-162) --------------------------------------------------------------------------------------


def _lockable(character: int, dice: int) -> list[int]:
    """The sections that a character may lock in, when they need so many dice. For more than one die the box must
    need no Action die and give no Health, as Vitamin D says."""
    found: list[int] = []
    for section in OWN_SECTIONS[character + 1]:
        ability = ABILITIES[SECTION_ABILITY[section]]
        plain = len(ability.sections) == 1 and not ability.once and not COPIES[section]
        if not plain or SIZE[section] != dice or ability.find("lock") is not None:
            continue
        if dice > 1 and (ability.find("heal") is not None or "ACT" in ability.requirement):
            continue
        found.append(section)
    return found


LOCKABLE: Final = [[_lockable(character, dice) for dice in range(10)] for character in range(CHARACTERS)]
