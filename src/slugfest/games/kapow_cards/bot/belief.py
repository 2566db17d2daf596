"""What somebody who barricades a place is likely to have put there, learned from games between bots.

In a uniform sample every card that a seat cannot see is as likely as the next, wherever it lies. But players barricade
villains and strong cards. ``belief.toml`` has one whole number for each kind of card: its chance to lie behind a
barricade, beside the other cards that a seat cannot see.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, HAND, HERE, ROW, VILLAIN, WEAPON
from slugfest.games.kapow_cards.position.position import BARRICADED, Position
from slugfest.kernel import Rng, read_weights

from . import hidden

_HEROES: Final = (6, 13)  # their lowest and highest value
_WEAPONS: Final = (2, 3, 4, 5, 14)
KEYS: Final = [
    *[f"hero_{value}" for value in range(_HEROES[0], _HEROES[1] + 1)],
    *[f"weapon_{value}" for value in _WEAPONS],
    "villain",
]
WEIGHTS: Final = read_weights(HERE / "belief.toml", "barricaded", KEYS)

_WEIGHT: Final = [1] * CARDS  # by card; filled by `weigh`


def key_of(card: int) -> int:
    """Which of the numbers a card has. A card of a variant has that of the nearest value."""
    value = BOX.values[card]
    if BOX.family[card] == VILLAIN:
        return len(KEYS) - 1
    if BOX.family[card] != WEAPON:
        return min(max(value, _HEROES[0]), _HEROES[1]) - _HEROES[0]
    nearest = 0
    for index in range(len(_WEAPONS)):
        if abs(_WEAPONS[index] - value) < abs(_WEAPONS[nearest] - value):
            nearest = index
    return _HEROES[1] - _HEROES[0] + 1 + nearest


def weigh(values: list[float]) -> None:
    """Draw by these numbers from now on; each counts as at least 1, so that nothing is impossible."""
    for card in range(CARDS):
        _WEIGHT[card] = max(1, round(values[key_of(card)]))


weigh(WEIGHTS.values)


def redeal(position: Position, seat: i64, cards: list[int], rng: Rng) -> None:
    """Deal the others' barricades by the belief, and everything else at random.

    The cards are drawn one after the other, and strong ones come first. So they are shuffled before they are laid:
    what a place hides must not depend on the number of its seat.

    After a reshuffle everybody can count which cards may lie where, and in the last round who was skipped holds weapons
    only: there every way is equally likely, as in :func:`hidden.redeal`.
    """
    rows = position.rows
    facing = position.facing
    end: i64 = position.seats * ROW
    own = seat * ROW
    hiding: list[int] = []
    slot: i64 = 0
    while slot < end:
        if rows[slot] != EMPTY and facing[slot] == BARRICADED and not own <= slot < own + ROW:
            hiding.append(slot)
        slot += 1
    if not hiding or position.shuffles or position.skipped or position.reason:
        hidden.redeal(position, seat, cards, rng)
        return
    pool = cards.copy()
    drawn = draw(pool, len(hiding), rng)
    rng.shuffle(drawn)
    for slot in hiding:
        rows[slot] = drawn.pop()
    rng.shuffle(pool)
    next_card: i64 = len(position.deck)
    deck_size = next_card
    hands = position.hands
    other: i64 = 0
    while other < position.seats:
        if other != seat:
            place = other * HAND
            last = place + position.hand_size[other]
            while place < last:
                hands[place] = pool[next_card]
                next_card += 1
                place += 1
        other += 1
    slot = 0
    while slot < end:
        if rows[slot] != EMPTY and facing[slot] != BARRICADED and not position.knows(seat, slot):
            rows[slot] = pool[next_card]
            next_card += 1
        slot += 1
    del pool[deck_size:]
    position.deck = pool


def draw(pool: list[int], many: i64, rng: Rng) -> list[int]:
    """Take so many cards out of a pool, each by its number in the belief."""
    total: i64 = 0
    for card in pool:
        total += _WEIGHT[card]
    drawn: list[int] = []
    while many > 0:
        left = rng.below(total)
        index: i64 = 0
        weight: i64 = _WEIGHT[pool[0]]
        while left >= weight:
            left -= weight
            index += 1
            weight = _WEIGHT[pool[index]]
        drawn.append(pool[index])
        total -= weight
        pool[index] = pool[-1]
        pool.pop()
        many -= 1
    return drawn


def evidence(position: Position, seat: int) -> list[tuple[int, list[int]]]:
    """For each barricade of the others: what lies there, and how many cards of each key the seat cannot see."""
    if position.shuffles or position.skipped or position.reason:
        return []
    counts = [0] * len(KEYS)
    for card in hidden.unseen(position, seat):
        counts[key_of(card)] += 1
    found: list[tuple[int, list[int]]] = []
    for slot in range(position.seats * ROW):
        card = position.rows[slot]
        if card != EMPTY and position.facing[slot] == BARRICADED and slot // ROW != seat:
            found.append((key_of(card), counts))
    return found
