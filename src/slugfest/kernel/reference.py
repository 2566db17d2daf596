"""A game's own rules reference: each rule number with a short sentence in both languages, under headings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .content import Content
from .text import Text


class Rule:
    """One numbered rule.

    ``testable`` is off for notes that nothing can go against. A ruling ``follows`` from other rules; ``no_code`` says
    why no code can cite a rule. Code that carries out a rule cites its number.
    """

    def __init__(
        self,
        number: str,
        text: Text,
        testable: bool = True,
        section: Text | None = None,
        follows: list[str] | None = None,
        no_code: str = "",
    ) -> None:
        self.number = number
        self.text = text
        self.testable = testable
        self.section = section  # the heading it stands under, if the reference has headings
        self.follows = follows or []
        self.no_code = no_code


def load_rules(path: Path) -> dict[str, Rule]:
    """The rules reference of a game.

    ``[KC-7]`` with ``en``, ``de`` and, where it applies, ``testable = false``, ``follows`` and ``no_code``.
    ``[[section]]`` is a heading: ``en`` and ``de`` over the rules from ``first`` to the next heading, and ``no_code``
    if it holds for all of them.
    """
    content = Content(path)
    sections = _sections(content)
    rules: dict[str, Rule] = {}
    heading: Text | None = None
    reason = ""
    for number, entry in content.data.items():
        if number == "section":
            continue
        if number in sections:
            heading, reason = sections.pop(number)
        elif not rules and sections:
            raise content.fault(number, "stands before the first section")
        rules[number] = _rule(content, number, entry, heading, reason)
    for number in sections:
        raise content.fault("section", f"there is no rule {number}")
    for rule in rules.values():
        for basis in rule.follows:
            if basis not in rules or basis == rule.number:
                raise content.fault(f"{rule.number}.follows", f"there is no other rule {basis}")
    return rules


def _sections(content: Content) -> dict[str, tuple[Text, str]]:
    """The headings by the number of their first rule, each with the reason why no code cites what stands under it."""
    sections: dict[str, tuple[Text, str]] = {}
    if "section" not in content.data:
        return sections
    for index, entry in enumerate(content.entries("section"), 1):
        key = f"section[{index}]"
        first = content.word(f"{key}.first", entry.get("first"))
        if first in sections:
            raise content.fault(f"{key}.first", f"{first} has a heading already")
        sections[first] = (content.text(key, entry), _reason(content, key, entry))
    return sections


def _rule(content: Content, number: str, entry: Any, heading: Text | None, reason: str) -> Rule:
    text = content.text(number, entry)
    for key in entry:
        if key not in ("en", "de", "testable", "follows", "no_code"):
            raise content.fault(f"{number}.{key}", "unknown key")
    follows: list[str] = []
    if "follows" in entry:
        if not isinstance(entry["follows"], list) or not entry["follows"]:
            raise content.fault(f"{number}.follows", "a list of rule numbers is needed")
        follows = [content.word(f"{number}.follows", basis) for basis in entry["follows"]]
    testable = content.flag(f"{number}.testable", entry.get("testable", True))
    return Rule(number, text, testable, heading, follows, _reason(content, number, entry) or reason)


def _reason(content: Content, key: str, entry: dict[str, Any]) -> str:
    """Why no code can cite something: a sentence, or nothing."""
    reason = entry.get("no_code", "")
    if not isinstance(reason, str) or ("no_code" in entry and len(reason.split()) < 3):
        raise content.fault(f"{key}.no_code", "a sentence that gives the reason is needed")
    return reason
