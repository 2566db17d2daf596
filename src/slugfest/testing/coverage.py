"""Rule coverage: which scenarios, tests and code cite each rule, and which rules are not cited.

A scenario cites rules by its ``rules`` list; a test by ``@pytest.mark.rules("KC-41")`` or by naming the number in its
docstring; code by naming it in a docstring, a comment or a refusal. A ruling that follows from other rules is cited by
code if they are. The files are only read, not run.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from slugfest.kernel import Game, Rule, SlugfestError

from .scenario import find, load

_NUMBER: Final = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+[a-z]?\b")
_RANGE: Final = re.compile(r"\b(?P<series>[A-Z]{2,4}-[A-Z]?)(?P<low>\d+) to (?P=series)(?P<high>\d+)\b")


@dataclass(frozen=True)
class Citation:
    """A place that tests or implements a rule."""

    rule: str
    where: str  # a scenario file, a test as pytest names it, or a line of code


@dataclass
class Coverage:
    """The citations of a game's rules."""

    game: Game
    citations: list[Citation] = field(default_factory=list)  # by scenarios and tests
    code: list[Citation] = field(default_factory=list)

    def of(self, number: str) -> list[str]:
        """The scenarios and tests of a rule."""
        return sorted({citation.where for citation in self.citations if citation.rule == number})

    def code_of(self, number: str) -> list[str]:
        """The code of a rule."""
        return [citation.where for citation in self.code if citation.rule == number]

    @property
    def uncited(self) -> list[str]:
        """Testable rules that no scenario and no test cites."""
        cited = {citation.rule for citation in self.citations}
        return [
            rule.number for rule in self.game.rules.values() if rule.testable and rule.number not in cited
        ]

    @property
    def uncoded(self) -> list[str]:
        """Testable rules that no code cites, without a stated reason."""
        cited = {citation.rule for citation in self.code}
        return [
            rule.number
            for rule in self.game.rules.values()
            if rule.testable and not self._is_coded(rule, cited, frozenset())
        ]

    def _is_coded(self, rule: Rule, cited: set[str], asked: frozenset[str]) -> bool:
        """Whether code cites a rule, or all that it follows from, or cannot cite it."""
        if rule.number in cited or rule.no_code:
            return True
        if not rule.follows or rule.number in asked:
            return False
        rules = [self.game.rules[number] for number in rule.follows]
        return all(self._is_coded(basis, cited, asked | {rule.number}) for basis in rules)

    @property
    def unknown(self) -> list[Citation]:
        """Citations of numbers that the reference lacks."""
        return [citation for citation in self.citations + self.code if citation.rule not in self.game.rules]

    @property
    def ok(self) -> bool:
        return not self.uncited and not self.uncoded and not self.unknown

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
        uncoded = "kein Code nennt" if german else "cited by no code"
        lines += [
            f"{uncoded}: {number}  {self.game.rules[number].text.in_language(language)}"
            for number in self.uncoded
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
        follows = f"    {'folgt aus' if language == 'de' else 'follows from'} {', '.join(rule.follows)}"
        return [
            f"{rule.number}{note}  {rule.text.in_language(language)}",
            *([follows] if rule.follows else []),
            *(f"    {where}" for where in self.of(rule.number)),
            *(f"    {where}" for where in self.code_of(rule.number)),
            *([f"    {rule.no_code}"] if rule.no_code else []),
        ]

    def __str__(self) -> str:
        return self.text()


def coverage(
    game: Game, *, scenarios: Path | None = None, tests: Path | None = None, code: Path | None = None
) -> Coverage:
    """Find the citations of a game's rules. Default paths: the current checkout and the game's own folder."""
    scenarios = Path("scenarios", game.id) if scenarios is None else scenarios
    tests = Path("tests") if tests is None else tests
    if not scenarios.is_dir() and not tests.is_dir():
        raise SlugfestError(
            f"there is neither {scenarios} nor {tests}: go to the folder that holds both, or name it with --root"
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
    folder = folder_of(game) if code is None else code
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("content.toml")]):
        cited = cited_by_code(path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix(), game)
        found.code += [citation for citation in cited if citation.rule.partition("-")[0] in prefixes]
    return found


def folder_of(game: Game) -> Path:
    """The folder of a game's code."""
    file = sys.modules[type(game).__module__].__file__
    if file is None:
        raise SlugfestError(f"{game.name.en} has no folder of its own: say where its code is")
    return Path(file).parent


def cited_by_code(source: str, name: str, game: Game) -> list[Citation]:
    """The rules that a file of a game cites: Python in docstrings, comments and refusals, TOML in comments."""
    lines = _text_in_python(source) if name.endswith(".py") else _text_in_toml(source)
    found: list[Citation] = []
    for line, text in lines:
        numbers = set(_NUMBER.findall(text))
        for match in _RANGE.finditer(text):
            series, low, high = match["series"], int(match["low"]), int(match["high"])
            numbers |= {f"{series}{count}" for count in range(low, high)} & game.rules.keys()
        found += [Citation(number, f"{name}:{line}") for number in sorted(numbers)]
    return found


def _text_in_python(source: str) -> list[tuple[int, str]]:
    """Comments and strings, line by line."""
    found: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            found += [(token.start[0] + index, line) for index, line in enumerate(token.string.splitlines())]
    return found


def _text_in_toml(source: str) -> list[tuple[int, str]]:
    """The comments."""
    lines = enumerate(source.splitlines(), 1)
    return [(number, line.partition("#")[2]) for number, line in lines if "#" in line]


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
