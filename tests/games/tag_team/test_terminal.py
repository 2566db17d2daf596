"""The table in a terminal says whose things are whose, in both languages."""

from __future__ import annotations

import pytest

from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.content import BOX, FIGHTER_KEYS, FIGHTER_OF
from slugfest.kernel import SPECTATOR, State, seeded

from .table import table

NAMES = ["Ann", "Bob"]


def draft() -> State:
    return table({"hand": list(FIGHTER_KEYS[:6])}, {"hand": list(FIGHTER_KEYS[6:])}, phase="pick-1")


@pytest.mark.parametrize(("language", "heading"), [("en", "Your draft cards"), ("de", "Deine Auswahlkarten")])
@pytest.mark.parametrize("seat", [0, 1])
def test_your_draft_hand_stands_under_its_own_heading(seat: int, language: str, heading: str) -> None:
    lines = GAME.terminal.render(draft().view(seat), NAMES, language).split("\n")
    at = next(index for index, line in enumerate(lines) if heading in line)
    players = [index for index, line in enumerate(lines) if "Ann" in line or "Bob" in line]
    hand = [index for index, line in enumerate(lines) if "♥" in line]
    assert max(players) < at < min(hand)
    assert lines[at - 1] == ""
    own = FIGHTER_KEYS[:6] if seat == 0 else FIGHTER_KEYS[6:]
    for key in own:
        assert any(BOX.names[FIGHTER_OF[key]].in_language(language) in lines[index] for index in hand)


def test_a_spectator_sees_no_hand_and_no_heading() -> None:
    painted = GAME.terminal.render(draft().view(SPECTATOR), NAMES, "en")
    assert "Your draft cards" not in painted
    assert "♥" not in painted


def test_in_the_free_choice_the_fighters_on_offer_are_everybodys() -> None:
    state = GAME.new(2, {"teams": "free"}, seeded("free"))
    for seat in (0, 1, SPECTATOR):
        assert "On offer" in GAME.terminal.render(state.view(seat), NAMES, "en")
