"""Pair players for tables of two, with the library ``caissify_pairings``.

Its engine for club evenings pairs 256 players in milliseconds but pairs greedily: in late rounds it may leave players
over who could all be paired. Its result is therefore checked, and replaced by a minimum-weight matching (``networkx``,
which the library uses too) if somebody is left over or meets somebody again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import networkx
from caissify_pairings import generate_pairings

from .event import WHOLE
from .history import PairingHistory, who_rests
from .tables import REPEAT, seat_order

NEAR: Final = (16, 48)  # opponents in the standings who are tried before all are

Pairs = list[list[int]]


def swiss_pairs(
    players: Sequence[int], number: int, rounds: int, history: PairingHistory
) -> tuple[Pairs, list[int]]:
    """The pairs of a Swiss round, by seat, and who has a bye."""
    byes = who_rests(list(players), len(players) % 2, history)
    playing = [one for one in players if one not in byes]
    if len(playing) < 2:
        return [], byes
    found = _by_library(playing, number, rounds, history)
    if found is None:
        found, byes = _matched(list(players), history)
    return found, byes


def berger_rounds(players: Sequence[int]) -> list[Pairs]:
    """All rounds in which everybody meets everybody once, by Berger's tables; who is in no pair has a bye."""
    if len(players) < 2:
        return []
    known = [_described(one, index, PairingHistory()) for index, one in enumerate(players, 1)]
    rounds = len(players) - 1 + len(players) % 2
    return [
        [
            [one["white_id"], one["black_id"]]
            for one in generate_pairings(
                system="round_robin",
                players=known,
                previous_pairings=set(),
                round_number=number,
                total_rounds=rounds,
            )
            if one["black_id"] is not None and one["white_id"] is not None
        ]
        for number in range(1, rounds + 1)
    ]


def _described(player: int, rank: int, history: PairingHistory) -> dict[str, object]:
    """A player as the library wants it. Its colours are our seats: white sits first."""
    seats = history.sat.get(player, [])
    return {
        "id": player,
        "name": str(player),
        "score": history.units.get(player, 0) / WHOLE,
        "rating": 10_000 - rank,
        "starting_number": rank,
        "color_hist": ["white" if seat == 0 else "black" for seat in seats],
        "float_history": [],
        "bye_count": history.byes[player],
    }


def _by_library(players: Sequence[int], number: int, rounds: int, history: PairingHistory) -> Pairs | None:
    """The library's pairs; None if somebody is left over or would meet somebody again."""
    found = generate_pairings(
        system="casual",
        players=[_described(one, one, history) for one in players],
        previous_pairings={pair for pair, times in history.met.items() if times},
        round_number=number,
        total_rounds=max(rounds, number),
    )
    pairs = [[one["white_id"], one["black_id"]] for one in found if one["black_id"] is not None]
    seated = sorted(player for pair in pairs for player in pair)
    if seated != sorted(players) or any(history.times(one, other) for one, other in pairs):
        return None
    return pairs


def _matched(players: list[int], history: PairingHistory) -> tuple[Pairs, list[int]]:
    """The pairs with the fewest repeats, then the nearest points; and who has a bye, chosen so that there are few."""
    if len(players) % 2 == 0:
        return matching(players, history), []
    fewest = min(history.byes[one] for one in players)
    resting = sorted(players, key=lambda one: (history.byes[one], history.units.get(one, 0), -one))
    best: tuple[int, Pairs, int] | None = None
    for one in (one for one in resting if history.byes[one] == fewest):
        pairs = matching([other for other in players if other != one], history)
        again = sum(history.times(*pair) for pair in pairs)
        if best is None or again < best[0]:
            best = (again, pairs, one)
        if not again:
            break
    assert best is not None
    return best[1], [best[2]]


def matching(players: list[int], history: PairingHistory) -> Pairs:
    """A perfect matching of least weight. In a large event those near in the standings are tried first."""
    order = sorted(players, key=lambda one: (-history.units.get(one, 0), one))
    for reach in (*(near for near in NEAR if near < len(order)), len(order)):
        graph = networkx.Graph()
        graph.add_nodes_from(order)
        for index, one in enumerate(order):
            for other in order[index + 1 : index + 1 + reach]:
                apart = abs(history.units.get(one, 0) - history.units.get(other, 0))
                graph.add_edge(one, other, weight=-(REPEAT * history.times(one, other) + apart * apart))
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        whole = 2 * len(found) == len(order)
        if whole and (reach == len(order) or not any(history.times(*pair) for pair in found)):
            break
    rank = {one: index for index, one in enumerate(order)}
    pairs = sorted((sorted(pair, key=rank.__getitem__) for pair in found), key=lambda pair: rank[pair[0]])
    return [seat_order(pair, history) for pair in pairs]
