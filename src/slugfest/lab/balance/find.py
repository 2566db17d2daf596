"""Search a number of the content for a goal: at which health does the golem win half of its games?"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.kernel import ContentError, Mistake, Text, add_variant, content_file, load_toml, slug
from slugfest.kernel.patches import find
from slugfest.lab.batches import Executor
from slugfest.lab.runs import Progress

from .experiment import BalanceExperiment, play_all
from .figures import SURE, Sample
from .vary import changed_further, with_member

MOST_VALUES: Final = 12  # tried
_DRAWS: Final = 4000  # for how sure the answer is


class Tried(NamedTuple):
    """A value and what came of it."""

    value: int
    rate: float
    low: float
    high: float
    games: int

    @property
    def error(self) -> float:
        return max(1e-6, (self.high - self.low) / (2 * SURE))


class Answer(NamedTuple):
    """The value nearest to the goal, with all that were tried, in order of their values."""

    place: str
    today: int
    goal: float
    best: Tried
    sure: float  # the chance that no other value that was tried is nearer
    tried: list[Tried]
    bounded: bool  # the content allows nothing that would reach the goal

    def as_json(self) -> dict[str, Any]:
        return {
            "place": self.place,
            "today": self.today,
            "goal": self.goal,
            "best": self.best._asdict(),
            "sure": round(self.sure, 3),
            "bounded": self.bounded,
            "tried": [one._asdict() for one in self.tried],
        }


class NumberSearch:
    """Plays values of one place until the goal lies between two neighbours, or nothing nearer is allowed."""

    def __init__(
        self,
        base: BalanceExperiment,
        name: str,
        goal: float,
        member: str,
        executor: Executor,
        folder: Path | None = None,
        progress: Callable[[str, Progress], None] | None = None,
    ) -> None:
        file = content_file(base.game.plain_id)
        own = load_toml(file)
        if base.game.variant is not None:
            own = base.game.variant.data(own)
        place = find(own, name, file.name)
        if not isinstance(place.value, int) or isinstance(place.value, bool):
            raise Mistake(
                Text(
                    f"{place.path} is {place.value!r}; only a whole number can be searched",
                    f"{place.path} ist {place.value!r}; gesucht werden kann nur eine ganze Zahl",
                )
            )
        if not 0 < goal < 1:
            raise Mistake(
                Text(
                    f"--rate {goal}: a share between 0 and 1 is needed, such as 0.5",
                    f"--rate {goal}: Ein Anteil zwischen 0 und 1 wird gebraucht, etwa 0.5",
                )
            )
        self.base, self.path, self.today, self.goal = base, place.path, place.value, goal
        self.member = member
        self.executor, self.folder, self.progress = executor, folder, progress
        self.tried: dict[int, Tried | None] = {}  # None: not allowed

    def run(self) -> Answer:
        """Search by doubling steps, then by halving them."""
        start = self.rate(self.today)
        assert start is not None  # the game is played so today
        below = start.rate < self.goal
        step = max(1, abs(self.today) // 8)
        direction = self.direction(step)
        here, bounded = start, False
        while (here.rate < self.goal) == below and here.rate != self.goal:
            if len(self.tried) >= MOST_VALUES:
                break
            following = self.rate(here.value + (direction if below else -direction) * step)
            if following is None:
                if step == 1:
                    bounded = True
                    break
                step = max(1, step // 2)
                continue
            here, step = following, 2 * step
        if not bounded:
            self.halve(below)
        known = sorted((one for one in self.tried.values() if one is not None), key=lambda one: one.value)
        best = min(known, key=lambda one: abs(one.rate - self.goal))
        return Answer(self.path, self.today, self.goal, best, self.sureness(known, best), known, bounded)

    def direction(self, step: int) -> int:
        """Whether a larger number makes the rate higher (1) or lower (-1)."""
        start = self.tried[self.today]
        assert start is not None
        up, down = self.rate(self.today + step), None
        if up is None:
            down = self.rate(self.today - step)
        if up is None and down is None:
            raise Mistake(
                Text(
                    f"{self.path}: neither {self.today + step} nor {self.today - step} is allowed",
                    f"{self.path}: Weder {self.today + step} noch {self.today - step} ist erlaubt",
                )
            )
        rises = up.rate >= start.rate if up is not None else down is not None and down.rate <= start.rate
        return 1 if rises else -1

    def halve(self, below: bool) -> None:
        """Look between the nearest values on both sides of the goal."""
        while len(self.tried) < MOST_VALUES:
            known = sorted((one for one in self.tried.values() if one is not None), key=lambda one: one.value)
            gap = next(
                (
                    (one, other)
                    for one, other in itertools.pairwise(known)
                    if (one.rate < self.goal) != (other.rate < self.goal) and other.value - one.value > 1
                ),
                None,
            )
            if gap is None or self.rate((gap[0].value + gap[1].value) // 2) is None:
                return

    def rate(self, value: int) -> Tried | None:
        """Play a value, once; None if the content does not allow it."""
        if value not in self.tried:
            self.tried[value] = self.play(value)
        return self.tried[value]

    def play(self, value: int) -> Tried | None:
        experiment = self.base
        if value != self.today:
            try:
                changed = add_variant(changed_further(self.base.game, {self.path: value}))
                experiment = BalanceExperiment(changed, self.base.asked, equals=True)
            except ContentError:
                return None
        place = None if self.folder is None else self.folder / slug(f"{self.path} {value}")
        name = f"{self.path} {value}"
        report = None if self.progress is None else self.progress
        on_progress = None if report is None else lambda progress: report(name, progress)
        rows, complete = play_all(experiment, place, self.executor, on_progress)
        if not complete:
            raise KeyboardInterrupt
        sample: Sample = with_member(experiment, rows, self.base.asked.levels[-1], self.member)
        rate, low, high = sample.rate()
        return Tried(value, rate, low or 0.0, 1.0 if high is None else high, sample.games)

    def sureness(self, known: list[Tried], best: Tried) -> float:
        """How often this value is the nearest if every rate is drawn anew from its interval."""
        draw = random.Random(0)
        hits = 0
        for _ in range(_DRAWS):
            distances = {one.value: abs(draw.gauss(one.rate, one.error) - self.goal) for one in known}
            hits += min(distances, key=lambda value: distances[value]) == best.value
        return hits / _DRAWS


def member_of(base: BalanceExperiment, path: str) -> str:
    """The member of the cast that a place belongs to."""
    cast = base.game.reports.cast()
    for step in path.split("."):
        if step in cast:
            return step
    if not cast:
        raise Mistake(
            Text(
                f"{path}: in this game everyone plays with the same things, so nobody wins more often by it",
                f"{path}: In diesem Spiel spielen alle mit denselben Dingen, also gewinnt niemand öfter dadurch",
            )
        )
    raise Mistake(
        Text(
            f"whose win rate? {path} belongs to nobody of the cast; name one with --about: {', '.join(cast)}",
            f"wessen Siegquote? {path} gehört niemandem; nenn jemanden mit --about: {', '.join(cast)}",
        )
    )


__all__ = ["Answer", "NumberSearch", "Tried", "member_of"]
