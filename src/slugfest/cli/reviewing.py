"""``slugfest review``: where the result of a finished match came from, and what would have been better."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import game_of_record, read_record
from slugfest.review import Review, ReviewedDecision, finished_match, review_of

from .options import AsJson, Language, Variants, add_variants, read_file
from .progress import progress_bar
from .words import check_language

_WORDS: Final = {
    "en": {
        "working": "Reviewing the match",
        "account": "Where the result came from, in points of 100",
        "seat": "Player",
        "par": "Par",
        "cards": "Luck",
        "reads": "Reads",
        "choices": "Choices",
        "result": "Result",
        "note": "Luck: cards and dice. Choices: what decisions changed as far as one could know. "
        "Reads: what they met of the others’ secrets.",
        "moments": "Moments",
        "marks": "Decisions that cost something",
        "no_marks": "No decision was clearly worse than the best one.",
        "inaccuracy": "inaccuracy",
        "mistake": "mistake",
        "blunder": "blunder",
        "step": "step {step}",
        "round": "round {round}",
        "better": "Better: {label}",
    },
    "de": {
        "working": "Das Spiel wird ausgewertet",
        "account": "Woher das Ergebnis kam, in Punkten von 100",
        "seat": "Wer",
        "par": "Erwartung",
        "cards": "Glück",
        "reads": "Gespür",
        "choices": "Entscheidungen",
        "result": "Ergebnis",
        "note": "Glück: Karten und Würfel. Entscheidungen: was sie änderten, soweit man es wissen konnte. "
        "Gespür: was sie von den Geheimnissen der anderen trafen.",
        "moments": "Augenblicke",
        "marks": "Entscheidungen, die etwas gekostet haben",
        "no_marks": "Keine Entscheidung war deutlich schlechter als die beste.",
        "inaccuracy": "Ungenauigkeit",
        "mistake": "Fehler",
        "blunder": "Patzer",
        "step": "Schritt {step}",
        "round": "Runde {round}",
        "better": "Besser: {label}",
    },
}
_TERMS: Final = ("par", "cards", "reads", "choices", "result")


def review(
    file: Annotated[Path, typer.Argument(help="The record of a finished match, or - for standard input.")],
    quick: Annotated[
        bool, typer.Option("--quick", help="Imagine fewer games: rougher, in about two seconds.")
    ] = False,
    as_json: AsJson = False,
    variant: Variants = None,
    language: Language = "en",
) -> None:
    """Review a finished match: luck, reads and choices of every player, and the decisions that cost something."""
    check_language(language)
    add_variants(variant)
    record = read_record(read_file(file))
    history, outcome = finished_match(game_of_record(record), record)
    with progress_bar() as bars:
        task = bars.add_task(_WORDS[language]["working"], total=None)
        found = review_of(
            history,
            outcome,
            quick=quick,
            progress=lambda done, total: bars.update(task, completed=done, total=total),
        )
    if as_json:
        print(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
        return
    names = record.players or [f"P{seat + 1}" for seat in range(record.seats)]
    show_review(Console(), found, game_of_record(record).name.in_language(language), names, language)


def show_review(console: Console, found: Review, title: str, names: list[str], language: str) -> None:
    """Print a review for people."""
    words = _WORDS[language]
    console.rule(f"[bold]{escape(title)}")
    console.print(account_table(found, names, language))
    for seat, verdict in enumerate(found.verdicts):
        sentence = verdict.named(names).in_language(language)
        console.print(f"[bold]{escape(names[seat])}:[/] {escape(sentence)}", highlight=False)
    console.print(f"\n[bold]{words['moments']}[/]")
    for moment in found.moments:
        sentence = moment.text.named(names).in_language(language)
        step = words["step"].format(step=moment.step)
        console.print(f"  {escape(sentence)} [dim]({step})[/]", highlight=False)
    marked = [decision for decision in found.decisions if decision.mark is not None]
    console.print(f"\n[bold]{words['marks' if marked else 'no_marks']}[/]")
    for decision in marked:
        show_decision(console, decision, names, language)


def account_table(found: Review, names: list[str], language: str) -> Table:
    """The four terms and the result of every seat."""
    words = _WORDS[language]
    table = Table(title=words["account"], caption=words["note"])
    table.add_column(words["seat"])
    for term in _TERMS:
        table.add_column(words[term], justify="right")
    for seat in range(found.seats):
        amounts = [found.par, found.cards, found.reads, found.choices, found.result]
        cells = [points(amount[seat], language, index in (1, 2, 3)) for index, amount in enumerate(amounts)]
        table.add_row(escape(names[seat]), *cells)
    return table


def points(amount: int, language: str, signed: bool) -> str:
    """Millionths of a win as points of 100."""
    text = f"{amount / 10_000:+.1f}" if signed else f"{amount / 10_000:.1f}"
    return text.replace(".", ",") if language == "de" else text


def show_decision(console: Console, decision: ReviewedDecision, names: list[str], language: str) -> None:
    """One marked decision, the better one and the reason."""
    words = _WORDS[language]
    assert decision.mark is not None
    assert decision.loss is not None
    where = words["round"].format(round=decision.round) + ", " if decision.round else ""
    where += words["step"].format(step=decision.step)
    label = decision.label.named(names).in_language(language)
    cost = points(-decision.loss, language, True)
    console.print(
        f"  [bold]{escape(names[decision.seat])}[/] ({where}): {escape(label)} "
        f"[bold red]{words[decision.mark]}[/] {cost}",
        highlight=False,
    )
    if decision.better is not None:
        better = decision.better.label.named(names).in_language(language)
        console.print(f"    {escape(words['better'].format(label=better))}", highlight=False)
    if decision.reason is not None:
        console.print(
            f"    [dim]{escape(decision.reason.named(names).in_language(language))}[/]", highlight=False
        )
