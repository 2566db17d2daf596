"""``slugfest new-game`` makes a package with a game of the core alone, which passes its checks at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from slugfest.cli.new_game import make_game, words_for
from slugfest.kernel import Mistake


def test_a_new_game_passes_its_own_tests_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "laser-cats"
    files = make_game("laser-cats", folder)
    names = {file.relative_to(folder).as_posix() for file in files}
    assert {
        "pyproject.toml",
        "src/laser_cats/game.py",
        "src/laser_cats/words.toml",
        "src/laser_cats/rules.toml",
        "scenarios/the-highest-wins.toml",
        "tests/test_laser_cats.py",
    } <= names
    for file in files:
        assert "@" not in file.read_text("utf-8"), f"{file} is not filled in"
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    skipped = [line for line in run.stdout.splitlines() if line.startswith("SKIPPED")]
    assert skipped  # it has the core alone
    assert run.stdout.count("the game has no part") >= len(skipped)
    style = [sys.executable, "-m", "ruff", "check", "--isolated", "--line-length", "120", "."]
    run = subprocess.run(style, cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_its_names_follow_from_the_one_that_was_given() -> None:
    assert words_for("laser-cats") == {
        "id": "laser-cats",
        "module": "laser_cats",
        "class": "LaserCats",
        "name": "Laser Cats",
        "rule": "LC",
    }
    assert words_for("bam")["rule"] == "BA"
    assert words_for("b-2")["rule"] == "BX"


@pytest.mark.parametrize("name", ["Laser", "laser cats", "../laser", "2-cats", "", "kapow-cards", "json"])
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(Mistake):
        make_game(name, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(Mistake):
        make_game("laser-cats", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
