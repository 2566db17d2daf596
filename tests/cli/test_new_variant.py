"""A new variant file offers every number of a game, and becomes a variant as soon as one is changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.cli.new_variant import make_variant
from slugfest.kernel import ContentError, Mistake, content_file, game, load_toml, read_variant


@pytest.mark.parametrize("name", ["kapow-cards", "kapow-dice", "custom-heroes", "tag-team"])
def test_a_new_variant_plays_as_soon_as_one_number_is_changed(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    numbers = make_variant(game(name), file)
    text = file.read_text("utf-8")
    offered = [line for line in text.splitlines() if line.startswith('# "')]
    assert len(offered) == numbers > 20
    with pytest.raises(ContentError, match="a variant changes or adds something"):
        read_variant(file)
    for line in offered:  # every line is what the file says it is: a place and its value of today
        assert len(load_toml_text(line[2:], tmp_path)) == 1
    line = next(one for one in offered if ".source" not in one)
    file.write_text(text.replace(line, line[2:], 1), "utf-8")
    assert len(read_variant(file).changes) == 1


def test_a_new_variant_says_what_a_number_is_and_between_which_bounds(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    make_variant(game("kapow-dice"), file)
    lines = file.read_text("utf-8").splitlines()
    assert '# "character.tough_nut.health" = 30  # Health: 1 to 99' in lines
    assert "# ---- character tough_nut · Tough Nut" in lines
    assert "# page)." not in lines  # of a comment that was cut


def test_the_command_says_what_to_do_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    done = CliRunner().invoke(app, ["new-variant", "kapow-dice", str(file)])
    assert done.exit_code == 0, done.output
    assert file.is_file()
    assert f"slugfest play kapow-dice --variant {file}" in done.output  # to be copied


@pytest.mark.parametrize("name", ["kapow-cards", "kapow-dice", "custom-heroes", "tag-team"])
def test_the_piece_at_the_end_of_the_file_is_added_as_soon_as_it_is_no_comment(
    name: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    make_variant(game(name), file)
    text = file.read_text("utf-8")
    start = text.index("# [[add.")
    piece = "\n".join(line.removeprefix("#").removeprefix(" ") for line in text[start:].splitlines())
    file.write_text(text[:start] + piece, "utf-8")
    new = read_variant(file)
    example = read_variant(content_file(name).with_name("addition.toml"))
    assert (new.changes, new.additions) == ({}, example.additions)


def load_toml_text(text: str, folder: Path) -> dict[str, object]:
    file = folder / "line.toml"
    file.write_text(text, "utf-8")
    return load_toml(file)


def test_no_file_is_overwritten_and_a_variant_is_a_toml_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    make_variant(game("tag-team"), file)
    with pytest.raises(Mistake, match="is there already"):
        make_variant(game("tag-team"), file)
    with pytest.raises(Mistake, match=r"ends in \.toml"):
        make_variant(game("tag-team"), tmp_path / "mine.json")
