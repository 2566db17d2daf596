"""What a sensible beginner would do, and what a search needs to look ahead: all from what a seat may know."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from slugfest.games.tag_team.content import (
    BODVAR,
    BOX,
    CHING,
    CONCENTRATIONS,
    DRAW,
    FEY,
    GOLEM,
    KINDS,
    MILADY,
    MORDRED,
    NONE,
    POSITIONS,
    WILD,
    WONG,
)
from slugfest.games.tag_team.position.moves import CHOOSE, INSERT, PICK, UNDER
from slugfest.games.tag_team.position.position import CHARACTER, DECK, NOWHERE, OVER
from slugfest.games.tag_team.rules import effects as fx
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import Rng, State

# ---- moves ---------------------------------------------------------------------------------------------------------


def default_move(table: Decisions, seat: int) -> int:
    """What happens when the time is up: the first that comes to hand; a new card goes to the bottom."""
    if table.phase == DECK and len(table.drawn[seat]) == DRAW:
        return INSERT + table.drawn[seat][0] * POSITIONS + len(table.decks[seat])
    return table.moves(seat)[0]


def distinct_moves(table: Decisions, seat: int) -> list[int]:
    """The legal moves without those that come to the same (TT-212)."""
    if table.phase != DECK or table.decided >> seat & 1:
        return table.moves(seat)
    drawn = table.drawn[seat]
    if len(drawn) < DRAW:
        return _distinct_orders(table, seat)
    moves: list[int] = []
    deck = table.decks[seat]
    size: i64 = len(deck)
    for index in range(DRAW):
        kind = drawn[index]
        if kind in drawn[:index]:
            continue
        first = INSERT + kind * POSITIONS
        place: i64 = 0
        while place <= size:
            if place == 0 or deck[place - 1] != kind:  # in front of a copy is the same as behind it
                moves.append(first + place)
            place += 1
    return moves


def _distinct_orders(table: Decisions, seat: int) -> list[int]:
    """The order under the build deck matters only if the two cards will be drawn in different rounds: cards are drawn
    by threes, and the pair will lie at the places m and m + 1 from the top."""
    drawn = table.drawn[seat]
    if drawn[0] != drawn[1] and len(table.build[seat]) % DRAW == DRAW - 1:
        return [UNDER + drawn[0], UNDER + drawn[1]]
    return [UNDER + min(drawn[0], drawn[1])]


def playout_move(table: Decisions, seat: int, rng: Rng) -> int:
    """A quick move at random."""
    if table.phase == DECK:
        drawn = table.drawn[seat]
        if len(drawn) < DRAW:
            return UNDER + drawn[0]
        kind = drawn[rng.below(DRAW)]
        return INSERT + kind * POSITIONS + int(rng.below(len(table.decks[seat]) + 1))
    moves = table.moves(seat)
    return moves[rng.below(len(moves))]


# ---- judging a position --------------------------------------------------------------------------------------------
#
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


# ---- a sensible beginner -------------------------------------------------------------------------------------------


def greedy(table: Decisions, seat: int) -> int:
    """Imagine one thing the other may do, try every own decision against it, and take the best."""
    moves = distinct_moves(table, seat)
    if len(moves) == 1:
        return moves[0]
    if moves[0] < CHOOSE:
        return _easiest(moves)
    base: State = table
    if table.phase != CHARACTER:
        base = table.copy()
        while seat in base.actors() and 1 - seat in base.actors():
            base.apply(1 - seat, base.playout_move(1 - seat, base.rng))
    best = moves[0]
    best_value = -1.0
    for move in moves:
        trial = base.copy()
        trial.apply(seat, move)
        if INSERT <= move < UNDER:
            trial.apply(seat, trial.distinct_moves(seat)[0])
        value = trial.estimate(seat)
        if value > best_value:
            best, best_value = move, value
    return best


def _easiest(moves: list[int]) -> int:
    """A beginner takes the fighters that are easy to play, and keeps them from the other."""
    best = moves[0]
    for move in moves:
        if (
            BOX.difficulty[(move - PICK) % len(BOX.difficulty)]
            < BOX.difficulty[(best - PICK) % len(BOX.difficulty)]
        ):
            best = move
    return best
