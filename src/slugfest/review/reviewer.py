"""Reviews a finished match step by step, so that whoever runs it can report progress and stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from slugfest.bots import SearchBot
from slugfest.kernel import (
    Game,
    History,
    Mistake,
    Outcome,
    Record,
    Text,
    agreed_draw,
    given_up,
    seeded,
    verify,
)
from slugfest.kernel.outcome import DRAW_AGREED, ENDED_BY_PEOPLE
from slugfest.kernel.record import ABANDONED

from .account import Account, Effort
from .decisions import Decision, decisions_of, had_a_choice
from .document import Point, Review, ReviewedDecision
from .marks import describe, judge_decision
from .moments import moments_of
from .values import QUICK, Values
from .verdicts import verdicts_of

Progress = Callable[[int, int], None]  # steps done, steps in all (an estimate until the end)

_QUICK_LOOKS: Final = 40
# Times what a strong bot looks at for one decision: what the account of a match may cost.
_WORK: Final = 500
_QUICK_WORK: Final = 120  # and in a quick review
_MOST: Final = 32  # positions imagined for one mean
_FEWEST: Final = 2
_QUICK_DECISIONS: Final = 60  # judged at most in a quick review: those that seem to have cost most


class Reviewer:
    """The review of one match in the making: call :meth:`step` until it returns False."""

    def __init__(
        self,
        history: History,
        outcome: Outcome | None = None,
        *,
        quick: bool = False,
        seats_to_judge: Iterable[int] | None = None,
        values: Values | None = None,
    ) -> None:
        """``outcome`` is how people ended the match, where its rules had not."""
        final = outcome or history.state.outcome()
        if final is None:
            raise unfinished()
        self.history = history
        self.quick = quick
        seats = history.state.seats
        self.values = values or Values(history.game, seats, history.options, QUICK if quick else -1)
        self.account = Account(history, final, self.values, effort_for(history, self.values, quick))
        self.review = Review(self.values.signature, history.game.id, history.state.rules_played(), seats)
        self.review.quick = quick
        self._judged = set(range(seats) if seats_to_judge is None else seats_to_judge)
        looks = self.values.part.iterations(seats)
        self._bot = SearchBot("review", min(_QUICK_LOOKS, looks) if quick else looks)
        self._waiting: list[tuple[Decision, ReviewedDecision]] = []  # to be judged, the last one first
        self._prepared = False
        self.steps_done = 0
        self.steps_in_all = 2 * len(history.entries) + 2  # until it is known better

    def step(self) -> bool:
        """Do a small part of the work; False when the review is complete."""
        if self.review.complete:
            return False
        self.steps_done += 1
        if self.account.step():
            return True
        if not self._prepared:
            self._prepare()
        elif self._waiting:
            decision, found = self._waiting.pop()
            rng = seeded("review", self.account.means.seed, "judge", decision.step)
            judge_decision(self.history, decision, found, self._bot, rng)
        else:
            self._finish()
        return not self.review.complete

    def _prepare(self) -> None:
        """The account is done: the line, and the decisions with what they changed."""
        account, review = self.account, self.review
        review.result, review.par = account.result, account.par
        review.cards, review.reads, review.choices = account.cards, account.reads, account.choices
        review.line = [Point(0, account.first, account.first_own)]
        review.line += [Point(run.end, run.together, run.own) for run in account.runs]
        choice = [0] * len(
            self.history.entries
        )  # by place: what the run that begins there changed for its maker
        read = [0] * len(self.history.entries)
        for run in account.runs:
            choice[run.first] = run.choices[run.seat]
            read[run.first] = run.reads[run.seat]
        for decision in decisions_of(self.history):
            if not had_a_choice(self.history, decision):
                continue
            found = describe(self.history, decision)
            found.choice = sum([choice[place] for place in decision.places])
            found.read = sum([read[place] for place in decision.places])
            review.decisions.append(found)
            if decision.seat in self._judged:
                self._waiting.append((decision, found))
        if self.quick and len(self._waiting) > _QUICK_DECISIONS:
            self._waiting.sort(key=_choice)
            del self._waiting[_QUICK_DECISIONS:]
        self._waiting.reverse()
        self._prepared = True
        self.steps_in_all = self.steps_done + len(self._waiting) + 1

    def _finish(self) -> None:
        self.review.moments = moments_of(self.account, self.review)
        self.review.verdicts = verdicts_of(self.account, self.review)
        self.review.complete = True


def _choice(waiting: tuple[Decision, ReviewedDecision]) -> int:
    return waiting[1].choice


def effort_for(history: History, values: Values, quick: bool) -> Effort:
    """As many imagined positions as a match of this length leaves time for."""
    seats = history.state.seats
    work = (_QUICK_WORK if quick else _WORK) * values.part.iterations(seats)
    own = 0.0 if quick else 0.5
    means = 3.5 + own * seats  # at every move: before and after it, twice for choices, and each seat's own
    each = means * len(history.entries) * max(1, values.iterations)
    count = max(_FEWEST, min(_MOST // 4 if quick else _MOST, int(work / max(1.0, each))))
    return Effort(par=4 * count, deals=count, samples=count, own=int(own * count))


def review(
    game: Game,
    match: Record | History,
    *,
    quick: bool = False,
    progress: Progress | None = None,
    seats_to_judge: Iterable[int] | None = None,
) -> Review:
    """Review a finished match, given as its record or as the history of its moves."""
    history, outcome = finished_match(game, match) if isinstance(match, Record) else (match, None)
    return review_of(history, outcome, quick=quick, progress=progress, seats_to_judge=seats_to_judge)


def review_of(
    history: History,
    outcome: Outcome | None = None,
    *,
    quick: bool = False,
    progress: Progress | None = None,
    seats_to_judge: Iterable[int] | None = None,
) -> Review:
    """Review a match that has been replayed; ``outcome`` is how people ended it, where its rules had not."""
    reviewer = Reviewer(history, outcome, quick=quick, seats_to_judge=seats_to_judge)
    while reviewer.step():
        if progress is not None:
            progress(reviewer.steps_done, reviewer.steps_in_all)
    return reviewer.review


def finished_match(game: Game, record: Record) -> tuple[History, Outcome]:
    """Replay a record and say how its match ended; raises where it has not."""
    reason, _, winners = record.result.partition(" ")
    if not record.secret or not record.result or reason == ABANDONED:
        raise unfinished()
    history = verify(record, game)
    outcome = history.state.outcome()
    if outcome is None and reason in ENDED_BY_PEOPLE:
        if reason == DRAW_AGREED:
            outcome = agreed_draw(record.seats)
        else:
            outcome = given_up(record.seats, [int(name[1:]) - 1 for name in winners.split()], reason)
    if outcome is None:
        raise unfinished()
    return history, outcome


def unfinished() -> Mistake:
    return Mistake(
        Text(
            "Only a finished match can be reviewed.",
            "Nur ein beendetes Spiel lässt sich auswerten.",
        )
    )
