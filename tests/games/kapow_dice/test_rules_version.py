"""Version 2 of the rules asks less, 3 and 4 have other numbers; what is older is still played as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from slugfest.kernel import (
    Facts,
    RecordError,
    State,
    add_variant,
    game,
    read_record,
    record_of,
    replay,
    variant,
    verify,
)

from .table import texts

GAME = game("kapow-dice")
# Played by version 1: a lower base is chosen beside a higher one, and a single face is exchanged twice.
OLD = (Path(__file__).parent / "records" / "version-1.txt").read_text(encoding="utf-8")
# Played by version 2: Tough Nut against Time Out with the dice and boxes they had before they were retuned.
RETUNED = (Path(__file__).parent / "records" / "version-2.txt").read_text(encoding="utf-8")
# Played by version 3: New Plan is filled with any die, Taunt with any two beside an E.
ANY_DIE = (Path(__file__).parent / "records" / "version-3.txt").read_text(encoding="utf-8")
STEADFAST: Facts = {
    "seats": 2,
    "options": {"mode": "characters"},
    "position": {
        "first": 2,
        "fighters": [
            {"character": "tough_nut", "dice": ["red:M@block:1", "purple:T@block:2", "purple:T@deflect"]},
            {"character": "victor_kane", "ready": True, "dice": ["red:M@biff"]},
        ],
    },
}
NEW_PLAN: Facts = {
    "seats": 2,
    "options": {"mode": "duel"},
    "position": {
        "fighters": [
            {"dice": ["blue:X@new_plan:1", "red:M@new_plan:2"], "pool": "T"},
            {"ready": True, "dice": ["yellow:E"]},
        ],
    },
}


def set_up(document: Facts, rules: int, moves: list[tuple[int, str]]) -> State:
    state = GAME.set_up(document | {"rules": rules})
    for seat, text in moves:
        state.play_text(seat, text)
    return state


def test_a_record_of_version_1_still_verifies() -> None:
    record = read_record(OLD)
    assert record.rules == 1
    again = verify(record, GAME)
    assert record_of(again, ["Ann", "Bob"]).text() == OLD
    with pytest.raises(RecordError, match="move"):
        replay(read_record(OLD.replace("rules: 1", f"rules: {GAME.version}")), GAME)


def test_a_record_of_version_2_still_verifies() -> None:
    record = read_record(RETUNED)
    assert record.rules == 2
    again = verify(record, GAME)
    assert record_of(again, ["Ann", "Bob"]).text() == RETUNED
    with pytest.raises(RecordError, match="move"):
        replay(read_record(RETUNED.replace("rules: 2", f"rules: {GAME.version}")), GAME)


def test_a_record_of_version_3_still_verifies() -> None:
    record = read_record(ANY_DIE)
    assert record.rules == 3
    again = verify(record, GAME)
    assert record_of(again, ["Ann", "Bob"]).text() == ANY_DIE
    with pytest.raises(RecordError, match="move"):
        replay(read_record(ANY_DIE.replace("rules: 3", f"rules: {GAME.version}")), GAME)


def test_each_version_asks_for_its_own_dice() -> None:
    """What the German Player Board still shows has no place left for any die: since version 4 New Plan asks for one
    symbol, and Taunt for symbols only."""
    asked = [
        [
            GAME.as_of(version).display.catalogue()["abilities"][box]["requirement"]
            for box in ("new_plan", "sa_taunt")
        ]
        for version in (2, 3, 4)
    ]
    assert asked == [["X + M", "E + A + ANY"], ["ANY", "E + ANY + ANY"], ["M", "E + E + T"]]


@pytest.mark.parametrize("version", [1, 2])
def test_positions_of_an_older_version_have_its_numbers(version: int) -> None:
    document: Facts = {"seats": 2, "options": {"mode": "characters"}, "rules": version}
    document["position"] = {"fighters": [{"character": "tough_nut"}, {"character": "time_out"}]}
    state = GAME.set_up(document)
    assert state.position()["rules"] == version
    assert state.game.set_up(state.position()).position() == state.position()
    assert GAME.set_up(state.position()).position() == state.position()
    assert GAME.set_up(document | {"rules": GAME.version}).game is GAME
    boxes, today = state.game.display.catalogue()["abilities"], GAME.display.catalogue()["abilities"]
    assert boxes["tn_roll_cage"] != today["tn_roll_cage"]
    assert boxes["tn_steadfast"] == today["tn_steadfast"]


def test_an_older_edition_is_loaded_once_and_knows_the_game_of_today() -> None:
    old = GAME.as_of(2)
    assert old is GAME.as_of(1) is old.as_of(1) is old.as_of(2)
    assert old.today is GAME
    assert GAME.as_of(GAME.version) is GAME
    assert (old.id, old.version, old.plays_version(GAME.version)) == (GAME.id, 2, False)


def test_older_positions_of_a_variant_have_older_numbers_and_its_changes() -> None:
    """What it changes is changed in what the game had then."""
    house = add_variant(variant("kapow-dice", {"klonk.attack": 5}, "old Klonk"))
    old = house.as_of(2)
    assert (old.id, old.variant) == (house.id, house.variant)
    before, now = old.display.catalogue()["abilities"], house.display.catalogue()["abilities"]
    assert before["klonk"] == now["klonk"] != GAME.display.catalogue()["abilities"]["klonk"]
    assert before["tn_roll_cage"] == GAME.as_of(2).display.catalogue()["abilities"]["tn_roll_cage"]
    assert now["tn_roll_cage"] == GAME.display.catalogue()["abilities"]["tn_roll_cage"]


def test_a_base_without_dice_is_not_offered_beside_a_higher_one() -> None:
    moves = [(0, "ready"), (1, "attack biff")]
    assert texts(set_up(STEADFAST, 2, moves), 0) == {"defend block", "skip deflect"}
    old = texts(set_up(STEADFAST, 1, moves), 0)
    assert old == {"defend block", "defend tn_steadfast", "skip deflect"}


def test_a_single_face_is_exchanged_once() -> None:
    moves = [(0, "ready"), (0, "swap pool T M")]
    assert "enough" not in texts(set_up(NEW_PLAN, 2, moves), 0)
    assert "enough" in texts(set_up(NEW_PLAN, 1, moves), 0)
