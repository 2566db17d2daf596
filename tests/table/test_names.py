"""What people are called: nobody is invisible, nobody wears another's name with a hidden difference."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from slugfest.table import tidy_name
from slugfest.table.names import LONGEST_NAME

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
    assert tidy_name("Z" + "\u0335" * 50 + "o") == "Z" + "\u0335" * 4 + "o"
    assert tidy_name("\u0335Ann \u0335Marie") == "Ann Marie"


@pytest.mark.parametrize(
    "name",
    [
        "Jörg-Änne 🦸",
        "O'Brien",
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


def test_no_name_is_too_long_or_ends_in_the_middle_of_a_picture() -> None:
    assert tidy_name("x" * 500) == "x" * LONGEST_NAME
    assert tidy_name("👩\u200d" * 100) == ("👩\u200d" * 100)[: LONGEST_NAME - 1]
