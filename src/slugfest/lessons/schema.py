"""The schema of lesson files, described in ``docs/lessons.md``."""

from __future__ import annotations

from typing import Final

from slugfest.testing.expectations.schema import (
    CHANCE,
    EXPECTED,
    FREE,
    MOVE,
    RULE,
    SEAT,
    Schema,
    listing,
    table,
    text,
    words,
)

KEY: Final = r"^[a-z][a-z_-]*(:[A-Za-z0-9._+*-]+)?(@[A-Za-z0-9._-]+)?$"  # a star: the starting copy of a card

_MOVES: Final = listing("moves of the learner, without the seat", text("a move"), 1)
_SCRIPTED: Final = table(
    "one move of a script, with the chance that falls in it",
    {"move": text("who does what", MOVE), "chance": CHANCE},
    ["move"],
)
_SCRIPT: Final = listing("what is done, move by move", _SCRIPTED)
_GOAL: Final = table(
    "what must be so, in the words of a scenario's steps",
    {key: EXPECTED[key] for key in ("then", "events", "no_events", "view", "outcome")},
    [],
)
RATED_BOTS: Final = ("random", "easy", "medium", "hard")  # whose rates of solving make a puzzle's rating
_FLAG: Final[Schema] = {"type": "boolean", "description": "true or false"}

WRONG: Final = table(
    "a likely mistake and its answer",
    {
        "moves": _MOVES,
        "via": _MOVES,
        "when": _GOAL,
        "say": words("why it was no good"),
        "rule": text("the rule to read on", RULE),
        "script": _SCRIPT,
    },
    ["say"],
)

STEP: Final = table(
    "one question, or something to look at",
    {
        "given": {**FREE, "description": "the position; without it the last step's goes on"},
        "deal": {**_FLAG, "description": "a new game is dealt"},
        "before": _SCRIPT,
        "say": listing("what the voice says: one or two bubbles", words("a bubble"), 1),
        "point": listing("what it points at", text("a key", KEY)),
        "accept": listing("lines that are right", _MOVES, 1),
        "any_order": {**_FLAG, "description": "the moves of a line may come in any order"},
        "by_result": {**_FLAG, "description": "ways that lead to the same count as the same"},
        "goal": _GOAL,
        "chance": CHANCE,
        "others": listing("what the others do whenever they owe a move", text("who does what", MOVE)),
        "wrong": listing("likely mistakes", WRONG),
        "otherwise": words("the answer to any other way"),
        "script": _SCRIPT,
        "after": words("what the voice says when it worked"),
        "cheer": {**_FLAG, "description": "false: what is right here is meant to fail, so nobody says Yes"},
    },
    ["say"],
)

_LESSON: Final[dict[str, Schema]] = {
    "game": text("the game's id"),
    "idea": words("its closing line"),
    "rules": listing("the numbers of the rules it teaches", text("a rule's number", RULE), 1),
    "seats": {"type": "integer", "minimum": 1, "maximum": 99, "description": "how many; else the fewest"},
    "options": {"type": "object", "description": "options that differ from the defaults"},
    "you": text("the learner's seat", SEAT),
    "names": listing(
        "what the others are called, seat by seat",
        {"type": "string", "description": "a name", "minLength": 0},
    ),
    "seed": {
        "type": "integer",
        "minimum": 0,
        "description": "the seed of all chance that is not scripted",
    },
    "step": listing("what happens, step by step", STEP, 1),
}

LESSON: Final = table(
    "A lesson.",
    {**_LESSON, "title": words("what it is called")},
    ["game", "title", "idea", "rules", "step"],
)

_PERCENT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 100, "description": "in percent"}

PUZZLE: Final = table(
    "A puzzle: a lesson of one step.",
    {
        **_LESSON,
        "rating": {"type": "integer", "minimum": 0, "maximum": 4000, "description": "how hard it is"},
        "solved": table(
            "how often bots solve it, in percent", dict.fromkeys(RATED_BOTS, _PERCENT), list(RATED_BOTS)
        ),
        "found": text("in which game it was found"),
    },
    ["game", "rating", "solved", "found", "idea", "step"],
)
