"""What a sensible beginner would do, and what a search needs to look ahead: all from what a seat may know."""

from __future__ import annotations

import math
from typing import Final

from slugfest.games.custom_heroes.content import BOX, CARDS, EMPTY, HAND, LOWEST, POWER_LIMIT, RATE, STAKE
from slugfest.games.custom_heroes.position.moves import (
    BET,
    CARD,
    DISCARD,
    END,
    EXCHANGE,
    PASS,
    PLAY,
    WAGER,
    WAGER_WITH,
)
from slugfest.games.custom_heroes.position.position import AFTER, LEAD, OVER, SCORING, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import Rng

from .plans import BURDEN, Plan, Planner, burden

_WORTH_PLAYING: Final = 0.15  # a following play worth less than this is not made
_WAGER_HAND: Final = 5.5  # a hand whose burden is below this is good enough to wager on
_WAGER_HAND_FOR_TWO: Final = 6.5

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


def default_move(turn: Turn, seat: int) -> int:
    """What happens when the time is up (CH-113)."""
    if turn.phase == WAGERS:
        return BET
    if turn.phase == AFTER and turn.power(seat) <= POWER_LIMIT:
        return END
    if turn.phase != TURN:
        return DISCARD
    if turn.draft:
        return finish_draft(turn, seat)
    if turn.top != LEAD:
        return PASS
    lowest = turn.hands[seat * HAND]
    for card in turn.hand(seat):
        if turn.value[card] < turn.value[lowest]:
            lowest = card
    return CARD + 2 * lowest


def finish_draft(turn: Turn, seat: int) -> int:
    """Bring a set that was begun to its end: play it as soon as it is legal, else add what costs least."""
    moves: list[int] = []
    if turn.is_complete(turn.drafted()):
        return PLAY
    turn.add_cards(seat, moves)
    for move in moves:
        if (move - CARD) & 1 == 0:
            return move
    return moves[0]


# ---- a sensible beginner -------------------------------------------------------------------------------------------


def greedy(turn: Turn, seat: int) -> int:
    """Keep groups together, shed the low cards first, craft to complete sets, wager on a good hand."""
    if turn.phase == WAGERS:
        return wager(turn, seat)
    if turn.phase != TURN:
        return trade(turn, seat)
    if not turn.draft:
        return take_turn(turn, seat)[0]
    begun = turn.draft
    turn.draft = []
    plan = best_plan(turn, seat)
    turn.draft = begun
    return carry_on(turn, seat, plan)


def take_turn(turn: Turn, seat: int) -> list[int]:
    """The next moves of a turn that has not come to its play yet."""
    plan = best_plan(turn, seat)
    if plan is None or (turn.top != LEAD and plan.worth < _WORTH_PLAYING):
        return [PASS]
    if turn.power(seat) - plan.cost >= RATE and exchange_pays(turn, seat, len(plan.cards)):
        return [EXCHANGE]
    return plan.moves()


def best_plan(turn: Turn, seat: int) -> Plan | None:
    """The plan that looks best, or None if nothing can be played."""
    planner = Planner(turn, seat)
    planner.consider_hand()
    planner.consider_stock(turn.stocks[seat])
    return planner.best


def carry_on(turn: Turn, seat: int, plan: Plan | None) -> int:
    """The next move of a plan of which some cards are chosen already."""
    if plan is None or plan.piece != EMPTY:
        return finish_draft(turn, seat)
    for chosen in turn.draft:
        if chosen not in plan.cards:
            return finish_draft(turn, seat)
    for chosen in plan.cards:
        if chosen not in turn.draft:
            return CARD + chosen
    return PLAY


def exchange_pays(turn: Turn, seat: int, played: int) -> bool:
    """Whether power is better turned into victory points: it would go to waste, or it makes the difference now."""
    power = turn.power(seat)
    if power >= POWER_LIMIT:
        return True
    first = max(turn.place) == 0 and played >= turn.hand_size[seat]
    missing = turn.target - turn.vp[seat]
    return first and 0 < missing <= power // RATE


def trade(turn: Turn, seat: int) -> int:
    """After a play or a scoring."""
    power = turn.power(seat)
    if turn.phase == SCORING or power > POWER_LIMIT or exchange_pays(turn, seat, 0):
        return EXCHANGE
    return END


def wager(turn: Turn, seat: int) -> int:
    """Wager on a good hand the card that is the greatest burden."""
    moves = turn.wager_moves(seat)
    if len(moves) < 2:
        return BET
    total = burden(turn, seat)
    for bet in turn.bets[seat]:
        total -= BURDEN[turn.value[bet % CARDS] - LOWEST]
    good = _WAGER_HAND if turn.seats > 2 else _WAGER_HAND_FOR_TWO
    best = BET
    most = 0.0
    for move in moves:
        if move == BET:
            continue
        card = (move - WAGER_WITH) % CARDS if move >= WAGER_WITH else move - WAGER
        weight = BURDEN[turn.value[card] - LOWEST]
        if weight > most and total - weight < good:
            best = move
            most = weight
    return best


# ---- for a search -------------------------------------------------------------------------------------------------


def playout_move(turn: Turn, seat: int, rng: Rng) -> int:
    """What the sensible beginner does, but a turn is thought about only once."""
    if turn.phase != TURN or turn.draft:
        return turn.planned[0] if turn.planned else greedy(turn, seat)
    if not turn.planned:
        turn.planned = take_turn(turn, seat)
    return turn.planned[0]


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
