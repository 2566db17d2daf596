"""How well a team stands when a round begins: what a search trusts where it stops looking ahead. The numbers, and what
they mean, are in ``estimate.toml``."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from slugfest.games.kapow_dice.content import HERE
from slugfest.games.kapow_dice.position.moves import DICE
from slugfest.games.kapow_dice.position.phases import COOP, MODE_NAMES, SELECTING, SOLO
from slugfest.games.kapow_dice.position.position import Position
from slugfest.games.kapow_dice.position.tables import ACTION, NONE
from slugfest.kernel import Weights, read_weights

_TOKEN: Final = ["strike", "escape", "fresh"]  # count only where they are worth something together


def _read(mode: int) -> Weights:
    keys = ["health", "die", "action", "face", "tangled"]
    if mode in (SOLO, COOP):
        keys.append("person")
    return read_weights(HERE / "estimate.toml", MODE_NAMES[mode], keys + _TOKEN, len(_TOKEN))


WEIGHTS: Final = [_read(mode) for mode in range(len(MODE_NAMES))]


class _Worth:
    """What things are worth in one mode, in the exponent of the odds."""

    def __init__(self, values: list[float]) -> None:
        self.health = 0.0
        self.die = 0.0
        self.action = 0.0
        self.face = 0.0
        self.tangled = 0.0
        self.person = 0.0
        self.strike = 0.0
        self.escape = 0.0
        self.fresh = 0.0
        self.take(values)

    def take(self, values: list[float]) -> None:
        self.health, self.die, self.action = values[0], values[1], values[2]
        self.face, self.tangled = values[3], values[4]
        token = len(values) - len(_TOKEN)
        self.person = values[5] if token > 5 else 0.0
        self.strike, self.escape, self.fresh = values[token], values[token + 1], values[token + 2]


_WORTH: Final = [_Worth(weights.values) for weights in WEIGHTS]  # by mode


def weigh(mode: str, values: list[float]) -> None:
    """Weigh by these numbers from now on."""
    _WORTH[MODE_NAMES.index(mode)].take(values)


_TOUGH: Final = 5  # Health a fighter seems to have on top, before a blow is the last


def estimate(position: Position, seat: int) -> float:
    """The chance of a seat's team to win."""
    team = position.team(seat)
    odds = balance(position)
    return 1.0 / (1.0 + math.exp(-odds if team == 0 else odds))


def balance(position: Position) -> float:
    """How far ahead the first team is."""
    worth = _WORTH[position.mode]
    odds = worth.person + belongings(position, 0, worth) - belongings(position, 1, worth)
    first = position.first
    if first == NONE:
        return odds
    tough = _TOUGH * position.fighters / 2
    strike = dice_of(position, first) / (max(0, position.health[1 - first]) + tough)
    escape = dice_of(position, 1 - first) / (max(0, position.health[first]) + tough)
    token = max(0.0, worth.strike * strike + worth.escape * escape - worth.fresh)
    return odds + (token if first == 0 else -token)


def belongings(position: Position, team: int, worth: _Worth) -> float:
    """Health, dice and faces."""
    total = worth.health * position.health[team]
    for fighter in position.members(team):
        count = position.count[fighter]
        total += worth.die * count + worth.face * position.faces_of(fighter)
        total -= worth.tangled * position.entangled[fighter]
        kinds = position.kind
        index: i64 = fighter * DICE
        end: i64 = index + count
        while index < end:
            if kinds[index] == ACTION:
                total -= worth.action
            index += 1
    return total


def dice_of(position: Position, team: int) -> int:
    total = 0
    for fighter in position.members(team):
        total += position.count[fighter]
    return total


def terms(position: Position) -> list[list[float]]:
    """By team, where a round begins: how often each of the numbers counts."""
    first = position.first
    if first == NONE or position.phase != SELECTING:
        return []
    together = position.mode == SOLO or position.mode == COOP
    tough = _TOUGH * position.fighters / 2
    rows: list[list[float]] = []
    for team in range(2):
        action = 0
        faces = 0
        tangled = 0
        for fighter in position.members(team):
            faces += position.faces_of(fighter)
            tangled += position.entangled[fighter]
            for index in range(fighter * DICE, fighter * DICE + position.count[fighter]):
                action += position.kind[index] == ACTION
        row = [
            float(position.health[team]),
            float(dice_of(position, team)),
            -float(action),
            float(faces),
            -float(tangled),
        ]
        if together:
            row.append(1.0 if team == 0 else 0.0)
        if team == first:
            row.append(dice_of(position, team) / (max(0, position.health[1 - team]) + tough))
            row.append(dice_of(position, 1 - team) / (max(0, position.health[team]) + tough))
            row.append(-1.0)
        else:
            row += [0.0, 0.0, 0.0]
        rows.append(row)
    return rows
