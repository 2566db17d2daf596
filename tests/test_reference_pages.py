"""Every game's reference page is what the code prints, and says what there is to say."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.cli.describe import description
from slugfest.kernel import FactTypes, Game, Words, games
from slugfest.kernel.facts import typed_dicts

PAGES = Path(__file__).parent.parent / "docs" / "reference"


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_page_is_what_the_code_prints(game: Game) -> None:
    page = PAGES / f"{game.id}.md"
    written = page.read_text(encoding="utf-8")
    assert written == description(game), (
        f"write it anew: slugfest describe {game.id} > docs/reference/{game.id}.md"
    )


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_page_names_every_option_event_and_field(game: Game) -> None:
    page = description(game)
    for option in game.options:
        assert f"| `{option.key}` |" in page
    facts = game.facts or FactTypes()
    for kind in facts.event_kinds():
        assert f"### `{kind}`" in page
        for part in typed_dicts(facts.event(kind))[1:]:
            assert part is Words or f"### {part.__name__}\n" in page
        for field in facts.event_fields(kind):
            assert f"| `{field.name}`" in page
    for seats in game.seat_counts():
        for told in game.learning.fields(seats, game.settle(seats, {})):
            assert f"| `{told.name}` |" in page


def test_the_terminal_prints_it() -> None:
    printed = CliRunner().invoke(app, ["describe", "kapow-cards"])
    assert printed.exit_code == 0
    assert printed.stdout == description(games()["kapow-cards"])
