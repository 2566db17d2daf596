"""How a move is written (KC-82).

ATTACK S12 -> P2:D1     ATTACK T08+W05a -> P3:H2     BARRICADE V3     RECRUIT     RECRUIT W02a     PASS
"""

from __future__ import annotations

import re
from typing import Final

from slugfest.games.kapow_cards.content import BOX, EMPTY, ROW
from slugfest.games.kapow_cards.position.moves import (
    ATTACK,
    BARRICADE,
    MOVE_COUNT,
    PASS,
    PLACES,
    RECRUIT,
    RECRUIT_FOR,
    SET_FIRST,
    SET_SECOND,
    TARGETS,
    attack_move,
    attack_set_of,
    place_name,
)
from slugfest.games.kapow_cards.rules.legal import Turn
from slugfest.kernel import Text, unreadable

from .refusals import Intent, first_refusal, impossible
from .words import move_text

_EXAMPLE: Final = "ATTACK S12 -> P2:D1"
_ATTACK: Final = re.compile(
    r"ATTACK((?: [A-Z0-9]+(?: ?\+ ?[A-Z0-9]+)*)?) ?-> ?P(\d{1,3}) ?: ?([DH])(\d{1,3})"
)
_CARD_MOVE: Final = re.compile(r"(BARRICADE|RECRUIT) ([A-Z0-9]+)")
_CARD: Final = {identifier.upper(): card for card, identifier in enumerate(BOX.ids)}


def write(move: int) -> str:
    """A move as text, in canonical form."""
    if move == PASS:
        return "PASS"
    if move == RECRUIT:
        return "RECRUIT"
    if move < BARRICADE:
        return f"RECRUIT {BOX.ids[move - RECRUIT_FOR]}"
    if move < ATTACK:
        return f"BARRICADE {BOX.ids[move - BARRICADE]}"
    attack = move - ATTACK
    cards = "+".join(BOX.ids[card] for card in _cards_of(attack // TARGETS))
    return f"ATTACK {cards} -> P{attack % TARGETS // PLACES + 1}:{place_name(attack % PLACES)}"


def label(move: int) -> Text:
    """A move as people say it."""
    if move == PASS:
        return move_text("pass", [])
    if move == RECRUIT:
        return move_text("recruit", [])
    if move < BARRICADE:
        return move_text("recruit-discard", [BOX.ids[move - RECRUIT_FOR]])
    if move < ATTACK:
        return move_text("barricade", [BOX.ids[move - BARRICADE]])
    attack = move - ATTACK
    cards = [BOX.ids[card] for card in _cards_of(attack // TARGETS)]
    return move_text("attack", cards, attack % TARGETS // PLACES, place_name(attack % PLACES))


def _cards_of(attack_set: int) -> list[int]:
    first, second = SET_FIRST[attack_set], SET_SECOND[attack_set]
    return [first] if second == EMPTY else [first, second]


def understand(text: str) -> Intent:
    """What a text means; raises if it is no move of this game."""
    words = " ".join(text.upper().split()) if len(text) <= 200 else ""
    if words in ("PASS", "RECRUIT"):
        return Intent(words)
    found = _CARD_MOVE.fullmatch(words)
    if found is not None:
        intent = Intent(found.group(1))
        intent.cards = [_CARD.get(found.group(2), EMPTY)]
        return intent
    found = _ATTACK.fullmatch(words)
    if found is None:
        raise unreadable(text, _EXAMPLE)
    intent = Intent("ATTACK")
    names = found.group(1).split("+") if found.group(1) else []
    intent.cards = [_CARD.get(name.strip(), EMPTY) for name in names]
    intent.seat = int(found.group(2)) - 1
    intent.headquarters = found.group(3) == "H"
    intent.number = int(found.group(4)) - 1
    return intent


def intent_of(move: int) -> Intent | None:
    """What a move's number means, or None if there is no such move."""
    return understand(write(move)) if 0 <= move < MOVE_COUNT else None


def parse(text: str) -> int:
    """The number of the move a text means, whatever the position."""
    intent = understand(text)
    refused = impossible(intent)
    if refused is not None:
        raise refused
    return _number(intent)


def read(turn: Turn, seat: int, text: str) -> int:
    """The move a text means here; refused by the first line of KC-88 that applies."""
    intent = understand(text)
    refused = first_refusal(turn, seat, intent)
    if refused is not None:
        raise refused
    return _number(intent)


def _number(intent: Intent) -> int:
    """The number of an intent that is possible in some position."""
    if intent.action == "PASS":
        return PASS
    if intent.action == "RECRUIT":
        return RECRUIT_FOR + intent.cards[0] if intent.cards else RECRUIT
    if intent.action == "BARRICADE":
        return BARRICADE + intent.cards[0]
    place = ROW + intent.number if intent.headquarters else intent.number
    return attack_move(attack_set_of(intent.cards), intent.seat, place)
