"""Sentence templates, filled in one pass: ``{seat} hits {target:dat} for {damage}``."""

from __future__ import annotations

import re
from typing import Any, Final

from mypy_extensions import mypyc_attr

from .events import Facts
from .text import Text, listed

_MARK: Final = re.compile(r"\{([A-Za-z][A-Za-z0-9_]*)(?::([a-z]+))?\}")
_AND: Final = Text("and", "und")
READER: Final = "reader"  # the fact that says which seat a sentence is for
_YOU: Final = {"": Text("you", "du"), "acc": Text("you", "dich"), "dat": Text("you", "dir")}
_MOST_PARSED: Final = 4096  # a game has some hundreds; whoever makes templates up must not fill the memory
_PARSED: Final[dict[str, list[tuple[str, str, str, str]]]] = {}


def _parsed(template: str) -> list[tuple[str, str, str, str]]:
    """The pieces of a template: the words before a mark, the mark, its form, and all of it as it was written. The
    words after the last mark have none. Every view is full of sentences: each template is read once."""
    pieces = _PARSED.get(template)
    if pieces is None:
        pieces = []
        done = 0
        for found in _MARK.finditer(template):
            pieces.append(
                (template[done : found.start()], found.group(1), found.group(2) or "", found.group(0))
            )
            done = found.end()
        pieces.append((template[done:], "", "", ""))
        if len(_PARSED) >= _MOST_PARSED:
            _PARSED.clear()
        _PARSED[template] = pieces
    return pieces


@mypyc_attr(allow_interpreted_subclasses=True)
class Template(Text):
    """A sentence with marks, and the same sentence in the second person, by the mark that names its reader:
    ``{seat} attacks {target}`` has one for ``seat`` ("You attack {target}") and one for ``target``."""

    def __init__(self, en: str, de: str, second_person: dict[str, Text]) -> None:
        super().__init__(en, de)
        self.second_person = second_person


@mypyc_attr(allow_interpreted_subclasses=True)
class Templates:
    """Fills the templates of a game from the facts of a move or an event.

    A mark is a fact in braces. ``{Fighter}`` begins with a capital letter, ``{fighter:dat}`` asks for another form of
    the name (a German case). What is filled in is never read as a template again. A game says in :meth:`show` how its
    own facts read; a mark that nobody can fill stays, which is how ``{P1}`` waits for the player's name.

    A :class:`Template` is also filled for every seat that it can speak to. Which seats a mark names, a game says in
    :meth:`seats`; in a sentence for one of them, :meth:`player` calls that seat "you".
    """

    def fill(self, template: Text, facts: Facts) -> Text:
        """The sentence in both languages, and in the second person for those whom it names."""
        text = Text(self.fill_in(template.en, facts, "en"), self.fill_in(template.de, facts, "de"))
        if isinstance(template, Template):
            you: dict[int, Text] = {}
            for mark in template.second_person:
                for seat in self.seats(mark, facts):
                    if seat not in you:
                        you[seat] = self.fill_to(template, facts, seat)
            text.you = you
        return text

    def fill_to(self, template: Text, facts: Facts, reader: int) -> Text:
        """The sentence as one seat reads it."""
        chosen = template
        if isinstance(template, Template):
            for mark, form in template.second_person.items():
                if reader in self.seats(mark, facts):
                    chosen = form
                    break
        known = {**facts, READER: reader}
        return Text(self.fill_in(chosen.en, known, "en"), self.fill_in(chosen.de, known, "de"))

    def seats(self, mark: str, facts: Facts) -> list[int]:
        """The seats that a mark names. A game whose facts name players overrides this and asks here for the rest."""
        return [int(mark[1:]) - 1] if mark[0] == "P" and mark[1:].isdecimal() else []

    def player(self, seat: int, facts: Facts, language: str, form: str = "") -> str:
        """A player in a sentence: the mark of the seat, or "you" for the one it is for (in German also ``acc`` and
        ``dat``)."""
        if facts.get(READER) == seat:
            return _YOU[form].in_language(language)
        return seat_mark(seat)

    def players(self, seats: list[int], facts: Facts, language: str, form: str = "") -> str:
        """Several players in a row."""
        return all_of([self.player(seat, facts, language, form) for seat in seats], language)

    def fill_in(self, template: str, facts: Facts, language: str) -> str:
        """The sentence in one language."""
        parts: list[str] = []
        for before, mark, form, whole in _parsed(template):
            parts.append(before)
            if mark:
                shown = self.show(mark, facts, language, form)
                if shown is None and mark[0].isupper():
                    shown = self.show(mark[0].lower() + mark[1:], facts, language, form)
                    if shown is not None:
                        shown = shown[:1].upper() + shown[1:]
                parts.append(whole if shown is None else shown)
        return "".join(parts)

    def show(self, mark: str, facts: Facts, language: str, form: str) -> str | None:
        """What a mark reads as, or None if these facts do not say. A game overrides this and asks here for the rest."""
        return self.plain(facts[mark], language) if mark in facts else None

    def plain(self, value: Any, language: str) -> str:
        """A value without any meaning of its own: a text, several things, a number, a word."""
        if isinstance(value, Text):
            return value.in_language(language)
        if isinstance(value, list):
            return all_of([self.plain(part, language) for part in value], language)
        return str(value)


def all_of(words: list[str], language: str) -> str:
    """Words in a row: ``A``, ``A and B``, ``A, B and C``."""
    return listed(words, _AND.in_language(language))


def seat_mark(seat: int) -> str:
    """A seat in a sentence, where the player's name will stand: ``{P1}``."""
    return f"{{P{seat + 1}}}"


def marks(template: str) -> list[str]:
    """The facts that a template names, in their order."""
    return [found.group(1) for found in _MARK.finditer(template)]
