"""Why a move is refused: the same fault cites the same rule, however it is spelled, and there always is one."""

from __future__ import annotations

import pytest

from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.content import FIGHTER_KEYS
from slugfest.kernel import SPECTATOR, MoveError, State, seeded

from .table import table

JOAN_GOLEM = {"fighters": ["joan", "golem"]}
WONG_CHING = {"fighters": ["wong", "ching"]}
FEY_JOAN = {"fighters": ["fey", "joan"]}


def draft(way: str) -> State:
    return table(
        {"hand": list(FIGHTER_KEYS[:6])}, {"hand": list(FIGHTER_KEYS[6:])}, {"teams": way}, phase="pick-1"
    )


def deck_phase() -> State:
    return table({**JOAN_GOLEM, "drawn": ["JOA-2", "JOA-3", "GOL-2"]}, WONG_CHING)


def starting_cards() -> State:
    return table(WONG_CHING, JOAN_GOLEM, phase="order")


def first_character() -> State:
    return table(FEY_JOAN, WONG_CHING, phase="character")


def refused(state: State, text: str, seat: int = 0) -> tuple[str, str]:
    with pytest.raises(MoveError) as error:
        state.play_text(seat, text)
    return error.value.code, error.value.rule


@pytest.mark.rules("TT-102", "TT-213")
@pytest.mark.parametrize("place", ["3", "17", "40", "999", "1000", "123456789012", "-1"])
def test_a_place_outside_the_deck_is_the_same_fault_wherever_it_is(place: str) -> None:
    assert refused(deck_phase(), f"insert JOA-2 at {place}") == ("BAD_POSITION", "TT-102")


@pytest.mark.rules("TT-102", "TT-103", "TT-213")
@pytest.mark.parametrize("card", ["JOA-4", "WON-2", "XYZ-9"])
def test_a_card_that_was_not_drawn_is_the_same_fault_whether_it_exists_or_not(card: str) -> None:
    assert refused(deck_phase(), f"insert {card} at 0") == ("CARD_NOT_DRAWN", "TT-102")
    state = deck_phase()
    state.play_text(0, "insert JOA-2 at 0")
    assert refused(state, f"under {card}") == ("CARD_NOT_DRAWN", "TT-103")


@pytest.mark.rules("TT-186")
def test_a_character_nobody_knows_is_not_called_a_spirit() -> None:
    assert refused(first_character(), "character dragon") == ("NO_SUCH_CHARACTER", "TT-186")


@pytest.mark.parametrize("text", ["insert JOA-2 at 0", "insert JOA-2 at 40", "insert XYZ-9 at 0"])
def test_what_is_not_decided_now_is_refused_before_anything_else(text: str) -> None:
    assert refused(starting_cards(), text) == ("WRONG_PHASE", "TT-102")


@pytest.mark.rules("TT-14")
def test_in_the_tactical_draft_the_pick_comes_before_the_discard() -> None:
    state = draft("tactical")
    assert refused(state, "discard ching") == ("PICK_FIRST", "TT-14")
    state.play_text(0, "pick joan")
    state.play_text(0, "discard ching")


@pytest.mark.rules("TT-14")
def test_nothing_is_put_aside_in_a_normal_draft() -> None:
    assert refused(draft("normal"), "discard ching") == ("NOTHING_TO_DISCARD", "TT-14")


@pytest.mark.rules("TT-27")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_starting_card_may_be_named_without_its_star(seat: int) -> None:
    """Wong's starting title has more copies, Joan's has one: the star goes without saying in both."""
    state = starting_cards()
    for move in state.moves(seat):
        starred = GAME.format(move)
        assert starred.endswith("*")
        assert state.read(seat, starred.removesuffix("*")) == [move]


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (draft("normal"), "TT-12"),
        (draft("tactical"), "TT-14"),
        (GAME.new(2, {"teams": "free"}, seeded("free")), "TT-15"),
        (first_character(), "TT-188"),
        (starting_cards(), "TT-27"),
        (deck_phase(), "TT-102"),
    ],
)
def test_a_number_that_is_no_move_cites_the_rule_of_the_decision(state: State, rule: str) -> None:
    seat = state.actors()[0]
    for move in (-1, GAME.move_count, 1 << 40):
        error = state.refusal(seat, move)
        assert (error.code, error.rule) == ("WRONG_PHASE", rule)
    assert state.refusal(SPECTATOR, 0).rule == rule


def test_every_refusal_of_every_number_cites_a_rule() -> None:
    for state in (draft("normal"), draft("tactical"), first_character(), starting_cards(), deck_phase()):
        for seat in (0, 1, SPECTATOR):
            legal = set(state.moves(seat))
            for move in range(-2, GAME.move_count + 2):
                if move not in legal:
                    assert state.refusal(seat, move).rule in GAME.rules
