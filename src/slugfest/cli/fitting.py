"""``slugfest lab fit``: fit the weights of a game's estimate to games between bots."""

from __future__ import annotations

import json
from functools import partial
from importlib.util import find_spec

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import Game
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.fit import Fitted, fit
from slugfest.lab.fit_games import collect, fit_experiment
from slugfest.lab.own_games import OwnGames

from .progress import run_bar
from .training import TrainingSettings, as_document, gate, show_verdict, write_winners
from .words import mistake, say


def run_fit(console: Console, game: Game, asked: TrainingSettings, as_json: bool, language: str) -> None:
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
        with run_bar() as bar:
            games = collect(experiment, asked.data, PoolExecutor(asked.workers), partial(bar.show, game.id))
        found = [fit(weights, games) for weights in tables]
        better = [one for one in found if one.better]
        test = gate(experiment, asked, better)
    except OSError as error:
        raise mistake("run_unwritable", folder=asked.data, reason=error.strerror) from error
    origins = {one.weights.table: origin(one, experiment) for one in better}
    written = write_winners(asked, test, better, origins)
    if as_json:
        document = as_document(experiment, {"tables": [one.as_json() for one in found]}, test, written)
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return
    for one in found:
        show(console, one, language)
    show_verdict(console, test, bool(better), written, tables[0].file, language)


def origin(one: Fitted, experiment: OwnGames) -> str:
    """Where the numbers of a table come from, for its file."""
    return (
        f"{one.positions} positions of {one.games} games between {' and '.join(experiment.bots)}"
        f" (seed {experiment.seed}, {experiment.seats} seats);"
        f" log loss {one.new:.4f} on {one.unseen_games} games not seen"
    )


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
