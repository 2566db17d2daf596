"""A lesson file that says something wrong is refused by file, key and reason; one that does not fit the rules, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from slugfest.kernel import ContentError, game
from slugfest.lessons.course import course_of, folder_of, load, read_course
from slugfest.lessons.proof import prove

MODEL = (Path(__file__).parent / "hit/1-hit.toml").read_text(encoding="utf-8")
ACCEPT = 'accept = [["ATTACK S12 -> P2:D1"]]'
ASIDE = 'moves = ["PASS"]'


def written(folder: Path, text: str, name: str = "1-hit.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def changed(old: str, new: str) -> str:
    assert old in MODEL
    return MODEL.replace(old, new, 1)


def test_the_lessons_of_a_game_are_found_beside_its_rules() -> None:
    course = course_of("kapow-cards")
    assert course[0].number == 1
    assert course_of(game("kapow-cards")) is course  # read once
    assert course[0].path.parent == folder_of(game("kapow-cards"))


def test_a_game_without_lessons_has_an_empty_course(tmp_path: Path) -> None:
    assert read_course(tmp_path, "kapow-cards") == ()


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('rules = ["KC-24"', 'rules = ["KC-999"', "rules[1]"),
        ('rule = "KC-28"', 'rule = "KC-999"', "step[1].wrong[1].rule"),
        ("seats = 2", 'seats = 2\nyou = "P3"', "you"),
        ("seats = 2", "seats = 2\nlevel = 1", "level"),
        ('en = "Hit"\n', "", "title.en"),
        (ACCEPT, ACCEPT.replace("accept", "accepted"), "step[1].accepted"),
        (ACCEPT, "", "step[1].wrong"),
        (ACCEPT, ACCEPT + '\nothers = ["P1: PASS"]', "step[1].others"),
        (ACCEPT, ACCEPT + '\nothers = ["P7: PASS"]', "step[1].others[1]"),
        (ACCEPT, ACCEPT + "\ndeal = true", "step[1].deal"),
        (ACCEPT, ACCEPT + '\ngoal = { events = [{ kind = "boom" }] }', "step[1].goal.events[1]"),
        ('point = ["card:S12@hand"', 'point = ["Card S12"', "step[1].point[1]"),
        ("Strike!", "Strike {the button}!", "step[1].say[1].en"),
        ("Strike!", "Strike! " + "again " * 25, "step[1].say[1].en"),
        (ASIDE, ASIDE + "\nwhen = { outcome = false }", "step[1].wrong[2]"),
        (ASIDE, "when = { outcome = false }", "step[1].wrong[2].via"),
        ("[step.given]", "[step.giving]", "step[1].giving"),
    ],
)
def test_a_fault_is_named_by_its_key(old: str, new: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError) as refused:
        load(written(tmp_path, changed(old, new)))
    assert refused.value.key == key


def test_lessons_are_numbered_without_a_gap(tmp_path: Path) -> None:
    written(tmp_path, MODEL, "2-hit.toml")
    with pytest.raises(ContentError, match="lesson 1 is missing"):
        read_course(tmp_path, "kapow-cards")
    with pytest.raises(ContentError, match="is not called like"):
        load(written(tmp_path, MODEL, "hit.toml"))


def test_a_course_is_of_one_game(tmp_path: Path) -> None:
    written(tmp_path, MODEL)
    with pytest.raises(ContentError, match="this is the course of tag-team"):
        read_course(tmp_path, "tag-team")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("S12 -> P2:D1", "S13 -> P2:D1", "step[1].accept"),
        ('script = ["P2: PASS"]', 'script = ["P2: BARRICADE S13"]', "step[1]"),
        ('script = ["P2: PASS"]', "", "step[2].accept"),
        (ACCEPT, ACCEPT + "\nchance = [0]", "step[1].chance"),
        (ACCEPT, ACCEPT + "\ngoal = { outcome = false }", "step[1].goal"),
        (ACCEPT, ACCEPT + "\ngoal = { outcome = { reason = 'x' } }", "step[1].accept[1]"),
        ('"ATTACK T06 -> P2:D1"', '"ATTACK S12 -> P2:D1"', "step[1].wrong[1]"),
        (ASIDE, ASIDE + '\nvia = ["PASS"]', "step[1].wrong[2]"),
        (ASIDE, ASIDE + '\nscript = ["P2: BARRICADE S13"]', "step[1].wrong[2].script"),
        (ASIDE, 'moves = ["ATTACK T06 -> P2:D1"]', "step[1].wrong[2]"),
        ('otherwise.en = "That misses the point. Your 12 beats the 7."\n', "", "step[1].otherwise"),
    ],
)
def test_a_lesson_that_does_not_fit_the_rules_fails_its_proof(
    old: str, new: str, key: str, tmp_path: Path
) -> None:
    text = changed(old, new)
    if key == "step[1].otherwise":
        text = text.replace('otherwise.de = "So wird das nichts. Deine 12 schlägt die 7."\n', "")
    written(tmp_path, text)
    with pytest.raises(ContentError) as refused:
        prove(read_course(tmp_path, "kapow-cards")[0])
    assert refused.value.key == key


def test_a_game_that_stands_in_no_file_has_no_course() -> None:
    names = {"__name__": "nowhere"}
    exec("from slugfest.kernel import Game\nclass Dreamt(Game): pass\nGAME = Dreamt()", names)
    assert course_of(names["GAME"]) == ()
