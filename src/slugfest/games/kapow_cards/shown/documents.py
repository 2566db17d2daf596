"""The fields of a position document; :mod:`arrange` reads what cannot be read field by field."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.position import BARRICADED, FACINGS, REASONS, Facing, Position
from slugfest.kernel import Facts
from slugfest.kernel.schema import (
    NEEDED,
    SEAT,
    Attribute,
    Bit,
    Child,
    Children,
    Computed,
    Item,
    Mask,
    Name,
    Schema,
    Values,
    Whole,
)

CARD: Final = Name(BOX.ids, thing="card")
COUNT: Final = Whole(0, 1 << 30)


def _hand(position: Position, seat: int) -> list[str]:
    return CARD.write_all(
        position.hands[seat * HAND : seat * HAND + position.hand_size[seat]], position, seat
    )


def _deck(position: Position, row: int) -> list[str]:
    return CARD.write_all(reversed(position.deck), position, row)


def _last_round(position: Position, row: int) -> list[int] | None:
    return None if position.last_seat == EMPTY else [seat + 1 for seat in position.last_seats()]


def _shuffled_in(position: Position, row: int) -> dict[str, int]:
    return {BOX.ids[card]: since for card, since in enumerate(position.shuffled_in) if since}


SLOT: Final = Schema(
    "SlotDocument",
    "A card in a defence row.",
    Item("card", CARD, at="rows", by_hand=True),
    Item("facing", Name(FACINGS, Facing), default=BARRICADED),
    Item(
        "newest",
        COUNT,
        "The latest reshuffle that a hidden card can stem from, once there has been one.",
        sparse=True,
    ),
)
PLAYER: Final = Schema(
    "PlayerDocument",
    "One player with every card.",
    Computed("hand", list[str], _hand),
    Children(
        "row",
        SLOT,
        lambda position, seat: range(seat * ROW, seat * ROW + ROW),
        "The five slots; null is an empty one.",
        present=lambda position, slot: position.rows[slot] != EMPTY,
    ),
    Bit("passed", "Whether the player's own last turn was a pass."),
    Bit("out", "Whether the player is knocked out."),
    Bit(
        "skipped",
        "Skipped in the last round, so everybody knows that the hand is nothing but weapons.",
        sparse=True,
    ),
    Item(
        "fresh",
        Whole(0, CARDS),
        "How many cards of the latest reshuffle are in the hand or were hidden since, as everybody can count.",
        sparse=True,
    ),
)
RESULT: Final = Schema(
    "ResultDocument",
    "How the game ended.",
    Attribute("reason", Name(REASONS[1:], first=1), default=NEEDED),
    Attribute("winners", Mask(SEAT, lambda position, row: position.seats), "Seats, from 1.", default=NEEDED),
)
DOCUMENT: Final = Schema(
    "Document",
    "A whole position. Cards go by their ids, seats count from 1.",
    Children("players", PLAYER, lambda position, row: range(position.seats)),
    Computed("deck", list[str], _deck, "The top card is the first."),
    Attribute("discard", Values(CARD), "The top card is the last.", by_hand=True),
    Attribute("turn", SEAT, "The seat whose turn it is, from 1."),
    Attribute("turns", COUNT, "How many turns have been played."),
    Computed(
        "last_round",
        list[int] | None,
        _last_round,
        "The seats that still have a turn in the last round, from 1; null while none is scheduled.",
    ),
    Attribute("shuffles", COUNT, "How many times the discard pile became the deck."),
    Computed("shuffled_in", dict[str, int], _shuffled_in, "By card: the latest reshuffle it took part in."),
    Child("result", RESULT, present=lambda position, row: position.reason),
)


def write_document(position: Position) -> Facts:
    """The whole position as JSON."""
    return DOCUMENT.write(position)
