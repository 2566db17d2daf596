"""``slugfest lab fit``: fit the weights of a game's estimate to games between bots."""

from __future__ import annotations

import json
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import Game, Options, Weights
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.fit import Fitted, fit, write_weights
from slugfest.lab.fit_games import FitExperiment, collect, fit_experiment
from slugfest.lab.fit_gate import GateExperiment, run_gate
from slugfest.lab.score import percent
from slugfest.lab.sequential import BETTER, Question, SequentialTest

from .progress import run_bar
from .words import mistake, say


class FitSettings(NamedTuple):
    """The settings of a fit."""

    seats: int
    options: Options
    bots: list[str]
    games: int
    seed: str
    table: str  # only this one; empty: all of them
    gate: str  # the bot that plays with new numbers and with present ones; empty: nobody does
    question: Question
    write: bool
    data: Path
    workers: int


def run_fit(console: Console, game: Game, asked: FitSettings, as_json: bool, language: str) -> None:
    """Play, fit, print, test new weights against present ones, and write those that win."""
    if find_spec("scipy") is None:
        raise mistake("no_lab")
    experiment = fit_experiment(game, asked.seats, asked.options, asked.bots, asked.games, asked.seed)
    tables = [
        weights
        for weights in game.require_search().weights(experiment.seats, experiment.options)
        if asked.table in ("", weights.table)
    ]
    if not tables:
        raise mistake("no_table", table=asked.table, tables=", ".join(experiment.keys))
    try:
        found = fitted(experiment, asked, tables)
        better = {one.weights.table: one for one in found if one.better}
        test = gate(experiment, asked, better) if better and asked.gate else None
    except OSError as error:
        raise mistake("run_unwritable", folder=asked.data, reason=error.strerror) from error
    written = bool(better) and asked.write and (test is None or test.verdict == BETTER)
    if written:
        for one in better.values():
            try:
                write_weights(one.weights, one.values, origin(one, experiment))
            except OSError as error:
                raise mistake("unwritable", file=one.weights.file, reason=error.strerror) from error
    if as_json:
        print(json.dumps(as_document(experiment, found, test, written), indent=2, ensure_ascii=False))
        return
    for one in found:
        show(console, one, language)
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
    console.print(say(key, language, file=escape(str(tables[0].file))), highlight=False, soft_wrap=True)


def fitted(experiment: FitExperiment, asked: FitSettings, tables: list[Weights]) -> list[Fitted]:
    with run_bar() as bar:
        games = collect(
            experiment, asked.data, PoolExecutor(asked.workers), partial(bar.show, experiment.played.id)
        )
    return [fit(weights, games) for weights in tables]


def gate(experiment: FitExperiment, asked: FitSettings, better: dict[str, Fitted]) -> SequentialTest:
    contest = GateExperiment(
        experiment.played,
        experiment.seats,
        experiment.options,
        asked.gate,
        f"{asked.seed} gate",
        {table: one.values for table, one in better.items()},
        {table: one.weights.values for table, one in better.items()},
        asked.question,
    )
    with run_bar() as bar:
        return run_gate(contest, asked.data, PoolExecutor(asked.workers), partial(bar.show, asked.gate))


def origin(one: Fitted, experiment: FitExperiment) -> str:
    """Where the numbers of a table come from, for its file."""
    return (
        f"{one.positions} positions of {one.games} games between {' and '.join(experiment.bots)}"
        f" (seed {experiment.seed}, {experiment.seats} seats);"
        f" log loss {one.new:.4f} on {one.unseen_games} games not seen"
    )


def as_document(
    experiment: FitExperiment, found: list[Fitted], test: SequentialTest | None, written: bool
) -> dict[str, Any]:
    return {
        "game": experiment.played.id,
        "seats": experiment.seats,
        "options": experiment.options,
        "bots": experiment.bots,
        "seed": experiment.seed,
        "tables": [one.as_json() for one in found],
        "gate": None if test is None else test.as_json(),
        "written": written,
    }


def show(console: Console, one: Fitted, language: str) -> None:
    """Print the weights and how well they predict the winner."""
    table = Table(title=escape(say("fit_title", language, table=one.weights.table)))
    table.add_column("")
    for key in ("fit_present", "fit_new", "fit_error"):
        table.add_column(say(key, language), justify="right")
    for key, present, new, error in zip(
        one.weights.keys, one.weights.values, one.values, one.errors, strict=True
    ):
        table.add_row(
            key, *(number(value, language) for value in (present, new)), f"± {number(error, language)}"
        )
    console.print(table)
    gain, low, high = (number(1000 * value, language, 1) for value in one.gain)
    console.print(
        say(
            "fit_loss",
            language,
            games=one.games,
            unseen=one.unseen_games,
            positions=one.unseen_positions,
            blind=number(one.blind, language, 4),
            present=number(one.present, language, 4),
            new=number(one.new, language, 4),
            gain=gain,
            low=low,
            high=high,
        ),
        highlight=False,
    )


def number(value: float, language: str, digits: int = 3) -> str:
    text = f"{value:.{digits}f}"
    return text.replace(".", ",") if language == "de" else text
