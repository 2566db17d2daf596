"""A search that asks once what it may begin with decides as one that asks in every imagined position."""

from __future__ import annotations

import pytest

from slugfest.bots import SearchBot, play_out
from slugfest.kernel import Game, Options, Perspective, game, games, seeded

pytestmark = pytest.mark.compiled

TABLES: list[tuple[str, int, Options]] = [
    ("kapow-cards", 2, {}),
    ("kapow-cards", 4, {}),
    ("custom-heroes", 2, {}),
    ("custom-heroes", 3, {}),
    ("tag-team", 2, {"teams": "random"}),
]


def decisions(played: Game, seats: int, options: Options) -> list[list[tuple[int, int, float, float]]]:
    found = []
    for number in range(8):
        state = played.new(seats, options, seeded("open choices", number))
        play_out(state, seeded("open choices, play", number), 2 + 5 * number)
        for seat in state.actors():
            ideas = SearchBot(iterations=40).consider(Perspective(state, seat), seeded(number, seat))
            found.append([(idea.move, idea.visits, idea.value, idea.probability) for idea in ideas])
    return found


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_nothing_is_decided_otherwise(name: str, seats: int, options: Options) -> None:
    played = game(name)
    assert played.require_search().open_choices
    once = decisions(played, seats, options)
    played.require_search().open_choices = False
    try:
        again = decisions(played, seats, options)
    finally:
        played.require_search().open_choices = True
    assert once == again
    assert sum(len(ideas) > 1 for ideas in once) >= 3


def test_every_game_that_says_so_is_tried() -> None:
    assert {name for name, played in games().items() if played.require_search().open_choices} == {
        row[0] for row in TABLES
    }
