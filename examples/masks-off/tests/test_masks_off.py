"""The conformance checks, the scenarios, and what the rules lead to."""

from __future__ import annotations

from pathlib import Path

from masks_off import GAME

from slugfest.kernel import seeded
from slugfest.testing.plugin import conformance_tests, scenario_tests

test_promises = conformance_tests(GAME)
test_scenarios = scenario_tests(Path(__file__).parent.parent / "scenarios", GAME)


def test_a_bot_that_names_only_what_is_likely_beats_one_that_plays_at_random() -> None:
    """MO-7, MO-8: deduction pays."""
    wins, greedy = 0, GAME.require_search().greedy
    for number in range(60):
        state = GAME.new(2, {}, seeded(number))
        rng = seeded(f"random {number}")
        while (outcome := state.outcome()) is None:
            for seat in state.actors():
                moves = state.moves(seat)
                state.play(seat, greedy(state, seat) if seat == 0 else moves[rng.below(len(moves))])
        wins += outcome.ranks[0] == 1
    assert wins > 40
