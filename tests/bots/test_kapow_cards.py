"""On KAPOW! cards the bots stand in the order their names promise. Seeds are fixed, so a result never wavers."""

from __future__ import annotations

import pytest

from slugfest.bots import bot
from slugfest.kernel import Perspective, game, seeded
from slugfest.lab import ladder

pytestmark = pytest.mark.heavy


def test_greedy_beats_random() -> None:
    pairing = ladder(
        game("kapow-cards"), ["greedy", "random"], games=200, seed="strength", workers=1
    ).pairings[0]
    assert pairing.interval[0] > 0.6


def test_even_a_short_search_beats_greedy() -> None:
    """A small version of the measurement in docs/strength.md, far enough from one half to mean something."""
    pairing = ladder(
        game("kapow-cards"), ["search:150", "greedy"], games=50, seed="strength", workers=1
    ).pairings[0]
    assert pairing.rate > 0.55


def test_levels_stand_in_their_order() -> None:
    report = ladder(game("kapow-cards"), ["easy", "medium"], games=40, seed="strength", workers=1)
    assert report.pairing("medium", "easy").interval[0] > 0.5


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_search_beats_random_at_larger_tables(seats: int) -> None:
    report = ladder(
        game("kapow-cards"), ["search:40", "random"], seats=seats, games=20, seed="strength", workers=1
    )
    assert report.pairings[0].interval[0] > 0.5


def test_search_plays_the_long_mode_too() -> None:
    """To Infinity! has no last round: whoever only recruits never finishes, so the search must find the way to win."""
    options = {"mode": "to-infinity"}
    pairing = ladder(
        game("kapow-cards"), ["search:60", "random"], games=20, seed="strength", options=options, workers=1
    ).pairings[0]
    assert pairing.interval[0] > 0.6
    assert pairing.reasons["FINAL_TURN_CAP"] <= 3


def test_hints_name_every_sensible_choice_with_what_it_promises() -> None:
    kapow = game("kapow-cards")
    state = kapow.new(2, {"start_seat": 1}, seeded("hint"))
    ideas = bot("hard", kapow).consider(Perspective(state, 0), seeded("hint"))
    assert {idea.move for idea in ideas} == set(state.game.require_search().distinct_moves(state, 0))
    assert ideas[0].visits == max(idea.visits for idea in ideas)
