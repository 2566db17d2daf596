"""What a learner is told: what matters now, and what is asked before something is thrown away."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.kernel import DANGER, SPECTATOR, STANDING, TEMPO, Contrast, State

from .table import battle, player


def asked(state: State, move: str) -> str:
    """The key of what is asked before P1 makes a move; nothing if it is simply made."""
    caution = state.game.require_teaching().caution(state, 0, state.read(0, move)[0])
    return "" if caution is None else caution.key


def advice(state: State) -> tuple[str, str]:
    counsel = state.game.require_teaching().counsel(state, state.actors()[0])[0]
    return counsel.key, counsel.text.en


def last_turn(*players: dict[str, Any]) -> State:
    return battle(*players, deck=0, last_round=[])


RIVAL = player("S07 R10", "R07^", "V1^")


# ---- before a waste --------------------------------------------------------------------------------------------------


@pytest.mark.rules("KC-30", "KC-39")
def test_passing_with_a_sure_success_in_hand_is_asked_about() -> None:
    state = battle(player("S12 T06", "(M09)"), RIVAL)
    caution = state.game.require_teaching().caution(state, 0, state.read(0, "PASS")[0])
    assert caution is not None
    assert caution.key == "pass-sure"
    assert caution.text.en == "Your 12 beats the 11 of {P2} for sure. Pass all the same?"


def test_passing_without_anything_sure_is_nobodys_business() -> None:
    assert asked(battle(player("S12 T06", "(M09)"), player("S07", "[R07]")), "PASS") == ""


@pytest.mark.rules("KC-62")
def test_passing_on_the_last_turn_leaves_hand_cards_that_count_nothing() -> None:
    assert asked(last_turn(player("W05a", "R10^"), player("S07", "T13^")), "PASS") == "pass-last"
    full = player("W05a", "R10^", "R06^", "R07^", "R08^", "R09^")
    assert asked(last_turn(full, player("S07", "T13^")), "PASS") == ""


@pytest.mark.rules("KC-29", "KC-31", "KC-116")
@pytest.mark.parametrize(
    ("move", "key"),
    [
        ("ATTACK T06 -> P2:D1", "attack-hopeless"),
        ("ATTACK S11 -> P2:D2", "attack-villain"),
        ("ATTACK S11 -> P2:D1", ""),
        ("ATTACK S12 -> P2:D2", ""),
    ],
)
def test_an_attack_that_cannot_succeed_is_asked_about(move: str, key: str) -> None:
    assert asked(battle(player("S12 S11 T06", "(M09)"), RIVAL), move) == key


@pytest.mark.rules("KC-129")
def test_an_attack_that_may_cost_the_last_card_is_asked_about() -> None:
    alone = player("T06")
    assert asked(battle(alone, player("S07", "[R07]")), "ATTACK T06 -> P2:D1") == "attack-ruin"
    assert asked(battle(alone, RIVAL), "ATTACK T06 -> P2:D1") == "attack-ruin-sure"
    assert (
        asked(battle(player("T06", "(M09)"), player("S07", "[R07]")), "ATTACK T06 -> P2:D1") == "attack-last"
    )
    assert asked(battle(player("S12", "(M09)"), player("S07", "[R07]")), "ATTACK S12 -> P2:D1") == ""


@pytest.mark.rules("KC-46", "KC-74", "KC-134")
def test_the_last_hand_card_is_not_barricaded_unasked() -> None:
    assert asked(battle(player("T06", "(M09)"), RIVAL), "BARRICADE T06") == "barricade-last"
    assert asked(battle(player("T06 S07", "(M09)"), player("R10", "R07^")), "BARRICADE T06") == ""
    alone = battle(player("T06", "(M09)"), player("", "R07^"))
    assert asked(alone, "BARRICADE T06") == "barricade-ends"
    assert asked(last_turn(player("T06", "R10^"), player("S07", "T13^")), "BARRICADE T06") == ""


@pytest.mark.rules("KC-36")
@pytest.mark.parametrize(
    ("hand", "away", "key"),
    [
        ("V1 S07 W02a", "V1", "discard-strong"),
        ("S12 S07 W02a", "S12", "discard-strong"),
        ("S12 S13 V1", "S12", ""),
        ("S12 S07 W02a", "W02a", ""),
    ],
)
def test_a_strong_card_is_not_thrown_away_unasked(hand: str, away: str, key: str) -> None:
    assert asked(battle(player(hand, "(M09)"), player("R10", "[R07]")), f"RECRUIT {away}") == key


# ---- what matters now ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "key", "says"),
    [
        (player("S12 T06", "(M09)"), RIVAL, "sure", "Your 12 beats the 11 of {P2} for sure"),
        (player("T08 W05a", "(M09)"), player("S07", "S13^"), "add-up", "8 + 5 beats the 13 of {P2}"),
        (player("S11 T06", "(M09)"), player("S07", "V1^"), "villain-tie", "it takes 12 or more"),
        (player("S12 T06", "(M09)"), player("S07 M07"), "bare-hand", "{P2} has no row"),
        (player("S12 T06", "(M09)"), player("S07"), "my-match-point", "{P2} has one card left"),
        (player("S07"), player("S12 T06", "(M09)"), "match-point", "{P2} may take it"),
        (player("S12 T06"), player("S07", "[R07]"), "no-row", "Gravitonia (12) would guard it"),
        (player("S12 V1", "(M09)"), player("S07", "[R07]"), "trap", "only another villain beats it"),
        (player("W05a W03a", "(M09)"), player("S07", "[R07]"), "no-hero", "cannot attack"),
        (
            player("S12", "(M09)"),
            player("S07", "[R07]"),
            "last-cards",
            "An attack would spend your last hand card.",
        ),
        (
            player("S08 S06", "(M09)"),
            player("S07", "[R07]"),
            "last-cards",
            "Your best attack would spend your last hand cards.",
        ),
        (player("S12 T06", "(M09)"), player("S07", "[R07]"), "odds-good", "Your 12 beats most cards"),
        (player("T06", "(M09)"), player("S07", "[R07]"), "odds-poor", "Recruit first"),
    ],
)
def test_the_coach_names_what_matters(
    mine: dict[str, Any], theirs: dict[str, Any], key: str, says: str
) -> None:
    told, text = advice(battle(mine, theirs))
    assert told == key
    assert says in text


@pytest.mark.rules("KC-60", "KC-62")
def test_at_the_end_the_coach_counts_rows() -> None:
    mine, theirs = player("W14a", "R10^", "[T09]"), player("S07", "T13^", "S13^")
    assert advice(last_turn(mine, theirs)) == (
        "last-round",
        "Your last turn: then only rows count, hand cards count nothing. As far as you can see {P2} is 16 ahead.",
    )


@pytest.mark.rules("KC-43")
def test_a_low_deck_is_a_word_before_the_end() -> None:
    position = battle(player("S12 W02a", "T10^"), player("S07", "[R07]"), deck=5)
    assert advice(position) == (
        "deck-low",
        "The deck is nearly empty, and soon only rows count. As far as you can see you are 10 ahead.",
    )
    assert (
        advice(battle(player("S12 W02a", "T10^"), player("S07", "[R07]"), mode="to-infinity", deck=5))[0]
        == "odds-good"
    )


def why_pass(deck: int) -> str:
    state = battle(player("S12", "(M09)"), player("S07", "[R07]"), deck=deck)
    contrast = Contrast(STANDING)
    contrast.theme = TEMPO
    contrast.best_line, contrast.next_line = state.read(0, "PASS"), state.read(0, "RECRUIT")
    return state.game.require_teaching().why(state, 0, contrast).en


@pytest.mark.rules("KC-43")
def test_passing_brings_the_end_no_closer_only_where_it_is_near() -> None:
    assert why_pass(5) == "Pass: drawing now only brings the end closer."
    assert why_pass(30) == "Pass: nothing here is better."


def test_a_hammer_is_not_advised_where_the_hero_alone_is_nearly_as_good() -> None:
    theirs = player("S07", "[R07]")
    assert "Your 13 beats" in advice(battle(player("R13 W14a W02a", "(M09)"), theirs))[1]
    assert "Your 6 + 14 beats" in advice(battle(player("R06 W14a W02a", "(M09)"), theirs))[1]


def test_what_is_recommended_is_said_with_its_moves_and_danger_comes_first() -> None:
    state = battle(player("S10 W02a W03a", "R09^"), player("S06 M07", "(S09)"), turn=1)
    counsels = state.game.require_teaching().counsel(state, 0)
    for counsel in counsels:
        for move in counsel.moves:
            assert state.legal(0, move)
    good = [counsel for counsel in counsels if counsel.key == "odds-good"]
    assert [counsel.text.en.split(" beats")[0] for counsel in good] == ["Your 10 + 3"]
    danger = battle(player("S07"), player("S12 T06", "(M09)"))
    themes = [counsel.theme for counsel in danger.game.require_teaching().counsel(danger, 0)]
    assert themes[0] == DANGER


# ---- match point -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("KC-53")
@pytest.mark.parametrize(
    ("mine", "theirs", "seen"),
    [
        (player("S12 T06", "(M09)"), player("S07"), [0]),  # one card left to take
        (player("S12 T06", "(M09)"), player("", "R13^"), []),  # nothing in my hand beats it: I know that
        (player("S13 T06", "(M09)"), player("", "R13^"), [0]),
        (player("S12"), player("S07"), [0, 1]),
        (player("W05a", "(M09)"), player("S07"), []),  # a weapon alone attacks nothing
        (player("S12 T06", "(M09)"), player("S07", "[R07]"), []),
    ],
)
def test_match_point_is_the_last_card_of_the_last_rival(
    mine: dict[str, Any], theirs: dict[str, Any], seen: list[int]
) -> None:
    assert battle(mine, theirs).view(0)["match_point"] == seen


def test_whoever_does_not_know_the_hand_must_reckon_with_it() -> None:
    state = battle(player("W05a", "(M09)"), player("S07"))
    assert state.view(0)["match_point"] == []
    assert state.view(1)["match_point"] == [0]
    assert state.view(SPECTATOR)["match_point"] == [0]
    three = battle(player("S12"), player("S07"), player("T06"))
    assert three.view(0)["match_point"] == []


def test_whoever_is_not_on_turn_is_told_nothing() -> None:
    state = battle(player("S12", "(M09)"), player("S07", "[R07]"))
    assert state.game.require_teaching().counsel(state, 1) == []


@pytest.mark.parametrize(
    ("mine", "theirs", "seen"),
    [
        (player("S12 T06", "[R07]", "[R08]", "[R09]"), player("S07", "[R10]"), (1, 1)),
        (player("S12", "[R07]"), player("S07", "[R10]"), (1, 2)),
        (player("S12"), player("S07", "[R10]"), (1, 3)),
        (player("S12"), player("", "[R10]"), None),
    ],
)
def test_the_threat_is_the_attacks_to_come_against_the_cards_that_are_left(
    mine: dict[str, Any], theirs: dict[str, Any], seen: tuple[int, int] | None
) -> None:
    threat = battle(mine, theirs).view(0).get("threat")
    assert (threat and (threat["amount"], threat["level"])) == seen


def test_an_attack_is_recommended_only_if_it_beats_half_of_what_may_lie_there() -> None:
    """Near the end three cards are many of those nobody knows: a cheaper attack may beat few of them."""
    rival = player("W05b W14c S11", "-", "(M12)", "(T11)", "(W14d)")
    state = battle(player("R12 T09", "(V6)"), rival, deck=["W05a", "R09", "V2", "W14a"])
    teaching = state.game.require_teaching()
    said = [one.text.en for one in teaching.counsel(state, 0) if one.key == "odds-good"]
    assert said == ["Your 12 beats most cards that may lie there: attack a face-down card."]


def test_a_word_about_the_last_hand_card_points_at_the_own_hand() -> None:
    """By the board's name for it: what is said must not lie over the card that it is about."""
    state = battle(player("S12", "(M09)"), player("S07", "[R07]"))
    first = state.game.require_teaching().counsel(state, 0)[0]
    assert (first.key, first.points) == ("last-cards", ["hand@P1", "row@P1"])
