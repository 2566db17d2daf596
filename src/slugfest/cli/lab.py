"""The lab from the terminal: ladders, match-ups and speeds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.envs.export import new_export, write
from slugfest.kernel import Game, Options
from slugfest.lab import MatchUps, ladder, matchups, speed

from .progress import progress_bar
from .words import mistake, say


def run_ladder(
    console: Console,
    game: Game,
    bots: list[str],
    seats: int,
    games: int,
    seed: str,
    options: Options,
    workers: int,
    alone: bool,
    as_json: bool,
) -> None:
    """Play the ladder and print it."""
    with progress_bar() as progress:
        bar = progress.add_task(game.id, total=None)
        report = ladder(
            game,
            [name.strip() for name in bots],
            seats,
            games,
            seed,
            options,
            workers,
            lambda done, total: progress.update(bar, completed=done, total=total),
            alone,
        )
    if as_json:
        print(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        report.show(console)


class Matching(NamedTuple):
    """How a table of match-ups is played, and how much of it is printed."""

    games: int
    bot: str
    seed: str
    workers: int
    top: int


def run_matchups(console: Console, game: Game, asked: Matching, out: Path | None, language: str) -> bool:
    """Play the table, print the ends of it and write the whole; False if it was interrupted."""
    with progress_bar() as progress:
        bar = progress.add_task(game.id, total=None)
        table = matchups(
            game,
            asked.games,
            asked.bot,
            asked.seed,
            asked.workers,
            lambda done, total: progress.update(bar, completed=done, total=total),
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


def run_bench(console: Console, game: Game, seats: int | None, options: Options, as_json: bool) -> None:
    """Measure a game at its smallest and its largest table, or at the one that was asked for."""
    counts = sorted({game.min_seats, game.max_seats}) if seats is None else [seats]
    kinds = {"engine": speed.compiled(), "game": speed.game_compiled(game)}
    found = {count: speed.measure(game, count, game.settle(count, options)) for count in counts}
    if as_json:
        told = {"compiled": kinds, "seats": {str(count): speeds for count, speeds in found.items()}}
        print(json.dumps({"bench": game.id} | told, indent=2))
        return
    table = Table(title=f"{game.id}: {kind_of(kinds['game'])} game, {kind_of(kinds['engine'])} engine")
    table.add_column("processor time of one core")
    for count in counts:
        table.add_column("1 seat" if count == 1 else f"{count} seats", justify="right")
    for key, title in {**speed.SPEEDS, "copy_bytes": "bytes a copy holds"}.items():
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
    """Play and write what is not there yet; False if it was interrupted."""
    export = new_export(game, bots, options, games, seed)
    with progress_bar() as progress:
        bar = progress.add_task(game.id, total=games)
        try:
            there = write(export, out, lambda done, total: progress.update(bar, completed=done, total=total))
        except OSError as error:
            raise mistake("unwritable", file=out, reason=error.strerror) from error
        except KeyboardInterrupt:
            there = -1
    told = "export_interrupted" if there < 0 else "export_written"
    words = say(told, language, file=escape(str(out)), games=games, there=max(there, 0))
    console.print(words, highlight=False, soft_wrap=True)
    return there >= 0
