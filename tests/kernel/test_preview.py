"""What moves would come to: on KAPOW! cards; the conformance suite asks every game."""

from __future__ import annotations

import pytest

from slugfest.games.kapow_cards import GAME
from slugfest.kernel import SPECTATOR, State, move_options, preview, seeded

pytestmark = pytest.mark.compiled


def opening() -> State:
    return GAME.new(2, {"start_seat": 1}, seeded("preview"))


def hidden_attack(state: State) -> str:
    texts = [GAME.format(move) for move in state.moves(0)]
    return next(text for text in texts if text.startswith("ATTACK"))


def test_a_preview_has_label_forecast_and_the_view_after_the_move() -> None:
    state = opening()
    told = preview(state, 0, ["PASS"], seeded(1))
    assert told.refusal is None
    move = GAME.parse("PASS")
    assert told.moves == move_options(state, 0, [move])
    state.play(0, move)
    assert told.view == state.view(0)


def test_a_refusal_names_the_text_it_belongs_to() -> None:
    told = preview(opening(), 0, ["PASS", "PASS"], seeded(1))
    assert told.refusal is not None
    assert (told.refusal.code, told.index) == ("NOT_YOUR_TURN", 1)
    assert [option["move"] for option in told.moves] == ["PASS"]
    assert told.view is None


def test_what_is_no_move_at_all_is_refused() -> None:
    told = preview(opening(), 0, ["gimme"], seeded(1))
    assert told.refusal is not None
    assert (told.refusal.code, told.index, told.moves) == ("UNREADABLE", 0, [])


def test_knowledge_ends_where_a_hidden_card_is_turned_up() -> None:
    state = opening()
    attack = hidden_attack(state)
    told = preview(state, 0, [attack, "PASS"], seeded(1))
    assert [option["move"] for option in told.moves] == [attack]
    assert told.refusal is None
    assert told.view is None


def test_nothing_changes() -> None:
    state = opening()
    state.events = []
    before = state.position()
    for texts in (["PASS"], [hidden_attack(state)], ["gimme"]):
        preview(state, 0, texts, seeded(1))
    assert state.position() == before
    assert state.events == []


@pytest.mark.parametrize("seat", [SPECTATOR, 2, -2])
def test_a_preview_for_nobody_is_refused(seat: int) -> None:
    told = preview(opening(), seat, ["PASS"], seeded(1))
    assert told.refusal is not None
    assert told.refusal.code == "NOT_SEATED"
    assert told.view is None


def test_every_legal_move_in_a_view_carries_its_forecast() -> None:
    state = opening()
    for move, option in zip(state.moves(0), state.view(0)["moves"]):
        assert option == move_options(state, 0, [move])[0]
        assert option.get("forecast", {}) == state.game.display.forecast(state, 0, move)
