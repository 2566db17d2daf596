"""What a seat cannot know, dealt anew (TT-200 to TT-204): a random position that it cannot tell from the real one.

A fight deck is known as far as the last fight phase showed it. Since then one card has come in: some card of the
team, at some place, as far as the turns played since allow it.
"""

from __future__ import annotations

from slugfest.games.tag_team.content import BOX, FIGHTERS, IN_DRAFT, NONE
from slugfest.games.tag_team.position.position import CHARACTER, DECK, ORDER, OVER, PICK_ONE, Position
from slugfest.kernel import Rng


class Unknown:
    """What a seat does not know of a position, in an order that tells nothing of where it was.

    A search imagines thousands of positions from one: this is gathered once, and every redeal begins from it. It holds
    for a position as it was; whoever makes a move in it forgets it. Its lists are never changed.
    """

    seat: int
    schemes: list[int]
    unseen: list[int]  # what the seat has never seen of its own build deck
    pools: list[list[int]]  # by other side: its drawn cards, its build deck and the card that came in
    places: list[Places | None]  # by side: where a card may have come in, if one has

    def __init__(self, position: Position, seat: int) -> None:
        self.seat = seat
        self.schemes = sorted(position.planted + position.pile)
        self.unseen = []
        self.pools = [[], []]
        self.places = [None, None]
        if not position.set_up() or not position.dealt():
            return
        for side in range(2):
            if side == seat:
                self.unseen = sorted(position.build[side][: position.fresh[side]])
                continue
            pool = position.build[side] + position.drawn[side]
            inserted = position.inserted[side]
            if position.phase not in (ORDER, OVER) and inserted != NONE:
                pool.append(inserted)
                pool.sort()
                self.places[side] = Places(position, side, pool)
            pool.sort()
            self.pools[side] = pool


class Places:
    """Any card at any place that fits what was seen."""

    candidates: list[int]
    weights: list[int]  # by place: how many cards can have come in there
    total: int
    shown: int  # turns that showed their cards since

    def __init__(self, position: Position, side: int, pool: list[int]) -> None:
        known = position.known[side]
        deck = position.decks[side]
        shown = position.turn if position.phase == CHARACTER else 0
        candidates = _candidates(position, side, pool)
        weights: list[int] = []
        total = 0
        for place in range(len(known) + 1):
            weight = 0
            if place >= shown:
                if deck[:shown] == known[:shown]:
                    weight = len(candidates)
            elif deck[:place] == known[:place] and deck[place + 1 : shown] == known[place : shown - 1]:
                weight = candidates.count(deck[place])
            weights.append(weight)
            total += weight
        self.candidates = candidates
        self.weights = weights
        self.total = total
        self.shown = shown


def redeal(position: Position, unknown: Unknown, rng: Rng) -> None:
    """Replace everything a seat has not seen. ``position`` is a fresh copy; seat -1 is a spectator."""
    if not position.set_up():
        _redeal_draft(position, unknown.seat, rng)
        return
    if unknown.schemes:
        _redeal_schemes(position, unknown.schemes.copy(), rng)
    if not position.dealt():
        return
    for side in range(2):
        if side == unknown.seat:
            _redeal_own_build_deck(position, side, unknown.unseen, rng)
        else:
            _redeal_team(position, side, unknown, rng)


def disorder(position: Position, side: int, memory: int, rng: Rng) -> None:
    """Put the fight deck of a side into another order, as somebody imagines it who is sure of the last cards only.

    The card that has come in since lies where it lay.
    """
    known = position.known[side]
    old = max(0, len(known) - memory)
    first = known[:old]
    rng.shuffle(first)
    deck = first + known[old:]
    position.known[side] = deck
    if position.inserted[side] != NONE:
        deck = deck.copy()
        deck.insert(position.place[side], position.inserted[side])
    position.decks[side] = deck


def redeal_for_all(position: Position, rng: Rng) -> None:
    """Deal anew what nobody knows: the Schemes, and of each build deck what its owner has never seen.

    Whatever else is hidden from one side, the other knows. So are the draft cards: the two hands are all that count.
    """
    if not position.set_up():
        return
    schemes = sorted(position.planted + position.pile)
    if schemes:
        _redeal_schemes(position, schemes, rng)
    if position.dealt():
        for side in range(2):
            unseen = sorted(position.build[side][: position.fresh[side]])
            _redeal_own_build_deck(position, side, unseen, rng)


def _redeal_schemes(position: Position, tokens: list[int], rng: Rng) -> None:
    """Nobody knows a Scheme before it is unleashed (TT-180)."""
    rng.shuffle(tokens)
    planted = len(position.planted)
    position.planted = tokens[:planted]
    position.pile = tokens[planted:]


def _redeal_own_build_deck(position: Position, seat: int, unseen: list[int], rng: Rng) -> None:
    """The owner knows what it has put to the bottom, and no more (TT-202)."""
    fresh = len(unseen)
    if fresh > 1:
        build = unseen.copy()
        rng.shuffle(build)
        build.extend(position.build[seat][fresh:])
        position.build[seat] = build


# ---- the other team --------------------------------------------------------------------------------------------------


def _redeal_team(position: Position, side: int, unknown: Unknown, rng: Rng) -> None:
    """The card that came in since the last fight phase, its place, the drawn cards and the build deck."""
    drawn = len(position.drawn[side])
    pool = unknown.pools[side].copy()
    places = unknown.places[side]
    if places is not None:
        _redeal_insertion(position, side, places, pool, rng)
    elif position.phase == ORDER and position.has_decided(side):
        deck = sorted(position.decks[side])
        rng.shuffle(deck)
        position.decks[side] = deck
    rng.shuffle(pool)
    position.drawn[side] = pool[:drawn]
    position.build[side] = pool[drawn:]


def _redeal_insertion(position: Position, side: int, places: Places, pool: list[int], rng: Rng) -> None:
    """Any card at any place that fits what was seen, each copy and place equally likely; it leaves the pool."""
    weights = places.weights
    left = int(rng.below(places.total))
    place = 0
    while left >= weights[place]:
        left -= weights[place]
        place += 1
    card = position.decks[side][place] if place < places.shown else places.candidates[left]
    deck = position.known[side].copy()
    deck.insert(place, card)
    position.decks[side] = deck
    position.inserted[side] = card
    position.place[side] = place
    pool.remove(card)


def _candidates(position: Position, side: int, pool: list[int]) -> list[int]:
    """Which cards may have come in. Once both have decided, a card with an instant bonus is announced (TT-105), so
    a card that was not announced has none."""
    if position.phase == DECK:
        return pool
    announced = position.announced[side]
    if announced != NONE:
        return [announced]
    return [card for card in pool if not BOX.instant[card]]


# ---- the draft ---------------------------------------------------------------------------------------------------


def _redeal_draft(position: Position, seat: int, rng: Rng) -> None:
    """Whoever sees six draft cards of twelve knows the other six; what was chosen from them is secret (TT-11 to TT-14).

    Where more fighters are in the box than are dealt, the other hand is unknown until it is passed on.
    """
    if seat < 0:
        _redeal_hands(position, rng)
    elif FIGHTERS > IN_DRAFT:
        _redeal_other_hand(position, 1 - seat, rng)
    for side in range(2):
        if side != seat:
            _redeal_choice(position, side, rng)


def _in_box(position: Position) -> list[int]:
    """The fighters that were not dealt for the draft."""
    if FIGHTERS == IN_DRAFT:
        return []
    dealt = position.hands[0] + position.hands[1] + position.picks[0] + position.picks[1]
    dealt += position.keeps + position.discards
    return [fighter for fighter in range(FIGHTERS) if fighter not in dealt]


def _redeal_other_hand(position: Position, side: int, rng: Rng) -> None:
    """Any fighters that the seat does not hold itself; once the hands are passed on, only what was put aside before."""
    first = position.phase == PICK_ONE
    pool = _in_box(position)
    if position.discards[side] != NONE:
        pool.append(position.discards[side])
    if first:
        pool += position.hands[side]
        if position.keeps[side] != NONE:
            pool.append(position.keeps[side])
    pool.sort()
    rng.shuffle(pool)
    if position.discards[side] != NONE:
        position.discards[side] = pool.pop()
    if first:
        if position.keeps[side] != NONE:
            position.keeps[side] = pool.pop()
        position.hands[side] = sorted([pool.pop() for _ in position.hands[side]])


def _redeal_hands(position: Position, rng: Rng) -> None:
    """A spectator knows no hand, and no discard of an earlier decision."""
    pool = _in_box(position)
    for side in range(2):
        pool += position.hands[side]
        for card in (position.keeps[side], position.discards[side]):
            if card != NONE:
                pool.append(card)
    pool.sort()
    rng.shuffle(pool)
    for side in range(2):
        if position.keeps[side] != NONE:
            position.keeps[side] = pool.pop()
        if position.discards[side] != NONE:
            position.discards[side] = pool.pop()
        position.hands[side] = sorted([pool.pop() for _ in position.hands[side]])


def _redeal_choice(position: Position, side: int, rng: Rng) -> None:
    if position.keeps[side] == NONE:
        return
    pool = [*position.hands[side], position.keeps[side]]
    discarding = position.phase == PICK_ONE and position.discards[side] != NONE
    if discarding:
        pool.append(position.discards[side])
    pool.sort()
    rng.shuffle(pool)
    position.keeps[side] = pool.pop()
    if discarding:
        position.discards[side] = pool.pop()
    position.hands[side] = sorted(pool)
