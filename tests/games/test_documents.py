"""Games that write their position documents by hand, for speed, write what their schema declares."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

from slugfest.bots import play_out
from slugfest.kernel import Game, Options, games, seeded
from slugfest.kernel.schema import Schema
from slugfest.testing.golden import wanted

pytestmark = pytest.mark.compiled

WAYS = [
    pytest.param(game, seats, options, id=f"{game.id} {name}")
    for game in games().values()
    for name, (seats, options) in wanted(game).items()
]
STARTS = 6
MOST = 40  # moves between two compared positions


@pytest.mark.parametrize(("game", "seats", "options"), WAYS)
def test_a_document_is_what_the_schema_writes(game: Game, seats: int, options: Options) -> None:
    """Same fields, order and values, from the deal to the end."""
    schema: Schema = import_module(f"slugfest.games.{game.id.replace('-', '_')}.shown.documents").DOCUMENT
    for number in range(STARTS):
        state = game.new(seats, options, seeded("documents", number))
        rng = seeded("documents play", number)
        for _ in range(1000):
            assert json.dumps(state.document()) == json.dumps(schema.write(state))
            if not state.actors():
                break
            play_out(state, rng, 1 + rng.below(MOST))
        assert not state.actors()
