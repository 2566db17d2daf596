"""``slugfest describe``: a game's reference page with options, moves, events, views, positions and ids.

``docs/reference/*.md`` are these pages: ``slugfest describe kapow-cards > docs/reference/kapow-cards.md``.
"""

from __future__ import annotations

import importlib
import inspect
import json
from collections.abc import Iterable
from typing import Any, Final

from slugfest.kernel import FactTypes, Game, Option, Words, observation_size
from slugfest.kernel.facts import KIND, fields, members, notes_on, spelled, typed_dicts

_HEAD: Final = """\
# {name}: moves, events, positions

Printed from the code by `slugfest describe {id}`; a test keeps page and code alike. For whoever writes scenario files
and position documents or reads a log. The rules themselves are in the reference (`slugfest play {id}`, key `r`).
"""


def description(game: Game) -> str:
    """The whole page, in Markdown."""
    parts = [_HEAD.format(name=game.name.en, id=game.id), *_options(game.options), *_moves(game)]
    declared = game.facts
    if declared is not None:
        parts += ["## Events\n"]
        for kind in declared.event_kinds():
            parts.append(_table(f"### `{kind}`", declared.event(kind)))
        parts += _tables(_parts_of_events(declared))
        if declared.board is not None:
            parts += ["## What a seat sees\n", *_tables(typed_dicts(declared.board))]
        if declared.document is not None:
            parts += [
                "## Position documents\n",
                *_said_by(game, "arrange"),
                *_tables(typed_dicts(declared.document)),
            ]
    parts += _observation(game)
    parts += ["## Ids\n", *_ids(game)]
    return "\n".join(parts)


# ---- options and moves ---------------------------------------------------------------------------------------------


def _options(options: list[Option]) -> list[str]:
    if not options:
        return []
    rows = [
        [
            f"`{option.key}`",
            option.name.en,
            f"`{json.dumps(option.default)}`".replace('"', ""),
            _values(option),
            option.rule,
        ]
        for option in options
    ]
    return ["## Options\n", _markdown(["Key", "What", "Default", "Values", "Rule"], rows)]


def _values(option: Option) -> str:
    facts = option.as_json()
    if facts["choices"] is None:
        return f"{facts['low']} to {facts['high']}"
    values = [f"`{json.dumps(choice['value'])}`".replace('"', "") for choice in facts["choices"]]
    return ", ".join(values + (["a seat"] if facts["seat_choice"] else []))


def _moves(game: Game) -> list[str]:
    """The notation of moves, with examples."""
    groups: dict[str, list[str]] = {}
    examples_in_parts: dict[type, str] = {}
    for move in range(game.move_count):
        text = game.format(move)
        groups.setdefault(text.split(" ")[0], []).append(text)
        parts = game.display.move_parts(move)
        if parts is not None:
            examples_in_parts.setdefault(type(parts), f"`{text}`: `{json.dumps(parts)}`")
    rows: list[list[str]] = []
    for word, texts in groups.items():
        some = dict.fromkeys([texts[0], texts[len(texts) // 2], texts[-1]])
        examples = ", ".join(f"`{text}`" for text in some)
        rows.append([f"`{word}`", game.terminal.heading(word).en, examples, str(len(texts))])
    table = _markdown(["Begins with", "What", "For example", "How many"], rows)
    return ["## Moves\n", *_said_by(game, "notation"), table, *_parts(game.facts, examples_in_parts)]


def _parts(declared: FactTypes | None, examples: dict[type, str]) -> list[str]:
    """The parts of moves as boards and requests have them: a list each, the kind first."""
    if declared is None or declared.moves is None:
        return []
    rows: list[list[str]] = []
    for parts in members(declared.moves):
        inside = ", ".join(f"{field.name}: {spelled(field.type)}" for field in fields(parts))
        rows.append([f"[{inside}]", _line(parts.__doc__ or ""), examples.get(parts, "")])
    return ["### Parts of a move\n", _markdown(["Parts", "What", "For example"], rows)]


def _said_by(game: Game, job: str) -> list[str]:
    """The docstring of one of the game's modules."""
    package = type(game).__module__.rpartition(".")[0]
    for name in (f"{package}.{job}", f"{package}.shown.{job}"):
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError:
            continue
        said = inspect.cleandoc(module.__doc__ or "").replace("``", "`")
        return [f"```text\n{said}\n```\n"] if said else []
    return []


# ---- declared facts ------------------------------------------------------------------------------------------------


def _tables(declared: list[Any]) -> list[str]:
    return [_table(f"### {one.__name__}", one) for one in declared if one is not Words]


def _parts_of_events(declared: FactTypes) -> list[Any]:
    """The tables inside events that no seat sees on the board."""
    seen = typed_dicts(declared.board)
    events = [declared.event(kind) for kind in declared.event_kinds()]
    parts = {part.__name__: part for event in events for part in typed_dicts(event)}
    return [part for part in parts.values() if part not in seen and part not in events]


def _table(heading: str, declared: Any) -> str:
    """A TypedDict: what it is, and its fields with type and meaning."""
    notes = notes_on(declared)
    rows: list[list[str]] = []
    for field in fields(declared):
        if field.name != KIND or len(spelled(field.type).split(" or ")) > 1:
            name = f"`{field.name}`" + ("" if field.required else " (not always)")
            rows.append([name, spelled(field.type), _line(notes.get(field.name, ""))])
    about = _line(declared.__dict__.get("__doc__") or "")
    parts = [heading, about, _without_empty(["Field", "Type", "Meaning"], rows) if rows else "No fields."]
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def _line(docstring: str) -> str:
    return " ".join(inspect.cleandoc(docstring).replace("``", "`").split())


# ---- observations --------------------------------------------------------------------------------------------------


def _observation(game: Game) -> list[str]:
    """The fields of an observation with the fewest seats from two on, and its size with any number of seats."""
    tables = {seats: game.learning.fields(seats, game.settle(seats, {})) for seats in game.seat_counts()}
    seats = min(tables, key=lambda count: (count < 2, count))
    largest = max(tables)
    rows: list[list[str]] = []
    for field, other in zip(tables[seats], tables[largest], strict=True):
        lengths = zip(field.shape, other.shape, strict=True)
        shape = [
            "seats" if pair == (seats, largest) and seats != largest else str(pair[0]) for pair in lengths
        ]
        rows.append([f"`{field.name}`", " × ".join(shape), str(field.high), field.about])
    sizes = ", ".join(f"{observation_size(found):,} ({count})" for count, found in tables.items())
    about = (
        "The fields of an observation in an environment (`slugfest.envs`), in their order, "
        "seen from the seat that looks. "
        f"Shapes are those of a table of {seats} with the default options; numbers in all, by seats: {sizes}.\n"
    )
    return [
        "## Observations\n",
        about,
        _without_empty(["Field", "Shape", "Highest", "Meaning"], rows),
    ]


# ---- what is in the box --------------------------------------------------------------------------------------------


def _ids(game: Game) -> list[str]:
    """Every table of the catalogue with ids."""
    parts: list[str] = []
    for key, entries in game.display.catalogue().items():
        if isinstance(entries, dict) and all(isinstance(entry, dict) for entry in entries.values()):
            parts.append(f"### {key}\n\n" + _catalogue_table(entries))
    return parts


def _catalogue_table(entries: dict[str, dict[str, Any]]) -> str:
    """Ids with names in both languages and the figures that all entries have."""
    columns: list[str] = []
    for entry in entries.values():
        columns += [key for key in entry if key not in columns and _is_figure(key, entry[key])]
    rows: list[list[str]] = []
    for identifier, entry in entries.items():
        name = entry.get("name", entry if _is_words(entry) else entry.get("text", ""))
        english, german = (name["en"], name["de"]) if isinstance(name, dict) else (name, name)
        cells = [_cell(entry[key]) if key in entry else "" for key in columns]
        rows.append([f"`{identifier}`", english, german, *cells])
    return _without_empty(["Id", "English", "German", *columns], rows)


def _is_figure(key: str, value: Any) -> bool:
    """Whether a part of an entry is neither a name nor a text."""
    return key not in ("name", "en", "de") and not _is_words(value)


def _is_words(value: Any) -> bool:
    return isinstance(value, dict) and {"en", "de"} <= value.keys()


def _cell(value: Any) -> str:
    """A figure in a cell; of something with parts, the ids of the parts."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_cell(part) for part in value)
    if isinstance(value, dict):
        first = next(iter(value.values()), "")
        parts = next((_cell(part) for part in value.values() if isinstance(part, list)), "")
        return (f"{first} ({parts})" if parts else first) if isinstance(first, str) else ""
    return "" if value is None else str(value)


def _without_empty(head: list[str], rows: list[list[str]]) -> str:
    """A table without its empty columns."""
    kept = [index for index in range(len(head)) if any(row[index] for row in rows)]
    return _markdown([head[index] for index in kept], [[row[index] for index in kept] for row in rows])


def _markdown(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)
