"""How well a seat stands, for a search that cannot look to the end."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from slugfest.games.tag_team.content import (
    BODVAR,
    BOX,
    CHING,
    CONCENTRATIONS,
    FEY,
    FIGHTERS,
    GOLEM,
    HERE,
    KINDS,
    MILADY,
    MORDRED,
    NONE,
    WILD,
    WONG,
)
from slugfest.games.tag_team.position.position import DECK, NOWHERE, OVER
from slugfest.games.tag_team.rules import effects as fx
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import read_weights

_FAR_SHIPS: Final = 14
_DARK_POWER_AT: Final = 8
KEYS: Final = [
    *(
        "weaker",
        "stronger",
        "power",
        "attack",
        "block",
        "cancel",
        "aflame",
        "rage",
        "bear",
        "planted",
        "presence",
    ),
    *("sheriff", "concentration", "ships", "dark_power"),
]
WEIGHTS: Final = read_weights(HERE / "estimate.toml", "fight", KEYS)


class _Worth:
    """What things are worth, in the exponent of the odds."""

    def __init__(self) -> None:
        self.weaker = 0.0
        self.stronger = 0.0
        self.power = 0.0
        self.attack = 0.0
        self.block = 0.0
        self.cancel = 0.0
        self.aflame = 0.0
        self.rage = 0.0
        self.bear = 0.0
        self.planted = 0.0
        self.presence = 0.0
        self.sheriff = 0.0
        self.concentration = 0.0
        self.ships = 0.0
        self.dark_power = 0.0


_WORTH: Final = _Worth()


def weigh(values: list[float]) -> None:
    """Weigh by these numbers from now on."""
    worth = _WORTH
    worth.weaker, worth.stronger, worth.power = values[0], values[1], values[2]
    worth.attack, worth.block, worth.cancel = values[3], values[4], values[5]
    worth.aflame, worth.rage, worth.bear = values[6], values[7], values[8]
    worth.planted, worth.presence, worth.sheriff = values[9], values[10], values[11]
    worth.concentration, worth.ships, worth.dark_power = values[12], values[13], values[14]


weigh(WEIGHTS.values)


def _count(action: int) -> list[int]:
    """By kind: how often an action stands on the front face."""
    words = BOX.rows[fx.ACTION]
    return [words[BOX.face_start[2 * kind] : BOX.face_end[2 * kind]].count(action) for kind in range(KINDS)]


def _roles() -> list[int]:
    """By kind: how often it attacks, or else whether it blocks or cancels."""
    blocks = _count(fx.BLOCK)
    roles = _count(fx.ATTACK)
    for kind in range(KINDS):
        if roles[kind] == 0:
            roles[kind] = _BLOCKS if blocks[kind] else _CANCELS if BOX.cancels[2 * kind] else 0
    return roles


_BLOCKS: Final = -1
_CANCELS: Final = -2
_ROLE: Final = _roles()
_OWNER: Final = BOX.owner


def estimate(table: Decisions, seat: int) -> float:
    """How well a seat stands, from 0 to 1."""
    if table.phase == OVER:
        if table.winner == NONE:
            return 0.5
        return 1.0 if table.winner == seat else 0.0
    if not table.dealt():
        return 0.5
    return 1.0 / (1.0 + math.exp(strength(table, 1 - seat) - strength(table, seat)))


def strength(table: Decisions, side: int) -> float:
    """What a team has: staying power, Power, its deck, and what its fighters have prepared."""
    one = staying_power(table, 2 * side)
    other = staying_power(table, 2 * side + 1)
    if one > other:
        one, other = other, one
    worth = _WORTH
    total = worth.weaker * math.sqrt(one) + worth.stronger * math.sqrt(other)
    total += worth.power * (table.power[2 * side] + table.power[2 * side + 1])
    deck = (
        table.known[side] if table.phase == DECK else table.decks[side]
    )  # a half-made decision counts nothing yet
    power = table.power
    slots = table.slot
    for kind in deck:
        role: i64 = _ROLE[kind]
        if role > 0:
            total += worth.attack * float(role) * power[slots[_OWNER[kind]]]
        elif role == _BLOCKS:
            total += worth.block
        elif role == _CANCELS:
            total += worth.cancel
    return total + prepared(table, side)


def prepared(table: Decisions, side: int) -> float:
    """What a team's fighters have prepared, or have to fear, on their boards."""
    total = 0.0
    slot = table.slot
    worth = _WORTH
    if table.burning != NONE and table.burning >> 1 == side:
        total += worth.aflame * table.aflame * table.aflame
    if slot[BODVAR] >> 1 == side:
        total += worth.bear if table.bear else worth.rage * table.rage * table.rage
    if slot[MILADY] >> 1 == side:
        total += worth.planted * len(table.planted)
    if slot[GOLEM] >> 1 == side and table.presence != slot[GOLEM]:
        total += worth.presence
    if slot[WILD] >> 1 == side and table.sheriff != slot[WILD]:
        total += worth.sheriff
    if slot[WONG] >> 1 == side:
        total += worth.concentration * (CONCENTRATIONS - table.concentration_left())
    if slot[CHING] >> 1 == side and table.ships > _FAR_SHIPS:
        total += worth.ships * (table.ships - _FAR_SHIPS)
    if slot[MORDRED] >> 1 == side and table.power[slot[MORDRED]] >= _DARK_POWER_AT:
        total += worth.dark_power
    return total


def staying_power(table: Decisions, slot: int) -> float:
    """Health, as far as it keeps a fighter from KO: an outlaw of the Bunch is worth a whole attack, and the Fey Folk
    fall only with their last Character and their legend."""
    hp = table.hp[slot]
    fighter = table.fighter[slot]
    if fighter == WILD:
        return 4.0 * hp
    if fighter != FEY:
        return float(hp)
    if table.character == NONE and table.spirits:
        return 2.0 if BOX.start_card[FEY] in table.decks[slot >> 1] else 30.0
    left = 0 if hp == NOWHERE else hp
    for character in table.characters_left():
        left += character + 3
    return left + 6.0


def terms(table: Decisions) -> list[list[float]]:
    """By side, where a deck phase begins: how often each of the numbers counts, and then which fighters it has."""
    if table.phase != DECK or table.decided:
        return []
    return [_terms_of(table, 0), _terms_of(table, 1)]


def _terms_of(table: Decisions, side: int) -> list[float]:
    one = staying_power(table, 2 * side)
    other = staying_power(table, 2 * side + 1)
    attack = block = cancel = 0.0
    for kind in table.known[side]:
        if _ROLE[kind] > 0:
            attack += _ROLE[kind] * table.power[table.slot[_OWNER[kind]]]
        elif _ROLE[kind] == _BLOCKS:
            block += 1.0
        elif _ROLE[kind] == _CANCELS:
            cancel += 1.0
    slot = table.slot
    burning = table.burning != NONE and table.burning >> 1 == side
    bodvar, wong, ching, mordred = slot[BODVAR], slot[WONG], slot[CHING], slot[MORDRED]
    row = [
        math.sqrt(min(one, other)),
        math.sqrt(max(one, other)),
        float(table.power[2 * side] + table.power[2 * side + 1]),
        attack,
        block,
        cancel,
        float(table.aflame * table.aflame) if burning else 0.0,
        float(table.rage * table.rage) if bodvar >> 1 == side and not table.bear else 0.0,
        1.0 if bodvar >> 1 == side and table.bear else 0.0,
        float(len(table.planted)) if slot[MILADY] >> 1 == side else 0.0,
        1.0 if slot[GOLEM] >> 1 == side and table.presence != slot[GOLEM] else 0.0,
        1.0 if slot[WILD] >> 1 == side and table.sheriff != slot[WILD] else 0.0,
        float(CONCENTRATIONS - table.concentration_left()) if wong >> 1 == side else 0.0,
        float(max(0, table.ships - _FAR_SHIPS)) if ching >> 1 == side else 0.0,
        1.0 if mordred >> 1 == side and table.power[mordred] >= _DARK_POWER_AT else 0.0,
    ]
    for fighter in range(FIGHTERS):
        row.append(1.0 if slot[fighter] >> 1 == side else 0.0)
    return row
