"""``slugfest lab learn``: learn what a game's expert believes about hidden things from games between bots."""

from __future__ import annotations

import json
from functools import partial

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import Game
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.learn import Learned, collect, learn, learn_experiment
from slugfest.lab.own_games import OwnGames
from slugfest.lab.sequential import SequentialTest

from .fitting import number
from .progress import run_bar
from .training import TrainingSettings, as_document, gate, show_verdict, write_winners
from .words import mistake, say


def run_learn(console: Console, game: Game, asked: TrainingSettings, as_json: bool, language: str) -> None:
    """Play, learn, print, test the new numbers against the present ones, and write them if they win."""
    experiment = learn_experiment(game, asked.seats, asked.options, asked.bots, asked.games, asked.seed)
    weights = game.require_search().belief()
    assert weights is not None  # learn_experiment has refused a game without
    try:
        with run_bar() as bar:
            games = collect(experiment, asked.data, PoolExecutor(asked.workers), partial(bar.show, game.id))
        found = learn(weights, games)
        better = [found] if found.better else []
        test = gate(experiment, asked, better)
    except OSError as error:
        raise mistake("run_unwritable", folder=asked.data, reason=error.strerror) from error
    written = write_winners(asked, test, better, {weights.table: origin(found, experiment, test)})
    if as_json:
        document = as_document(experiment, {"belief": found.as_json()}, test, written)
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return
    show(console, found, language)
    show_verdict(console, test, found.better, written, weights.file, language)


def origin(found: Learned, experiment: OwnGames, test: SequentialTest | None) -> str:
    """Where the numbers come from, for their file."""
    gated = "" if test is None else f"; {100 * test.rate:.1f} % against the numbers before"
    return (
        f"{found.things} hidden cards in {found.games} games between {' and '.join(experiment.bots)}"
        f" (seed {experiment.seed}, {experiment.seats} seats);"
        f" log loss {found.new:.4f} on {found.unseen_games} games not seen, uniform {found.uniform:.4f}{gated}"
    )


def show(console: Console, found: Learned, language: str) -> None:
    """Print the numbers and how well they tell what is hidden."""
    table = Table(title=escape(say("fit_title", language, table=found.weights.table)))
    table.add_column("")
    for key in ("fit_present", "fit_new"):
        table.add_column(say(key, language), justify="right")
    for key, present, new in zip(found.weights.keys, found.weights.values, found.values, strict=True):
        table.add_row(key, f"{present:.0f}", f"{new:.0f}")
    console.print(table)
    gain, low, high = (number(1000 * value, language, 1) for value in found.gain)
    console.print(
        say(
            "learn_loss",
            language,
            games=found.games,
            unseen=found.unseen_games,
            things=found.unseen_things,
            uniform=number(found.uniform, language, 4),
            present=number(found.present, language, 4),
            new=number(found.new, language, 4),
            gain=gain,
            low=low,
            high=high,
        ),
        highlight=False,
    )
