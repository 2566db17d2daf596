"""The example that learns: its lock fits its extra, and all of it that needs no jax works with numbers of NumPy.

jax and optax are no part of the developers' environment, so learning itself is not tried here: whoever changes it runs
the example (docs/environments.md).
"""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from slugfest.envs.vector import VectorEnv

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "learn_kapow_cards.py"


def pins(lock: str) -> dict[str, set[str]]:
    """By package: the versions a lock names."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(
        r"^([a-z0-9-]+)==([^ ]+)", (ROOT / "requirements" / lock).read_text("utf-8"), re.MULTILINE
    ):
        found.setdefault(name, set()).add(version)
    return found


def test_the_lock_names_everything_that_the_extra_asks_for_and_shares_the_developers_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [
        *project["dependencies"],
        *extras["envs"],
        *(one for one in extras["learn"] if "slugfest" not in one),
    ]
    locked, developers = pins("learn.lock"), pins("dev.lock")
    for requirement in asked:
        name = re.split(r"[^a-z0-9_-]", requirement.lower())[0].replace("_", "-")
        assert name in locked, f"{requirement} is not in requirements/learn.lock"
    assert {"jax", "jaxlib", "optax"} <= locked.keys()
    assert {name: locked[name] for name in locked.keys() & developers.keys()} == {
        name: developers[name] for name in locked.keys() & developers.keys()
    }


def log_softmax(scores: Any) -> Any:
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example, with NumPy in the place of jax."""
    jax = ModuleType("jax")
    vars(jax).update(
        jit=lambda function: function,
        numpy=np,
        nn=SimpleNamespace(relu=lambda numbers: np.maximum(numbers, 0.0), log_softmax=log_softmax),
    )
    for name, module in {"jax": jax, "jax.numpy": np, "optax": ModuleType("optax")}.items():
        monkeypatch.setitem(sys.modules, name, module)
    return loaded(EXAMPLE)


def loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def network(example: Any, inputs: int, actions: int) -> dict[str, Any]:
    """As the example makes one, by other chance."""
    rng = np.random.default_rng(1)
    return {
        "in": rng.normal(size=(inputs, example.WIDTH)) * 0.05,
        "in_bias": np.zeros(example.WIDTH),
        "out": rng.normal(size=(example.WIDTH, example.DEPTH)) * 0.05,
        "action": rng.normal(size=(actions, example.DEPTH)) * 0.05,
        "action_bias": np.zeros(actions),
        "value": rng.normal(size=example.WIDTH) * 0.01,
    }


def test_the_masked_policy_gives_illegal_actions_no_chance_and_its_integers_choose_as_it_does(
    example: Any, tmp_path: Path
) -> None:
    """PPO with masks (examples/ppo_masked.py): its network, with NumPy in the place of jax, and the file it saves."""
    ppo = loaded(EXAMPLE.with_name("ppo_masked.py"))
    env = VectorEnv("kapow-cards", seats=2, games=30, seed=3)
    for _ in range(6):
        env.step(env.sample())
    rng = np.random.default_rng(1)
    sizes = {"input": (811, 16), "input_bias": (16,), "output": (16, 8), "action": (env.actions.count, 8)}
    sizes |= {"action_bias": (env.actions.count,), "value": (16,), "value_bias": ()}
    weights = {name: rng.normal(size=size) * 0.3 for name, size in sizes.items()}
    masks = env.masks().astype(bool)
    scores, values = ppo.network(weights, env.observations, masks)
    assert np.exp(scores[~masks]).max() == 0.0
    ppo.save_network(tmp_path / "made.net", env.match, weights)
    bot = ppo.NetworkBot("made", ppo.read_network(tmp_path / "made.net"))
    same = 0
    for game in range(env.games):
        legal = env.legal[env.starts[game] : env.starts[game] + env.counts[game]].tolist()
        hidden = bot.network.hidden(env.observations[game].tobytes())
        found = bot.network.scores(hidden, legal)
        same += legal[found.index(max(found))] == scores[game].argmax()
        assert abs(bot.network.value(hidden) - values[game]) < 0.1
    assert same >= 27  # rounding may turn a close choice


def test_it_scores_the_legal_actions_of_every_game_and_no_others(example: Any) -> None:
    env = VectorEnv("kapow-cards", seats=2, games=5, seed=3)
    for _ in range(8):
        env.step(env.sample())
    legal = example.padded(env)
    for game in range(env.games):
        first = env.starts[game]
        assert [action for action in legal[game] if action >= 0] == env.legal[
            first : first + env.counts[game]
        ].tolist()
    scores, standing = example.think(
        network(example, env.encoding.size, env.actions.count), env.observations, legal
    )
    chances = np.exp(scores)
    assert np.allclose(chances.sum(axis=1), 1.0)
    assert (chances[legal < 0] == 0.0).all()
    assert (np.abs(standing) < 1.0).all()


def test_no_position_has_more_legal_actions_than_it_has_room_for(example: Any) -> None:
    env = VectorEnv("kapow-cards", seats=2, games=64, seed=1)
    for _ in range(60):
        assert env.counts.max() <= example.LEGAL
        env.step(env.sample())


def test_it_plays_whole_games_against_a_bot(example: Any) -> None:
    env = VectorEnv("kapow-cards", seats=2, games=1)
    share, low, high = example.play_against(
        network(example, env.encoding.size, env.actions.count), "random", 4, 7
    )
    assert 0.0 <= low <= share <= high <= 1.0
