"""Why an automated opponent filled a row as it did: one event, and shown on the board until the round ends.

A reason is a list of small numbers: fighter, row, result, ways to fill the row, Wilds and Action dice used, then the
symbol of a higher line that was given up (or NONE) with its Wilds and Action dice, then for each filled section its
number, the symbol of its line (or NONE), and each of its dice with the face it showed.
"""

from __future__ import annotations

from typing import Final, get_args

from slugfest.games.kapow_dice.content import ROWS

from .moves import DICE
from .requirements import BLANK, FACE_LETTERS, FACES, LETTERS
from .rule_facts import FilledSection, Reason, RefusedLine, Result
from .tables import ABILITIES, NONE, ROW_SECTIONS, SECTION_ABILITY, SECTION_TEXT, SIZE

RESULTS: Final[tuple[Result, ...]] = get_args(Result)
NEEDS_NO_DICE: Final = 0
USED_UP: Final = 1
IMPOSSIBLE: Final = 2
CONDITION: Final = 3
SELECTED: Final = 4
HEAD: Final = 9  # numbers before the sections


def why_not(fighter: int, row: int, result: int) -> list[int]:
    """The reason of a row without dice."""
    return [fighter, row, result, 0, 0, 0, NONE, 0, 0]


def facts_of(reason: list[int], character: int) -> Reason:
    """A reason as facts for events and boards."""
    row, result = reason[1], reason[2]
    sections: list[FilledSection] = []
    every: list[int] = []
    at = HEAD
    while at < len(reason):
        section, line, end = reason[at], reason[at + 1], at + 2 + 2 * SIZE[reason[at]]
        dice = [reason[place] + 1 for place in range(at + 2, end, 2)]
        faces = [FACE_LETTERS[reason[place + 1]] for place in range(at + 2, end, 2)]
        symbol = None if line == NONE else line_name(line)
        sections.append({"box": SECTION_TEXT[section], "dice": dice, "faces": faces, "line": symbol})
        every += dice
        at = end
    refused: RefusedLine | None = None
    if reason[6] != NONE:
        refused = {"line": line_name(reason[6]), "wilds": reason[7], "action_dice": reason[8]}
    return {
        "row": row + 1,
        "ability": ABILITIES[SECTION_ABILITY[ROW_SECTIONS[character][row][0]]].id,
        "result": RESULTS[result],
        "dice": every,
        "sections": sections,
        "plans": reason[3],
        "wilds": reason[4],
        "action_dice": reason[5],
        "refused": refused,
    }


def line_name(symbol: int) -> str:
    return "any" if symbol == BLANK else LETTERS[symbol]


def is_reason(reason: list[int], characters: list[int], seats: int) -> bool:
    """Whether numbers from a document are a reason of an automated fighter in this game."""
    if len(reason) < HEAD or not seats <= reason[0] < len(characters):
        return False
    if not 0 <= reason[1] < ROWS or not 0 <= reason[2] < len(RESULTS) or not NONE <= reason[6] < FACES:
        return False
    own = ROW_SECTIONS[characters[reason[0]]][reason[1]]
    at = HEAD
    while at < len(reason):
        if reason[at] not in own or at + 2 + 2 * SIZE[reason[at]] > len(reason):
            return False
        end = at + 2 + 2 * SIZE[reason[at]]
        if not NONE <= reason[at + 1] < FACES:
            return False
        for place in range(at + 2, end, 2):
            if not 0 <= reason[place] < DICE or not 0 <= reason[place + 1] < FACES:
                return False
        at = end
    return True
