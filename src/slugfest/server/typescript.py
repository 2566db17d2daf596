"""Print the types of messages and of games' facts in TypeScript.

``web/src/lib/wire.ts`` comes from what is sent to people (``messages`` and ``pages`` in :mod:`slugfest.table`) and what
they send (``commands`` there and :mod:`slugfest.protocol.wire`), and ``facts.ts`` of every game with a board of its own
from what the game declares (:attr:`Game.facts`). What changes in Python and not in the browser fails a test.

After a change, in the project folder:

    python -m slugfest.server.typescript
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
import types
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin, is_typeddict

from slugfest.kernel import FactTypes, forms, games
from slugfest.kernel.facts import (
    KIND,
    Field,
    Words,
    fields,
    is_named_tuple,
    is_union,
    members,
    notes_on,
    typed_dicts,
    unmarked,
)
from slugfest.protocol import clubs as club_wire
from slugfest.protocol import hosting as hosting_wire
from slugfest.protocol import wire
from slugfest.table import clock, clubs, commands, events, finding, hosting, messages, pages, people, variants

# Where messages and answers are declared, beside requests.
MESSAGES: Final = (messages, pages, people, variants, finding, events, clubs, hosting, forms)

SOURCES: Final = Path("web/src")
PARTS: Final = "../public/parts.d.ts"
HEADER: Final = """\
// Generated from {module}. Do not edit; instead:
// python -m slugfest.server.typescript
"""
WIDTH: Final = 110

PLAIN: Final[dict[Any, str]] = {
    Any: "any",
    type(None): "null",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "string",
}

# What the browser writes: there a field with a default may be left out. What the server writes is always complete.
REQUESTS: Final = frozenset(
    {*get_args(wire.ClientMessage), *get_args(wire.LessonRequest), *get_args(wire.FeedRequest)}
)
WRITTEN_BY_THE_BROWSER: Final = REQUESTS | {
    wire.NewSeat,
    wire.NewMatch,
    wire.PlayNow,
    wire.SubscribePush,
    wire.SetPush,
    wire.Branch,
    wire.ClaimName,
    wire.WantPasskey,
    wire.SignIn,
    wire.NewEvent,
    wire.JoinEvent,
    wire.LeaveEvent,
    wire.DirectEvent,
    wire.DeviceSeat,
    wire.DeviceMatch,
    wire.VariantDraft,
    wire.VariantText,
    hosting_wire.AdminAction,
}


def files() -> dict[str, str]:
    """Every printed file by its path in ``web/src``."""
    printed = {
        "lib/wire.ts": wire_typescript(),
        PARTS: parts_typescript((SOURCES / PARTS).read_text("utf-8")),
    }
    for key, game in games().items():
        if game.facts is not None and game.facts.catalogue is not None and (SOURCES / "games" / key).is_dir():
            printed[f"games/{key}/facts.ts"] = facts_typescript(game.facts)
    return printed


# ---- the wire ----------------------------------------------------------------------------------------------------


def wire_typescript() -> str:
    """The messages: named literals, one interface a message, and the unions of messages."""
    names: dict[Any, str] = {}
    for module in MESSAGES:
        names |= given_names(module)
    sources = (*MESSAGES, commands, wire, club_wire, hosting_wire)
    paths = [f"src/{module.__name__.replace('.', '/')}.py" for module in sources]
    parts = [HEADER.format(module=",\n// ".join(paths))]
    declared = {name: thing for module in sources for name, thing in vars(module).items()}
    for name, thing in declared.items():
        if is_typeddict(thing):
            parts.append(facts_interface(thing, names))
        elif is_message(thing):
            parts.append(message_interface(thing, names))
        elif get_origin(thing) is Literal:
            parts.append(literal_type(name, thing))
        elif isinstance(thing, types.UnionType):
            parts.append(union_type(name, [member.__name__ for member in get_args(thing)]))
    parts.append(live_bounds())
    return "\n".join(parts)


def live_bounds() -> str:
    """What a host may agree to: the form offers what the table accepts."""
    bounds = "".join(f"  {key}: [{low}, {high}],\n" for key, (low, high) in clock.BOUNDS.items())
    return f"/** Least and most of a live pace, in seconds. */\nexport const LIVE_BOUNDS = {{\n{bounds}}} as const\n"


def is_message(thing: object) -> bool:
    """Whether the browser writes it: a request's body, or a body over HTTP."""
    return dataclasses.is_dataclass(thing) and thing is not wire.Request and isinstance(thing, type)


def message_interface(message: type, names: dict[Any, str]) -> str:
    """One message as an interface. A request has its tag, the fields of its envelope and those of its body."""
    lines, flat = [], wire.json_fields(message)
    if message in REQUESTS:
        lines.append(f"  type: {quoted(wire.tag_of(message))}")
        flat = [*wire.envelope_of(message), *flat]
    for name, declared, default in flat:
        mark = "?" if default is not dataclasses.MISSING and message in WRITTEN_BY_THE_BROWSER else ""
        lines.append(f"  {name}{mark}: {spelled(declared, names)}")
    return interface(message, lines)


def parts_typescript(text: str) -> str:
    """The types for boards of plugins, written by hand except for the colours and icons."""
    for name, declared in (("Colour", pages.PlainColour), ("IconName", pages.PlainIcon)):
        text = re.sub(rf"export type {name} =.*\n(?:  .*\n)*", literal_type(name, declared), text)
    return text


# ---- a game's facts ----------------------------------------------------------------------------------------------


def facts_typescript(facts: FactTypes) -> str:
    """The types of a game: its literals and TypedDicts, its events by kind, and all of it under one name."""
    declared = [
        facts.board,
        facts.catalogue,
        facts.moves,
        *(facts.event(kind) for kind in facts.event_kinds()),
    ]
    described = [one for outer in declared for one in typed_dicts(outer) if one is not Words]
    modules = [sys.modules[name] for name in dict.fromkeys(one.__module__ for one in described)]
    paths = " and ".join(f"src/{module.__name__.replace('.', '/')}.py" for module in modules)
    parts = [HEADER.format(module=paths), "import type { Words } from '../../lib/wire'\n"]
    printed: set[str] = set()
    for module in modules:
        parts += [text for name, text in module_types(module, facts).items() if name not in printed]
        printed |= module_types(module, facts).keys()
    parts.append(events_interface(facts))
    parts.append(game_interface(facts))
    return "\n".join(parts)


def module_types(module: types.ModuleType, facts: FactTypes) -> dict[str, str]:
    """The literals, unions and TypedDicts of a module by name."""
    names = given_names(module)
    found: dict[str, str] = {}
    for name, thing in vars(module).items():
        if name.startswith("_"):
            continue
        if get_origin(thing) is Literal:
            found[name] = literal_type(name, thing)
        elif isinstance(thing, types.UnionType) and thing is not facts.events:
            found[name] = union_type(name, [member.__name__ for member in get_args(thing)])
        elif is_typeddict(thing) and thing.__module__ == module.__name__:
            found[name] = facts_interface(thing, names)
        elif is_named_tuple(thing) and thing.__module__ == module.__name__:
            found[name] = tuple_type(thing, names)
    return found


def facts_interface(declared: Any, names: dict[Any, str]) -> str:
    """A TypedDict as an interface. The kind of an event is not among its facts but beside them."""
    lines: list[str] = []
    notes = notes_on(declared)
    for field in fields(declared):
        if not is_kind(field):
            lines += [f"  /** {words(notes[field.name])} */"] if field.name in notes else []
            lines.append(f"  {field.name}{'' if field.required else '?'}: {spelled(field.type, names)}")
    return interface(declared, lines)


def tuple_type(declared: Any, names: dict[Any, str]) -> str:
    """A NamedTuple as a tuple with names."""
    items = [f"{field.name}: {spelled(field.type, names)}" for field in fields(declared)]
    return f"{comment(declared)}export type {declared.__name__} = [{', '.join(items)}]\n"


def is_kind(field: Field) -> bool:
    return field.name == KIND and get_origin(field.type) is Literal and len(get_args(field.type)) == 1


def events_interface(facts: FactTypes) -> str:
    lines = [f"  {kind}: {facts.event(kind).__name__}" for kind in facts.event_kinds()]
    return "/** What happens, by kind: the facts of each event. */\n" + block("Events", lines)


def game_interface(facts: FactTypes) -> str:
    lines = [f"  board: {facts.board.__name__}", "  events: Events"]
    lines.append(f"  catalogue: {facts.catalogue.__name__}")
    lines.append(f"  move: {'Move' if facts.moves is not None else 'unknown[]'}")
    lines.append(f"  forecast: {facts.forecast.__name__ if facts.forecast is not None else 'object'}")
    return "/** The types of the game, as boards take them. */\n" + block("Facts", lines)


# ---- types in TypeScript -----------------------------------------------------------------------------------------


def given_names(module: types.ModuleType) -> dict[Any, str]:
    """The literals and unions that a module gives a name to."""
    return {
        thing: name for name, thing in vars(module).items() if get_origin(thing) in (Literal, types.UnionType)
    }


def literal_type(name: str, declared: Any) -> str:
    return union_type(name, [quoted(value) for value in get_args(declared)])


def union_type(name: str, alternatives: list[str]) -> str:
    for line in (f"export type {name} = {' | '.join(alternatives)}", "  " + " | ".join(alternatives)):
        if len(line) <= WIDTH:
            return f"{line}\n" if line.startswith("export") else f"export type {name} =\n{line}\n"
    return f"export type {name} =\n" + "\n".join(f"  | {alternative}" for alternative in alternatives) + "\n"


def interface(declared: Any, lines: list[str]) -> str:
    return comment(declared) + block(declared.__name__, lines)


def block(name: str, lines: list[str]) -> str:
    if not lines:
        return f"export type {name} = Record<string, never>\n"
    return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def comment(declared: Any) -> str:
    """The docstring as a comment, in the browser's way of writing code in prose."""
    said = words(declared.__dict__.get("__doc__") or "")
    if not said:
        return ""
    if "\n" not in said:
        return f"/** {said} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in said.splitlines()) + " */\n"


def words(docstring: str) -> str:
    return inspect.cleandoc(docstring).replace("``", "`").replace(":class:`", "`")


def spelled(declared: Any, names: dict[Any, str]) -> str:
    """A type in TypeScript."""
    declared = unmarked(declared)
    origin = get_origin(declared)
    if declared in names:
        return names[declared]
    if declared in PLAIN:
        return PLAIN[declared]
    if origin is Literal:
        return " | ".join(quoted(value) for value in get_args(declared))
    if origin in (list, tuple):
        item = get_args(declared)[0]
        inner = spelled(item, names)
        return f"({inner})[]" if get_origin(item) is not list and " | " in inner else f"{inner}[]"
    if origin is dict:
        key, value = get_args(declared)
        return f"Record<{spelled(key, names)}, {spelled(value, names)}>"
    if is_union(declared):
        alternatives = [spelled(member, names) for member in members(declared)]
        return " | ".join(sorted(alternatives, key=lambda alternative: alternative == "null"))
    if is_message(declared) or is_typeddict(declared):
        return str(declared.__name__)
    raise TypeError(f"the browser has no word for the type {declared!r}")


def quoted(value: str | int) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def main() -> None:
    """Write every file anew that is not what it should be."""
    for name, text in files().items():
        path = SOURCES / name
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"wrote {path}")


if __name__ == "__main__":
    main()
