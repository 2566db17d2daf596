"""Random play to the end, in one compiled loop: for benchmarks, for the lab, for counting."""

from __future__ import annotations

from mypy_extensions import i64

from slugfest.kernel import Rng, State


def play_out(state: State, rng: Rng, limit: i64) -> i64:
    """Play random legal moves until the game is over or ``limit`` decisions are made; returns their number."""
    decisions: i64 = 0
    while decisions < limit:
        seat = state.first_actor()
        if seat < 0:
            break
        state.apply(seat, state.random_move(seat, rng))
        decisions += 1
    return decisions
