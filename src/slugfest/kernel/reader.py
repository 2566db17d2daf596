"""Readers of position documents: a missing or wrong value is refused with its place and the reason.

A place is written as in ``players[1].row[0].card``, so that the author of a document finds it at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import mypyc_attr

from .errors import PositionError
from .events import Facts

OPEN: Final = -1  # a component that a document leaves open

_REQUIRED: Final = object()
_TWICE: Final = "{} is in two places"


@mypyc_attr(allow_interpreted_subclasses=True)
class DocumentReader:
    """One object of a position document and its place in the document.

    Every method takes a key of the object. A missing key gives the default; without a default it is an error.
    Unknown keys are refused at once, so that a misspelled key does not go unnoticed.
    """

    def __init__(self, value: Any, known: tuple[str, ...], where: str = "") -> None:
        self.where = where
        if not isinstance(value, dict):
            raise PositionError(f"{where or 'position'}: an object with {', '.join(known)} is needed")
        for key in value:
            if key not in known:
                raise PositionError(
                    f"{where or 'position'}: unknown key {key!r}; known are {', '.join(known)}"
                )
        self.entry: Facts = value

    # ---- places and faults -----------------------------------------------------------------------------------

    def at(self, key: str) -> str:
        """The place of a key in the whole document."""
        return f"{self.where}.{key}" if self.where else key

    def fault(self, key: str, reason: str) -> PositionError:
        """An error about the value of a key."""
        return PositionError(f"{self.at(key)}: {reason}")

    def has(self, key: str) -> bool:
        """Whether a key is given and not null."""
        return self.entry.get(key) is not None

    # ---- values ----------------------------------------------------------------------------------------------

    def value(self, key: str, default: Any = None) -> Any:
        """The value of a key, unchecked."""
        return self.entry.get(key, default)

    def whole(self, key: str, low: int, high: int, default: Any = _REQUIRED) -> int:
        """A whole number within its bounds."""
        return whole(self.at(key), self._or(key, default), low, high)

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        return flag(self.at(key), self.entry.get(key, default))

    def one_of(self, key: str, words: tuple[str, ...] | list[str], default: Any = _REQUIRED) -> int:
        """The index of a word among those allowed."""
        return one_of(self.at(key), self._or(key, default), words)

    def number(self, key: str, most: int, default: Any = _REQUIRED) -> int:
        """A number that documents count from 1 and positions from 0."""
        return number(self.at(key), self._or(key, default), most)

    def seat(self, key: str, seats: int, default: Any = _REQUIRED) -> int:
        """A seat; documents count seats from 1, positions from 0. The ``default`` is a seat of a position."""
        if default is not _REQUIRED and key not in self.entry:
            return int(default)
        return seat(self.at(key), self.entry.get(key), seats)

    def seats(self, key: str, seats: int, default: Any = _REQUIRED) -> list[int]:
        """A list of seats; the ``default`` has seats of a position."""
        if default is not _REQUIRED and key not in self.entry:
            return list(default)
        listed = self.items(key, default=_REQUIRED)
        return [seat(f"{self.at(key)}[{index}]", value, seats) for index, value in enumerate(listed)]

    # ---- lists and objects -----------------------------------------------------------------------------------

    def items(self, key: str, count: int = -1, most: int = -1, default: Any = ()) -> list[Any]:
        """A list, of exactly ``count`` or at most ``most`` entries if given; empty if the key is missing."""
        return items(self.at(key), self._or(key, default), count, most)

    def child(self, key: str, known: tuple[str, ...], default: Any = _REQUIRED) -> DocumentReader:
        """The object under a key."""
        return DocumentReader(self._or(key, default), known, self.at(key))

    def children(
        self, key: str, known: tuple[str, ...], count: int = -1, default: Any = _REQUIRED
    ) -> list[DocumentReader]:
        """The objects of a list."""
        where = self.at(key)
        listed = items(where, self._or(key, default), count)
        return [DocumentReader(value, known, f"{where}[{index}]") for index, value in enumerate(listed)]

    def table(self, key: str, default: Any = _REQUIRED) -> Facts:
        """An object whose keys are names of the game (cards, boxes); the caller checks them."""
        value = self._or(key, default)
        if not isinstance(value, dict):
            raise self.fault(key, f"an object is needed, not {shown(value)}")
        return value

    def _or(self, key: str, default: Any) -> Any:
        if key in self.entry or default is _REQUIRED:
            return self.entry.get(key)
        return list(default) if isinstance(default, tuple) else default


# ---- values with their place -------------------------------------------------------------------------------------


def whole(where: str, value: Any, low: int, high: int) -> int:
    """A whole number within its bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{where}: a whole number from {low} to {high} is needed, not {shown(value)}")
    return value


def flag(where: str, value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise PositionError(f"{where}: true or false is needed, not {shown(value)}")
    return value


def one_of(where: str, value: Any, words: tuple[str, ...] | list[str]) -> int:
    """The index of a word among those allowed."""
    if not isinstance(value, str) or value not in words:
        raise PositionError(f"{where}: one of {', '.join(words)} is needed, not {shown(value)}")
    return words.index(value)


def number(where: str, value: Any, most: int, thing: str = "number") -> int:
    """A number that documents count from 1 and positions from 0."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        raise PositionError(f"{where}: a {thing} from 1 to {most} is needed, not {shown(value)}")
    return value - 1


def seat(where: str, value: Any, seats: int) -> int:
    """A seat; documents count seats from 1, positions from 0."""
    return number(where, value, seats, "seat")


def items(where: str, value: Any, count: int = -1, most: int = -1) -> list[Any]:
    """A list, of exactly ``count`` or at most ``most`` entries if given."""
    if isinstance(value, list) and count in (-1, len(value)) and (most < 0 or len(value) <= most):
        return value
    size = f" of {count}" if count >= 0 else f" of at most {most}" if most >= 0 else ""
    found = f"one of {len(value)}" if isinstance(value, list) else shown(value)
    raise PositionError(f"{where}: a list{size} is needed, not {found}")


def shown(value: Any) -> str:
    """A wrong value as an error names it: always short."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    if value is None:
        return "nothing"
    if isinstance(value, int) and abs(value) >= 1 << 64:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


# ---- components --------------------------------------------------------------------------------------------------


def _number(where: str, text: Any) -> int:
    raise PositionError(f"{where}: {shown(text)} names nothing")


class Supply:
    """Components that a document distributes, as far as they are ``left``.

    ``fault`` says, with braces for the name, why a component cannot be placed. ``parse`` turns the text at a place into
    the number of a component.
    """

    def __init__(
        self,
        names: list[str],
        left: list[int],
        fault: str = _TWICE,
        parse: Callable[[str, Any], int] = _number,
    ) -> None:
        self.names = names
        self.left = left
        self.parse = parse
        self.fault = fault

    def place(self, where: str, text: Any) -> int:
        """The component that a text names, which is then no longer left; ``OPEN`` for “?”."""
        return OPEN if text == "?" else self.claim(where, self.parse(where, text))

    def claim(self, where: str, component: int) -> int:
        """Take a component out of those left."""
        if component not in self.left:
            raise PositionError(f"{where}: {self.fault.format(self.names[component])}")
        self.left.remove(component)
        return component

    def claim_all(self, where: str, components: list[int]) -> None:
        for component in components:
            self.claim(where, component)

    def zone(self, place: DocumentReader, key: str) -> list[int]:
        """A list of components, or the number of those that it leaves open."""
        texts = place.value(key, [])
        if isinstance(texts, int) and not isinstance(texts, bool) and 0 <= texts <= len(self.names):
            return [OPEN] * texts
        if not isinstance(texts, list):
            raise place.fault(
                key, f"a list or a number up to {len(self.names)} is needed, not {shown(texts)}"
            )
        return self.listed(place.at(key), texts)

    def listed(self, where: str, texts: list[Any]) -> list[int]:
        """The components of a list."""
        return [self.place(f"{where}[{index}]", text) for index, text in enumerate(texts)]

    def fill(self, where: str, zone: list[int]) -> list[int]:
        """The zone with the first components left in place of the open ones; all zones must have been read."""
        return [self.take(where) if component == OPEN else component for component in zone]

    def take(self, where: str) -> int:
        """The first component left."""
        if not self.left:
            raise PositionError(f"{where}: nothing is left for it")
        return self.left.pop(0)
