"""What a seat cannot know, dealt anew (TT-200 to TT-204): a random position that it cannot tell from the real one.

A fight deck is known as far as the last fight phase showed it. Since then one card has come in: some card of the
team, at some place, as far as the turns played since allow it.
"""

from __future__ import annotations

from slugfest.games.tag_team.content import BOX, NONE
from slugfest.games.tag_team.position.position import CHARACTER, DECK, ORDER, OVER, PICK_ONE, Position
from slugfest.kernel import Rng


def redeal(position: Position, seat: int, rng: Rng) -> None:
    """Replace everything this seat has not seen. ``position`` is a fresh copy; seat -1 is a spectator."""
    if not position.set_up():
        _redeal_draft(position, seat, rng)
        return
    _redeal_schemes(position, rng)
    if not position.dealt():
        return
    for side in range(2):
        if side == seat:
            _redeal_own_build_deck(position, side, rng)
        else:
            _redeal_team(position, side, rng)


def _redeal_schemes(position: Position, rng: Rng) -> None:
    """Nobody knows a Scheme before it is unleashed (TT-180)."""
    tokens = position.planted + position.pile
    if not tokens:
        return
    tokens.sort()
    rng.shuffle(tokens)
    planted = len(position.planted)
    position.planted = tokens[:planted]
    position.pile = tokens[planted:]


def _redeal_own_build_deck(position: Position, seat: int, rng: Rng) -> None:
    """The owner knows what it has put to the bottom, and no more (TT-202)."""
    fresh = position.fresh[seat]
    if fresh > 1:
        build = position.build[seat]
        unseen = sorted(build[:fresh])
        rng.shuffle(unseen)
        position.build[seat] = unseen + build[fresh:]


# ---- the other team --------------------------------------------------------------------------------------------------


def _redeal_team(position: Position, side: int, rng: Rng) -> None:
    """The card that came in since the last fight phase, its place, the drawn cards and the build deck."""
    drawn = len(position.drawn[side])
    pool = position.build[side] + position.drawn[side]
    phase = position.phase
    if phase == ORDER:
        if position.has_decided(side):
            deck = sorted(position.decks[side])
            rng.shuffle(deck)
            position.decks[side] = deck
    elif phase != OVER and position.inserted[side] != NONE:
        pool.append(position.inserted[side])
        pool.sort()
        _redeal_insertion(position, side, pool, rng)
    pool.sort()  # the order of the truth must not show in the sample
    rng.shuffle(pool)
    position.drawn[side] = pool[:drawn]
    position.build[side] = pool[drawn:]


def _redeal_insertion(position: Position, side: int, pool: list[int], rng: Rng) -> None:
    """Any card at any place that fits what was seen, each copy and place equally likely; it leaves the pool."""
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
    left = int(rng.below(total))
    place = 0
    while left >= weights[place]:
        left -= weights[place]
        place += 1
    card = deck[place] if place < shown else candidates[left]
    position.decks[side] = [*known[:place], card, *known[place:]]
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
    """Whoever sees six draft cards knows the other six; what was chosen from them is secret (TT-11 to TT-14)."""
    if seat < 0:
        _redeal_hands(position, rng)
    for side in range(2):
        if side != seat:
            _redeal_choice(position, side, rng)


def _redeal_hands(position: Position, rng: Rng) -> None:
    """A spectator knows no hand, and no discard of an earlier decision."""
    pool: list[int] = []
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
