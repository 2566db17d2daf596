"""The parts of a move say what its text says, and lead back to it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from slugfest.kernel import Game, UnreadableMove, game, games, text_of
from slugfest.kernel.facts import misfit


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_move_has_parts_of_its_own_that_are_written_as_its_text(game: Game) -> None:
    assert game.facts is not None
    seen: set[str] = set()
    for move in range(game.move_count):
        parts = json.dumps(game.display.move_parts(move))
        assert misfit(json.loads(parts), game.facts.moves, "parts") == ""
        assert text_of(game, json.loads(parts)) == game.format(move)
        assert parts not in seen
        seen.add(parts)


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["play", [{"card": "C07a", "active": False}, {"card": "C07b", "active": True}]], "play C07a C07b*"),
        (["bet", [{"card": "C03b", "piece": "KO-1"}, {"card": "C07a", "piece": None}]], "bet C03b=KO-1 C07a"),
        (["bet", []], "bet"),
    ],
)
def test_a_whole_action_is_given_in_parts(parts: list[Any], text: str) -> None:
    """CH-118."""
    assert text_of(game("custom-heroes"), parts) == text


@pytest.mark.parametrize(
    ("key", "parts", "fault"),
    [
        ("kapow-cards", [], "None is not a kind of move"),
        ("kapow-cards", ["attack", ["S12"], 1, "row", "1"], "attack.place is '1', not number"),
        ("kapow-dice", ["take", True], "take.die is True, not number"),
        ("tag-team", ["insert", "JOA-1"], "insert is ['insert', 'JOA-1'], not [kind, card, position]"),
        ("custom-heroes", ["play", [{"card": "C07a"}]], "play.cards[0].active is declared and missing"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(key: str, parts: list[Any], fault: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        text_of(game(key), parts)
    assert refused.value.code == "UNREADABLE"
    assert fault in refused.value.text.en
    assert fault in refused.value.text.de


def test_a_game_that_declares_no_parts_takes_texts_alone() -> None:
    plain = Game()
    assert text_of(plain, "PASS") == "PASS"
    assert plain.display.move_parts(0) is None
    with pytest.raises(UnreadableMove):
        text_of(plain, ["pass"])
