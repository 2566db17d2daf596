"""How sure a ladder is: the games of one deal are one observation, not several."""

from __future__ import annotations

import pytest

from slugfest.kernel import Rng, seeded
from slugfest.lab.score import Score, wilson


def score(*deals: tuple[float, ...]) -> Score:
    booked = Score()
    for deal in deals:
        booked.book_deal(deal)
    return booked


def width(booked: Score) -> float:
    low, high = booked.interval
    return high - low


SPLIT = score(*[(1.0, 0.0)] * 50)  # the deal decides: whoever has the good cards wins
DOUBLE = score(*[(1.0, 1.0), (0.0, 0.0)] * 25)  # one bot wins a deal with either cards
TOSSED = score(*[(1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)] * 25)  # as often as coins would


def test_deals_that_are_always_split_say_more_than_as_many_tosses() -> None:
    assert (SPLIT.games, SPLIT.rate) == (100, 0.5)
    assert SPLIT.worth == pytest.approx(100 * 50)
    assert SPLIT.interval == pytest.approx((0.48615, 0.51385), abs=1e-5)
    assert width(SPLIT) < 0.2 * (wilson(0.5, 100)[1] - wilson(0.5, 100)[0])


def test_deals_that_one_side_wins_twice_count_like_one_toss_each() -> None:
    assert (DOUBLE.games, DOUBLE.rate) == (100, 0.5)
    assert DOUBLE.worth == pytest.approx(50, rel=0.02)
    assert DOUBLE.interval == pytest.approx(wilson(0.5, 50), abs=2e-3)
    assert width(DOUBLE) > 1.35 * (wilson(0.5, 100)[1] - wilson(0.5, 100)[0])


def test_games_without_any_tie_between_them_count_one_by_one() -> None:
    assert TOSSED.worth == pytest.approx(TOSSED.games, rel=0.02)
    assert TOSSED.interval == pytest.approx(wilson(0.5, TOSSED.games), abs=1e-3)


def test_single_games_count_one_by_one() -> None:
    """Against the game itself a deal is played once, so the interval is very nearly Wilson's."""
    assert score(*[(1.0,)] * 60, *[(0.0,)] * 40).interval == pytest.approx(wilson(0.6, 100), abs=1e-3)


@pytest.mark.parametrize("points", [0.0, 1.0])
def test_a_clean_sweep_is_no_certainty(points: float) -> None:
    low, high = score(*[(points, points)] * 5).interval
    assert (low, high) == pytest.approx(wilson(points, 10))
    assert high - low == pytest.approx(0.2775, abs=1e-4)


def test_a_few_deals_that_agree_prove_little() -> None:
    assert width(score((1.0, 0.0))) == pytest.approx(width(TOSSED), rel=10)  # no division by nothing
    assert score((1.0, 0.0)).worth == pytest.approx(2)
    assert score((1.0, 0.0), (0.0, 1.0)).worth == pytest.approx(4 * 2)


def test_draws_lie_closer_together_than_wins_and_losses() -> None:
    assert width(score(*[(0.5, 0.5), (1.0, 0.5), (0.5, 0.0)] * 10)) < width(
        score(*[(1.0, 1.0), (0.0, 0.0)] * 15)
    )


def test_scores_add_up_and_turn_around() -> None:
    one, other = score((1.0, 0.5), (0.0, 0.0)), score((1.0, 1.0, 0.0))
    total, turned = Score(), Score()
    total.add(one)
    total.add(other)
    assert total.as_json() == score((1.0, 0.5), (0.0, 0.0), (1.0, 1.0, 0.0)).as_json()
    turned.add_turned(total)
    assert turned.as_json() == score((0.0, 0.5), (1.0, 1.0), (0.0, 0.0, 1.0)).as_json()


def played(kind: str, rate: float, rng: Rng) -> tuple[float, float]:
    """A deal's two games, won at this rate: unconnected, won or lost together, or split whenever one is lost."""

    def toss(chance: float) -> float:
        return float(rng.below(1000) < round(1000 * chance))

    first = toss(rate)
    if kind == "split":
        return (1.0, 0.0) if toss(2 * (1 - rate)) else (1.0, 1.0)
    return first, first if kind == "together" else toss(rate)


@pytest.mark.parametrize("kind", ["unconnected", "together", "split"])
@pytest.mark.parametrize("rate", [0.6, 0.9])
def test_95_percent_intervals_hold_the_truth_in_about_95_of_100_ladders(kind: str, rate: float) -> None:
    rng = seeded("intervals", kind)
    held = 0
    for _ in range(400):
        low, high = score(*[played(kind, rate, rng) for _ in range(100)]).interval
        held += low <= rate <= high
    assert 0.92 <= held / 400 <= 0.985  # counted one by one: 0.80 where they go together, 1.0 where split
