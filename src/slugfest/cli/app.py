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
from slugfest.kernel import (
    Game,
    SlugfestError,
    game,
    game_of_record,
    games,
    read_record,
    report_broken_games,
    verify,
)
from slugfest.kernel import rng as kernel_rng
from slugfest.lab.balance import BalanceSettings

from . import analyse as analysis
from . import checks, hosting, lab
from . import puzzles as mining
from .admin import admin_app
from .bots import show_bots
from .experiments import lab_app
from .exploiting import exploitability
from .listing import show_games
from .new_game import make_game
from .new_variant import make_variant
from .options import (
    OWN_PROCESS,
    AsJson,
    Dask,
    GameName,
    Language,
    OptionList,
    OutFolder,
    PersonaFolders,
    Programs,
    RunFolder,
    Seed,
    Variants,
    Workers,
    add_variants,
    game_alone,
    game_asked,
    name_personas,
    name_programs,
    read_file,
    read_levels,
    read_options,
)
from .play import TerminalGame
from .rating import ratings_app
from .replay import show_replay
from .reviewing import review
from .verifying import compare_with_notes, show_proof
from .words import asked_language, check_language, mistake, refused, say

PLAY: Final = "Play"  # the groups of commands in --help
RECORDS: Final = "Look at matches and positions"
LAB: Final = "Compare bots, measure balance"
MAKE: Final = "Make games and variants"
HOST: Final = "Host"
app = typer.Typer(
    help="Superhero tabletop battles: play them, let bots play them, and check them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
app.add_typer(lab_app, name="lab", rich_help_panel=LAB)
app.add_typer(ratings_app, name="ratings", rich_help_panel=LAB)
app.add_typer(admin_app, name="admin", rich_help_panel=HOST)
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


@app.command("games", rich_help_panel=PLAY)
def list_games(language: Language = "en") -> None:
    """List the games: their seats, and every option with its values."""
    check_language(language)
    show_games(console, list(games().values()), language)


@app.command("bots", rich_help_panel=PLAY)
def list_bots(program: Programs = None, personas: PersonaFolders = None, language: Language = "en") -> None:
    """List the bots you can play against, with their strength and their options."""
    check_language(language)
    name_programs(program)
    name_personas(personas)
    show_bots(console, language)


@app.command(rich_help_panel=PLAY)
def play(
    name: GameName,
    bots: Annotated[int, typer.Option(min=0, help="How many bots play.")] = 1,
    level: Annotated[
        str,
        typer.Option(
            help="The bots, as `slugfest bots` lists them: robo-rita, easy, medium, hard, search:2000, … "
            "One for all, or one for each, separated by commas."
        ),
    ] = "medium",
    program: Programs = None,
    personas: PersonaFolders = None,
    people: Annotated[int, typer.Option(min=1, help="How many people share this keyboard.")] = 1,
    names: Annotated[str, typer.Option(help="The people's names, separated by commas.")] = "",
    option: OptionList = None,
    seed: Annotated[str | None, typer.Option(help="Play this deal again instead of a new one.")] = None,
    record: Annotated[
        Path | None, typer.Option(help="Write the finished game's record to this file.")
    ] = None,
    variant: Variants = None,
    language: Language = "en",
) -> None:
    """Play a game in the terminal, against bots or with friends at one keyboard."""
    check_language(language)
    name_programs(program)
    name_personas(personas)
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


@app.command("new-game", rich_help_panel=MAKE)
def new_game(
    name: Annotated[
        str, typer.Argument(help="The id of the new game: lowercase letters, words joined by hyphens.")
    ],
    folder: Annotated[
        Path | None, typer.Option(help="Where to write the package; a folder of that name if not given.")
    ] = None,
) -> None:
    """Start a game of your own: write a small package that plays and passes its checks."""
    place = folder or Path(name)
    for file in make_game(name, place):
        console.print(f"  {escape(str(file))}", highlight=False)
    install = "pip install -e '.[test]'"  # its README says the same
    console.print(
        escape(f"A game that plays. Next: cd {place}, {install}, pytest, slugfest serve"),
        highlight=False,
    )


@app.command("new-variant", rich_help_panel=MAKE)
def new_variant(
    name: GameName,
    file: Annotated[
        Path | None, typer.Argument(help="The file to write; GAME-variant.toml if not given.")
    ] = None,
    language: Language = "en",
) -> None:
    """Write a variant's file for you to edit: every number of a game, with its present value."""
    check_language(language)
    played = game(name)
    place = file or Path(f"{played.plain_id}-variant.toml")
    try:
        numbers = make_variant(played, place)
    except OSError as error:
        raise mistake("unwritable", file=place, reason=error.strerror) from error
    sentence = say("variant_written", language, file=place, numbers=numbers, game=played.plain_id)
    console.print(escape(sentence), highlight=False, soft_wrap=True)


@app.command(rich_help_panel=RECORDS)
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
    show_replay(console, game_of_record(record), record, seat - 1, boards, language)


@app.command("verify", rich_help_panel=RECORDS)
def verify_record(
    file: Annotated[Path, typer.Argument(help="A record file.")],
    commitment: Annotated[
        str | None, typer.Option(help="The fingerprint that your browser noted before the start.")
    ] = None,
    nonce: Annotated[
        str | None, typer.Option(help="The number that your browser added to the randomness of the match.")
    ] = None,
    variant: Variants = None,
) -> None:
    """Check a record: replay it and compare hash, secret, nonces, cards, moves and result."""
    add_variants(variant)
    record = read_record(read_file(file))
    compare_with_notes(record, commitment, nonce)
    history = verify(record, game_of_record(record))
    show_proof(console, file.name, record, history, commitment, nonce)


@app.command(rich_help_panel=RECORDS)
def analyse(
    file: Annotated[
        Path, typer.Argument(help="A position document (JSON) or a record; - for standard input.")
    ],
    step: Annotated[
        int | None, typer.Option(min=0, help="For a record: the position after this many moves.")
    ] = None,
    bots: Annotated[str, typer.Option(help="Which bots to ask, separated by commas.")] = "greedy,medium,hard",
    ideas: Annotated[int, typer.Option(min=1, max=50, help="How many moves to show for each bot.")] = 5,
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


@app.command(rich_help_panel=RECORDS)
def position(
    name: GameName,
    seats: Annotated[int, typer.Option(min=1, help="How many seats.")] = 2,
    moves: Annotated[int, typer.Option(min=0, help="Play this many greedy moves first.")] = 0,
    option: OptionList = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same deal.")] = "1",
    variant: Variants = None,
) -> None:
    """Print a position document, to start an analysis or a scenario from."""
    state = analysis.some_position(game_asked(name, variant), seats, read_options(option), seed, moves)
    print(json.dumps(state.position(), indent=2, ensure_ascii=False))


@app.command(rich_help_panel=LAB)
def ladder(
    name: GameName,
    bots: Annotated[str, typer.Option(help="The bots, separated by commas.")] = "easy,greedy,medium,hard",
    seats: Annotated[int, typer.Option(min=1, help="Seats at the table.")] = 2,
    count: Annotated[int, typer.Option("--games", min=1, help="Games for each pair.")] = 100,
    seed: Seed = "ladder",
    option: OptionList = None,
    workers: Workers = 0,
    dask: Dask = "",
    out: OutFolder = None,
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
        lab.Playing(workers, dask, out),
        as_json,
        without_luck,
    )


@app.command(rich_help_panel=LAB)
def export(
    context: typer.Context,
    name: GameName,
    out: Annotated[Path, typer.Option(help="Where to write: a .jsonl file or a .parquet folder.")],
    bots: Annotated[
        str, typer.Option(help="The bots, one for each seat, separated by commas.")
    ] = "greedy,greedy",
    count: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: Seed = "export",
    option: OptionList = None,
    program: Programs = None,
    variant: Variants = None,
    workers: Workers = 1,
    dask: Dask = "",
    minari: Annotated[
        str,
        typer.Option(
            help="With a .parquet folder: also write a Minari dataset, as my/kapow-cards/greedy-v0."
        ),
    ] = "",
    language: Language = "en",
) -> None:
    """Write games between bots as data for learning: every decision with observation, legal actions and result.

    The same command resumes an interrupted export; with more games it adds to the existing ones.
    """
    check_language(language)
    name_programs(program)
    names = [one.strip() for one in bots.split(",")]
    played = alone(context, name, variant)
    how = lab.Playing(workers, dask)
    if minari:
        lab.require_minari(out)
    if not lab.run_export(console, played, names, read_options(option), count, seed, out, language, how):
        raise typer.Exit(130)
    if minari:
        lab.run_minari(console, out, minari, language)


@app.command(rich_help_panel=LAB)
def balance(
    name: GameName,
    bots: Annotated[
        str, typer.Option(help="Strengths of bots, weakest first, separated by commas.")
    ] = "random,greedy,medium",
    seats: Annotated[
        int | None, typer.Option(min=1, help="Seats at the table; by default as few as the options allow.")
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
    about: Annotated[
        str, typer.Option(help="Play only games with this character, fighter or hero, and report on it.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="A folder for the page (HTML), the data (CSV, JSON) and the games.")
    ] = None,
    pictures: Annotated[bool, typer.Option("--png", help="Also write every chart as a picture.")] = False,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            help="What if: klonk.attack=4..7 in the game's content, a+b=4..7 for places that vary together, or an "
            "option as option.pow=3..4; may be repeated."
        ),
    ] = None,
    taken_out: Annotated[
        bool, typer.Option(help="With --about: play without each of its cards, too.")
    ] = True,
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
        table, options, tuple(one.strip() for one in bots.split(",")), count, seed, picked, about
    )
    wanted = lab.Reporting(out, pictures, as_json, workers, dask, vary or (), language, taken_out)
    if not lab.run_balance(console, played, asked, wanted):
        raise typer.Exit(130)


@app.command("compare", rich_help_panel=LAB)
def compare_games(
    first: Annotated[
        str,
        typer.Argument(help="A variant's file, plain, v2 for version 2 of the rules, or a report's folder."),
    ],
    second: Annotated[str, typer.Argument(help="The same, to compare it with.")],
    name: Annotated[str, typer.Option("--game", help="The game, unless both are folders.")] = "",
    bots: Annotated[
        str, typer.Option(help="Strengths of bots, weakest first, separated by commas.")
    ] = "medium",
    seats: Annotated[int | None, typer.Option(min=1, help="Seats at the table.")] = None,
    count: Annotated[int, typer.Option("--games", min=1, help="Games of each strength.")] = 200,
    option: OptionList = None,
    about: Annotated[str, typer.Option(help="Only games with this character, fighter or hero.")] = "",
    out: Annotated[Path | None, typer.Option(help="Write one page (.html) with every difference.")] = None,
    seed: Seed = "compare",
    workers: Workers = 0,
    dask: Dask = "",
    as_json: AsJson = False,
    program: Programs = None,
    language: Language = "en",
) -> None:
    """Compare two variants, versions of the rules or reports: every measure, with its difference on the same deals."""
    check_language(language)
    name_programs(program)
    lab.require_writable(out)
    asked = BalanceSettings(
        seats or 0,
        read_options(option),
        tuple(one.strip() for one in bots.split(",")),
        count,
        seed,
        False,
        about,
    )
    wanted = lab.Comparing(first, second, name, out, as_json, workers, dask, language)
    if not lab.run_compare(console, asked, wanted):
        raise typer.Exit(130)


@app.command("matchups", rich_help_panel=LAB)
def match_all(
    name: GameName,
    count: Annotated[int, typer.Option("--games", min=1, help="Games for each pairing.")] = 20,
    player: Annotated[str, typer.Option("--bots", "--bot", help="The bot that plays both sides.")] = "greedy",
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
    lab.require_writable(out)
    asked = lab.Matching(count, player, seed, top, seats, read_options(option))
    how = lab.Playing(workers, dask, run)
    if not lab.run_matchups(console, game_asked(name, variant), asked, how, out, language):
        raise typer.Exit(130)


@app.command(rich_help_panel=MAKE)
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
    thorough: Annotated[bool, typer.Option("--thorough", help="Play many more games; slow.")] = False,
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


@app.command(rich_help_panel=MAKE)
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


@app.command(rich_help_panel=MAKE)
def scenario(
    files: Annotated[list[Path], typer.Argument(help="Scenario files (TOML), or folders of them.")],
    tell: Annotated[bool, typer.Option(help="Print every step in words.")] = False,
    language: Language = "en",
) -> None:
    """Run scenario files: given a position, when these moves, then these facts."""
    check_language(language)
    if not checks.run_scenarios(console, files, tell, language):
        raise typer.Exit(1)


@app.command(rich_help_panel=MAKE)
def describe(name: GameName) -> None:
    """Print a game's reference page: moves, events, views, positions and ids (Markdown)."""
    from .describe import description  # slow to import

    print(description(game(name)), end="")


@app.command(rich_help_panel=MAKE)
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


app.command(rich_help_panel=RECORDS)(review)
app.command(rich_help_panel=LAB)(exploitability)
app.command("puzzles", rich_help_panel=LAB)(mining.puzzles)
app.command(rich_help_panel=HOST)(hosting.serve)
app.command("bot-token", rich_help_panel=HOST)(hosting.bot_token)
app.command(rich_help_panel=HOST)(hosting.connect)
app.command("move-store", rich_help_panel=HOST)(hosting.move_store)
app.command(rich_help_panel=HOST)(hosting.backup)
