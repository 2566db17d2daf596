"""Pieces that a variant adds to a game's content: new entries of its lists, checked by the game's own reader.

``[[add.card]]`` appends an entry to the list ``card``; ``[[add.joan.card]]`` appends one to the list ``card`` of the
entry called ``joan``, named like any other place (:mod:`.patches`). An added entry needs no ``source``: it is the
variant's own. It may bring a ``portrait`` (:mod:`.portraits`).
"""

from __future__ import annotations

import re
from typing import Any, Final

from .errors import ContentError
from .patches import find
from .portraits import Portrait, read_portrait

Entry = dict[str, Any]
Additions = dict[str, list[Entry]]  # by the full name of a list: its new entries

EXAMPLE: Final = "addition.toml"  # beside a game's content: a variant that adds a piece, to start from
_OWN: Final = "house"  # the source of whatever a variant adds
_SOURCE: Final = "source"
_PORTRAIT: Final = "portrait"
_NAMING: Final = ("id", "key")  # what no two entries of a list may share
_INDEXED: Final = re.compile(r"([a-z_]+)\[(\d+)\](.*)")


def read_additions(table: Any, file: str) -> Additions:
    """The table ``add`` of a variant's file: by the name of a list, its new entries."""
    if not isinstance(table, dict):
        raise ContentError(
            file,
            "add",
            "a table is needed: write [[add.LIST]] before each new entry",
            "hier gehört eine Tabelle hin: Schreib [[add.LISTE]] vor jeden neuen Eintrag",
        )
    found: Additions = {}
    _gather(table, "", found, file)
    return found


def added(data: dict[str, Any], additions: Additions, file: str) -> Additions:
    """Append all entries to their lists; returns them by the full names of these lists."""
    full: Additions = {}
    for path, entries in additions.items():
        name, there = _list_at(data, path, file)
        if name in full:
            raise ContentError(
                file,
                f"add.{path}",
                f"{name} gets entries twice; write them under one name",
                f"{name} bekommt zweimal Einträge; schreib sie unter einen Namen",
            )
        for number, entry in enumerate(entries, 1):
            for key in _NAMING:
                if key in entry and any(other.get(key) == entry[key] for other in there):
                    raise ContentError(
                        file,
                        f"add.{path}[{number}].{key}",
                        f"{name} has {entry[key]!r} already; choose another {key}, or change that one under [change]",
                        f"{name} hat {entry[key]!r} schon; wähl ein anderes {key}, oder ändere jenes unter [change]",
                    )
            if _PORTRAIT in entry:
                read_portrait(entry[_PORTRAIT], file, f"add.{path}[{number}].{_PORTRAIT}")
            there.append(_with_source(entry))
        full[name] = entries
    return full


def portraits(additions: Additions) -> dict[str, Portrait]:
    """The portraits of added entries, by their id, key or name."""
    found: dict[str, Portrait] = {}
    for entries in additions.values():
        for entry in entries:
            if _PORTRAIT in entry:
                name = entry.get("id", entry.get("key", entry.get("name")))
                found[str(name)] = entry[_PORTRAIT]
    return found


def lists(data: dict[str, Any]) -> list[str]:
    """The names of the lists of a content file that entries can be added to."""
    return [name for name, value in data.items() if _is_list(value)]


def where_added(key: str, data: dict[str, Any], additions: Additions) -> str:
    """The key of an error as the author of a variant knows it: ``card[56].value`` is ``add.card[1].value``.

    ``data`` is the content with everything added.
    """
    found = _INDEXED.fullmatch(key)
    if found is None or found[1] not in additions:
        return key
    number = int(found[2]) + 1 - (len(data[found[1]]) - len(additions[found[1]]))
    return f"add.{found[1]}[{number}]{found[3]}" if number > 0 else key


def _gather(table: dict[str, Any], before: str, found: Additions, file: str) -> None:
    for key, value in table.items():
        name = f"{before}{key}"
        if isinstance(value, dict):
            _gather(value, f"{name}.", found, file)
        elif _is_list(value):
            found[name] = value
        else:
            raise ContentError(
                file,
                f"add.{name}",
                f"entries are needed: write [[add.{name}]] before each",
                f"hier gehören Einträge hin: Schreib [[add.{name}]] vor jeden",
            )


def _list_at(data: dict[str, Any], path: str, file: str) -> tuple[str, list[Entry]]:
    there = data.get(path)
    name = path
    if there is None:
        try:
            place = find(data, path, file)
        except ContentError:
            place = None
        if place is not None and place.start < 0:
            there, name = place.value, place.path
    if not isinstance(there, list) or not _is_list(there):
        raise ContentError(
            file,
            f"add.{path}",
            f"nothing can be added there; there are {', '.join(lists(data))}",
            f"dort lässt sich nichts hinzufügen; es gibt {', '.join(lists(data))}",
        )
    return name, there


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def _with_source(entry: Entry) -> Entry:
    """A copy of an entry in which everything that has no source is the variant's own."""
    copy: Entry = {_SOURCE: _OWN}
    for key, value in entry.items():
        copy[key] = [_with_source(part) for part in value] if _is_list(value) else value
    return copy


__all__ = ["EXAMPLE", "Additions", "added", "lists", "portraits", "read_additions", "where_added"]
