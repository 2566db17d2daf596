"""Gymnasium's own suite on every table, and what the mapping promises beside it."""

from __future__ import annotations

import random
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.envs.tables import TABLES, Table

from slugfest.envs import match
from slugfest.envs.gym import SlugfestGym
from slugfest.kernel import SlugfestError, seeded


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_passes_gymnasiums_check(table: Table) -> None:
    env = SlugfestGym(table.game, table.seats, options=table.options, opponents="random", render_mode="ansi")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(env)
    # It was made by hand, not by gymnasium.make.
    assert [str(told.message) for told in caught if "spec" not in str(told.message)] == []


def play(env: SlugfestGym, seed: int | None) -> tuple[list[bytes], float, dict[str, Any]]:
    """A whole match of random legal actions: what was told, and how it ended."""
    rng = np.random.default_rng(0)
    observation, info = env.reset(seed=seed)
    seen, reward, over = [observation["observation"].tobytes()], 0.0, False
    while not over:
        observation, reward, over, cut, info = env.step(int(rng.choice(info["legal"])))
        seen.append(observation["observation"].tobytes())
        over = over or cut
    return seen, reward, info


def test_the_same_seed_gives_the_same_match_against_any_bot() -> None:
    one = play(SlugfestGym("kapow-cards", 3, opponents=["greedy", "search:5"]), seed=4)
    other = play(SlugfestGym("kapow-cards", 3, opponents=["greedy", "search:5"]), seed=4)
    assert one[0] == other[0]
    assert one[2]["outcome"] == other[2]["outcome"]
    assert one[1] in (1.0, 0.0, -0.5)


def test_the_seat_may_be_drawn_by_lot() -> None:
    env = SlugfestGym("kapow-cards", 3, seat=None, opponents="random")
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(12)}
    assert seats == {0, 1, 2}


def test_in_a_secret_choice_the_bot_s_decision_stays_secret() -> None:
    """The seat that is asked second knows nothing of what the bot before it has chosen."""
    told = set()
    for opponent in ("random", "greedy", "easy"):
        env = SlugfestGym("tag-team", options={"teams": "normal"}, seat=1, opponents=opponent)
        observation, info = env.reset(seed=8)
        told.add((observation["observation"].tobytes(), tuple(info["legal"])))
    assert len(told) == 1


def test_a_match_can_be_cut_short() -> None:
    env = SlugfestGym("kapow-dice", 1, options={"mode": "solo"}, max_cycles=5)
    _, info = env.reset(seed=1)
    for _ in range(5):
        _, _, over, cut, info = env.step(info["legal"][0])
        assert not over
    assert cut


def test_opponents_and_seats_that_do_not_fit_are_refused() -> None:
    with pytest.raises(SlugfestError, match="2 opponents are needed"):
        SlugfestGym("kapow-cards", 3, opponents=["greedy"])
    with pytest.raises(SlugfestError, match="there is no seat 3"):
        SlugfestGym("kapow-cards", 3, seat=3)
    with pytest.raises(SlugfestError, match="there is no bot 'wizard'"):
        SlugfestGym("kapow-cards", 2, opponents="wizard")


def test_an_installed_engine_that_is_interpreted_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SLUGFEST_INTERPRETED", raising=False)
    monkeypatch.setattr(match, "rng", SimpleNamespace(__file__="/lib/site-packages/slugfest/kernel/rng.py"))
    monkeypatch.setattr(match, "_warned", False)
    with pytest.warns(RuntimeWarning, match="runs interpreted"):
        SlugfestGym("kapow-cards")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SlugfestGym("kapow-cards")
    monkeypatch.setattr(match, "rng", SimpleNamespace(__file__="/lib/site-packages/slugfest/kernel/rng.so"))
    monkeypatch.setattr(match, "_warned", False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SlugfestGym("kapow-cards")


def test_macros_offer_what_a_search_would_try_and_leave_out_what_is_no_choice() -> None:
    """A random duel of KAPOW! dice takes thousands of decisions otherwise."""
    env = SlugfestGym(
        "kapow-dice", opponents="random", options={"mode": "duel"}, macros=True, illegal="raise"
    )
    _, info = env.reset(seed=3)
    decisions, over, chance = 0, False, random.Random(1)
    while not over:
        state, seat = env.match.state, env.seat
        moves = [state.game.learning.move_of(state, seat, action) for action in info["legal"]]
        assert len(moves) > 1
        assert set(moves) <= set(state.moves(seat))
        assert env.action_masks().sum() == len(moves)
        left = sorted(set(state.game.learning.actions(state, seat)) - set(info["legal"]))
        if left:
            with pytest.raises(ValueError, match="with macros only what a search would try"):
                env.step(left[0])
        _, _, over, _, info = env.step(chance.choice(info["legal"]))
        decisions += 1
    assert decisions < 60
    with pytest.raises(SlugfestError, match="optional or macros"):
        SlugfestGym("kapow-dice", macros=True, optional=True)


@pytest.mark.parametrize("game", ["kapow-dice", "kapow-cards"])
def test_shaped_rewards_add_up_to_the_result_less_what_was_expected(game: str) -> None:
    env = SlugfestGym(game, opponents="greedy", macros=True, shaped=True)
    rewards: list[float] = []
    _, info = env.reset(seed=4)
    expected, over, chance = env._standing, False, random.Random(2)
    while not over:
        _, reward, over, _, info = env.step(chance.choice(info["legal"]))
        rewards.append(reward)
    assert sum(rewards) == pytest.approx(env.match.returns()[env.seat] - expected)
    assert any(rewards[:-1])  # something is learned before the end
    assert -1.0 <= expected <= 1.0


def test_a_shaped_reward_comes_from_what_the_seat_knows() -> None:
    """Two positions that the seat cannot tell apart are expected to be worth the same."""
    env = SlugfestGym("kapow-cards", shaped=True)
    env.reset(seed=4)
    chance = env._chances[env.seat].copy()
    first = env._expected()
    assert env.shaped is not None
    env.match.state = env.shaped.sample(env.match.state, env.seat, seeded("another"))
    env._chances[env.seat] = chance
    assert env._expected() == first
