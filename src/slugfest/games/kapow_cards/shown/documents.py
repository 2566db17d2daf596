"""A whole position as JSON; :mod:`arrange` reads it back."""

from __future__ import annotations

from slugfest.games.kapow_cards.content import BOX, EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.position import FACINGS, REASONS, Position
from slugfest.kernel import Facts


def write_document(position: Position) -> Facts:
    """Everything there is to know about a position."""
    players: list[Facts] = []
    for seat in range(position.seats):
        row: list[Facts | None] = []
        for slot in range(seat * ROW, seat * ROW + ROW):
            card = position.rows[slot]
            if card == EMPTY:
                row.append(None)
            else:
                entry: Facts = {"card": BOX.ids[card], "facing": FACINGS[position.facing[slot]]}
                if position.newest[slot]:
                    entry["newest"] = position.newest[slot]
                row.append(entry)
        size = position.hand_size[seat]
        player: Facts = {
            "hand": [BOX.ids[card] for card in position.hands[seat * HAND : seat * HAND + size]],
            "row": row,
            "passed": position.passed >> seat & 1 != 0,
            "out": position.is_out(seat),
        }
        if position.skipped >> seat & 1:
            player["skipped"] = True
        if position.fresh[seat]:
            player["fresh"] = position.fresh[seat]
        players.append(player)
    return {
        "players": players,
        "deck": [BOX.ids[card] for card in reversed(position.deck)],
        "discard": [BOX.ids[card] for card in position.discard],
        "turn": position.turn + 1,
        "turns": position.turns,
        "last_round": None if position.last_seat == EMPTY else [seat + 1 for seat in position.last_seats()],
        "shuffles": position.shuffles,
        "shuffled_in": {BOX.ids[card]: since for card, since in enumerate(position.shuffled_in) if since},
        "result": None
        if not position.reason
        else {
            "reason": REASONS[position.reason],
            "winners": [s + 1 for s in range(position.seats) if position.winners >> s & 1],
        },
    }
