"""Why a turn is better than another: what is said is true of the hand."""

from __future__ import annotations

import pytest

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.shown.reasons import After
from slugfest.kernel import EVEN, STANDING, Contrast
from slugfest.kernel.coaching import MATERIAL

from .table import GAME, heroes, player, top

pytestmark = pytest.mark.compiled


def why(state: Battle, what: str, best: list[str], other: list[str], theme: str = "") -> str:
    contrast = Contrast(what)
    contrast.theme = theme
    contrast.best_line = [GAME.parse(move) for move in best]
    contrast.next_line = [GAME.parse(move) for move in other]
    assert GAME.teaching is not None
    found = GAME.teaching.reason(state, 0, contrast)
    return "" if found is None else found.en


def test_a_pass_after_crafting_is_a_pass() -> None:
    state = heroes(player("C04a C09a", stock=["G05-1"]), player(3), player(3), top=top(2, 8))
    crafted = ["attach G05-1 > C04a", "pass"]
    assert After(state, 0, [GAME.parse(move) for move in crafted]).kind == "pass"
    assert "Play or pass" not in why(state, EVEN, ["pass"], crafted)


def test_the_same_piece_in_another_card_is_said_to_keep_the_stronger_card() -> None:
    """Wind Aura makes a 5 of either."""
    state = heroes(player("C03a C08a C10a", stock=["G05-1"]), player(3), player(3), top=top(2, 4))
    low = ["attach G05-1 > C03a", "card C03a", "play"]
    high = ["attach G05-1 > C08a", "card C08a", "play"]
    assert why(state, STANDING, low, high, MATERIAL) == "It beats the trick as well, and you keep your 8."
    assert "you keep" not in why(state, STANDING, high, low, MATERIAL)


def test_who_passes_either_way_is_told_about_the_piece() -> None:
    """A group is broken by playing, not by crafting."""
    state = heroes(player("C04a C04b C09a", stock=["G05-1"]), player(3), player(3), top=top(2, 8))
    crafted = ["attach G05-1 > C04a", "pass"]
    said = why(state, STANDING, ["pass"], crafted, MATERIAL)
    assert said == "Pass, and keep the piece for a better moment."
