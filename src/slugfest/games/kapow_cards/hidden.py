"""What a seat cannot know, dealt anew (KC-87): a random position that it cannot tell from the real one."""

from __future__ import annotations

from slugfest.kernel import Rng

from .content import BOX, EMPTY, HAND, ROW, WEAPON
from .position import Position


def redeal(position: Position, seat: int, rng: Rng) -> None:
    """Spread every card this seat cannot see over the places it cannot see into, each way equally likely."""
    if position.shuffles:
        _redeal_after_shuffle(position, seat, rng)
        return
    pool = position.deck  # the position is a copy: its deck may be used up here
    deck_size = len(pool)
    over = position.reason != 0
    for other in range(position.seats):
        if other != seat and not over:
            for index in range(other * HAND, other * HAND + position.hand_size[other]):
                pool.append(position.hands[index])
    for slot in range(position.seats * ROW):
        if position.rows[slot] != EMPTY and not position.knows(seat, slot):
            pool.append(position.rows[slot])
    pool.sort()  # the order of the truth must not show in the sample
    rng.shuffle(pool)
    if position.skipped and not over:
        _fill_skipped(position, seat, pool)  # only in the last round, when the deck is empty
    next_card = deck_size
    for other in range(position.seats):
        if other != seat and not over and not position.skipped >> other & 1:
            for index in range(other * HAND, other * HAND + position.hand_size[other]):
                position.hands[index] = pool[next_card]
                next_card += 1
    for slot in range(position.seats * ROW):
        if position.rows[slot] != EMPTY and not position.knows(seat, slot):
            position.rows[slot] = pool[next_card]
            next_card += 1
    del pool[deck_size:]


def _fill_skipped(position: Position, seat: int, pool: list[int]) -> None:
    """The hands of seats that were skipped in the last round: random weapons (KC-40)."""
    for other in range(position.seats):
        if other == seat or not position.skipped >> other & 1:
            continue
        for index in range(other * HAND, other * HAND + position.hand_size[other]):
            last = len(pool) - 1
            while BOX.family[pool[last]] != WEAPON:
                last -= 1
            position.hands[index] = pool.pop(last)


def _redeal_after_shuffle(position: Position, seat: int, rng: Rng) -> None:
    """The same after a reshuffle, when everybody knows which cards were in it.

    The deck holds only cards of the latest reshuffle. A card hidden before it is none of them. Of the cards a seat
    holds or has hidden since, everybody can count how many are.
    """
    latest = position.shuffles
    old: list[int] = []
    new: list[int] = []
    old_slots: list[int] = []  # slots filled before the latest reshuffle
    over = position.reason != 0
    for card in position.deck:
        new.append(card)
    for other in range(position.seats):
        if other != seat and not over:
            for index in range(other * HAND, other * HAND + position.hand_size[other]):
                _sort_out(position, position.hands[index], old, new)
    for slot in range(position.seats * ROW):
        if position.rows[slot] != EMPTY and not position.knows(seat, slot):
            _sort_out(position, position.rows[slot], old, new)
            if position.newest[slot] < latest:
                old_slots.append(slot)
    old.sort()
    new.sort()
    rng.shuffle(old)
    rng.shuffle(new)
    _fill_old_slots(position, old_slots, old)
    for other in range(position.seats):
        if other != seat and not over:
            _fill_group(position, other, old, new, rng)
    position.deck = new


def _sort_out(position: Position, card: int, old: list[int], new: list[int]) -> None:
    if position.shuffled_in[card] == position.shuffles:
        new.append(card)
    else:
        old.append(card)


def _fill_old_slots(position: Position, slots: list[int], old: list[int]) -> None:
    """Fill the slots with the tightest bound first; each takes a random card that is old enough."""
    bound = 0
    while slots:
        later: list[int] = []
        for slot in slots:
            if position.newest[slot] > bound:
                later.append(slot)
                continue
            index = len(old) - 1
            while position.shuffled_in[old[index]] > bound:
                index -= 1
            position.rows[slot] = old.pop(index)
        slots = later
        bound += 1


def _fill_group(position: Position, other: int, old: list[int], new: list[int], rng: Rng) -> None:
    """A seat's hand and what it has hidden since the reshuffle: so many of these cards are new ones."""
    places: list[int] = []  # hand positions, and slots counted on from there
    for index in range(position.hand_size[other]):
        places.append(index)
    for slot in range(ROW):
        index = other * ROW + slot
        if position.rows[index] == EMPTY or position.newest[index] < position.shuffles:
            continue
        if not position.knows(-1, index):
            places.append(HAND + slot)
    rng.shuffle(places)
    fresh = position.fresh[other]
    for place in places:
        if fresh > 0:
            card = new.pop()
            fresh -= 1
        else:
            card = old.pop()
        if place < HAND:
            position.hands[other * HAND + place] = card
        else:
            position.rows[other * ROW + place - HAND] = card
