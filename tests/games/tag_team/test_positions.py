"""Position documents: short ones are completed, wrong ones are refused with the place and the reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from slugfest.games.tag_team import GAME
from slugfest.kernel import Facts, PositionError, seeded

from .table import added, fighter, table, team


def test_a_short_document_is_completed() -> None:
    state = table({"fighters": ["joan", "golem"]}, {"fighters": ["wild", "milady"]})
    first, second = state.document()["players"]
    assert first["deck"] == ["JOA-1*", "GOL-1*"]
    assert (len(first["drawn"]), len(first["build"])) == (3, 15)
    assert first["fighters"][1] == {"fighter": "golem", "health": 25, "power": 1}
    assert second["fighters"][0]["health"] == 5
    assert state.document()["sheriff"] == "wild"
    assert len(state.document()["schemes"]["pile"]) == 11
    assert state.actors() == [0, 1]


@pytest.mark.rules("TT-146", "TT-189")
def test_a_card_that_leaves_the_game_is_counted_once_even_in_the_turn_that_ends_the_fight() -> None:
    lost = fighter("fey", character=None, spirits=["fairy", "gnome", "elf"])
    state = table(
        team("wong", "joan", deck="JOA-1*", drawn=["WON-2", "WON-1", "JOA-5"]),
        team(lost, "golem", deck="GOL-1* FEY-1*", **added("FEY-1*", 1)),
    )
    before = state.inventory()
    state.play_text(0, "insert WON-2 at 1")
    state.play_text(0, "under JOA-5")
    assert state.outcome() is not None
    assert state.document()["players"][0]["removed"] == ["WON-2"]
    assert state.inventory() == before


@pytest.mark.rules("TT-25", "TT-26")
def test_cards_are_counted_before_they_are_dealt() -> None:
    named = {"fighter_1a": "fey", "fighter_1b": "joan", "fighter_2a": "golem", "fighter_2b": "wong"}
    state = GAME.new(2, {"teams": "given", **named}, seeded("counted"))
    assert state.board(0)["phase"] == "character"
    before = state.inventory()
    assert before["JOA-2"] == 2
    state.play(0, state.moves(0)[0])
    assert state.board(0)["phase"] == "order"
    assert state.inventory() == before


def test_the_star_may_be_left_out_where_a_title_has_one_copy() -> None:
    state = table(team("joan", "golem", deck="JOA-1 GOL-1"), team("wong", "ching", deck="WON-1 CHI-1"))
    assert state.document()["players"][0]["deck"] == ["JOA-1*", "GOL-1"]
    assert state.document()["players"][1]["deck"] == ["WON-1", "CHI-1*"]


def test_every_position_of_a_fight_is_written_and_read_back() -> None:
    for number in range(12):
        way = ("random", "tactical", "free")[number % 3]
        state = GAME.new(2, {"teams": way}, seeded("documents", number))
        rng = seeded("document moves", number)
        while True:
            again = GAME.set_up(json.loads(json.dumps(state.position())))
            assert again.document() == state.copy().document() == state.document()
            assert again.inventory() == state.inventory()
            if state.outcome() is not None:
                break
            seat = state.actors()[0]
            moves = state.moves(seat)
            state.play(seat, moves[rng.below(len(moves))])


JOAN_GOLEM: Facts = {"fighters": ["joan", "golem"]}
WONG_CHING: Facts = {"fighters": ["wong", "ching"]}


@pytest.mark.parametrize(
    ("first", "second", "position", "reason"),
    [
        ({"fighters": ["joan"]}, WONG_CHING, {}, r"players\[0\].fighters: a list of 2 is needed"),
        ({"fighters": ["joan", "jeanne"]}, WONG_CHING, {}, "one of joan, ching"),
        ({"fighters": ["joan", "wong"]}, WONG_CHING, {}, "four different ones"),
        ({"fighters": [fighter("joan", health=19), "golem"]}, WONG_CHING, {}, "from 1 to 18"),
        ({"fighters": [fighter("joan", health=0), "golem"]}, WONG_CHING, {}, "from 1 to 18"),
        ({"fighters": [fighter("joan", ships=3), "golem"]}, WONG_CHING, {}, "only ching has that"),
        ({"fighters": [fighter("joan", mood=3), "golem"]}, WONG_CHING, {}, "unknown key 'mood'"),
        ({**JOAN_GOLEM, "deck": ["JOA-9"]}, WONG_CHING, {}, "there is no card 'JOA-9'"),
        ({**JOAN_GOLEM, "deck": ["WON-3", "JOA-1*"]}, WONG_CHING, {}, "WON-3 is not there"),
        ({**JOAN_GOLEM, "deck": ["JOA-1*", "JOA-1*"]}, WONG_CHING, {}, "too often"),
        ({**JOAN_GOLEM, "deck": ["JOA-1*"]}, WONG_CHING, {}, "same length"),
        ({**JOAN_GOLEM, "drawn": ["JOA-2"] * 2 + ["GOL-2"] * 2}, WONG_CHING, {}, "3 cards are in hand"),
        ({**JOAN_GOLEM, "decided": True}, WONG_CHING, {}, "has added a card"),
        (
            {**JOAN_GOLEM, "deck": ["JOA-2", "JOA-1*"], **added("JOA-3", 0)},
            WONG_CHING, {}, "another card there",
        ),
        (JOAN_GOLEM, WONG_CHING, {"serpent": "black"}, "Mephisto takes no part"),
        (JOAN_GOLEM, WONG_CHING, {"presence": "wong"}, "with The Golem or his partner"),
        (JOAN_GOLEM, WONG_CHING, {"concentration": ["ching"]}, "Wong Fei-Hung's opponents"),
        (JOAN_GOLEM, WONG_CHING, {"concentration": 3}, "a list is needed"),
        (JOAN_GOLEM, WONG_CHING, {"aflame": {"on": "joan", "count": 1}}, "Shango's opponents"),
        (JOAN_GOLEM, WONG_CHING, {"phase": "lunch"}, "one of pick-1"),
        (JOAN_GOLEM, WONG_CHING, {"phase": "character"}, "nobody has to choose"),
        (JOAN_GOLEM, WONG_CHING, {"phase": "over"}, "needed when the fight is over"),
        (JOAN_GOLEM, WONG_CHING, {"result": {"reason": "KO", "winner": 1}}, "only then"),
        ({"hand": ["joan"]}, {"hand": ["joan"]}, {"phase": "pick-1"}, "exists once"),
        ({"hand": ["joan"]}, {"hand": ["wong"]}, {"phase": "pick-1"}, "all 12 draft cards"),
        ({"fighters": [fighter("fey", character=None), "joan"]}, WONG_CHING, {}, "a Character in play"),
        (
            {"fighters": [fighter("fey", character="elf", spirits=["elf"]), "joan"]},
            WONG_CHING, {}, "is a Spirit already",
        ),
        ({**JOAN_GOLEM, "removed_turns": [0]}, WONG_CHING, {}, "not played in this fight"),
        ({**JOAN_GOLEM, **added("x", 0)}, {**WONG_CHING, "decided": True}, {}, "both have decided"),
    ],
)  # fmt: skip
def test_a_wrong_document_is_refused_with_a_reason(
    first: Facts, second: Facts, position: dict[str, Any], reason: str
) -> None:
    with pytest.raises(PositionError, match=reason):
        table(first, second, **position)
