"""The wheels: installed into an empty environment, each plays. Run compiled, it is the compiled one that is tried."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from tests.test_docs import DEV, ROOT
from tools import steps, venvs

import slugfest
from slugfest import kernel

COMPILED = not str(kernel.__file__).endswith(".py")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the engine that runs these tests."""
    folder = tmp_path_factory.mktemp("dist")
    package = Path(slugfest.__file__).parent
    DEV.pack_wheel(sys.executable, folder, package.parent if COMPILED else None)
    (packed,) = folder.glob("*.whl")
    return packed


def run(command: list[str], cwd: Path) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=steps.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.compiled
def test_an_installed_wheel_plays(wheel: Path, tmp_path: Path) -> None:
    """Empty but for what Slugfest depends on, which is borrowed from here: nothing is fetched."""
    venv.create(tmp_path / "empty", with_pip=False)
    python = str(tmp_path / "empty" / venvs.Venv().bin.name / "python")
    run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", str(wheel)],
        tmp_path,
    )
    (site,) = (tmp_path / "empty").rglob("site-packages")
    (site / "borrowed.pth").write_text(
        f"{sysconfig.get_path('purelib')}\n", "utf-8"
    )  # not what *its* .pth files name
    expected = "compiled" if COMPILED else "interpreted"
    told = run([python, str(ROOT / "tests" / "play_installed.py"), expected], tmp_path)
    assert told.splitlines()[-1].endswith(f"{expected}: plays")
    assert f"({expected})" in run([python, "-m", "slugfest", "--version"], tmp_path)


@pytest.mark.compiled
def test_a_wheel_says_where_it_runs_and_is_whole(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    here = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    assert wheel.stem.endswith("-py3-none-any") != COMPILED
    assert (f"-{here}-{here}-" in wheel.stem) == COMPILED
    assert any(name.endswith((".so", ".pyd")) for name in names) == COMPILED
    for path in steps.files_below(steps.PACKAGE):  # sources too: where they lie, tracebacks can show them
        if path.suffix in (".py", ".toml", ".html", ".js"):
            assert f"slugfest/{path.relative_to(steps.PACKAGE).as_posix()}" in names
