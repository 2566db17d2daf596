"""The setup: who starts, who gets what, and which options there are."""

from __future__ import annotations

import pytest

from slugfest.kernel import OptionError, seeded

from .table import GAME


@pytest.mark.rules("KC-16", "KC-90")
@pytest.mark.parametrize("seats", [0, 1, 7, 60])
def test_two_to_six_players_play(seats: int) -> None:
    with pytest.raises(OptionError):
        GAME.new(seats, {}, seeded("deal"))


@pytest.mark.rules("KC-16", "KC-17", "KC-90")
def test_the_options_have_their_defaults() -> None:
    assert GAME.settle(4, {}) == {"mode": "fallen-heroes", "start_seat": "random", "look_at_dealt": False}


@pytest.mark.rules("KC-90")
@pytest.mark.parametrize(
    "chosen", [{"mode": "chess"}, {"start_seat": 5}, {"start_seat": 0}, {"look_at_dealt": 2}]
)
def test_what_is_not_offered_is_refused(chosen: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        GAME.settle(4, chosen)


@pytest.mark.rules("KC-17")
def test_the_start_player_is_drawn_evenly_if_not_agreed() -> None:
    starts = [GAME.new(3, {}, seeded("start", index)).actors()[0] for index in range(300)]
    assert min(starts.count(seat) for seat in range(3)) > 70


@pytest.mark.rules("KC-18", "KC-19")
def test_what_is_dealt_comes_from_no_reshuffle() -> None:
    for player in GAME.new(3, {}, seeded("deal")).document()["players"]:
        assert [entry for entry in player["row"] if entry and "newest" in entry] == []


@pytest.mark.rules("KC-17")
@pytest.mark.parametrize("start", [1, 2, 3])
def test_the_start_player_can_be_agreed(start: int) -> None:
    assert GAME.new(3, {"start_seat": start}, seeded("start")).actors() == [start - 1]


@pytest.mark.rules("KC-18", "KC-19", "KC-20")
@pytest.mark.parametrize(("seats", "deck"), [(2, 46), (3, 40), (4, 34), (5, 28), (6, 22)])
def test_everybody_gets_three_and_three_and_the_rest_is_the_deck(seats: int, deck: int) -> None:
    position = GAME.new(seats, {}, seeded("deal", seats)).document()
    assert len(position["deck"]) == deck
    assert position["discard"] == []
    assert position["turns"] == 0
    for player in position["players"]:
        assert len(player["hand"]) == 3
        assert [slot and slot["facing"] for slot in player["row"]] == ["dealt"] * 3 + [None, None]
        assert not player["passed"]


@pytest.mark.rules("KC-18")
def test_cards_are_dealt_one_at_a_time_from_the_start_player() -> None:
    """The same shuffle dealt from another start player gives the same cards, one seat further on."""
    one = GAME.new(3, {"start_seat": 1}, seeded("order")).document()["players"]
    two = GAME.new(3, {"start_seat": 2}, seeded("order")).document()["players"]
    for seat in range(3):
        assert two[(seat + 1) % 3]["hand"] == one[seat]["hand"]
        assert two[(seat + 1) % 3]["row"] == one[seat]["row"]


@pytest.mark.rules("KC-18", "KC-86")
def test_the_cards_are_shuffled_and_the_shuffle_depends_on_the_seed_alone() -> None:
    options = {"start_seat": 1}
    deals = [GAME.new(4, options, seeded("shuffle", seed)).document() for seed in (1, 1, 2)]
    assert deals[0] == deals[1]
    assert deals[0]["deck"] != deals[2]["deck"]
    assert deals[0]["deck"] not in (sorted(deals[0]["deck"]), sorted(deals[0]["deck"], reverse=True))
    hands = {
        GAME.new(2, options, seeded("hands", seed)).document()["players"][0]["hand"][0] for seed in range(400)
    }
    assert len(hands) == 58, "every card may come first"
