"""A sequential test: "is A better than B, by so much?", evaluated after every deal.

Each deal is played in every arrangement of the seats, and its games together are one observation: with two seats a pair
of games with five possible results (pentanomial), with more seats or arrangements a few more. After each deal the two
answers are compared by how likely they make the results seen so far, as Stockfish's fishtest does: the generalised
sequential probability ratio test. For either answer the likeliest distribution of results is taken that has the win
rate it claims; nothing is assumed about draws, or about how the games of a deal hang together.

Deals are booked in the order of their numbers, whenever they were played, and deals after the verdict do not count. So
the result is reproducible bit for bit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from slugfest.kernel import Mistake, Text

from .score import Score

BETTER: Final = "better"  # accepted: the win rate is the higher one asked about, or more
NOT_BETTER: Final = "not-better"  # accepted: it is the lower one, or less
GO_ON: Final = "go-on"
GAVE_UP: Final = "gave-up"  # all games that were allowed, and still no answer

_UNSEEN: Final = 0.001  # a result that has not come yet counts as so many deals: it is rare, not impossible


class Question(NamedTuple):
    """Is A's win rate against B rather ``better`` than ``worse``? Both are shares of points, a draw counting half.

    If it is really ``worse`` or less, the answer BETTER comes in at most ``alpha`` of all tests; if it is really
    ``better`` or more, the answer NOT_BETTER in at most ``beta``. In between either may come, and it takes longest.
    """

    worse: float = 0.5
    better: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05
    most: int = 2000  # deals; 0 for no limit

    def checked(self) -> Question:
        """The question itself, if it can be answered."""
        if not 0.0 < self.worse < self.better < 1.0:
            raise Mistake(
                Text(
                    f"the two win rates of a test must be between 0 and 1, the lower one first, not {self.worse} and"
                    f" {self.better}",
                    "die beiden Siegquoten eines Tests müssen zwischen 0 und 1 liegen, die kleinere zuerst, nicht"
                    f" {self.worse} und {self.better}",
                )
            )
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise Mistake(
                Text(
                    f"the error rates of a test must be between 0 and 0.5, not {self.alpha} and {self.beta}",
                    "die Irrtumsquoten eines Tests müssen zwischen 0 und 0,5 liegen, nicht"
                    f" {self.alpha} und {self.beta}",
                )
            )
        if self.most < 0:
            raise Mistake(
                Text(
                    f"a test cannot end after {self.most} deals",
                    f"ein Test kann nicht nach {self.most} Ausgaben enden",
                )
            )
        return self

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the lower and the higher rate are accepted (Wald)."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


def elo_question(
    worse: float, better: float, alpha: float = 0.05, beta: float = 0.05, most: int = 2000
) -> Question:
    """The question with both rates given as Elo differences."""
    return Question(share_of(worse), share_of(better), alpha, beta, most)


class SequentialTest:
    """One question, the deals booked so far, and what they say."""

    def __init__(self, question: Question) -> None:
        self.question = question.checked()
        self.score = Score()
        self.verdict = GO_ON
        self.ratio = 0.0  # the logarithm of how much likelier `better` makes the results than `worse`
        self._results: Counter[float] = Counter()  # by a deal's share of points: how often
        self._games = 0  # in each deal

    def book(self, results: Sequence[float]) -> str:
        """Book the games of one deal (what A got in each: 1, 0.5 or 0) and say how the test stands. After the verdict
        nothing is booked any more."""
        if self.verdict != GO_ON:
            return self.verdict
        if self._games not in (0, len(results)):
            raise Mistake(
                Text(
                    f"all deals of a test have as many games, not {self._games} and then {len(results)}",
                    f"alle Ausgaben eines Tests haben gleich viele Spiele, nicht {self._games} und dann {len(results)}",
                )
            )
        self._games = len(results)
        self.score.book_deal(results)
        self._results[sum(results) / len(results)] += 1
        self.ratio = likelihood_ratio(self._filled(), self.question.worse, self.question.better)
        low, high = self.question.bounds
        if self.ratio >= high:
            self.verdict = BETTER
        elif self.ratio <= low:
            self.verdict = NOT_BETTER
        elif self.score.deals == self.question.most:
            self.verdict = GAVE_UP
        return self.verdict

    def book_until_it_knows(self, deals: Iterable[Sequence[float]]) -> str:
        """Book deals in order until the verdict."""
        for results in deals:
            if self.book(results) != GO_ON:
                break
        return self.verdict

    def _filled(self) -> dict[float, float]:
        """The count of each result of a deal, at least a little above 0."""
        steps = 2 * self._games  # a game brings halves of a point
        counts = {step / steps: _UNSEEN for step in range(steps + 1)}
        counts.update(self._results)
        return counts

    @property
    def rate(self) -> float:
        """A's share of points so far. A test that stopped by itself stopped at a high or a low, so the rate it ends
        with tends to overstate a little; the interval knows that."""
        return self.score.rate

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval around the rate, true whenever the test stops or is looked at."""
        return self.score.interval_whenever

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval if self.score.deals else (0.0, 1.0)
        bounds = self.question.bounds
        return {
            "verdict": self.verdict,
            "question": self.question._asdict(),
            "games": self.score.games,
            "deals": self.score.deals,
            "results": {f"{share:g}": count for share, count in sorted(self._results.items())},
            "ratio": round(self.ratio, 4),
            "bounds": [round(bound, 4) for bound in bounds],
            "rate": round(self.rate, 4) if self.score.deals else None,
            "interval": [round(low, 4), round(high, 4)],
        }

    def sentence(self, first: str, second: str) -> Text:
        """The verdict in a sentence."""
        question = self.question
        less, more = f"{100 * question.worse:.4g} %", f"{100 * question.better:.4g} %"
        less_de, more_de = less.replace(".", ","), more.replace(".", ",")
        games = self.score.games
        if self.verdict == BETTER:
            return Text(
                f"{first} is better: {more} or more against {second} rather than {less}, after {games} games.",
                f"{first} ist besser: eher {more_de} oder mehr gegen {second} als {less_de}, nach {games} Spielen.",
            )
        if self.verdict == NOT_BETTER:
            return Text(
                f"{first} is not better by so much: {less} or less against {second} rather than {more}, after {games}"
                " games.",
                f"{first} ist nicht um so viel besser: eher {less_de} oder weniger gegen {second} als {more_de}, nach"
                f" {games} Spielen.",
            )
        if self.verdict == GAVE_UP:
            return Text(
                f"No answer within {games} games: {first} lies between {less} and {more} against {second}, or too close"
                " to either.",
                f"Keine Antwort in {games} Spielen: {first} liegt gegen {second} zwischen {less_de} und {more_de} oder"
                " zu nah daran.",
            )
        return Text(
            f"No answer yet after {games} games.",
            f"Noch keine Antwort nach {games} Spielen.",
        )


def likelihood_ratio(counts: dict[float, float], worse: float, better: float) -> float:
    """The logarithm of how much likelier results are if their mean is ``better`` than if it is ``worse``; for each the
    likeliest distribution with that mean is taken."""
    tilt_worse, tilt_better = tilt(counts, worse), tilt(counts, better)
    ratio = 0.0
    for share, count in counts.items():
        ratio += count * math.log(
            (1 + tilt_worse * (share - worse)) / (1 + tilt_better * (share - better)),
        )
    return ratio


def tilt(counts: dict[float, float], mean: float) -> float:
    """How the shares found must be bent to have this mean and be as likely as they can be: a result's share becomes
    count / (1 + tilt * (result - mean)) (empirical likelihood). Needs results on both sides of the mean."""
    apart = [(share - mean, count) for share, count in counts.items()]
    low = -1 / max(distance for distance, _ in apart)
    high = -1 / min(distance for distance, _ in apart)
    found = 0.0
    for _ in range(100):
        value = slope = 0.0
        for distance, count in apart:
            part = distance / (1 + found * distance)
            value += count * part
            slope += count * part * part
        if value > 0:  # the sum falls as the tilt grows
            low = found
        else:
            high = found
        step = value / slope  # Newton's; within the bracket it is taken, otherwise the bracket is halved
        following = found + step if low < found + step < high else (low + high) / 2
        if abs(following - found) <= 1e-12 * (high - low) or following == found:
            break
        found = following
    return found


def share_of(elo: float) -> float:
    """The share of points that an Elo difference brings."""
    return 1 / (1 + 10 ** (-elo / 400))
