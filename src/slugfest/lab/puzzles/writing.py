"""Write puzzles as lesson files, and read back what a file asks."""

from __future__ import annotations

import json
from typing import Any, Final

from slugfest.kernel import Facts, Game, SlugfestError, Text

_WIDTH: Final = 110
_BARE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def file_text(comment: str, raw: dict[str, Any]) -> str:
    """A puzzle as TOML: plain keys first, then one table after the other."""
    lines = [f"# {comment}"]
    tables = ("idea", "step")
    lines += [f"{key} = {value_text(value)}" for key, value in raw.items() if key not in tables]
    lines += ["", "[idea]", *_words(raw["idea"])]
    for step in raw["step"]:
        lines += ["", "[[step]]"]
        for key, value in step.items():
            if key in ("otherwise", "after"):
                lines += [f"{key}.{line}" for line in _words(value)]
            elif key not in ("given", "wrong"):
                lines.append(f"{key} = {value_text(value)}")
        lines += ["", "[step.given]"]
        lines += [f"{_key(key)} = {_block(value)}" for key, value in step["given"].items()]
        for wrong in step["wrong"]:
            lines += ["", "[[step.wrong]]"]
            for key, value in wrong.items():
                lines += (
                    [f"say.{line}" for line in _words(value)]
                    if key == "say"
                    else [f"{key} = {value_text(value)}"]
                )
    return "\n".join(lines) + "\n"


def _words(text: dict[str, str]) -> list[str]:
    return [f"{language} = {value_text(text[language])}" for language in ("en", "de")]


def _key(key: str) -> str:
    return key if key and set(key) <= _BARE else json.dumps(key)


def _block(value: Any) -> str:
    """A value of a position: a long list has an item a line."""
    flat = value_text(value)
    if not isinstance(value, list) or len(flat) <= _WIDTH:
        return flat
    lines: list[str] = []
    for item in map(value_text, value):
        if lines and not isinstance(value[0], dict) and len(lines[-1]) + len(item) < _WIDTH:
            lines[-1] += f" {item},"
        else:
            lines.append(f"    {item},")
    return "[\n" + "\n".join(lines) + "\n]"


def value_text(value: Any) -> str:
    """A value as TOML on one line; nothing is “-”, as in scenarios."""
    if value is None:
        return '"-"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(str(key))} = {value_text(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    return json.dumps(value, ensure_ascii=False)


def as_words(text: Text) -> dict[str, str]:
    return {"en": text.en, "de": text.de}


# ---- positions -----------------------------------------------------------------------------------------------------


def shortest(game: Game, position: Facts) -> Facts:
    """The position document without what the game assumes anyway."""
    wanted = _arranged(game, position, position["position"])
    document: Facts = json.loads(json.dumps(position["position"]))
    for part in _tables_of(document):
        for key in list(part):
            value = part.pop(key)
            if _arranged(game, position, document) != wanted:
                part[key] = value
    return document


def _tables_of(document: Facts) -> list[Facts]:
    """The document itself and the tables in its lists, inner ones last."""
    found = [document]
    for value in document.values():
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, dict)]
    return found


def _arranged(game: Game, position: Facts, document: Facts) -> Facts | None:
    try:
        state = game.set_up({**position, "position": document})
    except (SlugfestError, KeyError):
        return None
    return state.document()
