"""An export becomes a dataset of Minari. The package is no part of the developers' environment: a stand-in notes what
it would be given (docs/environments.md says with which version the real one was tried)."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.envs.export import decisions, new_export, write
from slugfest.envs.minari_dataset import write_minari
from slugfest.kernel import SlugfestError, game

NAME = "slugfest/kapow-cards/test-v0"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What Minari was asked to make."""
    asked: dict[str, Any] = {}

    def create(name: str, buffer: list[Any], **rest: Any) -> None:
        if "!" in name:
            raise ValueError("Malformed dataset ID")
        asked.update(name=name, episodes=buffer, **rest)

    minari, buffers = ModuleType("minari"), ModuleType("minari.data_collector.episode_buffer")
    vars(minari)["create_dataset_from_buffers"] = create
    vars(buffers)["EpisodeBuffer"] = SimpleNamespace
    monkeypatch.setitem(sys.modules, "minari", minari)
    monkeypatch.setitem(sys.modules, "minari.data_collector.episode_buffer", buffers)
    return asked


def test_every_seat_of_every_game_is_an_episode(tmp_path: Path, made: dict[str, Any]) -> None:
    wanted = new_export(game("kapow-cards"), ("greedy", "random"), {}, 3, "x")
    write(wanted, tmp_path / "games.parquet")
    assert write_minari(tmp_path / "games.parquet", NAME) == 6
    assert made["name"] == NAME
    assert len(made["episodes"]) == 6
    rows = [row for row in decisions(wanted, 0) if row["seat"] == 0]
    first = made["episodes"][0]
    if rows[0]["step"] > 0:
        first = made["episodes"][1]
    assert first.actions.tolist() == [row["action"] for row in rows]
    assert first.observations["observation"].shape == (len(rows) + 1, len(rows[0]["observation"]))
    for step, row in enumerate(rows):
        assert bytes(first.observations["observation"][step].astype(np.uint8)) == bytes(row["observation"])
        assert np.flatnonzero(first.observations["action_mask"][step]).tolist() == sorted(row["legal"])
        assert made["action_space"].contains(first.actions[step])
        assert made["observation_space"]["observation"].contains(first.observations["observation"][step])
    assert first.rewards.tolist() == [0.0] * (len(rows) - 1) + [rows[-1]["result"]]
    assert first.terminations.tolist() == [False] * (len(rows) - 1) + [True]
    assert not first.truncations.any()


def test_what_minari_refuses_is_said(tmp_path: Path, made: dict[str, Any]) -> None:
    write(new_export(game("kapow-cards"), ("random", "random"), {}, 1, "x"), tmp_path / "games.parquet")
    with pytest.raises(SlugfestError, match="not a name!: Malformed"):
        write_minari(tmp_path / "games.parquet", "not a name!")


def test_the_command_asks_for_a_folder_and_for_the_package_before_it_plays(tmp_path: Path) -> None:
    command = ["export", "kapow-cards", "--games", "2", "--minari", NAME, "--out"]
    told = CliRunner().invoke(app, [*command, str(tmp_path / "games.jsonl")])
    assert told.exit_code != 0
    assert ".parquet folder" in str(told.exception)
    told = CliRunner().invoke(app, [*command, str(tmp_path / "games.parquet")])
    assert told.exit_code != 0
    assert "pip install minari" in str(told.exception)
    assert list(tmp_path.iterdir()) == []
