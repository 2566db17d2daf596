"""A sequential test errs as rarely as it says, whatever hangs together in a deal, and stops when it knows."""

from __future__ import annotations

import math

import pytest

from slugfest.kernel import Mistake, Rng, seeded
from slugfest.lab.score import Score, sure_whenever
from slugfest.lab.sequential import (
    BETTER,
    GAVE_UP,
    GO_ON,
    NOT_BETTER,
    Question,
    SequentialTest,
    elo_question,
    likelihood_ratio,
    share_of,
    tilt,
)

TESTS = 300
ALLOWED = 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / TESTS)  # an error rate of 5 % and the luck of so many tests


class Deals:
    """Deals between two bots of which everything is known: how often the first one wins, how often it is a draw, and
    how the two games of a deal hang together."""

    def __init__(self, rate: float, draws: float, tie: str) -> None:
        self.rate = rate
        self.draws = draws
        self.tie = tie

    def toss(self, rng: Rng, chance: float) -> bool:
        return rng.below(10_000) < round(10_000 * chance)

    def game(self, rng: Rng) -> float:
        if self.toss(rng, self.draws):
            return 0.5
        return float(self.toss(rng, (self.rate - self.draws / 2) / (1 - self.draws)))

    def deal(self, rng: Rng) -> tuple[float, ...]:
        if self.tie == "split" and self.toss(rng, 0.7):  # whoever holds the good cards wins
            return 1.0, 0.0
        if self.tie == "split":
            both = float(self.toss(rng, (self.rate - 0.35) / 0.3))
            return both, both
        first = self.game(rng)
        if self.tie == "together" and self.toss(rng, 0.7):
            return first, first
        if self.tie == "six":  # as at a table of four
            return (first, *(self.game(rng) for _ in range(5)))
        return first, self.game(rng)


WORLDS = [
    # worse, better, draws, what ties the games of a deal
    (0.5, 0.65, 0.0, "nothing"),
    (0.5, 0.6, 0.4, "nothing"),
    (0.5, 0.65, 0.0, "together"),
    (0.5, 0.65, 0.4, "together"),
    (0.5, 0.6, 0.0, "split"),
    (0.7, 0.8, 0.2, "nothing"),
    (0.45, 0.55, 0.1, "six"),
]


def verdicts(deals: Deals, question: Question, one_by_one: bool = False) -> list[SequentialTest]:
    """Many tests of the same truth."""
    rng = seeded("sequential", deals.tie, repr(deals.rate), repr(deals.draws))
    done: list[SequentialTest] = []
    for _ in range(TESTS):
        test = SequentialTest(question)
        while test.verdict == GO_ON:
            results = deals.deal(rng)
            for booked in [(result,) for result in results] if one_by_one else [results]:
                test.book(booked)
        done.append(test)
    return done


def share(tests: list[SequentialTest], verdict: str) -> float:
    return sum(test.verdict == verdict for test in tests) / len(tests)


@pytest.mark.parametrize(("worse", "better", "draws", "tie"), WORLDS)
def test_error_rates_are_what_was_asked_for(worse: float, better: float, draws: float, tie: str) -> None:
    question = Question(worse, better)
    if_worse = verdicts(Deals(worse, draws, tie), question)
    if_better = verdicts(Deals(better, draws, tie), question)
    assert share(if_worse, BETTER) <= ALLOWED
    assert share(if_better, NOT_BETTER) <= ALLOWED
    assert share(if_worse, GAVE_UP) == share(if_better, GAVE_UP) == 0.0
    # The errors are made use of: a test that errs far less than it may plays far too many games.
    assert share(if_worse, BETTER) + share(if_better, NOT_BETTER) >= 0.03
    for tests, rate in ((if_worse, worse), (if_better, better)):
        held = [test.interval[0] <= rate <= test.interval[1] for test in tests]
        assert sum(held) / TESTS >= 0.93


def test_whoever_is_stronger_than_asked_for_is_found_sooner() -> None:
    question = Question(0.5, 0.7)
    needed = []
    for rate in (0.6, 0.7, 0.9):
        tests = verdicts(Deals(rate, 0.0, "nothing"), question)
        needed.append(sum(test.score.deals for test in tests) / TESTS)
    assert needed[0] > 1.4 * needed[1] > 2.0 * needed[2]


def test_counting_games_of_a_deal_one_by_one_would_err_too_often() -> None:
    """What the error rates above rest on, and that looking at them would find it out."""
    tests = verdicts(Deals(0.5, 0.0, "together"), Question(0.5, 0.65), one_by_one=True)
    assert share(tests, BETTER) > ALLOWED


def test_an_interval_for_whenever_one_stops_holds_at_every_moment_at_once() -> None:
    rng = seeded("at every moment")
    deals = Deals(0.6, 0.1, "together")
    held = held_if_fixed = 0
    for _ in range(200):
        score, always, always_if_fixed = Score(), True, True
        for _ in range(300):
            score.book_deal(deals.deal(rng))
            low, high = score.interval_whenever
            always = always and low <= 0.6 <= high
            low, high = score.interval
            always_if_fixed = always_if_fixed and low <= 0.6 <= high
        held += always
        held_if_fixed += always_if_fixed
    assert held / 200 >= 0.93
    assert held_if_fixed / 200 < 0.7  # so the other one is not for people who look again and again


def test_intervals_for_whenever_one_stops_are_never_narrower() -> None:
    assert all(sure_whenever(deals) > 2.8 for deals in (1, 10, 100, 1000, 100_000))
    assert sure_whenever(150) < sure_whenever(15)


def test_a_test_without_an_answer_gives_up_at_the_most_games_allowed() -> None:
    test = SequentialTest(Question(0.5, 0.6, most=10))
    assert [test.book((1.0, 0.0) if number % 2 else (1.0, 1.0)) for number in range(10)] == [GO_ON] * 9 + [
        GAVE_UP
    ]
    assert test.score.games == 20
    assert test.interval[0] < 0.75 < test.interval[1]
    assert "20" in test.sentence("new", "old").en
    assert "20" in test.sentence("new", "old").de


def test_nothing_behind_the_verdict_counts() -> None:
    once, more = SequentialTest(Question(0.5, 0.7)), SequentialTest(Question(0.5, 0.7))
    sweep = [(1.0, 1.0)] * 40
    assert once.book_until_it_knows(sweep) == BETTER
    for deal in sweep:
        more.book(deal)
    assert more.book((0.0, 0.0)) == BETTER
    assert more.as_json() == once.as_json()
    assert once.score.deals < 12


def test_the_likeliest_distribution_has_the_mean_that_was_asked_for() -> None:
    counts = {0.0: 3.0, 0.25: 0.001, 0.5: 20.0, 0.75: 4.0, 1.0: 9.0}
    total = sum(counts.values())
    for mean in (0.05, 0.4, 0.6, 0.61, 0.95):
        bent = {
            share: count / total / (1 + tilt(counts, mean) * (share - mean))
            for share, count in counts.items()
        }
        assert sum(bent.values()) == pytest.approx(1.0)
        assert sum(share * part for share, part in bent.items()) == pytest.approx(mean)


def test_the_ratio_of_coins_is_that_of_coins() -> None:
    """Where deals can only be won or lost the likelihoods are known: those of a coin."""
    assert likelihood_ratio({0.0: 40, 1.0: 60}, 0.5, 0.6) == pytest.approx(
        60 * math.log(0.6 / 0.5) + 40 * math.log(0.4 / 0.5)
    )


def test_the_ratio_of_many_deals_is_that_of_a_normal_distribution() -> None:
    counts = {0.0: 1000.0, 0.25: 2000.0, 0.5: 4000.0, 0.75: 2100.0, 1.0: 1100.0}
    total = sum(counts.values())
    mean = sum(share * count for share, count in counts.items()) / total
    variance = sum(count * (share - mean) ** 2 for share, count in counts.items()) / total
    expected = total * (0.51 - 0.5) * (2 * mean - 0.51 - 0.5) / (2 * variance)
    assert likelihood_ratio(counts, 0.5, 0.51) == pytest.approx(expected, rel=0.03)


def test_rates_may_be_asked_for_in_elo() -> None:
    assert share_of(0.0) == 0.5
    assert share_of(400.0) == pytest.approx(10 / 11)
    question = elo_question(0.0, 35.0)
    assert (question.worse, question.better) == pytest.approx((0.5, 0.5502), abs=1e-4)


@pytest.mark.parametrize(
    "question",
    [Question(0.6, 0.5), Question(0.5, 1.0), Question(0.5, 0.6, alpha=0.0), Question(0.5, 0.6, most=-1)],
)
def test_a_question_without_an_answer_is_refused(question: Question) -> None:
    with pytest.raises(Mistake):
        SequentialTest(question)


def test_deals_of_different_sizes_are_refused() -> None:
    test = SequentialTest(Question())
    test.book((1.0, 0.0))
    with pytest.raises(Mistake):
        test.book((1.0,))
