"""What a game's older.toml may say: which numbers older versions of its rules had."""

from __future__ import annotations

from pathlib import Path

import pytest

from slugfest.kernel import ContentError, content_file, game, games, load_toml
from slugfest.kernel.older import OLDER, as_it_was, read_older

TWO = """
[[edition]]
last = 4
[edition.change]
klonk.attack = 5
limits.round_limit = 50

[[edition]]
last = 1
[edition.change]
klonk.attack = 4
"""


def older(folder: Path, text: str) -> dict[int, dict[str, object]]:
    (folder / OLDER).write_text(text, encoding="utf-8")
    return read_older(folder / "content.toml")


def test_editions_go_back_from_one_to_the_one_before(tmp_path: Path) -> None:
    told = older(tmp_path, TWO)
    assert told == {4: {"klonk.attack": 5, "limits.round_limit": 50}, 1: {"klonk.attack": 4}}
    klonk = {"id": "klonk", "does": ["attack_base 6"]}
    today = {"version": 5, "limits": {"round_limit": 60}, "ability": [klonk]}
    was = as_it_was(today, told, 4)
    assert (was["version"], was["limits"], klonk["does"]) == (4, {"round_limit": 50}, ["attack_base 5"])
    was = as_it_was(today | {"limits": {"round_limit": 60}}, told, 1)
    assert (was["version"], was["limits"], klonk["does"]) == (1, {"round_limit": 50}, ["attack_base 4"])


def test_a_game_without_the_file_has_always_had_its_numbers(tmp_path: Path) -> None:
    assert read_older(tmp_path / "content.toml") == {}
    for played in games().values():
        assert played.as_of(played.version) is played


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[edition]\nlast = 1", "edition.1"),
        ("[[edition]]\nlast = 1", "edition.1"),
        ("[[edition]]\nlast = 0\nchange = {}", "edition.1.last"),
        ("[[edition]]\nlast = 1\nchange = {}\n[[edition]]\nlast = 1\nchange = {}", "edition.2.last"),
        ("[[edition]]\nlast = 1\nchange = 3", "edition.1.change"),
    ],
)
def test_what_is_wrong_in_it_is_refused_by_key(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(ContentError) as found:
        older(tmp_path, text)
    assert (found.value.file, found.value.key) == (OLDER, key)


def test_every_older_edition_is_another_one_and_can_be_played() -> None:
    """A place that was renamed since, or a number that is today's, would be noticed here."""
    for name, played in games().items():
        if played.variant is not None or not read_older(content_file(name)):
            continue
        today = load_toml(content_file(name))
        for last in read_older(content_file(name)):
            edition = game(name).as_of(last)
            assert edition.version == last < played.version
            was = as_it_was(load_toml(content_file(name)), read_older(content_file(name)), last)
            assert was != today | {"version": last}
            for seats in edition.seat_counts():
                assert edition.settle(seats, {}) == played.settle(seats, {})
