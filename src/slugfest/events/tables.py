"""Seat players at tables of any size: no repeats where possible, opponents with similar points, balanced seats.

The grouping is found in three steps: by points, improved by exchanges, and, if two players at a table have met before,
by a search through all groupings, first those without a repeat, then with one, and so on. The search is for fields of
at most ``SEARCHED`` players; in larger ones exchanges over any distance take its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Final

from .history import PairingHistory

REPEAT: Final = 1_000_000  # what meeting again costs, beside points in units
SEARCHED: Final = 48  # players
MOST_STEPS: Final = 20_000  # of the search for a grouping without a repeat
SWEEPS: Final = 12  # of exchanges
NEAR: Final = 12  # places in the standings within which large events exchange
ALL_PAIRS: Final = 40  # players up to whom every exchange is tried

Groups = list[list[int]]


def table_sizes(players: int, most: int, fewest: int) -> list[int]:
    """The sizes of the tables, largest first; as many sit as possible, at as few tables as possible."""
    for seated in range(players, 0, -1):
        tables = -(-seated // most)
        if tables and seated // tables >= fewest:
            small, larger = divmod(seated, tables)
            return [small + 1] * larger + [small] * (tables - larger)
    return []


def group(players: Sequence[int], sizes: Sequence[int], history: PairingHistory) -> Groups:
    """Players at tables of these sizes, the best table first. All of them sit: the sizes must add up."""
    if sum(sizes) != len(players):
        raise ValueError(f"{len(players)} players do not fill tables of {list(sizes)}")
    order = sorted(players, key=lambda one: (-history.units.get(one, 0), one))
    groups = _cut(order, sizes)
    _exchange(groups, order, history)
    if len(order) > SEARCHED and repeats(groups, history):
        _exchange(groups, order, history, far=True)
        return _sorted(groups, order, history)
    search = _Search(order, sizes, history)
    for allowed in range(repeats(groups, history)):
        found = search.with_at_most(allowed)
        if found is not None:
            groups = found
            _exchange(groups, order, history)
            break
    return _sorted(groups, order, history)


def _sorted(groups: Groups, order: Sequence[int], history: PairingHistory) -> Groups:
    for table in groups:
        table.sort(key=order.index)
    return sorted(groups, key=lambda table: -sum(history.units.get(one, 0) for one in table) / len(table))


def repeats(groups: Groups, history: PairingHistory) -> int:
    """How many pairs at one table have met before, counted as often as they have met."""
    return sum(history.times(one, other) for table in groups for one, other in combinations(table, 2))


def spread(groups: Groups, history: PairingHistory) -> int:
    """How far the points at each table lie apart, in units, over all pairs."""
    units = history.units
    return sum(
        abs(units.get(one, 0) - units.get(other, 0))
        for table in groups
        for one, other in combinations(table, 2)
    )


def seat_order(table: Sequence[int], history: PairingHistory) -> list[int]:
    """Who sits where: everybody on the seats they had least often, and not on the one they had last."""
    costs = {
        one: [2 * sat.count(seat) + (bool(sat) and sat[-1] == seat) for seat in range(len(table))]
        for one in table
        for sat in [history.sat.get(one, [])]
    }
    best = min(permutations(table), key=lambda order: sum(costs[one][seat] for seat, one in enumerate(order)))
    return list(best)


def _cut(order: Sequence[int], sizes: Sequence[int]) -> Groups:
    groups, first = [], 0
    for size in sizes:
        groups.append(list(order[first : first + size]))
        first += size
    return groups


def _pair_cost(one: int, other: int, history: PairingHistory) -> int:
    units = history.units
    return REPEAT * history.times(one, other) + abs(units.get(one, 0) - units.get(other, 0))


def _exchange(groups: Groups, order: Sequence[int], history: PairingHistory, far: bool = False) -> None:
    """Exchange two players of different tables as long as that helps.

    ``far``: those who meet somebody again, over any distance.
    """
    place = {one: (table, seat) for table, group_ in enumerate(groups) for seat, one in enumerate(group_)}
    reach = len(order) if far or len(order) <= ALL_PAIRS else NEAR
    known: dict[tuple[int, int], int] = {}

    def cost(one: int, other: int) -> int:
        key = (one, other) if one < other else (other, one)
        if key not in known:
            known[key] = _pair_cost(one, other, history)
        return known[key]

    def at_table(player: int, table: int, instead_of: int) -> int:
        return sum(cost(player, other) for other in groups[table] if other not in (player, instead_of))

    for _ in range(SWEEPS):
        better = False
        for index, one in enumerate(order):
            if far and at_table(one, place[one][0], one) < REPEAT:
                continue
            for other in order if far else order[index + 1 : index + 1 + reach]:
                (here, seat), (there, chair) = place[one], place[other]
                if here == there:
                    continue
                before = at_table(one, here, one) + at_table(other, there, other)
                after = at_table(one, there, other) + at_table(other, here, one)
                if after < before:
                    groups[here][seat], groups[there][chair] = other, one
                    place[one], place[other] = (there, chair), (here, seat)
                    better = True
        if not better:
            return


class _Search:
    """Goes through all groupings with at most so many repeats; it gives up after ``MOST_STEPS``."""

    def __init__(self, order: Sequence[int], sizes: Sequence[int], history: PairingHistory) -> None:
        self._sizes = tuple(sizes)
        self._met = {
            one: {other: history.times(one, other) for other in order if other != one} for one in order
        }
        self._left: dict[int, None] = dict.fromkeys(order)
        self._groups: Groups = []
        self._steps = 0

    def with_at_most(self, allowed: int) -> Groups | None:
        """A grouping with at most so many repeats; None if there is none, or none was found in time."""
        self._groups = []
        return self._groups if self._open(self._sizes, allowed) else None

    def _open(self, sizes: tuple[int, ...], allowed: int) -> bool:
        """Fill all tables of these sizes, beginning with that of the player who is hardest to place."""
        if not sizes:
            return True
        left = list(self._left)
        first = max(left, key=lambda one: sum(self._met[one][other] > 0 for other in left if other != one))
        others = [other for other in left if other != first and self._met[first][other] <= allowed]
        for size in sorted(set(sizes)):
            remaining = list(sizes)
            remaining.remove(size)
            if self._fill([first], size, others, tuple(remaining), allowed):
                return True
        return False

    def _fill(
        self, table: list[int], size: int, others: list[int], sizes: tuple[int, ...], allowed: int
    ) -> bool:
        self._steps += 1
        if self._steps > MOST_STEPS:
            return False
        if len(table) == size:
            return self._close(table, sizes, allowed)
        for index, one in enumerate(others):
            if len(others) - index < size - len(table):
                return False
            met = self._met[one]
            left = allowed - sum(met[mate] for mate in table)
            if left < 0:
                continue
            rest = [other for other in others[index + 1 :] if met[other] <= left]
            if self._fill([*table, one], size, rest, sizes, left):
                return True
        return False

    def _close(self, table: list[int], sizes: tuple[int, ...], allowed: int) -> bool:
        """Keep a full table, if the others can be filled too."""
        before = self._left
        self._left = {one: None for one in before if one not in table}
        self._groups.append(table)
        if self._open(sizes, allowed):
            self._left = before
            return True
        self._left = before
        self._groups.pop()
        return False
