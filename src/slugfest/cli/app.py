"""The commands: each reads its arguments, calls the package that does the work, and prints the result."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.markup import escape

import slugfest
from slugfest.kernel import Game, SlugfestError, game, games, read_record, report_broken_games, verify
from slugfest.kernel import rng as kernel_rng
from slugfest.lab.balance import BalanceSettings

from . import analyse as analysis
from . import checks, hosting, lab
from . import puzzles as mining
from .bots import show_bots
from .experiments import lab_app
from .listing import show_games
from .new_game import make_game
from .options import (
    OWN_PROCESS,
    AsJson,
    Dask,
    GameName,
    Language,
    OptionList,
    Programs,
    RunFolder,
    Seed,
    Variants,
    Workers,
    add_variants,
    game_alone,
    game_asked,
    name_programs,
    read_file,
    read_levels,
    read_options,
)
from .play import TerminalGame
from .replay import show_replay
from .reviewing import review
from .verifying import compare_with_notes, show_proof
from .words import asked_language, check_language, mistake, refused

app = typer.Typer(
    help="Superhero tabletop battles: play them, let bots play them, and check them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
app.add_typer(lab_app, name="lab")
app.command()(review)
console = Console()
_ALONE: Final = ("export", "check", "bench")  # commands that play one game in their own process


def main() -> None:
    """Run the command; a user's mistake ends in one sentence and exit code 2."""
    try:
        app(obj=OWN_PROCESS)
    except SlugfestError as error:
        sentence = refused(error, asked_language(sys.argv[1:]))
        Console(stderr=True).print(f"[bold red]slugfest:[/] {escape(sentence)}", highlight=False)
        sys.exit(2)


def compiled() -> bool:
    """Whether the kernel runs compiled."""
    return not str(kernel_rng.__file__).endswith(".py")


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version, and whether it is compiled.")
    ] = False,
) -> None:
    if version:
        console.print(
            f"slugfest {slugfest.__version__} ({'compiled' if compiled() else 'interpreted'})",
            highlight=False,
        )
        raise typer.Exit
    if context.invoked_subcommand not in _ALONE:
        report_broken_games(warn)


def alone(context: typer.Context, name: str, files: list[Path] | None) -> Game:
    """The game of a command that plays nothing else. The others are loaded afterwards, to report broken ones."""
    try:
        return game_alone(context, name, files)
    finally:
        report_broken_games(warn)


def warn(sentence: str) -> None:
    """Print a warning."""
    Console(stderr=True).print(
        f"[bold yellow]slugfest:[/] {escape(sentence)}", highlight=False, soft_wrap=True
    )


@app.command("games")
def list_games(language: Language = "en") -> None:
    """List the games: their seats, and every option with its values."""
    check_language(language)
    show_games(console, list(games().values()), language)


@app.command("bots")
def list_bots(program: Programs = None, language: Language = "en") -> None:
    """List the bots: built-in, installed and named programs, with their options."""
    check_language(language)
    name_programs(program)
    show_bots(console, language)


@app.command()
def play(
    name: GameName,
    bots: Annotated[int, typer.Option(min=0, help="How many bots play with you.")] = 1,
    level: Annotated[
        str,
        typer.Option(
            help="Who they are, as `slugfest bots` lists them: easy, medium, hard, search:2000, … "
            "One for all, or one each, separated by commas."
        ),
    ] = "medium",
    program: Programs = None,
    people: Annotated[int, typer.Option(min=1, help="How many people share this keyboard.")] = 1,
    names: Annotated[str, typer.Option(help="The people's names, separated by commas.")] = "",
    option: OptionList = None,
    seed: Annotated[
        str | None, typer.Option(help="Play the deal of this seed instead of a fresh one.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Write the finished game's record to this file.")
    ] = None,
    variant: Variants = None,
    language: Language = "en",
) -> None:
    """Play in the terminal."""
    check_language(language)
    name_programs(program)
    given = [part.strip() for part in names.split(",") if part.strip()]
    person = "Spieler" if language == "de" else "Player"
    at_table = given + [f"{person} {seat + 1}" for seat in range(len(given), people)]
    table = TerminalGame(
        console,
        game_asked(name, variant),
        at_table[:people],
        read_levels(level, bots),
        read_options(option),
        seed,
        language,
    )
    if table.run() and record is not None:
        table.save(record)


@app.command("new-game")
def new_game(
    name: Annotated[
        str, typer.Argument(help="The id of the new game: small letters, words joined by hyphens.")
    ],
    folder: Annotated[
        Path | None, typer.Option(help="Where to write the package; a folder of that name if not given.")
    ] = None,
) -> None:
    """Make a package with a small game of the core alone that plays and passes its checks: a start for your own."""
    place = folder or Path(name)
    for file in make_game(name, place):
        console.print(f"  {escape(str(file))}", highlight=False)
    console.print(
        f"A game that plays. Next: cd {escape(str(place))}, pip install -e ., pytest, slugfest serve",
        highlight=False,
    )


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record file.")],
    seat: Annotated[int, typer.Option(min=0, help="Show what this seat saw; 0 for a spectator.")] = 0,
    boards: Annotated[bool, typer.Option(help="Show the board after every move.")] = False,
    variant: Variants = None,
    language: Language = "en",
) -> None:
    """Replay a finished match from its record, move by move."""
    check_language(language)
    add_variants(variant)
    record = read_record(read_file(file))
    show_replay(console, game(record.game), record, seat - 1, boards, language)


@app.command("verify")
def verify_record(
    file: Annotated[Path, typer.Argument(help="A record file.")],
    commitment: Annotated[
        str | None, typer.Option(help="The hash of the secret that your browser noted before the start.")
    ] = None,
    nonce: Annotated[
        str | None, typer.Option(help="The number that your browser added to the chance of the match.")
    ] = None,
    variant: Variants = None,
) -> None:
    """Replay a record and check that hash, secret, nonces, every card, every move and the result match."""
    add_variants(variant)
    record = read_record(read_file(file))
    compare_with_notes(record, commitment, nonce)
    history = verify(record, game(record.game))
    show_proof(console, file.name, record, history, commitment, nonce)


@app.command()
def analyse(
    file: Annotated[
        Path, typer.Argument(help="A position document (JSON) or a record; - for standard input.")
    ],
    step: Annotated[
        int | None, typer.Option(min=0, help="Of a record: the position after so many moves.")
    ] = None,
    bots: Annotated[str, typer.Option(help="Which bots to ask, separated by commas.")] = "greedy,medium,hard",
    ideas: Annotated[int, typer.Option(min=1, max=50, help="How many moves to show for each.")] = 5,
    seed: Annotated[str, typer.Option(help="The same seed gives the same answer.")] = "analysis",
    program: Programs = None,
    variant: Variants = None,
    language: Language = "en",
) -> None:
    """Show what each bot would do in a position, and why."""
    check_language(language)
    add_variants(variant)
    name_programs(program)
    state = analysis.position_in(file, step)
    analysis.show_analysis(console, state, bots.split(","), ideas, seed, language)


@app.command()
def position(
    name: GameName,
    seats: Annotated[int, typer.Option(min=1, help="How many seats.")] = 2,
    moves: Annotated[int, typer.Option(min=0, help="Play this many greedy moves first.")] = 0,
    option: OptionList = None,
    seed: Annotated[str, typer.Option(help="The deal.")] = "1",
    variant: Variants = None,
) -> None:
    """Print a position document, to start an analysis or a scenario from."""
    state = analysis.some_position(game_asked(name, variant), seats, read_options(option), seed, moves)
    print(json.dumps(state.position(), indent=2, ensure_ascii=False))


@app.command()
def ladder(
    name: GameName,
    bots: Annotated[str, typer.Option(help="The bots, separated by commas.")] = "random,greedy,medium,hard",
    seats: Annotated[int, typer.Option(min=1, help="Seats at the table.")] = 2,
    count: Annotated[int, typer.Option("--games", min=1, help="Games for each pair.")] = 100,
    seed: Seed = "ladder",
    option: OptionList = None,
    workers: Workers = 0,
    dask: Dask = "",
    run: RunFolder = None,
    alone: Annotated[
        bool, typer.Option("--alone", help="The first bot of a pair has one seat, the second all others.")
    ] = False,
    without_luck: Annotated[
        bool,
        typer.Option("--without-luck", help="Subtract what chance decided: the same answer, fewer games."),
    ] = False,
    as_json: AsJson = False,
    program: Programs = None,
    variant: Variants = None,
) -> None:
    """Play all pairs of bots on swapped seats and print win rates with 95 % intervals.

    Where all play together against the game (solo, co-op), each bot plays by itself.
    """
    name_programs(program)
    lab.run_ladder(
        console,
        game_asked(name, variant),
        bots.split(","),
        seats,
        count,
        seed,
        read_options(option),
        alone,
        lab.Playing(workers, dask, run),
        as_json,
        without_luck,
    )


@app.command()
def export(
    context: typer.Context,
    name: GameName,
    out: Annotated[Path, typer.Option(help="The target: a file .jsonl, or a folder .parquet.")],
    bots: Annotated[
        str, typer.Option(help="The bots, one for each seat, separated by commas.")
    ] = "greedy,greedy",
    count: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: Seed = "export",
    option: OptionList = None,
    program: Programs = None,
    variant: Variants = None,
    language: Language = "en",
) -> None:
    """Write games between bots as data for learning: every decision with observation, legal actions and result.

    The same command resumes an interrupted export; with more games it adds to the existing ones.
    """
    check_language(language)
    name_programs(program)
    names = [one.strip() for one in bots.split(",")]
    played = alone(context, name, variant)
    if not lab.run_export(console, played, names, read_options(option), count, seed, out, language):
        raise typer.Exit(130)


@app.command()
def balance(
    name: GameName,
    bots: Annotated[
        str, typer.Option(help="Strengths of bots, weakest first, separated by commas.")
    ] = "random,greedy,medium",
    seats: Annotated[
        int | None, typer.Option(min=1, help="Seats at the table; default: as few as the options allow.")
    ] = None,
    count: Annotated[
        int, typer.Option("--games", min=1, help="Games of each strength, and of each pair.")
    ] = 200,
    option: OptionList = None,
    picked: Annotated[
        bool,
        typer.Option(
            "--picked", help="Let the bots pick characters and teams instead of drawing them at random."
        ),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="A folder for the page (HTML), the data (CSV, JSON) and the games.")
    ] = None,
    pictures: Annotated[bool, typer.Option("--png", help="Write every chart as a picture, too.")] = False,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            help="What if: klonk.attack=4..7 in the game's content, or an option as pow=3..4; may be repeated."
        ),
    ] = None,
    seed: Seed = "balance",
    workers: Workers = 0,
    dask: Dask = "",
    as_json: AsJson = False,
    program: Programs = None,
    variant: Variants = None,
    language: Language = "en",
) -> None:
    """Report on a game's balance: who wins, how long it takes, what is used, how much skill counts.

    Bots of several strengths play it. With --out the same command resumes an interrupted report; more games are added
    to the existing ones.
    """
    check_language(language)
    name_programs(program)
    played = game_asked(name, variant)
    options = read_options(option)
    if pictures and out is None:
        raise mistake("png_where")
    table = lab.seats_for(played, options) if seats is None else seats
    asked = BalanceSettings(
        table, options, tuple(one.strip() for one in bots.split(",")), count, seed, picked
    )
    wanted = lab.Reporting(out, pictures, as_json, workers, dask, vary or (), language)
    if not lab.run_balance(console, played, asked, wanted):
        raise typer.Exit(130)


@app.command("matchups")
def match_all(
    name: GameName,
    count: Annotated[int, typer.Option("--games", min=1, help="Games for each pairing.")] = 20,
    player: Annotated[str, typer.Option("--bot", help="Who plays both sides.")] = "random",
    seats: Annotated[int, typer.Option(min=2, help="Seats at the table; 4 for pairs of characters.")] = 2,
    option: OptionList = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the whole table to this file: .csv or .json.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="How many of the best and worst to print.")] = 10,
    seed: Seed = "match-ups",
    workers: Workers = 0,
    dask: Dask = "",
    run: RunFolder = None,
    program: Programs = None,
    variant: Variants = None,
    language: Language = "en",
) -> None:
    """Play every line-up of a game (teams, characters) against every other; Ctrl-C keeps finished pairings."""
    check_language(language)
    name_programs(program)
    if out is not None and out.suffix not in (".csv", ".json"):
        raise mistake("table_format", file=out)
    asked = lab.Matching(count, player, seed, top, seats, read_options(option))
    how = lab.Playing(workers, dask, run)
    if not lab.run_matchups(console, game_asked(name, variant), asked, how, out, language):
        raise typer.Exit(130)


@app.command()
def check(
    context: typer.Context,
    name: GameName,
    seats: Annotated[int | None, typer.Option(help="Only this number of seats.")] = None,
    option: OptionList = None,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", help="A bot that plays too and must decide fairly; may be repeated."),
    ] = None,
    count: Annotated[
        int | None, typer.Option("--games", min=1, help="Games at each number of seats.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Only the check of this name; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed checks the same games.")] = 1,
    thorough: Annotated[bool, typer.Option("--thorough", help="Many more games; slow.")] = False,
    program: Programs = None,
    variant: Variants = None,
    language: Language = "en",
) -> None:
    """Run the conformance checks on a game."""
    check_language(language)
    name_programs(program)
    options = read_options(option) if option else None
    asked = checks.Checking(seats, options, count, seed, bots or [], only, thorough)
    if not checks.run_check(console, alone(context, name, variant), asked, language):
        raise typer.Exit(1)


@app.command()
def bench(
    context: typer.Context,
    name: GameName,
    seats: Annotated[int | None, typer.Option(help="Only this number of seats.")] = None,
    option: OptionList = None,
    as_json: AsJson = False,
    variant: Variants = None,
) -> None:
    """Measure how fast a game is on this machine: decisions, games, copies, samples, views and search."""
    lab.run_bench(console, alone(context, name, variant), seats, read_options(option), as_json)


@app.command()
def scenario(
    files: Annotated[list[Path], typer.Argument(help="Scenario files (TOML), or folders of them.")],
    tell: Annotated[bool, typer.Option(help="Print every step in words.")] = False,
    language: Language = "en",
) -> None:
    """Run scenario files: given a position, when these moves, then these facts."""
    check_language(language)
    if not checks.run_scenarios(console, files, tell, language):
        raise typer.Exit(1)


@app.command()
def describe(name: GameName) -> None:
    """Print a game's reference page: moves, events, views, positions and ids (Markdown)."""
    from .describe import description  # slow to import

    print(description(game(name)), end="")


@app.command()
def coverage(
    name: GameName,
    root: Annotated[Path, typer.Option(help="The folder that holds scenarios/ and tests/.")] = Path(),
    everything: Annotated[
        bool, typer.Option("--all", help="List every rule, not only uncited ones.")
    ] = False,
    language: Language = "en",
) -> None:
    """List which scenarios, tests and code cite each rule, and which rules are not cited."""
    check_language(language)
    if not checks.run_coverage(console, game(name), root, everything, language):
        raise typer.Exit(1)


app.command("puzzles")(mining.puzzles)
app.command()(hosting.serve)
app.command("move-store")(hosting.move_store)
app.command()(hosting.backup)
