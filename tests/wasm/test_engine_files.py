"""The engine that a page loads is whole: it needs nothing but a standard library, and is the same every time."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

EVERYTHING = """
import importlib, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import slugfest
for module in pkgutil.walk_packages(slugfest.__path__, "slugfest."):
    importlib.import_module(module.name)
from slugfest.kernel import games
from slugfest.local import LocalServer
from slugfest.local.thinker import think
assert slugfest.__file__.startswith(sys.argv[1])
server = LocalServer(games())
server.settings.bot_delay = 0
for game in games():
    seats = [{"kind": "bot", "level": "easy"}] * 2
    status, told = server.request("POST", "/api/matches", json.dumps({"game": game, "seats": seats, "start": True}))
    assert status == 201, told
    server.open("/ws/" + json.loads(told)["id"])
    for number, text in server.thoughts():
        assert "ideas" in json.loads(think(text))
print(*games())
"""


@pytest.fixture
def files(root: Path) -> ModuleType:
    found = importlib.util.spec_from_file_location("engine_files", root / "web/scripts/engine_files.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_everything_is_imported_and_plays_with_a_standard_library_alone(
    files: ModuleType, tmp_path: Path
) -> None:
    files.write(tmp_path / "engine")
    told = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", EVERYTHING, str(tmp_path / "engine")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.split() == ["custom-heroes", "kapow-cards", "kapow-dice", "tag-team"]


def test_nothing_of_the_server_the_lab_or_the_tests_is_taken_along(files: ModuleType) -> None:
    names = [name.removeprefix("slugfest/") for name in files.engine_files() if name.startswith("slugfest/")]
    inside = [name for name in names if name.startswith(tuple(f"{room}/" for room in files.ROOMS))]
    assert set(names) - set(inside) == {"__init__.py", "testing/__init__.py"}
    assert not [name for name in files.engine_files() if name.endswith((".pyc", ".so", ".typed"))]


def test_the_same_sources_give_the_same_files_in_the_same_order(files: ModuleType) -> None:
    assert list(files.engine_files().items()) == list(files.engine_files().items())
    assert list(files.engine_files()) == sorted(files.engine_files())


@pytest.mark.parametrize(
    ("package", "why"),
    [
        ("no-such-package", "not installed"),
        ("msgspec", "neither a game nor a bot"),
    ],
)
def test_a_package_that_cannot_be_taken_along_is_refused_with_the_reason(
    files: ModuleType, package: str, why: str
) -> None:
    with pytest.raises(SystemExit, match=why):
        files.engine_files([package])


def test_a_game_from_a_pure_package_is_taken_along(
    files: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "installed"
    info = place / "quiet_game-1.2.dist-info"
    info.mkdir(parents=True)
    (place / "quiet_game.py").write_text("GAME = 1\n")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: quiet-game\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[slugfest.games]\nquiet = quiet_game:GAME\n")
    (info / "RECORD").write_text("quiet_game.py,,\nquiet_game-1.2.dist-info/METADATA,,\n../../bin/quiet,,\n")
    monkeypatch.syspath_prepend(str(place))
    found = files.engine_files(["quiet-game"])
    assert found["quiet_game.py"] == b"GAME = 1\n"
    assert (
        found["quiet_game-1.2.dist-info/entry_points.txt"] == b"[slugfest.games]\nquiet = quiet_game:GAME\n"
    )
    (place / "fast.so").write_bytes(b"")
    (info / "RECORD").write_text("quiet_game.py,,\nfast.so,,\n")
    with pytest.raises(SystemExit, match="not pure Python"):
        files.engine_files(["quiet-game"])
