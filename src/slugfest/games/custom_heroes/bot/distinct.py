"""The moves a search looks at: no transpositions, no copies, no attachment that nothing comes of (CH-111, CH-112)."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import BOX, CARDS, EMPTY, RATE, SLOTS
from slugfest.games.custom_heroes.position.moves import ATTACH, BET, EXCHANGE, PASS, PLAY, WAGER, WAGER_WITH
from slugfest.games.custom_heroes.position.position import LEAD, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import Tally, Turn

from .plans import Plan, Planner

_COLOUR: Final = BOX.colour
_ATTACHMENTS: Final = 6  # looked at in a turn
_MORE_ATTACHMENTS: Final = 2  # after the first


def distinct_moves(turn: Turn, seat: int) -> list[int]:
    """A part of the legal moves through which everything sensible can be reached, in one way each."""
    if turn.phase == WAGERS:
        return _distinct_wagers(turn, seat)
    if turn.phase != TURN or seat != turn.turn:
        return turn.moves(seat)
    moves: list[int] = []
    if turn.draft:
        if turn.is_complete(turn.drafted()):
            moves.append(PLAY)
        add_cards(turn, seat, moves)
        return moves or turn.moves(seat)  # begun by somebody who does not care for the order
    add_cards(turn, seat, moves)
    add_attachments(turn, seat, moves)
    if turn.top != LEAD and (not moves or not turn.crafted):
        moves.append(PASS)
    if turn.power(seat) >= RATE and not turn.crafted:
        moves.append(EXCHANGE)
    return moves


def _distinct_wagers(turn: Turn, seat: int) -> list[int]:
    """Wagers by ascending card, and of cards that play alike only the first."""
    distinct: list[int] = []
    profiles: list[int] = []
    bets = turn.bets[seat]
    last = bets[-1] % CARDS if bets else EMPTY
    for move in turn.moves(seat):
        if move != BET:
            card = (move - WAGER_WITH) % CARDS if move >= WAGER_WITH else move - WAGER
            profile = turn.profile[card]
            if card < last or profile in profiles:
                continue
            profiles.append(profile)
        distinct.append(move)
    return distinct


def add_cards(turn: Turn, seat: int, moves: list[int]) -> None:
    """Cards by ascending id, but first the one that something was just attached to; of cards that play alike the first.

    Every card offered can be completed to a legal set with later ones alone.
    """
    draft = turn.drafted()
    if draft.ascended:
        return
    hand = turn.undrafted(seat)
    power = turn.power(seat)
    tally = Tally()
    anchor = anchored(turn)
    if anchor != EMPTY and not turn.draft:
        for card in hand:
            if card != anchor:
                tally.count(turn.value[card], turn.ability[card], 1)
        turn.offer(draft, tally, anchor, power, moves)
        if moves:
            return
        tally = Tally()
    last = EMPTY
    if len(turn.draft) > (1 if anchor != EMPTY else 0):
        last = turn.draft[-1] >> 1
    index = len(hand) - 1
    while index >= 0 and hand[index] > last:
        card = hand[index]
        index -= 1
        if not _alike_before(turn, hand, index, last, turn.profile[card]):
            turn.offer(draft, tally, card, power, moves)
        tally.count(turn.value[card], turn.ability[card], 1)


def anchored(turn: Turn) -> int:
    """The card that was crafted last in this turn: what is played now contains it."""
    if not turn.crafted:
        return EMPTY
    return turn.slots.index(turn.crafted[-1]) // SLOTS


def _alike_before(turn: Turn, hand: list[int], index: int, last: int, profile: int) -> bool:
    """Whether an earlier card that may still be chosen plays like this one."""
    while index >= 0 and hand[index] > last:
        if turn.profile[hand[index]] == profile:
            return True
        index -= 1
    return False


def add_attachments(turn: Turn, seat: int, moves: list[int]) -> None:
    """The few most promising attachments with which something can be played at once, by ascending card and colour."""
    if turn.traded or not turn.stocks[seat]:
        return
    planner = Planner(turn, seat)
    plans: list[Plan] = []
    planner.crafted = plans
    planner.consider_stock(turn.stocks[seat])
    anchor = anchored(turn)
    least = EMPTY if anchor == EMPTY else anchor * SLOTS + _COLOUR[turn.crafted[-1]]
    for _ in range(_ATTACHMENTS if anchor == EMPTY else _MORE_ATTACHMENTS):
        best: Plan | None = None
        for plan in plans:
            if best is not None and plan.worth <= best.worth:
                continue
            if plan.target * SLOTS + _COLOUR[plan.piece] <= least or not _contains(plan.cards, anchor):
                continue
            if ATTACH + plan.piece * CARDS + plan.target not in moves:
                best = plan
        if best is None:
            return
        moves.append(ATTACH + best.piece * CARDS + best.target)


def _contains(cards: list[int], card: int) -> bool:
    return card == EMPTY or 2 * card in cards or 2 * card + 1 in cards
