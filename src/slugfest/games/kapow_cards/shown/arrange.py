"""A position from a document, checked as it is read; what the document leaves open is completed."""

from __future__ import annotations

from typing import Any, Final

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.position import FACINGS, REASONS, Position
from slugfest.kernel import DocumentReader, Facts, PositionError

_CARD: Final = {identifier: card for card, identifier in enumerate(BOX.ids)}
_MANY: Final = 1 << 30
_KEYS: Final = (
    "players", "deck", "discard", "turn", "turns", "last_round", "shuffles", "shuffled_in", "result",
)  # fmt: skip
_PLAYER_KEYS: Final = ("hand", "row", "passed", "out", "skipped", "fresh")
_SLOT_KEYS: Final = ("card", "facing", "newest")
_RESULT_KEYS: Final = ("reason", "winners")


def read_document(position: Position, document: Facts) -> None:
    """Fill a cleared table from a document. What is left open is completed from the unnamed cards in id order:
    ``"?"`` for some card, a number for a hand or a deck of so many, a missing deck for all that is left."""
    _Reader(position, document).read()


class _Reader:
    """Reads one position document and names the first fault it finds."""

    def __init__(self, position: Position, document: Facts) -> None:
        self.position = position
        self.document = DocumentReader(document, _KEYS)
        self.players = self.document.children("players", _PLAYER_KEYS, position.seats)
        self.unnamed: list[int] = []

    def read(self) -> None:
        self.set_aside_named()
        for seat, player in enumerate(self.players):
            self.read_player(seat, player)
        self.read_piles()
        self.read_counters()
        self.read_last_round()
        self.read_result()
        self.check()

    # ---- cards -----------------------------------------------------------------------------------------------

    def set_aside_named(self) -> None:
        """The cards that no zone names, in id order: they fill what the document leaves open."""
        named: set[int] = set()
        zones: list[Any] = [self.document.value("deck"), self.document.value("discard")]
        for player in self.players:
            zones.append(player.value("hand"))
            row = player.value("row")
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

    def cards(self, place: DocumentReader, key: str) -> list[int]:
        """A zone as cards: a list of ids and ``"?"``, or a number of unnamed cards."""
        zone = place.value(key, [])
        if isinstance(zone, int) and not isinstance(zone, bool) and 0 <= zone <= CARDS:
            zone = ["?"] * zone
        if not isinstance(zone, list):
            raise place.fault(key, "a list of card ids, or their number, is needed")
        if None in zone:
            raise place.fault(key, "null is no card")
        return [self.take(place, key) if identifier == "?" else _CARD[identifier] for identifier in zone]

    def take(self, place: DocumentReader, key: str) -> int:
        """The first card that nobody names."""
        if not self.unnamed:
            raise place.fault(key, "there are no cards left for it")
        return self.unnamed.pop(0)

    def read_player(self, seat: int, player: DocumentReader) -> None:
        position = self.position
        hand = self.cards(player, "hand")
        if len(hand) > HAND:
            raise player.fault("hand", f"a hand holds at most {HAND} cards (KC-7)")
        position.hand_size[seat] = len(hand)
        for index, card in enumerate(hand):
            position.hands[seat * HAND + index] = card
        row = player.items("row", most=ROW)
        for index, slot in enumerate(row):
            if slot is not None:
                where = f"{player.at('row')}[{index}]"
                self.read_slot(seat * ROW + index, DocumentReader(slot, _SLOT_KEYS, where))
        if player.flag("passed"):
            position.passed |= 1 << seat
        if player.flag("out"):
            position.out |= 1 << seat
        if player.flag("skipped"):
            position.skipped |= 1 << seat
        position.fresh[seat] = player.whole("fresh", 0, CARDS, 0)

    def read_slot(self, slot: int, entry: DocumentReader) -> None:
        position = self.position
        identifier = entry.value("card")
        if not isinstance(identifier, str):
            raise entry.fault("card", "a card id or “?” is needed")
        position.rows[slot] = self.take(entry, "card") if identifier == "?" else _CARD[identifier]
        position.facing[slot] = entry.one_of("facing", FACINGS, "barricaded")
        position.newest[slot] = entry.whole("newest", 0, _MANY, 0)

    def read_piles(self) -> None:
        position = self.position
        discard = self.cards(self.document, "discard")
        if "deck" in self.document.entry:
            deck = self.cards(self.document, "deck")
            discard = self.unnamed + discard
        else:
            deck = self.unnamed
        self.unnamed = []
        deck.reverse()
        position.deck = deck
        position.discard = discard

    # ---- the course of the game --------------------------------------------------------------------------------

    def read_counters(self) -> None:
        position, document = self.position, self.document
        position.turn = document.seat("turn", position.seats, 1)
        position.turns = document.whole("turns", 0, _MANY, 0)
        position.shuffles = document.whole("shuffles", 0, _MANY, 0)
        since = document.table("shuffled_in", {})
        for identifier in since:
            if identifier not in _CARD:
                raise document.fault("shuffled_in", f"there is no card {identifier!r}")
        reshuffles = DocumentReader(since, tuple(_CARD), "shuffled_in")
        for identifier in since:
            position.shuffled_in[_CARD[identifier]] = reshuffles.whole(identifier, 0, position.shuffles)

    def read_last_round(self) -> None:
        """The seats still to be served, if the last round is running (KC-72)."""
        position, document = self.position, self.document
        if not document.has("last_round"):
            return
        if position.infinity:
            raise document.fault("last_round", "there is none in To Infinity! (KC-77)")
        served = document.seats("last_round", position.seats)
        position.last_left = len(served)
        position.last_seat = served[-1] if served else position.turn
        if served != position.last_seats():
            raise document.fault("last_round", "seats are served clockwise, each once (KC-72)")

    def read_result(self) -> None:
        position = self.position
        if not self.document.has("result"):
            return
        result = self.document.child("result", _RESULT_KEYS)
        position.reason = 1 + result.one_of("reason", REASONS[1:])
        winners = result.seats("winners", position.seats)
        if not winners:
            raise result.fault("winners", "somebody has won")
        for seat in winners:
            position.winners |= 1 << seat

    # ---- whether it makes sense ----------------------------------------------------------------------------------

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
