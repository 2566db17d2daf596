"""The facts of a game, declared: the types of its board, its events, its catalogue and its forecasts.

A game writes them down once, as TypedDicts in its ``facts.py``, and names them in ``Game.facts``. Then mypy checks
the functions that build them, the conformance suite checks the data, the browser's types are printed from
them, and a scenario that waits for an event nobody knows is refused.

Modules called ``facts.py`` or ``*_facts.py`` (events, rules, documents) stay interpreted: a compiled class forgets how
its fields were annotated.
"""

from __future__ import annotations

import ast
import inspect
import sys
import types
from functools import cache
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

KIND: Final = "kind"  # the field that distinguishes events


class Counted:
    """Marks a number that the engine counts from 0 and people name from 1: seat 0 is P1."""

    def __init__(self, letter: str, what: str) -> None:
        self.letter = letter
        self.what = what

    def name(self, number: int) -> str:
        return f"{self.letter}{number + 1}"


Seat = Annotated[int, Counted("P", "seat")]


class Words(TypedDict):
    """A sentence or a name in both languages."""

    en: str
    de: str


class Field:
    """One field of a TypedDict: its type, and whether it is always there."""

    def __init__(self, name: str, type: Any, required: bool) -> None:
        self.name = name
        self.type = type
        self.required = required

    def __str__(self) -> str:
        return f"{self.name}{'' if self.required else '?'}: {spelled(self.type)}"


class FactTypes:
    """The declared types of a game; a type that is left out is not declared.

    ``events`` is one TypedDict or a union of them. Each has a field ``kind`` with a Literal of its one value, and the
    fields that the event has for somebody; what only some seats learn of it is NotRequired. ``forecast`` is what a
    legal move carries, ``document`` a whole position.

    ``moves`` is a union of NamedTuples, the parts of a move: they are sent as lists, since a view has hundreds. The
    first field is ``kind`` with a Literal of the kinds that have these parts.
    """

    def __init__(
        self,
        board: Any = None,
        events: Any = None,
        catalogue: Any = None,
        forecast: Any = None,
        document: Any = None,
        moves: Any = None,
    ) -> None:
        self.board = board
        self.events = events
        self.catalogue = catalogue
        self.forecast = forecast
        self.document = document
        self.moves = moves
        self._events: dict[str, Any] = {}
        for event in [] if events is None else members(events):
            (kind,) = get_args(get_type_hints(event)[KIND])
            self._events[kind] = event
        self._moves: dict[str, Any] = {}
        for move in [] if moves is None else members(moves):
            self._moves |= dict.fromkeys(get_args(get_type_hints(move)[KIND]), move)

    def event_kinds(self) -> list[str]:
        """Every kind of event of the game, in the order of declaration."""
        return list(self._events)

    def event(self, kind: str) -> Any:
        """The TypedDict of an event; raises KeyError for a kind that the game does not know."""
        return self._events[kind]

    def move(self, parts: Any) -> Any:
        """The declared move that has these parts; raises ValueError with what does not fit."""
        kind = parts[0] if isinstance(parts, list) and parts else None
        declared = self._moves.get(kind) if isinstance(kind, str) else None
        fault = f"{kind!r} is not a kind of move" if declared is None else misfit(parts, declared, str(kind))
        if declared is None or fault:
            raise ValueError(fault)
        return declared(*parts)

    def event_fields(self, kind: str) -> list[Field]:
        """The fields of an event besides its kind."""
        return [field for field in fields(self._events[kind]) if field.name != KIND]


# ---- reading declarations ----------------------------------------------------------------------------------------


@cache
def fields(declared: Any) -> tuple[Field, ...]:
    """The fields of a TypedDict, inherited ones first, or of a NamedTuple."""
    found: list[Field] = []
    for name, hint in get_type_hints(declared, include_extras=True).items():
        marked = get_origin(hint) is NotRequired
        optional = marked or name in getattr(declared, "__optional_keys__", ())
        found.append(Field(name, get_args(hint)[0] if marked else hint, not optional))
    return tuple(found)


@cache
def notes_on(declared: Any) -> dict[str, str]:
    """What is noted on the fields of a TypedDict: in its ``__notes__``, or in its source under the fields."""
    if "__notes__" in declared.__dict__:
        given: dict[str, str] = declared.__notes__
        return given
    module = ast.parse(inspect.getsource(sys.modules[declared.__module__]))
    for node in module.body:
        if isinstance(node, ast.ClassDef) and node.name == declared.__name__:
            return dict(_notes_in(node))
    return {}


def forget_declarations() -> None:
    """Clear the caches of declared types, some of which may belong to games that were unloaded."""
    fields.cache_clear()
    notes_on.cache_clear()


def _notes_in(node: ast.ClassDef) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for pair in zip(node.body, node.body[1:]):
        match pair:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(said))):
                found.append((name, said))
    return found


def counted(declared: Any) -> Counted | None:
    """How a number is counted, if its type says so."""
    marks = declared.__metadata__ if get_origin(declared) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, Counted)), None)


def unmarked(declared: Any) -> Any:
    """A type without what is remarked on it."""
    return get_args(declared)[0] if get_origin(declared) is Annotated else declared


def typed_dicts(declared: Any) -> list[Any]:
    """Every TypedDict that a type is made of, the outer ones first."""
    declared = unmarked(declared)
    record = is_typeddict(declared) or is_named_tuple(declared)
    inner = [field.type for field in fields(declared)] if record else list(get_args(declared))
    found: list[Any] = [declared] if is_typeddict(declared) else []
    if get_origin(declared) is not Literal:
        for part in inner:
            found += [one for one in typed_dicts(part) if one not in found]
    return found


def is_named_tuple(declared: Any) -> bool:
    return isinstance(declared, type) and issubclass(declared, tuple) and hasattr(declared, "_fields")


def is_union(declared: Any) -> bool:
    return get_origin(declared) in (Union, types.UnionType)


def members(declared: Any) -> list[Any]:
    """The members of a union; anything else is its own only member."""
    return list(get_args(declared)) if is_union(declared) else [declared]


def spelled(declared: Any) -> str:
    """A type as a reader of documentation wants it: ``list of text or nothing``."""
    mark = counted(declared)
    if mark is not None:
        return mark.what
    declared = unmarked(declared)
    if is_union(declared):
        return " or ".join(spelled(member) for member in members(declared))
    if get_origin(declared) is Literal:
        return " or ".join(f"“{value}”" for value in get_args(declared))
    if get_origin(declared) is list:
        inner = get_args(declared)[0]
        return f"list of ({spelled(inner)})" if is_union(inner) else f"list of {spelled(inner)}"
    if get_origin(declared) is dict:
        return f"{spelled(get_args(declared)[1])} by {spelled(get_args(declared)[0])}"
    return _NAMES.get(declared) or str(declared.__name__)


_NAMES: Final[dict[Any, str]] = {
    str: "text",
    int: "number",
    float: "number",
    bool: "yes or no",
    type(None): "nothing",
    Any: "anything",
}


# ---- comparing data with its declaration ----------------------------------------------------------------


def misfit(found: Any, declared: Any, where: str) -> str:
    """What does not fit its declaration, and where; empty if everything does.

    Keys must be exactly the declared ones: one more is a fact that nobody declared, perhaps a secret.
    """
    if type(found) is declared:  # a plain thing, as nearly everything is
        return ""
    declared = unmarked(declared)
    if declared is Any:
        return ""
    if is_union(declared):
        return _misfit_of_all(found, members(declared), where)
    if is_typeddict(declared):
        return _misfit_of_fields(found, declared, where)
    if is_named_tuple(declared):
        return _misfit_of_parts(found, declared, where)
    origin = get_origin(declared)
    if origin is Literal:
        fits = any(type(found) is type(value) and found == value for value in get_args(declared))
        return "" if fits else f"{where} is {found!r}, not {spelled(declared)}"
    if origin is list:
        return _misfit_of_items(found, get_args(declared)[0], where)
    if origin is dict:
        return _misfit_of_values(found, get_args(declared)[0], get_args(declared)[1], where)
    fits = (
        isinstance(found, int | float) and type(found) is not bool
        if declared is float
        else type(found) is declared
    )
    return "" if fits else f"{where} is {found!r}, not {spelled(declared)}"


def _misfit_of_all(found: Any, choices: list[Any], where: str) -> str:
    faults: list[str] = []
    for choice in choices:
        fault = misfit(found, choice, where)
        if not fault:
            return ""
        faults.append(fault)
    deepest = max(
        faults, key=lambda fault: len(fault.split(" ")[0])
    )  # the choice that was meant fits longest
    return (
        deepest
        if len(deepest.split(" ")[0]) > len(where)
        else f"{where} is {found!r}, which is none of its types"
    )


def _misfit_of_fields(found: Any, declared: Any, where: str) -> str:
    if not isinstance(found, dict):
        return f"{where} is {found!r}, not {spelled(declared)}"
    declared_fields = {field.name: field for field in fields(declared)}
    for key in found:
        if key not in declared_fields:
            return f"{where}.{key} is present and not declared"
    for name, field in declared_fields.items():
        if name in found:
            fault = misfit(found[name], field.type, f"{where}.{name}")
            if fault:
                return fault
        elif field.required:
            return f"{where}.{name} is declared and missing"
    return ""


def _misfit_of_parts(found: Any, declared: Any, where: str) -> str:
    declared_fields = fields(declared)
    if not isinstance(found, list | tuple) or len(found) != len(declared_fields):
        return f"{where} is {found!r}, not [{', '.join(field.name for field in declared_fields)}]"
    for value, field in zip(found, declared_fields, strict=True):
        fault = misfit(value, field.type, f"{where}.{field.name}")
        if fault:
            return fault
    return ""


def _misfit_of_items(found: Any, declared: Any, where: str) -> str:
    if not isinstance(found, list):
        return f"{where} is {found!r}, not a list"
    for index, item in enumerate(found):
        fault = misfit(item, declared, f"{where}[{index}]")
        if fault:
            return fault
    return ""


def _misfit_of_values(found: Any, key_type: Any, value_type: Any, where: str) -> str:
    if not isinstance(found, dict):
        return f"{where} is {found!r}, not {spelled(value_type)} by key"
    for key, value in found.items():
        fault = misfit(key, key_type, f"{where}.{key}") or misfit(value, value_type, f"{where}.{key}")
        if fault:
            return fault
    return ""
