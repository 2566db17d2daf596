"""What ``lab fit`` and ``lab learn`` share: their settings, the test of new numbers, and what is printed about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from rich.console import Console
from rich.markup import escape

from slugfest.kernel import Options, Weights
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.fit import write_weights
from slugfest.lab.fit_gate import GateExperiment, run_gate
from slugfest.lab.own_games import OwnGames
from slugfest.lab.score import percent
from slugfest.lab.sequential import BETTER, Question, SequentialTest

from .progress import run_bar
from .words import mistake, say


class TrainingSettings(NamedTuple):
    """The settings of a fit or of a belief."""

    seats: int
    options: Options
    bots: list[str]
    games: int
    seed: str
    gate: str  # the bot that plays with new numbers and with present ones; empty: nobody does
    question: Question
    write: bool
    data: Path
    workers: int
    table: str = ""  # only this one; empty: all of them


class NewNumbers(Protocol):
    """Numbers that were found for a table."""

    @property
    def weights(self) -> Weights: ...
    @property
    def values(self) -> list[float]: ...


def gate(
    experiment: OwnGames, asked: TrainingSettings, better: Sequence[NewNumbers]
) -> SequentialTest | None:
    """Let the same bot play with new numbers and with present ones; None if nobody is asked to, or nothing is new."""
    if not better or not asked.gate:
        return None
    contest = GateExperiment(
        experiment.played,
        experiment.seats,
        experiment.options,
        asked.gate,
        f"{asked.seed} gate",
        {one.weights.table: one.values for one in better},
        {one.weights.table: one.weights.values for one in better},
        asked.question,
    )
    with run_bar() as bar:
        return run_gate(contest, asked.data, PoolExecutor(asked.workers), partial(bar.show, asked.gate))


def write_winners(
    asked: TrainingSettings,
    test: SequentialTest | None,
    better: Sequence[NewNumbers],
    origins: Mapping[str, str],
) -> bool:
    """Write numbers that have won, or that nobody tested, with where they come from; whether that was done."""
    if not better or not asked.write or (test is not None and test.verdict != BETTER):
        return False
    for one in better:
        try:
            write_weights(one.weights, one.values, origins[one.weights.table])
        except OSError as error:
            raise mistake("unwritable", file=one.weights.file, reason=error.strerror) from error
    return True


def as_document(
    experiment: OwnGames, found: dict[str, Any], test: SequentialTest | None, written: bool
) -> dict[str, Any]:
    """The whole of it for ``--json``."""
    return {
        "game": experiment.played.id,
        "seats": experiment.seats,
        "options": experiment.options,
        "bots": experiment.bots,
        "seed": experiment.seed,
        **found,
        "gate": None if test is None else test.as_json(),
        "written": written,
    }


def show_verdict(
    console: Console, test: SequentialTest | None, better: bool, written: bool, file: Path, language: str
) -> None:
    """Print what the test said and whether the numbers were written."""
    if not better:
        console.print(say("fit_again", language), highlight=False)
        return
    if test is not None:
        low, high = test.interval
        sentence = test.sentence(*(say(key, language) for key in ("fit_new", "fit_present")))
        rate = percent(test.rate, language)
        console.print(
            f"{sentence.in_language(language)} {rate} ({percent(low, language)} … {percent(high, language)})",
            highlight=False,
        )
    key = "fit_written" if written else "fit_kept"
    console.print(say(key, language, file=escape(str(file))), highlight=False, soft_wrap=True)
