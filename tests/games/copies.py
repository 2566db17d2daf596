"""A copy is the same position in everything a game remembers, not only in what it writes down."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from slugfest.bots import bot
from slugfest.kernel import Game, Options, Perspective, State, seeded
from slugfest.testing.golden import wanted

OF_THE_MATCH = {"rng", "events", "revealed"}  # who listens and how chance falls are not the position's


def copy_tests(game: Game, apart: set[str] | None = None, moves: int = 80) -> Callable[..., None]:
    """A test for each way to play; ``apart`` are names of what bots keep for themselves."""

    @pytest.mark.parametrize(("seats", "mode"), wanted(game).values(), ids=wanted(game))
    def test_a_copy_is_the_same_position(seats: int, mode: Options) -> None:
        rng = seeded("copies", game.id, seats)
        random = bot("random", game)
        state = game.new(seats, game.settle(seats, mode), seeded("copied", game.id, seats))
        for _ in range(moves):
            if not (actors := state.actors()):
                break
            seat = actors[rng.below(len(actors))]
            state.play(seat, random.choose(Perspective(state, seat), rng))
            assert remembered(state.copy(), apart) == remembered(state, apart)

    return test_a_copy_is_the_same_position


def remembered(state: State, apart: set[str] | None) -> dict[str, object]:
    return {name: value for name, value in vars(state).items() if name not in OF_THE_MATCH | (apart or set())}
