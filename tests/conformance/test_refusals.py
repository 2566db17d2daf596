"""A refused move leaves a running match exactly as it was, chance and all."""

from __future__ import annotations

import pytest

from slugfest.kernel import Game, History, MoveError, games


@pytest.mark.compiled
@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_refused_move_leaves_a_match_as_it_was(game: Game) -> None:
    history = History(game, game.min_seats, {}, "refusals")
    for _ in range(6):
        if history.state.outcome() is not None:  # whoever always plays the last move may lose quickly
            break
        seat = history.state.actors()[0]
        before = history.state.position()
        for attempt in (-1, game.move_count):
            with pytest.raises(MoveError):
                history.play(seat, attempt)
        with pytest.raises(MoveError):
            history.play_text(seat, "nonsense")
        assert history.state.position() == before
        assert history.state.events is None
        history.play(seat, history.state.moves(seat)[-1])
