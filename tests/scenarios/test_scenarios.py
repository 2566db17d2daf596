"""Every scenario of every registered game holds, tells its story in both languages, and every rule is covered."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from slugfest.kernel import Game, games
from slugfest.testing.coverage import coverage
from slugfest.testing.plugin import scenario_tests
from slugfest.testing.scenario import find, load, run
from slugfest.testing.schema import SCENARIO, STEP, schema_text

ROOT = Path(__file__).parent.parent.parent
SCENARIOS = ROOT / "scenarios"
FILES = find(SCENARIOS)

test_a_scenario_holds = pytest.mark.compiled(scenario_tests(SCENARIOS))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_scenario_has_a_sentence_wherever_it_expects_something(path: Path) -> None:
    """A step may be silent only if it is the mere first half of a decision that the next one completes."""
    scenario = load(path)
    for branch in scenario.branches:
        assert all(step.say is not None for step in branch.steps if step.expected or step.rejected)
        assert any(step.say is not None for step in branch.steps)
    assert path.relative_to(SCENARIOS).parts[0] == scenario.game


def test_titles_are_unique() -> None:
    for language in ("en", "de"):
        titles = [load(path).title.in_language(language) for path in FILES]
        assert len(set(titles)) == len(titles)


def test_every_worked_example_of_kapow_cards_is_a_scenario() -> None:
    told = {example for path in find(SCENARIOS / "kapow-cards") for example in load(path).examples()}
    assert told == {f"EX-{number}" for number in range(1, 34)}


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_testable_rule_is_cited_and_every_citation_is_a_rule(game: Game) -> None:
    found = coverage(game, scenarios=SCENARIOS / game.id, tests=ROOT / "tests")
    assert found.ok, found.text(everything=False)


def test_the_schema_for_editors_is_the_one_the_reader_uses() -> None:
    kept = (SCENARIOS / "schema.json").read_text(encoding="utf-8")
    assert kept == schema_text(), "write it anew: python -m slugfest.testing.schema > scenarios/schema.json"
    assert json.loads(kept) == SCENARIO


def test_the_code_of_the_documentation_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for block in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
        exec(compile(block, "docs/scenarios.md", "exec"), names)
    assert callable(names["test_scenarios"])


def test_the_scenario_of_the_documentation_holds(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    path = tmp_path / "documented.toml"
    path.write_text(block, encoding="utf-8")
    run(load(path))


def test_the_documentation_explains_every_key() -> None:
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    for key in [*SCENARIO["properties"], *STEP["properties"]]:
        assert re.search(rf"`{key}[`.]", page), key
