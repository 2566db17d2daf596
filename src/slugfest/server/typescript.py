"""The wire in TypeScript: ``web/src/lib/wire.ts`` is printed from :mod:`slugfest.server.wire`.

One definition, two languages: a message that changes in Python and not in the browser fails a test, not a match.
Run ``python -m slugfest.server.typescript > web/src/lib/wire.ts`` after a change of the wire.
"""

from __future__ import annotations

import inspect
import sys
import types
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect as shape

from . import wire

HEADER: Final = """\
// Generated from src/slugfest/server/wire.py. Do not edit; instead:
// python -m slugfest.server.typescript > web/src/lib/wire.ts
"""

WIDTH: Final = 110

PLAIN: Final[dict[type[shape.Type], str]] = {
    shape.AnyType: "any",
    shape.NoneType: "null",
    shape.BoolType: "boolean",
    shape.IntType: "number",
    shape.FloatType: "number",
    shape.StrType: "string",
}

# What the browser writes: there a field with a default may be left out. What the server writes is always complete.
WRITTEN_BY_THE_BROWSER: Final = frozenset({*get_args(wire.ClientMessage), wire.NewSeat, wire.NewMatch})


def typescript() -> str:
    """The whole file: named literals, one interface a message, and the unions of messages."""
    parts = [HEADER]
    for name, thing in vars(wire).items():
        if is_message(thing):
            parts.append(interface(thing))
        elif literal_values(thing):
            parts.append(f"export type {name} = {literal(literal_values(thing))}\n")
        elif isinstance(thing, types.UnionType):
            parts.append(union_of_messages(name, [member.__name__ for member in get_args(thing)]))
    return "\n".join(parts)


def is_message(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing.__module__ == wire.__name__


def literal_values(thing: object) -> tuple[Any, ...]:
    """The values of a ``Literal``; nothing for anything else."""
    try:
        told = shape.type_info(thing)
    except TypeError:
        return ()
    return tuple(told.values) if isinstance(told, shape.LiteralType) else ()


def interface(message: type[msgspec.Struct]) -> str:
    """One struct as an interface; a tagged one carries its tag, which tells the members of a union apart."""
    told = shape.type_info(message)
    assert isinstance(told, shape.StructType)
    lines = []
    if told.tag is not None:
        lines.append(f"  {told.tag_field}: {quoted(told.tag)}")
    for field in told.fields:
        mark = "?" if not field.required and message in WRITTEN_BY_THE_BROWSER else ""
        lines.append(f"  {field.encode_name}{mark}: {spelled(field.type)}")
    return f"{comment(message)}export interface {message.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def comment(message: type[msgspec.Struct]) -> str:
    """The docstring as a comment, in the browser's way of writing code in prose."""
    words = inspect.cleandoc(message.__dict__.get("__doc__") or "").replace("``", "`")
    words = words.replace(":class:`", "`")
    if not words:
        return ""
    if "\n" not in words:
        return f"/** {words} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in words.splitlines()) + " */\n"


def union_of_messages(name: str, members: list[str]) -> str:
    one_line = f"export type {name} = {' | '.join(members)}\n"
    if len(one_line) <= WIDTH:
        return one_line
    return f"export type {name} =\n" + "\n".join(f"  | {member}" for member in members) + "\n"


def spelled(told: shape.Type) -> str:
    """A field's type in TypeScript."""
    if type(told) in PLAIN:
        return PLAIN[type(told)]
    if isinstance(told, shape.StructType):
        return told.cls.__name__
    if isinstance(told, shape.LiteralType):
        return named(tuple(told.values)) or literal(tuple(told.values))
    if isinstance(told, shape.ListType):
        inner = spelled(told.item_type)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if isinstance(told, shape.DictType):
        return f"Record<{spelled(told.key_type)}, {spelled(told.value_type)}>"
    if isinstance(told, shape.UnionType):
        return " | ".join(
            sorted((spelled(member) for member in told.types), key=lambda member: member == "null")
        )
    raise TypeError(f"the wire has a type the browser does not know: {told!r}")


def named(values: tuple[Any, ...]) -> str | None:
    """The name that the wire gives to these literal values, if it does."""
    for name, thing in vars(wire).items():
        if sorted(literal_values(thing)) == sorted(values) and not name.startswith("_"):
            return name
    return None


def literal(values: tuple[Any, ...]) -> str:
    return " | ".join(quoted(value) for value in values)


def quoted(value: str | int) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


if __name__ == "__main__":
    sys.stdout.write(typescript())
