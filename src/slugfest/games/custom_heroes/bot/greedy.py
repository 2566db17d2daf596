"""What a sensible beginner does, from what a seat may know."""

from __future__ import annotations

from typing import Final

from slugfest.games.custom_heroes.content import CARDS, EMPTY, LOWEST, POWER_LIMIT, RATE
from slugfest.games.custom_heroes.position.moves import (
    BET,
    CARD,
    END,
    EXCHANGE,
    PASS,
    PLAY,
    WAGER,
    WAGER_WITH,
)
from slugfest.games.custom_heroes.position.position import LEAD, SCORING, TURN, WAGERS
from slugfest.games.custom_heroes.rules.legal import Turn

from .notes import Memory
from .plan import Plan
from .plans import Planner
from .worths import BURDEN, burden

_WORTH_PLAYING: Final = 0.15  # a following play worth less than this is not made
_WAGER_HAND: Final = 5.5  # a hand whose burden is below this is good enough to wager on
_WAGER_HAND_FOR_TWO: Final = 6.5


# ---- a sensible beginner -------------------------------------------------------------------------------------------


def greedy(turn: Turn, seat: int) -> int:
    """Keep groups together, shed the low cards first, craft to complete sets, wager on a good hand."""
    if turn.phase == WAGERS:
        return wager(turn, seat)
    if turn.phase != TURN:
        return trade(turn, seat)
    if not turn.draft:
        return take_turn(turn, seat, best_plan(turn, seat))[0]
    begun = turn.draft
    turn.draft = []
    plan = best_plan(turn, seat)
    turn.draft = begun
    return carry_on(turn, seat, plan)


def take_turn(turn: Turn, seat: int, plan: Plan | None) -> list[int]:
    """The next moves of a turn that has not come to its play yet, with the best plan for it."""
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
    return planner.best()


def carry_on(turn: Turn, seat: int, plan: Plan | None) -> int:
    """The next move of a plan of which some cards are chosen already."""
    if plan is None or plan.piece != EMPTY:
        return turn.finish_draft(seat)
    for chosen in turn.draft:
        if chosen not in plan.cards:
            return turn.finish_draft(seat)
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


def remembered_plan(turn: Turn, memory: Memory | None, seat: int) -> Plan | None:
    """The plan that looks best, from memory if the same turn was thought about before."""
    if memory is None or not memory.knows(turn, seat):
        return best_plan(turn, seat)
    key = memory.key(turn, seat)
    if key in memory.plans:
        return memory.plans[key]
    plan = best_plan(turn, seat)
    memory.plans[key] = plan
    return plan
