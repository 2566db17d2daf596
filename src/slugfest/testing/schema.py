"""The schema of scenario files. ``scenarios/schema.json``, for editors, is printed from here."""

from __future__ import annotations

import json
from typing import Final

from .expectations.schema import CHANCE, EXPECTED, FREE, MOVE, RULE, listing, table, text, words

STEP: Final = table(
    "one move, or a look at the table, and what must be true after it",
    {
        "move": text("who does what, as in a record: “P1: PASS”", MOVE),
        "say": words("what a teacher says when this happens"),
        "chance": {**CHANCE, "description": "how chance falls in this step, number by number"},
        "rejected": table(
            "the move is refused like this, and nothing changes",
            {"code": text("the refusal's code"), "rule": text("the rule it names", RULE)},
            ["code"],
        ),
        **EXPECTED,
    },
    [],
)

BRANCH: Final = table(
    "one way on from the given position",
    {
        "title": words("what this way is about"),
        "example": text("the number of the worked example it shows", RULE),
        "say": words("what a teacher says before it"),
        "step": listing("what happens, step by step", STEP, 1),
    },
    ["title", "step"],
)

SCENARIO: Final = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A scenario of Slugfest",
    **table(
        "A worked example: given a position, when these moves are made, then this is so.",
        {
            "game": text("the game's id"),
            "title": words("what it is about"),
            "rules": listing("the numbers of the rules it exercises", text("a rule's number", RULE), 1),
            "example": text("the number of the worked example it shows", RULE),
            "say": words("what a teacher says before it starts"),
            "seats": {
                "type": "integer",
                "minimum": 1,
                "maximum": 99,
                "description": "how many; else the fewest",
            },
            "options": {"type": "object", "description": "options that differ from the defaults"},
            "given": {**FREE, "description": "the position to start from; without it a new game is dealt"},
            "seed": {
                "type": "integer",
                "minimum": 0,
                "description": "the seed of all chance that is not scripted",
            },
            "step": listing("what happens, step by step; before any branch, if there are branches", STEP, 1),
            "branch": listing("several ways on from the same position, each played for itself", BRANCH, 2),
        },
        ["game", "title", "rules"],
    ),
}


def schema_text() -> str:
    """The schema as a file."""
    return json.dumps(SCENARIO, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
