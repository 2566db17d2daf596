"""``slugfest lab personas``: measure how strong the personas of a game are, and write that beside their files."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape

from slugfest.kernel import game
from slugfest.lab.ladder import Ladder, ladder
from slugfest.lab.persona_ratings import asked_personas, ratings_of, write_ratings
from slugfest.personas import FOLDER, add_personas, read_folder

from .options import read_options
from .progress import executor_for, run_bar
from .words import mistake


class PersonaRating(NamedTuple):
    """The settings of ``lab personas``."""

    games: int
    games_strong: int
    options: list[str]  # as key=value
    seed: str
    run: Path | None
    folder: Path | None
    write: bool
    workers: int


def rate(console: Console, name: str, asked: PersonaRating, as_json: bool) -> None:
    """Let neighbours play, print their ratings, and write them if that was asked for."""
    if asked.folder is not None:
        add_personas(asked.folder)
    played, options = game(name), read_options(asked.options)
    ladders: list[Ladder] = []
    strong, quick = asked_personas(played)
    for part, games, personas in (("quick", asked.games, quick), ("strong", asked.games_strong, strong)):
        if len(personas) < 2:
            continue
        try:
            with executor_for("", asked.workers) as executor, run_bar() as bar:
                report = ladder(
                    played,
                    personas,
                    max(2, played.min_seats),
                    games,
                    asked.seed,
                    options,
                    progress=partial(bar.show, played.id),
                    executor=executor,
                    folder=None if asked.run is None else asked.run / part,
                    neighbours=True,
                )
        except OSError as error:
            raise mistake("run_unwritable", folder=asked.run, reason=error.strerror) from error
        ladders.append(report)
    found = ratings_of(ladders)
    if as_json:
        print(json.dumps({own: list(one) for own, one in found.items()}, indent=1))
    else:
        for report in ladders:
            report.show(console)
        for own, one in sorted(found.items(), key=lambda one: -one[1].rating):
            console.print(f"{own:<12} {one.rating}  {one.low} … {one.high}", highlight=False)
    if asked.write:
        place = asked.folder or FOLDER
        chosen = "".join(f" -o {one}" for one in asked.options)
        counts = f"--games {asked.games} --games-strong {asked.games_strong}"
        command = f"slugfest lab personas {played.id} {counts}{chosen} --seed {asked.seed}"
        there = {one.id for one in read_folder(place)}
        kept = {one: rating for one, rating in sorted(found.items(), key=lambda one: one[1]) if one in there}
        console.print(escape(str(write_ratings(place, played.id, command, kept))), highlight=False)
