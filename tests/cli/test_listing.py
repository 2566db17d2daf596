"""`slugfest games` tells all there is to choose, in both languages and on a narrow screen."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from slugfest.cli.listing import seats_text, show_games
from slugfest.kernel import Choice, Game, Option, Text, flag, games, spell


def listed(shown: list[Game], language: str, width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width)
    show_games(console, shown, language)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_every_value_of_every_option_is_listed_with_its_name(game: Game, language: str) -> None:
    lines = [" ".join(line.split()) for line in listed([game], language, 200).splitlines()]
    for option in game.options:
        about = next(line for line in lines if line.startswith(option.key))
        assert option.name.in_language(language) in about
        flags = [choice.value for choice in option.choices or []] == [False, True]
        for choice in option.choices or []:
            if flags:
                assert f"{option.key}=off, on" in about
            else:
                assert any(
                    line.startswith(f"{spell(choice.value)} {choice.name.in_language(language)}")
                    for line in lines
                )
        if option.choices is None:
            assert f"={option.low}" in about
            assert f"{option.high} " in about


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_line_is_wider_than_the_screen(language: str) -> None:
    assert max(len(line) for line in listed(list(games().values()), language).splitlines()) <= 80


def test_seats_are_listed() -> None:
    shown = listed(list(games().values()), "en")
    assert "  1, 2 or 4 seats\n" in shown
    assert "  2 to 6 seats\n" in shown
    assert "  2 seats\n" in shown
    assert "1 to 4" not in shown
    assert "  1, 2 oder 4 Plätze\n" in listed(list(games().values()), "de")


@pytest.mark.parametrize(
    ("counts", "en", "de"),
    [
        ([1], "1 seat", "1 Platz"),
        ([2], "2 seats", "2 Plätze"),
        ([2, 3], "2 or 3 seats", "2 oder 3 Plätze"),
        ([2, 3, 4], "2 to 4 seats", "2 bis 4 Plätze"),
        ([2, 3, 5], "2, 3 or 5 seats", "2, 3 oder 5 Plätze"),
    ],
)
def test_numbers_of_seats_in_words(counts: list[int], en: str, de: str) -> None:
    assert (seats_text(counts, "en"), seats_text(counts, "de")) == (en, de)


class Agreed(Game):
    """Options of every kind."""

    def __init__(self) -> None:
        super().__init__()
        self.id, self.name = "agreed", Text("Agreed", "Vereinbart")
        self.max_seats = 4
        letters = [Choice("a", Text("first letter", "erster Buchstabe"), [2, 3]), Choice("b", Text("B", "B"))]
        self.options = [
            Option("one", Text("One", "Eins"), "b", letters),
            Option("two", Text("Two", "Zwei"), "b", letters),
            Option("many", Text("Many", "Viele"), 5, low=1, high=500),
            flag("quiet", Text("Quiet", "Leise"), True, seats=[4], only_with=("one", ["a", "b"])),
        ]


def test_limits_and_defaults_are_listed() -> None:
    told = " ".join(listed([Agreed()], "en").split())
    assert "one One two Two a first letter (2 or 3 seats) b B (the default) many=1 … 500" in told
    assert "Many (default 5)" in told
    assert "quiet=off, on Quiet (default on; only with 4 seats; only with one=a or b)" in told
    assert "(Standard: on; nur mit 4 Plätzen; nur bei one=a oder b)" in " ".join(
        listed([Agreed()], "de").split()
    )
