"""How well a seat stands, for a search that cannot look to the end."""

from __future__ import annotations

import math
from typing import Final

from slugfest.games.custom_heroes.content import BOX, STAKE
from slugfest.games.custom_heroes.position.position import LEAD, OVER
from slugfest.games.custom_heroes.rules.legal import Turn

from .plans import burden

# What a position is worth, fitted to thousands of games between sensible beginners.
_TARGET: Final = 2.4  # having all points that victory takes
_TARGET_FOR_TWO: Final = 1.5
_BEYOND: Final = 0.3  # having as many again
_PIECE: Final = 0.23
_PIECE_FOR_TWO: Final = 0.15
_TOKEN: Final = 0.1  # of power
_HELD_BURDEN: Final = -0.72  # for going out first: the hand's burden, ...
_HELD_CARD: Final = 0.15  # ... eased by groups being large, ...
_HELD_PIECE: Final = 0.23
_HELD_TOKEN: Final = 0.14
_LEAD: Final = 1.0  # ... and by leading
_SURE: Final = 20.0  # the last card is played
_NOT_FIRST: Final = 0.7  # points that the other places bring on average


def estimate(turn: Turn, seat: int) -> float:
    """The chance to win the game, on the scale of results: a loser's share is what outcomes give to losers."""
    share = 0.5 * (turn.seats - 2) / (turn.seats - 1)
    if turn.phase == OVER:
        return 1.0 if seat == turn.winner else share
    return share + (1.0 - share) * chance(turn, seat)


def chance(turn: Turn, seat: int) -> float:
    """To win now by going out first with enough points, or later by points, pieces and power."""
    first = firsts(turn)
    if turn.sudden_death():
        return first[seat]
    now = 0.0
    later = 1.0
    mine = 0.0
    total = 0.0
    for other in range(turn.seats):
        stake = STAKE * turn.staked[other]
        if turn.vp[other] + stake >= turn.target:
            later -= first[other]
            if other == seat:
                now = first[other]
        expected = turn.vp[other] + stake * (2.0 * first[other] - 1.0)
        if turn.place[other] == 0:
            expected += first[other] * BOX.rewards[turn.seats][0][0] + (1.0 - first[other]) * _NOT_FIRST
        strength = math.exp(standing(turn, other, expected))
        total += strength
        if other == seat:
            mine = strength
    return now + later * mine / total


def standing(turn: Turn, seat: int, vp: float) -> float:
    """How well a seat stands between rounds: points, pieces and power."""
    share = vp / turn.target
    beyond = 0.0
    if share > 1.0:
        beyond = share - 1.0
        share = 1.0
    two = turn.seats == 2
    worth = (_TARGET_FOR_TWO if two else _TARGET) * share + _BEYOND * beyond + _TOKEN * turn.power(seat)
    return worth + (_PIECE_FOR_TWO if two else _PIECE) * len(turn.stocks[seat])


def firsts(turn: Turn) -> list[float]:
    """The chance of each seat to go out first in this round; nobody's once somebody has."""
    chances = [0.0] * turn.seats
    total = 0.0
    if max(turn.place) > 0:
        return chances
    for seat in range(turn.seats):
        if turn.plays(seat):
            chances[seat] = math.exp(prospect(turn, seat)) if turn.story else 1.0
            total += chances[seat]
    for seat in range(turn.seats):
        chances[seat] /= total
    return chances


def prospect(turn: Turn, seat: int) -> float:
    """How close a seat is to going out."""
    if turn.hand_size[seat] == 0:
        return _SURE
    worth = _HELD_BURDEN * burden(turn, seat) + _HELD_CARD * turn.hand_size[seat]
    worth += _HELD_PIECE * len(turn.stocks[seat]) + _HELD_TOKEN * turn.power(seat)
    return worth + _LEAD if turn.top == LEAD and turn.turn == seat else worth
