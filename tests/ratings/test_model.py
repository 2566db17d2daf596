"""The formula: who places better gains no less, equal places are equal, and figures are whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from slugfest.ratings import NEW, Rating, chance, rate
from slugfest.ratings.model import at_points

RANKS = st.lists(st.integers(1, 6), min_size=2, max_size=6)


@given(RANKS)
def test_among_equals_a_better_place_never_gains_less(ranks: list[int]) -> None:
    after = [side[0] for side in rate([[NEW]] * len(ranks), ranks)]
    for rank, rating in zip(ranks, after, strict=True):
        for other, beside in zip(ranks, after, strict=True):
            if rank == other:
                assert rating == beside
            elif rank < other:
                assert rating.skill >= beside.skill
    assert all(rating.doubt < NEW.doubt for rating in after) or len(set(ranks)) == 1


def test_plackett_luce_of_the_library_would_not_hold_that() -> None:
    model = PlackettLuce()
    after = model.rate([[model.rating()] for _ in range(5)], ranks=[1, 1, 3, 4, 5])
    assert after[2][0].mu > after[0][0].mu  # if this fails, the library's own default could be used


@given(st.permutations([1, 2, 3, 4]))
def test_the_order_of_the_seats_does_not_matter(order: list[int]) -> None:
    strengths = {1: at_points(1700), 2: at_points(1500), 3: at_points(1400, 80), 4: at_points(1300, 200)}
    plain = rate([[strengths[place]] for place in (1, 2, 3, 4)], [1, 2, 3, 4])
    mixed = rate([[strengths[place]] for place in order], order)
    assert [mixed[order.index(place)] for place in (1, 2, 3, 4)] == plain


def test_the_chance_is_that_of_elo() -> None:
    assert chance(NEW, NEW) == 0.5
    assert chance(at_points(1900), at_points(1500)) == pytest.approx(10 / 11, abs=1e-6)


def test_points_read_as_they_were_written() -> None:
    assert NEW.points == 1500
    assert NEW.provisional
    sure = at_points(1612, 90)
    assert (sure.points, sure.spread, sure.provisional) == (1612, 90, False)


def test_to_beat_the_strong_is_worth_more_than_to_beat_the_weak() -> None:
    gains = [rate([[NEW], [at_points(points)]], [1, 2])[0][0].skill for points in (1900, 1500, 1100)]
    assert gains[0] > gains[1] > gains[2] > NEW.skill


def test_a_team_shares_what_it_did() -> None:
    (one, other), losers = rate([[NEW, NEW], [NEW, NEW]], [1, 2])
    assert one == other
    assert one.skill - NEW.skill == NEW.skill - losers[0].skill > 0


@pytest.mark.parametrize("ranks", [[1], [1, 2, 3]])
def test_a_match_without_two_sides_is_refused(ranks: list[int]) -> None:
    with pytest.raises(ValueError, match="two or more"):
        rate([[Rating(1, 1)], []], ranks)
