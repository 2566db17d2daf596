"""The engine in the Python of a page (CPython in WebAssembly) does what CPython does here, byte for byte."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import slugfest

HERE = Path(__file__).parent
BEGIN = """
import runpy, sys
sys.path.insert(0, sys.argv[1])
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def node(root: Path) -> str:
    """Node, which runs that Python without a browser: the machine's own, or the one that ./dev has fetched."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert found, "Node is needed to run the Python of a page: ./dev test fetches one"
    assert (root / "web/node_modules/pyodide/pyodide.mjs").is_file(), (
        "./dev test installs web/node_modules first"
    )
    return found


@pytest.fixture
def engine(root: Path, tmp_path: Path) -> Path:
    """What a page would load, and the checks beside it."""
    folder = tmp_path / "engine"
    subprocess.run([sys.executable, root / "web/scripts/engine_files.py", folder], check=True)
    testing = folder / "slugfest" / "testing"
    shutil.copytree(Path(slugfest.__file__).parent / "testing", testing, dirs_exist_ok=True)
    return folder


@pytest.mark.browser
def test_games_matches_records_and_promises_are_the_same_in_a_page(root: Path, engine: Path) -> None:
    script, golden, old = HERE / "same_engine.py", root / "tests/golden", root / "tests/old"
    with (
        subprocess.Popen(
            [node(root), HERE / "run.mjs", root / "web/node_modules/pyodide", engine, script, golden, old],
            stdout=subprocess.PIPE,
            text=True,
        ) as page,
        subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-c", BEGIN, engine, script, golden, old],
            stdout=subprocess.PIPE,
            text=True,
        ) as here,
    ):
        in_the_page, on_this_machine = page.communicate()[0], here.communicate()[0]
    assert (page.returncode, here.returncode) == (0, 0)
    assert on_this_machine.count("keeps its promises") == 4, on_this_machine
    assert in_the_page.splitlines() == on_this_machine.splitlines()
