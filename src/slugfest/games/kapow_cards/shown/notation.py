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
)
from slugfest.games.kapow_cards.rules.legal import Turn
from slugfest.kernel import Text, unreadable

from .facts import AttackMove, BarricadeMove, Move, PassMove, RecruitMove
from .refusals import Intent, first_refusal, impossible
from .words import move_text

_EXAMPLE: Final = "ATTACK S12 -> P2:D1"
_ATTACK: Final = re.compile(
    r"ATTACK((?: [A-Z0-9_-]+(?: ?\+ ?[A-Z0-9_-]+)*)?) ?-> ?P(\d{1,3}) ?: ?([DH])(\d{1,3})"
)
_CARD_MOVE: Final = re.compile(r"(BARRICADE|RECRUIT) ([A-Z0-9_-]+)")
_CARD: Final = {identifier.upper(): card for card, identifier in enumerate(BOX.ids)}


def parts_of(move: int) -> Move:
    """What a move consists of: the action, the cards and the target."""
    if move == PASS:
        return PassMove("pass")
    if move == RECRUIT:
        return RecruitMove("recruit", None)
    if move < BARRICADE:
        return RecruitMove("recruit", BOX.ids[move - RECRUIT_FOR])
    if move < ATTACK:
        return BarricadeMove("barricade", BOX.ids[move - BARRICADE])
    attack = move - ATTACK
    first, second = SET_FIRST[attack // TARGETS], SET_SECOND[attack // TARGETS]
    cards = [BOX.ids[first]] if second == EMPTY else [BOX.ids[first], BOX.ids[second]]
    seat, place = attack % TARGETS // PLACES, attack % PLACES
    if place < ROW:
        return AttackMove("attack", cards, seat, "row", place)
    return AttackMove("attack", cards, seat, "hand", place - ROW)


def write(parts: Move) -> str:
    """A move as text, in canonical form."""
    if isinstance(parts, AttackMove):
        return f"ATTACK {'+'.join(parts.cards)} -> P{parts.seat + 1}:{_place_name(parts)}"
    if isinstance(parts, BarricadeMove):
        return f"BARRICADE {parts.card}"
    if isinstance(parts, RecruitMove):
        return "RECRUIT" if parts.discard is None else f"RECRUIT {parts.discard}"
    return "PASS"


def label(move: int) -> Text:
    """A move as people say it."""
    parts = parts_of(move)
    if isinstance(parts, AttackMove):
        return move_text("attack", parts.cards, parts.seat, _place_name(parts))
    if isinstance(parts, BarricadeMove):
        return move_text("barricade", [parts.card])
    if isinstance(parts, RecruitMove) and parts.discard is not None:
        return move_text("recruit-discard", [parts.discard])
    return move_text(parts.kind, [])


def _place_name(attack: AttackMove) -> str:
    return f"{'D' if attack.zone == 'row' else 'H'}{attack.place + 1}"


def understand(text: str) -> Intent:
    """What a text means; raises if it is not a move of this game."""
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
    return understand(write(parts_of(move))) if 0 <= move < MOVE_COUNT else None


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
