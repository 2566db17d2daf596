"""What a sensible beginner would do, and what a search needs to look ahead: all from what a seat may know."""

from __future__ import annotations

from slugfest.kernel import Rng

from .legal import Decisions


def default_move(table: Decisions, seat: int) -> int:
    return table.moves(seat)[0]


def distinct_moves(table: Decisions, seat: int) -> list[int]:
    return table.moves(seat)


def playout_move(table: Decisions, seat: int, rng: Rng) -> int:
    moves = table.moves(seat)
    return moves[rng.below(len(moves))]


def estimate(table: Decisions, seat: int) -> float:
    return 0.5


def greedy(table: Decisions, seat: int) -> int:
    return table.moves(seat)[0]
