"""What a legal move would come to, as far as the player whose turn it is can know (KC-28 to KC-35, KC-46)."""

from __future__ import annotations

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.moves import (
    ATTACK,
    BARRICADE,
    PLACES,
    SET_FIRST,
    SET_SECOND,
    SET_VALUE,
    TARGETS,
)
from slugfest.games.kapow_cards.position.position import REVEALED
from slugfest.games.kapow_cards.rules.legal import Turn, beats, why_it_ends

from .facts import Forecast, PlayerState


def forecast(turn: Turn, seat: int, move: int) -> Forecast:
    """An attack's value and chances, or where a barricade goes; of drawing and passing there is nothing to say."""
    return forecasts(turn, seat, [move])[0]


def forecasts(turn: Turn, seat: int, moves: list[int]) -> list[Forecast]:
    """The forecasts of several moves. What is unseen is the same for all, and cards of which nothing is known are alike
    to those who attack them: such attacks share a forecast."""
    found: list[Forecast] = []
    hidden: list[int] | None = None
    on_hidden: dict[int, Forecast] = {}  # by attack set
    barricade: Forecast | None = None
    nothing: Forecast = {}
    for move in moves:
        if move < BARRICADE:
            found.append(nothing)
        elif move < ATTACK:
            if barricade is None:
                barricade = _barricade(turn, seat)
            found.append(barricade)
        else:
            attack_set = (move - ATTACK) // TARGETS
            target = (move - ATTACK) % TARGETS
            place = target % PLACES
            slot = target // PLACES * ROW + place
            if place < ROW and turn.facing[slot] == REVEALED:
                found.append(_on_open(turn, seat, attack_set, turn.rows[slot]))
                continue
            if hidden is None:
                hidden = unseen(turn, seat)
            if attack_set not in on_hidden:
                on_hidden[attack_set] = _on_hidden(turn, seat, attack_set, hidden)
            found.append(on_hidden[attack_set])
    return found


def _on_open(turn: Turn, seat: int, attack_set: int, card: int) -> Forecast:
    """Against a card that lies open: how it ends, and why (KC-28)."""
    value = SET_VALUE[attack_set]
    won = beats(SET_FIRST[attack_set], value, card, False)
    return {
        "value": value,
        "if_fails": _after_failure(turn, seat, attack_set),
        "success": won,
        "why": why_it_ends(value, card, False, won),
        "defence": BOX.values[card],
    }


def _on_hidden(turn: Turn, seat: int, attack_set: int, hidden: list[int]) -> Forecast:
    """Against a hidden card: how many unseen cards it would beat if one of them were there (KC-28, KC-29)."""
    first = SET_FIRST[attack_set]
    value = SET_VALUE[attack_set]
    fall = 0
    for card in hidden:
        if beats(first, value, card, True):
            fall += 1
    return {
        "value": value,
        "if_fails": _after_failure(turn, seat, attack_set),
        "beats": fall,
        "unseen": len(hidden),
    }


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
