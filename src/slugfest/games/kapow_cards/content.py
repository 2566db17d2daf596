"""What is in the box, read from ``content.toml`` and checked once (KC-1 to KC-5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal, get_args

from mypy_extensions import i64

from slugfest.kernel import Content, Text

HERE: Final = Path(__file__).parent
VILLAIN: Final = 4  # in Box.family; heroes have the index of their type, 0 to 3
WEAPON: Final = 5
MOST_CARDS: Final = 62  # in the box: sets of them are bits of one machine number

_COPY_LETTERS: Final = "abcdefgh"
HeroType = Literal["stars", "talents", "mutants", "researchers"]
HERO_TYPES: Final[tuple[HeroType, ...]] = get_args(HeroType)
CardKind = Literal["hero", "villain", "weapon"]
_KINDS: Final[tuple[CardKind, ...]] = get_args(CardKind)


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
        self.type_keys: list[HeroType] = []
        self.type_names: list[Text] = []

    def kind(self, card: int) -> CardKind:
        family = self.family[card]
        return "villain" if family == VILLAIN else "weapon" if family == WEAPON else "hero"


def load_box(path: Path) -> Box:
    """Read a content file; a broken one is refused with file, key and reason."""
    content = Content(path)
    box = Box()
    box.version = content.version()
    box.limits = content.limits(_LIMITS)
    _read_types(box, content)
    _read_cards(box, content)
    _check_deal(box, content)
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


def _read_types(box: Box, content: Content) -> None:
    for index, entry in enumerate(content.entries("type", VILLAIN)):
        key = f"type[{index}]"
        box.type_names.append(content.text(key, entry))
        box.type_keys.append(HERO_TYPES[content.one_of(f"{key}.key", entry.get("key"), HERO_TYPES)])
        content.source(key, entry.get("source"))


def _read_cards(box: Box, content: Content) -> None:
    read: list[tuple[int, int, str, Text, int, int]] = []
    ids: set[str] = set()  # in capitals, as texts of moves are compared
    for index, entry in enumerate(content.entries("card")):
        key = f"card[{index}]"
        name = content.text(key, entry)
        stem = content.word(f"{key}.id", entry.get("id"))
        family = _family(box, content, key, entry)
        value = content.number(f"{key}.value", entry.get("value"), 0, 99)
        copies = content.number(f"{key}.copies", entry.get("copies"), 1, len(_COPY_LETTERS))
        content.source(key, entry.get("source"))
        for copy in range(copies):
            identifier = stem + _COPY_LETTERS[copy] if copies > 1 else stem
            if identifier.upper() in ids or (not copy and stem.upper() in ids):
                raise content.fault(
                    f"{key}.id", f"{stem} stands there twice", f"{stem} steht zweimal da", entry["id"]
                )
            ids |= {identifier.upper(), stem.upper()}
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


def _family(box: Box, content: Content, key: str, entry: dict[str, Any]) -> int:
    kind = content.one_of(f"{key}.kind", entry.get("kind"), _KINDS)
    if _KINDS[kind] == "hero":
        return content.one_of(f"{key}.type", entry.get("type"), tuple(box.type_keys))
    return VILLAIN if _KINDS[kind] == "villain" else WEAPON


def _check_deal(box: Box, content: Content) -> None:
    limits = box.limits
    if limits["min_seats"] > limits["max_seats"]:
        raise content.fault("limits.min_seats", "is more than max_seats", "ist mehr als max_seats")
    if limits["dealt_to_hand"] > limits["hand"]:
        raise content.fault(
            "limits.dealt_to_hand", "is more than a hand holds", "ist mehr, als auf eine Hand passt"
        )
    if limits["dealt_to_row"] > limits["row"]:
        raise content.fault(
            "limits.dealt_to_row", "is more than a row holds", "ist mehr, als in eine Reihe passt"
        )
    held = limits["max_seats"] * (limits["hand"] + limits["row"])
    if len(box.ids) <= held:
        raise content.fault(
            "card",
            f"{len(box.ids)} cards; more than {held} are needed (KC-45)",
            f"{len(box.ids)} Karten; mehr als {held} sind nötig (KC-45)",
        )
    if len(box.ids) > MOST_CARDS:
        raise content.fault(
            "card",
            f"{len(box.ids)} cards; {MOST_CARDS} are the most: sets of cards are bits",
            f"{len(box.ids)} Karten; höchstens {MOST_CARDS} sind möglich",
        )


BOX: Final = load_box(HERE / "content.toml")
CARDS: Final[i64] = len(BOX.ids)
HAND: Final[i64] = BOX.limits["hand"]
ROW: Final[i64] = BOX.limits["row"]
EMPTY: Final = -1  # no card here
