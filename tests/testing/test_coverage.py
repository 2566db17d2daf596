"""Rule coverage finds every citation, every rule that nobody cites, and every number that is no rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hush import Hush

from slugfest.kernel import SlugfestError
from slugfest.testing.coverage import cited_in, coverage, folder_of

SOURCE = '''
import pytest

pytestmark = pytest.mark.rules("HU-1")

@pytest.mark.rules("HU-2", "HU-9")
def test_by_mark():
    pass

async def test_by_docstring():
    """HU-3: said in words. AB-7 is of another game, and THUNDER-4 is no number."""

class TestBoth:
    @pytest.mark.rules("HU-4")
    @pytest.mark.parametrize("x", [1])
    def test_in_a_class(self, x):
        """HU-2 too."""

def helper():
    """HU-5 is not cited: this is no test."""
'''

SCENARIO = """
game = "hush"
rules = ["HU-3"]
title = { en = "x", de = "y" }
[[step]]
actors = ["P1", "P2"]
"""


CODE = '''
"""What happens (HU-1 to HU-3)."""

def bury():
    return refused("HU-4")  # not HU-41, of which there is none
'''


def test_citations_are_found_by_mark_and_by_docstring() -> None:
    found = {(citation.rule, citation.where) for citation in cited_in(SOURCE, "test_x.py")}
    assert found == {
        ("HU-1", "test_x.py::test_by_mark"),
        ("HU-2", "test_x.py::test_by_mark"),
        ("HU-9", "test_x.py::test_by_mark"),
        ("HU-1", "test_x.py::test_by_docstring"),
        ("HU-3", "test_x.py::test_by_docstring"),
        ("AB-7", "test_x.py::test_by_docstring"),
        ("HU-1", "test_x.py::TestBoth::test_in_a_class"),
        ("HU-2", "test_x.py::TestBoth::test_in_a_class"),
        ("HU-4", "test_x.py::TestBoth::test_in_a_class"),
    }


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "rules.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "scenarios" / "one.toml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path


def test_uncited_and_unknown_rules_are_named(checkout: Path) -> None:
    found = coverage(
        Hush(), scenarios=checkout / "scenarios", tests=checkout / "tests", code=checkout / "code"
    )
    assert found.of("HU-3") == ["one.toml"]
    assert found.uncited == ["HU-1", "HU-2", "HU-4"]  # HU-5 is not testable
    assert not found.ok
    (checkout / "tests" / "test_x.py").write_text(SOURCE, encoding="utf-8")
    found = coverage(
        Hush(), scenarios=checkout / "scenarios", tests=checkout / "tests", code=checkout / "code"
    )
    assert found.uncited == []
    assert [(citation.rule, citation.where) for citation in found.unknown] == [
        ("HU-9", "tests/test_x.py::test_by_mark"),
        ("HU-41", "rules.py:5"),
    ]
    assert not found.ok


def test_code_cites_by_docstring_comment_and_refusal(checkout: Path) -> None:
    found = coverage(
        Hush(), scenarios=checkout / "scenarios", tests=checkout / "tests", code=checkout / "code"
    )
    assert [found.code_of(f"HU-{number}") for number in (1, 2, 3, 4, 5)] == [
        ["rules.py:2"],
        ["rules.py:2"],
        ["rules.py:2"],
        ["rules.py:5"],
        [],
    ]
    assert found.uncoded == []  # HU-5 is not testable
    assert "    rules.py:5" in found.text()


def test_a_testable_rule_that_no_code_cites_is_named(checkout: Path) -> None:
    (checkout / "code" / "rules.py").write_text('"""HU-1 to HU-3."""\nHU_4 = 4', encoding="utf-8")
    (checkout / "code" / "content.toml").write_text('x = "HU-4"', encoding="utf-8")
    found = coverage(
        Hush(), scenarios=checkout / "scenarios", tests=checkout / "tests", code=checkout / "code"
    )
    assert found.uncoded == ["HU-4"]
    assert "cited by no code: HU-4" in found.text(everything=False)
    assert not found.ok
    (checkout / "code" / "content.toml").write_text("x = 4  # HU-4", encoding="utf-8")
    found = coverage(
        Hush(), scenarios=checkout / "scenarios", tests=checkout / "tests", code=checkout / "code"
    )
    assert found.code_of("HU-4") == ["content.toml:1"]
    assert found.uncoded == []


def test_a_rule_may_follow_from_others_or_say_why_no_code_can_cite_it(checkout: Path) -> None:
    game = Hush()
    (checkout / "code" / "rules.py").write_text('"""HU-1 and HU-2."""', encoding="utf-8")

    def uncoded() -> list[str]:
        return coverage(
            game, scenarios=checkout / "scenarios", tests=checkout / "tests", code=checkout / "code"
        ).uncoded

    assert uncoded() == ["HU-3", "HU-4"]
    game.rules["HU-3"].follows = ["HU-1", "HU-2"]
    assert uncoded() == ["HU-4"]
    game.rules["HU-3"].follows = ["HU-1", "HU-4"]
    assert uncoded() == ["HU-3", "HU-4"]
    game.rules["HU-4"].follows = ["HU-3"]  # no way round in a circle
    assert uncoded() == ["HU-3", "HU-4"]
    game.rules["HU-4"].no_code = "nothing to be done about it"
    assert uncoded() == []


def test_the_code_of_a_game_is_looked_for_beside_it() -> None:
    assert folder_of(Hush()) == Path(__file__).parents[1]


def test_the_report_reads_in_both_languages(checkout: Path) -> None:
    found = coverage(
        Hush(), scenarios=checkout / "scenarios", tests=checkout / "tests", code=checkout / "code"
    )
    assert "cited by nobody: HU-1  Rule HU-1." in found.text()
    assert "1 of 4 testable rules are covered" in found.text(everything=False)
    assert "niemand nennt: HU-1  Regel HU-1." in found.text("de")
    assert "HU-5 (nicht prüfbar)" in found.text("de")
    assert "HU-3" not in found.text(everything=False)


def test_where_there_is_nothing_to_read_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(SlugfestError, match="name it with --root"):
        coverage(Hush(), scenarios=tmp_path / "a", tests=tmp_path / "b", code=tmp_path)
