"""Pages of reports are whole: legends, ticks and lists, and headlines that say no more than their tables."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

from slugfest.kernel import Text
from slugfest.lab.balance.charts import MOST, columns_for, counted, svg
from slugfest.lab.balance.figures import Figure
from slugfest.lab.balance.findings import changed, members, start
from slugfest.lab.balance.report import table_of
from slugfest.lab.balance.sections import Section

NOTE = Text("", "")


def figure(key: str, value: float, low: float, high: float, games: int = 100, at: float = 0.0) -> Figure:
    return Figure(key, Text(key, key), "hard", games, value, low, high, at=at)


def lines(*values: tuple[str, float]) -> Section:
    figures = [figure(name, 0.5, 0.4, 0.6, at=at) for name, at in values]
    figures += [one._replace(level="easy") for one in figures]
    return Section("what-if", NOTE, NOTE, "rate", "lines", figures, "what_if", axis=Text("pow", "pow"))


def words_in(picture: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", picture)


def test_a_line_has_a_tick_for_every_value_and_no_other() -> None:
    """Two values one apart had a third tick between them, which was called like the second."""
    words = words_in(svg(lines(("5", 5.0), ("6", 6.0)), ["easy", "hard"], "en"))
    assert words.count("5") == words.count("6") == 1


def test_the_ticks_of_an_option_are_its_values() -> None:
    words = words_in(svg(lines(("off", 1.0), ("on", 2.0)), ["easy", "hard"], "en"))
    assert {"off", "on"} <= set(words)
    assert not {"1", "2"} & set(words)


def test_legends_have_whole_marks_and_whole_names() -> None:
    picture = svg(lines(("5", 5.0), ("6", 6.0)), ["easy", "hard"], "en")
    legends = picture.split("role-legend-symbol")[1:]
    assert legends
    for legend in legends:  # an outline, dashed like the line, made the mark look broken
        assert 'stroke-width="0"' in legend.split("</g>")[0]
    long = ["a-program-with-a-long-name", "another-one-that-is-longer"]
    assert columns_for(long) == 1
    assert columns_for(["easy", "hard", "medium"]) == 3
    section = lines(("5", 5.0), ("6", 6.0))
    named = [one._replace(level=long[one.level == "hard"]) for one in section.figures]
    assert set(long) <= set(words_in(svg(section._replace(figures=named), long, "en")))


def test_a_list_that_is_cut_says_so() -> None:
    many = [figure(f"team {number}", number / 100, 0, 1) for number in range(2 * MOST + 5)]
    section = Section("teams", Text("Teams", "Teams"), NOTE, "rate", "dots", many)
    assert f"the first {MOST} and the last {MOST} of {len(many)}" in counted(section, "en")
    assert f"die ersten {MOST} und die letzten {MOST} von {len(many)}" in counted(section, "de")
    assert "the first" not in counted(section._replace(figures=many[:4]), "en")
    console = Console(record=True, width=100)
    console.print(table_of(section, "en", 5))
    assert f"… {len(many) - 10} between" in console.export_text()


def test_too_few_games_judge_nobody() -> None:
    few = [figure("ann", 0.9, 0.7, 1.0, games=12), figure("bob", 0.1, 0.0, 0.3, games=12)]
    section = Section("members", NOTE, NOTE, "rate", "dots", few, band=(0.44, 0.56))
    found = members(section, "hard")
    assert found is not None
    assert "Fewer than 30 games with each are too few to judge anyone." in found.en
    assert "Nobody is surely outside" not in found.en
    begun = Section("start", NOTE, NOTE, "rate", "dots", [figure("begins", 0.29, 0.14, 0.499, 24)], fair=0.5)
    said = start(begun, "hard")
    assert said is not None
    assert said.en.startswith("24 games are too few to say")


@pytest.mark.parametrize(
    ("low", "high", "words"), [(-0.3, -0.1, "Surely: card"), (-0.3, 0.1, "Nothing that")]
)
def test_what_if_has_a_headline_that_follows_its_interval(low: float, high: float, words: str) -> None:
    only = [figure("card", (low + high) / 2, low, high)]
    section = Section(
        "taken-out", Text("Golem", "Golem"), NOTE, "difference", "dots", only, "what_if", fair=0.0
    )
    found = changed(section, "hard")
    assert found is not None
    assert words in found.en
