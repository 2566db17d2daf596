"""What a turn could be: sets to play, with or without a piece attached first, each with a rough worth.

The worth of a play is the burden it takes off the hand (low cards are hard to get rid of), the chance to win the trick
and lead again, less what it uses up. Everything is judged from the player's own hand and from the table.
"""

from __future__ import annotations

import math
from typing import Final

from slugfest.games.custom_heroes.content import (
    ASCENDED,
    BOX,
    BRANDO,
    CARDS,
    EMPTY,
    GREEN,
    HAND,
    HIGHEST,
    KODORA,
    LOWEST,
    NO_ABILITY,
    SLOTS,
    SPIKE,
    SPOOKIES,
    VALUES,
    YELLOW,
)
from slugfest.games.custom_heroes.position.moves import ATTACH, CARD, PLAY
from slugfest.games.custom_heroes.position.position import ASCENDED_SET, LEAD, NORMAL
from slugfest.games.custom_heroes.rules.legal import Turn

_COLOUR: Final = BOX.colour
_AMOUNT: Final = BOX.amount
_ABILITY: Final = BOX.ability
_TYPE: Final = BOX.type
_COST: Final = BOX.cost

# Weights, found by letting many variants of this player play against each other.
_GONE: Final = 100.0  # going out
_PER_CARD: Final = 0.3
_BREAKING: Final = 0.4  # taking cards out of a larger group
_LEADING: Final = 0.05  # winning the trick
_LEADING_LAST: Final = 0.4  # winning it when one group is left: whoever leads goes out
_POWER: Final = 0.1
_POINT: Final = 0.6  # a victory point from Spookies
_PRICE: Final = [0.3, 2.2, 0.5, 0.4, 0.35, 0.3, 0.3]  # using up a piece, by its ability
_PLENTY: Final = 5  # with fewer groups left than this, pieces and power are worth less and less


def _burdens() -> list[float]:
    """How hard it is to get rid of a card, by value: low ones only go when one leads."""
    return [min(1.4, max(0.25, 1.46 - 0.075 * value)) for value in range(LOWEST, HIGHEST + 1)]


BURDEN: Final = _burdens()
ASCENDED_VALUE: Final = HIGHEST + 1  # stands for an Ascended Form, which has no value


class Plan:
    """One way to take a turn."""

    cards: list[int]  # the set, each as 2*card + (1 if activated)
    value: int
    count: int
    cost: int  # power
    haunted: int  # Spookies activated
    piece: int  # attached first, or EMPTY
    target: int
    worth: float

    def __init__(self, cards: list[int], value: int, count: int, cost: int, piece: int, target: int) -> None:
        self.cards = cards
        self.value = value
        self.count = count
        self.cost = cost
        self.haunted = 0
        self.piece = piece
        self.target = target
        self.worth = 0.0

    def moves(self) -> list[int]:
        """The small moves of this turn."""
        moves: list[int] = []
        if self.piece != EMPTY:
            moves.append(ATTACH + self.piece * CARDS + self.target)
        for chosen in self.cards:
            moves.append(CARD + chosen)
        moves.append(PLAY)
        return moves


def burden(turn: Turn, seat: int) -> float:
    """How far a hand is from being empty: the burdens of its groups."""
    at = [False] * VALUES
    total = 0.0
    for index in range(seat * HAND, seat * HAND + turn.hand_size[seat]):
        value = turn.value[turn.hands[index]] - LOWEST
        if not at[value]:
            at[value] = True
            total += BURDEN[value]
    return total


class Planner:
    """The plans of a player whose turn it is."""

    turn: Turn
    hand: list[int]
    at: list[int]  # cards in hand by value
    groups: int
    power: int
    leading: bool
    wanted: int  # the count a set needs when following
    others: int
    best: Plan | None
    crafted: list[Plan] | None  # collects plans that attach something, if somebody wants them

    def __init__(self, turn: Turn, seat: int) -> None:
        self.turn = turn
        self.hand = turn.hand(seat)
        self.at = [0] * VALUES
        self.groups = 0
        for card in self.hand:
            value = turn.value[card] - LOWEST
            if self.at[value] == 0:
                self.groups += 1
            self.at[value] += 1
        self.power = turn.power(seat)
        self.leading = turn.top == LEAD
        self.wanted = turn.top_count if turn.top == NORMAL else 0
        self.others = turn.active_seats() - 1
        self.best = None
        self.crafted = None

    def consider_hand(self) -> None:
        """The sets that the hand holds as it is."""
        turn = self.turn
        for index in range(VALUES):
            if self.at[index] > 0 and turn.beats(index + LOWEST):
                self.consider_value(index + LOWEST, EMPTY, EMPTY)
        if self.power >= _COST[ASCENDED]:
            worst = EMPTY
            for card in self.hand:
                if turn.ability[card] == ASCENDED and (
                    worst == EMPTY or turn.value[card] < turn.value[worst]
                ):
                    worst = card
            if worst != EMPTY:
                self.weigh(Plan([2 * worst + 1], ASCENDED_VALUE, 1, _COST[ASCENDED], EMPTY, EMPTY))

    def consider_stock(self, stock: list[int]) -> None:
        """One piece of each type onto one card of each kind."""
        turn = self.turn
        last_type = EMPTY
        for piece in stock:
            if _TYPE[piece] == last_type or _ABILITY[piece] == KODORA:
                continue
            last_type = _TYPE[piece]
            colour = _COLOUR[piece]
            profile = EMPTY
            for card in self.hand:
                if turn.slots[card * SLOTS + colour] != EMPTY or turn.profile[card] == profile:
                    continue
                profile = turn.profile[card]
                if colour == YELLOW:
                    self.consider_ability(piece, card)
                elif turn.top != ASCENDED_SET:
                    self.consider_item(piece, card, colour)

    def consider_item(self, piece: int, card: int, colour: int) -> None:
        """A new value: it may complete a set, or make a card high enough."""
        turn = self.turn
        old = turn.value[card]
        if colour == GREEN:
            base = BOX.base[card]
            new = old - base + _AMOUNT[piece]
        else:
            new = old + _AMOUNT[piece]
        if new == old or not turn.beats(new):
            return
        joined = self.at[new - LOWEST] + 1
        if self.leading:
            if joined == 1 and self.groups > 3:
                return
        elif joined < self.wanted:
            return
        self.move_value(old, new)
        self.consider_value(new, piece, card)
        self.move_value(new, old)

    def move_value(self, old: int, new: int) -> None:
        at = self.at
        at[old - LOWEST] -= 1
        if at[old - LOWEST] == 0:
            self.groups -= 1
        if at[new - LOWEST] == 0:
            self.groups += 1
        at[new - LOWEST] += 1

    def consider_ability(self, piece: int, card: int) -> None:
        """A new ability, used at once."""
        turn = self.turn
        ability = _ABILITY[piece]
        cost = _COST[ability]
        if cost > self.power:
            return
        if ability == ASCENDED:
            self.weigh(Plan([2 * card + 1], ASCENDED_VALUE, 1, cost, piece, card))
            return
        if turn.top == ASCENDED_SET:
            return
        value = turn.value[card]
        held = self.at[value - LOWEST]
        if ability == SPIKE:
            self.consider_wild(piece, card)
        elif not turn.beats(value):
            return
        elif ability == BRANDO:
            if not self.leading and held == self.wanted - 1:
                self.weigh(Plan(self.filled(value, held, card), value, self.wanted, cost, piece, card))
        elif ability == SPOOKIES and (self.leading or held >= self.wanted):
            count = held if self.leading else self.wanted
            plan = Plan(self.filled(value, count, card), value, count, cost, piece, card)
            plan.haunted = 1
            self.weigh(plan)

    def consider_wild(self, piece: int, card: int) -> None:
        """The card as a wild one among cards of another value."""
        turn = self.turn
        for index in range(VALUES):
            value = index + LOWEST
            if self.at[index] == 0 or value == turn.value[card] or not turn.beats(value):
                continue
            count = self.at[index] + 1 if self.leading else self.wanted
            if 1 < count <= self.at[index] + 1:
                self.weigh(Plan(self.filled(value, count, card), value, count, _COST[SPIKE], piece, card))

    def filled(self, value: int, count: int, card: int) -> list[int]:
        """So many cards: one with its ability activated, the others of a value."""
        chosen = [2 * card + 1]
        self.fill(chosen, value, count, card)
        return chosen

    def fill(self, chosen: list[int], value: int, count: int, target: int) -> None:
        """Add cards of a value until there are so many; cards without abilities first."""
        turn = self.turn
        for able in (False, True):
            for card in self.hand:
                if len(chosen) >= count:
                    return
                if (
                    turn.value[card] == value
                    and card != target
                    and (turn.ability[card] != NO_ABILITY) == able
                ):
                    chosen.append(2 * card)

    def consider_value(self, value: int, piece: int, target: int) -> None:
        """The best set of one value: all of them when leading, exactly enough when following.

        ``target`` is a card that has this value only once ``piece`` is on it.
        """
        chosen: list[int] = []
        if target != EMPTY:
            chosen.append(2 * target)
        count = self.at[value - LOWEST] if self.leading else self.wanted
        self.fill(chosen, value, count, target)
        cost = 0
        if len(chosen) < count:
            cost = self.stretch(chosen, value, count - len(chosen), target)
            if cost < 0:
                return
        plan = Plan(chosen, value, count, cost, piece, target)
        self.haunt(plan)
        self.weigh(plan)
        if self.leading and self.power > plan.cost:
            wild = self.loose_spike(value, target)
            if wild != EMPTY:
                longer = Plan(
                    [*chosen, 2 * wild + 1], value, count + 1, plan.cost + _COST[SPIKE], piece, target
                )
                longer.haunted = plan.haunted
                self.weigh(longer)

    def haunt(self, plan: Plan) -> None:
        """Activate Spookies that are in the set anyway, if it is likely to win."""
        if self.power - plan.cost < _COST[SPOOKIES] or self.control(plan) < 0.55:
            return
        for index, entry in enumerate(plan.cards):
            if self.turn.ability[entry >> 1] == SPOOKIES and entry & 1 == 0:
                plan.cards[index] = entry + 1
                plan.cost += _COST[SPOOKIES]
                plan.haunted = 1
                return

    def stretch(self, chosen: list[int], value: int, missing: int, target: int) -> int:
        """Make a set count more: double Brandos, then add Spikes. Returns the cost, or -1 if it does not suffice."""
        turn = self.turn
        cost = 0
        for index, entry in enumerate(chosen):
            if missing > 0 and entry & 1 == 0 and turn.ability[entry >> 1] == BRANDO and cost < self.power:
                chosen[index] = entry + 1
                cost += _COST[BRANDO]
                missing -= 1
        for card in self.hand:
            if missing == 0 or cost >= self.power:
                break
            if turn.ability[card] == SPIKE and card != target and turn.value[card] != value:
                chosen.append(2 * card + 1)
                cost += _COST[SPIKE]
                missing -= 1
        return cost if missing == 0 and cost <= self.power else -1

    def loose_spike(self, value: int, target: int) -> int:
        """The lowest card with a Spike that is not of this value, to go along as a wild card."""
        turn = self.turn
        found = EMPTY
        for card in self.hand:
            if turn.ability[card] != SPIKE or card == target or turn.value[card] == value:
                continue
            if found == EMPTY or turn.value[card] < turn.value[found]:
                found = card
        return found

    def control(self, plan: Plan) -> float:
        """A guess at the chance that nobody beats a set."""
        if plan.value == ASCENDED_VALUE:
            return 0.92
        height = 3.5 - plan.value if self.turn.descending else plan.value - 8.5
        return 1.0 / (1.0 + math.exp(-0.6 * height - 0.8 * (plan.count - 1) + 0.15 * (self.others - 1)))

    def group(self, plan: Plan, entry: int) -> int:
        """Among which group of the hand a card of a plan counts."""
        if entry >> 1 == plan.target and entry & 1 == 0:
            return plan.value - LOWEST
        return self.turn.value[entry >> 1] - LOWEST

    def weigh(self, plan: Plan) -> None:
        """Judge one plan and keep it if it is the best."""
        turn = self.turn
        at = self.at
        relief = 0.0
        emptied = 0
        gain = 0
        for entry in plan.cards:
            index = self.group(plan, entry)
            at[index] -= 1
            if at[index] == 0:
                relief += BURDEN[index]
                emptied += 1
            if entry & 1 == 0 and turn.ability[entry >> 1] != NO_ABILITY:
                gain += 1
        broken = plan.value != ASCENDED_VALUE and at[plan.value - LOWEST] > 0
        for entry in plan.cards:
            at[self.group(plan, entry)] += 1
        price = 0.0 if plan.piece == EMPTY else _PRICE[_ABILITY[plan.piece]]
        if len(plan.cards) == len(self.hand):
            plan.worth = _GONE - price - _POWER * plan.cost
        else:
            left = self.groups - emptied
            control = self.control(plan)
            plenty = 1.0 if left >= _PLENTY else left / _PLENTY
            worth = (
                relief + _PER_CARD * len(plan.cards) + control * (_LEADING_LAST if left == 1 else _LEADING)
            )
            worth += 0.8 * _POWER * gain + _POINT * plan.haunted * control
            worth -= plenty * (price + _POWER * plan.cost)
            plan.worth = worth - _BREAKING if broken else worth
        if self.crafted is not None and plan.piece != EMPTY:
            self.crafted.append(plan)
        if self.best is None or plan.worth > self.best.worth:
            self.best = plan
