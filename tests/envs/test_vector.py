"""Many games at once give what single games give."""

from __future__ import annotations

import numpy as np
import pytest
from tests.envs.tables import TABLES, Table

from slugfest.envs.vector import VectorEnv
from slugfest.kernel import SlugfestError

pytestmark = pytest.mark.compiled  # it is stepped inside the engine


def made(table: Table, games: int, seed: int = 1) -> VectorEnv:
    return VectorEnv(table.game, table.seats, options=table.options, games=games, seed=seed)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_row_is_what_its_seat_may_know_and_do(table: Table) -> None:
    env = made(table, games=3)
    for _ in range(12):
        masks = env.masks()
        for game, state in enumerate(env._batch.states):
            seat = int(env.seats[game])
            assert seat in state.actors()
            assert (env.observations[game] == env.encoding.observe(state, seat)).all()
            legal = env.legal[env.starts[game] : env.starts[game] + env.counts[game]]
            assert legal.tolist() == env.actions.legal(state, seat)
            assert sorted(legal.tolist()) == np.flatnonzero(masks[game]).tolist()
        env.step(env.sample())


def test_games_end_with_what_they_were_worth_and_go_on_with_a_new_deal() -> None:
    env = made(TABLES[0], games=8)
    finished = 0
    for _ in range(200):
        ended = env.step(env.sample())
        finished += len(ended.games)
        assert ended.returns.shape == (len(ended.games), 2)
        assert np.abs(ended.returns.sum(axis=1)).max(initial=0.0) == 0.0
        for game in ended.games:
            assert env._batch.states[game].outcome() is None
    assert finished > 8


def test_the_same_seed_gives_the_same_games() -> None:
    def story(seed: int) -> list[bytes]:
        env = made(TABLES[1], games=4, seed=seed)
        told = []
        for _ in range(30):
            env.step(env.sample())
            told.append(env.observations.tobytes() + env.legal.tobytes())
        return told

    assert story(5) == story(5)
    assert story(5) != story(6)


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = made(TABLES[0], games=4)
    before = env.observations.copy()
    actions = env.sample()
    actions[2] = next(action for action in range(env.actions.count) if not env.masks()[2][action])
    with pytest.raises(ValueError, match="game 2: action"):
        env.step(actions)
    with pytest.raises(ValueError, match="4 actions are needed"):
        env.step(actions[:3])
    assert (env.observations == before).all()


def test_who_decides_at_the_same_time_is_asked_one_after_the_other() -> None:
    env = made(TABLES[4], games=1)
    asked = []
    for _ in range(4):
        asked.append(int(env.seats[0]))
        env.step(env.sample())
    assert asked == [0, 1, 0, 1]


def test_a_table_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SlugfestError, match="2 to 6 players"):
        VectorEnv("kapow-cards", 7)
