"""The guide of a game: read with care, and everything it draws is explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from slugfest.kernel import ContentError, Guide, Rule, Term, Text, check_drawn, load_guide, lookup_keys

RULES = {"AB-1": Rule("AB-1", Text("One.", "Eins."))}

GUIDE = """
[goal]
en = "Win {hero:5}."
de = "Gewinne."

[[how]]
id = "turn"
title = { en = "Your turn", de = "Dein Zug" }
text = { en = "Play a *hero*.", de = "Spiel einen *Helden*." }
draw = ["hero:5"]

[[term]]
key = "hero"
name = { en = "hero", de = "Held" }
needs = { en = "Your turn.", de = "Deinen Zug." }
text = { en = "Beats lower ones.", de = "Schlägt kleinere." }
rule = "AB-1"
also = ["Figur"]

[[topic]]
id = "goal"
title = { en = "How to win", de = "So gewinnst du" }
words = ["win", "Ziel"]

[[topic.line]]
text = { en = "Most {hero} win.", de = "Die meisten {hero} gewinnen." }
rules = ["AB-1"]
"""


def read(folder: Path, text: str) -> Guide:
    path = folder / "guide.toml"
    path.write_text(text, encoding="utf-8")
    return load_guide(path, RULES)


FIVE = Term("hero:5", Text("Five", "Fünf"), Text("Beats four {hero}.", "Schlägt vier."), rule="AB-1")


def test_a_guide_says_what_its_file_says(tmp_path: Path) -> None:
    guide = read(tmp_path, GUIDE)
    assert guide.goal.de == "Gewinne."
    (how,) = guide.how
    assert (how.id, how.title.en, how.text.de, how.draw) == (
        "turn",
        "Your turn",
        "Spiel einen *Helden*.",
        ["hero:5"],
    )
    (term,) = guide.terms
    assert (term.key, term.name.de, term.text.en, term.rule, term.also) == (
        "hero", "Held", "Beats lower ones.", "AB-1", ["Figur"],
    )  # fmt: skip
    assert term.needs == Text("Your turn.", "Deinen Zug.")
    (topic,) = guide.topics
    assert (topic.id, topic.title.de, topic.words) == ("goal", "So gewinnst du", ["win", "Ziel"])
    assert [(line.text.en, line.rules) for line in topic.lines] == [("Most {hero} win.", ["AB-1"])]
    check_drawn(guide, [*guide.terms, FIVE], RULES)


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("[goal]", "[gaol]", "gaol", "unknown key"),
        ('de = "Gewinne."', "", "goal.de", "missing"),
        ('en = "Win {hero:5}."', 'en = "Win {hero:5."', "goal.en", "left open"),
        ('en = "Win {hero:5}."', 'en = "Win {Hero 5}."', "goal.en", "not a key"),
        ('draw = ["hero:5"]', 'drawn = ["hero:5"]', "how[1].drawn", "unknown key"),
        ('draw = ["hero:5"]', 'draw = ["hero:5@hand"]', "how[1].draw", "not a key"),
        ("*Helden*", "*Helden", "how[1].text.de", "star"),
        ('de = "Dein Zug"', 'fr = "Ton tour"', "how[1].title.de", "missing"),
        ('key = "hero"', 'key = "Hero!"', "term[1].key", "a key is needed"),
        ('rule = "AB-1"', 'rule = "AB-7"', "term hero.rule", "no rule AB-7"),
        ('also = ["Figur"]', 'also = "Figur"', "term hero.also", "a list of words"),
        ('en = "Your turn."', 'en = ""', "term hero.needs.en", "missing"),
        ('rules = ["AB-1"]', 'rules = ["AB-7"]', "topic goal.line[1].rules", "no rule AB-7"),
        ('rules = ["AB-1"]', 'rule = ["AB-1"]', "topic goal.line[1].rule", "unknown key"),
        ('words = ["win", "Ziel"]', "words = [1]", "topic goal.words", "a list of words"),
        ("[[topic.line]]", "[topic.lines]", "topic[1].lines", "unknown key"),
        ("[[topic]]", GUIDE[GUIDE.index("[[term]]") :] + "[[topic]]", "term hero", "twice"),
    ],
)
def test_a_broken_guide_is_refused(tmp_path: Path, old: str, new: str, key: str, reason: str) -> None:
    assert old in GUIDE
    with pytest.raises(ContentError) as refused:
        read(tmp_path, GUIDE.replace(old, new, 1))
    assert refused.value.key == key
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    ("more", "key", "reason"),
    [
        ([], "goal", "hero:5 is drawn and nothing explains it"),
        ([FIVE, FIVE], "hero:5", "twice"),
        ([FIVE, Term("hero:6@hand", FIVE.name, FIVE.name)], "hero:6@hand", "without a place"),
        ([FIVE, Term("hero:6", FIVE.name, FIVE.name, rule="AB-7")], "hero:6.rule", "no rule AB-7"),
        ([FIVE, Term("hero:6", FIVE.name, Text("{die}", "."))], "term hero:6", "die is drawn"),
        ([FIVE, Term("hero:6", FIVE.name, FIVE.name, Text(".", "{die}"))], "term hero:6", "die is drawn"),
    ],
)
def test_what_a_guide_draws_must_be_explained(
    tmp_path: Path, more: list[Term], key: str, reason: str
) -> None:
    guide = read(tmp_path, GUIDE)
    with pytest.raises(ContentError) as refused:
        check_drawn(guide, [*guide.terms, *more], RULES)
    assert refused.value.key == key
    assert reason in refused.value.reason


def test_a_thing_is_looked_up_from_the_most_special_key_to_the_most_general() -> None:
    assert lookup_keys("card:S12@hand") == ["card:S12@hand", "card:S12", "card"]
    assert lookup_keys("row@P2") == ["row@P2", "row"]
    assert lookup_keys("deck") == ["deck"]
