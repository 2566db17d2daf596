"""The moves a search looks at: no transpositions, no copies, no attachment that nothing comes of (CH-111, CH-112)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from slugfest.games.custom_heroes.content import BOX, CARDS, EMPTY, RATE, SLOTS
from slugfest.games.custom_heroes.position.moves import BET, EXCHANGE, PASS, PLAY, WAGER, WAGER_WITH
from slugfest.games.custom_heroes.position.position import LEAD, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import Tally, Turn

from .plan import Shortlist
from .plans import Planner

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
    anchor = anchored(turn, seat)
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
    values = turn.value
    abilities = turn.ability
    profiles = turn.profile
    index: i64 = len(hand) - 1
    while index >= 0 and hand[index] > last:
        card = hand[index]
        index -= 1
        if not _alike_before(profiles, hand, index, last, profiles[card]):
            turn.offer(draft, tally, card, power, moves)
        tally.count(values[card], abilities[card], 1)


def anchored(turn: Turn, seat: int) -> int:
    """The card that was crafted last in this turn: what is played now contains it."""
    if not turn.crafted:
        return EMPTY
    piece = turn.crafted[-1]
    colour: i64 = _COLOUR[piece]
    slots = turn.slots
    for card in turn.hand(seat):
        place: i64 = card
        if slots[place * SLOTS + colour] == piece:
            return card
    return EMPTY


def _alike_before(profiles: list[int], hand: list[int], index: i64, last: i64, profile: i64) -> bool:
    """Whether an earlier card that may still be chosen plays like this one."""
    while index >= 0:
        card: i64 = hand[index]
        if card <= last:
            return False
        if profiles[card] == profile:
            return True
        index -= 1
    return False


def add_attachments(turn: Turn, seat: int, moves: list[int]) -> None:
    """The few most promising attachments with which something can be played at once, by ascending card and colour."""
    if turn.traded or not turn.stocks[seat]:
        return
    anchor = anchored(turn, seat)
    least = EMPTY if anchor == EMPTY else anchor * SLOTS + _COLOUR[turn.crafted[-1]]
    most = _ATTACHMENTS if anchor == EMPTY else _MORE_ATTACHMENTS
    planner = Planner(turn, seat)
    planner.shortlist = Shortlist(most, anchor, least)
    planner.consider_stock(turn.stocks[seat])
    moves.extend(planner.shortlist.moves)
