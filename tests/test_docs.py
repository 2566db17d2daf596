"""The documentation tells the truth: its code runs, and the game it builds keeps every promise."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from slugfest.bots import bot
from slugfest.kernel import Game
from slugfest.lab import play_game
from slugfest.testing.conformance import check

ROOT = Path(__file__).parent.parent


def code_of(page: str) -> list[str]:
    return re.findall(
        r"^```python\n(.*?)^```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL | re.MULTILINE
    )


@pytest.fixture(scope="module")
def hero_rush() -> Game:
    """The game that docs/adding-a-game.md builds."""
    names: dict[str, Any] = {"__name__": "hero_rush"}
    for block in code_of("adding-a-game.md"):
        exec(compile(block, "docs/adding-a-game.md", "exec"), names)
    game = names["GAME"]
    assert isinstance(game, Game)
    return game


def test_the_game_of_the_tutorial_keeps_every_promise(hero_rush: Game) -> None:
    report = check(hero_rush, bots=["greedy"])
    assert report.ok, report.text()


def test_bots_play_the_game_of_the_tutorial(hero_rush: Game) -> None:
    played = play_game(
        hero_rush, [bot("search:50", hero_rush), bot("random", hero_rush), bot("random", hero_rush)]
    )
    assert played.outcome.reason == "MOST_ROUNDS"


def test_every_file_and_page_the_documentation_names_exists() -> None:
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} names {target}"


def test_the_code_in_the_readme_runs_as_shown() -> None:
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 0
    assert failures == 0
