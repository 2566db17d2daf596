"""Words in two languages, and what may be agreed before a game."""

from __future__ import annotations

import pytest

from slugfest.kernel import Choice, Game, Option, OptionError, Text, flag, move_words, spell
from slugfest.kernel.options import settle, wrong_seats
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
    ("chosen", "en", "de"),
    [
        (
            {"mode": "huge"},
            "“Mode” (mode) does not offer “huge”. Choose short or long.",
            "„Modus“ (mode) bietet „huge“ nicht an. Wähl short oder long.",
        ),
        (
            {"start": 4},
            "“Start” (start) does not offer “4”. Choose random, 1, 2 or 3.",
            "„Start“ (start) bietet „4“ nicht an. Wähl random, 1, 2 oder 3.",
        ),
        (
            {"cap": 0},
            "“Cap” (cap) does not offer “0”. Choose a whole number from 1 to 9.",
            "„Limit“ (cap) bietet „0“ nicht an. Wähl eine ganze Zahl von 1 bis 9.",
        ),
        (
            {"cap": True},
            "“Cap” (cap) does not offer “on”. Choose a whole number from 1 to 9.",
            "„Limit“ (cap) bietet „on“ nicht an. Wähl eine ganze Zahl von 1 bis 9.",
        ),
        (
            {"look": 1},
            "“Look” (look) does not offer “1”. Choose off or on.",
            "„Ansehen“ (look) bietet „1“ nicht an. Wähl off oder on.",
        ),
        (
            {"mode": None},
            "“Mode” (mode) does not offer that. Choose short or long.",
            "„Modus“ (mode) bietet das nicht an. Wähl short oder long.",
        ),
        (
            {"mode": "x" * 99},
            f"“Mode” (mode) does not offer “{'x' * 39}…”. Choose short or long.",
            f"„Modus“ (mode) bietet „{'x' * 39}…“ nicht an. Wähl short oder long.",
        ),
    ],
)
def test_a_value_that_is_not_offered_is_refused_with_all_that_is(
    chosen: dict[str, object], en: str, de: str
) -> None:
    with pytest.raises(OptionError) as refused:
        settle(ALL, chosen, 3)
    assert (refused.value.code, refused.value.text) == ("WRONG_OPTION", Text(en, de))


def test_the_refusal_of_a_value_cites_the_option_s_rule() -> None:
    with pytest.raises(OptionError, match=r"\(WRONG_OPTION, TT-10\)") as refused:
        settle([flag("look", Text("Look", "Ansehen"), False, rule="TT-10")], {"look": "maybe"}, 2)
    assert refused.value.rule == "TT-10"


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError) as refused:
        settle(ALL, {"other": 1}, 3)
    assert refused.value.code == "UNKNOWN_OPTION"
    assert refused.value.text == Text(
        "This game has no option “other”. It has mode, start, cap and look.",
        "Dieses Spiel hat keine Einstellung „other“. Es hat mode, start, cap und look.",
    )
    with pytest.raises(OptionError, match="It has none"):
        settle([], {"other": 1}, 3)


@pytest.mark.parametrize(
    ("counts", "en", "de"),
    [
        ([2], "for 2 players", "für 2 Personen"),
        ([1], "for 1 player,", "für 1 Person,"),
        ([1, 2, 4], "for 1, 2 or 4 players", "für 1, 2 oder 4 Personen"),
        ([2, 3, 4, 5, 6], "for 2 to 6 players", "für 2 bis 6 Personen"),
    ],
)
def test_a_number_of_seats_is_refused_with_the_numbers_there_are(counts: list[int], en: str, de: str) -> None:
    refused = wrong_seats(Text("Whist", "Whist"), counts, 7)
    assert refused.code == "WRONG_SEATS"
    assert en in refused.text.en
    assert refused.text.en.endswith("not for 7.")
    assert de in refused.text.de
    assert refused.text.de.endswith("nicht für 7.")


def test_the_value_of_a_result_is_the_share_of_the_others_beaten() -> None:
    outcome = Outcome([1, 2, 2], "KNOCKOUT", Text("x", "x"))
    assert [outcome.value(seat) for seat in range(3)] == [1.0, 0.25, 0.25]
    assert outcome.winners() == [0]
    draw = Outcome([1, 1], "DRAW", Text("x", "x"))
    assert [draw.value(0), draw.value(1)] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("option", "offered"),
    [
        (Option("n", Text("", ""), 10, low=3, high=30), "a whole number from 3 to 30"),
        (Option("n", Text("", ""), 3, low=3, high=4), "a whole number from 3 to 4"),
        (Option("n", Text("", ""), "a", [Choice("a", Text("", "")), Choice("b", Text("", ""), [2])]), "a"),
        (Option("n", Text("", ""), "a", [Choice("a", Text("", ""))], seat_choice=True), "a, 1, 2, 3 or 4"),
        (Option("n", Text("", ""), "x", [Choice(word, Text("", "")) for word in "abcdefghijklmnop"]),
         "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o or p"),
    ],
)  # fmt: skip
def test_a_refused_value_is_answered_with_everything_that_is_offered(option: Option, offered: str) -> None:
    with pytest.raises(OptionError) as refused:
        option.check("nonsense", 4)
    assert refused.value.text.en.endswith(f"Choose {offered}.")


def test_the_words_of_a_move_are_made_once_and_not_all_are_kept() -> None:
    made: list[int] = []

    class Talkative(Game):
        def format(self, move: int) -> str:
            return f"m{move}"

        def label(self, move: int) -> Text:
            made.append(move)
            return Text(f"move {move}", f"Zug {move}")

    game = Talkative()
    assert move_words(game, 3)[1] == {"en": "move 3", "de": "Zug 3"}
    assert move_words(game, 3) == ("m3", {"en": "move 3", "de": "Zug 3"}, None)
    assert made == [3]
    for move in range(30_000):
        assert move_words(game, move)[1]["en"] == f"move {move}"
    move_words(game, 3)
    assert made.count(3) > 1
