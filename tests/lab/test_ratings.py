"""Ratings find a strength that is known, say how sure they are, and refuse to compare who cannot be compared."""

from __future__ import annotations

import pytest
from tests.textbook import NIM

from slugfest.kernel import Mistake, Rng, seeded
from slugfest.lab import Ratings, Score, ladder
from slugfest.lab.ratings import connected
from slugfest.lab.sequential import share_of

TRUTH = {"ace": 220.0, "bea": 60.0, "cid": -20.0, "dan": -260.0}  # their mean is 0
MET = [("ace", "bea", 120), ("bea", "cid", 80), ("cid", "dan", 80), ("ace", "cid", 40)]  # ace and dan never


def played(rate: float, deals: int, together: bool, rng: Rng) -> Score:
    """Deals of two games each, unconnected or both with the same end."""
    score = Score()
    for _ in range(deals):
        first, second = (float(rng.below(10_000) < round(10_000 * rate)) for _ in range(2))
        score.book_deal((first, first) if together else (first, second))
    return score


def ladders(together: bool, count: int) -> list[Ratings]:
    rng = seeded("ratings", int(together))
    found = []
    for _ in range(count):
        meetings = [
            (one, other, played(share_of(TRUTH[one] - TRUTH[other]), deals, together, rng))
            for one, other, deals in MET
        ]
        found.append(Ratings(list(TRUTH), meetings))
    return found


@pytest.mark.parametrize("together", [False, True])
def test_95_percent_intervals_hold_the_true_strength_in_about_95_of_100_ladders(together: bool) -> None:
    held = apart = 0
    count = 150
    means = dict.fromkeys(TRUTH, 0.0)
    for ratings in ladders(together, count):
        for name, elo in TRUTH.items():
            rating = ratings.rating(name)
            held += rating.low <= elo <= rating.high
            means[name] += rating.elo / count
        _, low, high = ratings.difference("ace", "dan")
        apart += low <= TRUTH["ace"] - TRUTH["dan"] <= high
    assert 0.92 <= held / (4 * count) <= 0.985
    assert 0.90 <= apart / count <= 0.99
    assert means == pytest.approx(TRUTH, abs=12)


def test_best_comes_first_and_the_mean_is_0() -> None:
    ranking = ladders(False, 1)[0].ranking()
    assert [rating.name for rating in ranking] == ["ace", "bea", "cid", "dan"]
    assert sum(rating.elo for rating in ranking) == pytest.approx(0.0, abs=1e-6)
    assert [rating.games for rating in ranking] == [320, 400, 400, 160]


def test_deals_that_say_less_make_wider_intervals() -> None:
    def width(together: bool) -> float:
        rating = ladders(together, 1)[0].rating("bea")
        return rating.high - rating.low

    assert width(True) > 1.25 * width(False)


def test_a_clean_sweep_is_no_certainty() -> None:
    sweep = Score()
    for _ in range(10):
        sweep.book_deal((1.0, 1.0))
    elo, low, high = Ratings(["a", "b"], [("a", "b", sweep)]).difference("a", "b")
    assert 0 < low < elo < high < 2000


def test_whoever_cannot_be_compared_is_not() -> None:
    one = played(0.5, 10, False, seeded("apart"))
    with pytest.raises(Mistake):
        Ratings(["a", "b", "c", "d"], [("a", "b", one), ("c", "d", one)])
    assert connected([[False, True], [True, False]])
    assert not connected([[False, False], [False, False]])


def test_a_ladder_rates_its_bots_and_one_of_unlike_sides_does_not() -> None:
    facts = ladder(NIM, ["random", "greedy"], games=40, workers=1).as_json()
    assert [rating["name"] for rating in facts["ratings"]] == [row["bot"] for row in facts["ranking"]]
    assert facts["ratings"][0]["elo"] == -facts["ratings"][1]["elo"]
    assert ladder(NIM, ["random", "greedy"], games=4, workers=1, alone=True).as_json()["ratings"] is None
