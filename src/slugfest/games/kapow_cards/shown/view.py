"""What each seat sees of the board (KC-11 to KC-13)."""

from __future__ import annotations

from slugfest.games.kapow_cards.content import BOX, EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.position import FACINGS, FINAL_NO_HANDS
from slugfest.games.kapow_cards.rules.legal import Turn
from slugfest.kernel import EVERYTHING

from .facts import BoardView, Player, Slot


def board(turn: Turn, seat: int) -> BoardView:
    """The board as one seat may know it; a card it may not know is null. EVERYTHING knows every card."""
    over = turn.reason != 0
    return {
        "mode": "to-infinity" if turn.infinity else "fallen-heroes",
        "turn": None if over else turn.turn,
        "turns": turn.turns,
        "turn_cap": BOX.limits["turn_cap_per_seat"] * turn.seats if turn.infinity else None,
        "deck": len(turn.deck),
        "discard": [BOX.ids[card] for card in turn.discard],
        "players": [_player(turn, other, seat) for other in range(turn.seats)],
        "solo": not over and turn.solo(),
        "last_round": None if turn.last_seat == EMPTY else turn.last_seats(),
        "totals": _totals(turn) if turn.reason >= FINAL_NO_HANDS else None,
    }


def _player(turn: Turn, other: int, seat: int) -> Player:
    size = turn.hand_size[other]
    hand = turn.hands[other * HAND : other * HAND + size]
    open_hand = seat in (other, EVERYTHING) or turn.reason != 0
    row = [_slot(turn, slot, seat) for slot in range(other * ROW, other * ROW + ROW)]
    total, unknown = _known(turn, other, seat)
    return {
        "hand": [BOX.ids[card] if open_hand else None for card in hand],
        "row": row,
        "state": "knocked-out" if turn.is_out(other) else "active" if size else "passive",
        "exposed": size > 0 and not turn.has_row(other),  # without a row the hand itself is attacked (KC-25)
        "passed": turn.passed >> other & 1 != 0,
        "total": total,
        "unknown": unknown,
    }


def _knows(turn: Turn, seat: int, slot: int) -> bool:
    return seat == EVERYTHING or turn.knows(seat, slot)


def _known(turn: Turn, other: int, seat: int) -> tuple[int, int]:
    """What the cards of a row add up to that a seat knows (KC-61), and how many it does not know."""
    total = 0
    unknown = 0
    for slot in range(other * ROW, other * ROW + ROW):
        if turn.rows[slot] == EMPTY:
            continue
        if _knows(turn, seat, slot):
            total += BOX.values[turn.rows[slot]]
        else:
            unknown += 1
    return total, unknown


def _slot(turn: Turn, slot: int, seat: int) -> Slot | None:
    card = turn.rows[slot]
    if card == EMPTY:
        return None
    known = _knows(turn, seat, slot)
    return {"card": BOX.ids[card] if known else None, "facing": FACINGS[turn.facing[slot]]}


def _totals(turn: Turn) -> list[int | None]:
    return [None if turn.is_out(seat) else turn.row_total(seat) for seat in range(turn.seats)]
