"""Proofs and measurements from the terminal: conformance, scenarios, rule coverage, ladders."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from slugfest.kernel import Game, Options
from slugfest.lab import ladder


def progress_bar() -> Progress:
    """One bar on standard error, gone when the work is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def run_ladder(
    console: Console,
    game: Game,
    bots: list[str],
    seats: int,
    games: int,
    seed: str,
    options: Options,
    workers: int,
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
        )
    if as_json:
        print(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        report.show(console)


def run_check(console: Console, game: Game, seats: int | None, seed: str, thorough: bool) -> bool:
    raise NotImplementedError


def run_scenarios(console: Console, files: list[Path], tell: bool, language: str) -> bool:
    raise NotImplementedError


def run_coverage(console: Console, game: Game, root: Path, everything: bool, language: str) -> bool:
    raise NotImplementedError
