"""``slugfest lab fit``: plays, tells, and keeps the present numbers where new ones are no better."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.kernel import game

PLAY = ["lab", "fit", "tag-team", "-o", "teams=random", "--games", "20", "--workers", "1"]


def run(tmp_path: Path, *arguments: str) -> str:
    done = CliRunner().invoke(app, [*PLAY, "--data", str(tmp_path), *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_no_better_numbers_are_not_written(tmp_path: Path) -> None:
    file = game("tag-team").require_search().weights(2, {})[0].file
    before = file.read_bytes()
    told = json.loads(run(tmp_path, "--json"))
    assert told["written"] is False
    assert told["gate"] is None  # nothing to test
    assert [table["table"] for table in told["tables"]] == ["fight"]
    assert told["tables"][0]["weights"]["weaker"]["present"] == 0.83
    assert file.read_bytes() == before
    (games,) = tmp_path.glob("*/results/games.jsonl")
    kept = games.read_bytes()
    assert json.loads(run(tmp_path, "--json")) == told
    assert games.read_bytes() == kept


@pytest.mark.parametrize(
    ("language", "words"), [("en", "present numbers stay"), ("de", "bisherigen Zahlen bleiben")]
)
def test_the_result_is_printed_in_both_languages(tmp_path: Path, language: str, words: str) -> None:
    told = " ".join(run(tmp_path, "-l", language).split())
    assert "[fight]" in told
    assert words in told


def test_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [*PLAY, "--data", str(tmp_path), "--table", "duel"])
    assert done.exit_code != 0
    assert "fight" in str(done.exception)
