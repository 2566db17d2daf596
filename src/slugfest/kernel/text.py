"""Bilingual text: every sentence a person may read exists in English and in German."""

from __future__ import annotations

import re
from typing import Final

from .facts import Words

LANGUAGES: Final = ("en", "de")

_SEAT: Final = re.compile(r"\{P(\d+)\}")


class Text:
    """One sentence in both languages.

    A seat is written ``{P1}`` (seats count from 1 for people) and becomes a player's name when it is shown.
    """

    def __init__(self, en: str, de: str) -> None:
        self.en = en
        self.de = de

    def in_language(self, language: str) -> str:
        """The sentence in one language; anything but German reads English."""
        return self.de if language == "de" else self.en

    def named(self, names: list[str]) -> Text:
        """The sentence with the seats replaced by the players' names."""
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


def name_seats(sentence: str, names: list[str]) -> str:
    """Replace ``{P1}`` … ``{Pn}`` by names; a seat without a name keeps its number."""

    def name(found: re.Match[str]) -> str:
        index = int(found.group(1)) - 1
        return names[index] if 0 <= index < len(names) else f"P{index + 1}"

    return _SEAT.sub(name, sentence)
