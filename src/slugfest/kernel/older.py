"""Numbers that a game had by older versions of its rules, in ``older.toml`` beside its ``content.toml``.

Each edition names the last version that was played with it and the places whose numbers were others than those of the
edition after it, by the names that variants use (:mod:`.patches`)::

    [[edition]]
    last = 2

    [edition.change]
    klonk.attack = 5

So a game that is retuned writes down what it changes, and whatever was played before keeps its numbers:
:meth:`.game_base.GameBase.as_of`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from .content import load_toml
from .errors import ContentError
from .patches import changed
from .variants import flat

OLDER: Final = "older.toml"


def read_older(content: Path) -> dict[int, dict[str, Any]]:
    """What is changed for each edition, by the last version of the rules that was played with it."""
    path = content.with_name(OLDER)
    found: dict[int, dict[str, Any]] = {}
    editions = load_toml(path).get("edition", []) if path.is_file() else []
    for number, edition in enumerate(editions if isinstance(editions, list) else [None], 1):
        if not isinstance(edition, dict) or set(edition) != {"last", "change"}:
            raise ContentError(OLDER, f"edition.{number}", "a table with last and change is needed")
        last, changes = edition["last"], edition["change"]
        if not isinstance(last, int) or last < 1 or last in found:
            raise ContentError(
                OLDER,
                f"edition.{number}.last",
                f"a version that no other edition has is needed, not {last!r}",
            )
        if not isinstance(changes, dict):
            raise ContentError(OLDER, f"edition.{number}.change", "a table is needed: place = value")
        found[last] = flat(changes)
    return found


def as_it_was(today: dict[str, Any], older: dict[int, dict[str, Any]], last: int) -> dict[str, Any]:
    """Today's content with older numbers written over it, back to an edition."""
    for known in sorted(older, reverse=True):
        if known >= last:
            changed(today, older[known], OLDER)
    today["version"] = last
    return today
