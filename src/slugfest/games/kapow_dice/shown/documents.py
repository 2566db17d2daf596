"""The fields of a position document; :mod:`arrange` reads what cannot be read field by field. Also counts every piece.

Dice are short texts, in the order of their ids: ``red:M`` shows Might, ``blue:X@grow:1`` lies on a slot,
``action[WM]:W`` has two faces and shows one of them, ``!`` at the end means frozen.
"""

from __future__ import annotations

from typing import Any, Final

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.fight import (
    ATTACK_BOX,
    ATTACK_FACTOR,
    ATTACK_SKIP,
    ATTACK_TOTAL,
    CRAVER,
    DEALT,
    DEFENCE_BOX,
    DEFENCE_FACTOR,
    DEFENCE_SKIP,
    DEFENCE_TOTAL,
    GAINED_DICE,
    GAINED_FACES,
    LEFT_OVER,
    LOST,
    PENALTY,
    ROW_LINES,
    UNKNOWN,
)
from slugfest.games.kapow_dice.position.moves import DICE, MODES
from slugfest.games.kapow_dice.position.phases import (
    CLEANING_UP,
    PHASES,
    PICKING_CHARACTERS,
    QUESTIONS,
    REASONS,
    SELECTING,
)
from slugfest.games.kapow_dice.position.position import FREE, PIECES, UNROLLED, Position
from slugfest.games.kapow_dice.position.requirements import BLANK, LETTERS
from slugfest.games.kapow_dice.position.tables import (
    ACTION,
    BIT,
    COLOURS,
    DICE_KINDS,
    FACE_TYPES,
    NONE,
    SECTION_TEXT,
    SLOT_TEXT,
)
from slugfest.kernel import Facts, PositionError, reader
from slugfest.kernel.schema import (
    FLAG,
    NEEDED,
    Attribute,
    Bit,
    Child,
    Children,
    Codec,
    Computed,
    Item,
    Mask,
    Maybe,
    Name,
    Number,
    Schema,
    Slice,
    Values,
    Whole,
    result,
)

# ---- codecs ------------------------------------------------------------------------------------------------------


class BoxesCodec(Codec):
    """Boxes of a fighter, kept as a mask."""

    def write(self, value: Any, position: Any, row: int) -> Any:
        table: Position = position
        mask: int = value
        if mask == 0 or table.phase == PICKING_CHARACTERS:
            return []
        return [SECTION_TEXT[section] for section in table.sections_of(row) if mask >> BIT[section] & 1]

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        mask = 0
        legal = position.sections_of(row)
        for index, name in enumerate(reader.items(where, value)):
            section = SECTION.read(f"{where}[{index}]", name, position, row)
            if section not in legal:
                raise PositionError(f"{where}: {name!r} is not on this fighter's boards")
            mask |= 1 << BIT[section]
        return mask


class PendingCodec(BoxesCodec):
    """Boxes of the fighter that acts."""

    def write(self, value: Any, position: Any, row: int) -> Any:
        return [] if position.acting == NONE else super().write(value, position, position.acting)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        return 0 if position.acting == NONE else super().read(where, value, position, position.acting)


class FacesCodec(Codec):
    """Faces as letters, kept as how many there are of each type."""

    def write(self, value: Any, position: Any, row: int) -> Any:
        counts: list[int] = value
        return "".join([LETTERS[face] * counts[face] for face in range(FACE_TYPES) if counts[face]])

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        if not isinstance(value, str) or any(letter not in LETTERS[:BLANK] for letter in value):
            raise PositionError(
                f"{where}: letters out of {LETTERS[:BLANK]} are needed, not {reader.shown(value)}"
            )
        return [value.count(letter) for letter in LETTERS[:FACE_TYPES]]


class AnnouncementCodec(Codec):
    """An Immediate announced by a fighter, and the face that was named with it."""

    def write(self, value: Any, position: Any, row: int) -> Any:
        entry: int = value
        text = f"P{(entry & 3) + 1} {SECTION_TEXT[entry >> 2 & 255]}"
        return f"{text} {LETTERS[(entry >> 10) - 1]}" if entry >> 10 else text

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        words = value.split() if isinstance(value, str) else []
        if len(words) not in (2, 3) or words[0][:1] != "P" or not words[0][1:].isdecimal():
            raise PositionError(f"{where}: {value!r} does not look like “P1 time_jump.1”")
        fighter = FIGHTER.read(where, int(words[0][1:]), position, row)
        gained = LETTERS.find(words[2]) + 1 if len(words) == 3 else 0
        return fighter | SECTION.read(where, words[1], position, row) << 2 | gained << 10


SECTION: Final = Name(SECTION_TEXT, thing="box")
MAYBE_SECTION: Final = Maybe(SECTION, NONE)
BOXES: Final = BoxesCodec(list[str])
FACES: Final = FacesCodec(str)
FIGHTER: Final = Number("fighters")
MAYBE_FIGHTER: Final = Maybe(FIGHTER, NONE)
MAYBE_TEAM: Final = Maybe(Number(2), NONE)
CHARACTER: Final = Name([character.id for character in BOX.characters])
CARD: Final = Name([card.id for card in BOX.cards])
MANY: Final = 1 << 60
POINTS: Final = Whole(0, 999)
COUNT: Final = Whole(0, 99)
LINES: Final = Values(Whole(NONE, 9), 16)

_sides: Final[dict[int, str]] = {}  # the texts of packed faces, as they are asked for


def sides_text(packed: int) -> str:
    """The faces on an Action die as letters."""
    if packed not in _sides:
        _sides[packed] = "".join([LETTERS[face] * (packed >> (3 * face) & 7) for face in range(FACE_TYPES)])
    return _sides[packed]


# ---- what functions write ------------------------------------------------------------------------------------------


def _cards(position: Position, team: int) -> list[str]:
    held = position.cards[team * COLOURS : team * COLOURS + COLOURS]
    return [BOX.cards[card].id for card in held if card != NONE]


def _turned(position: Position, team: int) -> list[str]:
    held = position.cards[team * COLOURS : team * COLOURS + COLOURS]
    turned = position.turned[team]
    return [BOX.cards[card].id for card in held if card != NONE and turned >> BOX.cards[card].colour & 1]


def _dice(position: Position, fighter: int) -> list[str]:
    texts: list[str] = []
    kinds, faces, at, frozen = position.kind, position.face, position.at, position.frozen[fighter]
    for die in range(position.count[fighter]):
        index = fighter * DICE + die
        text: str = KINDS[kinds[index]]
        if kinds[index] == ACTION:
            text += f"[{sides_text(position.layout[index])}]"
        if faces[index] != UNROLLED:
            text += f":{LETTERS[faces[index]]}"
        if at[index] != FREE:
            text += f"@{SLOT_TEXT[at[index]]}"
        texts.append(text + "!" if frozen >> die & 1 else text)
    return texts


def action_dice(position: Position, fighter: int) -> list[int]:
    """The Action dice of a fighter, as indices into the lists of dice."""
    first = fighter * DICE
    return [die for die in range(first, first + position.count[fighter]) if position.kind[die] == ACTION]


def _open_sides(position: Position, fighter: int) -> list[str]:
    return [sides_text(position.open_layout[die]) for die in action_dice(position, fighter)]


def _shown(position: Position, fighter: int) -> Facts | None:
    return SHOWN.write(position, fighter) if position.phase in (SELECTING, CLEANING_UP) else None


def _modes(position: Position, fighter: int) -> Facts:
    if position.automated(fighter) or position.phase == PICKING_CHARACTERS:
        return {}
    reach = position.reach(fighter)
    modes = {section: position.adrenaline_mode(fighter, section) for section in reach.pick(reach.adrenaline)}
    return {SECTION_TEXT[section]: MODES[mode] for section, mode in modes.items() if mode}


def _attacks(position: Position, fighter: int) -> bool:
    return position.fight[ATTACK_TOTAL + fighter] != UNKNOWN or position.fight[ATTACK_BOX + fighter] != NONE


def _defends(position: Position, fighter: int) -> bool:
    return position.fight[DEFENCE_TOTAL + fighter] != UNKNOWN or position.fight[DEFENCE_BOX + fighter] != NONE


def _supply_dice(position: Position, number: int) -> dict[str, int]:
    return {KINDS[kind]: position.supply[number * PIECES + kind] for kind in range(DICE_KINDS)}


def _supply_faces(position: Position, number: int) -> dict[str, int]:
    start = number * PIECES + DICE_KINDS
    return {LETTERS[face]: position.supply[start + face] for face in range(FACE_TYPES)}


def _starting_health(position: Position, team: int) -> int:
    """What a team begins with; while characters are picked nobody has Health yet."""
    if position.phase == PICKING_CHARACTERS:
        return 0
    own = [position.character[fighter] for fighter in position.members(team)]
    first = BOX.limits["first_health"]
    return sum([first if character == NONE else BOX.characters[character].health for character in own])


# ---- the document --------------------------------------------------------------------------------------------------


def _total(box: int, factor: int, total: int) -> Schema:
    return Schema(
        "TotalDocument",
        "An attack or a defence, as far as it is settled.",
        Item("base", MAYBE_SECTION, "The box whose base is used.", at="fight", first=box),
        Item("multiplier", MAYBE_SECTION, "The box whose multiplier is used.", at="fight", first=factor),
        Item("total", Maybe(Whole(0, 9999), UNKNOWN), at="fight", first=total),
    )


ATTACK: Final = _total(ATTACK_BOX, ATTACK_FACTOR, ATTACK_TOTAL)
DEFENCE: Final = _total(DEFENCE_BOX, DEFENCE_FACTOR, DEFENCE_TOTAL)
DEFENCE.type = ATTACK.type

TEAM: Final = Schema(
    "TeamDocument",
    "One team.",
    Item("health", Codec(int), by_hand=True),
    Item(
        "full", POINTS, "The Health it began with, its maximum.", at="full_health", default=_starting_health
    ),
    Computed("cards", list[str], _cards, "Its Team-Up cards."),
    Computed(
        "turned", list[str], _turned, "Those that are turned round: left and right have changed places."
    ),
)
SHOWN: Final = Schema(
    "ShownDocument",
    "A fighter's faces as everybody saw them when the screens went up.",
    Computed("sides", list[str], _open_sides, "The sides of each Action die, as letters."),
    Slice("pool", FACES, FACE_TYPES, at="open_pool"),
)
SKIPPED: Final = Schema(
    "SkippedDocument",
    "The boxes that the owner left out.",
    Item("attack", BOXES, at="fight", first=ATTACK_SKIP),
    Item("defence", BOXES, at="fight", first=DEFENCE_SKIP),
)
GAINED: Final = Schema(
    "GainedDocument",
    "What was gained during Power Up, as Sucker Punch and Face Off count it.",
    Item("dice", COUNT, at="fight", first=GAINED_DICE),
    Item("faces", COUNT, at="fight", first=GAINED_FACES),
)
POOL: Final = Slice("pool", FACES, FACE_TYPES, "The faces that are on no die, as letters.")
_DICE_NOTE: Final = (
    "In the order of their numbers: `red:M` shows Might, `blue:X@grow:1` lies on a slot, `action[WM]:W` has two faces "
    "and shows one, `!` at the end means frozen."
)
PLAYER: Final = Schema(
    "FighterDocument",
    "One fighter with everything behind the screen.",
    Item("character", Maybe(CHARACTER, NONE), by_hand=True),
    Computed("dice", list[str], _dice, _DICE_NOTE),
    POOL,
    Computed("shown", SHOWN.type | None, _shown),
    Item("entangled", Whole(0, BOX.limits["max_entangle"]), "Entangle tokens."),
    Item("locked", BOXES, "The boxes with a Locked-In token."),
    Item("used", BOXES, "The once-per-game boxes that are spent."),
    Computed("modes", dict[str, str], _modes, "By box of Adrenaline: whether it gives attack or a face."),
    Item("target", MAYBE_FIGHTER, "The fighter that the arrow points at, from 1.", at="targets"),
    Bit("ready"),
    Item("fuss", Whole(0, 10**6), "Changes of mind in this phase.", at="changes_of_mind"),
    Item("selected", BOXES, "The boxes that are selected since the reveal."),
    Item("previous", BOXES, "The boxes that were selected in the round before, without Immediates."),
    Child("attack", ATTACK, present=_attacks),
    Child("defence", DEFENCE, present=_defends),
    Child("skipped", SKIPPED),
    Item("lost", POINTS, "Health lost in phase 2.", at="fight", first=LOST),
    Item("dealt", POINTS, "Health that the own attack took.", at="fight", first=DEALT),
    Item("weak", COUNT, "What is taken off the total defence.", at="fight", first=PENALTY),
    Item(
        "craver",
        MAYBE_FIGHTER,
        "The fighter whose Cravings name the colours of the Trait dice, from 1.",
        at="fight",
        first=CRAVER,
    ),
    Child("gained", GAINED),
    Slice(
        "lines",
        LINES,
        16,
        "For an automated fighter, by section: the line of its list or -1.",
        at="fight",
        first=ROW_LINES,
    ),
    Item(
        "left_over",
        Whole(0, DICE),
        "For an automated fighter: dice that lie on nothing.",
        at="fight",
        first=LEFT_OVER,
    ),
    Bit("defended"),
    Bit("no_trait", "Whether the fighter may gain no Trait dice this round."),
)
SUPPLY: Final = Schema(
    "SupplyDocument",
    "What is left of a set.",
    Computed("dice", dict[str, int], _supply_dice),
    Computed("faces", dict[str, int], _supply_faces),
)
STEP: Final = Schema(
    "StepDocument",
    "Where a phase in turn order stands.",
    Attribute("side", Whole(0, 2), "0: the team with the token acts, 1: the other, 2: both have."),
    Attribute("acted", Mask(FIGHTER, "fighters"), "The fighters that have acted, from 1."),
    Attribute("acting", MAYBE_FIGHTER, "The fighter that acts, from 1."),
    Attribute("pending", PendingCodec(list[str]), "The boxes that it has still to trigger."),
    Attribute("no_loss", FLAG, "Whether nobody loses Health any more this round."),
)
QUESTION: Final = Schema(
    "QuestionDocument",
    "What somebody is being asked.",
    Attribute("kind", Name(QUESTIONS, first=1), at="question", default=NEEDED),
    Attribute(
        "asked", Maybe(Number("seats"), NONE), "The fighter who answers, from 1; null: anybody of the team."
    ),
    Attribute("for", MAYBE_FIGHTER, "The fighter that the answer is about, from 1.", at="beneficiary"),
    Attribute("argument", Whole(-MANY, MANY), "What the question is about, in the engine's numbers."),
    Attribute("box", MAYBE_SECTION, "The box that asks.", at="source"),
    Attribute("picked", Mask(Number(DICE), DICE), "The dice chosen so far."),
)
DOCUMENT: Final = Schema(
    "Document",
    "A whole position.",
    Attribute("phase", Name(PHASES)),
    Attribute(
        "round", Whole(0, 10**6), default=lambda position, row: 1 if position.phase >= SELECTING else 0
    ),
    Attribute("first", MAYBE_TEAM, "The team with the First Player token, from 1.", default=0),
    Attribute("picks", Whole(0, 8), "How many characters or cards have been picked."),
    Children("teams", TEAM, 2),
    Children("fighters", PLAYER, "fighters"),
    Children("supplies", SUPPLY, "sets"),
    Attribute(
        "announcements",
        Values(AnnouncementCodec(str)),
        "The Immediates of this round: who, the box, the face if one was named.",
    ),
    Computed(
        "reasons",
        list[list[int]],
        lambda position, row: [list(reason) for reason in position.row_reasons],
        "Why automated fighters filled their rows so, in the engine's numbers.",
    ),
    Child("step", STEP, by_hand=True),
    Child("question", QUESTION, present="question", by_hand=True),
    Attribute(
        "todo",
        Values(Whole(0, MANY)),
        "What is still to be done, in the engine's numbers; the last comes next.",
    ),
    Attribute("returning", FACES, "The faces handed back in a running exchange, as letters."),
    result(
        REASONS,
        Attribute("team", Maybe(Number(2), NONE), "The team that won, from 1; null for a draw.", at="winner"),
    ),
)


def write_document(position: Position) -> Facts:
    """The whole position as JSON."""
    return DOCUMENT.write(position)


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
