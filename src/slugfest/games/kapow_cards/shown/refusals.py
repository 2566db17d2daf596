"""Why a move is refused (KC-88)."""

from __future__ import annotations

from slugfest.games.kapow_cards.content import BOX, EMPTY, HAND, ROW, VILLAIN, WEAPON
from slugfest.games.kapow_cards.position.moves import SEATS, attack_set_of
from slugfest.games.kapow_cards.rules.legal import Turn
from slugfest.kernel import MoveError, not_now

from .words import refuse


class Intent:
    """What somebody wants to do, before anybody asks whether it is legal. Unknown cards are EMPTY."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.cards: list[int] = []
        self.seat = EMPTY
        self.headquarters = False
        self.number = EMPTY  # of the slot or hand position, from 0


def refusal(turn: Turn, seat: int, intent: Intent | None) -> MoveError:
    """Why an illegal move is refused."""
    if intent is None:
        intent = Intent("NOTHING")
    refused = first_refusal(turn, seat, intent)
    return refused if refused is not None else not_now(turn, seat)


def impossible(intent: Intent) -> MoveError | None:
    """What no position allows."""
    if EMPTY in intent.cards:
        return refuse("CARD_NOT_IN_HAND", _card_rule(intent))
    if intent.action != "ATTACK":
        return None
    if attack_set_of(intent.cards) == EMPTY:
        return refuse("BAD_ATTACK_SET", "KC-24", _set_fault(intent.cards))
    if not 0 <= intent.seat < SEATS:
        return refuse("BAD_TARGET_PLAYER", "KC-25")
    if not 0 <= intent.number < (HAND if intent.headquarters else ROW):
        return refuse("BAD_TARGET_CARD", "KC-25")
    return None


def first_refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    """The first line of KC-88 that applies, or None if the move is legal."""
    if turn.reason:
        return refuse("GAME_OVER", "KC-52")
    if seat != turn.turn:
        return _not_your_turn(turn, seat)
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
    if attack_set_of(intent.cards) == EMPTY:
        return refuse("BAD_ATTACK_SET", "KC-24", _set_fault(intent.cards))
    target = intent.seat
    if not 0 <= target < turn.seats:
        return refuse("BAD_TARGET_PLAYER", "KC-25")
    if target == seat or turn.is_out(target):
        return refuse("BAD_TARGET_PLAYER", "KC-25", "own-card" if target == seat else "target-out")
    if intent.headquarters:
        if turn.has_row(target):
            return refuse("HQ_PROTECTED", "KC-25")
        if not 0 <= intent.number < turn.hand_size[target]:
            return refuse("BAD_TARGET_CARD", "KC-25")
    elif not 0 <= intent.number < ROW or turn.rows[target * ROW + intent.number] == EMPTY:
        return refuse("BAD_TARGET_CARD", "KC-25")
    return None


def _not_your_turn(turn: Turn, seat: int) -> MoveError:
    """Somebody else's turn (KC-22), or a seat that has none at all (KC-15, KC-46)."""
    if 0 <= seat < turn.seats:
        if turn.is_out(seat):
            return refuse("NOT_YOUR_TURN", "KC-15", "knocked-out")
        if not turn.hand_size[seat]:
            return refuse("NOT_YOUR_TURN", "KC-46", "passive")
    return refuse("NOT_YOUR_TURN", "KC-22")


def _set_fault(cards: list[int]) -> str:
    """What is wrong with cards that do not attack as they are (KC-24). Of several faults the one that says most."""
    if not cards or EMPTY in cards or len(set(cards)) < len(cards):
        return ""
    weapons = 0
    villains = 0
    for card in cards:
        if BOX.family[card] == WEAPON:
            weapons += 1
        elif BOX.family[card] == VILLAIN:
            villains += 1
    if villains:
        return "villain-alone"
    if len(cards) > 2:
        return "too-many"
    if weapons:
        return "two-weapons" if weapons > 1 else "weapon-alone"
    return "types"


def _card_rule(intent: Intent) -> str:
    return {"ATTACK": "KC-24", "BARRICADE": "KC-35"}.get(intent.action, "KC-36")
