"""What a move would come to, and why another is refused: the numbers and sentences that boards show."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import BOX, CARDS, EMPTY, ROW
from slugfest.kernel import MoveError, State, preview, seeded

from .table import GAME, battle, player

pytestmark = pytest.mark.compiled


def forecast(state: State, text: str, seat: int = 0) -> Any:
    return state.game.display.forecast(state, seat, GAME.parse(text))


# ---- attacks -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("KC-28", "KC-29")
@pytest.mark.parametrize(
    ("attack", "told"),
    [
        ("ATTACK S12", {"value": 12, "success": True, "why": "higher", "defence": 9}),
        ("ATTACK T09", {"value": 9, "success": True, "why": "tie", "defence": 9}),
        ("ATTACK T06", {"value": 6, "success": False, "why": "lower", "defence": 9}),
    ],
)
def test_an_attack_on_an_open_hero_is_forecast_to_its_end(attack: str, told: dict[str, Any]) -> None:
    state = battle(player("S12 T09 T06", "(S06)"), player("M06", "R09^"))
    assert forecast(state, f"{attack} -> P2:D1") == {**told, "if_fails": "active"}


@pytest.mark.rules("KC-29")
def test_an_open_villain_wins_ties_and_a_pair_adds_up() -> None:
    state = battle(player("S06 W05a S12", "(T06)"), player("M06", "V1^"))
    tie = forecast(state, "ATTACK S06+W05a -> P2:D1")
    assert (tie["value"], tie["success"], tie["why"], tie["defence"]) == (11, False, "villain-tie", 11)
    assert forecast(state, "ATTACK S12 -> P2:D1")["success"] is True


@pytest.mark.rules("KC-28")
def test_a_hidden_card_has_only_odds() -> None:
    state = battle(player("S12 V1", "S13^"), player("M06", "(T07)"))
    told = forecast(state, "ATTACK S12 -> P2:D1")
    assert told.keys() == {"value", "if_fails", "beats", "unseen"}
    assert (
        told["unseen"] == len(GAME.display.catalogue()["cards"]) - 3
    )  # all but the two in hand and the one that lies open


@pytest.mark.rules("KC-28", "KC-29")
def test_the_odds_count_what_really_falls() -> None:
    """Put every unseen card there once and attack it."""
    state = battle(player("S12 V1", "-"), player("", "(T07)"))
    assert isinstance(state, Battle)
    hidden = [card for card in range(CARDS) if BOX.ids[card] not in ("S12", "V1")]
    for attack in ("S12", "V1"):
        move = GAME.parse(f"ATTACK {attack} -> P2:D1")
        fallen = 0
        for card in hidden:
            there = state.copy()
            there.rows[ROW] = card
            there.play(0, move)
            fallen += there.rows[ROW] == EMPTY
        told = forecast(state, f"ATTACK {attack} -> P2:D1")
        assert (told["beats"], told["unseen"]) == (fallen, len(hidden))


@pytest.mark.rules("KC-15", "KC-46")
@pytest.mark.parametrize(
    ("hand", "row", "left"),
    [("S12 T06", "-", "active"), ("S12", "(T06)", "passive"), ("S12", "-", "knocked-out")],
)
def test_a_forecast_has_what_a_failed_attack_leaves(hand: str, row: str, left: str) -> None:
    state = battle(player(hand, row), player("M06", "S13^"))
    told = forecast(state, "ATTACK S12 -> P2:D1")
    assert (told["success"], told["if_fails"]) == (False, left)
    state.play(0, GAME.parse("ATTACK S12 -> P2:D1"))
    assert state.board(0)["players"][0]["state"] == left


# ---- the other actions -------------------------------------------------------------------------------------------


@pytest.mark.rules("KC-9", "KC-35", "KC-46")
def test_a_barricade_forecasts_its_slot_and_what_is_left() -> None:
    state = battle(player("S12 T06", "(S06)", "-", "(S07)"), player("M06", "(T07)"))
    assert forecast(state, "BARRICADE T06") == {"slot": 2, "leaves": "active"}
    state = battle(player("T06", "(S06)"), player("M06", "(T07)"))
    assert forecast(state, "BARRICADE T06") == {"slot": 2, "leaves": "passive"}
    assert forecast(state, "RECRUIT") == {}
    assert forecast(state, "PASS") == {}


@pytest.mark.rules("KC-25")
def test_a_hand_without_defences_is_exposed() -> None:
    state = battle(player("S12 T06", "(S06)"), player("M06", "-"), player("", "(T07)"))
    assert [other["exposed"] for other in state.board(0)["players"]] == [False, True, False]


# ---- why not -----------------------------------------------------------------------------------------------------


def why_not(state: State, text: str, seat: int = 0) -> MoveError:
    refusal = preview(state, seat, [text], seeded(1)).refusal
    assert refusal is not None
    return refusal


@pytest.mark.rules("KC-24", "KC-25", "KC-88")
@pytest.mark.parametrize(
    ("text", "rule", "en"),
    [
        ("ATTACK W05a -> P2:D1", "KC-24", "A weapon cannot attack alone"),
        ("ATTACK W05a+W05b -> P2:D1", "KC-24", "two weapons are no attack"),
        ("ATTACK V1+S12 -> P2:D1", "KC-24", "always fights alone"),
        ("ATTACK S12+T06 -> P2:D1", "KC-24", "the same badge"),
        ("ATTACK S12+W05a+T06 -> P2:D1", "KC-24", "two cards at most"),
        ("ATTACK S12 -> P1:D1", "KC-25", "your own cards"),
        ("ATTACK S12 -> P3:D1", "KC-25", "A player who is KO"),
        ("ATTACK S12 -> P4:D1", "KC-25", "You cannot attack this player"),
        ("ATTACK S12 -> P2:D2", "KC-25", "no card there"),
    ],
)
def test_a_refusal_names_the_very_fault(text: str, rule: str, en: str) -> None:
    hand = text.split()[1].replace("+", " ")
    state = battle(player(hand, "(S06)"), player("M06", "(T07)"), player(out=True))
    refusal = why_not(state, text)
    assert refusal.rule == rule
    assert en in refusal.text.en


@pytest.mark.rules("KC-15", "KC-22", "KC-46")
@pytest.mark.parametrize(
    ("seat", "rule", "en"),
    [(1, "KC-46", "Without a hand"), (2, "KC-15", "You are KO"), (3, "KC-22", "not your turn")],
)
def test_a_refusal_out_of_turn_has_a_reason(seat: int, rule: str, en: str) -> None:
    state = battle(player("S12", "(S06)"), player("", "(T07)"), player(out=True), player("M06", "(T08)"))
    refusal = why_not(state, "PASS", seat)
    assert (refusal.code, refusal.rule) == ("NOT_YOUR_TURN", rule)
    assert en in refusal.text.en
