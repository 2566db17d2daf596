"""Bilingual text: every sentence a person may read exists in English and in German."""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import mypyc_attr

from .facts import Words

LANGUAGES: Final = ("en", "de")

_SEAT: Final = re.compile(r"\{P(\d+)\}")


@mypyc_attr(allow_interpreted_subclasses=True)
class Text:
    """One sentence in both languages.

    A seat is written ``{P1}`` (seats count from 1 for people) and becomes a player's name when it is shown. ``you`` has
    the same sentence in the second person, by the seat that reads it: :meth:`to` chooses.
    """

    def __init__(self, en: str, de: str, you: dict[int, Text] | None = None) -> None:
        self.en = en
        self.de = de
        self.you = you

    def in_language(self, language: str) -> str:
        """The sentence in one language; anything but German reads English."""
        return self.de if language == "de" else self.en

    def to(self, reader: int) -> Text:
        """The sentence as a seat reads it: "You attack" where others read a name. Anybody else reads names."""
        return self if self.you is None else self.you.get(reader, self)

    def named(self, names: list[str]) -> Text:
        """The sentence with the seats replaced by the players' names, for a reader chosen before (:meth:`to`)."""
        return Text(name_seats(self.en, names), name_seats(self.de, names))

    def as_json(self) -> Words:
        return {"en": self.en, "de": self.de}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.en == other.en and self.de == other.de

    def __hash__(self) -> int:
        return hash((self.en, self.de))

    def __repr__(self) -> str:
        return f"Text({self.en!r}, {self.de!r})"


def is_number(text: str) -> bool:
    """Whether people and files may write a number like this: plain digits, and not too many for anything we count."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def listed(words: list[str], last: str) -> str:
    """Words in a row as a sentence has them: one; one and two; one, two and three. ``last`` joins the last one."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def in_a_row(first: Text, second: Text) -> Text:
    """Two sentences, one after the other, for every reader."""
    you: dict[int, Text] | None = None
    if first.you is not None or second.you is not None:
        you = {}
        for seat in [*(first.you or {}), *(second.you or {})]:
            you[seat] = in_a_row(Text(first.to(seat).en, first.to(seat).de), second.to(seat))
    return Text(f"{first.en} {second.en}", f"{first.de} {second.de}", you)


def name_seats(sentence: str, names: list[str]) -> str:
    """Replace ``{P1}`` … ``{Pn}`` by names; a seat without a name keeps its number."""

    def name(found: re.Match[str]) -> str:
        index = int(found.group(1)) - 1
        return names[index] if 0 <= index < len(names) else f"P{index + 1}"

    return _SEAT.sub(name, sentence)
