"""A stranger's game compiles with two lines, plays the same games, and runs from its sources where it does not fit."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import setuptools
import typing_extensions
from tests.test_docs import ROOT
from tools.steps import environment

import slugfest
from slugfest import build, kernel
from slugfest.cli.new_game import make_game
from slugfest.kernel import abi

COMPILED = not str(kernel.__file__).endswith(".py")
ENGINE = Path(slugfest.__file__).parents[1]
PLAY = """
import json
from slugfest import bots
from slugfest.kernel import game
from slugfest.lab import play_game, speed
rush = game("hero-rush")
played = play_game(rush, [bots.bot("search:50", rush)] * 3, seed="a stranger")
print(json.dumps([speed.game_compiled(rush), speed.compiled(), played.record().text()]))
"""


@pytest.fixture(scope="module")
def beside_others(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine that runs here in a folder with other packages, as pip installs it. mypy refuses to compile a program
    that it takes this one for a part of."""
    folder = tmp_path_factory.mktemp("site")
    for entry in ENGINE.iterdir():
        (folder / entry.name).symlink_to(entry)
    shutil.copy(typing_extensions.__file__, folder)
    return folder


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, beside_others: Path) -> Path:
    """A folder with the game as pip would install it on the engine that runs here."""
    work = tmp_path_factory.mktemp("stranger")
    shutil.copytree(ROOT / "tests" / "compiled_game", work, dirs_exist_ok=True)
    run([sys.executable, "setup.py", "-q", "build", "--build-lib", "out"], work, beside_others)
    facts = work / "out" / "hero_rush-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: hero-rush\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[slugfest.games]\nhero-rush = hero_rush:GAME\n")
    return work / "out"


def run(command: list[str], cwd: Path, *paths: Path) -> str:
    env = environment(PYTHONPATH=":".join(map(str, paths)))
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def play(installed: Path, engine: Path) -> tuple[bool, bool, str]:
    game, kernel_and_bots, record = json.loads(
        run([sys.executable, "-c", PLAY], installed, installed, engine)
    )
    return game, kernel_and_bots, record


@pytest.mark.compiled
def test_a_game_compiles_where_the_engine_is_compiled_and_plays_the_same_everywhere(installed: Path) -> None:
    here, elsewhere = play(installed, ENGINE), play(installed, ROOT / "src")
    assert here[:2] == (COMPILED, COMPILED)
    assert elsewhere[:2] == (False, False), "on another engine it runs from its sources"
    assert here[2] == elsewhere[2]


@pytest.mark.compiled
def test_the_game_of_new_game_compiles_as_its_readme_says(installed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "laser-cats"
    make_game("laser-cats", folder)
    readme = (folder / "README.md").read_text("utf-8")
    setup = readme.partition("```python\n")[2].partition("```")[0]
    (folder / "setup.py").write_text(setup)
    if COMPILED:  # what was translated for the other game need not be translated again
        shutil.copytree(installed.parent / "build" / "mypyc", folder / "build" / "mypyc")
    run([sys.executable, "setup.py", "-q", "build", "--build-lib", "out"], folder, ENGINE)
    code = "import laser_cats.game as game; print(game.__file__, game.GAME.new(2, {}, game.Rng(7)).moves(0))"
    told = run([sys.executable, "-c", code], folder / "out", folder / "out", ENGINE)
    assert told.split()[0].endswith(".py") != COMPILED
    assert "[1, 2, 3, 4, 5]" in told


def test_the_sources_that_a_game_is_compiled_with_lie_alone(tmp_path: Path) -> None:
    copy = build.sources_alone(tmp_path)
    assert [entry.name for entry in copy.parent.iterdir()] == ["slugfest"]
    assert (copy / "kernel" / "contract.py").is_file()
    assert {file.suffix for file in copy.rglob("*") if file.is_file()} == {".py"}
    assert build.kernel_and_bots(copy)[0]


def test_an_old_setuptools_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setuptools, "__version__", "65.5.0")
    with pytest.raises(SystemExit, match=r'setuptools 65.5.0 is too old.*pip install "setuptools>=80"'):
        build.require_setuptools()


def test_a_package_is_found_beside_its_setup_or_in_src(tmp_path: Path) -> None:
    (tmp_path / "src" / "mine").mkdir(parents=True)
    assert build.source_of("mine", str(tmp_path)) == tmp_path / "src" / "mine"
    (tmp_path / "mine.py").touch()
    assert build.source_of("mine", str(tmp_path)) == tmp_path / "mine"
    with pytest.raises(SystemExit, match="there is no package 'yours'"):
        build.source_of("yours", str(tmp_path))


@pytest.mark.compiled
def test_a_module_that_does_not_fit_is_refused_before_it_does_harm() -> None:
    with pytest.raises(abi.AbiMismatch, match="hero_rush was compiled for another build"):
        abi.require("of another build", "hero_rush")
    assert bool(abi.engine()) == COMPILED


def test_a_package_is_imported_from_its_sources_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is compiled comes first by rights; here it is a folder that comes first on the path and has no sources."""
    (tmp_path / "strange").mkdir()
    (tmp_path / "strange" / "__init__.py").write_text("from .rules import NUMBER\n")
    (tmp_path / "strange" / "rules.py").write_text("NUMBER = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setitem(sys.modules, "strange", object())
    abi.run_from_sources("strange")
    import strange  # type: ignore[import-not-found]

    assert strange.NUMBER == 1
    assert strange.rules.__spec__.origin == str(tmp_path / "strange" / "rules.py")
    monkeypatch.delitem(sys.modules, "strange")
    monkeypatch.delitem(sys.modules, "strange.rules")
