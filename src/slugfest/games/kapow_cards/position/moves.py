"""How a move is numbered (KC-81): one number names the action, the cards and the target.

What is committed is committed: nothing can be added after the flip (KC-14).

0                  PASS
1                  RECRUIT
RECRUIT_FOR + c    RECRUIT, discarding card c first
BARRICADE + c      BARRICADE with card c
ATTACK + ...       ATTACK: attack set, seat and place; a place is a slot (0..ROW-1) or a hand position (ROW..)
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, ROW, VILLAIN, WEAPON

PASS: Final = 0
RECRUIT: Final = 1
RECRUIT_FOR: Final = 2
BARRICADE: Final[i64] = RECRUIT_FOR + CARDS
ATTACK: Final[i64] = BARRICADE + CARDS

PLACES: Final[i64] = ROW + HAND
SEATS: Final[i64] = BOX.limits["max_seats"]
TARGETS: Final[i64] = SEATS * PLACES


def _attack_sets() -> list[tuple[int, int]]:
    """Every legal attack set (KC-24): a hero, a villain, two heroes of a type, a hero and a weapon.

    Canonical order (KC-82): hero before weapon, of two heroes the higher first.
    """
    sets: list[tuple[int, int]] = []
    heroes = [card for card in range(CARDS) if BOX.family[card] < VILLAIN]
    for card in range(CARDS):
        if BOX.family[card] != WEAPON:
            sets.append((card, EMPTY))
    for one in heroes:
        for other in heroes:
            higher = (BOX.values[one], -one) > (BOX.values[other], -other)
            if higher and BOX.family[one] == BOX.family[other]:
                sets.append((one, other))
    for hero in heroes:
        for card in range(CARDS):
            if BOX.family[card] == WEAPON:
                sets.append((hero, card))
    return sets


_SETS: Final = _attack_sets()
SET_FIRST: Final = bytes([first for first, _ in _SETS])  # bytes are read faster than lists
SET_SECOND: Final = [second for _, second in _SETS]
SET_VALUE: Final = bytes(
    [BOX.values[first] + (BOX.values[second] if second != EMPTY else 0) for first, second in _SETS]
)
# An int of any size: it is held against whatever number somebody sends.
MOVE_COUNT: Final[int] = ATTACK + len(_SETS) * TARGETS
ATTACKS: Final[list[Any]] = list(
    range(ATTACK, MOVE_COUNT)
)  # every attack, ready to be listed: see Turn.moves

SOME_BARRICADE: Final[i64] = MOVE_COUNT  # how others see a barricade: no move, so that it names no card


def _set_table() -> list[int]:
    """By first*CARDS+second: the number of the attack set, in either order; a single card stands twice."""
    table = [EMPTY] * (CARDS * CARDS)
    for index, (first, second) in enumerate(_SETS):
        other = first if second == EMPTY else second
        table[first * CARDS + other] = index
        table[other * CARDS + first] = index
    return table


SET_OF: Final = _set_table()


def action_count(seats: int) -> int:
    """How many actions a seat may number at a table of this size: attacks at the others there, and no more."""
    return ATTACK + len(_SETS) * (seats - 1) * PLACES


def attack_move(attack_set: int, seat: int, place: int) -> int:
    """The number of an attack: ``place`` is a slot, or ROW + a hand position."""
    return ATTACK + attack_set * TARGETS + seat * PLACES + place


def place_name(place: int) -> str:
    """A place in a row or a hand as people write it: D1, H2 (KC-82)."""
    return f"D{place + 1}" if place < ROW else f"H{place - ROW + 1}"


def attack_set_of(cards: list[int]) -> int:
    """The attack set these cards form, in either order (KC-24, KC-82), or EMPTY."""
    if EMPTY in cards or not 1 <= len(cards) <= 2 or (len(cards) == 2 and cards[0] == cards[1]):
        return EMPTY
    return SET_OF[cards[0] * CARDS + cards[-1]]
