"""A position from a document, checked as it is read; what the document leaves open is completed."""

from __future__ import annotations

from typing import Any, Final

from slugfest.kernel import Facts, PositionError

from .content import BOX, CARDS, EMPTY, HAND, ROW
from .position import FACINGS, REASONS, Position

_CARD: Final = {identifier: card for card, identifier in enumerate(BOX.ids)}


def read_document(position: Position, document: Facts) -> None:
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
