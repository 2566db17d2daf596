"""Measures of play: made from whole games, the same in reports and runs; the formulas are tested by their pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from slugfest.bots import bot
from slugfest.kernel import game
from slugfest.lab import play_game
from slugfest.lab.deals import MEASURES as NOTED
from slugfest.lab.measures import MEASURES, decisiveness, drama, lead, measures_of

PAGES = Path(__file__).parents[2] / "docs" / "measures"


@pytest.mark.parametrize("name", ["kapow-cards", "kapow-dice", "custom-heroes", "tag-team"])
def test_every_measure_of_every_game_lies_where_it_can(name: str) -> None:
    played_game = game(name)
    played = play_game(played_game, [bot("greedy", played_game)] * 2, seed="measures")
    found = measures_of(played)
    assert set(found) == {one.key for one in MEASURES}
    for one in MEASURES:
        assert 0 <= found[one.key] <= 1 if one.rate else found[one.key] >= 1, one.key
    assert measures_of(played) == found
    assert NOTED["play"](played) == {f"play_{key}": value for key, value in found.items()}


def test_players_in_turns_wait_half_of_the_time_and_sides_of_two_spread_half_their_lead() -> None:
    cards = game("kapow-cards")
    found = measures_of(play_game(cards, [bot("random", cards)] * 2, seed="turns"))
    assert found["downtime"] == 0.5
    assert abs(found["lead"] - 2 * found["spread"]) < 0.001


def test_a_lead_that_was_lost_again_decides_nothing_and_is_no_drama() -> None:
    turns = [[0.9, 0.1], [0.4, 0.6], [0.9, 0.1]]
    assert decisiveness(turns, 0) == 1 / 3
    assert round(drama(turns, 0) or 0, 6) == round(0.2 / 3, 6)
    assert lead([]) is None


def test_every_measure_has_a_page_with_a_formula_and_an_example() -> None:
    pages = {path.stem: path.read_text("utf-8") for path in PAGES.glob("*.md")}
    assert set(pages) == {one.key for one in MEASURES} | {"skill-trace"}
    for text in pages.values():
        assert "**Formula.**" in text
        assert "**By hand.**" in text
        assert "assert " in text
