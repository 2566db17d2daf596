"""How a move is written (KC-82), and why one is refused (KC-88).

ATTACK S12 -> P2:D1     ATTACK T08+W05a -> P3:H2     BARRICADE V3     RECRUIT     RECRUIT W02a     PASS
"""

from __future__ import annotations

import re
from typing import Final

from slugfest.kernel import MoveError, Text, not_now, unreadable

from .content import BOX, CARDS, EMPTY, HAND, ROW
from .legal import Turn
from .moves import (
    ATTACK,
    BARRICADE,
    MOVE_COUNT,
    PASS,
    PLACES,
    RECRUIT,
    RECRUIT_FOR,
    SEATS,
    SET_FIRST,
    SET_OF,
    SET_SECOND,
    TARGETS,
    attack_move,
    place_name,
)
from .words import move_text, refuse

_EXAMPLE: Final = "ATTACK S12 -> P2:D1"
_ATTACK: Final = re.compile(
    r"ATTACK((?: [A-Z0-9]+(?: ?\+ ?[A-Z0-9]+)*)?) ?-> ?P(\d{1,3}) ?: ?([DH])(\d{1,3})"
)
_CARD_MOVE: Final = re.compile(r"(BARRICADE|RECRUIT) ([A-Z0-9]+)")
_CARD: Final = {identifier.upper(): card for card, identifier in enumerate(BOX.ids)}


class Intent:
    """What somebody wants to do, before anybody asks whether it is legal. Unknown cards are EMPTY."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.cards: list[int] = []
        self.seat = EMPTY
        self.headquarters = False
        self.number = EMPTY  # of the slot or hand position, from 0


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
    refused = _impossible(intent)
    if refused is not None:
        raise refused
    return _number(intent)


def read(turn: Turn, seat: int, text: str) -> int:
    """The move a text means here; refused by the first line of KC-88 that applies."""
    intent = understand(text)
    refused = _refusal(turn, seat, intent)
    if refused is not None:
        raise refused
    return _number(intent)


def refusal(turn: Turn, seat: int, intent: Intent | None) -> MoveError:
    """Why an illegal move is refused."""
    if intent is None:
        intent = Intent("NOTHING")
    refused = _refusal(turn, seat, intent)
    return refused if refused is not None else not_now(turn, seat)


def _number(intent: Intent) -> int:
    """The number of an intent that is possible in some position."""
    if intent.action == "PASS":
        return PASS
    if intent.action == "RECRUIT":
        return RECRUIT_FOR + intent.cards[0] if intent.cards else RECRUIT
    if intent.action == "BARRICADE":
        return BARRICADE + intent.cards[0]
    place = ROW + intent.number if intent.headquarters else intent.number
    return attack_move(_set_of(intent.cards), intent.seat, place)


def _set_of(cards: list[int]) -> int:
    """The attack set these cards form, in either order (KC-24, KC-82), or EMPTY."""
    if EMPTY in cards or not 1 <= len(cards) <= 2 or (len(cards) == 2 and cards[0] == cards[1]):
        return EMPTY
    return SET_OF[cards[0] * CARDS + cards[-1]]


def _impossible(intent: Intent) -> MoveError | None:
    """What no position allows."""
    if EMPTY in intent.cards:
        return refuse("CARD_NOT_IN_HAND", _card_rule(intent))
    if intent.action != "ATTACK":
        return None
    if _set_of(intent.cards) == EMPTY:
        return refuse("BAD_ATTACK_SET", "KC-24")
    if not 0 <= intent.seat < SEATS:
        return refuse("BAD_TARGET_PLAYER", "KC-25")
    if not 0 <= intent.number < (HAND if intent.headquarters else ROW):
        return refuse("BAD_TARGET_CARD", "KC-25")
    return None


def _refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    """The first line of KC-88 that applies, or None if the move is legal."""
    if turn.reason:
        return refuse("GAME_OVER", "KC-52")
    if seat != turn.turn:
        return refuse("NOT_YOUR_TURN", "KC-22")
    if intent.action in ("RECRUIT", "PASS") and turn.solo():
        return refuse("SOLO_FORBIDDEN", "KC-49")
    hand = turn.hands[seat * HAND : seat * HAND + turn.hand_size[seat]]
    for card in intent.cards:
        if card not in hand:
            return refuse("CARD_NOT_IN_HAND", _card_rule(intent))
    if intent.action == "ATTACK":
        return _attack_refusal(turn, seat, intent)
    if intent.action == "BARRICADE" and turn.empty_slot(seat) == EMPTY:
        return refuse("ROW_FULL", "KC-35")
    if intent.action == "RECRUIT":
        if not turn.deck:
            return refuse("DECK_EMPTY", "KC-37")
        if len(hand) == HAND and not intent.cards:
            return refuse("DISCARD_REQUIRED", "KC-36")
        if len(hand) < HAND and intent.cards:
            return refuse("DISCARD_NOT_ALLOWED", "KC-38")
    if intent.action == "PASS" and turn.passed >> seat & 1:
        return refuse("PASSED_LAST_TURN", "KC-39")
    return None


def _attack_refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    if _set_of(intent.cards) == EMPTY:
        return refuse("BAD_ATTACK_SET", "KC-24")
    target = intent.seat
    if not 0 <= target < turn.seats or target == seat or turn.is_out(target):
        return refuse("BAD_TARGET_PLAYER", "KC-25")
    if intent.headquarters:
        if turn.has_row(target):
            return refuse("HQ_PROTECTED", "KC-25")
        if not 0 <= intent.number < turn.hand_size[target]:
            return refuse("BAD_TARGET_CARD", "KC-25")
    elif not 0 <= intent.number < ROW or turn.rows[target * ROW + intent.number] == EMPTY:
        return refuse("BAD_TARGET_CARD", "KC-25")
    return None


def _card_rule(intent: Intent) -> str:
    return {"ATTACK": "KC-24", "BARRICADE": "KC-35"}.get(intent.action, "KC-36")
