"""The slips that are tried: cosmic-ray's operators that make sense for rules, and a few that it lacks.

An operator looks at one node of a parso tree, says where it could change it, and changes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Protocol

import parso
from cosmic_ray.plugins import get_operator

Position = tuple[int, int]  # line, column
Node = Any  # parso's tree knows its types only at run time


def parse(code: str) -> Node:
    """Code as parso's tree, which keeps every space."""
    untyped: Any = parso.parse
    return untyped(code)


class Operator(Protocol):
    """What cosmic-ray calls an operator."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[Position, Position]]: ...

    def mutate(self, node: Node, index: int) -> Node | None: ...


# Of the twelve times eleven replacements of cosmic-ray, those that a tired person could have typed: the others end
# in a TypeError nearly always and would only flatter the figures.
_ARITHMETIC: Final = (
    ("Add", "Sub"),
    ("Add", "Mul"),
    ("Sub", "Add"),
    ("Sub", "Mul"),
    ("Mul", "Add"),
    ("Mul", "FloorDiv"),
    ("FloorDiv", "Mul"),
    ("FloorDiv", "Mod"),
    ("Mod", "FloorDiv"),
    ("Mod", "Sub"),
    ("BitOr", "BitAnd"),
    ("BitOr", "BitXor"),
    ("BitAnd", "BitOr"),
    ("BitAnd", "BitXor"),
    ("BitXor", "BitOr"),
    ("LShift", "RShift"),
    ("RShift", "LShift"),
)
_ORDERED: Final = (
    "Eq",
    "NotEq",
    "Lt",
    "LtE",
    "Gt",
    "GtE",
)  # `is` for `==` changes nothing among small numbers
_OTHERS: Final = (
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceUnaryOperator_USub_UAdd",
    "ReplaceUnaryOperator_Delete_Invert",
    "ReplaceUnaryOperator_Delete_Not",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "NumberReplacer",
    "ZeroIterationForLoop",
)


class DropStatement:
    """A step of a rule is forgotten: a call, a change of the position or a refusal becomes ``pass``."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[Position, Position]]:
        if node.parent is not None and node.parent.type == "simple_stmt" and _is_a_step(node):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        return parse(node.get_first_leaf().prefix + "pass")


def _is_a_step(node: Node) -> bool:
    if node.type == "expr_stmt":
        return node.children[0].type == "atom_expr" or (
            node.children[1].type == "operator" and _augmented(node)
        )
    is_call = node.type == "atom_expr" and node.children[-1].type == "trailer"
    return is_call or node.type in ("raise_stmt", "del_stmt")


def _augmented(statement: Node) -> bool:
    return str(statement.children[1].value) in _AUGMENTED


_AUGMENTED: Final = {
    "+=": "-=",
    "-=": "+=",
    "*=": "+=",
    "//=": "*=",
    "%=": "//=",
    "|=": "&=",
    "&=": "|=",
    "^=": "|=",
    "<<=": ">>=",
    ">>=": "<<=",
}


class SwapAugmentedAssignment:
    """Added instead of taken away, and the like."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[Position, Position]]:
        if node.type == "operator" and node.value in _AUGMENTED:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        node.value = _AUGMENTED[node.value]
        return node


class SwapMembership:
    """``in`` and ``not in``."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[Position, Position]]:
        for sign in self._signs(node):
            yield node.children[sign].start_pos, node.children[sign].end_pos

    def mutate(self, node: Node, index: int) -> Node:
        sign = self._signs(node)[index]
        negated = node.children[sign].get_code().split() == ["not", "in"]
        node.children[sign] = parse(" in" if negated else " not in")
        return node

    def _signs(self, node: Node) -> list[int]:
        if node.type != "comparison":
            return []
        signs = range(1, len(node.children), 2)
        return [sign for sign in signs if node.children[sign].get_code().split()[-1] == "in"]


class SwapLeastAndMost:
    """``min`` and ``max``."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[Position, Position]]:
        is_called = (
            node.parent is not None and node.parent.type == "atom_expr" and node.parent.children[0] is node
        )
        if node.type == "name" and node.value in ("min", "max") and is_called:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        node.value = "max" if node.value == "min" else "min"
        return node


class SwapNeighbours:
    """Two neighbours of a tuple change places: the order of a tie-break, for example."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[Position, Position]]:
        if self._is_tuple(node):
            for left in range(0, len(node.children) - 2, 2):
                yield node.children[left].start_pos, node.children[left + 2].end_pos

    def mutate(self, node: Node, index: int) -> Node:
        left, right = node.children[2 * index], node.children[2 * index + 2]
        code = "".join(child.get_code() for child in node.children[: 2 * index])
        code += left.get_first_leaf().prefix + right.get_code(include_prefix=False)
        code += node.children[2 * index + 1].get_code()
        code += right.get_first_leaf().prefix + left.get_code(include_prefix=False)
        code += "".join(child.get_code() for child in node.children[2 * index + 3 :])
        return parse(code)

    def _is_tuple(self, node: Node) -> bool:
        if node.type not in ("testlist_comp", "testlist_star_expr", "testlist"):
            return False
        if len(node.children) < 3 or any(comma.type != "operator" for comma in node.children[1::2]):
            return False
        if node.type == "testlist_comp":
            # Whether something is among them does not depend on their order.
            return str(node.parent.children[0].value) == "(" and node.parent.parent.type != "comparison"
        is_target = node.parent.type == "expr_stmt" and node.parent.children[-1] is not node
        return not is_target and node.parent.type != "for_stmt"


def operators() -> dict[str, Operator]:
    """Every operator by its name."""
    names = [f"ReplaceBinaryOperator_{one}_{other}" for one, other in _ARITHMETIC]
    names += [f"ReplaceComparisonOperator_{a}_{b}" for a in _ORDERED for b in _ORDERED if a != b]
    found: dict[str, Operator] = {name: get_operator(f"core/{name}")() for name in (*names, *_OTHERS)}
    own = (DropStatement(), SwapAugmentedAssignment(), SwapMembership(), SwapLeastAndMost(), SwapNeighbours())
    return found | {type(operator).__name__: operator for operator in own}
