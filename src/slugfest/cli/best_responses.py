"""``slugfest lab best-response``: how much somebody gains who trains against one bot."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

from slugfest.kernel import Text, game
from slugfest.lab.best_response import Trained, Training, train
from slugfest.lab.score import Score, percent

from .options import AsJson, GameName, Language, OptionList, Seed, read_options
from .words import check_language

console = Console()
_SAID = Text(
    "Trained in {games} games ({seconds} seconds of one core). On {test} games not trained on:",
    "Trainiert in {games} Spielen ({seconds} Sekunden eines Kerns). In {test} Spielen, die nicht zum Training gehören:",
)
_BEFORE, _AFTER = Text("before", "vorher"), Text("trained", "trainiert")


def best_response(
    name: GameName,
    against: Annotated[str, typer.Option(help="The bot to train against.")] = "expert",
    player: Annotated[str, typer.Option("--with", help="The search that is trained.")] = "search:1000",
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of training.")] = 6,
    variants: Annotated[int, typer.Option(min=2, help="Variants tried in a round.")] = 8,
    deals: Annotated[int, typer.Option(min=1, help="Deals of a heat, each played on all seats.")] = 6,
    test: Annotated[int, typer.Option(min=2, help="Games of the test of each player.")] = 200,
    option: OptionList = None,
    seed: Seed = "best-response",
    as_json: AsJson = False,
    language: Language = "en",
) -> None:
    """Train a player against a bot, and test what it gains on other deals.

    The player is a search with other numbers in its estimate of positions. Its gain is a lower bound of what can be
    gained.
    """
    check_language(language)
    played = game(name)
    asked = Training(against, player, rounds, variants, deals, seed=seed)
    seats = max(2, played.min_seats)
    said = console.print if not as_json else _silent
    found = train(played, seats, read_options(option), asked, max(1, test // 2), said)
    if as_json:
        print(json.dumps(found.as_json(), indent=1))
    else:
        show(found, against, language)


def show(found: Trained, against: str, language: str) -> None:
    """Print what the untrained and the trained player win."""
    line = _SAID.in_language(language)
    facts = {"games": found.games, "seconds": round(found.seconds), "test": found.after.games}
    console.print(line.format(**facts), highlight=False)
    for text, score in ((_BEFORE, found.before), (_AFTER, found.after)):
        console.print(f"  {text.in_language(language)} – {against}: {won(score, language)}", highlight=False)


def won(score: Score, language: str) -> str:
    low, high = score.interval
    return f"{percent(score.rate, language)} ({percent(low, language)} … {percent(high, language)})"


def _silent(_line: str) -> None:
    """Say nothing: the answer is JSON."""
