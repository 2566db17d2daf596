"""``slugfest new-game`` makes a package with a game of the core alone, which passes its checks at once."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from typer.testing import CliRunner

import slugfest
from slugfest.cli.app import app
from slugfest.cli.new_game import make_game, words_for
from slugfest.kernel import Mistake


def empty_environment(folder: Path) -> Path:
    """The Python of a new environment, which finds Slugfest and the tools of this one as if they were installed."""
    venv.create(folder, with_pip=False, symlinks=True)
    [packages] = folder.glob("lib/python*/site-packages")
    here = [str(Path(slugfest.__file__).parents[1]), sysconfig.get_path("purelib")]
    (packages / "here.pth").write_text("\n".join(here) + "\n")
    return folder / "bin" / "python"


def run(cwd: Path, *command: str | Path) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV", "PYTEST"))}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_goes_the_whole_road_from_an_empty_environment(tmp_path: Path) -> None:
    """As its README says: install it, test it, check it, see its rules covered."""
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
    (folder / "src" / "laser_cats" / "lessons").mkdir()
    (folder / "src" / "laser_cats" / "lessons" / "1-send.toml").write_text("# a lesson\n")
    python = empty_environment(tmp_path / "venv")
    run(folder, python, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-build-isolation", ".")
    [packages] = (tmp_path / "venv").glob("lib/python*/site-packages")
    assert (packages / "laser_cats" / "lessons" / "1-send.toml").is_file()
    metadata = (packages / "laser_cats-0.1.0.dist-info" / "METADATA").read_text()
    assert 'Requires-Dist: pytest; extra == "test"' in metadata
    (packages / "laser_cats" / "lessons" / "1-send.toml").unlink()  # it is none, really
    (folder / "src" / "laser_cats" / "lessons" / "1-send.toml").unlink()
    tested = run(folder, python, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider")
    skipped = [line for line in tested.splitlines() if line.startswith("SKIPPED")]
    assert skipped  # it has the core alone
    assert tested.count("the game has no part") >= len(skipped)
    assert "ok" in run(tmp_path, python, "-m", "slugfest", "check", "laser-cats")
    assert "4 of 4 testable rules are covered" in run(
        folder, python, "-m", "slugfest", "coverage", "laser-cats"
    )
    run(folder, sys.executable, "-m", "ruff", "check", "--isolated", "--line-length", "120", ".")


def test_the_command_names_the_same_installation_as_the_readme(tmp_path: Path) -> None:
    """Without the extra there is no pytest, which both name next."""
    place = tmp_path / "laser-cats"
    told = CliRunner().invoke(app, ["new-game", "laser-cats", "--folder", str(place)])
    assert told.exit_code == 0, told.output
    install = "pip install -e '.[test]'"
    assert install in " ".join(told.output.split())
    assert install in (place / "README.md").read_text("utf-8")


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


@pytest.mark.parametrize(
    "name",
    [
        "Laser",
        "laser cats",
        "../laser",
        "2-cats",
        "",
        "kapow-cards",
        "json",
        "class",
        "none",
        "position",
        "text",
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(Mistake):
        make_game(name, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(Mistake):
        make_game("laser-cats", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
