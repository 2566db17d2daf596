"""The fields of a position document; :mod:`arrange` reads what cannot be read field by field."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.position import BARRICADED, FACINGS, REASONS, Facing, Position
from slugfest.kernel import Facts
from slugfest.kernel.schema import (
    ABSENT,
    NEEDED,
    SEAT,
    SEATS,
    Attribute,
    Bit,
    Children,
    Computed,
    Item,
    Name,
    Schema,
    Values,
    Whole,
    result,
)

CARD: Final = Name(BOX.ids, thing="card")
COUNT: Final = Whole(0, 1 << 30)


def _hand(position: Position, seat: int) -> list[str]:
    return CARD.write_all(
        position.hands[seat * HAND : seat * HAND + position.hand_size[seat]], position, seat
    )


def _slots(position: Position, seat: int) -> list[int]:
    slots = range(seat * ROW, seat * ROW + ROW)
    return [ABSENT if position.rows[slot] == EMPTY else slot for slot in slots]


def _deck(position: Position, row: int) -> list[str]:
    return CARD.write_all(position.deck[::-1], position, row)


def _last_round(position: Position, row: int) -> list[int] | None:
    return None if position.last_seat == EMPTY else [seat + 1 for seat in position.last_seats()]


def _shuffled_in(position: Position, row: int) -> dict[str, int]:
    return {BOX.ids[card]: since for card, since in enumerate(position.shuffled_in) if since}


SLOT: Final = Schema(
    "SlotDocument",
    "A card in a defence row.",
    Item("card", CARD, at="rows", by_hand=True),
    Item("facing", Name(FACINGS, Facing), default=BARRICADED),
    Item("newest", COUNT, "The latest reshuffle that a hidden card can stem from.", sparse=True),
)
PLAYER: Final = Schema(
    "PlayerDocument",
    "One player with every card.",
    Computed("hand", list[str], _hand),
    Children("row", SLOT, _slots, "The five slots; null is an empty one.", null=True),
    Bit("passed", "Whether the player's own last turn was a pass."),
    Bit("out", "Whether the player is knocked out."),
    Bit("skipped", "Skipped in the last round: everybody knows that the hand is all weapons.", sparse=True),
    Item(
        "fresh",
        Whole(0, CARDS),
        "Cards of the latest reshuffle that everybody can count in the hand or hidden since.",
        sparse=True,
    ),
)
RESULT: Final = result(REASONS, Attribute("winners", SEATS, "Seats, from 1.", default=NEEDED))
DOCUMENT: Final = Schema(
    "Document",
    "A whole position. Cards go by their ids, seats count from 1.",
    Children("players", PLAYER, "seats"),
    Computed("deck", list[str], _deck, "The top card is the first."),
    Attribute("discard", Values(CARD), "The top card is the last.", by_hand=True),
    Attribute("turn", SEAT, "The seat whose turn it is, from 1."),
    Attribute("turns", COUNT, "How many turns have been played."),
    Computed(
        "last_round",
        list[int] | None,
        _last_round,
        "The seats, from 1, that still have a turn in it; null before.",
    ),
    Attribute("shuffles", COUNT, "How many times the discard pile became the deck."),
    Computed("shuffled_in", dict[str, int], _shuffled_in, "By card: the latest reshuffle it took part in."),
    RESULT,
)


# ---- written out: three times as fast compiled as DOCUMENT.write(); a test compares the two -------------------------


def _slot(position: Position, slot: int) -> Facts | None:
    card = position.rows[slot]
    if card == EMPTY:
        return None
    entry: Facts = {"card": BOX.ids[card], "facing": FACINGS[position.facing[slot]]}
    if position.newest[slot]:
        entry["newest"] = position.newest[slot]
    return entry


def _player(position: Position, seat: int) -> Facts:
    player: Facts = {
        "hand": _hand(position, seat),
        "row": [_slot(position, slot) for slot in range(seat * ROW, seat * ROW + ROW)],
        "passed": position.passed >> seat & 1 != 0,
        "out": position.is_out(seat),
    }
    if position.skipped >> seat & 1:
        player["skipped"] = True
    if position.fresh[seat]:
        player["fresh"] = position.fresh[seat]
    return player


def write_document(position: Position) -> Facts:
    """The whole position as JSON."""
    return {
        "players": [_player(position, seat) for seat in range(position.seats)],
        "deck": _deck(position, 0),
        "discard": CARD.write_all(position.discard, position, 0),
        "turn": position.turn + 1,
        "turns": position.turns,
        "last_round": _last_round(position, 0),
        "shuffles": position.shuffles,
        "shuffled_in": _shuffled_in(position, 0),
        "result": RESULT.schema.write(position) if position.reason else None,
    }
