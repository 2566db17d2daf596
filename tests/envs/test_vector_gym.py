"""Many games as a vector environment of Gymnasium: its interface, opponents, seats and rewards."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from tests.envs.tables import TABLES, Table

from slugfest.envs.vector_gym import SlugfestVector
from slugfest.envs.vector_gym_processes import SlugfestVectorProcesses
from slugfest.kernel import SlugfestError

pytestmark = pytest.mark.compiled  # it is stepped inside the engine


def made(table: Table, **settings: object) -> SlugfestVector:
    return SlugfestVector(table.game, 3, table.seats, table.options, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_is_a_vector_environment_of_gymnasium(table: Table) -> None:
    envs = made(table)
    assert isinstance(envs, VectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=1)
    for _ in range(5):
        assert envs.observation_space.contains(observations)
        assert (envs.action_masks() == (observations["action_mask"] == 1)).all()
        actions = envs.sample()
        assert envs.action_space.contains(actions)
        assert infos["seat"].shape == (3,)
        observations, rewards, ended, cut, infos = envs.step(actions)
        assert rewards.shape == ended.shape == cut.shape == (3,)


def test_gymnasium_makes_one_by_its_name() -> None:
    envs = gymnasium.make_vec("slugfest.envs.gym:slugfest/kapow-cards-v0", num_envs=4, opponents="random")
    observations, _ = envs.reset(seed=3)
    assert observations["observation"].shape[0] == envs.num_envs == 4
    single = gymnasium.make("slugfest.envs.gym:slugfest/kapow-cards-v0", opponents="random")
    observation, info = single.reset(seed=3)
    masks = single.get_wrapper_attr("action_masks")()
    assert np.flatnonzero(masks).tolist() == sorted(info["legal"])
    assert single.spec is not None
    assert single.spec.id == "slugfest/kapow-cards-v0"
    assert observation["observation"].shape == observations["observation"].shape[1:]


@pytest.mark.parametrize("seat", [1, None])
def test_with_opponents_only_my_seat_is_asked(seat: int | None) -> None:
    envs = SlugfestVector("kapow-cards", 6, 3, seat=seat, opponents=["random", "random"])
    _, infos = envs.reset(seed=1)
    seats: set[int] = set()
    finished = 0
    for _ in range(150):
        asked = infos["seat"]
        seats |= set(asked.tolist())
        _, rewards, ended, _, infos = envs.step(envs.sample())
        assert (rewards[~ended] == 0).all()
        if ended.any():
            worth = infos["returns"]
            assert (rewards[ended] == worth[np.flatnonzero(ended), asked[ended]]).all()
            assert np.abs(worth.sum(axis=1)).max() < 1e-9  # between sides everything adds up to 0
        finished += int(ended.sum())
    assert finished > 6
    assert seats == ({1} if seat == 1 else {0, 1, 2})


def test_the_same_seed_gives_the_same_games() -> None:
    def story(seed: int) -> list[bytes]:
        envs = SlugfestVector("kapow-cards", 3, opponents="random")
        envs.reset(seed=seed)
        return [envs.step(envs.sample())[0]["observation"].tobytes() for _ in range(20)]

    assert story(5) == story(5)
    assert story(5) != story(6)


def test_it_can_be_pickled_in_the_middle_of_games() -> None:
    envs = SlugfestVector("kapow-cards", 3, opponents="random")
    envs.reset(seed=5)
    envs.step(envs.sample())
    twin = pickle.loads(pickle.dumps(envs))
    for _ in range(30):
        mine, its = envs.step(envs.sample()), twin.step(twin.sample())
        assert (mine[0]["observation"] == its[0]["observation"]).all()
        assert (mine[1] == its[1]).all()


def test_several_processes_play_what_vectors_of_their_own_would_play() -> None:
    settings: dict[str, Any] = {"seats": 3, "seat": None, "opponents": ["random", "greedy"]}
    envs = SlugfestVectorProcesses("kapow-cards", 5, processes=2, **settings)
    assert isinstance(envs, VectorEnv)
    with pytest.raises(SlugfestError, match="reset"):
        envs.step(np.zeros(5))
    observations, infos = envs.reset(seed=7)
    apart = [SlugfestVector("kapow-cards", games, **settings) for games in (2, 3)]
    expected = [one.reset(seed=[7, number]) for number, one in enumerate(apart)]
    assert infos["seat"].tolist() == [seat for _, info in expected for seat in info["seat"]]
    finished = 0
    for _ in range(60):
        assert envs.observation_space.contains(observations)
        actions = envs.sample()
        assert envs.action_masks()[np.arange(5), actions].all()
        observations, rewards, ended, _, infos = envs.step(actions)
        stepped = [one.step(part) for one, part in zip(apart, (actions[:2], actions[2:]))]
        for name in observations:
            assert (observations[name] == np.concatenate([step[0][name] for step in stepped])).all()
        assert rewards.tolist() == [reward for step in stepped for reward in step[1]]
        assert ended.tolist() == [end for step in stepped for end in step[2]]
        assert ("returns" in infos) == bool(ended.any())
        if ended.any():
            worth = [step[4].get("returns", np.zeros((len(step[1]), 3))) for step in stepped]
            assert infos["returns"].tolist() == np.concatenate(worth).tolist()
        finished += int(ended.sum())
    assert finished > 2
    actions = envs.sample()
    actions[4] = -1
    with pytest.raises(ValueError, match="game 4: action -1"):
        envs.step(actions)
    envs._workers.processes[1].kill()
    envs._workers.processes[1].join()
    with pytest.raises(SlugfestError, match="has ended"):
        envs.step(envs.sample())
    envs.close()
    with pytest.raises(SlugfestError, match="1 to 2 processes"):
        SlugfestVectorProcesses("kapow-cards", 2, processes=3)


def test_what_is_wrong_is_refused() -> None:
    with pytest.raises(SlugfestError, match="1 opponents are needed"):
        SlugfestVector("kapow-cards", 2, opponents=["random", "random"])
    with pytest.raises(SlugfestError, match="there is no seat 4"):
        SlugfestVector("kapow-cards", 2, seat=4)
    envs = SlugfestVector("kapow-cards", 2)
    with pytest.raises(SlugfestError, match="reset"):
        envs.step(np.zeros(2))
    envs.reset(seed=1)
    legal = envs.sample()
    legal[1] = envs.actions.count
    with pytest.raises(ValueError, match="game 1: action"):
        envs.step(legal)
    with pytest.raises(ValueError, match="2 actions are needed"):
        envs.step(legal[:1])
