"""What a scenario file may say: the schema, and a reader that refuses everything else by file, key and reason.

``scenarios/schema.json`` is printed from here; editors use it, the reader uses this.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from slugfest.kernel import ContentError

Schema = dict[str, Any]

SEAT: Final = r"^P[1-9][0-9]?$"
OBSERVER: Final = r"^(P[1-9][0-9]?|spectator)$"
RULE: Final = r"^[A-Z]{2,4}-[A-Z]?[0-9]+[a-z]?$"
MOVE: Final = r"^P[1-9][0-9]?: .+$"


def _text(about: str, pattern: str = "") -> Schema:
    return {"type": "string", "description": about} | ({"pattern": pattern} if pattern else {"minLength": 1})


def _list(about: str, items: Schema, least: int = 0) -> Schema:
    return {"type": "array", "description": about, "items": items, "minItems": least}


def _table(about: str, properties: dict[str, Schema], required: list[str]) -> Schema:
    return {
        "type": "object",
        "description": about,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _by_observer(about: str, value: Schema) -> Schema:
    return {
        "type": "object",
        "description": about,
        "patternProperties": {OBSERVER: value},
        "additionalProperties": False,
    }


def _words(about: str) -> Schema:
    return _table(about, {"en": _text("in English"), "de": _text("in German")}, ["en", "de"])


_FREE: Final[Schema] = {"type": "object", "description": "as the game's position document has it"}
_OUTCOME: Final = _table(
    "how the game ended",
    {
        "reason": _text("the reason's code"),
        "winners": _list("the seats of rank 1", _text("a seat", SEAT)),
        "ranks": _list("a rank a seat", {"type": "integer", "description": "1 is best"}),
        "scores": _list("a score a seat", {"type": "integer", "description": "points"}),
    },
    [],
)

STEP: Final = _table(
    "one move, or a look at the table, and what must be true after it",
    {
        "move": _text("who does what, as in a record: “P1: PASS”", MOVE),
        "say": _words("what a teacher says when this happens"),
        "chance": _list(
            "how chance falls in this step, number by number",
            {"type": "integer", "minimum": 0, "description": "the number drawn, from 0"},
        ),
        "rejected": _table(
            "the move is refused like this, and nothing changes",
            {"code": _text("the refusal's code"), "rule": _text("the rule it names", RULE)},
            ["code"],
        ),
        "then": {**_FREE, "description": "what the position must contain after the step"},
        "events": _list(
            "what must happen, in this order, among other things",
            {
                "type": "object",
                "description": "an event: its kind and any of its facts, secret ones too",
                "properties": {"kind": _text("the kind of event")},
                "required": ["kind"],
            },
        ),
        "no_events": _list("kinds of events that must not happen", _text("a kind of event")),
        "view": _by_observer("what somebody must see on the board", _FREE),
        "hidden": _by_observer(
            "what must show up nowhere in somebody's view, nor in what they hear",
            _list("words", _text("a word, such as a card's id")),
        ),
        "actors": _list("who owes a move now", _text("a seat", SEAT)),
        "legal": _list("moves that must be legal now", _text("a move", MOVE)),
        "not_legal": _list("moves that must not be legal now", _text("a move", MOVE)),
        "moves": {
            "type": "object",
            "description": "all legal moves of a seat, in any order",
            "patternProperties": {SEAT: _list("moves", _text("a move without the seat"))},
            "additionalProperties": False,
        },
        "outcome": {
            "description": "how the game ended; false if it goes on",
            "oneOf": [{"const": False}, _OUTCOME],
        },
    },
    [],
)

BRANCH: Final = _table(
    "one way on from the given position",
    {
        "title": _words("what this way is about"),
        "example": _text("the number of the worked example it tells", RULE),
        "say": _words("what a teacher says before it"),
        "step": _list("what happens, step by step", STEP, 1),
    },
    ["title", "step"],
)

SCENARIO: Final = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A scenario of Slugfest",
    **_table(
        "A worked example: given a position, when these moves are made, then this is so.",
        {
            "game": _text("the game's id"),
            "title": _words("what it is about"),
            "rules": _list("the numbers of the rules it exercises", _text("a rule's number", RULE), 1),
            "example": _text("the number of the worked example it tells", RULE),
            "say": _words("what a teacher says before it starts"),
            "seats": {
                "type": "integer",
                "minimum": 1,
                "maximum": 99,
                "description": "how many; else the fewest",
            },
            "options": {"type": "object", "description": "options that differ from the defaults"},
            "given": {**_FREE, "description": "the position to start from; without it a new game is dealt"},
            "seed": {
                "type": "integer",
                "minimum": 0,
                "description": "the seed of all chance not told otherwise",
            },
            "step": _list("what happens, step by step; before any branch, if there are branches", STEP, 1),
            "branch": _list("several ways on from the same position, each played for itself", BRANCH, 2),
        },
        ["game", "title", "rules"],
    ),
}


def schema_text() -> str:
    """The schema as a file."""
    return json.dumps(SCENARIO, indent=2, ensure_ascii=False) + "\n"


_TYPES: Final[dict[str, tuple[type, str]]] = {
    "object": (dict, "a table"),
    "array": (list, "a list"),
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
}


def require(file: str, value: Any, schema: Schema = SCENARIO, key: str = "") -> None:
    """Refuse whatever the schema does not allow, naming the first fault."""
    if "oneOf" in schema:
        if value is False:
            return
        schema = schema["oneOf"][1]
    kind, wanted = _TYPES[schema["type"]]
    if not isinstance(value, kind) or isinstance(value, bool):
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
    if not value.strip():
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


if __name__ == "__main__":
    print(schema_text(), end="")
