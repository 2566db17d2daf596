"""A game's own rules reference: each rule number with a short sentence in both languages."""

from __future__ import annotations

from pathlib import Path

from .content import Content
from .text import Text


class Rule:
    """One numbered rule. ``testable`` is off for notes that nothing can go against."""

    def __init__(self, number: str, text: Text, testable: bool) -> None:
        self.number = number
        self.text = text
        self.testable = testable


def load_rules(path: Path) -> dict[str, Rule]:
    """The rules reference of a game: ``[KC-7]`` with ``en``, ``de`` and, for a note, ``testable = false``."""
    content = Content(path)
    rules: dict[str, Rule] = {}
    for number, entry in content.data.items():
        text = content.text(number, entry)
        testable = content.flag(f"{number}.testable", entry.get("testable", True))
        rules[number] = Rule(number, text, testable)
    return rules
