"""How a move is written: ``place d3 grow:1``, ``announce time_jump.1``, ``face M``, ``ready``."""

from __future__ import annotations

from typing import Final, Literal, get_args

from slugfest.games.kapow_dice.content import BOX, KINDS
from slugfest.games.kapow_dice.position.moves import (
    ANNOUNCE,
    ATTACH_TO,
    ATTACK_WITH,
    BOOSTS,
    CARD,
    CHOOSE_DIE,
    CHOOSE_FACE,
    DEFEND_WITH,
    DICE,
    EMPTY,
    FACE_PLACES,
    FIGHTERS,
    FILL,
    FIRST,
    GIVE,
    LAY,
    LOCK_IN,
    MODE,
    MODES,
    ORDER,
    PICK,
    PLACE,
    PLAIN_FILL,
    PROPOSE,
    REROLL_DIE,
    ROTATE,
    SHOWN,
    SINGLES,
    SKIP,
    SOME_TRAIT,
    STRIP,
    SWAP,
    TAKE,
    TARGET,
    TRIGGER,
    TURN_DIE,
    UP,
    die_place,
    fill_move,
    pool_place,
)
from slugfest.games.kapow_dice.position.requirements import BLANK, FACE_LETTERS, LETTERS, POOL_LETTERS
from slugfest.games.kapow_dice.position.tables import (
    COPIES,
    FACE_TYPES,
    PLAYER_SECTIONS,
    PLAYER_SLOTS,
    SECTION_TEXT,
    SIZE,
    SLOT_SECTION,
    SLOT_TEXT,
)
from slugfest.kernel import Facts, Text, unreadable

from .facts import (
    AttachMove,
    BoxMove,
    CardMove,
    DieMove,
    FaceMove,
    FighterMove,
    FillMove,
    GiveMove,
    GivenFace,
    KindMove,
    ModeMove,
    Move,
    OnBox,
    OnCard,
    OnDie,
    PickMove,
    PlaceMove,
    Single,
    SingleMove,
    SwapMove,
    TurnMove,
)
from .words import move_text

_EXAMPLE: Final = "place d3 grow:1"

# Kinds of moves that name one thing out of a list, by their first number.
_BOX_MOVES: Final[dict[int, OnBox]] = {
    EMPTY: "empty", ANNOUNCE: "announce", ATTACK_WITH: "attack", DEFEND_WITH: "defend", SKIP: "skip",
    TRIGGER: "trigger", LOCK_IN: "lock",
}  # fmt: skip
_DIE_MOVES: Final[dict[int, OnDie]] = {TAKE: "take", REROLL_DIE: "reroll", ATTACH_TO: "attach_to"}
_CARD_MOVES: Final[dict[int, OnCard]] = {CARD: "card", PROPOSE: "propose", ROTATE: "rotate"}
_SINGLES: Final[tuple[Single, ...]] = get_args(Single)  # as SINGLES writes them
_WORDS: Final = {"attach_to": "attach", "propose": "announce"}  # kinds that are written with another word
_STARTS: Final = (
    PICK, CARD, TAKE, EMPTY, ANNOUNCE, PROPOSE, ROTATE, TARGET, MODE, REROLL_DIE, TURN_DIE, ATTACH_TO,
    ATTACK_WITH, DEFEND_WITH, SKIP, TRIGGER, LOCK_IN, FIRST, CHOOSE_FACE, CHOOSE_DIE, ORDER, LAY, STRIP,
    GIVE, SWAP, FILL, PLACE,
)  # fmt: skip

_CARD_NUMBER: Final = {card.id: number for number, card in enumerate(BOX.cards)}
_CHARACTER_NUMBER: Final = {character.id: number for number, character in enumerate(BOX.characters)}
_BOX_NUMBER: Final = {SECTION_TEXT[section]: section for section in range(PLAYER_SECTIONS)}
_SLOT_NUMBER: Final = {SLOT_TEXT[slot]: slot for slot in range(PLAYER_SLOTS)}


def start_of(move: int) -> int:
    """The first number of the kind of move this is; 0 for moves that name nothing."""
    start = 0
    for other in _STARTS:
        if other <= move:
            start = other
    return start


def parts_of(move: int) -> Move:
    """What a move consists of: its kind, and the die, slot, box, face or fighter it names."""
    start = start_of(move)
    rest = move - start
    if start == 0:
        return SingleMove(_SINGLES[move])
    if start in _BOX_MOVES:
        return BoxMove(_BOX_MOVES[start], SECTION_TEXT[rest])
    if start in _DIE_MOVES:
        return DieMove(_DIE_MOVES[start], rest + 1)
    if start in _CARD_MOVES:
        return CardMove(_CARD_MOVES[start], BOX.cards[rest].id)
    if start == PLACE:
        return PlaceMove("place", rest % DICE + 1, SLOT_TEXT[rest // DICE])
    if start == FILL:
        face = rest % 8
        return FillMove("fill", SECTION_TEXT[rest // 8], None if face == PLAIN_FILL else FACE_LETTERS[face])
    if start == MODE:
        return ModeMove("mode", SECTION_TEXT[rest // 3], BOOSTS[rest % 3])
    if start in (TARGET, FIRST):
        return FighterMove("target" if start == TARGET else "first", rest)
    if start == PICK:
        return PickMove("pick", BOX.characters[rest].id)
    if start == TURN_DIE:
        return TurnMove("turn", rest // SHOWN + 1, FACE_LETTERS[rest % SHOWN])
    if start in (CHOOSE_FACE, ORDER):
        return FaceMove("face" if start == CHOOSE_FACE else "order", POOL_LETTERS[rest])
    if start == CHOOSE_DIE:
        return KindMove("die", "trait" if move == SOME_TRAIT else KINDS[rest])
    if start in (LAY, STRIP):
        kind: Literal["attach", "detach"] = "attach" if start == LAY else "detach"
        return AttachMove(kind, rest // FACE_TYPES + 1, POOL_LETTERS[rest % FACE_TYPES])
    if start == GIVE:
        die, given = _source(rest)
        return GiveMove("give", die, given)
    die, given = _source(rest // FACE_TYPES)
    return SwapMove("swap", die, given, POOL_LETTERS[rest % FACE_TYPES])


def _source(place: int) -> tuple[int | None, GivenFace]:
    """The die of a face place, from 1, or None for the pool, and the face there."""
    if place < FACE_TYPES:
        return None, POOL_LETTERS[place]
    die, face = divmod(place - FACE_TYPES, FACE_TYPES + 1)
    return die + 1, "up" if face == UP else POOL_LETTERS[face]


def write(parts: Move) -> str:
    """A move as text."""
    if isinstance(parts, SingleMove):
        return parts.kind.replace("_", " ")
    if isinstance(parts, FighterMove):
        return f"{parts.kind} P{parts.fighter + 1}"
    words = [_WORDS.get(parts.kind, parts.kind)]
    for name, value in zip(parts._fields[1:], parts[1:], strict=True):
        if name == "die":
            words.append("pool" if value is None else f"d{value}")
        elif value is not None:
            words.append(str(value))
    return " ".join(words)


def label(move: int) -> Text:
    """A move as people say it."""
    parts = parts_of(move)
    facts: Facts = {**parts._asdict()}
    del facts["kind"]
    if isinstance(parts, PlaceMove):
        section = SLOT_SECTION[(move - PLACE) // DICE]
        facts = {"die": parts.die, "box": SECTION_TEXT[section], "slot": parts.slot[-1:]}
        return move_text("place" if SIZE[section] == 1 else "place-slot", facts)
    if isinstance(parts, FighterMove):
        return move_text(parts.kind, {"target": f"P{parts.fighter + 1}"})
    if isinstance(parts, GiveMove | SwapMove):
        source = "pool" if parts.die is None else "up" if parts.face == "up" else "die"
        return move_text(f"{parts.kind}-{source}", facts)
    if isinstance(parts, FillMove) and parts.face is not None:
        return move_text("fill-face", facts)
    if isinstance(parts, ModeMove):
        return move_text(f"mode-{parts.mode}", facts)
    return move_text(parts.kind.replace("_", "-"), facts)


# ---- reading -----------------------------------------------------------------------------------------------


def parse(text: str) -> int:
    """The number of the move a text means, whatever the position."""
    words = text.lower().split() if len(text) <= 200 else []
    joined = " ".join(words)
    if joined in SINGLES:
        return SINGLES.index(joined)
    move = _parse(words) if len(words) >= 2 else None
    if move is None:
        raise unreadable(text, _EXAMPLE)
    return move


def _parse(words: list[str]) -> int | None:
    word, first = words[0], words[1]
    if len(words) == 2:
        return _parse_two(word, first)
    if len(words) == 3:
        return _parse_three(word, first, words[2])
    if len(words) == 4 and word == "swap":
        place, face = _place(first, words[2]), _face(words[3])
        return SWAP + place * FACE_TYPES + face if place is not None and face is not None else None
    return None


def _parse_two(word: str, first: str) -> int | None:
    for start, name in _BOX_MOVES.items():
        if name == word and first in _BOX_NUMBER:
            return start + _BOX_NUMBER[first]
    for start, on_die in _DIE_MOVES.items():
        if _WORDS.get(on_die, on_die) == word and _die(first) is not None:
            return start + (_die(first) or 0)
    for start, on_card in _CARD_MOVES.items():
        if _WORDS.get(on_card, on_card) == word and first in _CARD_NUMBER:
            return start + _CARD_NUMBER[first]
    if word == "pick" and first in _CHARACTER_NUMBER:
        return PICK + _CHARACTER_NUMBER[first]
    if word == "fill" and first in _BOX_NUMBER:
        return fill_move(_BOX_NUMBER[first])
    if word in ("target", "first") and first[:1] == "p" and first[1:] in ("1", "2", "3", "4"):
        return (TARGET if word == "target" else FIRST) + int(first[1:]) - 1
    if word in ("face", "order"):
        face = _face(first)
        return None if face is None else (CHOOSE_FACE if word == "face" else ORDER) + face
    if word == "die":
        if first == "trait":
            return SOME_TRAIT
        return CHOOSE_DIE + KINDS.index(first) if first in KINDS else None
    return None


def _parse_three(word: str, first: str, second: str) -> int | None:
    die = _die(first)
    face = _face(second)
    if word == "place" and die is not None and second in _SLOT_NUMBER:
        return PLACE + _SLOT_NUMBER[second] * DICE + die
    if word == "fill" and first in _BOX_NUMBER and face is not None:
        return fill_move(_BOX_NUMBER[first], face) if COPIES[_BOX_NUMBER[first]] else None
    if word == "mode" and first in _BOX_NUMBER and second in MODES[1:]:
        return MODE + _BOX_NUMBER[first] * 3 + MODES.index(second) - 1
    if word == "turn" and die is not None and second.upper() in LETTERS and len(second) == 1:
        return TURN_DIE + die * SHOWN + LETTERS.index(second.upper())
    if word in ("attach", "detach") and die is not None and face is not None:
        return (LAY if word == "attach" else STRIP) + die * FACE_TYPES + face
    if word == "give":
        place = _place(first, second)
        return None if place is None else GIVE + place
    return None


def _die(text: str) -> int | None:
    if text[:1] == "d" and text[1:].isdecimal() and text[1:].isascii() and len(text) <= 3:
        number = int(text[1:])
        return number - 1 if 1 <= number <= DICE and text[1] != "0" else None
    return None


def _face(text: str) -> int | None:
    """A face that can be attached."""
    return LETTERS.index(text.upper()) if len(text) == 1 and text.upper() in LETTERS[:BLANK] else None


def _place(where: str, face: str) -> int | None:
    number = UP if face == "up" else _face(face)
    if number is None:
        return None
    if where == "pool":
        return None if number == UP else pool_place(number)
    die = _die(where)
    return None if die is None else die_place(die, number)


assert FACE_PLACES == SWAP - GIVE
assert FIGHTERS == MODE - TARGET
