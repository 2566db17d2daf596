"""What is in the box, and that none of it is ever lost."""

from __future__ import annotations

from collections import Counter

import pytest

from slugfest.kernel import History, seeded

from .table import GAME

CARDS = GAME.display.catalogue()["cards"]


def values_of(kind: str, type_key: str | None = None) -> list[int]:
    return sorted(
        card["value"] for card in CARDS.values() if (card["kind"], card["type"]) == (kind, type_key)
    )


@pytest.mark.rules("KC-1")
def test_the_box_holds_58_cards_of_three_kinds() -> None:
    assert Counter(card["kind"] for card in CARDS.values()) == {"hero": 32, "weapon": 20, "villain": 6}
    assert sum(card["value"] for card in CARDS.values()) == 482


@pytest.mark.rules("KC-2")
@pytest.mark.parametrize("type_key", ["stars", "talents", "mutants", "researchers"])
def test_each_type_has_one_hero_of_each_value(type_key: str) -> None:
    assert values_of("hero", type_key) == [6, 7, 8, 9, 10, 11, 12, 13]


@pytest.mark.rules("KC-3")
def test_there_are_four_weapons_of_each_value() -> None:
    assert values_of("weapon") == [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4 + [14] * 4


@pytest.mark.rules("KC-4")
def test_there_are_six_villains_worth_eleven() -> None:
    assert values_of("villain") == [11] * 6


@pytest.mark.rules("KC-5")
def test_every_card_has_its_id() -> None:
    heroes = [f"{letter}{value:02}" for letter in "STMR" for value in range(6, 14)]
    villains = [f"V{number}" for number in range(1, 7)]
    weapons = [f"W{value:02}{copy}" for value in (2, 3, 4, 5, 14) for copy in "abcd"]
    assert list(CARDS) == heroes + villains + weapons
    for name in heroes + weapons:
        assert CARDS[name]["value"] == int(name[1:3])


@pytest.mark.compiled
@pytest.mark.rules("KC-6", "KC-7", "KC-8", "KC-45")
@pytest.mark.parametrize("mode", ["fallen-heroes", "to-infinity"])
@pytest.mark.parametrize("seats", [2, 6])
def test_every_card_is_in_exactly_one_place_after_every_move(seats: int, mode: str) -> None:
    rng = seeded("one place", seats, mode)
    history = History(GAME, seats, {"mode": mode}, "one place")
    while history.state.outcome() is None:
        position = history.state.document()
        assert set(history.state.inventory().values()) == {1}
        for player in position["players"]:
            assert len(player["hand"]) <= 3
            assert len(player["row"]) == 5
        assert len(position["deck"]) + len(position["discard"]) >= 10
        assert mode == "fallen-heroes" or position["deck"], "a draw never fails in To Infinity!"
        seat = history.state.actors()[0]
        moves = history.state.moves(seat)
        history.play(seat, moves[rng.below(len(moves))])
