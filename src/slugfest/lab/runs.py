"""Runs: an experiment being played, in a folder that can be left and come back to at any moment.

    RUN/experiment.json      what is played, with every variant in full
    RUN/made.json            what made it: versions, hashes of content, bots, and every session with its engine
    RUN/results/CELL.jsonl   a game a line, deal after deal

Results are written in the order of their deals, whoever played them and whenever, so a file is always the beginning of
the same file: byte for byte, on any machine and engine. Whatever an interruption has left behind its last whole deal is
cut off when the run goes on. Every game depends on its number alone, so the same experiment with more games goes on,
too.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from slugfest import __version__
from slugfest.bots import bot
from slugfest.kernel import Game, Mistake, SlugfestError, Text, content_file, plain_id

from .deals import Batch, Cell, Row, Task, play_deals, ways_of
from .experiment import Experiment, experiment
from .pool import LabError, processors, run_each
from .sequential import GO_ON, SequentialTest
from .speed import compiled

FORMAT: Final = 1
TARGET: Final = 1.0  # seconds of work in a task: much more than it costs to hand one out,
CROWD: Final = 100  # and as much longer as there are more workers than this: one scheduler serves them all
MOST_DEALS: Final = 2000  # in a task
SAYS: Final = 5.0  # seconds after which a session notes how far it is
_EXPERIMENT: Final = "experiment.json"
_MADE: Final = "made.json"
_RESULTS: Final = "results"


class Progress(NamedTuple):
    """How far a run has come."""

    cell: str  # that was worked on last
    deals: int
    total: int  # at the most: a stopping rule may need fewer
    games: int = 0  # played in this session
    seconds: float = 0.0  # since it began
    played: int = 0  # deals of this session

    @property
    def left(self) -> float | None:
        """The seconds it will take, at the pace so far; None: nobody knows yet."""
        return (self.total - self.deals) * self.seconds / self.played if self.played else None


class Crew(Protocol):
    """Whoever does the work: the pool of this machine, or a cluster."""

    @property
    def workers(self) -> int:
        """How many tasks are done at once."""

    def run(self, tasks: Iterable[Task], played: Game) -> Iterator[tuple[int, Batch]]:
        """The number of every task and its result, as they come in; tasks are taken as there are workers for them."""


class PoolCrew:
    """The processors of this machine."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or processors()

    def run(self, tasks: Iterable[Task], played: Game) -> Iterator[tuple[int, Batch]]:
        return run_each(play_deals, tasks, self.workers, played)


class CellFile:
    """The results of a cell: whole deals in their order."""

    def __init__(self, path: Path, games: int) -> None:
        self.path = path
        self.games = games  # in a deal

    def read(self) -> Iterator[list[Row]]:
        """The rows of every whole deal, up to where something is missing or broken."""
        for rows, _ in self._whole():
            yield rows

    def deals(self) -> int:
        """How many whole deals there are."""
        return sum(1 for _ in self._whole())

    def mend(self) -> int:
        """Cut off what an interruption has left behind the last whole deal; how many deals there are."""
        ends = [end for _, end in self._whole()]
        count, end = len(ends), ends[-1] if ends else 0
        if self.path.is_file() and self.path.stat().st_size != end:
            with self.path.open("r+b") as file:
                file.truncate(end)
        return count

    def _whole(self) -> Iterator[tuple[list[Row], int]]:
        """The rows of every whole deal, and where in the file they end."""
        if not self.path.is_file():
            return
        with self.path.open("rb") as file:
            end = 0
            rows: list[Row] = []
            for number, line in enumerate(file):
                row = _row(line)
                if row is None or (row.get("deal"), row.get("game")) != divmod(number, self.games):
                    return
                end += len(line)
                rows.append(row)
                if len(rows) == self.games:
                    yield rows, end
                    rows = []

    def append(self, rows: list[Row]) -> None:
        text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
        with self.path.open("ab") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())


def _row(line: bytes) -> Row | None:
    try:
        row = json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
    return row if isinstance(row, dict) else None


class Run:
    """An experiment and its folder."""

    def __init__(self, folder: Path, what: Experiment) -> None:
        self.folder = folder
        self.experiment = what
        self.made: dict[str, Any] = {}
        self.files = {
            cell.key: CellFile(
                folder / _RESULTS / f"{cell.key}.jsonl", len(ways_of(what.game_of(cell), cell))
            )
            for cell in what.cells
        }
        self.done: dict[str, int] = {}  # by cell: whole deals
        self.tests: dict[str, SequentialTest] = {}

    # ---- the folder ----------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Begin the run, or take it up where it was left."""
        (self.folder / _RESULTS).mkdir(parents=True, exist_ok=True)
        needs = needed_by(self.experiment)
        made = self.folder / _MADE
        if made.is_file():
            self.made = json.loads(made.read_text("utf-8"))
            self._compare(self.made, needs)
        else:
            self.made = {
                "format": FORMAT,
                "identity": self.experiment.identity,
                "needs": needs,
                "sessions": [],
            }
        write_whole(self.folder / _EXPERIMENT, self.experiment.told)
        for key, file in self.files.items():
            self.done[key] = file.mend()
        self._book_all()

    def look(self) -> None:
        """See how far the run has come, and change nothing: somebody may be at it."""
        made = self.folder / _MADE
        self.made = json.loads(made.read_text("utf-8")) if made.is_file() else {"sessions": []}
        self.done = {key: file.deals() for key, file in self.files.items()}
        self._book_all()

    def _compare(self, made: dict[str, Any], needs: dict[str, Any]) -> None:
        if made.get("identity") != self.experiment.identity:
            raise Mistake(
                Text(
                    f"{self.folder} has the run of another experiment; name another folder with --out",
                    f"{self.folder} hat den Lauf eines anderen Experiments; nenn einen anderen Ordner mit --out",
                )
            )
        for key, value in needs.items():
            known = made["needs"].get(key)
            if known != value:
                raise Mistake(
                    Text(
                        f"{self.folder} was made with {key} {known}, here is {value}: results would not go"
                        " together; begin another run with --out",
                        f"{self.folder} entstand mit {key} {known}, hier ist {value}: Die Ergebnisse würden nicht"
                        " zusammenpassen; beginn einen anderen Lauf mit --out",
                    )
                )

    def _book_all(self) -> None:
        stop = self.experiment.stop
        if stop is not None:
            for cell in self.experiment.cells:
                test = self.tests[cell.key] = SequentialTest(stop)
                test.book_until_it_knows(_first_points(rows) for rows in self.files[cell.key].read())

    def wants(self, cell: Cell) -> bool:
        """Whether a cell needs more deals."""
        test = self.tests.get(cell.key)
        return self.done[cell.key] < self.experiment.deals and (test is None or test.verdict == GO_ON)

    # ---- playing ---------------------------------------------------------------------------------------------------

    def play(self, crew: Crew, progress: Callable[[Progress], None] | None = None) -> None:
        """Play what is still to be played. Ctrl-C leaves a run that can be gone on with."""
        begun = time.perf_counter()
        session: dict[str, Any] = {
            "began": datetime.now(UTC).isoformat(timespec="seconds"),
            **session_facts(),
        }
        session |= {"deals": 0, "seconds": 0.0}
        self.made["sessions"].append(session)
        write_whole(self.folder / _MADE, self.made)
        games = 0

        def tell(cell: Cell, deals: int, played: int) -> None:
            nonlocal games
            session["deals"] += deals
            games += played
            seconds = round(time.perf_counter() - begun, 1)
            if seconds - session["seconds"] >= SAYS:  # for whoever asks how far it is
                session["seconds"] = seconds
                write_whole(self.folder / _MADE, self.made)
            if progress is not None:
                progress(self.progress(cell.key, games, time.perf_counter() - begun, session["deals"]))

        try:
            for _, group in itertools.groupby(self.experiment.cells, key=lambda cell: cell.game):
                cells = [cell for cell in group if self.wants(cell)]
                if cells:
                    self._play_cells(cells, crew, tell)
        finally:
            session["seconds"] = round(time.perf_counter() - begun, 1)
            write_whole(self.folder / _MADE, self.made)

    def progress(self, cell: str = "", games: int = 0, seconds: float = 0.0, played: int = 0) -> Progress:
        total = 0
        for one in self.experiment.cells:
            total += self.experiment.deals if self.wants(one) else self.done[one.key]
        return Progress(cell, sum(self.done.values()), total, games, seconds, played)

    def _play_cells(self, cells: list[Cell], crew: Crew, tell: Callable[[Cell, int, int], None]) -> None:
        """Play cells of one game. Batches come back in any order and are written in that of their deals."""
        pace = Pace(crew.workers)
        handed: dict[int, Task] = {}
        results: dict[int, Batch] = {}
        following = 0

        def tasks() -> Iterator[Task]:
            for cell in cells:
                first = self.done[cell.key]
                while first < self.experiment.deals and self.wants(cell):
                    deals = pace.deals(cell, self.experiment.deals - first)
                    task = Task(cell, first, deals, self.experiment.seed, self.experiment.measures)
                    handed[len(handed)] = task
                    yield task
                    first += deals

        for number, batch in crew.run(tasks(), self.experiment.game_of(cells[0])):
            results[number] = batch
            pace.took(handed[number], batch.seconds)
            while following in results:
                task, rows = handed[following], results.pop(following).rows
                written = self._write(task, rows)
                following += 1
                if written:
                    tell(task.cell, written, written * self.files[task.cell.key].games)

    def _write(self, task: Task, rows: list[Row]) -> int:
        """Write the rows of a task, as far as the stopping rule wants them; how many deals that were."""
        file, test = self.files[task.cell.key], self.tests.get(task.cell.key)
        wanted: list[Row] = []
        for start in range(0, len(rows), file.games):
            if test is not None and test.verdict != GO_ON:
                break
            deal = rows[start : start + file.games]
            wanted += deal
            if test is not None:
                test.book(_first_points(deal))
        file.append(wanted)
        deals = len(wanted) // file.games
        self.done[task.cell.key] += deals
        return deals


class Pace:
    """How many deals make a task: so many that handing it out costs nothing beside it, and no more than leave work for
    everybody."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._target = TARGET * max(1.0, workers / CROWD)
        self._seconds: dict[str, float] = {}  # of a deal, by cell
        self._latest = 0.0

    def took(self, task: Task, seconds: float) -> None:
        self._latest = self._seconds[task.cell.key] = seconds / task.deals

    def deals(self, cell: Cell, left: int) -> int:
        known = self._seconds.get(cell.key, self._latest)
        wanted = round(self._target / known) if known > 0 else 1
        return max(1, min(wanted, MOST_DEALS, -(-left // (2 * self._workers))))


def _first_points(rows: list[Row]) -> list[float]:
    """What the first side got in every game of a deal."""
    return [row["points"][0] for row in rows]


# ---- what made it --------------------------------------------------------------------------------------------------


def needed_by(what: Experiment) -> dict[str, Any]:
    """What must be the same for results to go together."""
    games = {plain_id(cell.game): what.game_of(cell) for cell in what.cells}
    signatures: dict[str, str] = {}
    for cell in what.cells:
        for name in cell.bots:
            if name not in signatures:
                player = bot(name, what.game_of(cell))
                signatures[name] = player.signature()
                player.close()
    return {
        "slugfest": __version__,
        "rules": {name: played.version for name, played in games.items()},
        "content": {name: content_hash(name) for name in games},
        "bots": signatures,
    }


def content_hash(name: str) -> str:
    """Of a game's content file; empty where it has none."""
    try:
        data = content_file(name).read_bytes()
    except SlugfestError:
        return ""
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()[:16]


def session_facts() -> dict[str, Any]:
    return {
        "engine": "compiled" if compiled() else "interpreted",
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def open_run(folder: Path) -> Run:
    """The run of a folder."""
    file = folder / _EXPERIMENT
    if not file.is_file():
        raise Mistake(
            Text(
                f"{folder} is no run: it has no {_EXPERIMENT}", f"{folder} ist kein Lauf: {_EXPERIMENT} fehlt"
            )
        )
    try:
        told = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise LabError(f"{file} is damaged: {error}") from error
    return Run(folder, experiment(told, str(file)))


def write_whole(path: Path, data: object) -> None:
    """Write a file so that it is there in full or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    draft.replace(path)
