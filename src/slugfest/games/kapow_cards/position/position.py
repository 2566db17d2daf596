"""What a position is: where every card lies and who may know it (KC-6 to KC-13)."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from mypy_extensions import i64

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW
from slugfest.kernel import State

_VALUES: Final = bytes(BOX.values)  # bytes are read faster than lists
# What is known of reshuffles before the first one, shared by all positions that have seen none.
_NEVER: Final[list[int]] = [0] * int(CARDS)
_NO_NEWEST: Final[list[int]] = [0] * (BOX.limits["max_seats"] * int(ROW))
_NO_FRESH: Final[list[int]] = [0] * BOX.limits["max_seats"]
_MANY: Final = 1000  # more than any sum of a row or a hand


def _listed(slots: int) -> list[int]:
    """The slots of a set in order, then those that are missing."""
    return sorted(range(int(ROW)), key=lambda slot: (not slots >> slot & 1, slot))


# Sets of slots and of seats are bits of one number. By the set of a row's slots: how many they are; the lowest one that
# is missing (ROW: none); with ROW times the set added to n, the n-th of them.
_ROW_SETS: Final = 1 << int(ROW)
_IN_ROW: Final[i64] = _ROW_SETS - 1
_SIZE: Final = bytes([slots.bit_count() for slots in range(_ROW_SETS)])
_LOWEST: Final = bytes([(~slots & slots + 1).bit_length() - 1 for slots in range(_ROW_SETS)])
_NTH: Final = bytes([slot for slots in range(_ROW_SETS) for slot in _listed(slots)])
_BIT: Final[list[int]] = [1 << index for index in range(62)]  # compiled, a constant is shifted by at most 31

# How a defence card lies (KC-10, KC-11).
DEALT: Final = 0  # face-down since the setup
BARRICADED: Final = 1  # face-down, put there by its owner
REVEALED: Final = 2
Facing = Literal["dealt", "barricaded", "revealed"]
FACINGS: Final[tuple[Facing, ...]] = get_args(Facing)

# Why a game ended (KC-78).
REASONS: Final = (
    "",
    "KNOCKOUT",
    "LAST_STANDING",
    "FINAL_NO_HANDS",
    "FINAL_LAST_ROUND",
    "FINAL_TURN_CAP",
    "FINAL_STALEMATE",
)
KNOCKOUT: Final = 1
LAST_STANDING: Final = 2
FINAL_NO_HANDS: Final = 3
FINAL_LAST_ROUND: Final = 4
FINAL_TURN_CAP: Final = 5
FINAL_STALEMATE: Final = 6


class Position(State):
    """Where every card lies, in flat lists of small numbers.

    Seat s holds ``hands[s*HAND : s*HAND+hand_size[s]]`` and the slots ``rows[s*ROW : (s+1)*ROW]``.
    """

    deck: list[int]  # the top card is the last
    discard: list[int]  # the top card is the last
    hands: list[int]
    hand_size: list[int]
    rows: list[int]
    facing: list[int]
    holding: i64  # seats with hand cards, one bit each
    occupied: i64  # slots with a card, one bit each
    out: i64  # knocked-out seats, one bit each
    passed: i64  # seats whose own last turn was a pass, one bit each
    turn: i64
    turns: i64
    infinity: bool  # To Infinity! instead of Fallen Heroes
    look_at_dealt: bool
    last_seat: i64  # whose turn ends the last round; EMPTY while none is scheduled (KC-72)
    last_left: i64  # places left in the last round
    skipped: i64  # seats that were skipped in the last round: all know they hold only weapons (KC-40)
    reason: i64
    winners: i64  # one bit each
    # What everybody can work out after a reshuffle (KC-87): cards that were in it cannot lie where a card was
    # put before it.
    shuffles: i64
    shuffled_in: list[int]  # by card: the last reshuffle it took part in, 0 = none
    newest: list[int]  # by slot: the latest reshuffle a hidden card there can stem from
    fresh: list[
        int
    ]  # by seat: cards of the latest reshuffle in the hand or hidden since, as everybody can count

    def __init__(self) -> None:
        super().__init__()
        self.holding = 0
        self.occupied = 0
        self.out = 0
        self.passed = 0
        self.turn = 0
        self.turns = 0
        self.last_seat = EMPTY
        self.last_left = 0
        self.skipped = 0
        self.reason = 0
        self.winners = 0
        self.shuffles = 0

    def clear(self, seats: int, options: dict[str, Any]) -> None:
        """An empty table for so many seats."""
        self.seats = seats
        self.options = options
        self.infinity = options["mode"] == "to-infinity"
        self.look_at_dealt = options["look_at_dealt"]
        self.deck = []
        self.discard = []
        self.hands = [EMPTY] * (seats * HAND)
        self.hand_size = [0] * seats
        self.rows = [EMPTY] * (seats * ROW)
        self.facing = [DEALT] * (seats * ROW)
        self.shuffled_in = _NEVER
        self.newest = _NO_NEWEST
        self.fresh = _NO_FRESH

    def copy_position(self, fresh: Position) -> None:
        """Copy everything into a new position. ``shuffled_in`` is replaced, never changed, so it is shared, as is what
        is known of reshuffles before the first one."""
        self.copy_base(fresh)
        fresh.deck = self.deck.copy()
        fresh.discard = self.discard.copy()
        fresh.hands = self.hands.copy()
        fresh.hand_size = self.hand_size.copy()
        fresh.rows = self.rows.copy()
        fresh.facing = self.facing.copy()
        fresh.holding = self.holding
        fresh.occupied = self.occupied
        fresh.out = self.out
        fresh.passed = self.passed
        fresh.turn = self.turn
        fresh.turns = self.turns
        fresh.infinity = self.infinity
        fresh.look_at_dealt = self.look_at_dealt
        fresh.last_seat = self.last_seat
        fresh.last_left = self.last_left
        fresh.skipped = self.skipped
        fresh.reason = self.reason
        fresh.winners = self.winners
        fresh.shuffles = self.shuffles
        fresh.shuffled_in = self.shuffled_in
        fresh.newest = self.newest
        fresh.fresh = self.fresh
        if self.counts_reshuffles():
            fresh.count_reshuffles()

    def counts_reshuffles(self) -> bool:
        """Whether this position has its own lists of what is known of reshuffles."""
        return self.newest is not _NO_NEWEST

    def count_reshuffles(self) -> None:
        """Copy the lists that this position shares with others, before they are changed."""
        self.newest = self.newest.copy()
        self.fresh = self.fresh.copy()

    # ---- reading the table -----------------------------------------------------------------------------------

    def row_of(self, seat: i64) -> i64:
        """The slots of a seat that hold a card, as bits."""
        return self.occupied >> seat * ROW & _IN_ROW

    def has_row(self, seat: i64) -> bool:
        return self.row_of(seat) != 0

    def count_row(self, seat: i64) -> i64:
        """How many defence cards a seat has."""
        return _SIZE[self.row_of(seat)]

    def slot_at(self, seat: i64, index: i64) -> i64:
        """The slot of a seat's row, from 0, in which its n-th defence card lies."""
        return _NTH[self.row_of(seat) * ROW + index]

    def empty_slot(self, seat: i64) -> i64:
        """The lowest empty slot of a row as an index into ``rows``, or EMPTY (KC-9)."""
        slot: i64 = _LOWEST[self.row_of(seat)]
        return seat * ROW + slot if slot < ROW else EMPTY

    def lay(self, slot: i64, card: i64, facing: i64) -> None:
        """Put a card into an empty slot."""
        self.rows[slot] = card
        self.facing[slot] = facing
        self.occupied |= _BIT[slot]

    def clear_slot(self, slot: i64) -> None:
        """Take the card in a slot away."""
        self.rows[slot] = EMPTY
        self.occupied &= ~_BIT[slot]

    def is_out(self, seat: i64) -> bool:
        return self.out >> seat & 1 != 0

    def knows(self, seat: i64, slot: i64) -> bool:
        """Whether a seat may know the card in a slot (KC-11 to KC-13)."""
        facing: i64 = self.facing[slot]
        if facing == REVEALED or self.reason:
            return True
        if seat != slot // ROW:
            return False
        return facing == BARRICADED or self.look_at_dealt

    def row_total(self, seat: int) -> int:
        """The sum of a seat's defence cards, hidden villains at 11 (KC-60, KC-61)."""
        total = 0
        for slot in range(seat * ROW, seat * ROW + ROW):
            if self.rows[slot] != EMPTY:
                total += _VALUES[self.rows[slot]]
        return total

    def highest_in_row(self, seat: int) -> int:
        highest = 0
        for slot in range(seat * ROW, seat * ROW + ROW):
            if self.rows[slot] != EMPTY and _VALUES[self.rows[slot]] > highest:
                highest = _VALUES[self.rows[slot]]
        return highest

    def hand_total(self, seat: int) -> int:
        total = 0
        for index in range(seat * HAND, seat * HAND + self.hand_size[seat]):
            total += _VALUES[self.hands[index]]
        return total

    def final_score(self, seat: int) -> i64:
        """What decides the final battle, as one number: the sum of the row, then its highest card, then the sum of the
        hand (KC-63)."""
        score: i64 = self.row_total(seat)
        score = score * _MANY + self.highest_in_row(seat)
        return score * _MANY + self.hand_total(seat)

    def last_seats(self) -> list[int]:
        """The seats still to be served in the last round, in order (KC-72)."""
        return [(self.last_seat - left + 1) % self.seats for left in range(self.last_left, 0, -1)]

    def inventory(self) -> dict[str, int]:
        """Every card once, wherever it lies (KC-6)."""
        counts = dict.fromkeys(BOX.ids, 0)
        zones = [self.deck, self.discard, [card for card in self.rows if card != EMPTY]]
        for seat in range(self.seats):
            zones.append(self.hands[seat * HAND : seat * HAND + self.hand_size[seat]])
        for zone in zones:
            for card in zone:
                counts[BOX.ids[card]] += 1
        return counts
