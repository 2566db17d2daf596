"""Every mutant of a few source files, and a sample of them that a seed decides."""

from __future__ import annotations

import ast
import copy
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .operators import Node, Operator, Position, operators, parse


@dataclass(frozen=True)
class Source:
    """A file that holds rules."""

    module: str  # as it is imported
    path: Path
    name: str  # as the report calls it

    def read(self) -> str:
        return self.path.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Mutant:
    """A file with one slip in it."""

    source: Source
    line: int
    lines: range  # of the statement it is in
    function: str  # qualified; empty at the top of a module
    before: str
    after: str
    text: str = field(repr=False)  # the whole file

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}: {self.before}  =>  {self.after}"


@dataclass(frozen=True)
class _Option:
    """A way to change a place."""

    operator: Operator
    node: Node
    index: int
    rank: str


@dataclass
class _Place:
    """A piece of code that can be changed, in one way or several."""

    line: int
    function: str
    rank: str
    options: list[_Option] = field(default_factory=list)


class Mutations:
    """All that can be done to one file."""

    def __init__(self, source: Source, seed: str = "") -> None:
        self.source = source
        self.text = source.read()
        self.seed = seed
        self._lines = self.text.splitlines(keepends=True)
        module = ast.parse(self.text)
        self._scopes = _scopes(module)
        self._annotations = _annotations(module)
        self.places = self._find()

    def _find(self) -> list[_Place]:
        places: dict[object, _Place] = {}
        seen: dict[str, int] = {}
        for node in _nodes(parse(self.text)):
            for name, operator in _OPERATORS.items():
                for index, (start, end) in enumerate(operator.mutation_positions(node)):
                    if any(first <= start and end <= last for first, last in self._annotations):
                        continue
                    if (start, end) not in places:
                        places[start, end] = self._place(start, end, seen)
                    place = places[start, end]
                    place.options.append(_Option(operator, node, index, _hash(place.rank, name, index)))
        for place in places.values():
            place.options.sort(key=lambda option: option.rank)
        return list(places.values())

    def _place(self, start: Position, end: Position, seen: dict[str, int]) -> _Place:
        """Ranked by what stands there, not by where, so that edits elsewhere leave the sample as it was."""
        line = start[0]
        function = self._scope(line)
        indented = self._lines[line - 1]
        column = start[1] - (len(indented) - len(indented.lstrip()))
        what = _hash(self.seed, function, tidy(indented), column, end[0] - line, end[1] - start[1])
        seen[what] = seen.get(what, 0) + 1
        return _Place(line, function, _hash(what, seen[what]))

    def _scope(self, line: int) -> str:
        inside = [scope for scope in self._scopes if line in scope[0] and scope[2]]
        return min(inside, key=lambda scope: len(scope[0]))[1] if inside else ""

    def mutants_of(self, place: _Place) -> Iterator[Mutant]:
        """What can become of a place, without what Python itself refuses."""
        for option in place.options:
            node = option.node
            # Only the node is copied: its parent stands for everything around it.
            changed = option.operator.mutate(
                copy.deepcopy(node, {id(node.parent): node.parent}), option.index
            )
            code = "" if changed is None else node.get_first_leaf().prefix + changed.get_code().lstrip(" ")
            start, end = self._offset(node.get_start_pos_of_prefix()), self._offset(node.end_pos)
            text = self.text[:start] + code + self.text[end:]
            if not _compiles(text):
                continue
            before, after = _difference(self.text, text)
            statement = [scope[0] for scope in self._scopes if place.line in scope[0] and not scope[2]]
            lines = min(statement, key=len, default=range(place.line, place.line + 1))
            yield Mutant(self.source, place.line, lines, place.function, before, after, text)

    def first_line(self, place: _Place) -> str:
        """The line a place begins in, without layout."""
        return tidy(self._lines[place.line - 1])

    def _offset(self, position: Position) -> int:
        return sum(len(line) for line in self._lines[: position[0] - 1]) + position[1]


def draw(sources: Sequence[Source], seed: str) -> Iterator[Mutant]:
    """All mutants in an order drawn by lot: one at each place, then a second one at each, and so on."""
    files = [Mutations(source, seed) for source in sources]
    places = sorted(((place, file) for file in files for place in file.places), key=lambda pair: pair[0].rank)
    going = [file.mutants_of(place) for place, file in places]
    while going:
        left = []
        for mutants in going:
            mutant = next(mutants, None)
            if mutant is not None:
                yield mutant
                left.append(mutants)
        going = left


def mutants_in(sources: Iterable[Source], functions: set[str], befores: set[str]) -> Iterator[Mutant]:
    """Every mutant in these functions that changes one of these lines."""
    for source in sources:
        file = Mutations(source)
        for place in file.places:
            if place.function in functions and any(file.first_line(place) in before for before in befores):
                yield from file.mutants_of(place)


_OPERATORS = operators()


def _hash(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


Scope = tuple[range, str, bool]


def _scopes(node: ast.AST, name: str = "") -> list[Scope]:
    """The lines of every function and class, with its name, and of every statement's own part."""
    found: list[Scope] = []
    for child in ast.iter_child_nodes(node):
        here = name
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            here = f"{name}.{child.name}" if name else child.name
            found.append((range(child.lineno, (child.end_lineno or child.lineno) + 1), here, True))
        if isinstance(child, ast.stmt):
            body = getattr(child, "body", None)
            end = body[0].lineno if body else (child.end_lineno or child.lineno) + 1
            found.append((range(child.lineno, max(end, child.lineno + 1)), here, False))
        found += _scopes(child, here)
    return found


def _annotations(module: ast.Module) -> list[tuple[Position, Position]]:
    """Type annotations: they have no effect when the rules run."""
    annotations: list[ast.expr | None] = []
    for node in ast.walk(module):
        if isinstance(node, ast.arg | ast.AnnAssign):
            annotations.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            annotations.append(node.returns)
    return [
        ((kind.lineno, kind.col_offset), (kind.end_lineno or kind.lineno, kind.end_col_offset or 0))
        for kind in annotations
        if kind is not None
    ]


def _compiles(text: str) -> bool:
    try:
        compile(text, "", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, without layout."""
    old, new = before.splitlines(), after.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return tidy("\n".join(old)), tidy("\n".join(new))


def tidy(code: str) -> str:
    """Code without comments, in one line, with the spaces in it that a person would write."""
    return " ".join(re.sub(r"  #.*", "", code).split())
