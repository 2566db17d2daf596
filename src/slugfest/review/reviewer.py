"""Reviews a finished match step by step, so that whoever runs it can report progress and stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from slugfest.bots import SearchBot, bot
from slugfest.kernel import (
    Game,
    History,
    Mistake,
    Outcome,
    Record,
    Text,
    agreed_draw,
    given_up,
    verify,
)
from slugfest.kernel.outcome import DRAW_AGREED, ENDED_BY_PEOPLE
from slugfest.kernel.record import ABANDONED

from .account import Account, Effort
from .decisions import Decision, decisions_of, places_to_judge
from .document import Point, Review, ReviewedDecision
from .marks import describe, judge_move
from .moments import moments_of
from .values import QUICK, Values
from .verdicts import verdicts_of

JUDGE: Final = "hard"  # the bot whose search judges decisions, for hints, the coach and reviews
Progress = Callable[[int, int], None]  # steps done, steps in all (an estimate until the end)

# Times what a strong bot looks at for one decision: what the account of a match may cost.
_WORK: Final = 500
_QUICK_WORK: Final = 60  # and in a quick review
_PAIR: Final = 2  # with more seats each iteration costs more, and a quick review looks half as often
_MOST: Final = 32  # positions imagined for one mean
_FEWEST: Final = 2
_MOVES: Final = 400  # divided by the seats: no more moves are judged,
_QUICK_MOVES: Final = 16  # and in a quick review


class Reviewer:
    """The review of one match in the making: call :meth:`step` until it returns False."""

    def __init__(
        self,
        history: History,
        outcome: Outcome | None = None,
        *,
        quick: bool = False,
        seats_to_judge: Iterable[int] | None = None,
        assisted: Iterable[int] = (),
        people: Iterable[int] = (),
        values: Values | None = None,
        level: str = JUDGE,
    ) -> None:
        """``outcome`` is how people ended the match, where its rules had not.

        Decisions with one of the ``assisted`` moves (places in the match) are not judged: a bot or a hint made them.
        Where not every move can be judged, those of ``people`` come first: the coach may have spoken about them.
        ``level`` names the bot that gave hints where the match was played: it judges here as it did there.
        """
        final = outcome or history.state.outcome()
        if final is None:
            raise unfinished()
        self.history = history
        self.quick = quick
        seats = history.state.seats
        iterations = (QUICK if seats <= _PAIR else QUICK // 2) if quick else -1
        self.values = values or Values(history.game, seats, history.options, iterations)
        self.account = Account(history, final, self.values, effort_for(history, self.values, quick))
        self.review = Review(self.values.signature, history.game.id, history.state.rules_played(), seats)
        self.review.quick = quick
        self._judged = set(range(seats) if seats_to_judge is None else seats_to_judge)
        self._assisted = set(assisted)
        self._people = set(people)
        judge = bot(level, history.game)
        self._bot = judge if isinstance(judge, SearchBot) else SearchBot(JUDGE, 0)
        self._waiting: list[MoveToJudge] = []  # the last one first
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
            waiting = self._waiting.pop()
            judge_move(self.history, waiting.decision, waiting.place, waiting.found, self._bot)
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
            places = places_to_judge(self.history, decision)
            if not places:
                continue
            found = describe(self.history, decision)
            found.choice = sum([choice[place] for place in decision.places])
            found.read = sum([read[place] for place in decision.places])
            review.decisions.append(found)
            if decision.seat in self._judged and not self._assisted.intersection(decision.places):
                self._waiting += [MoveToJudge(decision, place, found) for place in places]
        most = (_QUICK_MOVES if self.quick else _MOVES) // review.seats
        if len(self._waiting) > most:
            self._waiting = _costliest(self._waiting, most, self._people)
        self._waiting.reverse()
        self._prepared = True
        self.steps_in_all = self.steps_done + len(self._waiting) + 1

    def _finish(self) -> None:
        self.review.moments = moments_of(self.account, self.review)
        self.review.verdicts = verdicts_of(self.account, self.review)
        self.review.complete = True


class MoveToJudge:
    """A move that waits to be judged, with the decision that it belongs to."""

    def __init__(self, decision: Decision, place: int, found: ReviewedDecision) -> None:
        self.decision = decision
        self.place = place
        self.found = found


def _costliest(waiting: list[MoveToJudge], most: int, people: set[int]) -> list[MoveToJudge]:
    """The moves of whole decisions that seem to have cost most, those of people first, no more than so many; the others
    stay open."""
    found: list[MoveToJudge] = []
    decisions = {id(one.found): one.found for one in waiting}.values()
    for decision in sorted(decisions, key=lambda one: (one.seat not in people, one.choice)):
        moves = [one for one in waiting if one.found is decision]
        if len(found) + len(moves) <= most:
            found += moves
    return found


def effort_for(history: History, values: Values, quick: bool) -> Effort:
    """As many imagined positions as a match of this length leaves time for."""
    seats = history.state.seats
    quick_work = _QUICK_WORK if seats <= _PAIR else _QUICK_WORK // 2
    work = (quick_work if quick else _WORK) * values.part.iterations(seats)
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
    level: str = JUDGE,
) -> Review:
    """Review a finished match, given as its record or as the history of its moves."""
    history, outcome = finished_match(game, match) if isinstance(match, Record) else (match, None)
    return review_of(
        history, outcome, quick=quick, progress=progress, seats_to_judge=seats_to_judge, level=level
    )


def review_of(
    history: History,
    outcome: Outcome | None = None,
    *,
    quick: bool = False,
    progress: Progress | None = None,
    seats_to_judge: Iterable[int] | None = None,
    level: str = JUDGE,
) -> Review:
    """Review a match that has been replayed; ``outcome`` is how people ended it, where its rules had not."""
    reviewer = Reviewer(history, outcome, quick=quick, seats_to_judge=seats_to_judge, level=level)
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
