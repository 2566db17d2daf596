"""How well a seat stands, for a search that cannot look to the end."""

from __future__ import annotations

import math
from typing import Final

from slugfest.games.tag_team.content import (
    BODVAR,
    BOX,
    CHING,
    CONCENTRATIONS,
    FEY,
    GOLEM,
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

# The weights come from a logistic regression of results on positions at the beginning of deck phases: eight thousand
# fights between beginners who blunder every fourth decision. Terms for the fighters themselves took part in it, so that
# a weight says what a state is worth to its fighter, not how good the fighter is.

_WEAKER: Final = 0.83  # by the square root of health, of the fighter nearer to KO
_STRONGER: Final = 0.44  # and of its partner
_POWER: Final = 0.07
_ATTACK: Final = 0.01  # by the Power behind every attack in the deck
_BLOCK: Final = 0.08
_CANCEL: Final = 0.14
_AFLAME: Final = -0.095  # by the square: the fifth token loses the fight
_RAGE: Final = 0.03  # by the square: the seventh step is the one that counts
_BEAR: Final = 0.9
_PLANTED: Final = 0.06
_PRESENCE: Final = 0.28  # with the Golem's partner
_SHERIFF: Final = -0.14  # away from The Wild Bunch
_CONCENTRATION: Final = 0.13  # on an opponent
_SHIPS: Final = 0.08  # beyond the fifteenth: Terror of the Seas comes near
_FAR_SHIPS: Final = 14
_DARK_POWER: Final = 0.19  # Mordred's Power reaches Dark Power
_DARK_POWER_AT: Final = 8


def _count(action: int) -> list[int]:
    """By kind: how often an action stands on the front face."""
    words = BOX.rows[fx.ACTION]
    return [words[BOX.face_start[2 * kind] : BOX.face_end[2 * kind]].count(action) for kind in range(KINDS)]


_ATTACKS: Final = _count(fx.ATTACK)
_BLOCKS: Final = _count(fx.BLOCK)
_OWNER: Final = BOX.owner
_CANCELS: Final = [BOX.cancels[2 * kind] for kind in range(KINDS)]


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
    total = _WEAKER * math.sqrt(one) + _STRONGER * math.sqrt(other)
    total += _POWER * (table.power[2 * side] + table.power[2 * side + 1])
    deck = (
        table.known[side] if table.phase == DECK else table.decks[side]
    )  # a half-made decision counts nothing yet
    for kind in deck:
        if _ATTACKS[kind]:
            total += _ATTACK * _ATTACKS[kind] * table.power[table.slot[_OWNER[kind]]]
        elif _BLOCKS[kind]:
            total += _BLOCK
        elif _CANCELS[kind]:
            total += _CANCEL
    return total + prepared(table, side)


def prepared(table: Decisions, side: int) -> float:
    """What a team's fighters have prepared, or have to fear, on their boards."""
    total = 0.0
    slot = table.slot
    if table.burning != NONE and table.burning >> 1 == side:
        total += _AFLAME * table.aflame * table.aflame
    if slot[BODVAR] >> 1 == side:
        total += _BEAR if table.bear else _RAGE * table.rage * table.rage
    if slot[MILADY] >> 1 == side:
        total += _PLANTED * len(table.planted)
    if slot[GOLEM] >> 1 == side and table.presence != slot[GOLEM]:
        total += _PRESENCE
    if slot[WILD] >> 1 == side and table.sheriff != slot[WILD]:
        total += _SHERIFF
    if slot[WONG] >> 1 == side:
        total += _CONCENTRATION * (CONCENTRATIONS - table.concentration_left())
    if slot[CHING] >> 1 == side and table.ships > _FAR_SHIPS:
        total += _SHIPS * (table.ships - _FAR_SHIPS)
    if slot[MORDRED] >> 1 == side and table.power[slot[MORDRED]] >= _DARK_POWER_AT:
        total += _DARK_POWER
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
