"""Tricks: whose turn it is, who is skipped, who wins (CH-40 to CH-53)."""

from __future__ import annotations

from slugfest.games.custom_heroes.content import BOX, EMPTY, GREEN, SLOTS
from slugfest.games.custom_heroes.position.position import DID_PASS, DID_SKIP, DID_WIN, TURN, Position
from slugfest.games.custom_heroes.position.rule_facts import Attached, Card

from .legal import Turn


def begin_turn(table: Turn, seat: int) -> None:
    """The next player takes his turn."""
    table.phase = TURN
    table.turn = seat
    table.traded = False


def pass_turn(table: Turn, seat: int) -> None:
    """Pass: not for good, but it counts for the end of the trick (CH-42, CH-43)."""
    table.passes += 1
    table.story.append(8 * DID_PASS + seat)
    if table.events is not None:
        table.emit("pass", {"seat": seat, "passes": table.passes})
    move_on(table, seat)


def move_on(table: Turn, seat: int) -> None:
    """What follows a play or a pass: the skip, the end of the trick, the next turn (CH-62)."""
    if table.equal:
        table.equal = False
        if table.seats > 2:  # those who began the game count, not those who still hold cards (CH-53)
            seat = skip(table, seat)
    if table.passes >= table.passes_needed():
        end_trick(table)
    else:
        begin_turn(table, table.next_active(seat))


def skip(table: Turn, seat: int) -> int:
    """The next active player is skipped: a forced pass without a turn (CH-44 to CH-46)."""
    skipped = table.next_active(seat)
    table.passes += 1
    table.story.append(8 * DID_SKIP + skipped)
    if table.events is not None:
        table.emit("skip", {"seat": skipped, "by": seat, "passes": table.passes})
    return skipped


def end_trick(table: Turn) -> None:
    """Whoever played last wins the trick and leads the next, or else the next one with cards (CH-47 to CH-49)."""
    winner = table.last
    won = table.haunting[winner]
    table.vp[winner] += won  # in time for the victory check of whoever goes out later (CH-75)
    table.story.append(8 * DID_WIN + winner)
    leader = winner if table.hand_size[winner] > 0 else table.next_active(winner)
    if table.events is not None:
        table.emit("trick", {"seat": winner, "vp": won, "total": table.vp[winner], "leader": leader})
    open_trick(table, leader)


def open_trick(table: Turn, leader: int) -> None:
    """An empty pile, ascending, no Spookies (CH-49)."""
    table.clear_trick()
    for seat in range(table.seats):
        table.haunting[seat] = 0
    begin_turn(table, leader)


def card_facts(position: Position, card: int, seat: int) -> Card:
    """A card with the pieces that a seat knows to be on it, and what it is worth with them."""
    pieces: list[Attached] = []
    value = BOX.base[card]
    more = 0
    for colour in range(SLOTS):
        piece = position.slots[card * SLOTS + colour]
        if piece == EMPTY or not position.knows(seat, card, piece):
            continue
        made = position.made[piece]
        pieces.append({"piece": BOX.pieces[piece], "by": made & 7, "round": made >> 3})
        if colour == GREEN:
            value = BOX.amount[piece]
        else:
            more += BOX.amount[piece]
    return {"card": BOX.cards[card], "value": value + more, "pieces": pieces}
