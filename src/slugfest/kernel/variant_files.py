"""The file of a variant: written from what was edited, and read back as the same variant."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from .content import parse_toml
from .errors import ContentError
from .variants import Variant, slug, variant_in

MOST: Final = 64 * 1024  # characters of a variant that comes from elsewhere
MOST_STEPS: Final = 32  # of a name with dots, which takes memory by the square of them
_DOTTED: Final = re.compile(r"[\w\"'\-. \t]+")
_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_CALLED: Final = "variant"


def toml_of(variant: Variant) -> str:
    """The text of a variant's file. A variant with a whole content of its own has none: it is more than one file."""
    if variant.content is not None:
        raise ContentError(
            variant.file,
            "content",
            "it has a whole file as its content",
            "sie hat eine ganze Datei als Inhalt",
        )
    lines = [f"game = {_value(variant.game)}", f"name = {_value(variant.name.as_json())}"]
    if variant.key != slug(variant.name.en):
        lines.append(f"id = {_value(variant.key)}")
    if variant.changes:
        lines += ["", "[change]"]
        lines += [f"{_key(path)} = {_value(value)}" for path, value in variant.changes.items()]
    for name, entries in variant.additions.items():
        for entry in entries:
            _write_entry(f"add.{_key(name)}", entry, lines)
    return "\n".join(lines) + "\n"


def data_of(text: str) -> dict[str, Any]:
    """What the text of a variant's file says; nothing but its form is checked yet."""
    if len(text) > MOST:
        raise ContentError(
            _CALLED, "file", f"is longer than {MOST} characters", f"ist länger als {MOST} Zeichen"
        )
    if any(run.count(".") > MOST_STEPS for run in _DOTTED.findall(text)):
        raise ContentError(
            _CALLED,
            "file",
            f"has a name of more than {MOST_STEPS} parts",
            f"hat einen Namen aus mehr als {MOST_STEPS} Teilen",
        )
    data = parse_toml(text.lstrip("\ufeff"), _CALLED)
    if "content" in data:
        raise ContentError(
            _CALLED,
            "content",
            "a variant that needs a second file cannot be opened here",
            "eine Variante, die eine zweite Datei braucht, lässt sich hier nicht öffnen",
        )
    return data


def variant_from_data(data: dict[str, Any]) -> Variant:
    """The variant that such data describe, its places found; the game's reader has not seen it yet."""
    from .registry import content_file

    return variant_in(data, _CALLED, content_file)


def edits_of(variant: Variant) -> dict[str, Any]:
    """A variant as the form edits it."""
    return {
        "game": variant.game,
        "name": variant.name.as_json(),
        "change": variant.changes,
        "add": variant.additions,
    }


def _write_entry(name: str, entry: dict[str, Any], lines: list[str]) -> None:
    inside = {key: value for key, value in entry.items() if _is_entries(value)}
    lines += ["", f"[[{name}]]"]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in entry.items() if key not in inside]
    for key, rows in inside.items():
        for row in rows:
            _write_entry(f"{name}.{_key(key)}", row, lines)


def _is_entries(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(str(key))} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


__all__ = ["MOST", "data_of", "edits_of", "toml_of", "variant_from_data"]
