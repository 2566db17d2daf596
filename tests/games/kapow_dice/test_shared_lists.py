"""What a round begins with is shared by all positions: nobody may change it."""

from __future__ import annotations

import pytest

from slugfest.games.kapow_dice import GAME
from slugfest.games.kapow_dice.position import position
from slugfest.kernel import seeded

SHARED = ("NO_FIGHT", "_TEAMS")


@pytest.mark.parametrize(
    ("seats", "mode"), [(2, "duel"), (2, "characters"), (4, "team"), (1, "solo"), (2, "coop")]
)
def test_whole_games_leave_shared_lists_as_they_were(seats: int, mode: str) -> None:
    before = {name: repr(getattr(position, name)) for name in SHARED}
    chance = seeded("shared lists", mode)
    state = GAME.new(seats, GAME.settle(seats, {"mode": mode}), chance)
    while actors := state.actors():
        moves = state.moves(actors[0])
        state.play(actors[0], moves[chance.below(len(moves))])
    assert {name: repr(getattr(position, name)) for name in SHARED} == before
