"""How a move is written (TT-210).

pick joan     discard wong     character elf     first JOA-1*     insert WON-3 at 2     under JOA-2
"""

from __future__ import annotations

import re
from typing import Final

from slugfest.games.tag_team.content import (
    BOX,
    CHARACTERS,
    FEY,
    FIGHTER_KEYS,
    FIGHTER_OF,
    KIND_OF,
    POSITIONS,
)
from slugfest.games.tag_team.position.moves import CHOOSE, DISCARD, FIRST, INSERT, PICK, UNDER
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import Text, unreadable

from .facts import CardMove, CharacterMove, FighterMove, InsertMove, Move
from .refusals import too_late, wrong_phase
from .words import move_text, refuse

_EXAMPLE: Final = "insert JOA-2 at 1"
_FIRST_CHARACTER: Final[int] = BOX.first_track[FEY]
_CHARACTERS: Final = {
    BOX.track_keys[_FIRST_CHARACTER + character]: character for character in range(CHARACTERS)
}
_WORD: Final = re.compile(r"(pick|discard|character|first|under) ([a-z0-9_*-]+)")
_INSERT: Final = re.compile(r"insert ([a-z0-9_*-]+) at (-?\d+)")
_KINDS: Final = {identifier.lower(): kind for identifier, kind in KIND_OF.items()}


def parts_of(move: int) -> Move:
    """What a move consists of: what is done, with what, and where."""
    if move >= UNDER:
        return CardMove("under", BOX.ids[move - UNDER])
    if move >= INSERT:
        kind, position = divmod(move - INSERT, POSITIONS)
        return InsertMove("insert", BOX.ids[kind], position)
    if move >= FIRST:
        return CardMove("first", BOX.ids[BOX.start_card[move - FIRST]])
    if move >= CHOOSE:
        return CharacterMove("character", BOX.track_keys[_FIRST_CHARACTER + move - CHOOSE])
    if move >= DISCARD:
        return FighterMove("discard", FIGHTER_KEYS[move - DISCARD])
    return FighterMove("pick", FIGHTER_KEYS[move - PICK])


def write(parts: Move) -> str:
    """A move as text."""
    text = f"{parts.kind} {parts[1]}"
    return f"{text} at {parts.position}" if isinstance(parts, InsertMove) else text


def label(move: int) -> Text:
    """A move as people say it."""
    parts = parts_of(move)
    if isinstance(parts, InsertMove):
        return move_text("insert", {"card": parts.card, "number": parts.position + 1})
    return move_text(parts.kind, {parts._fields[1]: parts[1]})


def parse(text: str) -> int:
    """The number of the move a text means, whatever the position."""
    word, name, place = _understand(text)
    return _number(word, name, place)


def read(table: Decisions, seat: int, text: str) -> int:
    """The move a text means here; refused by the first thing that is wrong with it (TT-213)."""
    word, name, place = _understand(text)
    if not table.owes(seat):
        raise too_late(table, seat)
    refused = wrong_phase(table, word)
    if refused is not None:
        raise refused
    return _number(word, name, place)


def _understand(text: str) -> tuple[str, str, int]:
    """What is to be done, with what, and at which place; raises if the text is no move of this game."""
    words = " ".join(text.lower().split()) if len(text) <= 100 else ""
    found = _INSERT.fullmatch(words)
    if found is not None:
        return "insert", found.group(1), int(found.group(2))
    found = _WORD.fullmatch(words)
    if found is None:
        raise unreadable(text, _EXAMPLE)
    return found.group(1), found.group(2), 0


def _number(word: str, name: str, place: int) -> int:
    """The number of the move that does this with what exists; whatever does not exist is refused."""
    if word == "insert":
        kind = _kind((name, f"{name}*"), "CARD_NOT_DRAWN", "TT-102")
        if not 0 <= place < POSITIONS:
            raise refuse("BAD_POSITION", "TT-102")
        return INSERT + kind * POSITIONS + place
    if word == "under":
        return UNDER + _kind((name, f"{name}*"), "CARD_NOT_DRAWN", "TT-103")
    if word == "first":
        kind = _kind((f"{name}*", name), "NOT_A_STARTING_CARD", "TT-27")
        if not BOX.starts[kind]:
            raise refuse("NOT_A_STARTING_CARD", "TT-27")
        return FIRST + BOX.owner[kind]
    if word == "character":
        if name not in _CHARACTERS:
            raise refuse("NO_SUCH_CHARACTER", "TT-186")
        return CHOOSE + _CHARACTERS[name]
    if name not in FIGHTER_OF:
        raise refuse("NOT_ON_OFFER", "TT-213")
    return (PICK if word == "pick" else DISCARD) + FIGHTER_OF[name]


def _kind(spellings: tuple[str, str], code: str, rule: str) -> int:
    """A card by its id. The star may be left out: of a starting title with more copies, ``first`` means the star."""
    for spelled in spellings:
        if spelled in _KINDS:
            return _KINDS[spelled]
    raise refuse(code, rule)
