"""Pairings: everybody sits, nobody twice, and nobody meets anybody again while that can be avoided."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from tests.events.evenings import by_chance, opened, pair, play, play_out

from slugfest.events import Event
from slugfest.events.history import PairingHistory, history_of, who_rests
from slugfest.events.pairs import berger_rounds, swiss_pairs
from slugfest.events.tables import group, repeats, seat_order, spread, table_sizes


def groupings(players: Sequence[int], sizes: tuple[int, ...]) -> Iterator[list[list[int]]]:
    """Every way to seat players at tables of these sizes."""
    if not sizes:
        yield []
        return
    first, others = players[0], players[1:]
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for mates in combinations(others, size - 1):
            rest = [one for one in others if one not in mates]
            for found in groupings(rest, tuple(left)):
                yield [[first, *mates], *found]


def random_history(players: int, rng: random.Random, density: float) -> PairingHistory:
    history = PairingHistory(units={one: 60 * rng.randint(0, 6) for one in range(1, players + 1)})
    for pair_ in combinations(range(1, players + 1), 2):
        if rng.random() < density:
            history.met[pair_] = rng.choice([1, 1, 1, 2])
    return history


def seated_once(event: Event) -> None:
    for drawn in event.rounds:
        seated = [one for table in drawn.tables for one in table.players] + drawn.byes
        assert len(set(seated)) == len(seated)


@pytest.mark.parametrize(
    ("players", "most", "fewest", "sizes"),
    [
        (8, 4, 3, [4, 4]),
        (7, 4, 3, [4, 3]),
        (6, 4, 3, [3, 3]),
        (5, 4, 3, [4]),
        (5, 4, 2, [3, 2]),
        (2, 4, 3, []),
        (9, 2, 2, [2, 2, 2, 2]),
        (13, 6, 3, [5, 4, 4]),
        (0, 2, 2, []),
    ],
)
def test_as_many_sit_as_possible_at_as_few_tables_as_possible(
    players: int, most: int, fewest: int, sizes: list[int]
) -> None:
    assert table_sizes(players, most, fewest) == sizes


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(("players", "sizes"), [(6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3))])
def test_tables_have_no_more_repeats_than_brute_force_finds(
    players: int, sizes: tuple[int, ...], seed: int
) -> None:
    rng = random.Random(seed)
    history = random_history(players, rng, rng.choice([0.2, 0.4, 0.6]))
    everybody = list(range(1, players + 1))
    found = group(everybody, sizes, history)
    assert sorted(one for table in found for one in table) == everybody
    assert sorted(map(len, found)) == sorted(sizes)
    best = min(repeats(one, history) for one in groupings(everybody, sizes))
    assert repeats(found, history) == best


def test_tables_of_similar_points_as_brute_force_finds_them_in_the_first_rounds() -> None:
    history = PairingHistory(units={one: 60 * (one % 4) for one in range(1, 9)})
    found = group(list(range(1, 9)), (4, 4), history)
    assert spread(found, history) == min(spread(one, history) for one in groupings(range(1, 9), (4, 4)))


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("players", [4, 6, 7, 8])
def test_pairs_repeat_nobody_while_a_pairing_without_exists(players: int, seed: int) -> None:
    rng = random.Random(seed)
    history = random_history(players, rng, rng.choice([0.3, 0.6, 0.8]))
    everybody = list(range(1, players + 1))
    pairs, byes = swiss_pairs(everybody, 4, 9, history)
    assert sorted([one for pair_ in pairs for one in pair_] + byes) == everybody
    assert len(byes) == players % 2
    resting = [[one] for one in everybody] if players % 2 else [[]]
    best = min(
        repeats(found, history)
        for rest in resting
        for found in groupings([one for one in everybody if one not in rest], (2,) * (players // 2))
    )
    assert repeats(pairs, history) == best


@pytest.mark.parametrize("players", [5, 8, 9, 20])
def test_a_swiss_event_repeats_nobody_and_gives_nobody_two_byes(players: int) -> None:
    event = play_out(opened(players, rounds=4), by_chance(players))
    seated_once(event)
    history = history_of(event)
    assert max(history.met.values()) == 1
    assert max(history.byes.values(), default=0) <= 1
    assert len(event.rounds) == 4


def test_seats_alternate() -> None:
    event = play_out(opened(8, rounds=6), by_chance(3))
    for seats in history_of(event).sat.values():
        assert abs(seats.count(0) - seats.count(1)) <= 2
    assert seat_order([1, 2], PairingHistory(sat={1: [0], 2: [1]})) == [2, 1]
    assert seat_order([1, 2, 3], PairingHistory(sat={1: [0, 1], 2: [1, 2], 3: [2, 0]})) == [2, 3, 1]


@pytest.mark.parametrize("players", range(2, 12))
def test_berger_rounds_bring_everybody_together_once(players: int) -> None:
    rounds = berger_rounds(list(range(11, 11 + players)))
    met = Counter(tuple(sorted(pair_)) for drawn in rounds for pair_ in drawn)
    assert met == Counter(combinations(range(11, 11 + players), 2))
    for drawn in rounds:
        seated = [one for pair_ in drawn for one in pair_]
        assert len(set(seated)) == len(seated)


def test_whoever_had_the_fewest_byes_and_points_rests() -> None:
    history = PairingHistory(units={1: 120, 2: 0, 3: 0}, byes=Counter({3: 1}))
    assert who_rests([1, 2, 3], 1, history) == [2]
    assert who_rests([1, 2, 3], 0, history) == []


def test_players_who_withdraw_or_join_late_are_left_out_or_added() -> None:
    event = opened(7, rounds=3)
    pair(event)
    play(event)
    event.follow({"kind": "withdrawn", "at": event.at + 1, "player": 2, "why": "left", "reason": ""})
    event.follow({"kind": "joined", "at": event.at + 1, "player": 8})
    event.follow({"kind": "joined", "at": event.at + 1, "player": 9})
    pair(event)
    seated = {one for table in event.rounds[-1].tables for one in table.players}
    assert seated == {1, 3, 4, 5, 6, 7, 8, 9}
    seated_once(event)
