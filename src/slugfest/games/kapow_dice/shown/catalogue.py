"""What a board needs to draw the game: names, numbers and texts of everything in the box."""

from __future__ import annotations

from typing import Literal

from slugfest.games.kapow_dice.content import BOX, KINDS, TRAITS, Ability, Effect, Kind
from slugfest.games.kapow_dice.position.requirements import (
    BLANK,
    FACE_LETTERS,
    ONLY_WILD,
    SLOTS,
    STRICT,
    Face,
)
from slugfest.games.kapow_dice.position.tables import (
    ABILITIES,
    FIRST_SLOT,
    GROUPS_OF,
    POW,
    POW_BASES,
    SECTION_ABILITY,
    SECTION_TEXT,
    SECTIONS,
    SIZE,
    SLOT_TEXT,
    SLOTS_OF,
)

from .facts import Ability as AbilityInfo
from .facts import Box, CardHalf, Catalogue, Character, DieInfo, FaceInfo, Row, RowLine, Slot, TeamUp
from .words import ability_text, face_name, row_text

_NUMBERS = (
    "attack_base", "attack_kicker", "attack_multiplier", "defence_base", "defence_kicker", "defence_multiplier",
)  # fmt: skip


def catalogue() -> Catalogue:
    faces: dict[Face, FaceInfo] = {}
    for face in range(BLANK):
        faces[FACE_LETTERS[face]] = {"name": BOX.face_names[face].as_json(), "colour": BOX.face_colours[face]}
    faces[FACE_LETTERS[BLANK]] = {
        "name": {"en": face_name("B", "en"), "de": face_name("B", "de")},
        "colour": None,
    }
    dice: dict[Kind, DieInfo] = {}
    for kind in range(len(KINDS)):
        sides = [FACE_LETTERS[side] for side in BOX.die_sides[kind]]
        dice[KINDS[kind]] = {"name": BOX.die_names[kind].as_json(), "sides": sides, "trait": kind < TRAITS}
    sections = _sections()
    people = list(BOX.board)
    for character in BOX.characters:
        people += character.abilities
    people.append(BOX.token)
    return {
        "faces": faces,
        "dice": dice,
        "player_board": [ability.id for ability in BOX.board],
        "abilities": {ability.id: _ability(ability, sections) for ability in people},
        "characters": _characters(),
        "agreed": {"pow": {str(value): _ability(_pow_of(value), sections) for value in POW_BASES}},
        "cards": _cards(sections),
        "rows": _rows(sections),
        "colours": {colour: name.as_json() for colour, name in zip(BOX.colours, BOX.colour_names)},
        "round_limit": BOX.limits["round_limit"],
        "health": BOX.limits["first_health"],
    }


def _sections() -> dict[str, list[int]]:
    """By ability id: its sections."""
    found: dict[str, list[int]] = {}
    for section in range(SECTIONS):
        found.setdefault(ABILITIES[SECTION_ABILITY[section]].id, []).append(section)
    return found


def _boxes(sections: list[int]) -> list[Box]:
    boxes: list[Box] = []
    for section in sections:
        slots: list[Slot] = []
        for index in range(SIZE[section]):
            slots.append(
                {
                    "slot": SLOT_TEXT[FIRST_SLOT[section] + index],
                    "demand": SLOTS[SLOTS_OF[section][index]],
                    "face": symbol_of(SLOTS_OF[section][index]),
                    "group": GROUPS_OF[section][index],
                }
            )
        boxes.append({"box": SECTION_TEXT[section], "slots": slots})
    return boxes


def symbol_of(slot: int) -> Face | None:
    """The symbol that a slot asks for, with or without Wild (KD-20)."""
    return FACE_LETTERS[slot % STRICT] if slot < ONLY_WILD else None


def _numbers(ability: Ability) -> dict[str, int]:
    """What an ability adds to a total, by the word for it."""
    numbers: dict[str, int] = {}
    for word in _NUMBERS:
        effect = ability.find(word)
        if effect is not None:
            numbers[word] = effect.number(0)
    return numbers


def _ability(ability: Ability, sections: dict[str, list[int]]) -> AbilityInfo:
    numbers = _numbers(ability)
    return {
        "name": ability.name.as_json(),
        "board": ability.board,
        "column": ability.timing,
        "kind": _kind(numbers),
        "requirement": ability.requirement,
        "boxes": _boxes(sections[ability.id]),
        "text": ability_text(ability).as_json(),
        "once": ability.once,
        "may": ability.may,
        "numbers": numbers,
        "rule": "KD-40" if ability.board == "player" else "KD-159" if ability.board == "token" else "KD-151",
    }


def _pow_of(value: int) -> Ability:
    """Pow with the base attack that a table has agreed on (KD-41)."""
    printed = ABILITIES[SECTION_ABILITY[POW]]
    ability = Ability(printed.id, printed.board, printed.name)
    ability.timing = printed.timing
    ability.requirement = printed.requirement
    ability.effects = [Effect("attack_base", "", [value], "", "", 0)]
    return ability


def _kind(numbers: dict[str, int]) -> str:
    for side, letter in (("attack", "A"), ("defence", "D")):
        if f"{side}_base" in numbers:
            return f"B{letter}"
        if f"{side}_multiplier" in numbers:
            return f"{letter}KM"
        if f"{side}_kicker" in numbers:
            return f"{letter}K"
    return "U"


def _characters() -> dict[str, Character]:
    found: dict[str, Character] = {}
    for character in BOX.characters:
        found[character.id] = {
            "name": character.name.as_json(),
            "side": "villain" if character.villain else "hero",
            "health": character.health,
            "dice": [KINDS[kind] for kind in character.dice],
            "faces": [FACE_LETTERS[face] for face in character.faces],
            "abilities": [ability.id for ability in character.abilities],
            "rows": [row.id for row in character.rows],
        }
    return found


def _cards(sections: dict[str, list[int]]) -> dict[str, TeamUp]:
    found: dict[str, TeamUp] = {}
    for card in BOX.cards:
        left, right = card.halves
        found[card.id] = {
            "name": card.name.as_json(),
            "colour": BOX.colours[card.colour],
            "column": left.timing,
            "left": _half(left, sections),
            "right": _half(right, sections),
        }
    return found


def _half(half: Ability, sections: dict[str, list[int]]) -> CardHalf:
    box = _boxes(sections[half.id])[0]
    return {
        **box,
        "requirement": half.requirement,
        "text": ability_text(half).as_json(),
        "numbers": _numbers(half),
    }


def _rows(sections: dict[str, list[int]]) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for character in BOX.characters:
        for number, row in enumerate(character.rows, 1):
            lines: list[RowLine] | None = None
            if row.lines:
                lines = []
                for face, effects in row.lines:
                    symbol: Face | Literal["any"] = "any" if face == BLANK else FACE_LETTERS[face]
                    lines.append({"symbol": symbol, "text": row_text(effects).as_json()})
            found[row.id] = {
                "name": row.name.as_json(),
                "board": character.id,
                "row": number,
                "column": row.timing,
                "requirement": row.requirement,
                "boxes": _boxes(sections[row.id]),
                "text": None if row.lines else row_text(row.effects).as_json(),
                "lines": lines,
                "once": row.once,
            }
    return found
