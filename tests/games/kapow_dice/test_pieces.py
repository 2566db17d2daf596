"""No die, face or token is ever lost or made, and nothing exceeds what it may."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from slugfest.kernel import PositionError, State, seeded

from .table import duel, play, texts, wandering

BOX = {"red": 4, "yellow": 4, "purple": 4, "green": 4, "blue": 4, "action": 6}
FACES = {"M": 8, "E": 8, "T": 8, "A": 8, "X": 8, "W": 12}
PAIRS = [("tough_nut", "elusivity"), ("time_out", "spoiler_alert"), ("victor_kane", "coquette")]


def counted(state: State) -> tuple[Counter[str], Counter[str]]:
    """The dice and faces of one set, counted anew from the written position."""
    position = state.document()
    dice, faces = Counter[str](), Counter[str](position["returning"])
    for supply in position["supplies"]:
        dice.update(supply["dice"])
        faces.update(supply["faces"])
    for fighter in position["fighters"]:
        faces.update(fighter["pool"])
        for die in fighter["dice"]:
            dice[re.split(r"\W", die)[0]] += 1
            attached = re.search(r"\[(\w*)\]", die)
            if attached:
                assert len(attached[1]) <= 6
                faces.update(attached[1])
    return dice, faces


def check(state: State) -> None:
    dice, faces = counted(state)
    assert dice == BOX
    assert faces == FACES
    board = state.board(0)
    (supply,) = board["supplies"]
    assert min(*supply["dice"].values(), *supply["faces"].values()) >= 0
    assert supply["entangle"] + sum(fighter["entangled"] for fighter in board["fighters"]) == 5
    assert supply["locked"] + sum(len(fighter["locked"]) for fighter in board["fighters"]) == 4
    for team in board["teams"]:
        assert 0 <= team["health"] <= team["full"]
    for fighter in board["fighters"]:
        assert fighter["entangled"] <= 3
        assert len(fighter["locked"]) <= 3


@pytest.mark.compiled
@pytest.mark.rules("KD-6", "KD-9", "KD-141", "KD-159")
@pytest.mark.parametrize("pair", [None, *PAIRS], ids=str)
def test_every_piece_is_somewhere_after_every_move(pair: tuple[str, str] | None) -> None:
    if pair is None:
        walk = wandering(2, {"mode": "duel"}, "pieces", 700)
    else:
        walk = wandering(2, {"mode": "characters"}, f"pieces {pair}", 700, pair)
    for state in walk:
        check(state)


@pytest.mark.rules("KD-6", "KD-46")
def test_a_face_handed_back_is_nobodys_for_a_moment_and_still_counted() -> None:
    state = duel({"dice": ["blue:X", "red:M@new_plan", "action[E]:E"], "pool": "M"}, {"ready": True})
    before = state.inventory()
    play(state, "P1: ready", "P1: swap pool M W")
    assert state.document()["returning"] == "M"
    check(state)
    assert state.inventory() == before
    play(state, "P1: enough")
    check(state)
    assert state.inventory() == before


@pytest.mark.rules("KD-4", "KD-100")
def test_an_action_die_rolls_each_of_its_six_sides() -> None:
    """One Wild on six sides: about one roll in six shows it, and the empty sides show Blank."""
    seen = Counter[str]()
    state = duel({"dice": ["action[W]"]}, {"dice": ["red"], "ready": True}, phase="clean_up")
    for seed in range(600):
        fresh = state.copy()
        fresh.rng = seeded("sides", seed)
        play(fresh, "P1: done")
        seen[fresh.document()["fighters"][0]["dice"][0]] += 1
    assert set(seen) == {"action[W]:W", "action[W]:B"}
    assert 60 < seen["action[W]:W"] < 140


@pytest.mark.rules("KD-5", "KD-7", "KD-121")
def test_a_choice_offers_types_not_single_faces() -> None:
    state = duel({"dice": ["blue:X@heads_up"]}, {"ready": True})
    play(state, "P1: ready")
    assert texts(state, 0) == {"face M", "face E", "face T", "face A", "face X"}


@pytest.mark.rules("KD-130", "KD-R52")
def test_a_gained_die_is_rolled_from_the_next_round_on() -> None:
    state = duel(
        {"dice": ["blue:X@grow:1", "yellow:E@grow:2", "action[W]:W"]}, {"dice": ["red:M"], "ready": True}
    )
    play(state, "P1: ready", "P1: die green")
    dice: list[Any] = state.board(-1)["fighters"][0]["dice"]
    assert [die["kind"] for die in dice] == ["blue", "yellow", "action", "green"]
    assert dice[3]["face"] is None
    play(state, "P1: done")
    assert state.board(0)["round"] == 2
    assert state.board(0)["fighters"][0]["dice"][3]["face"] in list("TAWB")


@pytest.mark.rules("KD-6", "KD-8")
def test_a_written_position_with_too_many_pieces_is_refused() -> None:
    for fighter in ({"dice": ["red"] * 5}, {"dice": ["action"], "pool": "W" * 13}, {"entangled": 4}):
        with pytest.raises(PositionError, match=r"KD-1|whole number"):
            duel(fighter, {"dice": []})


@pytest.mark.rules("KD-6")
def test_the_whole_position_can_be_written_and_read_again_mid_exchange() -> None:
    state = duel({"dice": ["blue:X", "red:M@new_plan"], "pool": "MM"}, {"ready": True})
    play(state, "P1: ready", "P1: swap pool M W")
    again = state.game.set_up(json.loads(json.dumps(state.position())))
    assert again.document() == state.document()
    assert texts(again, 0) == texts(state, 0)
