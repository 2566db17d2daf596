"""The schema of expectations, and a validator whose errors name file, key and reason."""

from __future__ import annotations

import re
from typing import Any, Final

from slugfest.kernel import ContentError

Schema = dict[str, Any]

SEAT: Final = r"^P[1-9][0-9]?$"
OBSERVER: Final = r"^(P[1-9][0-9]?|spectator)$"
RULE: Final = r"^[A-Z]{2,4}-[A-Z]?[0-9]+[a-z]?$"
MOVE: Final = r"^P[1-9][0-9]?: .+$"


def text(about: str, pattern: str = "") -> Schema:
    return {"type": "string", "description": about} | ({"pattern": pattern} if pattern else {"minLength": 1})


def listing(about: str, items: Schema, least: int = 0) -> Schema:
    return {"type": "array", "description": about, "items": items, "minItems": least}


def table(about: str, properties: dict[str, Schema], required: list[str]) -> Schema:
    return {
        "type": "object",
        "description": about,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def by_observer(about: str, value: Schema) -> Schema:
    return {
        "type": "object",
        "description": about,
        "patternProperties": {OBSERVER: value},
        "additionalProperties": False,
    }


def words(about: str) -> Schema:
    return table(about, {"en": text("in English"), "de": text("in German")}, ["en", "de"])


FREE: Final[Schema] = {"type": "object", "description": "as the game's position document has it"}
OUTCOME: Final = table(
    "how the game ended",
    {
        "reason": text("the reason's code"),
        "winners": listing("the seats of rank 1", text("a seat", SEAT)),
        "ranks": listing("a rank a seat", {"type": "integer", "description": "1 is best"}),
        "scores": listing("a score a seat", {"type": "integer", "description": "points"}),
    },
    [],
)

CHANCE: Final = listing(
    "how chance falls meanwhile, number by number",
    {"type": "integer", "minimum": 0, "description": "the number drawn, from 0"},
)

# Expectations by key.
EXPECTED: Final[dict[str, Schema]] = {
    "then": {**FREE, "description": "what the position must contain after the step"},
    "events": listing(
        "what must happen, in this order, among other things",
        {
            "type": "object",
            "description": "an event: its kind and any of its facts, secret ones too",
            "properties": {"kind": text("the kind of event")},
            "required": ["kind"],
        },
    ),
    "no_events": listing("kinds of events that must not happen", text("a kind of event")),
    "view": by_observer("what somebody must see on the board", FREE),
    "hidden": by_observer(
        "what must show up nowhere in somebody's view, nor in what they hear",
        listing("words", text("a word, such as a card's id")),
    ),
    "actors": listing("who owes a move now", text("a seat", SEAT)),
    "legal": listing("moves that must be legal now", text("a move", MOVE)),
    "not_legal": listing("moves that must not be legal now", text("a move", MOVE)),
    "moves": {
        "type": "object",
        "description": "all legal moves of a seat, in any order",
        "patternProperties": {SEAT: listing("moves", text("a move without the seat"))},
        "additionalProperties": False,
    },
    "outcome": {
        "description": "how the game ended; false if it goes on",
        "oneOf": [{"const": False}, OUTCOME],
    },
}

_TYPES: Final[dict[str, tuple[type, str]]] = {
    "object": (dict, "a table"),
    "array": (list, "a list"),
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
}


def require(file: str, value: Any, schema: Schema, key: str = "") -> None:
    """Raise :class:`ContentError` at the first fault against the schema."""
    if "oneOf" in schema:
        if value is False:
            return
        schema = schema["oneOf"][1]
    kind, wanted = _TYPES[schema["type"]]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ContentError(file, key or "file", f"{wanted} is needed ({schema['description']})")
    if isinstance(value, str):
        _require_text(file, value, schema, key)
    elif isinstance(value, int):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            raise ContentError(file, key, f"{value} is out of range ({schema['description']})")
    elif isinstance(value, list):
        if len(value) < schema["minItems"]:
            raise ContentError(
                file, key, f"at least {schema['minItems']} is needed ({schema['description']})"
            )
        for index, item in enumerate(value):
            require(file, item, schema["items"], f"{key}[{index + 1}]")
    elif isinstance(value, dict):
        _require_table(file, value, schema, key)


def _require_text(file: str, value: str, schema: Schema, key: str) -> None:
    if "pattern" in schema and not re.search(schema["pattern"], value):
        raise ContentError(file, key, f"“{value[:60]}” does not look like {schema['description']}")
    if not value.strip() and schema.get("minLength", 1):
        raise ContentError(file, key, "the text is empty")


def _require_table(file: str, value: dict[str, Any], schema: Schema, key: str) -> None:
    for name in schema.get("required", []):
        if name not in value:
            raise ContentError(file, f"{key}.{name}" if key else name, "is missing")
    for name, item in value.items():
        inner = _schema_of(name, schema)
        where = f"{key}.{name}" if key else name
        if inner is not None:
            require(file, item, inner, where)
        elif schema.get("additionalProperties", True) is False:
            known = ", ".join(schema.get("properties") or schema.get("patternProperties") or [])
            raise ContentError(file, where, f"is not known; there may be {known}")


def _schema_of(name: str, schema: Schema) -> Schema | None:
    for key, inner in schema.get("properties", {}).items():
        if key == name:
            found: Schema = inner
            return found
    for pattern, inner in schema.get("patternProperties", {}).items():
        if re.search(pattern, name):
            matched: Schema = inner
            return matched
    return None
