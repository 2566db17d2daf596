"""A position from a document, checked as it is read; what the document leaves open is completed."""

from __future__ import annotations

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.position import Position
from slugfest.kernel import DocumentReader, Facts, PositionError
from slugfest.kernel.reader import Supply

from .documents import CARD, DOCUMENT, PLAYER, SLOT


def read_document(position: Position, document: Facts) -> None:
    """Fill a cleared position from a document.

    What is left open is completed from the unnamed cards in id order: ``"?"`` for some card, a number for a hand or a
    deck of so many, a missing deck for all that is left.
    """
    place = DOCUMENT.open(document)
    players = place.children("players", PLAYER.keys, position.seats)
    position.count_reshuffles()
    DOCUMENT.read(place, position)
    for seat, player in enumerate(players):
        PLAYER.read(player, position, seat)
    _read_cards(position, place, players)
    _read_shuffles(position, place)
    if place.has("last_round"):
        _read_last_round(position, place)
    _check(position)


def _read_cards(position: Position, place: DocumentReader, players: list[DocumentReader]) -> None:
    """Hands, rows, deck and discard pile. Unnamed cards that no zone takes lie in the deck, or under the discard
    pile if the deck is given."""
    supply = Supply(
        BOX.ids, list(range(CARDS)), parse=lambda where, text: CARD.read(where, text, position, 0)
    )
    hands = [supply.zone(player, "hand") for player in players]
    rows = [_read_row(position, seat, player, supply) for seat, player in enumerate(players)]
    discard = supply.zone(place, "discard")
    deck = supply.zone(place, "deck")
    for seat, player in enumerate(players):
        if len(hands[seat]) > HAND:
            raise player.fault("hand", f"a hand holds at most {HAND} cards (KC-7)")
        for index, card in enumerate(supply.fill(player.at("hand"), hands[seat]), seat * HAND):
            position.hands[index] = card
        position.hand_size[seat] = len(hands[seat])
        position.holding |= int(len(hands[seat]) > 0) << seat
        for slot, card in zip(rows[seat], supply.fill(player.at("row"), list(rows[seat].values()))):
            position.lay(slot, card, position.facing[slot])
    position.discard = supply.fill("discard", discard)
    if "deck" in place.entry:
        position.deck = supply.fill("deck", deck)[::-1]
        position.discard = supply.left + position.discard
    else:
        position.deck = supply.left[::-1]


def _read_row(position: Position, seat: int, player: DocumentReader, supply: Supply) -> dict[int, int]:
    """The cards of a row by slot."""
    cards: dict[int, int] = {}
    for index, given in enumerate(player.items("row", most=ROW)):
        if given is not None:
            slot = seat * ROW + index
            entry = SLOT.open(given, f"{player.at('row')}[{index}]")
            cards[slot] = supply.place(entry.at("card"), entry.value("card"))
            SLOT.read(entry, position, slot)
    return cards


def _read_shuffles(position: Position, place: DocumentReader) -> None:
    since = place.table("shuffled_in", {})
    position.shuffled_in = position.shuffled_in.copy()  # new positions share it
    for identifier in since:
        card = CARD.read("shuffled_in", identifier, position, 0)
        reshuffles = DocumentReader(since, tuple(BOX.ids), "shuffled_in")
        position.shuffled_in[card] = reshuffles.whole(identifier, 0, position.shuffles)


def _read_last_round(position: Position, place: DocumentReader) -> None:
    """The seats still to be served in the last round (KC-72)."""
    if position.infinity:
        raise place.fault("last_round", "there is none in To Infinity! (KC-77)")
    served = place.seats("last_round", position.seats)
    position.last_left = len(served)
    position.last_seat = served[-1] if served else position.turn
    if served != position.last_seats():
        raise place.fault("last_round", "seats are served clockwise, each once (KC-72)")


# ---- checks ------------------------------------------------------------------------------------------------------


def _check(position: Position) -> None:
    """Refuse a position that no game could continue from."""
    for seat in range(position.seats):
        if position.is_out(seat) and (position.hand_size[seat] > 0 or position.has_row(seat)):
            raise PositionError(f"players[{seat}]: a knocked-out player has no cards (KC-15)")
        for slot in range(ROW):
            _check_slot(position, seat, slot)
    if position.reason:
        if not position.winners:
            raise PositionError("result.winners: somebody has won")
        return
    if not position.infinity and not position.deck and position.last_seat == EMPTY:
        raise PositionError("deck: with an empty deck the last round is running; give last_round (KC-43)")
    if position.infinity and not position.deck:
        raise PositionError("deck: it is never empty in To Infinity! (KC-45)")
    if not position.infinity and position.deck and position.last_seat != EMPTY:
        raise PositionError("last_round: it begins only when the deck is used up (KC-72)")


def _check_slot(position: Position, seat: int, slot: int) -> None:
    """Refuse a hidden card that took part in a reshuffle after it was laid down."""
    index = seat * ROW + slot
    card, newest = position.rows[index], position.newest[index]
    if card != EMPTY and not position.knows(-1, index) and position.shuffled_in[card] > newest:
        raise PositionError(
            f"players[{seat}].row[{slot}]: {BOX.ids[card]} was in reshuffle {position.shuffled_in[card]}, "
            f"so it cannot have lain hidden since reshuffle {newest} (newest)"
        )
