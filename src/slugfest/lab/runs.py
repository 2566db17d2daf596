"""Runs: something being played, series after series, in a folder that can be left and come back to at any moment.

    RUN/experiment.json        what is played, with every variant in full
    RUN/made.json              what made it: versions, hashes of content, bots, and every session with its engine
    RUN/results/SERIES.jsonl   a game a line, deal after deal

Results are written in the order of their deals, whoever played them and whenever, so a file is always the beginning of
the same file: byte for byte, on any machine and engine. Whatever an interruption has left behind its last whole deal is
cut off when the run goes on. Every game depends on its number alone, so the same plan with more games goes on, too.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final, Generic, NamedTuple, Protocol, TypeVar

from slugfest.kernel import Mistake, Text

from .made import session_facts
from .results import DealFile, hold, read_json, write_whole
from .sequential import GO_ON, Question, SequentialTest
from .work import Batch, Crew, Pace, Row, Series, Task

FORMAT: Final = 1
SAYS: Final = 5.0  # seconds after which a session notes how far it is
_EXPERIMENT: Final = "experiment.json"
_MADE: Final = "made.json"
_RESULTS: Final = "results"


class Plan(Protocol):
    """What a run plays."""

    @property
    def told(self) -> dict[str, Any]:
        """All of it, ready for JSON."""

    @property
    def identity(self) -> str:
        """What a run must have in common with this plan to be gone on with."""

    @property
    def stop(self) -> Question | None:
        """When a series has enough deals, before it has all."""

    def series(self) -> list[Series]:
        """All series; those of one game stand together."""

    def needs(self) -> dict[str, Any]:
        """What must be the same for results to go together, as ``made.needed_by`` tells it."""


Planned = TypeVar("Planned", bound=Plan)


class Progress(NamedTuple):
    """How far a run has come."""

    series: str  # that was worked on last
    deals: int
    total: int  # at the most: a stopping rule may need fewer
    left: float | None = None  # seconds that the rest will take; None: nobody knows yet


class Run(Generic[Planned]):
    """A plan and its folder."""

    def __init__(self, folder: Path, plan: Planned) -> None:
        self.folder = folder
        self.plan = plan
        self.made: dict[str, Any] = {}
        self.series = plan.series()
        self.files = {
            one.key: DealFile(folder / _RESULTS / f"{one.key}.jsonl", one.games) for one in self.series
        }
        self.done: dict[str, int] = {}  # by series: whole deals
        self._hold: IO[bytes] | None = None
        self.tests: dict[str, SequentialTest] = {}

    # ---- the folder ----------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Begin the run, or take it up where it was left. Nobody else may be at it."""
        (self.folder / _RESULTS).mkdir(parents=True, exist_ok=True)
        self._hold = hold(self.folder)
        needs = self.plan.needs()
        if (self.folder / _MADE).is_file():
            self.made = read_json(self.folder / _MADE)
            self._compare(needs)
        else:
            self.made = {"format": FORMAT, "identity": self.plan.identity, "needs": needs, "sessions": []}
        write_whole(self.folder / _EXPERIMENT, self.plan.told)
        write_whole(self.folder / _MADE, self.made)
        self.done = {key: file.mend() for key, file in self.files.items()}
        self._book_all()

    def look(self) -> None:
        """See how far the run has come, and change nothing: somebody may be at it."""
        made = self.folder / _MADE
        self.made = read_json(made) if made.is_file() else {"sessions": []}
        self.done = {key: file.deals() for key, file in self.files.items()}
        self._book_all()

    def rows(self, key: str) -> Iterator[list[Row]]:
        """The deals of a series that are there, as far as the plan wants them."""
        (wanted,) = (one.deals for one in self.series if one.key == key)
        return itertools.islice(self.files[key].read(), wanted)

    def _compare(self, needs: dict[str, Any]) -> None:
        """Refuse to mix what does not go together; what the run has not needed before is noted."""
        if self.made.get("identity") != self.plan.identity:
            raise Mistake(
                Text(
                    f"{self.folder} has the run of another experiment; name another folder with --out",
                    f"{self.folder} hat den Lauf eines anderen Experiments; nenn einen anderen Ordner mit --out",
                )
            )
        known = self.made["needs"]
        for key, value in needs.items():
            before = known.setdefault(key, value)
            if isinstance(value, dict):
                before.update({name: one for name, one in value.items() if name not in before})
                before = {name: before[name] for name in value}
            if before != value:
                raise Mistake(
                    Text(
                        f"{self.folder} was made with {key} {before}, here is {value}: results would not go"
                        " together; begin another run with --out",
                        f"{self.folder} entstand mit {key} {before}, hier ist {value}: Die Ergebnisse würden nicht"
                        " zusammenpassen; beginn einen anderen Lauf mit --out",
                    )
                )

    def _book_all(self) -> None:
        if self.plan.stop is not None:
            for key, file in self.files.items():
                test = self.tests[key] = SequentialTest(self.plan.stop)
                test.book_until_it_knows(_first_points(rows) for rows in file.read())

    def wants(self, series: Series) -> bool:
        """Whether a series needs more deals."""
        test = self.tests.get(series.key)
        return self.done[series.key] < series.deals and (test is None or test.verdict == GO_ON)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to play."""
        return not any(self.wants(one) for one in self.series)

    # ---- playing ---------------------------------------------------------------------------------------------------

    def play(self, crew: Crew, progress: Callable[[Progress], None] | None = None) -> None:
        """Play what is still to be played. Ctrl-C leaves a run that can be gone on with."""
        if self.complete:
            return
        session = {"began": datetime.now(UTC).isoformat(timespec="seconds"), **session_facts()}
        session |= {"deals": 0, "seconds": 0.0, "left": None}
        self.made["sessions"].append(session)
        pace = Pace(crew.workers)

        def note() -> None:
            session["seconds"] = round(pace.elapsed, 1)
            write_whole(self.folder / _MADE, self.made)

        def tell(series: Series, deals: int) -> None:
            session["deals"] += deals
            there = self.progress(series.title, pace)
            session["left"] = there.left
            if pace.elapsed - session["seconds"] >= SAYS:  # for whoever asks how far it is
                note()
            if progress is not None:
                progress(there)

        note()
        try:
            for _, group in itertools.groupby(self.series, key=_game_id):
                wanted = [one for one in group if self.wants(one)]
                if wanted:
                    self._play_series(wanted, crew, pace, tell)
        finally:
            note()

    def progress(self, series: str = "", pace: Pace | None = None) -> Progress:
        wanted = [one for one in self.series if self.wants(one)]
        left = [(one.key, one.deals - self.done[one.key]) for one in wanted]
        done = sum(self.done.values())
        rest = None if pace is None else pace.rest(left)
        return Progress(series, done, done + sum(deals for _, deals in left), rest)

    def _play_series(
        self, wanted: list[Series], crew: Crew, pace: Pace, tell: Callable[[Series, int], None]
    ) -> None:
        """Play series of one game. Batches come back in any order and are written in that of their deals."""
        handed: dict[int, tuple[Series, int]] = {}  # by task: its series and how many deals
        results: dict[int, Batch] = {}
        following = 0

        def tasks() -> Iterator[Task]:
            number = 0
            for series in wanted:
                first = self.done[series.key]
                while first < series.deals and self.wants(series):
                    deals = pace.deals(series.key, series.deals - first)
                    handed[number] = series, deals
                    yield series.task(first, deals)
                    number += 1
                    first += deals

        for number, batch in crew.run(tasks(), wanted[0].game):
            results[number] = batch
            series, deals = handed[number]
            pace.took(series.key, deals, batch.seconds)
            while following in results:
                series, _ = handed.pop(following)
                written = self._write(series, results.pop(following).rows)
                following += 1
                if written:
                    tell(series, written)

    def _write(self, series: Series, rows: list[Row]) -> int:
        """Write the rows of a task, as far as the stopping rule wants them; how many deals that were."""
        test = self.tests.get(series.key)
        wanted: list[Row] = []
        for start in range(0, len(rows), series.games):
            if test is not None and test.verdict != GO_ON:
                break
            deal = rows[start : start + series.games]
            wanted += deal
            if test is not None:
                test.book(_first_points(deal))
        self.files[series.key].append(wanted)
        deals = len(wanted) // series.games
        self.done[series.key] += deals
        return deals


def _game_id(series: Series) -> str:
    return series.game.id


def _first_points(rows: list[Row]) -> list[float]:
    """What the first side got in every game of a deal."""
    return [row["points"][0] for row in rows]


def read_plan(folder: Path) -> dict[str, Any]:
    """What the run of a folder plays."""
    file = folder / _EXPERIMENT
    if not file.is_file():
        raise Mistake(
            Text(
                f"{folder} is no run: it has no {_EXPERIMENT}", f"{folder} ist kein Lauf: {_EXPERIMENT} fehlt"
            )
        )
    return read_json(file)
