"""Mine puzzles from bots' games or from matches whose players agreed, and check those there are again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import Game, game
from slugfest.lab.puzzles.finishing import (
    ENOUGH,
    answers_in,
    explanation_of,
    finish,
    known_in,
    next_number,
    question_in,
    themes_in,
    unfit,
    write,
)
from slugfest.lab.puzzles.making import Question
from slugfest.lab.puzzles.matches import positions_from
from slugfest.lab.puzzles.mining import Position, answer_kind, positions, table_for
from slugfest.lab.puzzles.rewriting import rewrite
from slugfest.lessons.puzzles import list_puzzles

from .options import GameName, OptionList, read_options
from .progress import progress_bar
from .words import mistake

console = Console()


def puzzles(
    name: GameName,
    count: Annotated[int, typer.Option(min=1, help="How many puzzles to write.")] = 10,
    seed: Annotated[str, typer.Option(help="The same seed gives the same puzzles.")] = "1",
    out: Annotated[Path, typer.Option(help="The folder for the files.")] = Path("puzzles"),
    seats: Annotated[int | None, typer.Option(min=1, help="Seats at the table.")] = None,
    option: OptionList = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="A server's database: mine its finished matches instead of bots' games. "
            "A match is used only if everyone who played in it agreed in their profile.",
        ),
    ] = None,
    agreed: Annotated[
        list[str] | None,
        typer.Option(
            help="With --from: the name of a guest who agreed otherwise, for example in writing; may be repeated."
        ),
    ] = None,
    most: Annotated[
        int, typer.Option(min=0, help="At most this many of one theme in the folder; 0 for no limit.")
    ] = 0,
    most_alike: Annotated[
        int,
        typer.Option(
            min=0,
            help="At most this many in the folder whose right answer is of one kind, such as BARRICADE or ATTACK; "
            "0 for no limit.",
        ),
    ] = 0,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Mine nothing: judge the puzzles in --out again and rewrite their sentences."
        ),
    ] = False,
) -> None:
    """Mine puzzles: positions in which one decision is clearly best and a tempting one clearly worse.

    Every puzzle is a lesson file. The command says how many decisions it looked at and why it rejected the others.
    """
    played = game(name)
    played.require_search()
    if check:
        check_again(played, out)
        return
    if source is None and agreed is not None:
        raise mistake("puzzles_agreed")
    fallen: Counter[str] = Counter()
    answers: Counter[str] = answers_in(out, played) if most_alike else Counter()

    def unwanted(kind: str) -> bool:
        return 0 < most_alike <= answers[kind]

    if source is not None:
        found = positions_from(source, played, agreed or [], fallen, unwanted)
    else:
        found = positions(played, table_for(played, seats, read_options(option)), seed, fallen, unwanted)
    kept = write_puzzles(found, played, out, count, fallen, most, answers)
    show_counts(kept, fallen)


def write_puzzles(
    found: Iterator[Position],
    played: Game,
    out: Path,
    count: int,
    fallen: Counter[str],
    most: int,
    answers: Counter[str],
) -> int:
    """Finish and write positions until there are enough, and count their kinds of answer; how many were written."""
    known = known_in(out, played)
    themes = themes_in(out, played)
    kept = 0
    with progress_bar() as bar:
        task = bar.add_task(played.id, total=count)
        for position in found:
            if position.source in known:
                continue
            question = Question(
                position.state,
                position.seat,
                [decision.moves for decision in position.accepted],
                position.tempting.moves,
                position.source,
            )
            finished = finish(question, fallen)
            if finished is not None and 0 < most <= themes[finished.theme]:
                fallen[ENOUGH] += 1
            elif finished is not None:
                themes[finished.theme] += 1
                answers[answer_kind(played, question.right[0])] += 1
                write(out, finished, next_number(out, played))
                kept += 1
                bar.update(task, completed=kept)
            if kept == count:
                break
    return kept


def check_again(played: Game, folder: Path) -> None:
    """Judge puzzles again and write their sentences as the games say them now; report those that fail."""
    bad: list[str] = []
    listed = list_puzzles(folder, played.id)
    with progress_bar() as bar:
        for puzzle in bar.track(listed, description=played.id):
            explanation = explanation_of(question_in(puzzle.path))
            reason = unfit(explanation)
            if reason:
                bad.append(f"{puzzle.path.name}: {reason}")
            else:
                rewrite(puzzle.path, explanation)
    for line in bad:
        console.print(f"[red]{escape(line)}[/]", highlight=False)
    console.print(f"{len(listed) - len(bad)} of {len(listed)} puzzles hold.", highlight=False)
    if bad:
        raise typer.Exit(1)


def show_counts(kept: int, fallen: Counter[str]) -> None:
    table = Table("what", "positions")
    table.add_row("[green]kept[/]", str(kept))
    for reason, number in fallen.most_common():
        table.add_row(escape(reason), str(number))
    console.print(table)
