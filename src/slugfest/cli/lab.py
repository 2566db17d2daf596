"""Lab commands: ladder, matchups, balance, bench, export."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.envs.export import Export, ExportBatch, new_export, play_here, write
from slugfest.kernel import Facts, Game, OptionError, Options
from slugfest.lab import MatchUps, ladder, matchups, speed
from slugfest.lab.balance import BalanceExperiment, BalanceSettings, Report, WhatIf, play_all, sweep
from slugfest.lab.balance.charts import lab_installed, png
from slugfest.lab.balance.compare import Comparison, of_folder, side
from slugfest.lab.balance.page import page
from slugfest.lab.balance.taken_out import TakenOut
from slugfest.lab.batches import Executor

from .progress import executor_for, progress_bar, run_bar
from .words import mistake, say

GAMES_A_BATCH: Final = 20  # of an export, played by one worker at a time


class Playing(NamedTuple):
    """Who plays the games of a ladder or of match-ups, and where they are kept."""

    workers: int = 0
    dask: str = ""
    folder: Path | None = None


def run_ladder(
    console: Console,
    game: Game,
    bots: list[str],
    seats: int,
    games: int,
    seed: str,
    options: Options,
    alone: bool,
    how: Playing,
    as_json: bool,
    without_luck: bool = False,
) -> None:
    """Play the ladder and print it."""
    names = [name.strip() for name in bots]
    with playing(how) as executor, run_bar() as bar:
        show = partial(bar.show, game.id)
        report = ladder(
            game, names, seats, games, seed, options, 0, show, alone, executor, how.folder, without_luck
        )
    if as_json:
        print(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        report.show(console)


@contextlib.contextmanager
def playing(how: Playing) -> Iterator[Executor]:
    """The executor; a folder that cannot be written is refused."""
    try:
        with executor_for(how.dask, how.workers) as executor:
            yield executor
    except OSError as error:
        raise mistake("run_unwritable", folder=how.folder, reason=error.strerror) from error


class Matching(NamedTuple):
    """What a table of match-ups is about, and how much of it is printed."""

    games: int
    bot: str
    seed: str
    top: int
    seats: int = 2
    options: Options | None = None


def run_matchups(
    console: Console, game: Game, asked: Matching, how: Playing, out: Path | None, language: str
) -> bool:
    """Play the table, print the ends of it and write the whole; return False if interrupted."""
    with playing(how) as executor, run_bar() as bar:
        table = matchups(
            game,
            asked.games,
            asked.bot,
            asked.seed,
            progress=partial(bar.show, game.id),
            seats=asked.seats,
            options=asked.options,
            executor=executor,
            folder=how.folder,
        )
    if table.done:
        table.show(console, language, asked.top)
    if not table.complete:
        console.print(say("interrupted", language, done=table.done, total=table.total), highlight=False)
    if out is not None and table.done:
        write_table(table, out)
        console.print(say("table_saved", language, file=escape(str(out))), highlight=False, soft_wrap=True)
    return table.complete


def require_writable(out: Path | None) -> None:
    """Raise if a file cannot be written, before anything is played for it."""
    if out is None:
        return
    there = out.exists()
    try:
        with out.open("a", encoding="utf-8"):
            pass
        if not there:
            out.unlink()
    except OSError as error:
        raise mistake("unwritable", file=out, reason=error.strerror) from error


def write_table(table: MatchUps, out: Path) -> None:
    text = table.csv_text() if out.suffix == ".csv" else table.json_text()
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise mistake("unwritable", file=out, reason=error.strerror) from error


def seats_for(game: Game, options: Options) -> int:
    """The fewest seats from two on that the options allow; one only if nothing else is possible."""
    first: OptionError | None = None
    for seats in sorted(game.seat_counts(), key=lambda count: (count < 2, count)):
        try:
            game.settle(seats, options)
        except OptionError as error:
            first = first or error
        else:
            return seats
    assert first is not None
    raise first


class Reporting(NamedTuple):
    """The output of a balance report, and who plays its games."""

    out: Path | None = None
    pictures: bool = False
    as_json: bool = False
    workers: int = 0
    dask: str = ""
    vary: Sequence[str] = ()
    language: str = "en"
    taken_out: bool = False  # of a report about one piece: play without each of its cards, too


def run_balance(console: Console, game: Game, asked: BalanceSettings, wanted: Reporting) -> bool:
    """Play, print and write a balance report; return False if interrupted."""
    out, language = wanted.out, wanted.language
    experiment = BalanceExperiment(game, asked)
    varied: list[WhatIf | TakenOut] = [WhatIf(experiment, sweep(experiment, text)) for text in wanted.vary]
    if asked.about and wanted.taken_out:
        varied.append(TakenOut(experiment))
    with executor_for(wanted.dask, wanted.workers) as executor, run_bar() as bar:
        try:
            played, complete = play_all(experiment, out, executor, partial(bar.show, game.id))
            for what_if in varied:
                complete = complete and what_if.play(played, out, executor, bar.show)
        except OSError as error:
            raise mistake("run_unwritable", folder=out, reason=error.strerror) from error
    report = Report(experiment, played, varied)
    if wanted.as_json:
        print(report.json_text(), end="")
        console = Console(stderr=True)  # keep other output out of the JSON
    else:
        report.show(console, language)
    if not complete:
        total = sum(experiment.groups().values())
        console.print(say("balance_interrupted", language, done=len(played), total=total), highlight=False)
    if out is not None and played:
        for sentence in write_report(report, out, wanted.pictures, language):
            console.print(sentence, highlight=False, soft_wrap=True)
    return complete


def write_report(report: Report, out: Path, pictures: bool, language: str) -> list[str]:
    """Write the page, the data and the pictures; return sentences for the user."""
    try:
        (out / "report.json").write_text(report.json_text(), encoding="utf-8")
        (out / "report.csv").write_text(report.csv_text(), encoding="utf-8")
        if not lab_installed():
            return [
                say("no_lab", language),
                say("report_saved", language, file=escape(str(out / "report.json"))),
            ]
        (out / "report.html").write_text(page(report, language), encoding="utf-8")
        for section in report.sections if pictures else []:
            picture = png(section, report.levels, language)
            if picture is not None:
                (out / f"{section.id}.png").write_bytes(picture)
    except OSError as error:
        raise mistake("unwritable", file=out, reason=error.strerror) from error
    return [say("report_saved", language, file=escape(str(out / "report.html")))]


class Comparing(NamedTuple):
    """What is compared, and where the answer goes."""

    first: str
    second: str
    game: str
    out: Path | None
    as_json: bool
    workers: int
    dask: str
    language: str


def run_compare(console: Console, asked: BalanceSettings, wanted: Comparing) -> bool:
    """Play both sides on the same deals, or read their games, and show the differences; False if interrupted."""
    names = wanted.first, wanted.second
    if all(Path(name).is_dir() for name in names):
        reports = [of_folder(Path(name)) for name in names]
    else:
        if not wanted.game:
            raise mistake("compare_game")
        reports = []
        with executor_for(wanted.dask, wanted.workers) as executor, run_bar() as bar:
            for name in names:
                played = side(wanted.game, name)
                seats = asked.seats or seats_for(played, asked.options)
                experiment = BalanceExperiment(played, asked._replace(seats=seats), equals=True)
                rows, complete = play_all(experiment, None, executor, partial(bar.show, name))
                if not complete:
                    return False
                reports.append(Report(experiment, rows))
    compared = Comparison(names, *reports)
    if wanted.out is not None:
        try:
            wanted.out.write_text(compared.page(wanted.language), encoding="utf-8")
        except OSError as error:
            raise mistake("unwritable", file=wanted.out, reason=error.strerror) from error
    if wanted.as_json:
        print(compared.json_text())
    else:
        compared.show(console, wanted.language)
    return True


def run_bench(console: Console, game: Game, seats: int | None, options: Options, as_json: bool) -> None:
    """Measure a game with the fewest and the most seats, or with the given number."""
    counts = sorted({game.min_seats, game.max_seats}) if seats is None else [seats]
    kinds = {"engine": speed.compiled(), "game": speed.game_compiled(game)}
    found = {count: speed.measure(game, count, game.settle(count, options)) for count in counts}
    if as_json:
        facts = {"compiled": kinds, "seats": {str(count): speeds for count, speeds in found.items()}}
        print(json.dumps({"bench": game.id} | facts, indent=2))
        return
    table = Table(title=f"{game.id}: {kind_of(kinds['game'])} game, {kind_of(kinds['engine'])} engine")
    table.add_column("processor time of one core")
    for count in counts:
        table.add_column("1 seat" if count == 1 else f"{count} seats", justify="right")
    for key, title in {**speed.SPEEDS, "copy_bytes": "bytes a copy holds"}.items():
        if key in found[counts[0]]:
            table.add_row(title, *(f"{found[count][key]:,.0f}" for count in counts))
    console.print(table)


def kind_of(compiled: bool) -> str:
    return "compiled" if compiled else "interpreted"


def play_apart(executor: Executor, export: Export, numbers: Sequence[int]) -> Iterator[list[Facts]]:
    """Let workers play games of an export; yield the decisions of each game, in order."""
    size = max(1, min(GAMES_A_BATCH, -(-len(numbers) // (4 * executor.workers))))
    batches = [
        ExportBatch(export.bots, export.options, export.seed, numbers[first : first + size])
        for first in range(0, len(numbers), size)
    ]
    early: dict[int, list[Facts]] = {}  # batches that were done before an earlier one
    wanted = 0
    for number, result in executor.run(batches, export.game):
        early[number] = result.rows
        while wanted in early:
            for row in early.pop(wanted):
                yield row["decisions"]
            wanted += 1


def run_export(
    console: Console,
    game: Game,
    bots: list[str],
    options: Options,
    games: int,
    seed: str,
    out: Path,
    language: str,
    how: Playing,
) -> bool:
    """Play and write the missing games; return False if interrupted."""
    export = new_export(game, bots, options, games, seed)
    with executor_for(how.dask, how.workers) as executor, progress_bar() as progress:
        bar = progress.add_task(game.id, total=games)
        play = play_here if how.workers == 1 and not how.dask else partial(play_apart, executor)
        try:
            there = write(
                export, out, lambda done, total: progress.update(bar, completed=done, total=total), play
            )
        except OSError as error:
            raise mistake("unwritable", file=out, reason=error.strerror) from error
        except KeyboardInterrupt:
            there = -1
    key = "export_interrupted" if there < 0 else "export_written"
    words = say(key, language, file=escape(str(out)), games=games, there=max(there, 0))
    console.print(words, highlight=False, soft_wrap=True)
    return there >= 0


def require_minari(out: Path) -> None:
    """Raise before anything is played if no Minari dataset can be made of it."""
    if out.suffix != ".parquet":
        raise mistake("minari_parquet", file=out)
    missing = [name for name in ("numpy", "gymnasium", "minari", "PIL") if find_spec(name) is None]
    if missing:
        raise mistake("no_minari")


def run_minari(console: Console, out: Path, name: str, language: str) -> None:
    """Write an export as a dataset of Minari."""
    from slugfest.envs.minari_dataset import write_minari  # needs packages of the extra envs, and Minari

    episodes = write_minari(out, name)
    console.print(say("minari_written", language, name=escape(name), episodes=episodes), highlight=False)
