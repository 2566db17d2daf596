"""Gymnasium's own suite on every table, and what the mapping promises beside it."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.envs.tables import TABLES, Table

from slugfest.envs.gym import SlugfestGym
from slugfest.kernel import SlugfestError


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
