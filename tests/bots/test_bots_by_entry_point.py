"""A package brings a bot by the entry-point group ``slugfest.bots``; a broken one is named and harms no other."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.commands import run_slugfest

ROOT = Path(__file__).parent.parent.parent
SOURCE = '''
from slugfest.bots import Bot, BotKind, Idea
from slugfest.kernel import Choice, Option, Text


class Patient(Bot):
    """Plays the first or the last of its moves."""

    def __init__(self, last):
        super().__init__("patient")
        self.last = last

    def consider(self, perspective, rng):
        if self.last > 5:
            raise RuntimeError("my patience is at an end")
        moves = perspective.moves()
        return [Idea(moves[-1 if self.last else 0], 0, 0.5, 1.0)]


PATIENT = BotKind(
    "patient",
    lambda game, options: Patient(options["last"]),
    Text("plays what stands first", "spielt, was zuerst dasteht"),
    [Option("last", Text("from the end", "von hinten"), 0, low=0, high=9)],
)
'''
BROKEN = {
    "missing": ("nowhere_at_all:KIND", "", "No module named 'nowhere_at_all'"),
    "raising": ("sorry:KIND", "1 / 0\n", "ZeroDivisionError"),
    "no-bot": ("sorry:KIND", "KIND = 7\n", "7 is not a BotKind"),
    "renamed": (
        "sorry:KIND",
        "import slugfest.bots as b, slugfest.kernel as k; KIND = b.BotKind('other', print, k.Text('', ''))\n",
        "it calls itself 'other'",
    ),
}


class Installed:
    """A folder on Python's path with a package that brings the bot ``patient``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bring("patient-pack", "3.1", "patient", "patience:PATIENT", SOURCE)

    def bring(self, package: str, version: str, name: str, value: str, source: str) -> None:
        about = self.folder / f"{package.replace('-', '_')}-{version}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
        (about / "entry_points.txt").write_text(f"[slugfest.bots]\n{name} = {value}\n")
        if source:
            (self.folder / f"{value.partition(':')[0]}.py").write_text(source)

    def slugfest(self, *words: str, code: int = 0, typed: str = "") -> str:
        env = {"PATH": os.environ["PATH"]}
        done = run_slugfest(words, typed=typed, columns=160, path=[self.folder], env=env)
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def ladder(installed: Installed, bots: str, *words: str) -> dict[str, Any]:
    asked = ["ladder", "kapow-cards", "--bots", bots, "--games", "4", "--workers", "1", "--json", *words]
    told = json.loads(installed.slugfest(*asked))
    assert isinstance(told, dict)
    return told


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_installed_bot_is_listed_with_its_options_and_their_ranges(
    installed: Installed, language: str
) -> None:
    listed = installed.slugfest("bots", "-l", language)
    for word in ("patient", "3.1", "last", "0 … 9", "instead", "search"):
        assert word in listed
    assert ("spielt, was zuerst dasteht" in listed) == (language == "de")


def test_a_ladder_says_which_bot_played_in_which_version_with_which_options(installed: Installed) -> None:
    told = ladder(installed, "patient:last=1,random")
    assert told["bots"] == ["patient 3.1 last=1 budget=30000", "random 0.1.0"]
    assert told["failures"] == []


def test_a_bot_that_raises_is_replaced_and_the_ladder_says_so(installed: Installed) -> None:
    [failure] = ladder(installed, "patient:last=9:instead=random,random")["failures"]
    assert failure["bot"] == "patient:last=9:instead=random"
    assert failure["kind"] == "crashed"
    assert "RuntimeError: my patience is at an end" in failure["example"]
    assert failure["games"] == 4
    told = installed.slugfest("ladder", "kapow-cards", "--bots", "patient:last=9,random", "--games", "2")
    assert "Bots that failed" in told


def test_an_option_outside_its_range_is_refused_with_the_range(installed: Installed) -> None:
    told = installed.slugfest("ladder", "kapow-cards", "--bots", "patient:last=10,random", code=2)
    assert "a whole number from 0 to 9" in told


@pytest.mark.parametrize("cause", BROKEN)
def test_a_bot_that_cannot_be_loaded_names_its_package_and_takes_no_other_along(
    installed: Installed, cause: str
) -> None:
    value, source, complaint = BROKEN[cause]
    installed.bring("sorry-pack", "1.2", "sorry", value, source)
    for told in (
        installed.slugfest("bots"),
        installed.slugfest("ladder", "kapow-cards", "--bots", "sorry,random", code=2),
    ):
        flat = " ".join(told.split())
        for word in ("the bot 'sorry' of the package sorry-pack 1.2", complaint, "pip uninstall sorry-pack"):
            assert word in flat
    assert ladder(installed, "patient,random")["failures"] == []


def test_a_position_is_analysed_by_any_bot(installed: Installed, tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(installed.slugfest("position", "kapow-cards"))
    program = f"lucky={sys.executable} {ROOT / 'examples' / 'bots' / 'lucky.py'}"
    bots = "patient,lucky:boldness=3:budget=60000"
    told = installed.slugfest("analyse", str(position), "--bots", bots, "--program", program)
    assert "patient 3.1 last=0 budget=30000: I would play" in told
    assert "lucky 1.0 boldness=3 budget=60000: I would play" in told


def test_the_terminal_tells_which_bot_fails_and_the_record_which_bots_played(
    installed: Installed, tmp_path: Path
) -> None:
    record = tmp_path / "record.txt"
    stranger = f"crasher={sys.executable} {ROOT / 'tests' / 'bots' / 'stranger.py'} crash"
    words = ["play", "tag-team", "--level", "crasher:budget=60000", "--program", stranger, "--seed", "1"]
    told = installed.slugfest(*words, "--record", str(record), typed="1\n" * 2000)
    assert (
        "The bot crasher:budget=60000 crashed: exit code 1 “ValueError: I have a bad day”. greedy decides"
        in told
    )
    header = record.read_text().partition("\n\n")[0]
    assert "bot 2: crasher crash depth=3 mood=calm budget=60000" in header
    assert "bot 1" not in header
