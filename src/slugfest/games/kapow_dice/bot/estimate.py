"""How well a team stands when a round begins: what a search trusts where it stops looking ahead.

Fitted by logistic regression to who won 2,500 (co-op) to 50,000 (first game) games between sensible players, from what
everybody knows. Beside Health and dice it is the First Player token that decides games: to strike first is worth
nothing while all are fresh, and everything when the next blow may be the last.
"""

from __future__ import annotations

import math
from typing import Final

from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import ACTION, NONE


class Weights:
    """What things are worth in one mode, in the exponent of the odds."""

    def __init__(
        self,
        health: float,
        die: float,
        action: float,
        face: float,
        tangled: float,
        fresh: float,
        strike: float,
        escape: float,
        person: float,
    ) -> None:
        self.health = health
        self.die = die
        self.action = action  # what an Action die is worth less than another
        self.face = face
        self.tangled = tangled
        self.fresh = fresh  # what must be in the balance before it matters who strikes first
        self.strike = strike  # dice of the first team for each Health that is left to the other
        self.escape = escape  # dice of the other team for each Health that is left to the first
        self.person = person  # thinking beside an automated opponent


# By mode: duel, characters, solo, team, co-op.
_WEIGHTS: Final = [
    # health, die, action, face, tangled, fresh, strike, escape, person
    Weights(0.208, 1.086, 0.285, 0.055, 0.0, 1.13, 1.32, 3.10, 0.0),
    Weights(0.165, 0.852, 0.094, 0.025, 0.36, 0.55, 1.44, 1.84, 0.0),
    Weights(0.123, 0.456, 0.421, 0.0, 0.60, 0.40, 2.40, 0.0, 1.2),
    Weights(0.088, 0.651, 0.144, 0.0, 0.24, 0.81, 3.15, 0.58, 0.0),
    Weights(0.080, 0.312, 0.291, 0.0, 0.24, 0.45, 1.37, 0.56, 0.9),
]
_TOUGH: Final = 5  # Health a fighter seems to have on top, before a blow is the last


def estimate(position: Position, seat: int) -> float:
    """The chance of a seat's team to win."""
    team = position.team(seat)
    odds = balance(position)
    return 1.0 / (1.0 + math.exp(-odds if team == 0 else odds))


def balance(position: Position) -> float:
    """How far ahead the first team is."""
    weights = _WEIGHTS[position.mode]
    odds = weights.person + belongings(position, 0, weights) - belongings(position, 1, weights)
    first = position.first
    if first == NONE:
        return odds
    tough = _TOUGH * position.fighters / 2
    strike = dice_of(position, first) / (max(0, position.health[1 - first]) + tough)
    escape = dice_of(position, 1 - first) / (max(0, position.health[first]) + tough)
    token = max(0.0, weights.strike * strike + weights.escape * escape - weights.fresh)
    return odds + (token if first == 0 else -token)


def belongings(position: Position, team: int, weights: Weights) -> float:
    """Health, dice and faces."""
    total = weights.health * position.health[team]
    for fighter in position.members(team):
        count = position.count[fighter]
        total += weights.die * count + weights.face * position.faces_of(fighter)
        total -= weights.tangled * position.entangled[fighter]
        for index in range(fighter * DICE, fighter * DICE + count):
            if position.kind[index] == ACTION:
                total -= weights.action
    return total


def dice_of(position: Position, team: int) -> int:
    total = 0
    for fighter in position.members(team):
        total += position.count[fighter]
    return total
