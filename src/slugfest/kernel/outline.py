"""Any JSON as indented lines: the plainest picture of a board, for games that draw none of their own."""

from __future__ import annotations

from typing import Any


def outline(value: Any, indent: str = "") -> list[str]:
    """One line for what is short, an indented block for what is not."""
    if isinstance(value, dict):
        pairs = [(str(key).replace("_", " "), child) for key, child in value.items()]
    elif isinstance(value, list) and any(isinstance(child, dict | list) for child in value):
        pairs = [(str(number), child) for number, child in enumerate(value, 1)]
    else:
        return [indent + in_a_line(value)]
    lines: list[str] = []
    for key, child in pairs:
        if isinstance(child, dict | list) and child:
            lines.append(f"{indent}{key}:")
            lines += outline(child, indent + "  ")
        else:
            lines.append(f"{indent}{key}: {in_a_line(child)}")
    return lines


def in_a_line(value: Any) -> str:
    """A value without structure, as people write it."""
    if value is None or value == [] or value == {}:
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, list):
        return ", ".join(in_a_line(child) for child in value)
    return str(value)
