"""Lab commands: ladder, matchups, balance, bench, export."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.envs.export import new_export, write
from slugfest.kernel import Game, OptionError, Options
from slugfest.lab import MatchUps, ladder, matchups, speed
from slugfest.lab.balance import BalanceExperiment, BalanceSettings, Report, WhatIf, play_all, sweep
from slugfest.lab.balance.charts import lab_installed, png
from slugfest.lab.balance.page import page
from slugfest.lab.batches import Executor

from .progress import executor_for, progress_bar, run_bar
from .words import mistake, say


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


def run_balance(console: Console, game: Game, asked: BalanceSettings, wanted: Reporting) -> bool:
    """Play, print and write a balance report; return False if interrupted."""
    out, language = wanted.out, wanted.language
    experiment = BalanceExperiment(game, asked)
    varied = [WhatIf(experiment, sweep(experiment, text)) for text in wanted.vary]
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


def run_export(
    console: Console,
    game: Game,
    bots: list[str],
    options: Options,
    games: int,
    seed: str,
    out: Path,
    language: str,
) -> bool:
    """Play and write the missing games; return False if interrupted."""
    export = new_export(game, bots, options, games, seed)
    with progress_bar() as progress:
        bar = progress.add_task(game.id, total=games)
        try:
            there = write(export, out, lambda done, total: progress.update(bar, completed=done, total=total))
        except OSError as error:
            raise mistake("unwritable", file=out, reason=error.strerror) from error
        except KeyboardInterrupt:
            there = -1
    key = "export_interrupted" if there < 0 else "export_written"
    words = say(key, language, file=escape(str(out)), games=games, there=max(there, 0))
    console.print(words, highlight=False, soft_wrap=True)
    return there >= 0
