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
MOST_LETTERS: Final = 1000  # of a text
MOST_IN_NAME: Final = 120
_CALLED: Final = ("en", "de", "name")
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,29}")  # moves and records name pieces by it
_ANY: Final = "*"  # a table whose keys are numbers
_NUMBER: Final = re.compile(r"-?\d+")
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


def check_additions(data: dict[str, Any], additions: Additions, optional: list[str], file: str) -> None:
    """Refuse keys of new entries that nobody reads, and texts that no board can show.

    ``data`` is the game's own content; ``optional`` are keys that none of its entries has."""
    for path, entries in additions.items():
        name, _ = _list_at(data, path, file)
        shape = _shape(data)
        for step in name.split("."):
            shape = shape.get(step, shape)  # the names of entries are no keys
        for number, entry in enumerate(entries, 1):
            _check_entry(entry, {**shape, _PORTRAIT: {}}, optional, file, f"add.{path}[{number}]")


def check_text(text: Any, file: str, key: str, most: int = MOST_LETTERS) -> None:
    """Refuse a text that is too long or has letters that cannot be seen; anything else is left to the game's reader."""
    if not isinstance(text, str):
        return
    if len(text) > most:
        raise ContentError(
            file,
            key,
            f"a text of at most {most} letters is needed",
            f"hier passen höchstens {most} Zeichen hin",
        )
    if not text.replace("\n", "").isprintable():
        raise ContentError(
            file,
            key,
            f"there is a letter in it that cannot be seen: {text!r}",
            f"darin ist ein Zeichen, das man nicht sieht: {text!r}",
        )


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
            wanted = before.removesuffix(".") or key  # [add.card] with one bracket is a table, not an entry
            raise ContentError(
                file,
                f"add.{name}",
                f"entries are needed: write [[add.{wanted}]] before each, with two brackets",
                f"hier gehören Einträge hin: Schreib [[add.{wanted}]] vor jeden, mit zwei Klammern",
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


def _check_entry(entry: Entry, shape: dict[str, Any], optional: list[str], file: str, where: str) -> None:
    keys = [*shape, *optional]  # a list of its own: mypyc 2.4.1 crashes at a star behind "in"
    for key, value in entry.items():
        if key not in keys and key != _SOURCE and _ANY not in shape:
            known = ", ".join(word for word in keys if word != _SOURCE)
            raise ContentError(
                file,
                f"{where}.{key}",
                f"unknown key; there are {known}",
                f"das gibt es nicht; es gibt {known}",
            )
        inside = shape.get(key, {})
        if isinstance(value, dict) and inside:
            _check_entry(value, inside, [], file, f"{where}.{key}")
        elif _is_list(value) and inside:
            for number, part in enumerate(value, 1):
                _check_entry(part, inside, [], file, f"{where}.{key}[{number}]")
        elif key in _NAMING and isinstance(value, str) and not _ID.fullmatch(value):
            raise ContentError(
                file,
                f"{where}.{key}",
                f"at most 30 letters from a to z, digits, - and _ are needed, not {value!r}",
                f"hier gehören höchstens 30 Buchstaben von a bis z, Ziffern, - und _ hin, nicht {value!r}",
            )
        else:
            most = MOST_IN_NAME if key in _CALLED else MOST_LETTERS
            for text in value if isinstance(value, list) else [value]:
                check_text(text, file, f"{where}.{key}", most)


def _shape(node: Any) -> dict[str, Any]:
    """The keys of a table, each with those inside; of a list the keys of all its entries."""
    if isinstance(node, dict):
        if node and all(_NUMBER.fullmatch(key) for key in node):
            return {_ANY: {}}
        return {key: _shape(value) for key, value in node.items()}
    found: dict[str, Any] = {}
    for part in node if _is_list(node) else ():
        for key, inside in _shape(part).items():
            found[key] = {**found.get(key, {}), **inside}
    return found


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def _with_source(entry: Entry) -> Entry:
    """A copy of an entry in which everything that has no source is the variant's own."""
    copy: Entry = {_SOURCE: _OWN}
    for key, value in entry.items():
        copy[key] = [_with_source(part) for part in value] if _is_list(value) else value
    return copy


__all__ = [
    "EXAMPLE",
    "MOST_IN_NAME",
    "MOST_LETTERS",
    "Additions",
    "added",
    "check_additions",
    "check_text",
    "lists",
    "portraits",
    "read_additions",
    "where_added",
]
