"""A package whose game cannot be loaded takes no other game with it, and says what is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.commands import Done, run_slugfest

CAUSES = {
    "missing": ("nowhere_at_all:GAME", None, "ModuleNotFoundError: No module named 'nowhere_at_all'"),
    "raising": ("sorry_game:GAME", "1 / 0\n", "ZeroDivisionError: division by zero"),
    "misspelt": ("sorry_game:GAEM", "GAME = None\n", "has no attribute 'GAEM'"),
    "no-game": ("sorry_game:GAME", "GAME = 7\n", "7 is not a Game"),
    "unreadable": ("sorry_game:GAME", "GAME = (\n", "SyntaxError"),
    "leaving": ("sorry_game:GAME", "raise SystemExit('bye')\n", "SystemExit: bye"),
}


class Sorry:
    """An installed package, sorry-pack 1.2, with a game that cannot be loaded."""

    def __init__(self, folder: Path, cause: str) -> None:
        value, source, self.complaint = CAUSES[cause]
        self.folder = folder
        about = folder / "sorry_pack-1.2.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sorry-pack\nVersion: 1.2\n")
        (about / "entry_points.txt").write_text(f"[slugfest.games]\nsorry = {value}\n")
        if source is not None:
            (folder / "sorry_game.py").write_text(source)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Python, on a path where that package lies."""
        path = os.pathsep.join([str(self.folder), *sys.path])
        return subprocess.run(
            [sys.executable, *words],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={"PATH": "", "COLUMNS": "120", "PYTHONPATH": path},
        )

    def slugfest(self, *words: str) -> Done:
        return run_slugfest(words, path=[self.folder])


@pytest.fixture(params=list(CAUSES))
def sorry(request: pytest.FixtureRequest, tmp_path: Path) -> Sorry:
    return Sorry(tmp_path, request.param)


@pytest.fixture
def raising(tmp_path: Path) -> Sorry:
    return Sorry(tmp_path, "raising")


def test_every_other_game_works_and_one_warning_says_what_is_wrong_and_what_to_do(sorry: Sorry) -> None:
    done = sorry.slugfest("position", "kapow-cards")
    assert done.returncode == 0
    assert done.stdout.startswith("{")
    assert done.stderr.count("cannot be loaded") == 1
    for word in ("'sorry'", "sorry-pack 1.2", sorry.complaint, "pip uninstall sorry-pack"):
        assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_asking_for_the_broken_game_itself_gives_the_reason(sorry: Sorry) -> None:
    done = sorry.slugfest("check", "sorry")
    assert done.returncode == 2
    assert sorry.complaint in " ".join(done.stderr.split())


def test_the_place_of_the_fault_is_named(raising: Sorry) -> None:
    assert f"{raising.folder / 'sorry_game.py'}, line 1" in raising.slugfest("games").stderr


@pytest.mark.parametrize(
    "command", [["games"], ["games", "-l", "de"], ["ladder", "kapow-cards", "--games", "2"]]
)
def test_other_commands_answer_as_ever(raising: Sorry, command: list[str]) -> None:
    words = [*command, "--bots", "random,greedy", "--workers", "2"] if command[0] == "ladder" else command
    done = raising.slugfest(*words)
    assert done.returncode == 0
    assert "kapow" in done.stdout
    assert "sorry" not in done.stdout
    assert done.stderr.count("cannot be loaded") == 1


SERVER = """
from starlette.testclient import TestClient
from slugfest.server.app import create_app
with TestClient(create_app(), base_url="http://127.0.0.1") as client:
    print([game["id"] for game in client.get("/api/games").json()])
    print(client.get("/api/games/sorry").status_code)
create_app()
"""


def test_a_server_offers_the_others_and_logs_the_fault_once(raising: Sorry) -> None:
    done = raising.run("-c", SERVER)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["['custom-heroes', 'kapow-cards', 'kapow-dice', 'tag-team']", "404"]
    assert done.stderr.count("cannot be loaded") == 1
