"""What a view says of the legal moves together is what is said of each of them alone."""

from __future__ import annotations

import pytest

from slugfest.bots import play_out
from slugfest.kernel import Game, Options, games, seeded
from slugfest.testing.golden import wanted

pytestmark = pytest.mark.compiled

WAYS = [
    pytest.param(game, seats, options, id=f"{game.id} {name}")
    for game in games().values()
    for name, (seats, options) in wanted(game).items()
]


@pytest.mark.parametrize(("game", "seats", "options"), WAYS)
def test_moves_in_a_view_are_described_as_each_alone(game: Game, seats: int, options: Options) -> None:
    compared = 0
    for number in range(8):
        state = game.new(seats, options, seeded("together", game.id, number))
        play_out(state, seeded("together play", number), 4 * number)
        for seat in range(seats):
            moves = state.moves(seat)
            alone = [
                {
                    "move": game.format(move),
                    "label": game.label(move).as_json(),
                    "parts": list(game.display.move_parts(move) or ()),
                    "forecast": state.game.display.forecast(state, seat, move),
                }
                for move in moves
            ]
            assert [{"forecast": {}, **option} for option in state.view(seat)["moves"]] == alone
            compared += len(moves)
    assert compared
