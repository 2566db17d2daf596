"""PettingZoo's own suites on every table, and what the mapping promises beside them."""

from __future__ import annotations

import importlib
import json
import pickle
import warnings
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec
from tests.envs.tables import TABLES, Table
from tests.hush import TABLE_GAME

from slugfest.envs import aec, parallel
from slugfest.envs.match import returns
from slugfest.kernel import Outcome, SlugfestError, Text, game, seeded

CYCLES = 25
# An observation is a dictionary with a mask in it, as PettingZoo asks for where not every action is legal; its own test
# still wonders about that.
EXPECTED = (
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Observation is not a NumPy array",
)

on_every_table = pytest.mark.parametrize("table", TABLES, ids=str)


@pytest.fixture(autouse=True)
def only_expected_warnings() -> Iterator[None]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    unexpected = [str(told.message) for told in caught if not str(told.message).startswith(EXPECTED)]
    assert unexpected == []


def made(table: Table, make: Callable[..., Any] = aec.env, **settings: Any) -> Any:
    return make(table.game, table.seats, options=table.options, **settings)


def test_every_mode_of_every_game_is_tried() -> None:
    for name, key in (("kapow-cards", "mode"), ("kapow-dice", "mode"), ("tag-team", "teams")):
        (option,) = [option for option in game(name).options if option.key == key]
        declared = {choice.value for choice in option.choices or []}
        assert declared == {table.options[key] for table in TABLES if table.game_id == name}


# ---- the owners' suites ----------------------------------------------------------------------------------------------


@on_every_table
def test_aec_passes_the_api_test(table: Table) -> None:
    api_test(made(table), num_cycles=CYCLES)


@on_every_table
def test_aec_with_optional_moves_passes_the_api_test(table: Table) -> None:
    api_test(made(table, optional=True), num_cycles=CYCLES)


@on_every_table
def test_parallel_passes_the_api_test(table: Table) -> None:
    parallel_api_test(made(table, parallel.parallel_env), num_cycles=CYCLES)


@on_every_table
def test_the_same_seed_gives_the_same_match(table: Table) -> None:
    seed_test(lambda: made(table), num_cycles=CYCLES)
    parallel_seed_test(lambda: made(table, parallel.parallel_env, illegal="default"), num_cycles=CYCLES)


@on_every_table
def test_max_cycles_cut_a_match_short(table: Table) -> None:
    """PettingZoo's test wants every agent asked in every cycle, which is what parallel environments do."""

    def cut(max_cycles: int) -> Any:
        return made(table, parallel.parallel_env, max_cycles=max_cycles, illegal="default")

    def cut_one_by_one(max_cycles: int) -> Any:
        return parallel_to_aec(cut(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=cut, env=cut_one_by_one))


@on_every_table
def test_it_can_be_rendered(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: made(table, render_mode=render_mode))
    assert capsys.readouterr().out.strip()


# ---- what the mapping promises ---------------------------------------------------------------------------------------


def play_on(env: Any, steps: int = 10_000, seed: int = 0) -> dict[str, float]:
    """Random legal actions, until the match is over or so many were made; what everybody was given in all."""
    rng = np.random.default_rng(seed)
    given = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(steps):
        _, reward, terminated, truncated, info = env.last()
        given[agent] += reward
        env.step(None if terminated or truncated else int(rng.choice(info["legal"])))
    return given


@pytest.mark.parametrize("table", [TABLES[0], TABLES[1], TABLES[7], TABLES[-1]], ids=str)
def test_a_match_ends_with_what_it_was_worth(table: Table) -> None:
    env = made(table)
    env.reset(seed=3)
    given = play_on(env)
    assert env.agents == []
    assert sum(given.values()) == pytest.approx(0.0)
    outcome = env.match.state.outcome()
    winners = {f"player_{seat}" for seat in outcome.winners()}
    if len(winners) < len(given):
        assert {agent for agent, result in given.items() if result == max(given.values())} == winners


def test_teammates_share_the_result_and_sides_count_not_seats() -> None:
    dice, cards = game("kapow-dice"), game("kapow-cards")
    team = dice.settle(4, {"mode": "team"})
    nothing = Text("", "")
    assert returns(dice, team, Outcome([1, 1, 3, 3], "KNOCKOUT", nothing)) == [1.0, 1.0, -1.0, -1.0]
    assert returns(cards, cards.settle(3, {}), Outcome([1, 2, 2], "", nothing)) == [1.0, -0.5, -0.5]
    together = dice.settle(2, {"mode": "coop"})
    assert returns(dice, together, Outcome([2, 2], "", nothing, values=[0.0, 0.0])) == [-1.0, -1.0]


def test_numbering_is_practical_and_the_same_from_every_seat() -> None:
    cards = game("kapow-cards")
    assert cards.learning.action_count(cards, 2, {}) == 6438
    assert cards.move_count == 38038
    state = cards.new(3, {"start_seat": 1}, seeded("a chance"))
    attack = [
        state.game.learning.move_of(state, seat, 200) for seat in range(3)
    ]  # the same attack at the same place of the one to the left
    texts = [cards.format(move) for move in attack]
    heads = {text.split(" -> ")[0] for text in texts}
    targets = [text.split(" -> ")[1].split(":") for text in texts]
    assert len(heads) == 1
    assert [target[0] for target in targets] == ["P2", "P3", "P1"]
    assert len({target[1] for target in targets}) == 1


def test_who_decides_at_the_same_time_learns_nothing_of_the_others_choice() -> None:
    seen = set()
    for choice in range(3):
        env = aec.env("tag-team", options={"teams": "tactical"})
        env.reset(seed=5)
        assert env.agent_selection == "player_0"
        env.step(env.infos["player_0"]["legal"][choice])
        assert env.agent_selection == "player_1"
        observation, *_, info = env.last()
        seen.add((observation["observation"].tobytes(), tuple(info["legal"])))
    assert len(seen) == 1


def texts_of(env: Any) -> dict[str, int]:
    """What the agent that is asked may answer, by text."""
    agent, match = env.agent_selection, env.match
    return {
        match.actions.text(match.state, int(agent[-1]), action): action
        for action in env.infos[agent]["legal"]
    }


def do_first_of(env: Any, *wanted: str) -> None:
    """The first answer that begins with one of these words, those named first before others."""
    texts = texts_of(env)
    env.step(next(texts[text] for word in wanted for text in texts if text.startswith(word)))


def asked_when_one_is_ready(**settings: Any) -> dict[str, set[str]]:
    """2 vs 2 in KAPOW! dice: who is asked what in the cycle after the first player has said ready, and nobody else."""
    env: Any = aec.env("kapow-dice", 4, options={"mode": "team", "by_lot": True}, **settings)
    env.reset(seed=2)
    while not env.match.state.ready:
        mine = env.agent_selection == "player_0"
        do_first_of(env, *(("ready", "target") if mine else ("wait", "place", "target", "card", "")))
    cycle, asked = env.match.cycle + 1, {}
    while env.match.cycle <= cycle:
        if env.match.cycle == cycle:
            asked[env.agent_selection] = set(texts_of(env))
        do_first_of(env, "wait", "place", "take", "target")
    return asked


def test_whoever_owes_nothing_is_not_asked_unless_optional_moves_are_wanted() -> None:
    assert sorted(asked_when_one_is_ready()) == ["player_1", "player_2", "player_3"]
    asked = asked_when_one_is_ready(optional=True)
    assert {"unready", "wait"} <= asked.pop("player_0")
    assert sorted(asked) == ["player_1", "player_2", "player_3"]
    assert all("wait" not in texts for texts in asked.values())


@pytest.mark.parametrize("make", [aec.env, parallel.parallel_env])
def test_an_illegal_action_loses_at_once_or_stands_for_the_default_or_is_refused(make: Any) -> None:
    def act(illegal: str) -> tuple[dict[str, float], dict[str, bool], dict[str, Any]]:
        env = make("kapow-cards", options={"start_seat": 1}, illegal=illegal)
        env.reset(seed=1)
        if make is aec.env:
            env.step(3)
            return env.rewards, env.terminations, env.infos["player_0"]
        _, rewards, ended, _, infos = env.step({"player_0": 3})
        return rewards, ended, infos["player_0"]

    rewards, ended, info = act("lose")
    assert rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(ended.values())
    assert "player_0 may not play RECRUIT" in info["illegal"]
    rewards, ended, info = act("default")
    assert not any(rewards.values())
    assert not any(ended.values())
    with pytest.raises(ValueError, match="player_0 may not play RECRUIT"):
        act("raise")


def test_a_move_that_a_teammate_has_made_impossible_is_dropped() -> None:
    env = parallel.parallel_env(
        "kapow-dice", 4, options={"mode": "team", "draft_cards": True, "by_lot": True}
    )
    _, infos = env.reset(seed=4)
    both = [agent for agent in env.agents if infos[agent]["legal"] != [env.match.actions.wait]]
    assert len(both) == 2  # a team drafts a card together
    first, second = both
    _, _, ended, _, infos = env.step({agent: infos[agent]["legal"][0] for agent in both})
    assert "dropped" not in infos[first]
    assert infos[second]["dropped"]
    assert not any(ended.values())


def test_a_match_may_begin_from_a_position() -> None:
    env = aec.env("kapow-cards")
    env.reset(seed=9)
    play_on(env, steps=6)
    document = env.match.state.position()
    again = aec.env("kapow-cards")
    again.reset(options={"position": document})
    assert again.agent_selection == env.agent_selection
    assert (again.observe("player_0")["observation"] == env.observe("player_0")["observation"]).all()
    with pytest.raises(SlugfestError, match="another table"):
        aec.env("kapow-cards", 3).reset(options={"position": document})


def test_fields_can_be_read_by_name() -> None:
    env = aec.env("kapow-cards", 3)
    env.reset(seed=1)
    told = env.match.encoding.named(env.observe("player_1")["observation"])
    assert told["row"].shape == (3, 5, 58)
    assert told["hand"].sum() == 3
    assert told["hand_size"].tolist() == [3, 3, 3]
    assert told["deck"].tolist() == [58 - 18]


def test_a_game_that_declares_nothing_is_observed_by_its_board() -> None:
    env = aec.env(TABLE_GAME, 3)
    env.reset(seed=1)
    told = env.match.encoding.named(env.observe("player_2")["observation"])
    assert told["seat"].tolist() == [0, 0, 1]
    assert told["owes"].tolist() == [1, 1, 1]
    assert told["board"].any()


@pytest.mark.parametrize("name", ["kapow_cards", "custom_heroes", "tag_team", "kapow_dice"])
def test_each_game_is_a_module_as_pettingzoos_own_games_are(name: str) -> None:
    module = importlib.import_module(f"slugfest.envs.pettingzoo.{name}_v0")
    assert isinstance(module.raw_env(), aec.SlugfestAEC)
    env = module.env()
    with pytest.raises(AttributeError, match="before reset"):
        env.agent_selection  # noqa: B018 - PettingZoo's own check of the order of calls
    env.reset(seed=1)
    assert env.agent_selection == "player_0" or env.agent_selection == "player_1"
    pickle.loads(pickle.dumps(env))
    assert sorted(module.parallel_env().reset(seed=1)[0]) == ["player_0", "player_1"]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_action_of_our_games_has_parts(table: Table) -> None:
    env = aec.SlugfestAEC(table.game, table.seats, table.options, optional=True)
    env.reset(seed=1)
    actions, state = env.match.actions, env.match.state
    seat = state.actors()[0]
    found = [actions.parts(state, seat, action) for action in actions.legal(state, seat)]
    if table.game is TABLE_GAME:
        assert found[0] is None
        return
    assert all(parts is not None and isinstance(parts["kind"], str) for parts in found)
    assert len({json.dumps(parts) for parts in found}) == len(found)  # no two actions are described alike
    assert actions.parts(state, seat, actions.wait) is None
