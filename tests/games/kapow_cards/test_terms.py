"""Every card and badge says what it is, in numbers that the rules give."""

from __future__ import annotations

import pytest

from slugfest.games.kapow_cards.content import BOX
from slugfest.games.kapow_cards.game import GAME
from slugfest.games.kapow_cards.shown.words import describe

TERMS = {term.key: term for term in GAME.require_teaching().terms()}


def test_every_card_and_every_badge_has_a_term() -> None:
    assert {f"card:{identifier}" for identifier in BOX.ids} <= set(TERMS)
    badges = {key for key in TERMS if key.startswith("badge:")}
    assert badges == {f"badge:{key}" for key in BOX.type_keys} | {"badge:villain", "badge:weapon"}


@pytest.mark.parametrize(
    ("card", "beaten"),
    [  # of 57 others: 16 small weapons, heroes up to the value, and villains only for villains (KC-28)
        ("S06", 16 + 3),
        ("S13", 16 + 31),
        ("V1", 16 + 24 + 5),
    ],
)
def test_a_card_says_how_much_it_beats_alone(card: str, beaten: int) -> None:
    assert f" {beaten} of the 57 other cards" in TERMS[f"card:{card}"].text.en
    assert f" {beaten} der 57 anderen Karten" in TERMS[f"card:{card}"].text.de


def test_a_hero_names_the_type_it_goes_with() -> None:
    term = TERMS["card:M08"]
    assert term.name.en == "Twice-Tom, 8"
    assert "one more Mutants hero" in term.text.en
    assert "zweiten Helden (Mutanten)" in term.text.de


@pytest.mark.parametrize(
    ("deck", "said"), [(1, "The only discard"), (2, "The discards are shuffled: 2 cards")]
)
def test_a_single_card_is_not_spoken_of_as_several(deck: int, said: str) -> None:
    assert describe({"kind": "reshuffle", "deck": deck}).en.startswith(said)
