"""Checks from the terminal: conformance, scenarios, rule coverage."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape

from slugfest.kernel import Game, Options
from slugfest.testing.conformance import check
from slugfest.testing.coverage import Coverage, coverage
from slugfest.testing.scenario import Scenario, ScenarioFailed, find, load, run, stages

from .progress import progress_bar
from .words import mistake, say


class Checking(NamedTuple):
    """What the conformance suite plays and checks."""

    seats: int | None
    options: Options | None
    games: int | None
    seed: int
    bots: list[str]
    only: list[str] | None
    thorough: bool


def run_check(console: Console, game: Game, asked: Checking, language: str) -> bool:
    """Run the conformance suite and print its report."""
    with progress_bar() as progress:
        bar = progress.add_task(game.id, total=None)
        report = check(
            game,
            **asked._asdict(),
            progress=lambda done, total, name: progress.update(
                bar, completed=done, total=total, description=name or game.id
            ),
        )
    console.print(report.text(language), highlight=False, markup=False, soft_wrap=True)
    return report.ok


def run_scenarios(console: Console, files: list[Path], in_words: bool, language: str) -> bool:
    """Run scenario files and print the results; return whether all pass."""
    paths = [path for file in files for path in (find(file) if file.is_dir() else [file])]
    if not paths:
        raise mistake("no_scenarios")
    failed = 0
    for path in paths:
        one = load(path)
        if in_words:
            print_story(console, one, language)
        try:
            run(one)
        except ScenarioFailed as error:
            failed += 1
            console.print(f"[bold red]✗ {escape(str(error))}[/]", highlight=False)
        else:
            title = escape(one.title.in_language(language))
            console.print(f"[green]✓[/] {title} [dim]{escape(', '.join(one.rules))}[/]", highlight=False)
    console.print(f"{len(paths) - failed} passed, {failed} failed", highlight=False)
    return failed == 0


def print_story(console: Console, one: Scenario, language: str) -> None:
    """Print a scenario step by step, in words."""
    console.rule(f"[bold]{escape(one.title.in_language(language))}")
    if one.say is not None:
        console.print(escape(one.say.in_language(language)), highlight=False)
    for number, branch in enumerate(one.branches):
        if branch.title is not None:
            console.print(f"[bold]— {escape(branch.title.in_language(language))} —[/]", highlight=False)
        if branch.say is not None:
            console.print(escape(branch.say.in_language(language)), highlight=False)
        show_course(console, one, number, language)


def show_course(console: Console, one: Scenario, branch: int, language: str) -> None:
    """Print one branch of it."""
    for stage in stages(one, branch=branch):
        game = stage.state.game
        names = [f"P{seat + 1}" for seat in range(stage.state.seats)]
        if stage.step.move:
            console.print(f"[bold]{escape(stage.step.title())}[/]", highlight=False)
        if stage.step.say is not None:
            console.print(f"  {escape(stage.step.say.in_language(language))}", highlight=False)
        if stage.refused is not None:
            refused = f"{stage.refused.text.in_language(language)} ({stage.refused.rule})"
            console.print(f"  [red]{escape(refused)}[/]", highlight=False)
        for event in stage.events:
            sentence = game.describe(event).named(names).in_language(language)
            console.print(f"  [dim]{escape(sentence)}[/]", highlight=False)


def run_coverage(console: Console, game: Game, root: Path, everything: bool, language: str) -> bool:
    """Print the citations of the rules; return whether every testable rule is cited."""
    scenarios, tests = scenarios_of(game, root), root / "tests"
    found = coverage(game, scenarios=scenarios, tests=tests)
    console.print(found.text(language, everything), highlight=False, markup=False, soft_wrap=True)
    for reason in why_nothing(found, scenarios, tests):
        console.print(say(reason, language, scenarios=scenarios, tests=tests, game=game.id), highlight=False)
    return found.ok


def scenarios_of(game: Game, root: Path) -> Path:
    """The folder of a game's scenarios: a package with one game needs none of its own inside ``scenarios/``."""
    own, all_here = root / "scenarios" / game.id, root / "scenarios"
    return all_here if not own.is_dir() and any(all_here.glob("*.toml")) else own


def why_nothing(found: Coverage, scenarios: Path, tests: Path) -> list[str]:
    """Explain why there are no citations at all."""
    if found.citations:
        return []
    if not found.game.rules:
        return ["coverage_no_rules"]
    reasons = [] if scenarios.is_dir() else ["coverage_no_scenarios"]
    reasons += [] if tests.is_dir() else ["coverage_no_tests"]
    return [*reasons, "coverage_no_citations"]
