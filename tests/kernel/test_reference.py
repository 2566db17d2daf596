"""The rules reference of a game: numbers, sentences, headings, and what follows from what."""

from __future__ import annotations

from pathlib import Path

import pytest

from slugfest.kernel import ContentError, Game, games, load_rules

REFERENCE = """
[[section]]
first = "AB-1"
en = "Setup"
de = "Aufbau"

[AB-1]
en = "Everybody gets a card."
de = "Jeder bekommt eine Karte."

[AB-2]
en = "Cards have two sides."
de = "Karten haben zwei Seiten."
testable = false

[[section]]
first = "AB-R1"
en = "Rulings"
de = "Klarstellungen"
no_code = "All of it follows."

[AB-R1]
en = "Nobody gets two."
de = "Niemand bekommt zwei."
follows = ["AB-1"]
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_rule_stands_under_its_heading_and_knows_what_it_follows_from(tmp_path: Path) -> None:
    rules = load_rules(write(tmp_path, REFERENCE))
    assert list(rules) == ["AB-1", "AB-2", "AB-R1"]
    assert [rule.section.de for rule in rules.values() if rule.section] == [
        "Aufbau",
        "Aufbau",
        "Klarstellungen",
    ]
    assert [rule.testable for rule in rules.values()] == [True, False, True]
    assert [rule.follows for rule in rules.values()] == [[], [], ["AB-1"]]
    assert [rule.no_code for rule in rules.values()] == ["", "", "All of it follows."]


def test_a_reference_needs_no_headings(tmp_path: Path) -> None:
    (rule,) = load_rules(write(tmp_path, '[AB-1]\nen = "One."\nde = "Eins."')).values()
    assert rule.section is None


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('first = "AB-1"', 'first = "AB-2"', "AB-1", "before the first section"),
        ('first = "AB-R1"', 'first = "AB-R7"', "section", "no rule AB-R7"),
        ('first = "AB-R1"', 'first = "AB-1"', "section[2].first", "a heading already"),
        ('de = "Aufbau"', "", "section[1].de", "missing"),
        ('follows = ["AB-1"]', 'follows = ["AB-7"]', "AB-R1.follows", "no other rule AB-7"),
        ('follows = ["AB-1"]', 'follows = ["AB-R1"]', "AB-R1.follows", "no other rule"),
        ('follows = ["AB-1"]', "follows = []", "AB-R1.follows", "a list of rule numbers"),
        ('no_code = "All of it follows."', 'no_code = "so"', "section[2].no_code", "a sentence"),
        ("testable = false", "testabel = false", "AB-2.testabel", "unknown key"),
    ],
)
def test_a_broken_reference_is_refused(tmp_path: Path, old: str, new: str, key: str, reason: str) -> None:
    assert old in REFERENCE
    with pytest.raises(ContentError) as refused:
        load_rules(write(tmp_path, REFERENCE.replace(old, new)))
    assert refused.value.key == key
    assert reason in refused.value.reason


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_rule_of_ours_is_a_sentence_under_a_heading(game: Game) -> None:
    for rule in game.rules.values():
        assert rule.section is not None, rule.number
        for text in (rule.text.en, rule.text.de):
            assert text[-1] in ".!?", f"{rule.number} {text}"
            assert len(text.split()) >= 3, f"{rule.number} {text}"
