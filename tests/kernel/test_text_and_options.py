"""Words in two languages, and what may be agreed before a game."""

from __future__ import annotations

import pytest

from slugfest.kernel import Choice, Option, OptionError, Text, flag, spell
from slugfest.kernel.options import settle
from slugfest.kernel.outcome import Outcome

MODE = Option(
    "mode", Text("Mode", "Modus"), "short", [Choice("short", Text("a", "a")), Choice("long", Text("b", "b"))]
)
START = Option(
    "start", Text("Start", "Start"), "random", [Choice("random", Text("r", "r"))], seat_choice=True
)
CAP = Option("cap", Text("Cap", "Limit"), 5, low=1, high=9)
LOOK = flag("look", Text("Look", "Ansehen"), False)
ALL = [MODE, START, CAP, LOOK]


def test_seats_become_names_and_unknown_seats_keep_their_number() -> None:
    text = Text("{P1} hits {P3}", "{P1} trifft {P3}").named(["Ann", "Bob"])
    assert (text.en, text.de) == ("Ann hits P3", "Ann trifft P3")


def test_any_language_but_german_reads_english() -> None:
    text = Text("yes", "ja")
    assert [text.in_language(language) for language in ("en", "de", "fr")] == ["yes", "ja", "yes"]


def test_options_left_out_take_their_default() -> None:
    assert settle(ALL, {}, 3) == {"mode": "short", "start": "random", "cap": 5, "look": False}


def test_options_may_be_spelled_as_text() -> None:
    assert settle(ALL, {"start": "3", "cap": "9", "look": "on"}, 3) == {
        "mode": "short", "start": 3, "cap": 9, "look": True,
    }  # fmt: skip
    assert [spell(value) for value in (True, False, 3, "Long")] == ["on", "off", "3", "long"]


@pytest.mark.parametrize(
    "chosen",
    [{"mode": "huge"}, {"start": 4}, {"cap": 0}, {"cap": True}, {"look": 1}, {"other": 1}, {"mode": None}],
)
def test_what_is_not_offered_is_refused_with_what_is(chosen: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=r"choose one of|this game has"):
        settle(ALL, chosen, 3)


def test_the_value_of_a_result_is_the_share_of_the_others_beaten() -> None:
    outcome = Outcome([1, 2, 2], "KNOCKOUT", Text("x", "x"))
    assert [outcome.value(seat) for seat in range(3)] == [1.0, 0.25, 0.25]
    assert outcome.winners() == [0]
    draw = Outcome([1, 1], "DRAW", Text("x", "x"))
    assert [draw.value(0), draw.value(1)] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("option", "offered"),
    [
        (Option("n", Text("", ""), 10, low=3, high=30), "3 to 30"),
        (Option("n", Text("", ""), 3, low=3, high=4), "3, 4"),
        (Option("n", Text("", ""), "a", [Choice("a", Text("", "")), Choice("b", Text("", ""), [2])]), "a"),
        (Option("n", Text("", ""), "a", [Choice("a", Text("", ""))], seat_choice=True), "a, 1 to 4"),
        (Option("n", Text("", ""), "x", [Choice(word, Text("", "")) for word in "abcdefghijklmnop"]),
         "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p"),
    ],
)  # fmt: skip
def test_a_refused_value_is_answered_with_everything_that_is_offered(option: Option, offered: str) -> None:
    with pytest.raises(OptionError) as refused:
        option.check("nonsense", 4)
    assert str(refused.value).endswith(f"choose one of {offered}")
