"""What a game says about the plain board is checked when it is said, and told to the browser with the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.hush import Hush

from slugfest.kernel import PlainBoard, Shown, SlugfestError, Text, Thing, Verb, plain_board
from slugfest.table.views import game_info

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_a_game_without_a_plain_board_is_reported() -> None:
    info = game_info(Hush(), whole=True)
    assert (info["plain"], info["accent"]) == (None, "")


def test_what_a_game_says_travels_with_the_catalogue_and_in_its_order() -> None:
    game = Hush()
    game.display.accent = "pink"
    game.display.plain = PlainBoard(
        {"round": Shown(), "hands": Shown(Text("Hand", "Blatt"), kind="cards", icon="card", face="card")},
        {"A1": Thing(Text("Ace", "Ass"), colour="red", value="1")},
        {"BURY": Verb(Text("Bury", "Vergraben"), [Text("Which?", "Welche?")])},
    )
    assert game_info(game, whole=False)["plain"] is None
    assert game_info(game, whole=False)["accent"] == "pink", "covers on the home page wear it"
    told = game_info(game, whole=True)["plain"]
    assert told is not None
    assert list(told["fields"]) == ["round", "hands"]
    assert told["fields"]["hands"]["name"] == {"en": "Hand", "de": "Blatt"}
    assert told["things"]["A1"]["value"] == "1"
    assert told["verbs"]["BURY"]["questions"] == [{"en": "Which?", "de": "Welche?"}]


@pytest.mark.parametrize(
    "wrong", [{"kind": "card"}, {"whose": "me"}, {"icon": "unicorn"}, {"colour": "#ff0000"}]
)
def test_a_word_that_the_board_does_not_know_is_refused_at_once(wrong: dict[str, str]) -> None:
    with pytest.raises(SlugfestError, match="is not one of"):
        Shown(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "words",
    [
        plain_board.WHOSE,
        plain_board.KINDS,
        plain_board.COLOURS,
        plain_board.ICONS,
        plain_board.ACCENTS,
    ],
)
def test_the_page_lists_what_may_be_declared(words: tuple[str, ...]) -> None:
    page = (DOCS / "plain-board.md").read_text("utf-8")
    for word in words:
        assert re.search(rf"\b{word}\b", page), f"docs/plain-board.md does not mention {word!r}"
