"""Rule coverage finds every citation, every rule that nobody cites, and every number that is no rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from slugfest.kernel import SlugfestError
from slugfest.testing.coverage import cited_in, coverage

from .hush import Hush

SOURCE = '''
import pytest

pytestmark = [pytest.mark.slow, pytest.mark.rules("HU-1")]

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
    (tmp_path / "scenarios" / "one.toml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path


def test_uncited_and_unknown_rules_are_named(checkout: Path) -> None:
    found = coverage(Hush(), scenarios=checkout / "scenarios", tests=checkout / "tests")
    assert found.of("HU-3") == ["one.toml"]
    assert found.uncited == ["HU-1", "HU-2", "HU-4"]  # HU-5 is not testable
    assert not found.ok
    (checkout / "tests" / "test_x.py").write_text(SOURCE, encoding="utf-8")
    found = coverage(Hush(), scenarios=checkout / "scenarios", tests=checkout / "tests")
    assert found.uncited == []
    assert [(citation.rule, citation.where) for citation in found.unknown] == [
        ("HU-9", "tests/test_x.py::test_by_mark")
    ]
    assert not found.ok


def test_the_report_reads_in_both_languages(checkout: Path) -> None:
    found = coverage(Hush(), scenarios=checkout / "scenarios", tests=checkout / "tests")
    assert "cited by nobody: HU-1  Rule HU-1." in found.text()
    assert "1 of 4 testable rules are covered" in found.text(everything=False)
    assert "niemand nennt: HU-1  Regel HU-1." in found.text("de")
    assert "HU-5 (nicht prüfbar)" in found.text("de")
    assert "HU-3" not in found.text(everything=False)


def test_where_there_is_nothing_to_read_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(SlugfestError, match="checkout"):
        coverage(Hush(), scenarios=tmp_path / "a", tests=tmp_path / "b")
