"""What is in the box, read from ``content.toml`` and checked once (KC-1 to KC-5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from slugfest.kernel import ContentError, Text, load_toml, text_of

HERE: Final = Path(__file__).parent
VILLAIN: Final = 4  # in Box.family; heroes have the index of their type, 0 to 3
WEAPON: Final = 5

_SOURCES: Final = ("seed", "public", "house")
_COPY_LETTERS: Final = "abcdefgh"


class Box:
    """All cards by number, in the order of their ids: heroes by type, villains, weapons (KC-5)."""

    def __init__(self) -> None:
        self.version = 1
        self.limits: dict[str, int] = {}
        self.ids: list[str] = []
        self.names: list[Text] = []
        self.values: list[int] = []
        self.family: list[int] = []  # hero type 0-3, VILLAIN or WEAPON
        self.alike: list[int] = []  # the first card that plays exactly like this one
        self.type_keys: list[str] = []
        self.type_names: list[Text] = []

    def kind(self, card: int) -> str:
        family = self.family[card]
        return "villain" if family == VILLAIN else "weapon" if family == WEAPON else "hero"


def load_box(path: Path) -> Box:
    """Read a content file; a broken one is refused with file, key and reason."""
    data = load_toml(path)
    box = Box()
    box.version = _number(path, "version", data.get("version"), 1, 10**6)
    limits = data.get("limits")
    if not isinstance(limits, dict):
        raise ContentError(path.name, "limits", "the table is missing")
    for key, (low, high) in _LIMITS.items():
        box.limits[key] = _number(path, f"limits.{key}", limits.get(key), low, high)
    for key in limits:
        if key not in _LIMITS:
            raise ContentError(path.name, f"limits.{key}", "unknown key")
    _read_types(box, path, data.get("type"))
    _read_cards(box, path, data.get("card"))
    _check_deal(box, path)
    return box


_LIMITS: Final = {
    "hand": (1, 9),
    "row": (1, 9),
    "dealt_to_hand": (1, 9),
    "dealt_to_row": (0, 9),
    "min_seats": (2, 6),
    "max_seats": (2, 6),
    "turn_cap_per_seat": (1, 10_000),
}


def _read_types(box: Box, path: Path, entries: Any) -> None:
    if not isinstance(entries, list) or len(entries) != VILLAIN:
        raise ContentError(path.name, "type", f"exactly {VILLAIN} hero types are needed")
    for index, entry in enumerate(entries):
        key = f"type[{index}]"
        box.type_names.append(text_of(path.name, key, entry))
        box.type_keys.append(_word(path, f"{key}.key", entry.get("key")))
        _check_source(path, key, entry.get("source"))


def _read_cards(box: Box, path: Path, entries: Any) -> None:
    if not isinstance(entries, list) or not entries:
        raise ContentError(path.name, "card", "no cards")
    read: list[tuple[int, int, str, Text, int, int]] = []
    first_of: dict[str, str] = {}
    for index, entry in enumerate(entries):
        key = f"card[{index}]"
        name = text_of(path.name, key, entry)
        stem = _word(path, f"{key}.id", entry.get("id"))
        family = _family(box, path, key, entry)
        value = _number(path, f"{key}.value", entry.get("value"), 0, 99)
        copies = _number(path, f"{key}.copies", entry.get("copies"), 1, len(_COPY_LETTERS))
        _check_source(path, key, entry.get("source"))
        if stem in first_of:
            raise ContentError(path.name, f"{key}.id", f"{stem} stands there twice")
        first_of[stem] = key
        for copy in range(copies):
            identifier = stem + _COPY_LETTERS[copy] if copies > 1 else stem
            read.append((family, index, identifier, name, value, copy))
    read.sort(key=lambda card: (card[0], card[1], card[5]))
    for family, _, identifier, name, value, _ in read:
        card = len(box.ids)
        box.ids.append(identifier)
        box.names.append(name)
        box.values.append(value)
        box.family.append(family)
        twin = card
        for earlier in range(card):
            if family >= VILLAIN and box.family[earlier] == family and box.values[earlier] == value:
                twin = earlier
                break
        box.alike.append(twin)


def _family(box: Box, path: Path, key: str, entry: dict[str, Any]) -> int:
    kind = entry.get("kind")
    if kind == "villain":
        return VILLAIN
    if kind == "weapon":
        return WEAPON
    if kind != "hero":
        raise ContentError(path.name, f"{key}.kind", f"hero, villain or weapon is needed, not {kind!r}")
    if entry.get("type") not in box.type_keys:
        raise ContentError(path.name, f"{key}.type", f"one of {', '.join(box.type_keys)} is needed")
    return box.type_keys.index(entry["type"])


def _check_deal(box: Box, path: Path) -> None:
    limits = box.limits
    if limits["min_seats"] > limits["max_seats"]:
        raise ContentError(path.name, "limits.min_seats", "is more than max_seats")
    if limits["dealt_to_hand"] > limits["hand"]:
        raise ContentError(path.name, "limits.dealt_to_hand", "is more than a hand holds")
    if limits["dealt_to_row"] > limits["row"]:
        raise ContentError(path.name, "limits.dealt_to_row", "is more than a row holds")
    held = limits["max_seats"] * (limits["hand"] + limits["row"])
    if len(box.ids) <= held:
        raise ContentError(path.name, "card", f"{len(box.ids)} cards; more than {held} are needed (KC-45)")


def _number(path: Path, key: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ContentError(path.name, key, f"a whole number from {low} to {high} is needed, not {value!r}")
    return value


def _word(path: Path, key: str, value: Any) -> str:
    if not isinstance(value, str) or not value.replace("-", "").isalnum():
        raise ContentError(path.name, key, f"a short word is needed, not {value!r}")
    return value


def _check_source(path: Path, key: str, value: Any) -> None:
    for source in value.values() if isinstance(value, dict) else [value]:
        if source not in _SOURCES:
            raise ContentError(
                path.name, f"{key}.source", f"{' or '.join(_SOURCES)} is needed, not {source!r}"
            )


BOX: Final = load_box(HERE / "content.toml")
CARDS: Final[int] = len(BOX.ids)
HAND: Final[int] = BOX.limits["hand"]
ROW: Final[int] = BOX.limits["row"]
EMPTY: Final = -1  # no card here
