"""Tricks: whose turn it is, who is skipped, who wins (section 9)."""

from __future__ import annotations

from slugfest.games.custom_heroes.content import BOX, COLOURS, EMPTY, SLOTS
from slugfest.games.custom_heroes.position.position import DID_PASS, DID_SKIP, DID_WIN, TURN, Position

from .legal import Turn


class Trick(Turn):
    """A position in which the turn can pass on."""

    def begin_turn(self, seat: int) -> None:
        """The next player takes his turn."""
        self.phase = TURN
        self.turn = seat
        self.traded = False

    def pass_turn(self, seat: int) -> None:
        """Pass: not for good, but it counts for the end of the trick (CH-42, CH-43)."""
        self.passes += 1
        self.story.append(8 * DID_PASS + seat)
        if self.events is not None:
            self.emit("pass", {"seat": seat})
        self.move_on(seat)

    def move_on(self, seat: int) -> None:
        """What follows a play or a pass: the skip, the end of the trick, the next turn (CH-62)."""
        if self.equal:
            self.equal = False
            if self.seats > 2:
                seat = self.skip(seat)
        if self.passes >= self.passes_needed():
            self.end_trick()
        else:
            self.begin_turn(self.next_active(seat))

    def skip(self, seat: int) -> int:
        """The next active player is skipped: a forced pass without a turn (CH-44 to CH-46)."""
        skipped = self.next_active(seat)
        self.passes += 1
        self.story.append(8 * DID_SKIP + skipped)
        if self.events is not None:
            self.emit("skip", {"seat": skipped, "by": seat})
        return skipped

    def end_trick(self) -> None:
        """Whoever played last wins the trick and leads the next, or else the next one with cards (CH-47 to CH-49)."""
        winner = self.last
        won = self.haunting[winner]
        self.vp[winner] += won
        self.story.append(8 * DID_WIN + winner)
        leader = winner if self.hand_size[winner] > 0 else self.next_active(winner)
        if self.events is not None:
            self.emit("trick", {"seat": winner, "vp": won, "leader": leader})
        self.open_trick(leader)

    def open_trick(self, leader: int) -> None:
        """An empty pile, ascending, no Spookies (CH-49)."""
        self.clear_trick()
        for seat in range(self.seats):
            self.haunting[seat] = 0
        self.begin_turn(leader)


def card_facts(position: Position, card: int, seat: int) -> dict[str, object]:
    """A card with the pieces that a seat knows to be on it, and what it is worth with them."""
    pieces: list[dict[str, object]] = []
    value = BOX.base[card]
    amounts = [0] * SLOTS
    for colour in range(SLOTS):
        piece = position.slots[card * SLOTS + colour]
        if piece == EMPTY or not position.knows(seat, card, piece):
            continue
        made = position.made[piece]
        pieces.append({"piece": BOX.pieces[piece], "by": made & 7, "round": made >> 3})
        amounts[colour] = BOX.amount[piece]
        if COLOURS[colour] == "green":
            value = BOX.amount[piece]
            amounts[colour] = 0
    return {"card": BOX.cards[card], "value": value + sum(amounts), "pieces": pieces}
