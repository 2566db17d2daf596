"""What people are called: nobody is invisible, nobody wears another's name with a hidden difference."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from slugfest.kernel import games
from slugfest.kernel.registry import content_file
from slugfest.personas import personas
from slugfest.table import tidy_name
from slugfest.table.lookalikes import DATA, look_alike, shape
from slugfest.table.names import LONGEST_NAME, is_harmless
from slugfest.table.seats import bot_name, free_name

# Unicode's default-ignorable characters (DerivedCoreProperties), written down a second time, from the standard.
IGNORABLE = [
    *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x180B, 0x1810),
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10),
    *range(0xFFF0, 0xFFF9),
    *range(0x1BCA0, 0x1BCA4),
    *range(0x1D173, 0x1D17B),
    *range(0xE0000, 0xE1000),
]
BLANK = [0x2800, 0xFFFC, 0x16FE4, 0x1D159]
SPACES = [number for number in range(sys.maxunicode + 1) if unicodedata.category(chr(number))[0] == "Z"]


@pytest.mark.parametrize(
    "letter", ["\u202e", "\u2066", "\u200b", "\x00", "\t", "\ufdfd", "\u3164", "e" + "\u0301" * 3]
)
def test_a_text_that_hides_or_covers_something_is_not_harmless(letter: str) -> None:
    assert not is_harmless(f"Thunder{letter}fist")


def test_what_the_games_say_is_harmless() -> None:
    for game in games().values():
        text = content_file(game.id).read_text("utf-8")
        assert is_harmless(text), game.id
    assert is_harmless("Donner\u00adfaust \U0001f469\u200d\U0001f680 ❤️ é\nक्षि")


@pytest.mark.parametrize("numbers", [IGNORABLE, BLANK, SPACES, range(0x300, 0x370)])
def test_no_name_is_made_of_what_nobody_can_see(numbers: list[int]) -> None:
    for number in numbers:
        assert tidy_name(chr(number) * 3) == "", hex(number)
    assert tidy_name("".join(map(chr, numbers))) == ""


@pytest.mark.parametrize("numbers", [IGNORABLE, [*BLANK, 0x202E]])
def test_no_name_hides_a_difference(numbers: list[int]) -> None:
    for number in numbers:
        assert tidy_name(f"A{chr(number)}nn").replace(" ", "") == "Ann", hex(number)


def test_all_spaces_are_the_same_space() -> None:
    for number in SPACES:
        assert tidy_name(f"{chr(number)}Ann{chr(number)}{chr(number)}Marie") == "Ann Marie", hex(number)


def test_letters_with_marks_are_spelled_one_way_only() -> None:
    assert tidy_name("A\u0308nne") == tidy_name("Änne") == "Änne"


def test_marks_do_not_pile_up_over_other_lines_nor_float_beside_a_name() -> None:
    assert tidy_name("Z" + "\u0335" * 50 + "o") == "Z" + "\u0335" * 2 + "o"
    assert tidy_name("Z" + "\u0335\u05b0" * 50 + "o") == "Z" + "\u0335" * 2 + "\u05b0" * 2 + "o"
    assert tidy_name("\u0335Ann \u0335Marie") == "Ann Marie"


@pytest.mark.parametrize(
    "name",
    [
        "Jörg-Änne 🦸",
        "O'Brien",
        "\u0f67\u0f71\u0f74\u0f83",  # Tibetan, with three marks
        "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",  # Hebrew, with its vowels
        "...",
        "Đặng Văn",
        "מרים",
        "नीलम",
        "ไก่",
        "山田",
        "👩🏽‍🚀",
        "❤️",
        "🏳️‍🌈 Ann",
        "🇩🇪",
    ],
)
def test_names_of_all_the_world_stay_as_they_are(name: str) -> None:
    assert tidy_name(name) == name


@pytest.mark.parametrize(
    "hidden", ["🦸\u200dAnn", "🦸\u200d Ann", "🦸\u200d", "🦸\ufe0f\ufe0f", "^\ufe0f", "🦸\u200d\u200d🦸"]
)
def test_what_joins_pictures_joins_pictures_only(hidden: str) -> None:
    kept = tidy_name(hidden)
    assert "\u200d" not in kept or kept == "🦸\u200d🦸"
    assert kept.count("\ufe0f") <= ("🦸" in hidden)


def test_no_letter_of_a_name_is_as_wide_as_a_line() -> None:
    assert tidy_name("Ann \ufdfd\u2e3b\U0001242b") == "Ann"
    assert tidy_name("\ufdfd" * 24) == ""


def test_no_name_is_too_long_or_ends_in_the_middle_of_a_picture() -> None:
    assert tidy_name("x" * 500) == "x" * LONGEST_NAME
    assert tidy_name("👩\u200d" * 100) == ("👩\u200d" * 100)[: LONGEST_NAME - 1]


# ---- names that look alike -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "\u0410nn"),  # a Cyrillic A
        ("Ann", "\u0391\u03b7n"),  # Greek letters
        ("paypal", "\u0440\u0430\u0443\u0440\u0430l"),
        ("Ann", "\uff21nn"),  # twice as wide
        ("Ann", "\U0001d4d0nn"),  # in script
        ("Ann", "A\u0323nn"),  # a dot below
        ("Ann", "ANN"),
        ("Ann", "An n"),
        ("Ian", "lan"),
        ("Bob", "B0b"),
        ("Tom", "Torn"),
        ("O'Brien", "O\u2019Brien"),
        ("\u5c71\u7530", "\u5c71\u2f65"),  # a radical that is drawn like the sign
    ],
)
def test_somebody_who_looks_like_another_gets_a_number(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)
    assert free_name(tidy_name(other), [one]) == f"{tidy_name(other)} 2"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Ann", "Ann 2"),
        ("Max", "Mia"),
        ("\u0928\u0940\u0932\u092e", "\u0928\u093e\u0932\u092e"),  # Hindi vowels are marks
        ("\u05de\u05e8\u05d9\u05dd", "\u05de\u05e8"),
        ("\U0001f9b8", "\U0001f9b9"),
        ("...", "!!!"),
    ],
)
def test_other_names_are_left_alone(one: str, other: str) -> None:
    assert not look_alike(one, other)
    assert free_name(other, [one]) == other


def test_no_bot_looks_like_somebody_at_the_table() -> None:
    first, second, *_ = [persona.name for persona in personas()]
    fake = first.replace("o", "\u043e")
    assert bot_name([fake], "a bot from outside") == second


def test_every_name_has_a_shape() -> None:
    for number in range(0x20, 0x3000):
        assert shape(chr(number)) != "", hex(number)


def test_the_list_says_where_it_comes_from() -> None:
    head = DATA.read_text("ascii").splitlines()[:3]
    assert "confusables.txt, version 13.0.0" in head[0]
    assert "unicode.org/terms_of_use" in head[1]
