"""Many games at once give what single games give."""

from __future__ import annotations

import hashlib
import weakref

import numpy as np
import pytest
from tests.envs.tables import TABLES, Table
from tests.hush import Hush

from slugfest.envs.vector import VectorEnv
from slugfest.envs.vector_processes import VectorProcesses
from slugfest.kernel import Batch, Options, Rng, SlugfestError, State, seeded

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


def test_observations_and_actions_are_the_same_compiled_and_interpreted() -> None:
    """What networks were trained on: the same numbers from every engine, and tomorrow."""
    env = VectorEnv("kapow-cards", 3, {"mode": "to-infinity"}, games=5, seed=3)
    seen = hashlib.sha256()
    for _ in range(150):
        seen.update(
            env.observations.tobytes() + env.legal.tobytes() + env.counts.tobytes() + env.seats.tobytes()
        )
        env.step(env.legal[env.starts + env.counts // 2])
    assert seen.hexdigest()[:16] == "882c7998bc037f52"


def test_an_action_is_refused_with_and_without_masks() -> None:
    env = made(TABLES[0], games=300)
    for ask in (env.games, 0):
        wrong = env.sample()
        if ask:
            env.masks()
        for action in (-1, env.actions.count, 10**12):
            wrong[299] = action
            with pytest.raises(ValueError, match="game 299: action"):
                env.step(wrong)
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


def test_several_processes_play_what_one_would_play() -> None:
    with VectorProcesses("kapow-cards", games=5, processes=2, seed=3) as env:
        singles = [
            VectorEnv("kapow-cards", games=games, seed=3 * 2 + number) for number, games in enumerate((2, 3))
        ]
        for _ in range(60):
            assert (env.observations == np.concatenate([one.observations for one in singles])).all()
            assert (env.masks() == np.concatenate([one.masks() for one in singles])).all()
            actions = env.sample()
            ended = env.step(actions)
            apart = [singles[0].step(actions[:2]), singles[1].step(actions[2:])]
            assert ended.games.tolist() == [*apart[0].games, *(apart[1].games + 2)]
            assert ended.returns.tolist() == [*apart[0].returns.tolist(), *apart[1].returns.tolist()]
        actions = env.sample()
        actions[4] = -1
        with pytest.raises(ValueError, match="game 4: action -1"):
            env.step(actions)
        env._workers.processes[1].kill()
        env._workers.processes[1].join()
        with pytest.raises(SlugfestError, match="has ended"):
            env.step(env.sample())
    with pytest.raises(SlugfestError, match="1 to 2 processes"):
        VectorProcesses("kapow-cards", games=2, processes=3)


def test_a_game_that_ended_is_given_up_before_it_is_dealt_anew() -> None:
    """So the new position can lie where the old one was: scattered positions take twice as long to reach."""
    alive: weakref.WeakSet[State] = weakref.WeakSet()

    class Counting(Hush):
        most = 0

        def deal(self, seats: int, options: Options, rng: Rng) -> State:
            self.most = max(self.most, len(alive))
            state = super().deal(seats, options, rng)
            alive.add(state)
            return state

    game = Counting()
    batch = Batch(game, 2, game.settle(2, {}), 3, seeded("given up"))
    assert len(alive) == 4  # one is spare
    ended = 0
    while ended < 5:
        choices = [game.learning.actions(state, seat) for state, seat in zip(batch.states, batch.asked)]
        batch.step([actions[0] for actions in choices])
        assert len(batch.ended) == len(batch.outcomes)
        ended += len(batch.ended)
    assert game.most == 3
