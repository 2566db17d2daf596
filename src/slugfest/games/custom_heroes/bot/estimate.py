"""How well a seat stands, for a search that cannot look to the end."""

from __future__ import annotations

import math
from typing import Final

from slugfest.games.custom_heroes.content import BOX, HERE, STAKE
from slugfest.games.custom_heroes.position.position import LEAD, OVER
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import read_weights

from .worths import burden

_SURE: Final = 20.0  # the last card is played
_NOT_FIRST: Final = 0.7  # points that the other places bring on average
_WIN_KEYS: Final = ["target", "beyond", "token", "piece"]
_FIRST_KEYS: Final = ["burden", "card", "piece", "token", "lead"]
_FILE: Final = HERE / "estimate.toml"
WIN: Final = read_weights(_FILE, "win", _WIN_KEYS)
WIN_OF_TWO: Final = read_weights(_FILE, "win_of_two", _WIN_KEYS)
FIRST: Final = read_weights(_FILE, "first", _FIRST_KEYS)


class _Winning:
    """What wins games: points, pieces and power."""

    def __init__(self, values: list[float]) -> None:
        self.target = 0.0
        self.beyond = 0.0
        self.token = 0.0
        self.piece = 0.0
        self.take(values)

    def take(self, values: list[float]) -> None:
        self.target, self.beyond, self.token, self.piece = values[0], values[1], values[2], values[3]


class _Going:
    """What makes somebody go out first."""

    def __init__(self, values: list[float]) -> None:
        self.burden = 0.0
        self.card = 0.0
        self.piece = 0.0
        self.token = 0.0
        self.lead = 0.0
        self.take(values)

    def take(self, values: list[float]) -> None:
        self.burden, self.card, self.piece = values[0], values[1], values[2]
        self.token, self.lead = values[3], values[4]


_WIN: Final = _Winning(WIN.values)
_WIN_OF_TWO: Final = _Winning(WIN_OF_TWO.values)
_FIRST: Final = _Going(FIRST.values)


def weigh(table: str, values: list[float]) -> None:
    """Weigh by these numbers from now on."""
    if table == FIRST.table:
        _FIRST.take(values)
    elif table == WIN.table:
        _WIN.take(values)
    else:
        _WIN_OF_TWO.take(values)


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
        if within_reach(turn, other):
            later -= first[other]
            if other == seat:
                now = first[other]
        strength = math.exp(standing(turn, other, expected(turn, other, first[other])))
        total += strength
        if other == seat:
            mine = strength
    return now + later * mine / total


def within_reach(turn: Turn, seat: int) -> bool:
    """Whether going out first would win the game."""
    return turn.vp[seat] + STAKE * turn.staked[seat] >= turn.target


def expected(turn: Turn, seat: int, first: float) -> float:
    """The points a seat will have after this round, if this is its chance to go out first."""
    points = turn.vp[seat] + STAKE * turn.staked[seat] * (2.0 * first - 1.0)
    if turn.place[seat] == 0:
        points += first * BOX.rewards[turn.seats][0][0] + (1.0 - first) * _NOT_FIRST
    return points


def standing(turn: Turn, seat: int, vp: float) -> float:
    """How well a seat stands between rounds: points, pieces and power."""
    share = vp / turn.target
    beyond = 0.0
    if share > 1.0:
        beyond = share - 1.0
        share = 1.0
    weights = _WIN_OF_TWO if turn.seats == 2 else _WIN
    worth = weights.target * share + weights.beyond * beyond + weights.token * turn.power(seat)
    return worth + weights.piece * len(turn.stocks[seat])


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
    weights = _FIRST
    worth = weights.burden * burden(turn, seat) + weights.card * turn.hand_size[seat]
    worth += weights.piece * len(turn.stocks[seat]) + weights.token * turn.power(seat)
    return worth + weights.lead if turn.top == LEAD and turn.turn == seat else worth


# ---- for a fit -------------------------------------------------------------------------------------------------------


def terms(turn: Turn, table: str) -> list[list[float]]:
    """By seat: how often each of the numbers of a table counts. A search asks who wins where a round begins, and
    whoever looks in the middle of one also asks who goes out first."""
    if turn.phase == OVER or turn.sudden_death():
        return []
    if table == FIRST.table:
        return first_terms(turn) if turn.story and max(turn.place) == 0 and min(turn.hand_size) > 0 else []
    if turn.story:
        return []
    first = firsts(turn)
    rows: list[list[float]] = []
    for seat in range(turn.seats):
        share = expected(turn, seat, first[seat]) / turn.target
        beyond = max(0.0, share - 1.0)
        rows.append([min(1.0, share), beyond, float(turn.power(seat)), float(len(turn.stocks[seat]))])
    return rows


def first_terms(turn: Turn) -> list[list[float]]:
    rows: list[list[float]] = []
    for seat in range(turn.seats):
        leads = turn.top == LEAD and turn.turn == seat
        rows.append(
            [
                burden(turn, seat),
                float(turn.hand_size[seat]),
                float(len(turn.stocks[seat])),
                float(turn.power(seat)),
                1.0 if leads else 0.0,
            ]
        )
    return rows


def sure(turn: Turn, table: str) -> list[float]:
    """By seat: its chance to win in this round already."""
    if table == FIRST.table:
        return []
    first = firsts(turn)
    return [first[seat] if within_reach(turn, seat) else 0.0 for seat in range(turn.seats)]


def won(turn: Turn, table: str) -> list[int]:
    """Who went out first in this round."""
    if table == FIRST.table:
        for seat in range(turn.seats):
            if turn.place[seat] == 1:
                return [seat]
    return []
