"""A game's data files: whatever is missing or wrong is refused by file, key and reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from slugfest.kernel import Content, ContentError, Text

GOOD = """
version = 3
[limits]
hand = 5
[[card]]
id = "the-one"
[word]
hello = { en = "Hello.", de = "Hallo." }
"""


@pytest.fixture
def content(tmp_path: Path) -> Content:
    path = tmp_path / "content.toml"
    path.write_text(GOOD, encoding="utf-8")
    return Content(path)


def test_a_good_file_is_read(content: Content) -> None:
    assert content.version() == 3
    assert content.limits({"hand": (1, 9)}) == {"hand": 5}
    assert content.entries("card", 1) == [{"id": "the-one"}]
    assert content.texts("word") == {"hello": Text("Hello.", "Hallo.")}
    assert content.word("card[0].id", "the-one") == "the-one"
    assert content.one_of("side", "right", ("left", "right")) == 1
    content.source("card[0]", {"id": "seed", "name": {"en": "public", "de": "house"}})


FAULTS: dict[str, Callable[[Content], object]] = {
    "limits.hand": lambda content: content.limits({"hand": (1, 4)}),
    "limits.deck": lambda content: content.limits({"hand": (1, 9), "deck": (1, 9)}),
    "card": lambda content: content.entries("card", 2),
    "die": lambda content: content.entries("die"),
    "move": lambda content: content.texts("move"),
    "word.hello.de": lambda content: content.text("word.hello", {"en": "Hello.", "de": ""}),
    "word": lambda content: content.text("word", "Hello."),
    "id": lambda content: content.word("id", "two words"),
    "count": lambda content: content.number("count", True, 0, 9),
    "may": lambda content: content.flag("may", "yes"),
    "side": lambda content: content.one_of("side", "up", ("left", "right")),
    "card[0].source": lambda content: content.source("card[0]", {"id": "seed", "name": "rumour"}),
    "card[1].source": lambda content: content.source("card[1]", {}),
}


@pytest.mark.parametrize("key", FAULTS)
def test_a_fault_names_file_key_and_reason(content: Content, key: str) -> None:
    with pytest.raises(ContentError) as refused:
        FAULTS[key](content)
    assert (refused.value.file, refused.value.key) == ("content.toml", key)
    assert refused.value.reason


def test_an_unknown_limit_is_no_slip_of_the_pen(content: Content) -> None:
    with pytest.raises(ContentError, match="unknown key"):
        content.limits({})


@pytest.mark.parametrize("text", [None, "version = ", "\xff"])
def test_a_file_that_cannot_be_read_says_so(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "content.toml"
    if text is not None:
        path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ContentError, match=r"content\.toml"):
        Content(path)
