"""A game's own rules reference: each rule number with a short sentence in both languages."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from .errors import ContentError
from .text import Text


class Rule:
    """One numbered rule. ``testable`` is off for notes that nothing can go against."""

    def __init__(self, number: str, text: Text, testable: bool) -> None:
        self.number = number
        self.text = text
        self.testable = testable


def load_toml(path: Path) -> dict[str, Any]:
    """A TOML file as data; a broken one is refused with its name and the reason."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ContentError(path.name, "file", f"cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(path.name, "file", f"is not TOML: {error}") from error


def load_rules(path: Path) -> dict[str, Rule]:
    """The rules reference of a game: ``[KC-7]`` with ``en``, ``de`` and, for a note, ``testable = false``."""
    rules: dict[str, Rule] = {}
    for number, entry in load_toml(path).items():
        if not isinstance(entry, dict):
            raise ContentError(path.name, number, "a table with en and de is needed")
        testable = entry.get("testable", True)
        if not isinstance(testable, bool):
            raise ContentError(path.name, f"{number}.testable", "true or false is needed")
        rules[number] = Rule(number, text_of(path.name, number, entry), testable)
    return rules


def text_of(file: str, key: str, entry: Any) -> Text:
    """The two sentences of an entry, or a refusal that names the missing one."""
    if not isinstance(entry, dict):
        raise ContentError(file, key, "a table with en and de is needed")
    for language in ("en", "de"):
        if not isinstance(entry.get(language), str) or not entry[language]:
            raise ContentError(file, f"{key}.{language}", "the sentence is missing")
    return Text(entry["en"], entry["de"])
