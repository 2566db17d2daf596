"""`slugfest verify`: what a record proves, and whether it is the match that somebody noted."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.cli.play import TerminalGame
from slugfest.kernel import (
    DuplicateChance,
    History,
    LiveChance,
    SlugfestError,
    commitment,
    game,
    read_record,
    record_of,
)

ROOT = Path(__file__).parent.parent
NONCE = "0123456789abcdef" * 2
GAME = game("kapow-cards")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match that was abandoned after a move."""
    chance = LiveChance("secret", "2ABCDEFG", [f"person {NONCE}", "bot", "person"])
    history = History(GAME, 3, {"start_seat": 1}, chance)
    history.play_text(0, "PASS")
    file = tmp_path / "match.txt"
    file.write_text(record_of(history, ["Ann", "Rita", "Bob"], abandoned=True).text(), encoding="utf-8")
    return file


def verified(*words: object) -> str:
    answer = CliRunner().invoke(app, ["verify", *map(str, words)], catch_exceptions=False)
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_it_prints_what_chance_was_bound_to(record: Path) -> None:
    told = verified(record)
    assert "all 1 moves are legal, and the result is abandoned" in " ".join(told.split())
    chance = LiveChance("secret", "2ABCDEFG", [f"person {NONCE}", "bot", "person"])
    chance.bind(GAME.id, GAME.version, 3, GAME.settle(3, {"start_seat": 1}))
    for line in (
        f"hash    {commitment('secret')} (compare it with what your browser noted)",
        "bound to match 2ABCDEFG",
        f"seat 1  nonce {NONCE}",
        "seat 2  a bot",
        "seat 3  no nonce",
        f"seed    {chance.seed.hex()}",
    ):
        assert line in told


def test_a_table_of_a_duplicate_round_is_verified_like_any_match(tmp_path: Path) -> None:
    tables = [["bot", "person"], [f"person {NONCE}", "bot"]]
    chance = DuplicateChance("secret", "2ABCDEFG", "3ABCDEFG 1", 1, tables)
    history = History(GAME, 2, {"start_seat": 1}, chance)
    history.play_text(0, "PASS")
    file = tmp_path / "match.txt"
    file.write_text(record_of(history, ["Ann", "Rita"], abandoned=True).text(), encoding="utf-8")
    told = verified(file, "--commitment", commitment("secret"), "--nonce", NONCE)
    for line in (
        "of all tables of round 3ABCDEFG 1",
        "table   2 of 2",
        f"seat 1  nonce {NONCE}",
        chance.seed.hex(),
    ):
        assert line in told
    with pytest.raises(SlugfestError, match="on no seat"):
        CliRunner().invoke(app, ["verify", str(file), "--nonce", "f" * 32], catch_exceptions=False)


def test_it_compares_with_what_somebody_noted(record: Path) -> None:
    told = verified(record, "--commitment", commitment("secret"), "--nonce", NONCE.upper())
    assert told.count("the one you noted") == 2


@pytest.mark.parametrize(
    ("option", "noted", "complaint"),
    [
        ("--commitment", commitment("another"), "not the one you noted"),
        ("--nonce", "f" * 32, "on no seat of this record"),
        ("--nonce", "", "on no seat of this record"),
    ],
)
def test_another_match_than_the_one_noted_is_noticed(
    record: Path, option: str, noted: str, complaint: str
) -> None:
    with pytest.raises(SlugfestError, match=complaint):
        CliRunner().invoke(app, ["verify", str(record), option, noted], catch_exceptions=False)


@pytest.mark.parametrize(("seed", "chance"), [(None, 2), ("again", 1)])
def test_a_game_at_the_terminal_is_live_unless_a_seed_is_named(
    tmp_path: Path, seed: str | None, chance: int
) -> None:
    table = TerminalGame(Console(quiet=True), GAME, [], ["easy", "easy"], {}, seed, "en")
    assert table.run()
    table.save(tmp_path / "game.txt")
    record = read_record((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert record.chance == chance
    assert ("everything follows from the secret alone" in verified(tmp_path / "game.txt")) is (chance == 1)


def test_a_record_of_old_says_that_only_its_secret_counted() -> None:
    assert "everything follows from the secret alone" in verified(ROOT / "old" / "chance-1.record.txt")
