"""Runs: an experiment being played, series after series, in a folder. It can be interrupted and resumed at any time.

    RUN/experiment.json        what is played, with every variant in full
    RUN/made.json              provenance: versions, hashes of content, bots, and every session with its engine
    RUN/results/SERIES.jsonl   a game a line, deal after deal

Results are written in the order of their deals, whoever played them and whenever, so a file is always a prefix of the
same file, byte for byte, on any machine and engine. What an interruption left after the last whole deal is cut off when
the run is resumed. A game depends on its number alone, so the same experiment with more games continues a run, too.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final, Generic, NamedTuple, Protocol, TypeVar

from slugfest.kernel import Mistake, Text

from .batches import Batch, BatchResult, Executor, Row, Series, Throughput
from .provenance import session_facts
from .results import DealFile, DealList, lock, read_json, write_json
from .sequential import GO_ON, Question, SequentialTest

FORMAT: Final = 1
NOTE_EVERY: Final = 5.0  # seconds after which a session records how far it is
_EXPERIMENT: Final = "experiment.json"
_PROVENANCE: Final = "made.json"
_RESULTS: Final = "results"


class AnyExperiment(Protocol):
    """What a run plays."""

    @property
    def spec(self) -> dict[str, Any]:
        """The whole experiment, ready for JSON."""

    @property
    def identity(self) -> str:
        """A hash of everything that must be the same for a run to be resumed."""

    @property
    def stop(self) -> Question | None:
        """When a series has enough deals, before it has all."""

    def series(self) -> list[Series]:
        """All series; those of one game are adjacent."""

    def needs(self) -> dict[str, Any]:
        """The provenance that results must share, from ``provenance_of``."""


Kind = TypeVar("Kind", bound=AnyExperiment)


class Progress(NamedTuple):
    """How far a run is."""

    series: str  # the one played last
    deals: int
    total: int  # at most: a stopping rule may need fewer
    left: float | None = None  # remaining seconds; None: unknown


OnProgress = Callable[[Progress], None]


class Run(Generic[Kind]):
    """An experiment and its folder; without a folder everything is kept in memory."""

    def __init__(self, folder: Path | None, experiment: Kind) -> None:
        self._folder = folder
        self.name = experiment.spec.get("game", "run") if folder is None else folder.name
        self.experiment = experiment
        self.provenance: dict[str, Any] = {}
        self.series = experiment.series()
        self.files: dict[str, DealFile | DealList] = {
            one.key: DealList(one.games)
            if folder is None
            else DealFile(folder / _RESULTS / f"{one.key}.jsonl", one.games)
            for one in self.series
        }
        self.done: dict[str, int] = {}  # by series: whole deals
        self._left: dict[str, int] = {}  # by unfinished series: deals to play
        self.tests: dict[str, SequentialTest] = {}
        self._lock: IO[bytes] | None = None

    # ---- the folder ----------------------------------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        assert self._folder is not None, "this run is in memory"
        return self._folder

    def prepare(self) -> None:
        """Start or resume the run. No other process may play it meanwhile."""
        needs = self.experiment.needs()
        self.provenance = {
            "format": FORMAT,
            "identity": self.experiment.identity,
            "needs": needs,
            "sessions": [],
        }
        if self._folder is not None:
            (self._folder / _RESULTS).mkdir(parents=True, exist_ok=True)
            self._lock = lock(self._folder)
            if (self._folder / _PROVENANCE).is_file():
                self.provenance = read_json(self._folder / _PROVENANCE)
                self._compare(needs)
            write_json(self._folder / _EXPERIMENT, self.experiment.spec)
            self.save()
        self.done = {key: file.repair() for key, file in self.files.items()}
        self._book_all()

    def look(self) -> None:
        """Read how far the run is, and change nothing: another process may be playing it."""
        made = None if self._folder is None else self._folder / _PROVENANCE
        if made is not None:
            self.provenance = read_json(made) if made.is_file() else {"sessions": []}
        self.done = {key: file.deals() for key, file in self.files.items()}
        self._book_all()

    def rows(self, key: str) -> Iterator[list[Row]]:
        """The finished deals of a series, at most as many as the experiment wants."""
        (wanted,) = (one.deals for one in self.series if one.key == key)
        return itertools.islice(self.files[key].read(), wanted)

    def save(self) -> None:
        """Write what made this run."""
        if self._folder is not None:
            write_json(self._folder / _PROVENANCE, self.provenance)

    def _compare(self, needs: dict[str, Any]) -> None:
        """Raise if new results cannot be combined with those of the folder; record new requirements."""
        if self.provenance.get("identity") != self.experiment.identity:
            raise Mistake(
                Text(
                    f"{self.folder} has the run of another experiment; name another folder",
                    f"{self.folder} hat den Lauf eines anderen Experiments; nenn einen anderen Ordner",
                )
            )
        known = self.provenance["needs"]
        for key, value in needs.items():
            before = known.setdefault(key, value)
            if isinstance(value, dict):
                before.update({name: one for name, one in value.items() if name not in before})
                before = {name: before[name] for name in value}
            if before != value:
                raise Mistake(
                    Text(
                        f"{self.folder} was made with {key} {before}, here is {value}: results would not go"
                        " together; start another run in another folder",
                        f"{self.folder} entstand mit {key} {before}, hier ist {value}: Die Ergebnisse würden nicht"
                        " zusammenpassen; beginn einen anderen Lauf in einem anderen Ordner",
                    )
                )

    def _book_all(self) -> None:
        if self.experiment.stop is not None:
            for key, file in self.files.items():
                test = self.tests[key] = SequentialTest(self.experiment.stop)
                test.book_until_it_knows(_first_points(rows) for rows in file.read())
        self._left = {one.key: one.deals - self.done[one.key] for one in self.series if self.wants(one)}

    def wants(self, series: Series) -> bool:
        """Whether a series needs more deals."""
        test = self.tests.get(series.key)
        return self.done[series.key] < series.deals and (test is None or test.verdict == GO_ON)

    @property
    def complete(self) -> bool:
        """Whether all series are finished."""
        return not self._left

    # ---- playing ---------------------------------------------------------------------------------------------------

    def play(self, executor: Executor, on_progress: OnProgress | None = None) -> None:
        """Play what is missing. Ctrl-C leaves a run that can be resumed."""
        if self.complete:
            return
        if "merged" in self.experiment.spec:
            raise Mistake(
                Text(
                    f"{self.name} was merged from other runs; resume one of those and merge again",
                    f"{self.name} ist aus anderen Läufen vereint; setz einen von ihnen fort und vereine noch einmal",
                )
            )
        session = {"began": datetime.now(UTC).isoformat(timespec="seconds"), **session_facts()}
        session |= {"deals": 0, "seconds": 0.0, "left": None}
        self.provenance["sessions"].append(session)
        throughput = Throughput(executor)

        def note() -> None:
            session["seconds"] = round(throughput.elapsed, 1)
            self.save()

        def written(series: Series, deals: int) -> None:
            session["deals"] += deals
            progress = self.progress(series.title, throughput)
            session["left"] = progress.left
            if throughput.elapsed - session["seconds"] >= NOTE_EVERY:  # for `slugfest lab status`
                note()
            if on_progress is not None:
                on_progress(progress)

        note()
        try:
            for _, group in itertools.groupby(self.series, key=_game_id):
                wanted = [one for one in group if self.wants(one)]
                if wanted:
                    self._play_series(wanted, executor, throughput, written)
        finally:
            note()

    def progress(self, series: str = "", throughput: Throughput | None = None) -> Progress:
        done = sum(self.done.values())
        seconds = None if throughput is None else throughput.remaining(self._left.items())
        return Progress(series, done, done + sum(self._left.values()), seconds)

    def _play_series(
        self,
        wanted: list[Series],
        executor: Executor,
        throughput: Throughput,
        on_written: Callable[[Series, int], None],
    ) -> None:
        """Play series of one game. Batches finish in any order and are written in the order of their deals."""
        submitted: dict[int, tuple[Series, int]] = {}  # by batch: its series and number of deals
        results: dict[int, BatchResult] = {}
        following = 0

        def batches() -> Iterator[Batch]:
            number = 0
            for series in wanted:
                first = self.done[series.key]
                while first < series.deals and self.wants(series):
                    deals = throughput.batch_size(series.key, series.deals - first)
                    submitted[number] = series, deals
                    yield series.batch(first, deals)
                    number += 1
                    first += deals

        for number, result in executor.run(batches(), wanted[0].game):
            results[number] = result
            series, deals = submitted[number]
            throughput.record(series.key, deals, result.seconds)
            while following in results:
                series, _ = submitted.pop(following)
                count = self._write(series, results.pop(following).rows)
                following += 1
                if count:
                    on_written(series, count)

    def _write(self, series: Series, rows: list[Row]) -> int:
        """Write the rows of a batch, up to where the stopping rule ends; return the number of deals."""
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
        self._left[series.key] = series.deals - self.done[series.key]
        if not self.wants(series):
            del self._left[series.key]
        return deals


def _game_id(series: Series) -> str:
    return series.game.id


def _first_points(rows: list[Row]) -> list[float]:
    """What the first side got in every game of a deal."""
    return [row["points"][0] for row in rows]


def read_spec(folder: Path) -> dict[str, Any]:
    """The experiment of a run's folder, as it was written."""
    file = folder / _EXPERIMENT
    if not file.is_file():
        raise Mistake(
            Text(
                f"{folder} is no run: it has no {_EXPERIMENT}", f"{folder} ist kein Lauf: {_EXPERIMENT} fehlt"
            )
        )
    return read_json(file)
