"""What a seat cannot know, dealt anew (KC-87): a random position that it cannot tell from the real one."""

from __future__ import annotations

from mypy_extensions import i64

from slugfest.games.kapow_cards.content import BOX, EMPTY, HAND, ROW, WEAPON
from slugfest.games.kapow_cards.position.position import Position
from slugfest.kernel import Rng


def unseen(position: Position, seat: int) -> list[int]:
    """Every card that lies where a seat cannot see, in id order: where each of them is does not show."""
    found = position.deck.copy()
    if not position.reason:
        for other in range(position.seats):
            if other != seat:
                found += position.hands[other * HAND : other * HAND + position.hand_size[other]]
    for slot in range(position.seats * ROW):
        if position.rows[slot] != EMPTY and not position.knows(seat, slot):
            found.append(position.rows[slot])
    found.sort()
    return found


def redeal(position: Position, seat: i64, cards: list[int], rng: Rng) -> None:
    """Spread the unseen cards over the places this seat cannot see into, each way equally likely."""
    if position.shuffles:
        _redeal_after_shuffle(position, seat, cards, rng)
        return
    pool = cards.copy()
    next_card: i64 = len(position.deck)
    deck_size = next_card
    over = position.reason != 0
    rng.shuffle(pool)
    if position.skipped and not over:
        _fill_skipped(position, seat, pool)  # only in the last round, when the deck is empty
    hands = position.hands
    seats: i64 = position.seats
    if not over:
        other: i64 = 0
        while other < seats:
            if other != seat and not position.skipped >> other & 1:
                index = other * HAND
                end = index + position.hand_size[other]
                while index < end:
                    hands[index] = pool[next_card]
                    next_card += 1
                    index += 1
            other += 1
    rows = position.rows
    slot: i64 = 0
    while slot < seats * ROW:
        if rows[slot] != EMPTY and not position.knows(seat, slot):
            rows[slot] = pool[next_card]
            next_card += 1
        slot += 1
    del pool[deck_size:]
    position.deck = pool


def redeal_for_all(position: Position, rng: Rng) -> None:
    """Deal anew what nobody knows: the deck and the cards of the setup that nobody has looked at.

    Before the first reshuffle these are one pool. After it the deck holds only cards that were in it, and a card that
    has lain face-down since the setup was in none.
    """
    slots: list[int] = []
    for slot in range(position.seats * ROW):
        if position.rows[slot] != EMPTY and not position.knows(slot // ROW, slot):
            slots.append(slot)
    lying = [position.rows[slot] for slot in slots]
    if position.shuffles:
        lying.sort()
        rng.shuffle(lying)
        deck = sorted(position.deck)
        rng.shuffle(deck)
    else:
        deck = sorted(position.deck + lying)
        rng.shuffle(deck)
        lying = deck[: len(slots)]
        deck = deck[len(slots) :]
    for index, slot in enumerate(slots):
        position.rows[slot] = lying[index]
    position.deck = deck


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


def _redeal_after_shuffle(position: Position, seat: int, cards: list[int], rng: Rng) -> None:
    """The same after a reshuffle, when everybody knows which cards were in it.

    The deck holds only cards of the latest reshuffle. A card hidden before it is none of them. Of the cards a seat
    holds or has hidden since, everybody can count how many are.
    """
    latest = position.shuffles
    old: list[int] = []
    new: list[int] = []
    old_slots: list[int] = []  # slots filled before the latest reshuffle
    for card in cards:
        if position.shuffled_in[card] == latest:
            new.append(card)
        else:
            old.append(card)
    for slot in range(position.seats * ROW):
        hidden = position.rows[slot] != EMPTY and not position.knows(seat, slot)
        if hidden and position.newest[slot] < latest:
            old_slots.append(slot)
    rng.shuffle(old)
    rng.shuffle(new)
    _fill_old_slots(position, old_slots, old)
    for other in range(position.seats):
        if other != seat and not position.reason:
            _fill_group(position, other, old, new, rng)
    position.deck = new


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
