"""Who sits where: every fair way to seat sides, and how winners share a game."""

from __future__ import annotations

import itertools

from slugfest.kernel import Game, Options


def arrangements(played: Game, seats: int, options: Options, alone: bool = False) -> list[list[int]]:
    """Every fair way to seat two sides: by seat, which side (0 or 1) sits there.

    Teams are never split. Half of the teams belong to each side; with an odd number each side is in the minority
    equally often. With ``alone`` the first side has one team and the second all others. Where all seats are one team,
    it belongs to the first side.
    """
    teams = played.teams(seats, options)
    if len(teams) == 1:
        return [[0] * seats]
    ways: list[list[int]] = []
    sizes = {1} if alone else {len(teams) // 2, len(teams) - len(teams) // 2}
    for size in sorted(sizes):
        for ours in itertools.combinations(range(len(teams)), size):
            side = [1] * seats
            for team in ours:
                for seat in teams[team]:
                    side[seat] = 0
            ways.append(side)
    return ways


def shares(side: list[int], winners: list[int]) -> list[float]:
    """What every side gets: those with a winner share 1 equally; without winners, all sides do."""
    won = {side[seat] for seat in winners} or set(side)
    return [1 / len(won) if one in won else 0.0 for one in range(max(side) + 1)]
