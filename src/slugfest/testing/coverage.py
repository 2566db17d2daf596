"""Rule coverage: each rule of a game's reference with the scenarios and tests that cite it, and those nobody cites.

A scenario cites rules by its ``rules`` list; a test by ``@pytest.mark.rules("KC-41")`` or by naming the number in its
docstring. Nothing is run: the files are read.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from slugfest.kernel import Game, Rule, SlugfestError

from .scenario import find, load

_NUMBER: Final = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+[a-z]?\b")


@dataclass(frozen=True)
class Citation:
    """Somebody exercises a rule."""

    rule: str
    where: str  # a scenario file, or a test as pytest names it


@dataclass
class Coverage:
    """Who cites which rule."""

    game: Game
    citations: list[Citation] = field(default_factory=list)

    def of(self, number: str) -> list[str]:
        """Where a rule is cited."""
        return sorted({citation.where for citation in self.citations if citation.rule == number})

    @property
    def uncited(self) -> list[str]:
        """Testable rules that nobody cites."""
        cited = {citation.rule for citation in self.citations}
        return [
            rule.number for rule in self.game.rules.values() if rule.testable and rule.number not in cited
        ]

    @property
    def unknown(self) -> list[Citation]:
        """Citations of numbers that the reference lacks."""
        return [citation for citation in self.citations if citation.rule not in self.game.rules]

    @property
    def ok(self) -> bool:
        return not self.uncited and not self.unknown

    def text(self, language: str = "en", everything: bool = True) -> str:
        """The report; without ``everything`` only what is wrong and the sum."""
        german = language == "de"
        lines: list[str] = []
        if everything:
            for rule in self.game.rules.values():
                lines += [*self._rule_lines(rule, language), ""]
        missing = "niemand nennt" if german else "cited by nobody"
        lines += [
            f"{missing}: {number}  {self.game.rules[number].text.in_language(language)}"
            for number in self.uncited
        ]
        strange = "gibt es nicht" if german else "no such rule"
        lines += [f"{strange}: {citation.rule}, {citation.where}" for citation in self.unknown]
        testable = [rule for rule in self.game.rules.values() if rule.testable]
        covered = len(testable) - len(self.uncited)
        lines.append(
            f"{self.game.name.in_language(language)}: {covered} von {len(testable)} prüfbaren Regeln sind belegt."
            if german
            else f"{self.game.name.in_language(language)}: {covered} of {len(testable)} testable rules are covered."
        )
        return "\n".join(lines)

    def _rule_lines(self, rule: Rule, language: str) -> list[str]:
        note = "" if rule.testable else (" (nicht prüfbar)" if language == "de" else " (nothing to test)")
        return [
            f"{rule.number}{note}  {rule.text.in_language(language)}",
            *(f"    {where}" for where in self.of(rule.number)),
        ]

    def __str__(self) -> str:
        return self.text()


def coverage(game: Game, *, scenarios: Path | None = None, tests: Path | None = None) -> Coverage:
    """Who cites which rule of a game. Without paths, those of the checkout one stands in."""
    scenarios = Path("scenarios", game.id) if scenarios is None else scenarios
    tests = Path("tests") if tests is None else tests
    if not scenarios.is_dir() and not tests.is_dir():
        raise SlugfestError(
            f"there is neither {scenarios} nor {tests}: go to a checkout of Slugfest, or say where they are"
        )
    found = Coverage(game)
    prefixes = {number.partition("-")[0] for number in game.rules}
    for path in find(scenarios):
        scenario = load(path)
        if scenario.game == game.id:
            found.citations += [
                Citation(rule, path.relative_to(scenarios).as_posix()) for rule in scenario.rules
            ]
    for path in sorted(tests.rglob("test_*.py")):
        cited = cited_in(path.read_text(encoding="utf-8"), path.relative_to(tests.parent).as_posix())
        found.citations += [citation for citation in cited if citation.rule.partition("-")[0] in prefixes]
    return found


def cited_in(source: str, name: str) -> list[Citation]:
    """The rules that the tests of a Python file cite, by mark or by docstring."""
    module = ast.parse(source)
    everywhere = _marked([node for node in module.body if isinstance(node, ast.Assign)])
    found: list[Citation] = []
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            shared = everywhere | _marked(node.decorator_list)
            for inner in node.body:
                found += _cited_by(inner, f"{name}::{node.name}", shared)
        else:
            found += _cited_by(node, name, everywhere)
    return found


def _cited_by(node: ast.stmt, where: str, shared: set[str]) -> list[Citation]:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test"):
        return []
    docstring = ast.get_docstring(node) or ""
    numbers = shared | _marked(node.decorator_list) | set(_NUMBER.findall(docstring))
    return [Citation(number, f"{where}::{node.name}") for number in sorted(numbers)]


def _marked(nodes: list[ast.Assign] | list[ast.expr]) -> set[str]:
    """The numbers in every ``rules(...)`` mark among these decorators or assignments."""
    found: set[str] = set()
    for top in nodes:
        for node in ast.walk(top):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "rules"
            ):
                found |= {
                    arg.value
                    for arg in node.args
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                }
    return found
