"""Proofs and measurements from the terminal: conformance, scenarios, rule coverage, ladders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from slugfest.kernel import Game, Options
from slugfest.lab import ladder
from slugfest.testing.conformance import check


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


class Checking(NamedTuple):
    """Which games the conformance suite plays, and by which checks it judges them."""

    seats: int | None
    options: Options | None
    games: int | None
    seed: int
    bots: list[str]
    only: list[str] | None
    thorough: bool


def run_check(console: Console, game: Game, asked: Checking, language: str) -> bool:
    """Run the conformance suite and print its report."""
    with progress_bar() as progress:
        bar = progress.add_task(game.id, total=None)
        report = check(
            game,
            **asked._asdict(),
            progress=lambda done, total, name: progress.update(
                bar, completed=done, total=total, description=name or game.id
            ),
        )
    console.print(report.text(language), highlight=False, markup=False, soft_wrap=True)
    return report.ok


def run_scenarios(console: Console, files: list[Path], tell: bool, language: str) -> bool:
    raise NotImplementedError


def run_coverage(console: Console, game: Game, root: Path, everything: bool, language: str) -> bool:
    raise NotImplementedError
