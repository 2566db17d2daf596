"""A game's guide for people: how to play in a minute, what each thing is called and does, and the rules as players know
them.

The numbered reference (:mod:`slugfest.kernel.reference`) is exact; the guide is short. It names things by **keys**, the
same that a board carries on its parts and a lesson points at: ``kind`` or ``kind:id``, with ``@place`` where the same
thing lies in several places (``card``, ``card:S12``, ``card:S12@hand``). In a sentence ``{card:S12}`` draws that thing
and ``*word*`` is strong.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from .content import Content
from .errors import ContentError
from .reference import Rule
from .text import LANGUAGES, Text

KEY: Final = re.compile(r"[a-z][a-z0-9_-]*(:[^\s{}@]+)?")
DRAWN: Final = re.compile(r"\{([^{}]*)\}")


class How:
    """One part of the page on how to play: a title, a few sentences, and what is drawn under them."""

    def __init__(self, id: str, title: Text, text: Text, draw: list[str]) -> None:
        self.id = id
        self.title = title
        self.text = text
        self.draw = draw


class Term:
    """One thing explained: what it is called, what it needs (if anything), what it does, where to read on, and by which
    other words people may look for it."""

    def __init__(
        self,
        key: str,
        name: Text,
        text: Text,
        needs: Text | None = None,
        rule: str = "",
        also: list[str] | None = None,
    ) -> None:
        self.key = key
        self.name = name
        self.text = text
        self.needs = needs
        self.rule = rule
        self.also = also or []


class Line:
    """One short sentence of the rules for players, and the numbered rules that it rests on."""

    def __init__(self, text: Text, rules: list[str]) -> None:
        self.text = text
        self.rules = rules


class Topic:
    """A section of the rules that a player knows, and the everyday words in both languages that lead to it."""

    def __init__(self, id: str, title: Text, words: list[str], lines: list[Line]) -> None:
        self.id = id
        self.title = title
        self.words = words
        self.lines = lines


class Guide:
    """All of a game's ``guide.toml``. The terms of single components are added by :meth:`Teaching.terms`."""

    def __init__(
        self, goal: Text, minutes: list[int], how: list[How], terms: list[Term], topics: list[Topic]
    ) -> None:
        self.goal = goal  # one sentence: how one wins
        self.minutes = minutes  # how long a match takes on the screen, from and to; empty: nobody has said
        self.how = how
        self.terms = terms
        self.topics = topics


# ---- keys ----------------------------------------------------------------------------------------------------------


def is_key(text: str) -> bool:
    """Whether this names a thing, without the place where it lies."""
    return KEY.fullmatch(text) is not None


def without_place(key: str) -> str:
    """A key without ``@place``."""
    return key.split("@", 1)[0]


def lookup_keys(key: str) -> list[str]:
    """Under which keys a thing is explained, the most special first: card:S12@hand, card:S12, card."""
    found = [key]
    for shorter in (without_place(key), without_place(key).split(":", 1)[0]):
        if shorter not in found:
            found.append(shorter)
    return found


def drawn_in(text: Text) -> list[str]:
    """The keys of the things drawn within a sentence, in either language."""
    found: list[str] = []
    for sentence in (text.en, text.de):
        for match in DRAWN.finditer(sentence):
            if match.group(1) not in found:
                found.append(match.group(1))
    return found


# ---- reading -------------------------------------------------------------------------------------------------------


def load_guide(path: Path, rules: dict[str, Rule]) -> Guide:
    """The guide of a game. Whatever is missing, unknown or wrong is refused by file, key and reason; what it draws is
    held to the game's terms by :func:`check_drawn`."""
    content = Content(path)
    _known("", content, content.data, ("goal", "minutes", "how", "term", "topic"))
    goal = content.text("goal", content.data.get("goal"))
    _sound(content, "goal", goal)
    minutes = content.data.get("minutes", [])
    if not isinstance(minutes, list) or len(minutes) not in (0, 2):
        raise content.fault("minutes", f"two numbers are needed, from and to, not {minutes!r}")
    for number in minutes:
        content.number("minutes", number, 1, 600)
    if minutes != sorted(minutes):
        raise content.fault("minutes", f"the smaller number comes first, not {minutes!r}")
    how = [_how(content, key, entry) for key, entry in _rows(content, "how", content.data)]
    terms = [_term(content, key, entry, rules) for key, entry in _rows(content, "term", content.data)]
    topics = [_topic(content, key, entry, rules) for key, entry in _rows(content, "topic", content.data)]
    _once(content, "how", [one.id for one in how])
    _once(content, "term", [one.key for one in terms])
    _once(content, "topic", [one.id for one in topics])
    return Guide(goal, minutes, how, terms, topics)


def check_drawn(guide: Guide, terms: list[Term], rules: dict[str, Rule], file: str = "guide.toml") -> None:
    """Refuse a guide that draws a thing which no term explains, and terms with a wrong key or rule. What a game makes
    of its components is checked here, too, since no file has it."""
    keys: list[str] = []
    for term in terms:
        if not is_key(term.key):
            raise ContentError(file, term.key, "a key is kind or kind:id, without a place")
        if term.key in keys:
            raise ContentError(file, term.key, "is explained twice")
        if term.rule and term.rule not in rules:
            raise ContentError(file, f"{term.key}.rule", f"there is no rule {term.rule}")
        keys.append(term.key)
    for where, drawn in _all_drawn(guide, terms):
        if drawn not in keys:
            raise ContentError(file, where, f"{drawn} is drawn and nothing explains it")


def _all_drawn(guide: Guide, terms: list[Term]) -> list[tuple[str, str]]:
    """Every key that something draws, and where."""
    found = [("goal", key) for key in drawn_in(guide.goal)]
    for how in guide.how:
        found += [(f"how {how.id}", key) for key in [*how.draw, *drawn_in(how.title), *drawn_in(how.text)]]
    for term in terms:
        texts = [term.text] if term.needs is None else [term.text, term.needs]
        for text in texts:
            found += [(f"term {term.key}", key) for key in drawn_in(text)]
    for topic in guide.topics:
        for line in topic.lines:
            found += [(f"topic {topic.id}", key) for key in drawn_in(line.text)]
    return found


def _how(content: Content, key: str, entry: dict[str, Any]) -> How:
    _known(key, content, entry, ("id", "title", "text", "draw"))
    draw = _words(content, f"{key}.draw", entry.get("draw", []))
    for thing in draw:
        if not is_key(thing):
            raise content.fault(f"{key}.draw", f"{thing!r} is not a key: kind or kind:id")
    return How(
        content.word(f"{key}.id", entry.get("id")),
        _text(content, f"{key}.title", entry.get("title")),
        _text(content, f"{key}.text", entry.get("text")),
        draw,
    )


def _term(content: Content, key: str, entry: dict[str, Any], rules: dict[str, Rule]) -> Term:
    _known(key, content, entry, ("key", "name", "needs", "text", "rule", "also"))
    thing = entry.get("key")
    if not isinstance(thing, str) or not is_key(thing):
        raise content.fault(f"{key}.key", f"a key is needed (kind or kind:id), not {thing!r}")
    named = f"term {thing}"
    rule = entry.get("rule", "")
    if rule:
        _rules(content, f"{named}.rule", [rule], rules)
    return Term(
        thing,
        _text(content, f"{named}.name", entry.get("name")),
        _text(content, f"{named}.text", entry.get("text")),
        _text(content, f"{named}.needs", entry["needs"]) if "needs" in entry else None,
        rule,
        _words(content, f"{named}.also", entry.get("also", [])),
    )


def _topic(content: Content, key: str, entry: dict[str, Any], rules: dict[str, Rule]) -> Topic:
    _known(key, content, entry, ("id", "title", "words", "line"))
    id = content.word(f"{key}.id", entry.get("id"))
    lines: list[Line] = []
    for place, line in _rows(content, "line", entry, f"topic {id}."):
        _known(place, content, line, ("text", "rules"))
        numbers = _words(content, f"{place}.rules", line.get("rules", []))
        _rules(content, f"{place}.rules", numbers, rules)
        lines.append(Line(_text(content, f"{place}.text", line.get("text")), numbers))
    title = _text(content, f"topic {id}.title", entry.get("title"))
    return Topic(id, title, _words(content, f"topic {id}.words", entry.get("words", [])), lines)


# ---- small checks --------------------------------------------------------------------------------------------------


def _rows(
    content: Content, name: str, table: dict[str, Any], before: str = ""
) -> list[tuple[str, dict[str, Any]]]:
    """All ``[[name]]`` of a table, each with the key that a fault names."""
    rows = content.rows(before + name, table.get(name))
    return [(f"{before}{name}[{index}]", row) for index, row in enumerate(rows, 1)]


def _known(key: str, content: Content, entry: dict[str, Any], fields: tuple[str, ...]) -> None:
    for field in entry:
        if field not in fields:
            raise content.fault(f"{key}.{field}" if key else field, "unknown key")


def _text(content: Content, key: str, entry: Any) -> Text:
    """Two sentences that can be drawn."""
    text = content.text(key, entry)
    _known(key, content, entry, LANGUAGES)
    _sound(content, key, text)
    return text


def _sound(content: Content, key: str, text: Text) -> None:
    """Braces hold keys and nothing else, stars come in pairs."""
    for language in LANGUAGES:
        sentence = text.in_language(language)
        for thing in DRAWN.findall(sentence):
            if not is_key(thing):
                raise content.fault(f"{key}.{language}", f"{{{thing}}} is not a key: kind or kind:id")
        rest = DRAWN.sub("", sentence)
        if "{" in rest or "}" in rest:
            raise content.fault(f"{key}.{language}", "a brace is left open")
        if rest.count("*") % 2:
            raise content.fault(f"{key}.{language}", "a star is left alone: *word* is strong")


def _words(content: Content, key: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
        raise content.fault(key, "a list of words is needed")
    return list(value)


def _rules(content: Content, key: str, numbers: list[Any], rules: dict[str, Rule]) -> None:
    for number in numbers:
        if number not in rules:
            raise content.fault(key, f"there is no rule {number}")


def _once(content: Content, what: str, names: list[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise content.fault(f"{what} {name}", "stands there twice")
