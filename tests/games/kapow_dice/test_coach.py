"""What beginners are told: what would be wasted, what matters now, and why an idea is better than the next one."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.bots import Judgement, SearchBot, judge
from slugfest.kernel import STANDING, WON, Caution, Counsel, Perspective, State, seeded

from .table import GAME, duel, play


def caution(state: State, move: str, seat: int = 0) -> Caution | None:
    return state.game.require_teaching().caution(state, seat, GAME.parse(move))


def counsel(state: State) -> Counsel | None:
    found = GAME.require_teaching().counsel(state, 0)
    return found[0] if found else None


def key(found: Caution | Counsel | None) -> str:
    return "" if found is None else found.key


def healths(one: int, other: int) -> dict[str, Any]:
    return {"teams": [{"health": one}, {"health": other}]}


# ---- cautions --------------------------------------------------------------------------------------------------------

DICE = ["red:M", "yellow:E", "purple:T", "green:A", "blue:X", "action[W]:B"]


@pytest.mark.rules("KD-R53")
def test_getting_ready_with_nothing_placed_is_asked_about() -> None:
    found = caution(duel({"dice": DICE}, {"dice": ["green:B"]}), "ready")
    assert key(found) == "nothing"
    assert found is not None
    assert "all 6 dice" in found.text.en
    assert "Alle 6 Würfel" in found.text.de


def test_dice_that_could_still_fill_a_box_are_asked_about_and_the_box_is_named() -> None:
    state = duel({"dice": ["red:M@pummel", "green:B@biff", "purple:T", "blue:B"]}, {"dice": ["green:B"]})
    found = caution(state, "ready")
    assert key(found) == "idle"
    assert found is not None
    assert found.text.en == "2 dice do nothing, and Block could still be filled. Ready all the same?"


def test_one_die_is_told_as_one() -> None:
    state = duel({"dice": ["red:M@pummel", "green:B@biff", "purple:T"]}, {"dice": ["green:B"]})
    found = caution(state, "ready")
    assert found is not None
    assert found.text.en.startswith("One die")
    assert found.text.de.startswith("Ein Würfel")


def test_a_die_that_is_of_no_use_anywhere_is_no_reason_to_ask() -> None:
    """Biff and Dodge have their bases, and a Blank fills nothing else to any use."""
    state = duel({"dice": ["green:B@biff", "purple:B@dodge", "blue:B"]}, {"dice": ["green:B"]})
    assert caution(state, "ready") is None


@pytest.mark.rules("KD-114")
def test_a_kicker_without_a_base_is_asked_about() -> None:
    found = caution(duel({"dice": ["red:M@pummel"]}, {"dice": ["green:B"]}), "ready")
    assert key(found) == "kicker"
    assert found is not None
    assert "Pummel" in found.text.en
    assert "Verprügeln" in found.text.de


def test_a_good_placement_is_not_asked_about() -> None:
    state = duel({"dice": ["red:M@pummel", "green:B@zap:1", "blue:X@zap:2"]}, {"dice": ["green:B"]})
    assert caution(state, "ready") is None


@pytest.mark.rules("KD-44")
def test_healing_at_full_health_is_asked_about_and_below_it_is_not() -> None:
    dice = {"dice": ["purple:T@quick_breath:1", "blue:X@quick_breath:2"]}
    assert key(caution(duel(dice, {"dice": ["green:B"]}), "announce quick_breath")) == "heal"
    hurt = duel(dice, {"dice": ["green:B"]}, **healths(12, 20))
    assert caution(hurt, "announce quick_breath") is None


def test_not_attacking_is_asked_about_with_what_would_be_lost() -> None:
    state = duel(
        {"dice": ["red:M@pummel", "green:B@zap:1", "blue:X@zap:2"]}, {"ready": True, "dice": ["green:B"]}
    )
    play(state, "P1: ready")
    found = caution(state, "decline")
    assert key(found) == "decline"
    assert found is not None
    assert "5" in found.text.en
    assert caution(state, "attack zap") is None


@pytest.mark.rules("KD-130")
def test_faces_left_on_no_die_are_asked_about_until_they_are_attached() -> None:
    state = duel(
        {"dice": ["purple:T@block:2", "green:B@block:1", "action[W]:B"]}, {"ready": True, "dice": ["green:B"]}
    )
    play(state, "P1: ready", "P1: face M")
    assert key(caution(state, "done")) == "faces"
    assert key(counsel(state)) == "faces"
    play(state, "P1: attach d3 M")
    assert caution(state, "done") is None
    assert counsel(state) is None


# ---- counsel ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "wanted", "points"),
    [
        (["red:M@pummel", "green:B"], "kicker", "box:biff"),
        (["purple:T@deflect", "green:B"], "kicker", "box:dodge"),
        (["green:B@biff", "purple:B@zap:1", "blue:X@zap:2"], "bases", "box:biff"),
        (["blue:X@zap:2", "green:B"], "partial", "box:zap"),
        (["green:B@time_jump.1", "red:M"], "call", "box:time_jump@1"),
        (["red:W@biff", "green:B"], "wild", "box:biff"),
        (["blue:X", "yellow:E"], "grow", "box:grow"),
        (["red:M", "yellow:E"], "base", "box:pow"),
    ],
)
def test_the_counsel_names_what_matters_now(dice: list[str], wanted: str, points: str) -> None:
    found = counsel(duel({"dice": dice}, {"dice": ["green:B"]}))
    assert key(found) == wanted
    assert found is not None
    assert points in found.points


def test_an_attack_that_could_end_it_is_told_with_its_number() -> None:
    state = duel(
        {"dice": ["red:M@pummel", "green:B@zap:1", "blue:X@zap:2"]}, {"dice": ["green:B"]}, **healths(20, 4)
    )
    found = counsel(state)
    assert key(found) == "finish"
    assert found is not None
    assert found.text.en == "Your attack of 5 is the KO, unless they defend enough."


def test_whoever_is_ready_is_left_alone() -> None:
    state = duel({"dice": ["red:M@biff", "green:B"]}, {"dice": ["green:B"]})
    play(state, "P1: ready")
    assert counsel(state) is None


def test_a_choice_of_face_and_die_has_its_counsel() -> None:
    state = duel(
        {"dice": ["purple:T@block:2", "green:B@block:1", "blue:X@grow:1", "yellow:E@grow:2"]},
        {"ready": True, "dice": ["green:B"]},
    )
    play(state, "P1: ready")
    assert key(counsel(state)) == "face"
    play(state, "P1: face M")
    assert key(counsel(state)) == "die"


def test_the_first_match_is_a_duel_with_somebody() -> None:
    first = GAME.require_teaching().first_match
    assert first is not None
    seats, options = first
    assert (seats, GAME.settle(seats, options)["mode"]) == (2, "duel")


# ---- hints: planted positions ----------------------------------------------------------------------------------------


def best(state: State) -> Judgement:
    return judge(SearchBot("search", 400), Perspective(state, 0), seeded("planted"))


def knock_out() -> State:
    """Eight damage now, or four dice strike back at two Health."""
    mine = {"dice": ["red:M", "yellow:E", "blue:X", "green:B", "action[W]:B"]}
    theirs = {"dice": ["red:M", "yellow:E", "blue:X", "red:M"]}
    return duel(mine, theirs, first=1, **healths(2, 7))


def growth() -> State:
    """Few dice on both sides, and all of their Health: a fourth die."""
    return duel({"dice": ["yellow:E", "blue:X", "green:B"]}, {"dice": ["green:B", "red:M", "yellow:E"]})


def blow() -> State:
    """Both can guard; only one plan hits as well."""
    mine = {"dice": ["purple:T", "green:A", "action[T]:T", "red:M"]}
    return duel(mine, {"dice": ["blue:X", "red:M"]}, first=2, **healths(2, 9))


def test_a_knock_out_is_the_reason_where_there_is_one() -> None:
    hint = best(knock_out())
    assert {GAME.format(move) for move in hint.moves[0].line} >= {
        "fill zap",
        "fill pummel",
        "fill knock_down",
        "ready",
    }
    assert hint.contrast is not None
    assert hint.contrast.what == WON
    assert hint.why is not None
    assert "KO" in hint.why.en


def test_one_more_die_is_the_reason_where_nothing_else_can_be_won() -> None:
    hint = best(growth())
    assert "fill grow" in [GAME.format(move) for move in hint.moves[0].line]
    assert hint.contrast is not None
    assert (hint.contrast.what, hint.contrast.term, hint.contrast.whose) == (STANDING, "dice", 0)
    assert hint.why is not None
    assert hint.why.en == "Grow now: four dice next round instead of three."


def test_their_health_is_the_reason_where_a_plan_hits_beside_its_guard() -> None:
    hint = best(blow())
    assert hint.contrast is not None
    assert (hint.contrast.what, hint.contrast.term, hint.contrast.whose) == (STANDING, "health", 1)
    assert hint.contrast.best < hint.contrast.next
    assert hint.where is not None
    assert hint.where.de == "Wie hart kannst du {P2} mit diesen Würfeln treffen?"


def test_a_hint_of_this_game_is_a_whole_placement() -> None:
    assert GAME.format(best(growth()).moves[0].line[-1]) == "ready"
