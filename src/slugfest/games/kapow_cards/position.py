"""What a position is: where every card lies and who may know it (KC-6 to KC-13)."""

from __future__ import annotations

from typing import Any, Final

from slugfest.kernel import Facts, PositionError, State

from .content import BOX, CARDS, EMPTY, HAND, ROW

# How a defence card lies (KC-10, KC-11).
DEALT: Final = 0  # face-down since the setup
BARRICADED: Final = 1  # face-down, put there by its owner
REVEALED: Final = 2
FACINGS: Final = ("dealt", "barricaded", "revealed")

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

_CARD: Final = {identifier: card for card, identifier in enumerate(BOX.ids)}


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
    out: int  # knocked-out seats, one bit each
    passed: int  # seats whose own last turn was a pass, one bit each
    turn: int
    turns: int
    infinity: bool  # To Infinity! instead of Fallen Heroes
    look_at_dealt: bool
    last_seat: int  # whose turn ends the last round; EMPTY while none is scheduled (KC-72)
    last_left: int  # places left in the last round
    skipped: int  # seats that were skipped in the last round: all know they hold only weapons (KC-40)
    reason: int
    winners: int  # one bit each
    # What everybody can work out after a reshuffle (KC-87): cards that were in it cannot lie where a card was
    # put before it.
    shuffles: int
    shuffled_in: list[int]  # by card: the last reshuffle it took part in, 0 = none
    newest: list[int]  # by slot: the latest reshuffle a hidden card there can stem from
    fresh: list[
        int
    ]  # by seat: cards of the latest reshuffle in the hand or hidden since, as everybody can count

    def __init__(self) -> None:
        super().__init__()
        self.out = 0
        self.passed = 0
        self.turn = 0
        self.turns = 0
        self.infinity = False
        self.look_at_dealt = False
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
        self.shuffled_in = [0] * CARDS
        self.newest = [0] * (seats * ROW)
        self.fresh = [0] * seats

    def copy_position(self, fresh: Position) -> None:
        """Copy everything into a new position. ``shuffled_in`` is replaced, never changed, so it is shared."""
        self.copy_base(fresh)
        fresh.deck = self.deck.copy()
        fresh.discard = self.discard.copy()
        fresh.hands = self.hands.copy()
        fresh.hand_size = self.hand_size.copy()
        fresh.rows = self.rows.copy()
        fresh.facing = self.facing.copy()
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
        fresh.newest = self.newest.copy()
        fresh.fresh = self.fresh.copy()

    # ---- reading the table -----------------------------------------------------------------------------------

    def row_size(self, seat: int) -> int:
        """How many defence cards a seat has."""
        count = 0
        for slot in range(seat * ROW, seat * ROW + ROW):
            if self.rows[slot] != EMPTY:
                count += 1
        return count

    def has_row(self, seat: int) -> bool:
        for slot in range(seat * ROW, seat * ROW + ROW):
            if self.rows[slot] != EMPTY:
                return True
        return False

    def empty_slot(self, seat: int) -> int:
        """The lowest empty slot of a row as an index into ``rows``, or EMPTY (KC-9)."""
        for slot in range(seat * ROW, seat * ROW + ROW):
            if self.rows[slot] == EMPTY:
                return slot
        return EMPTY

    def is_out(self, seat: int) -> bool:
        return self.out >> seat & 1 != 0

    def knows(self, seat: int, slot: int) -> bool:
        """Whether a seat may know the card in a slot (KC-11 to KC-13)."""
        facing = self.facing[slot]
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
                total += BOX.values[self.rows[slot]]
        return total

    def highest_in_row(self, seat: int) -> int:
        highest = 0
        for slot in range(seat * ROW, seat * ROW + ROW):
            if self.rows[slot] != EMPTY and BOX.values[self.rows[slot]] > highest:
                highest = BOX.values[self.rows[slot]]
        return highest

    def hand_total(self, seat: int) -> int:
        total = 0
        for index in range(seat * HAND, seat * HAND + self.hand_size[seat]):
            total += BOX.values[self.hands[index]]
        return total

    # ---- position documents ----------------------------------------------------------------------------------

    def document(self) -> Facts:
        players: list[Facts] = []
        for seat in range(self.seats):
            row: list[Facts | None] = []
            for slot in range(seat * ROW, seat * ROW + ROW):
                card = self.rows[slot]
                if card == EMPTY:
                    row.append(None)
                else:
                    entry: Facts = {"card": BOX.ids[card], "facing": FACINGS[self.facing[slot]]}
                    if self.newest[slot]:
                        entry["newest"] = self.newest[slot]
                    row.append(entry)
            size = self.hand_size[seat]
            player: Facts = {
                "hand": [BOX.ids[card] for card in self.hands[seat * HAND : seat * HAND + size]],
                "row": row,
                "passed": self.passed >> seat & 1 != 0,
                "out": self.is_out(seat),
            }
            if self.skipped >> seat & 1:
                player["skipped"] = True
            if self.fresh[seat]:
                player["fresh"] = self.fresh[seat]
            players.append(player)
        return {
            "players": players,
            "deck": [BOX.ids[card] for card in reversed(self.deck)],
            "discard": [BOX.ids[card] for card in self.discard],
            "turn": self.turn + 1,
            "turns": self.turns,
            "last_round": None if self.last_seat == EMPTY else [seat + 1 for seat in self.last_seats()],
            "shuffles": self.shuffles,
            "shuffled_in": {BOX.ids[card]: since for card, since in enumerate(self.shuffled_in) if since},
            "result": None
            if not self.reason
            else {
                "reason": REASONS[self.reason],
                "winners": [s + 1 for s in range(self.seats) if self.winners >> s & 1],
            },
        }

    def last_seats(self) -> list[int]:
        """The seats still to be served in the last round, in order (KC-72)."""
        return [
            (self.last_seat + self.seats - left + 1) % self.seats for left in range(self.last_left, 0, -1)
        ]

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


def read_position(position: Position, document: Facts) -> None:
    """Fill a cleared table from a document. What is left open is completed from the unnamed cards in id order:
    ``"?"`` for some card, a number for a hand or a deck of so many, a missing deck for all that is left."""
    reader = _Reader(position, document)
    reader.read()


class _Reader:
    """Reads one position document and names the first fault it finds."""

    def __init__(self, position: Position, document: Facts) -> None:
        self.position = position
        self.document = document
        self.unnamed: list[int] = []

    def read(self) -> None:
        _known_keys("position", self.document, _KEYS)
        players = self.document.get("players")
        if not isinstance(players, list) or len(players) != self.position.seats:
            raise PositionError(f"players: a list of {self.position.seats} is needed")
        for index, player in enumerate(players):
            if not isinstance(player, dict):
                raise PositionError(f"players[{index}]: an object with hand and row is needed")
            _known_keys(f"players[{index}]", player, _PLAYER_KEYS)
        self.set_aside_named()
        for seat, player in enumerate(players):
            self.read_player(seat, player)
        self.read_piles()
        self.read_counters()
        self.read_result()
        self.check()

    def set_aside_named(self) -> None:
        """The cards that no zone names, in id order: they fill what the document leaves open."""
        named: set[int] = set()
        zones: list[Any] = [self.document.get("deck"), self.document.get("discard")]
        for player in self.document["players"]:
            zones.append(player.get("hand"))
            row = player.get("row")
            if isinstance(row, list):
                zones.append([slot.get("card") if isinstance(slot, dict) else slot for slot in row])
        for zone in zones:
            for identifier in zone if isinstance(zone, list) else []:
                if identifier is None or identifier == "?":
                    continue
                card = _CARD.get(identifier, EMPTY) if isinstance(identifier, str) else EMPTY
                if card == EMPTY:
                    raise PositionError(f"there is no card {identifier!r}")
                if card in named:
                    raise PositionError(f"the card {identifier} lies in two places")
                named.add(card)
        self.unnamed = [card for card in range(CARDS) if card not in named]

    def cards(self, where: str, zone: Any) -> list[int]:
        """A zone as cards: a list of ids and ``"?"``, or a number of unnamed cards."""
        if isinstance(zone, int) and not isinstance(zone, bool) and 0 <= zone <= CARDS:
            zone = ["?"] * zone
        if not isinstance(zone, list):
            raise PositionError(f"{where}: a list of card ids, or their number, is needed")
        if None in zone:
            raise PositionError(f"{where}: null is no card")
        return [self.take(where) if identifier == "?" else _CARD[identifier] for identifier in zone]

    def take(self, where: str) -> int:
        if not self.unnamed:
            raise PositionError(f"{where}: there are no cards left for it")
        return self.unnamed.pop(0)

    def read_player(self, seat: int, player: Facts) -> None:
        position, where = self.position, f"players[{seat}]"
        hand = self.cards(f"{where}.hand", player.get("hand", []))
        if len(hand) > HAND:
            raise PositionError(f"{where}.hand: a hand holds at most {HAND} cards (KC-7)")
        position.hand_size[seat] = len(hand)
        for index, card in enumerate(hand):
            position.hands[seat * HAND + index] = card
        row = player.get("row", [])
        if not isinstance(row, list) or len(row) > ROW:
            raise PositionError(f"{where}.row: a list of at most {ROW} slots is needed (KC-8)")
        for index, slot in enumerate(row):
            if slot is not None:
                self.read_slot(seat * ROW + index, f"{where}.row[{index}]", slot)
        if player.get("passed", False):
            position.passed |= 1 << seat
        if player.get("out", False):
            position.out |= 1 << seat
        if player.get("skipped", False):
            position.skipped |= 1 << seat
        position.fresh[seat] = _whole(f"{where}.fresh", player.get("fresh", 0), CARDS)

    def read_slot(self, slot: int, where: str, entry: Any) -> None:
        if not isinstance(entry, dict):
            raise PositionError(f"{where}: null, or an object with card and facing, is needed")
        _known_keys(where, entry, ("card", "facing", "newest"))
        facing = entry.get("facing", "barricaded")
        if facing not in FACINGS:
            raise PositionError(f"{where}.facing: one of {', '.join(FACINGS)} is needed")
        if not isinstance(entry.get("card"), str):
            raise PositionError(f"{where}.card: a card id or “?” is needed")
        self.position.rows[slot] = self.cards(where, [entry["card"]])[0]
        self.position.facing[slot] = FACINGS.index(facing)
        self.position.newest[slot] = _whole(f"{where}.newest", entry.get("newest", 0), 1 << 30)

    def read_piles(self) -> None:
        position = self.position
        discard = self.cards("discard", self.document.get("discard", []))
        if "deck" in self.document:
            deck = self.cards("deck", self.document["deck"])
            discard = self.unnamed + discard
        else:
            deck = self.unnamed
        self.unnamed = []
        deck.reverse()
        position.deck = deck
        position.discard = discard

    def read_counters(self) -> None:
        position, document, seats = self.position, self.document, self.position.seats
        position.turn = _seat("turn", document.get("turn", 1), seats)
        position.turns = _whole("turns", document.get("turns", 0), 1 << 30)
        position.shuffles = _whole("shuffles", document.get("shuffles", 0), 1 << 30)
        since = document.get("shuffled_in", {})
        if not isinstance(since, dict):
            raise PositionError("shuffled_in: an object from card id to number is needed")
        for identifier, count in since.items():
            if identifier not in _CARD:
                raise PositionError(f"shuffled_in: there is no card {identifier!r}")
            position.shuffled_in[_CARD[identifier]] = _whole("shuffled_in", count, position.shuffles)
        last = document.get("last_round")
        if last is None:
            return
        if not isinstance(last, list) or len(last) > seats:
            raise PositionError("last_round: null, or the seats still to be served, is needed")
        if position.infinity:
            raise PositionError("last_round: there is none in To Infinity! (KC-77)")
        served = [_seat("last_round", seat, seats) for seat in last]
        position.last_left = len(served)
        position.last_seat = served[-1] if served else position.turn
        if served != position.last_seats():
            raise PositionError("last_round: seats are served clockwise, each once (KC-72)")

    def read_result(self) -> None:
        result = self.document.get("result")
        if result is None:
            return
        if not isinstance(result, dict) or result.get("reason") not in REASONS[1:]:
            raise PositionError(f"result: null, or an object with one of {', '.join(REASONS[1:])}, is needed")
        winners = result.get("winners")
        if not isinstance(winners, list) or not winners:
            raise PositionError("result.winners: a list of seats is needed")
        self.position.reason = REASONS.index(result["reason"])
        for seat in winners:
            self.position.winners |= 1 << _seat("result.winners", seat, self.position.seats)

    def check_slot(self, seat: int, slot: int) -> None:
        """A hidden card took part in no reshuffle after it was laid down."""
        position, index = self.position, seat * ROW + slot
        card, newest = position.rows[index], position.newest[index]
        if card != EMPTY and not position.knows(-1, index) and position.shuffled_in[card] > newest:
            raise PositionError(
                f"players[{seat}].row[{slot}]: {BOX.ids[card]} was in reshuffle {position.shuffled_in[card]}, "
                f"so it cannot have lain hidden since reshuffle {newest} (newest)"
            )

    def check(self) -> None:
        """A position that no game could go on from is refused."""
        position = self.position
        for seat in range(position.seats):
            cards = position.hand_size[seat] > 0 or position.has_row(seat)
            if position.is_out(seat) and cards:
                raise PositionError(f"players[{seat}]: a knocked-out player has no cards (KC-15)")
            for slot in range(ROW):
                self.check_slot(seat, slot)
        if position.reason:
            return
        if not position.infinity and not position.deck and position.last_seat == EMPTY:
            raise PositionError("deck: with an empty deck the last round is running; give last_round (KC-43)")
        if position.infinity and not position.deck:
            raise PositionError("deck: it is never empty in To Infinity! (KC-45)")
        if not position.infinity and position.deck and position.last_seat != EMPTY:
            raise PositionError("last_round: it begins only when the deck is used up (KC-72)")


_KEYS: Final = (
    "players", "deck", "discard", "turn", "turns", "last_round", "shuffles", "shuffled_in", "result",
)  # fmt: skip
_PLAYER_KEYS: Final = ("hand", "row", "passed", "out", "skipped", "fresh")


def _known_keys(where: str, entry: Facts, known: tuple[str, ...]) -> None:
    for key in entry:
        if key not in known:
            raise PositionError(f"{where}: unknown key {key!r}; known are {', '.join(known)}")


def _whole(where: str, value: Any, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise PositionError(f"{where}: a whole number from 0 to {most} is needed, not {value!r}")
    return value


def _seat(where: str, value: Any, seats: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= seats:
        raise PositionError(f"{where}: a seat from 1 to {seats} is needed, not {value!r}")
    return value - 1
