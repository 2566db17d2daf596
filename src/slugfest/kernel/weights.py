"""The fitted numbers of a game's estimate: ``estimate.toml`` beside ``content.toml``, a table for each kind of game.

A game reads them once, when it is imported. ``slugfest lab fit`` finds them anew and writes them there.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

from mypy_extensions import mypyc_attr

from .content import Content

_MOST: Final = 1000.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Weights:
    """One table of the file: what each term of :meth:`Search.estimate_terms` weighs in the exponent of the odds.

    A row of terms may go on after the last key: such terms take part in a fit, so that the others are not credited with
    what they do, and are forgotten. The last ``cut`` terms of the file are summed up by themselves and count only where
    that sum is above 0.
    """

    def __init__(self, file: Path, table: str, keys: list[str], values: list[float], cut: int = 0) -> None:
        self.file = file
        self.table = table
        self.keys = keys
        self.values = values
        self.cut = cut

    def changed(self, values: list[float]) -> Weights:
        """The same with other numbers."""
        return Weights(self.file, self.table, self.keys, values, self.cut)

    def strength(self, terms: list[float]) -> float:
        """How a side stands that has these terms."""
        plain = len(self.keys) - self.cut
        total = 0.0
        token = 0.0
        for index in range(len(self.keys)):
            if index < plain:
                total += self.values[index] * terms[index]
            else:
                token += self.values[index] * terms[index]
        return total + token if token > 0.0 else total

    def chances(self, rows: list[list[float]], sure: list[float]) -> list[float]:
        """Each side's chance to win. ``sure`` is what each has already; the strengths share the rest."""
        strengths = [self.strength(row) for row in rows]
        strongest = max(strengths)
        parts = [math.exp(strength - strongest) for strength in strengths]
        total = 0.0
        rest = 1.0
        for part in parts:
            total += part
        for share in sure:
            rest -= share
        found: list[float] = []
        for side in range(len(rows)):
            found.append((sure[side] if sure else 0.0) + rest * parts[side] / total)
        return found


def read_weights(path: Path, table: str, keys: list[str], cut: int = 0) -> Weights:
    """A table of the file: exactly these keys, each a number, and a sentence ``fitted`` on where they come from."""
    content = Content(path)
    found = content.table(table, content.data.get(table))
    values: list[float] = []
    for key in keys:
        values.append(_decimal(content, f"{table}.{key}", found.get(key)))
    for key in found:
        if key not in keys and key != "fitted":
            raise content.fault(f"{table}.{key}", "unknown key")
    if not isinstance(found.get("fitted"), str) or not found["fitted"]:
        raise content.fault(f"{table}.fitted", "a sentence on where the numbers come from is needed")
    return Weights(path, table, keys, values, cut)


def _decimal(content: Content, key: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= _MOST:
        raise content.fault(key, f"a number from {-_MOST:g} to {_MOST:g} is needed, not {value!r}")
    return float(value)
