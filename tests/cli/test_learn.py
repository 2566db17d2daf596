"""``slugfest lab learn``: plays, learns, prints, and writes nothing unless the numbers win."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.kernel import Weights, game, read_weights

PLAY = [
    "lab",
    "learn",
    "kapow-cards",
    "--bots",
    "greedy",
    "--games",
    "40",
    "--workers",
    "1",
    "--gate",
    "none",
]


def run(tmp_path: Path, *arguments: str) -> str:
    done = CliRunner().invoke(app, [*PLAY, "--data", str(tmp_path), *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def belief() -> Weights:
    found = game("kapow-cards").require_search().belief()
    assert found is not None
    return found


def test_the_same_seed_learns_the_same_numbers(tmp_path: Path) -> None:
    before = belief().file.read_bytes()
    learned = json.loads(run(tmp_path / "one", "--no-write", "--json"))
    assert learned == json.loads(run(tmp_path / "two", "--no-write", "--json"))
    assert learned["written"] is False
    assert learned["gate"] is None
    numbers = [row["new"] for row in learned["belief"]["weights"].values()]
    assert max(numbers) == 1000
    assert all(1 <= number == int(number) for number in numbers)
    assert learned["belief"]["log_loss"]["new"] < learned["belief"]["log_loss"]["uniform"]
    assert belief().file.read_bytes() == before


def test_numbers_are_written_with_where_they_come_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = belief()
    file = tmp_path / "belief.toml"
    shutil.copy(weights.file, file)
    monkeypatch.setattr(weights, "file", file)
    wrong = [1000.0 if key in ("weapon_2", "weapon_3") else 1.0 for key in weights.keys]
    monkeypatch.setattr(weights, "values", wrong)
    said = run(tmp_path)
    assert "has the new numbers" in " ".join(said.split())
    again = read_weights(file, weights.table, weights.keys)
    assert again.values != weights.values
    text = file.read_text(encoding="utf-8")
    assert "games between greedy (seed learn, 2 seats); log loss" in text
    assert text.startswith("# How likely")


def test_the_result_is_printed_in_german(tmp_path: Path) -> None:
    said = " ".join(run(tmp_path, "--no-write", "-l", "de").split())
    assert "Gelernt aus" in said
    assert "gleichverteilt" in said


def test_a_game_without_a_belief_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["lab", "learn", "tag-team", "--data", str(tmp_path)])
    assert done.exit_code != 0
    assert "no belief" in str(done.exception)
