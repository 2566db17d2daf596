"""The table in a terminal says what a player must know, in both languages."""

from __future__ import annotations

import pytest

from .table import GAME, heroes, player, top

NAMES = ["Ann", "Bob", "Cy"]


@pytest.mark.parametrize(
    ("seats", "descending", "english", "german"),
    [
        (2, False, "2 cards, more than 7", "2 Karten, mehr als 7"),
        (2, True, "2 cards, less than 7", "2 Karten, weniger als 7"),
        (3, False, "2 cards, 7 or more", "2 Karten, 7 oder mehr"),
        (3, True, "2 cards, 7 or less", "2 Karten, 7 oder weniger"),
    ],
)
def test_what_must_be_beaten_follows_the_number_of_players(
    seats: int, descending: bool, english: str, german: str
) -> None:
    """CH-52, CH-64."""
    others = [player(5) for _ in range(seats - 1)]
    state = heroes(player("C01a C08a"), *others, top=top(2, 7, 2), descending=descending)
    assert english in GAME.terminal.render(state.view(0), NAMES, "en")
    assert german in GAME.terminal.render(state.view(0), NAMES, "de")


def test_crafted_cards_are_named_with_what_they_carry_and_a_begun_set_is_marked() -> None:
    state = heroes(player("C02a+G07-1+RM1-1 C06b+SPK-1"), player(5), player(5))
    state.play_text(0, "card C06b")
    painted = GAME.terminal.render(state.view(0), NAMES, "de")
    assert "Satoshi (2)" in painted
    assert "Teetasse (−1), Gezeiten-Aura (Grundwert 7)" in painted
    [begun] = [line for line in painted.splitlines() if "✓" in line]
    assert "Emi (6)" in begun


def test_others_see_who_leads_and_everybody_that_wagers_are_open() -> None:
    leading = heroes(player("C02a"), player(5), player(5))
    assert "Ann leads the trick" in GAME.terminal.render(leading.view(1), NAMES, "en")
    wagers = heroes(player(10, vp=4), player(10), player(10), round=2, phase="wagers")
    assert "Kodora-Wetten" in GAME.terminal.render(wagers.view(0), NAMES, "de")
