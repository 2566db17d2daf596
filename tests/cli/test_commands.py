"""The `slugfest` command: what people type, and what they read."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.commands import Done, run_slugfest

from slugfest.bots import bot
from slugfest.cli import words as cli_words
from slugfest.kernel import add_variant, read_variant
from slugfest.lab import play_game

ROOT = Path(__file__).parent.parent.parent


def slugfest(*words: str, typed: str = "", code: int = 0) -> str:
    """Run the command as people do; its whole output."""
    done = run_slugfest(words, typed=typed)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("words", [["--version"], ["games"], ["play", "chess"]])
def test_the_module_is_the_command(words: list[str]) -> None:
    """Python started afresh tells what :func:`run_slugfest`, by which the other tests go, tells."""
    afresh = subprocess.run(
        [sys.executable, "-m", "slugfest", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"PATH": "", "COLUMNS": "120", "PYTHONPATH": ":".join(sys.path)},
    )
    assert Done(afresh.returncode, afresh.stdout, afresh.stderr) == run_slugfest(words)


def test_the_version_says_which_kind_of_code_runs() -> None:
    assert slugfest("--version").strip() in ("slugfest 0.1.0 (compiled)", "slugfest 0.1.0 (interpreted)")


def test_every_command_explains_itself() -> None:
    overview = slugfest("--help")
    for command in (
        "games", "play", "replay", "review", "verify", "analyse", "position", "ladder", "matchups", "check",
        "bench", "scenario", "describe", "coverage", "serve", "move-store", "backup", "lab",
    ):  # fmt: skip
        assert command in overview
        assert "Usage" in slugfest(command, "--help")


def test_a_scenario_is_printed_branch_by_branch() -> None:
    told = slugfest(
        "scenario", "--tell", str(ROOT / "scenarios" / "kapow-cards" / "ex-16-attack-on-a-hand.toml")
    )
    succeeds, fails = told.index("An attack on a hand succeeds"), told.index("An attack on a hand fails")
    assert succeeds < told.index("P1: ATTACK T08 -> P2:H1") < fails < told.index("P1: ATTACK T08 -> P2:H2")
    assert "1 passed, 0 failed" in told


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_games_are_listed_with_their_options(language: str) -> None:
    listed = slugfest("games", "-l", language)
    assert "kapow-cards" in listed
    assert "mode" in listed
    assert ("Spielmodus" in listed) == (language == "de")


def play_it(tmp_path: Path, language: str) -> tuple[str, Path]:
    """Sit there and let the menu's first entries decide until the game is over."""
    record = tmp_path / "game.txt"
    typed = "?\nh\nu\nr\nKC-24\nATTACK nobody\n99\n" + "1\n1\n" * 400
    story = slugfest(
        "play", "kapow-cards", "--bots", "2", "--level", "easy", "--seed", "7", "-l", language,
        "--names", "Ann", "--record", str(record), typed=typed,
    )  # fmt: skip
    return story, record


@pytest.mark.parametrize(("language", "over"), [("en", "Game over"), ("de", "Spielende")])
def test_a_person_plays_bots_to_the_end_and_keeps_the_record(
    tmp_path: Path, language: str, over: str
) -> None:
    story, record = play_it(tmp_path, language)
    assert over in story
    assert "KC-24" in story
    assert "all" in slugfest("verify", str(record))
    assert "Ann" in slugfest("replay", str(record), "--seat", "1", "--boards", "-l", language)


def test_leaving_in_the_middle_is_no_mistake() -> None:
    assert "See you" in slugfest("play", "kapow-cards", typed="q\n")


@pytest.mark.parametrize("typed", ["help\nquit\n", "Hilfe\nEnde\n"])
def test_commands_may_be_typed_as_words(typed: str) -> None:
    story = slugfest("play", "kapow-cards", typed=typed)
    assert "take back your last move" in story
    assert "is not a move" not in story
    assert "See you" in story


def test_two_people_share_a_keyboard() -> None:
    story = slugfest(
        "play", "kapow-cards", "--people", "2", "--bots", "0", "--names", "Ann,Bob", typed="PASS\n\nPASS\n"
    )
    assert "Pass the keyboard" in story


def test_a_position_document_is_analysed(tmp_path: Path) -> None:
    document = tmp_path / "position.json"
    document.write_text(slugfest("position", "kapow-cards", "--seats", "3", "--moves", "6"))
    told = slugfest("analyse", str(document), "--bots", "greedy,search:50")
    assert "greedy" in told
    assert "search:50" in told


def test_a_ladder_prints_rates_with_intervals() -> None:
    words = ["ladder", "kapow-cards", "--bots", "random,greedy", "--games", "8", "--workers", "1"]
    assert "%" in slugfest(*words)
    assert json.loads(slugfest(*words, "--json"))["game"] == "kapow-cards"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["play", "chess"], "there is no game"),
        (["play", "kapow-cards", "--bots", "9"], "for 2 to 6 players, not for 10"),
        (["play", "kapow-cards", "--level", "godlike"], "there is no bot"),
        (
            ["play", "kapow-cards", "-o", "mode=huge"],
            "does not offer “huge”. Choose fallen-heroes or to-infinity",
        ),
        (["play", "kapow-cards", "-o", "mode"], "key=value"),
        (["play", "kapow-cards", "-l", "fr"], "there is no language"),
        (["verify", "nowhere.txt"], "cannot be read"),
        (["analyse", "nowhere.json"], "cannot be read"),
        (["ladder", "kapow-cards", "--bots", "greedy"], "at least two"),
        (["matchups", "kapow-cards"], "no line-ups"),
        (["matchups", "tag-team", "--out", "table.txt"], ".csv or .json"),
    ],
)
def test_a_mistake_ends_in_one_clear_sentence(words: list[str], complaint: str) -> None:
    assert complaint in " ".join(slugfest(*words, code=2).split())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["play", "chess", "-l", "de"], "das Spiel 'chess' gibt es nicht"),
        (["play", "kapow-cards", "-lde", "--bots", "9"], "nicht für 10"),
        (["play", "kapow-cards", "--level", "godlike", "--language=de"], "den Bot 'godlike' gibt es nicht"),
        (["play", "kapow-cards", "-l", "de", "-o", "mode=huge"], "bietet „huge“ nicht an"),
        (["play", "kapow-cards", "-l", "de", "-o", "mode"], "name=wert"),
        (["analyse", "nowhere.json", "--language", "de"], "lässt sich nicht lesen"),
        (["matchups", "kapow-cards", "-l", "de"], "keine Aufstellungen"),
        (["matchups", "tag-team", "-l", "de", "--out", "table.txt"], ".csv oder .json"),
    ],
)
def test_a_mistake_is_reported_in_the_chosen_language(words: list[str], complaint: str) -> None:
    assert complaint in " ".join(slugfest(*words, code=2).split())


@pytest.mark.parametrize(
    "content",
    ["{", "[]", '{"game": "kapow-cards"}', '{"game": "kapow-cards", "seats": 2, "position": {"players": 3}}'],
)
def test_a_broken_position_is_refused(tmp_path: Path, content: str) -> None:
    document = tmp_path / "broken.json"
    document.write_text(content)
    assert "slugfest:" in slugfest("analyse", str(document), code=2)


def test_the_speed_of_a_game_is_measured_and_says_what_is_compiled() -> None:
    told = json.loads(slugfest("bench", "kapow-cards", "--seats", "2", "--json"))
    assert told["bench"] == "kapow-cards"
    assert set(told["compiled"]) == {"engine", "game"}
    wanted = {
        "random",
        "games",
        "stepped",
        "copies",
        "samples",
        "views",
        "documents",
        "search",
        "search_to_end",
        "copy_bytes",
    }
    assert set(told["seats"]["2"]) == wanted
    assert all(told["seats"]["2"][speed] > 0 for speed in wanted - {"copy_bytes"})


def test_coverage_that_finds_nothing_says_why(tmp_path: Path) -> None:
    # Lines are folded at the terminal's width, also within a path.
    told = "".join(slugfest("coverage", "kapow-cards", "--root", str(tmp_path), code=2).split())
    assert f"thereisneither{tmp_path / 'scenarios' / 'kapow-cards'}nor{tmp_path / 'tests'}" in told
    (tmp_path / "tests").mkdir()
    told = "".join(slugfest("coverage", "kapow-cards", "--root", str(tmp_path), "-l", "de", code=1).split())
    assert f"DenOrdner{tmp_path / 'scenarios' / 'kapow-cards'}gibtesnicht" in told
    assert "NichtsdavonnennteineRegelvonkapow-cards" in told
    assert "neither" not in slugfest("coverage", "kapow-cards", "--root", str(ROOT))


def test_an_experiment_is_run_reported_and_compared_from_the_command_line(tmp_path: Path) -> None:
    flags = ["--game", "kapow-cards", "--bots", "greedy,random", "--games", "4", "--workers", "1"]
    for name, value in (("one", "14"), ("two", "5")):
        done = slugfest("lab", "run", *flags, "--vary", f"W14.value={value}", "--out", str(tmp_path / name))
        assert "greedy vs random" in done
    told = json.loads(slugfest("lab", "report", str(tmp_path / "one"), "--json"))
    assert told["cells"][0]["games"] == 4
    assert "Deals played: 2 of 2" in slugfest("lab", "status", str(tmp_path / "one"))
    both = json.loads(slugfest("lab", "compare", str(tmp_path / "one"), str(tmp_path / "two"), "--json"))
    assert both["cells"][0]["deals"] == 2
    grown = slugfest("lab", "run", str(tmp_path / "one"), "--games", "8", "--workers", "1", "-l", "de")
    assert "2 von 4 Ausgaben sind da" in grown


def test_a_record_carries_its_variant_and_an_older_one_needs_the_file(tmp_path: Path) -> None:
    file, record = tmp_path / "house.toml", tmp_path / "house.txt"
    file.write_text('game = "kapow-cards"\nname = "our house hammer"\n[change]\nomega_hammer.value = 9\n')
    played = add_variant(read_variant(file))
    done = play_game(played, [bot("greedy", played)] * 2, seed="a record")
    text = done.record().text()
    record.write_text(text)
    assert "house.txt" in slugfest("verify", str(record))
    record.write_text("".join(line for line in text.splitlines(True) if not line.startswith("variant: ")))
    refused = " ".join(slugfest("verify", str(record), code=2).split())
    assert "this needs the variant our-house-hammer" in refused
    assert "--variant FILE" in refused
    assert "house.txt" in slugfest("verify", str(record), "--variant", str(file))
    assert "our house hammer" in slugfest(
        "play", "kapow-cards", "--variant", str(file), "--names", "Ann", typed=""
    )


def test_every_sentence_that_a_command_says_is_there() -> None:
    for file in Path(cli_words.__file__).parent.glob("*.py"):
        for kind, key in re.findall(r'\b(say|mistake)\(\s*"(\w+)"', file.read_text("utf-8")):
            assert key in (cli_words.WORDS if kind == "say" else cli_words.MISTAKES), (
                f"{file.name}: {kind} {key}"
            )
