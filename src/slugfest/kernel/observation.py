"""What a seat may know as numbers, for programs that learn: named fields one after another, a byte each.

A game declares its fields (:meth:`Learning.fields`) and fills them in (:meth:`Learning.observe`) from what the seat may
know and nothing else. Everything is relative to the seat that observes: it comes first, then the next one to its left,
so that one policy serves all seats. A game that declares none gets the fields below, made from its board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from zlib import crc32

from mypy_extensions import mypyc_attr

MOST: Final = 127  # the largest number in an observation: it fits a signed byte
BOARD: Final = 1024  # numbers of the board of a game that declares none


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """One named part of an observation: numbers from 0 to ``high`` in this shape."""

    def __init__(self, name: str, shape: list[int], high: int = 1, about: str = "") -> None:
        self.name = name
        self.shape = shape
        self.high = high
        self.about = about

    def size(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return size


def observation_size(fields: list[Field]) -> int:
    """How many numbers an observation with these fields has."""
    size = 0
    for field in fields:
        size += field.size()
    return size


def clipped(number: int, high: int = MOST) -> int:
    """A number that fits its field."""
    if number < 0:
        return 0
    return min(number, high)


def general_fields(seats: int) -> list[Field]:
    """The fields of a game that declares none."""
    return [
        Field("seat", [seats], 1, "which seat this is, in the order of the table"),
        Field("owes", [seats], 1, "who owes a decision; the seat itself first"),
        Field("board", [BOARD], MOST, "every fact of the board, at a place that follows from its name"),
    ]


def observe_board(
    board: Mapping[str, Any], actors: list[int], seats: int, seat: int, into: bytearray, start: int
) -> None:
    """Fill in the fields of a game that declares none."""
    into[start + seat] = 1
    for actor in actors:
        into[start + seats + (actor - seat) % seats] = 1
    _spread(board, "", seats, seat, into, start + 2 * seats)


def _spread(value: Any, name: str, seats: int, seat: int, into: bytearray, start: int) -> None:
    """Put each fact at a place that follows from its name; two facts that share a place add up there.

    Of a list with an entry for each seat the seat's own comes first.
    """
    if value is None or value is False:
        return
    if isinstance(value, dict):
        for key in value:
            _spread(value[key], f"{name}.{key}", seats, seat, into, start)
    elif isinstance(value, list):
        turned = seat if len(value) == seats else 0
        for index in range(len(value)):
            fact = value[(index + turned) % len(value)]
            _spread(fact, f"{name}.{index}", seats, seat, into, start)
    elif isinstance(value, int) and value >= 0:  # True counts as 1
        place = start + crc32(name.encode()) % BOARD
        into[place] = clipped(into[place] + int(value))
    else:
        place = start + crc32(f"{name}={value}".encode()) % BOARD
        into[place] = clipped(into[place] + 1)
