"""What a legal move would come to, as far as the player whose turn it is can know (KC-28 to KC-35, KC-46)."""

from __future__ import annotations

from .content import BOX, CARDS, EMPTY, HAND, ROW
from .facts import Forecast, PlayerState
from .legal import Turn, beats, why_it_ends
from .moves import ATTACK, BARRICADE, PLACES, SET_FIRST, SET_SECOND, SET_VALUE, TARGETS
from .position import REVEALED


def forecast(turn: Turn, seat: int, move: int) -> Forecast:
    """An attack's value and chances, or where a barricade goes; of drawing and passing there is nothing to say."""
    if move >= ATTACK:
        attack = move - ATTACK
        return _attack(turn, seat, attack // TARGETS, attack % TARGETS // PLACES, attack % PLACES)
    if move >= BARRICADE:
        return _barricade(turn, seat)
    return {}


def _attack(turn: Turn, seat: int, attack_set: int, target: int, place: int) -> Forecast:
    """Against a card that lies open, how it ends and why; against a hidden one, how many unseen cards it would beat
    if one of them were there (KC-28, KC-29)."""
    value = SET_VALUE[attack_set]
    told: Forecast = {"value": value, "if_fails": _after_failure(turn, seat, attack_set)}
    slot = target * ROW + place
    if place < ROW and turn.facing[slot] == REVEALED:
        card = turn.rows[slot]
        won = beats(SET_FIRST[attack_set], value, card, False)
        told["success"] = won
        told["why"] = why_it_ends(value, card, False, won)
        told["defence"] = BOX.values[card]
        return told
    hidden = unseen(turn, seat)
    fall = 0
    for card in hidden:
        if beats(SET_FIRST[attack_set], value, card, True):
            fall += 1
    told["beats"] = fall
    told["unseen"] = len(hidden)
    return told


def _after_failure(turn: Turn, seat: int, attack_set: int) -> PlayerState:
    """What a failed attack leaves the attacker: a hand, only a row (passive, KC-46), or nothing (KC-15, KC-129)."""
    used = 1 if SET_SECOND[attack_set] == EMPTY else 2
    if turn.hand_size[seat] > used:
        return "active"
    return "passive" if turn.has_row(seat) else "knocked-out"


def _barricade(turn: Turn, seat: int) -> Forecast:
    """The slot the card goes to (KC-35), and whether a hand is left (KC-46)."""
    slot = turn.empty_slot(seat)
    return {"slot": slot % ROW + 1, "leaves": "active" if turn.hand_size[seat] > 1 else "passive"}


def unseen(turn: Turn, seat: int) -> list[int]:
    """Every card that a seat cannot see now: in the deck, in other hands, face-down (KC-11 to KC-13)."""
    seen = [False] * CARDS
    for card in turn.discard:
        seen[card] = True
    for index in range(seat * HAND, seat * HAND + turn.hand_size[seat]):
        seen[turn.hands[index]] = True
    for slot in range(turn.seats * ROW):
        if turn.rows[slot] != EMPTY and turn.knows(seat, slot):
            seen[turn.rows[slot]] = True
    return [card for card in range(CARDS) if not seen[card]]
