"""``slugfest review`` and ``slugfest analyse`` with a record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from slugfest.bots import bot
from slugfest.cli.app import app
from slugfest.kernel import SlugfestError, game
from slugfest.lab.play import play_game
from slugfest.review import Review


@pytest.fixture
def record(tmp_path: Path) -> Path:
    found = game("kapow-cards")
    played = play_game(found, [bot("greedy", found), bot("random", found)], seed="terminal")
    file = tmp_path / "match.txt"
    file.write_text(played.record().text(), "utf-8")
    return file


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.heavy
def test_a_review_is_readable_in_both_languages(record: Path) -> None:
    english = run("review", str(record), "--quick")
    german = run("review", str(record), "--quick", "-l", "de")
    for words, text in ((("Luck", "Choices", "best decision"), english), (("Glück", "beste"), german)):
        for word in words:
            assert word in text
    assert "{P" not in english + german


@pytest.mark.heavy
def test_a_review_as_json_is_the_document(record: Path) -> None:
    found = Review.from_json(json.loads(run("review", str(record), "--quick", "--json")))
    assert found.complete
    for seat in range(2):
        parts = found.par[seat] + found.cards[seat] + found.reads[seat] + found.choices[seat]
        assert parts == found.result[seat]


def test_a_running_match_and_a_broken_record_are_refused(record: Path) -> None:
    text = record.read_text("utf-8")
    lines = text.splitlines()
    unfinished = [line for line in lines if not line.startswith(("secret:", "result:"))]
    for changed in ("\n".join(unfinished), "\n".join(lines[:-1]), "no record at all"):
        record.write_text(changed, "utf-8")
        with pytest.raises(SlugfestError):
            run("review", str(record), "--quick")


def test_a_step_of_a_record_is_analysed(record: Path, tmp_path: Path) -> None:
    assert "greedy" in run("analyse", str(record), "--step", "3", "--bots", "greedy")
    for words in (["--step", "9999"], []):
        with pytest.raises(SlugfestError):
            run("analyse", str(record), *words)
    position = tmp_path / "position.json"
    position.write_text(run("position", "kapow-cards"), "utf-8")
    with pytest.raises(SlugfestError):
        run("analyse", str(position), "--step", "3")
