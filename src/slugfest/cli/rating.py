"""``slugfest ratings``: make a server's ratings again from its log, measure anchors, simulate a club."""

from __future__ import annotations

import contextlib
import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import game
from slugfest.lab.persona_ratings import asked_personas
from slugfest.personas import opponents
from slugfest.ratings import VERSION, Ledger, load_anchors
from slugfest.ratings.anchors import FILE
from slugfest.ratings.club import HABITS, Club, Yearly
from slugfest.ratings.measuring import Measured, Measuring, from_personas, measure, write_anchors
from slugfest.ratings.reading import results_in
from slugfest.ratings.results import Result
from slugfest.store import Contents, open_store

from .options import AsJson, GameName, OptionList, Seed, read_options
from .progress import progress_bar

ratings_app = typer.Typer(
    help="Ratings of people, anchored to bots whose strength never changes.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
console = Console()


@ratings_app.command("rebuild")
def rebuild(
    database: Annotated[str, typer.Argument(help="A file, or postgresql://user:password@host/name.")],
    as_json: AsJson = False,
) -> None:
    """Count every finished match of a store again and print the ratings: the same on any machine."""
    results: list[Result] = []
    broken: list[str] = []
    names: dict[str, str] = {}

    def read(contents: Contents) -> None:
        names.update(contents.names)
        with progress_bar() as bar:
            task = bar.add_task("Matches", total=contents.count)
            matches = bar.track(contents.matches, task_id=task)
            results.extend(results_in(matches, game, broken))

    with contextlib.closing(open_store(database)) as store:
        store.read_all(read)
    ledger = Ledger.of(results, load_anchors())
    rows = sorted(ledger.standings.items(), key=lambda row: (str(row[0][0]), -row[1].rating.skill, row[0][1]))
    if as_json:
        ratings = [
            {
                "pool": str(pool),
                "guest": guest,
                "name": names.get(guest, ""),
                "skill": standing.rating.skill,
                "doubt": standing.rating.doubt,
                "points": standing.rating.points,
                "spread": standing.rating.spread,
                "provisional": standing.rating.provisional,
                "matches": standing.matches,
            }
            for (pool, guest), standing in rows
        ]
        print(json.dumps({"version": VERSION, "ratings": ratings, "unreadable": broken}, indent=2))
        return
    table = Table(title=f"Ratings, formula {VERSION}")
    for column in ("pool", "name", "rating", "matches"):
        table.add_column(column)
    for (pool, guest), standing in rows:
        rating = standing.rating
        shown = f"{rating.points} ± {rating.spread}{' ?' if rating.provisional else ''}"
        table.add_row(str(pool), escape(names.get(guest, guest[:8])), shown, str(standing.matches))
    console.print(table)
    if broken:
        console.print(
            f"[yellow]{len(broken)} matches cannot be read and were left out:[/] {', '.join(broken[:10])}"
        )


@ratings_app.command("simulate")
def simulate(
    years: Annotated[int, typer.Option(min=1, max=50, help="How long the club plays.")] = 10,
    people: Annotated[int, typer.Option(min=20, max=5000, help="How many are in the club at a time.")] = 200,
    seed: Annotated[str, typer.Option(help="The same seed gives the same club.")] = "club",
    as_json: AsJson = False,
) -> None:
    """Let a made-up club of known strength play for years, with and without anchors, and compare with the truth."""
    clubs = {"anchored": Club(seed, people), "not anchored": Club(seed, people, anchored=False)}
    found: dict[str, list[Yearly]] = {}
    with progress_bar() as bar:
        for name, club in clubs.items():
            task = bar.add_task(name, total=years)
            found[name] = list(bar.track(club.play(years), task_id=task))
    if as_json:
        print(json.dumps({name: [vars_of(one) for one in lines] for name, lines in found.items()}, indent=2))
        return
    for name, lines in found.items():
        title = f"{name}: {clubs[name].matches} matches, in points"
        table = Table(title=title, box=None, pad_edge=False)  # 80 columns are enough
        for column in ("year", "people", "error", "drift", "spread of the truth", *HABITS):
            table.add_column(column.replace(" ", "\n"), justify="right")
        for one in lines:
            drifts = [f"{one.by_habit[habit]:+.0f}" if habit in one.by_habit else "" for habit in HABITS]
            figures = (f"{one.error:.0f}", f"{one.drift:+.0f}", f"{one.spread:.0f}")
            table.add_row(str(one.year), str(one.people), *figures, *drifts)
        console.print(table)


def vars_of(one: Yearly) -> dict[str, Any]:
    return {
        "year": one.year,
        "people": one.people,
        "error": round(one.error, 1),
        "drift": round(one.drift, 1),
        "spread": round(one.spread, 1),
        "by_habit": {habit: round(value, 1) for habit, value in one.by_habit.items()},
    }


@ratings_app.command("anchor")
def anchor(
    name: GameName,
    seats: Annotated[int, typer.Option(min=1, help="How many play.")] = 2,
    games: Annotated[
        int, typer.Option(min=1, help="Games of each pair, or of each bot against the automated opponent.")
    ] = 100,
    games_strong: Annotated[
        int, typer.Option(min=1, help="Games with a bot that thinks long: dynamo-doc (hard) and vega-vera.")
    ] = 20,
    options: OptionList = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            help="A bot; may be repeated, from the weakest to the strongest; all personas by default.",
        ),
    ] = None,
    seed: Seed = "anchors",
    from_lab: Annotated[
        bool, typer.Option("--personas", help="Take duels as `slugfest lab personas` has measured them.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="Write the figures into anchors.toml.")] = False,
    add: Annotated[
        bool, typer.Option("--add", help="Write them beside the pool's other bots, which stay as they are.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure how strong bots and automated opponents are in a game, where `medium` is 1500."""
    played, pairs = game(name), options or []
    if from_lab:
        found, command = from_personas(played, bots or [])
        _finish(found, command, as_json, write, add)
        return
    chosen = bots or [one.id for one in opponents(played)]
    strong = asked_personas(played)[0][:-1]
    asked = Measuring(seats, read_options(pairs), games, games_strong, seed)
    with progress_bar() as bar:
        task = bar.add_task(played.id, total=None)
        found = measure(played, chosen, strong, asked, lambda what, count: bar.update(task, advance=count))
    parts = [
        f"slugfest ratings anchor {played.id} --seats {seats} --games {games} --games-strong {games_strong}"
    ]
    parts += [f"-o {one}" for one in pairs] + [f"--bot {one}" for one in bots or []] + [f"--seed {seed}"]
    command = " ".join(parts)
    _finish(found, command, as_json, write, add)


def _finish(found: Measured, command: str, as_json: bool, write: bool, add: bool) -> None:
    """Print what was measured, and write it if that was asked for."""
    rows = sorted(found.anchors.items(), key=lambda row: -row[1].points)
    if as_json:
        print(
            json.dumps(
                {
                    "pool": str(found.pool),
                    "command": command,
                    "games": found.games,
                    "anchors": {bot: [one.low, one.points, one.high] for bot, one in rows},
                },
                indent=2,
            )
        )
    else:
        table = Table(title=f"{found.pool}, {found.games} games")
        for column in ("bot", "rating", "95 %"):
            table.add_column(column)
        for bot, one in rows:
            table.add_row(bot, f"{one.points:g}", f"{one.low:g} … {one.high:g}")
        console.print(table)
    if write or add:
        write_anchors(FILE, found, command, add)
