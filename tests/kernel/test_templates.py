"""Sentence templates: one filler for every game."""

from __future__ import annotations

import pytest

from slugfest.kernel import Facts, Templates, Text, all_of, seat_mark


class Cases(Templates):
    """A game whose names bend and whose seats are players."""

    def show(self, mark: str, facts: Facts, language: str, form: str) -> str | None:
        if mark == "seat" and mark in facts:
            return seat_mark(facts[mark])
        if mark == "target":
            return {"": "der Golem", "dat": "dem Golem"}[form]
        return super().show(mark, facts, language, form)


@pytest.mark.parametrize(
    ("template", "facts", "filled"),
    [
        ("{seat} hits for {n}.", {"seat": 1, "n": 3}, "{P2} hits for 3."),
        ("mit {target:dat}", {}, "mit dem Golem"),
        ("{Target} steht.", {}, "Der Golem steht."),
        ("{P1} passes {n}.", {"n": 2}, "{P1} passes 2."),
        ("{nobody} knows", {}, "{nobody} knows"),
        ("{what}: {n}", {"what": "{n}", "n": 5}, "{n}: 5"),
        ("{all}", {"all": ["A", "B", "C"]}, "A, B und C"),
        ("{word}", {"word": Text("hit", "Treffer")}, "Treffer"),
        ("no marks, {} or { n }", {"n": 1}, "no marks, {} or { n }"),
        ("", {"n": 1}, ""),
    ],
)
def test_marks_are_filled_from_the_facts_in_one_pass(template: str, facts: Facts, filled: str) -> None:
    assert Cases().fill_in(template, facts, "de") == filled


def test_both_languages_are_filled() -> None:
    filled = Templates().fill(Text("{n} of {all}", "{n} von {all}"), {"n": 1, "all": ["A", "B"]})
    assert filled == Text("1 of A and B", "1 von A und B")


def test_words_in_a_row() -> None:
    assert [all_of(words, "en") for words in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "", "A", "A and B", "A, B and C",
    ]  # fmt: skip
