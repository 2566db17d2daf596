"""The lab's commands: variants wherever a game is named, runs that say how far they are, and errors that help."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.cli.progress import clock
from slugfest.kernel import Mistake, game
from slugfest.lab.balance import BalanceExperiment, BalanceSettings, play_all
from slugfest.lab.batches import PoolExecutor

HOUSE = 'game = "kapow-cards"\nname = "our house hammer"\n[change]\nW14.value = 9\n'


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE)
    return file


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def test_every_command_that_plays_a_game_takes_a_variant() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    asked = {
        name for name, command in commands.items() if any("--variant" in one.opts for one in command.params)
    }
    playing = {"play", "position", "ladder", "export", "balance", "matchups", "check", "bench"}
    assert asked >= playing | {"serve", "replay", "review", "verify", "analyse"}


def test_an_export_of_a_variant_is_of_the_variant(house: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run(
        "export",
        "kapow-cards",
        "--variant",
        str(house),
        "--bots",
        "random,random",
        "--games",
        "1",
        "--out",
        str(out),
    )
    assert json.loads(out.read_text().splitlines()[0])["game"].startswith("kapow-cards@our-house-hammer.")


@pytest.mark.parametrize(
    "words",
    [
        ("export", "--bots", "random,random", "--games", "1", "--out", "games.jsonl"),
        ("check", "--games", "1", "--seats", "2", "--only", "undo-is-honest"),
        ("bench", "--seats", "2", "--json"),
    ],
)
def test_a_command_that_plays_nothing_else_lets_a_variant_take_the_games_place(
    house: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """So it runs as fast as the game itself: compiled, where that is."""
    command, *rest = words
    typed = ["slugfest", command, "kapow-cards", "--variant", str(house), *rest]
    script = (
        "import atexit, sys\n"
        "from slugfest.cli import main\n"
        "from slugfest.kernel import registry\n"
        f"sys.argv = {typed!r}\n"
        "atexit.register(lambda: print(list(registry._adopted), file=sys.stderr))\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == "['kapow-cards']"


@pytest.mark.parametrize("command", ["matchups", "check", "bench", "balance"])
def test_a_variant_of_another_game_is_refused(house: Path, command: str) -> None:
    done = CliRunner().invoke(app, [command, "tag-team", "--variant", str(house)])
    assert isinstance(done.exception, Mistake)
    assert "is a variant of kapow-cards, not of tag-team" in str(done.exception)


def test_a_report_says_how_far_it_is_and_is_no_experiment(tmp_path: Path) -> None:
    play_all(
        BalanceExperiment(game("kapow-cards"), BalanceSettings(2, {}, ("random",), 2)),
        tmp_path,
        PoolExecutor(1),
    )
    assert "2 von 2" in run("lab", "status", str(tmp_path), "-l", "de")
    done = CliRunner().invoke(app, ["lab", "report", str(tmp_path)])
    assert "give its command again" in str(done.exception)


def test_a_folder_that_cannot_be_written_is_reported_with_advice(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    out = str(tmp_path / "file" / "run")
    words = ["--game", "kapow-cards", "--bots", "random", "--games", "2", "--out", out]
    for asked in (
        ["lab", "run", *words],
        ["balance", "kapow-cards", *words[2:]],
        ["ladder", "kapow-cards", "--bots", "random,greedy", "--games", "2", "--out", out],
    ):
        done = CliRunner().invoke(app, asked)
        assert isinstance(done.exception, Mistake)
        assert "name another folder" in str(done.exception)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["run", "{run}", "--seed", "another"], "only --games may be named with it"),
        (["run", "{run}", "--out", "elsewhere"], "only --games may be named with it"),
        (["run", "--game", "kapow-cards", "--better", "a..b"], "two win rates are needed"),
        (["fit", "kapow-cards", "--better", "0.5"], "two win rates are needed"),
        (["fit", "kapow-cards", "--better", ""], "two win rates are needed"),
        (["run"], "name an experiment"),
        (["run", "--game", "kapow-cards", "--bots", "easy,greedy,random"], "3 bots for 2 sides at the table"),
        (
            ["run", "--game", "kapow-cards", "--games", "2", "--dask", "nowhere"],
            "no Dask cluster with workers",
        ),
        (["fit", "kapow-cards", "--gate", "nobody"], "there is no bot 'nobody'"),
        (["report", "{run}", "--parquet", "{run}/nowhere/games.parquet"], "cannot be written (No such file"),
        (["report", "{run}", "--parquet", "{run}"], "cannot be written (Is a directory)"),
        (["find", "kapow-cards", "omega_hammer.value"], "everyone plays with the same things"),
    ],
)
def test_what_cannot_be_run_is_refused(tmp_path: Path, words: list[str], fault: str) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "experiment.json").write_text('{"game": "kapow-cards", "bots": ["random"], "games": 2}')
    done = CliRunner().invoke(app, ["lab", *(word.format(run=folder) for word in words)])
    assert isinstance(done.exception, Mistake)
    assert fault in str(done.exception)


def test_a_number_is_found_and_told_in_a_sentence(tmp_path: Path) -> None:
    asked = ["lab", "find", "tag-team", "golem.top", "--bots", "random", "--games", "20", "--workers", "1"]
    found = " ".join(run(*asked, "--out", str(tmp_path)).split())
    assert "golem.top = " in found
    assert "Golem wins" in found
    assert "Golem gewinnt" in " ".join(run(*asked, "--out", str(tmp_path), "-l", "de").split())


def test_remaining_time_is_in_hours_minutes_and_seconds() -> None:
    assert clock(None) == "-:--:--"
    assert clock(3725.4) == "1:02:05"
