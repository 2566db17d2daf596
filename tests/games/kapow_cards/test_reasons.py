"""Why a move is better than another: what is said is true of the cards."""

from __future__ import annotations

import pytest

from slugfest.kernel import EVEN, LOST, STANDING, WON, Contrast, State
from slugfest.kernel.coaching import MATERIAL, SAFETY, TEMPO

from .table import GAME, battle, player

pytestmark = pytest.mark.compiled


def why(state: State, what: str, best: str, other: str, theme: str = "") -> str:
    contrast = Contrast(what)
    contrast.theme = theme or contrast.theme
    contrast.best_line, contrast.next_line = [GAME.parse(best)], [GAME.parse(other)]
    assert GAME.teaching is not None
    found = GAME.teaching.reason(state, 0, contrast)
    assert found is not None
    return found.en


@pytest.mark.rules("KC-28")
def test_a_hero_is_not_said_to_hold_longer_than_a_hidden_villain() -> None:
    state = battle(player("S13 V1", "(T06)"), player("M06", "(T07)"))
    assert "holds longer" not in why(state, STANDING, "BARRICADE S13", "BARRICADE V1", SAFETY)
    state = battle(player("S13 S06", "(T06)"), player("M06", "(T07)"))
    assert "holds longer" in why(state, STANDING, "BARRICADE S13", "BARRICADE S06", SAFETY)


@pytest.mark.rules("KC-24")
def test_a_card_is_kept_to_attack_with_only_if_it_can() -> None:
    state = battle(player("S06 T09", "(T06)"), player("M06", "(T07)"))
    assert "attack" in why(state, STANDING, "BARRICADE S06", "BARRICADE T09", MATERIAL)
    state = battle(player("S06 W14a", "(T06)"), player("M06", "(T07)"))
    assert "serves you better" in why(state, STANDING, "BARRICADE S06", "BARRICADE W14a", MATERIAL)


@pytest.mark.rules("KC-53")
def test_the_next_hit_is_a_ko_only_where_one_card_would_be_left() -> None:
    danger = "the next hit may knock you out"
    state = battle(player("S12", "(T06)"), player("M06", "(T07)"))
    assert danger in why(state, LOST, "RECRUIT", "ATTACK S12 -> P2:D1")
    assert danger not in why(state, LOST, "RECRUIT", "PASS")  # two cards would be left


@pytest.mark.rules("KC-25")
def test_a_hand_is_safe_only_behind_a_card_for_each_attacker() -> None:
    rivals = [player("M06", "(T07)"), player("M07", "(T08)")]
    safe, bare = "your hand is safe", "you cannot attack"
    state = battle(player("W05a W04a", "(S06)", "(S07)"), *rivals)
    assert safe in why(state, STANDING, "RECRUIT", "BARRICADE W04a", TEMPO)
    state = battle(player("W05a W04a", "(S06)"), *rivals)
    assert bare in why(state, STANDING, "RECRUIT", "BARRICADE W04a", TEMPO)


def test_with_one_hand_card_the_reason_fits_what_is_done_instead() -> None:
    state = battle(player("S12", "(T06)"), player("M06", "(T07)"))
    assert "no turns" in why(state, STANDING, "RECRUIT", "BARRICADE S12", TEMPO)
    assert "do little" in why(state, STANDING, "RECRUIT", "PASS", TEMPO)


def test_cards_that_are_nearly_gone_are_counted() -> None:
    state = battle(player("S12 T06", "(S06)"), player("M06", "(T07)", "(T08)"))
    assert "only 3 cards" in why(state, WON, "ATTACK S12 -> P2:D1", "PASS")


def test_two_good_ways_are_both_named() -> None:
    state = battle(player("S12 T06", "(S06)"), player("M06", "(T07)"))
    assert why(state, EVEN, "RECRUIT", "PASS") == "Recruit or pass: both are fine here."


@pytest.mark.rules("KC-46", "KC-129")
def test_what_a_failed_attack_would_cost_is_counted() -> None:
    attack = "ATTACK S12 -> P2:D1"
    two = battle(player("S12 S06", "(T06)"), player("M06", "(T07)"))
    assert "your last hand cards if" in why(two, STANDING, "RECRUIT", "ATTACK S12+S06 -> P2:D1", TEMPO)
    one = battle(player("S12", "(T06)"), player("M06", "(T07)"))
    assert "your last hand card if" in why(one, STANDING, "RECRUIT", attack, TEMPO)
    bare = battle(player("S12"), player("M06", "(T07)"))
    assert "no cards left" in why(bare, STANDING, "RECRUIT", attack, TEMPO)


@pytest.mark.rules("KC-60")
def test_near_the_end_a_hit_is_worth_what_it_takes_out_of_a_row() -> None:
    state = battle(player("S12 T06", "(S06)"), player("M06", "(T07)", "(T08)"), deck=3)
    assert "takes a card out of the row" in why(state, WON, "ATTACK S12 -> P2:D1", "PASS")
