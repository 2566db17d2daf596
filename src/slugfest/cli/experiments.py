"""``slugfest lab``: run experiments from a file or from flags, show their progress and results."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from slugfest.bots import bot
from slugfest.kernel import game, load_toml, read_range, read_value, slug
from slugfest.lab.balance import BalanceExperiment, BalanceSettings, is_report, open_report
from slugfest.lab.balance.find import NumberSearch, member_of
from slugfest.lab.batches import Executor
from slugfest.lab.experiment import Experiment, experiment, open_run
from slugfest.lab.luck import ProofSetting, prove
from slugfest.lab.merging import merge
from slugfest.lab.run_report import compare, run_json, run_text, show_comparison, show_report, show_status
from slugfest.lab.runs import Run, read_spec
from slugfest.lab.score import percent
from slugfest.lab.sequential import Question
from slugfest.review.values import KINDS, Values

from . import fitting, learning
from .best_responses import best_response
from .lab import require_writable, seats_for
from .options import (
    AsJson,
    Dask,
    Language,
    OptionList,
    Programs,
    Seed,
    Variants,
    Workers,
    game_asked,
    name_programs,
    read_options,
)
from .persona_rating import PersonaRating, rate
from .progress import executor_for, progress_bar, run_bar
from .training import TrainingSettings
from .words import check_language, mistake, say

lab_app = typer.Typer(
    help="Experiments: many games between bots, on this machine or on many.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
console = Console()

RUNS = Path("lab-runs")  # the default folder of runs
Folder = Annotated[Path, typer.Argument(help="The folder of a run.")]


lab_app.command("best-response")(best_response)


@lab_app.command("run")
def run_experiment(
    what: Annotated[
        Path | None, typer.Argument(help="An experiment (TOML), or the folder of a run to resume.")
    ] = None,
    name: Annotated[str, typer.Option("--game", help="A game's id.")] = "",
    seats: Annotated[int, typer.Option(min=0, help="Seats at the table.")] = 0,
    bots: Annotated[str, typer.Option(help="One bot for all, or one a side, separated by commas.")] = "",
    pairs: Annotated[str, typer.Option(help="Bots that all play each other, for ratings.")] = "",
    option: OptionList = None,
    line_ups: Annotated[str, typer.Option(help="Who meets: all, or a+b,c+d.")] = "",
    variant: Annotated[
        list[str] | None,
        typer.Option(help="A variant's file, or plain for the game itself; may be repeated."),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="What to vary, as klonk.attack=4..7 or option.mode=duel,team; may be repeated."),
    ] = None,
    sample: Annotated[int, typer.Option(min=0, help="Draw this many settings at random instead of all.")] = 0,
    count: Annotated[int, typer.Option("--games", min=0, help="Games of every setting.")] = 0,
    better: Annotated[
        str, typer.Option(help="Stop when it is known which of two win rates is true: 0.5..0.55.")
    ] = "",
    measure: Annotated[
        list[str] | None, typer.Option(help="What to measure in every game; may be repeated.")
    ] = None,
    seed: Seed = "",
    out: Annotated[Path | None, typer.Option(help="The folder of the run.")] = None,
    workers: Workers = 0,
    dask: Dask = "",
    program: Programs = None,
    language: Language = "en",
) -> None:
    """Play or resume an experiment. Flags override the file.

    The same command resumes an interrupted run (Ctrl-C); with more games it adds to the existing ones.
    """
    check_language(language)
    name_programs(program)
    flags = {
        "game": name,
        "seats": seats,
        "bots": _names(bots),
        "pairs": _names(pairs),
        "options": read_options(option),
        "line_ups": _line_ups(line_ups),
        "variants": list(variant or []),
        "vary": dict(read_range(text) for text in vary or []),
        "sample": sample,
        "games": count,
        "stop": _stop(better),
        "measure": list(measure or []),
        "seed": seed,
    }
    run = _asked_run(what, {key: value for key, value in flags.items() if value}, out)
    with executor_for(dask, workers) as executor:
        finished = _play(run, executor, language)
    if not finished:
        raise typer.Exit(130)


@lab_app.command("review-proof")
def review_proof(
    name: Annotated[str, typer.Argument(help="A game's id.")],
    seats: Annotated[int, typer.Option(min=0, help="Seats at the table; 0 for the fewest.")] = 0,
    option: OptionList = None,
    bots: Annotated[
        str, typer.Option(help="The bots, separated by commas; each seat draws one at random.")
    ] = "greedy,random",
    count: Annotated[int, typer.Option("--games", min=2, help="How many games.")] = 1000,
    seed: Seed = "proof",
    values: Annotated[str, typer.Option(help=f"What positions are worth: {', '.join(KINDS)}.")] = Values.name,
    deals: Annotated[int, typer.Option(min=1, help="Re-deals at every moment of chance.")] = 4,
    samples: Annotated[int, typer.Option(min=0, help="Samples at every decision.")] = 4,
    iterations: Annotated[
        int,
        typer.Option(
            min=-1,
            help="Iterations of the search behind every value; 0 for the game's estimate, -1 as in reviews.",
        ),
    ] = -1,
    keep: Annotated[
        Path | None,
        typer.Option(
            help="A file for the games, one a line: the same command resumes, and more games are added."
        ),
    ] = None,
    workers: Workers = 0,
    as_json: AsJson = False,
) -> None:
    """Show that the luck in reviews has mean zero, and how much subtracting it lowers the variance of results."""
    if values not in KINDS:
        raise mistake("no_values", values=values, there=", ".join(KINDS))
    played = game(name)
    options = read_options(option)
    table = seats or seats_for(played, options)
    players = tuple(bots.split(","))
    setting = ProofSetting(table, options, players, seed, values, deals, samples, iterations)
    with executor_for("", workers) as executor, progress_bar() as bars:
        task = bars.add_task(name, total=count)
        proof = prove(
            played, setting, count, executor, lambda done, _: bars.update(task, completed=done), keep
        )
    if as_json:
        print(json.dumps(proof.as_json(), indent=2))
    else:
        console.print(proof.table())


@lab_app.command("fit")
def fit_estimate(
    name: Annotated[str, typer.Argument(help="A game's id.")],
    seats: Annotated[int, typer.Option(min=0, help="Seats at the table; 0 for the fewest.")] = 0,
    option: OptionList = None,
    bots: Annotated[
        str, typer.Option(help="The bots, separated by commas; one of them plays all seats of a game.")
    ] = "easy,greedy",
    count: Annotated[int, typer.Option("--games", min=10, help="Games to fit to.")] = 4000,
    seed: Seed = "fit",
    table: Annotated[str, typer.Option(help="Only this table of estimate.toml.")] = "",
    gate: Annotated[
        str, typer.Option(help="The bot that plays with new numbers and with present ones; none for no test.")
    ] = "medium",
    better: Annotated[
        str, typer.Option(help="The two win rates that this test distinguishes.")
    ] = "0.5..0.53",
    most: Annotated[int, typer.Option(min=1, help="Give up after this many deals.")] = 2000,
    write: Annotated[bool, typer.Option(help="Write numbers that won into estimate.toml.")] = True,
    data: Annotated[Path, typer.Option(help="The folder where the games are kept.")] = RUNS,
    workers: Workers = 0,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Fit the numbers of a game's estimate to games between bots, and write those that win.

    A fifth of the games is held out to evaluate the numbers. If the new ones are better there, the same bot plays with
    both until a sequential test decides which is stronger. The same command resumes after Ctrl-C.
    """
    check_language(language)
    asked = _training(name, seats, option, bots, count, seed, gate, better, most, write, data, workers)
    _train(
        partial(fitting.run_fit, console, game(name), asked._replace(table=table), as_json), data, language
    )


@lab_app.command("find")
def find_number(
    name: Annotated[str, typer.Argument(help="A game's id.")],
    place: Annotated[str, typer.Argument(help="A number of its content, such as golem.top or klonk.attack.")],
    rate: Annotated[float, typer.Option(help="The share of games to be won.")] = 0.5,
    about: Annotated[str, typer.Option(help="Whose games to count; by default its owner's.")] = "",
    player: Annotated[str, typer.Option("--bots", help="The bot that plays both sides.")] = "medium",
    seats: Annotated[
        int, typer.Option(min=0, help="Seats at the table; 0 for as few as the options allow.")
    ] = 0,
    count: Annotated[int, typer.Option("--games", min=20, help="Games of every value.")] = 400,
    option: OptionList = None,
    seed: Seed = "find",
    out: Annotated[Path | None, typer.Option(help="Keep the games in this folder, to resume.")] = None,
    workers: Workers = 0,
    dask: Dask = "",
    variant: Variants = None,
    program: Programs = None,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Find the value of a number at which someone wins as often as you want, and say how sure that is."""
    check_language(language)
    name_programs(program)
    played = game_asked(name, variant)
    options = read_options(option)
    asked = BalanceSettings(seats or seats_for(played, options), options, (player,), count, seed)
    whole = BalanceExperiment(played, asked, equals=True)
    member = about or member_of(whole, place)
    base = BalanceExperiment(played, asked._replace(about=member), equals=True)
    with executor_for(dask, workers) as executor, run_bar() as bar:
        try:
            answer = NumberSearch(base, place, rate, member, executor, out, bar.show).run()
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except OSError as error:
            raise mistake("run_unwritable", folder=out, reason=error.strerror) from error
    if as_json:
        print(json.dumps(answer.as_json(), indent=1))
        return
    best = answer.best
    facts = {"who": played.reports.cast()[member].in_language(language), "place": answer.place}
    numbers = {
        "rate": best.rate,
        "low": best.low,
        "high": best.high,
        "goal": answer.goal,
        "sure": answer.sure,
    }
    spelled = {key: percent(number, language) for key, number in numbers.items()}
    whole_numbers = {"value": best.value, "games": best.games, "today": answer.today}
    console.print(say("found_number", language, **facts, **spelled, **whole_numbers), highlight=False)
    if answer.bounded:
        console.print(say("found_bound", language), highlight=False)
    for one in answer.tried:
        low, high = percent(one.low, language), percent(one.high, language)
        console.print(f"  {one.value}: {percent(one.rate, language)} ({low} … {high})", highlight=False)


@lab_app.command("learn")
def learn_belief(
    name: Annotated[str, typer.Argument(help="A game's id.")],
    seats: Annotated[int, typer.Option(min=0, help="Seats at the table; 0 for the fewest.")] = 0,
    option: OptionList = None,
    bots: Annotated[
        str, typer.Option(help="The bots, separated by commas; one of them plays all seats of a game.")
    ] = "search:400",
    count: Annotated[int, typer.Option("--games", min=10, help="Games to learn from.")] = 1000,
    seed: Seed = "learn",
    gate: Annotated[
        str, typer.Option(help="The bot that plays with new numbers and with present ones; none for no test.")
    ] = "expert",
    better: Annotated[
        str, typer.Option(help="The two win rates that this test distinguishes.")
    ] = "0.5..0.55",
    most: Annotated[int, typer.Option(min=1, help="Give up after this many deals.")] = 600,
    write: Annotated[bool, typer.Option(help="Write numbers that won into belief.toml.")] = True,
    data: Annotated[Path, typer.Option(help="The folder where the games are kept.")] = RUNS,
    workers: Workers = 0,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Learn from games between bots what is likely hidden where, and write it if the expert plays better with it.

    A fifth of the games is held out. If the new numbers tell hidden cards better there, the same bot plays with both
    until a sequential test decides. The same command gives the same numbers and resumes after Ctrl-C.
    """
    check_language(language)
    asked = _training(name, seats, option, bots, count, seed, gate, better, most, write, data, workers)
    _train(partial(learning.run_learn, console, game(name), asked, as_json), data, language)


def _training(
    name: str,
    seats: int,
    option: list[str] | None,
    bots: str,
    count: int,
    seed: str,
    gate: str,
    better: str,
    most: int,
    write: bool,
    data: Path,
    workers: int,
) -> TrainingSettings:
    """The settings of ``lab fit`` and ``lab learn``, checked."""
    stop = _stop(better or "..")
    if gate != "none":
        bot(gate, game(name)).close()  # refused before any game is played
    return TrainingSettings(
        seats or game(name).min_seats,
        read_options(option),
        _names(bots),
        count,
        seed,
        "" if gate == "none" else gate,
        Question(stop["worse"], stop["better"], most=most).checked(),
        write,
        data,
        workers,
    )


def _train(work: Callable[[str], None], data: Path, language: str) -> None:
    """Do it; whoever interrupts it is told that it can be resumed."""
    try:
        work(language)
    except KeyboardInterrupt:
        console.print(say("fit_interrupted", language, folder=data), highlight=False)
        raise typer.Exit(130) from None


@lab_app.command("personas")
def rate_personas(
    name: Annotated[str, typer.Argument(help="A game's id.")],
    count: Annotated[int, typer.Option("--games", min=2, help="Games between each two neighbours.")] = 400,
    strong: Annotated[
        int, typer.Option("--games-strong", min=2, help="The same where one of them thinks long.")
    ] = 200,
    option: OptionList = None,
    seed: Seed = "personas",
    run: Annotated[Path | None, typer.Option(help="Keep the games in this folder, to resume.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--personas", help="A folder with personas of your own, who play too."),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Write the ratings into ratings.toml beside the personas.")
    ] = False,
    workers: Workers = 0,
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Measure how strong the personas of a game are: each plays the next stronger one on swapped seats."""
    check_language(language)
    asked = PersonaRating(count, strong, option or [], seed, run, folder, write, workers)
    rate(console, name, asked, as_json)


def _asked_run(what: Path | None, flags: dict[str, Any], out: Path | None) -> Run[Experiment]:
    """The run of a folder, or of a file and flags."""
    if what is not None and what.is_dir():
        if out is not None or set(flags) - {"games"}:
            raise mistake("only_games", folder=what)
        run = open_run(what)
        return Run(what, experiment(run.experiment.spec | flags, what.name)) if flags else run
    spec = load_toml(what) if what is not None else {}
    for key, value in flags.items():
        both = isinstance(value, dict) and isinstance(spec.get(key), dict)
        spec[key] = spec[key] | value if both else value
    if not spec:
        raise mistake("no_experiment")
    if what is None:
        found = experiment(spec)
        return Run(out or RUNS / _name(found), found)
    return Run(out or RUNS / what.stem, experiment(spec, what.name, what.parent))


def _play(run: Run[Experiment], executor: Executor, language: str) -> bool:
    """Play a run to its end; False if it was interrupted."""
    try:
        run.prepare()
        start = run.progress()
        console.print(
            say("run_begins", language, folder=run.folder, done=start.deals, total=start.total),
            highlight=False,
        )
        with run_bar() as bar:
            run.play(executor, partial(bar.show, run.name))
    except KeyboardInterrupt:
        run.look()
        left = run.progress()
        console.print(
            say("run_interrupted", language, folder=run.folder, done=left.deals, total=left.total),
            highlight=False,
        )
        return False
    except OSError as error:
        raise mistake("run_unwritable", folder=run.folder, reason=error.strerror) from error
    show_report(run, console, language)
    return True


@lab_app.command()
def status(
    folders: Annotated[list[Path], typer.Argument(help="Folders of runs.")], language: Language = "en"
) -> None:
    """Show the progress of runs, even while they are played."""
    check_language(language)
    for folder in folders:
        spec = read_spec(folder)
        run = open_report(folder, spec) if is_report(spec) else open_run(folder)
        run.look()
        show_status(run, console, language)


@lab_app.command()
def report(
    folder: Folder,
    as_json: AsJson = False,
    parquet: Annotated[
        Path | None, typer.Option(help="Write all games to this Parquet file, with their settings.")
    ] = None,
    language: Language = "en",
) -> None:
    """Show the results of a run: win rates with intervals that respect deals, by side and by seat."""
    check_language(language)
    require_writable(parquet)
    run = open_run(folder)
    run.look()
    if parquet is not None:
        from slugfest.lab.tables import write_parquet  # needs pyarrow, of the extra `lab`

        rows = write_parquet(run, parquet)
        console.print(say("parquet_written", language, file=escape(str(parquet)), rows=rows), highlight=False)
    elif as_json:
        print(run_text(run_json(run)))
    else:
        show_report(run, console, language)


@lab_app.command("merge")
def merge_runs(
    out: Annotated[Path, typer.Argument(help="A new folder.")],
    folders: Annotated[list[Path], typer.Argument(help="Folders of runs that differ in their seeds only.")],
    language: Language = "en",
) -> None:
    """Merge runs of one experiment with different seeds, played in different places, and report on all their games."""
    check_language(language)
    try:
        run = merge(out, folders)
    except OSError as error:
        raise mistake("run_unwritable", folder=out, reason=error.strerror) from error
    show_report(run, console, language)


@lab_app.command("compare")
def compare_runs(one: Folder, other: Folder, as_json: AsJson = False, language: Language = "en") -> None:
    """Compare two runs: differences with intervals, and whether they are identical."""
    check_language(language)
    first, second = open_run(one), open_run(other)
    first.look()
    second.look()
    if as_json:
        print(run_text(compare(first, second)))
    else:
        show_comparison(first, second, console, language)


# ---- reading what was asked ------------------------------------------------------------------------------------------


def _names(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _line_ups(text: str) -> Any:
    if text in ("", "all"):
        return text
    return [[member.strip() for member in one.split("+")] for one in text.split(",")]


def _stop(text: str) -> dict[str, Any]:
    if not text:
        return {}
    worse, better = (read_value(part) for part in text.partition("..")[::2])
    if not all(isinstance(rate, int | float) for rate in (worse, better)):
        raise mistake("no_rates", text=text)
    return {"worse": worse, "better": better}


def _name(found: Experiment) -> str:
    return f"{slug(str(found.spec.get('game', 'sweep')))}-{found.identity[:8]}"
