"""How a move is numbered (CH-110 to CH-112): every action of the rules, cut into small moves.

0 to 5               PASS, PLAY (the set that was put together), EXCHANGE, END, DISCARD, BET (my wagers stand)
WAGER + c            wager card c, which carries a Kodora
WAGER_WITH + k, c    attach Kodora k to card c and wager it
CARD + c, active     put card c into the set, its ability activated or not
ATTACH + p, c        attach piece p to card c
"""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import BOX, CARDS, FIRST_KODORA, KODORA, PIECES

PASS: Final = 0
PLAY: Final = 1
EXCHANGE: Final = 2
END: Final = 3
DISCARD: Final = 4
BET: Final = 5
KODORAS: Final[int] = BOX.ability.count(KODORA)
WAGER: Final = 6
WAGER_WITH: Final[int] = WAGER + CARDS
CARD: Final[int] = WAGER_WITH + KODORAS * CARDS
ATTACH: Final[int] = CARD + 2 * CARDS
MOVE_COUNT: Final[int] = ATTACH + PIECES * CARDS


def wager_move(card: int, piece: int) -> int:
    """The number of a wager; ``piece`` below 0: the Kodora is on the card already."""
    return WAGER + card if piece < 0 else WAGER_WITH + (piece - FIRST_KODORA) * CARDS + card


def card_move(card: int, active: bool) -> int:
    """The number of putting a card into the set."""
    return CARD + 2 * card + (1 if active else 0)


def attach_move(piece: int, card: int) -> int:
    """The number of an attachment."""
    return ATTACH + piece * CARDS + card
