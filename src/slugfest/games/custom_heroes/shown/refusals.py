"""Why a move is refused (CH-116)."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import (
    BOX,
    BRANDO,
    CARDS,
    EMPTY,
    KODORA,
    NO_ABILITY,
    POWER_LIMIT,
    RATE,
    SLOTS,
    SPIKE,
    STAKE,
)
from slugfest.games.custom_heroes.position.position import AFTER, ASCENDED_SET, LEAD, OVER, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import OPEN, Turn
from slugfest.kernel import MoveError, not_now

from .words import refuse

ON_CARD: Final = -2  # where the Kodora of a wager comes from, if not from the stock


class Intent:
    """What somebody wants to do, before anybody asks whether it is legal. Unknown cards and pieces are EMPTY."""

    def __init__(self, action: str, whole: bool = False) -> None:
        self.action = action
        self.whole = whole  # an action written with all its cards
        self.cards: list[int] = []
        self.active: list[bool] = []
        self.pieces: list[int] = []  # ON_CARD, or the piece to attach
        self.kind = ""  # a type named instead of a piece


def refusal(turn: Turn, seat: int, intent: Intent) -> MoveError:
    """Why an illegal move is refused."""
    refused = first_refusal(turn, seat, intent)
    return refused if refused is not None else not_now(turn, seat)


def first_refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    """The first line of CH-116 that applies, or None if the action is legal."""
    if turn.phase == OVER:
        ended_by = ("", "CH-89", "CH-97", "CH-102")[turn.reason]
        return refuse("GAME_OVER", ended_by)
    if seat not in turn.actors():
        return refuse("NOT_YOUR_DECISION", f"CH-D{turn.phase + 1}", _whose(turn, seat))
    if intent.action not in _offered(turn) or (intent.whole and turn.draft):
        return refuse("WRONG_PHASE", _phase_rule(turn, intent), _stage(turn))
    if intent.action in ("wager", "bet"):
        return _wager_refusal(turn, seat, intent)
    if intent.action == "attach":
        return _attach_refusal(turn, seat, intent)
    if intent.action in ("card", "play"):
        return _set_refusal(turn, seat, intent)
    return _plain_refusal(turn, seat, intent.action)


def _offered(turn: Turn) -> tuple[str, ...]:
    """The actions of a decision (CH-D1 to CH-D4)."""
    if turn.phase == WAGERS:
        return ("wager", "bet")
    if turn.phase == TURN:
        return ("card", "play") if turn.draft else ("attach", "exchange", "card", "play", "pass")
    return ("exchange", "end", "discard") if turn.phase == AFTER else ("exchange", "discard")


def _whose(turn: Turn, seat: int) -> str:
    """Why a seat has nothing to decide: others are on turn, its wagers are sealed, or it has none to make."""
    if turn.phase == WAGERS:
        return "sealed" if 0 <= seat < turn.seats and turn.answered >> seat & 1 else ""
    return "turn"


def _stage(turn: Turn) -> str:
    """How far the round has come, for the words that say what is possible instead."""
    if turn.phase == WAGERS:
        return "wagers"
    if turn.phase != TURN:
        return "power"
    return "set" if turn.draft else ""


def _phase_rule(turn: Turn, intent: Intent) -> str:
    if turn.phase == WAGERS:
        return "CH-32"
    return "CH-83" if intent.action == "exchange" else "CH-54"


def hand_rule(intent: Intent) -> str:
    return {"attach": "CH-54", "wager": "CH-33", "bet": "CH-33"}.get(intent.action, "CH-63")


def stock_rule(intent: Intent) -> str:
    return "CH-54" if intent.action == "attach" else "CH-33"


def _plain_refusal(turn: Turn, seat: int, action: str) -> MoveError | None:
    power = turn.power(seat)
    if action == "exchange" and power < RATE:
        return refuse("NOT_ENOUGH_POWER", "CH-83", "exchange")
    if action == "pass" and turn.top == LEAD:
        return refuse("LEADER_MUST_PLAY", "CH-40")
    if action == "end" and power > POWER_LIMIT:
        return refuse("POWER_OVER_LIMIT", "CH-82")
    if action == "discard" and power <= POWER_LIMIT:
        return refuse("NO_EXCESS", "CH-82")
    return None


def _attach_refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    card, piece = intent.cards[0], intent.pieces[0]
    if card not in turn.hand(seat):
        return refuse("CARD_NOT_IN_HAND", "CH-54")
    if piece not in turn.stocks[seat]:
        return refuse("PIECE_NOT_IN_STOCK", "CH-54")
    if turn.slots[card * SLOTS + BOX.colour[piece]] != EMPTY:
        return refuse("SLOT_FILLED", "CH-12")
    return None


def _wager_refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    """Wagers named before and now, taken together."""
    cards = [bet % CARDS for bet in turn.bets[seat]] + intent.cards
    pieces = [bet // CARDS - 1 for bet in turn.bets[seat] if bet >= CARDS]
    pieces += [piece for piece in intent.pieces if piece != ON_CARD]
    if _twice(cards) or _twice(pieces):
        return refuse("NAMED_TWICE", "CH-33")
    hand = turn.hand(seat)
    for card in intent.cards:
        if card not in hand:
            return refuse("CARD_NOT_IN_HAND", "CH-33")
    for piece in intent.pieces:
        if piece != ON_CARD and piece not in turn.stocks[seat]:
            return refuse("PIECE_NOT_IN_STOCK", "CH-33")
    wagers = list(zip(intent.cards, intent.pieces, strict=True))
    for card, piece in wagers:
        if (turn.ability[card] if piece == ON_CARD else BOX.ability[piece]) != KODORA:
            return refuse("NO_KODORA", "CH-33", "left")
    for card, piece in wagers:
        if piece != ON_CARD and turn.ability[card] != NO_ABILITY:
            return refuse("SLOT_FILLED", "CH-12", "wager")
    if wagers and turn.vp[seat] < STAKE * len(cards):
        return refuse("NOT_ENOUGH_VP", "CH-34")
    if wagers and len(cards) >= len(hand):
        return refuse("HAND_EMPTIED", "CH-37")
    return None


def _twice(things: list[int]) -> bool:
    known = [thing for thing in things if thing != EMPTY]
    return len(set(known)) < len(known)


def _set_refusal(turn: Turn, seat: int, intent: Intent) -> MoveError | None:
    """The set put together so far with the cards named now: complete for ``play``, still growing for ``card``."""
    cards = [chosen >> 1 for chosen in turn.draft] + intent.cards
    if _twice(cards):
        return refuse("NAMED_TWICE", "CH-63")
    hand = turn.hand(seat)
    for card in intent.cards:
        if card not in hand:
            return refuse("CARD_NOT_IN_HAND", "CH-63")
    if not cards:
        return refuse("EMPTY_SET", "CH-63")
    chosen = turn.draft + [
        2 * c + (1 if on else 0) for c, on in zip(intent.cards, intent.active, strict=True)
    ]
    for entry in chosen:
        if entry & 1 and turn.ability[entry >> 1] in (NO_ABILITY, KODORA):
            return refuse("NO_ABILITY", "CH-39" if turn.ability[entry >> 1] == KODORA else "CH-63")
    summed = turn.summed(chosen)
    if summed.cost > turn.power(seat):
        return refuse("NOT_ENOUGH_POWER", "CH-57")
    if summed.ascended:
        return refuse("ASCENDED_ALONE", "CH-63") if len(cards) > 1 else None
    growing = intent.action == "card"
    if summed.value == OPEN and (not growing or len(cards) == len(hand)):
        return refuse("ONLY_WILD", "CH-69")
    for entry in chosen:
        wild = entry & 1 and turn.ability[entry >> 1] == SPIKE
        if not wild and turn.value[entry >> 1] != summed.value:
            return refuse("MIXED_VALUES", "CH-63")
    return _comparison_refusal(turn, seat, chosen, growing)


def _comparison_refusal(turn: Turn, seat: int, chosen: list[int], growing: bool) -> MoveError | None:
    """Whether a set of legal form beats the one on top (CH-64)."""
    if turn.top == ASCENDED_SET:
        return refuse("ONLY_ASCENDED", "CH-67")
    if turn.top == LEAD:
        return None
    summed = turn.summed(chosen)
    missing = turn.top_count - summed.count
    if missing < 0 or (missing > 0 and not growing):
        return refuse("WRONG_COUNT", "CH-64")
    if summed.value != OPEN and not turn.beats(summed.value):
        return refuse("VALUE_TOO_WEAK", "CH-52" if turn.seats == 2 else "CH-64")
    if growing and not _can_be_completed(turn, seat, chosen):
        return refuse("WRONG_COUNT", "CH-64")
    return None


def _can_be_completed(turn: Turn, seat: int, chosen: list[int]) -> bool:
    """Whether hand and power can bring a growing set to the count it needs."""
    summed = turn.summed(chosen)
    held = [card for card in turn.hand(seat) if 2 * card not in chosen and 2 * card + 1 not in chosen]
    power = turn.power(seat) - summed.cost
    missing = turn.top_count - summed.count
    for value in {turn.value[card] for card in held} if summed.value == OPEN else {summed.value}:
        if not turn.beats(value):
            continue
        alike = [card for card in held if turn.value[card] == value]
        wild = [card for card in held if turn.value[card] != value and turn.ability[card] == SPIKE]
        doubles = [card for card in alike if turn.ability[card] == BRANDO]
        if missing <= len(alike) + min(power, len(wild) + len(doubles)) and (
            summed.value != OPEN or missing > 0
        ):
            return True
    return False
