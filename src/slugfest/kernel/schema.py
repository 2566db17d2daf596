"""The fields of a position document, declared once: types, writing and reading follow from the declaration.

A game declares a :class:`Schema` for each object of its document. A schema lists fields; a field has a name, a codec
for its values, and the place in the position where they are kept. ``write`` makes the JSON object, ``read`` fills a
cleared position and names what is wrong, and ``type`` is the TypedDict that the reference pages print.

A list of objects (players, slots) has one schema, whose fields find their values by ``row``, the number of the object.
Functions in a declaration take the position and the row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NotRequired, TypedDict

from mypy_extensions import mypyc_attr

from . import reader
from .errors import PositionError
from .events import Facts
from .reader import DocumentReader

Function = Callable[[Any, int], Any]  # of a position and a row

KEEP: Final = object()  # a default: what the cleared position has
NEEDED: Final = object()  # instead of a default: the field must be given
_LIST: Final[Any] = list  # subscripted with types that mypy does not know


def _value(given: Any, position: Any, row: int) -> Any:
    """A constant, or what a function of the position gives."""
    return given(position, row) if callable(given) else given


# ---- codecs: one kind of value, in a document and in a position ------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Codec:
    """Writes one kind of value into a document and reads it back; ``type`` is its type in the document."""

    def __init__(self, type: Any) -> None:
        self.type = type

    def write(self, value: Any, position: Any, row: int) -> Any:
        return value

    def write_all(self, values: Any, position: Any, row: int) -> list[Any]:
        return [self.write(value, position, row) for value in values]

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        """The value for the position; raises :class:`PositionError` with the place and the reason."""
        raise NotImplementedError(f"{where}: {type(self).__name__} does not read")

    def read_all(self, where: str, values: list[Any], position: Any, row: int) -> list[Any]:
        return [self.read(f"{where}[{index}]", value, position, row) for index, value in enumerate(values)]


class Whole(Codec):
    """A whole number within bounds, which may be functions."""

    def __init__(self, low: Any, high: Any) -> None:
        super().__init__(int)
        self.low = low
        self.high = high

    def write_all(self, values: Any, position: Any, row: int) -> list[Any]:
        return list(values)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        return reader.whole(where, value, _value(self.low, position, row), _value(self.high, position, row))


class Flag(Codec):
    """True or false, kept as a bool or as 0 and 1."""

    def __init__(self, kept: Any = bool) -> None:
        super().__init__(bool)
        self.kept = kept

    def write(self, value: Any, position: Any, row: int) -> Any:
        return bool(value)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        return self.kept(reader.flag(where, value))


class Name(Codec):
    """One of several words, kept as its number. Without a ``thing`` to call it by, an error lists the words."""

    def __init__(self, words: Sequence[str], type: Any = str, thing: str = "", first: int = 0) -> None:
        super().__init__(type)
        self.words = list(words)
        self.thing = thing
        self.first = first  # the number of the first word
        self.spelled = [""] * first + self.words
        self.numbers = {word: number for number, word in enumerate(words, first)}

    def write(self, value: Any, position: Any, row: int) -> Any:
        return self.spelled[value]

    def write_all(self, values: Any, position: Any, row: int) -> list[Any]:
        spelled = self.spelled
        return [spelled[value] for value in values]

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        if isinstance(value, str) and value in self.numbers:
            return self.numbers[value]
        if self.thing:
            given = (
                f"there is no {self.thing} {value!r}"
                if isinstance(value, str)
                else f"not {reader.shown(value)}"
            )
            raise PositionError(f"{where}: the id of a {self.thing} is needed, {given}")
        return reader.one_of(where, value, self.words)


class Number(Codec):
    """One of several things, counted from 1 in documents and from 0 in positions."""

    def __init__(self, most: Any, thing: str = "number") -> None:
        super().__init__(int)
        self.most = most
        self.thing = thing

    def write(self, value: Any, position: Any, row: int) -> Any:
        return value + 1

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        return reader.number(where, value, _value(self.most, position, row), self.thing)


class Maybe(Codec):
    """A value or null, which positions keep as ``none``."""

    def __init__(self, codec: Codec, none: int) -> None:
        super().__init__(codec.type | None)
        self.codec = codec
        self.none = none

    def write(self, value: Any, position: Any, row: int) -> Any:
        return None if value == self.none else self.codec.write(value, position, row)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        return self.none if value is None else self.codec.read(where, value, position, row)


class Values(Codec):
    """A list of values; of a fixed or limited length if that is given."""

    def __init__(self, codec: Codec, count: Any = -1, most: int = -1) -> None:
        super().__init__(_LIST[codec.type])
        self.codec = codec
        self.count = count
        self.most = most

    def write(self, value: Any, position: Any, row: int) -> Any:
        return self.codec.write_all(value, position, row)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        values = reader.items(where, value, _value(self.count, position, row), self.most)
        return self.codec.read_all(where, values, position, row)


class Mask(Codec):
    """A list of values, kept as the bits of a number. ``size`` is one more than the highest bit."""

    def __init__(self, codec: Codec, size: Any) -> None:
        super().__init__(_LIST[codec.type])
        self.codec = codec
        self.size = size

    def write(self, value: Any, position: Any, row: int) -> Any:
        mask: int = value
        size: int = _value(self.size, position, row)
        return self.codec.write_all([bit for bit in range(size) if mask >> bit & 1], position, row)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        mask = 0
        for bit in self.codec.read_all(where, reader.items(where, value), position, row):
            mask |= 1 << bit
        return mask


FLAG: Final = Flag()
SEAT: Final = Number(lambda position, row: position.seats, "seat")


# ---- fields: a name in the document, a place in the position ---------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """A field of a document's object. ``optional`` if it may be missing in a written document."""

    def __init__(self, name: str, type: Any, note: str, optional: bool = False) -> None:
        self.name = name
        self.type = type
        self.note = note
        self.optional = optional

    def fields(self) -> list[Field]:
        """The fields that this one stands for: itself, or the members of a group."""
        return [self]

    def write(self, entry: Facts, position: Any, row: int) -> None:
        raise NotImplementedError

    def read(self, place: DocumentReader, position: Any, row: int) -> None:
        """Read the field into the position. Fields that only the game can read do nothing."""


class Attribute(Field):
    """A field that is kept in an attribute of the position, called ``at`` if its name is another.

    Left out of a document it gets the ``default``, in the position's terms. ``sparse`` fields are not written when they
    are 0 or false. Fields ``by_hand`` are read by the game.
    """

    def __init__(
        self,
        name: str,
        codec: Codec,
        note: str = "",
        at: str = "",
        default: Any = KEEP,
        sparse: bool = False,
        by_hand: bool = False,
    ) -> None:
        super().__init__(name, codec.type, note, sparse)
        self.codec = codec
        self.at = at or name
        self.default = default
        self.sparse = sparse
        self.by_hand = by_hand

    def kept(self, position: Any, row: int) -> Any:
        return getattr(position, self.at)

    def keep(self, position: Any, row: int, value: Any) -> None:
        setattr(position, self.at, value)

    def write(self, entry: Facts, position: Any, row: int) -> None:
        value = self.kept(position, row)
        if value or not self.sparse:
            entry[self.name] = self.codec.write(value, position, row)

    def read(self, place: DocumentReader, position: Any, row: int) -> None:
        if self.by_hand:
            return
        if self.name in place.entry or self.default is NEEDED:
            given = place.entry.get(self.name)
            self.keep(position, row, self.codec.read(place.at(self.name), given, position, row))
        elif self.default is not KEEP:
            self.keep(position, row, _value(self.default, position, row))


class Item(Attribute):
    """A field that is kept in a list of the position, at the index ``row``."""

    def kept(self, position: Any, row: int) -> Any:
        return getattr(position, self.at)[row]

    def keep(self, position: Any, row: int, value: Any) -> None:
        getattr(position, self.at)[row] = value


class Bit(Attribute):
    """A flag that is kept in the bit ``row`` of a number."""

    def __init__(self, name: str, note: str = "", at: str = "", sparse: bool = False) -> None:
        super().__init__(name, FLAG, note, at, sparse=sparse)

    def kept(self, position: Any, row: int) -> Any:
        mask: int = getattr(position, self.at)
        return mask >> row & 1

    def keep(self, position: Any, row: int, value: Any) -> None:
        if value:
            setattr(position, self.at, getattr(position, self.at) | 1 << row)


class Computed(Field):
    """A field that a function of the game writes; the game reads it by hand."""

    def __init__(self, name: str, type: Any, function: Function, note: str = "") -> None:
        super().__init__(name, type, note)
        self.function = function

    def write(self, entry: Facts, position: Any, row: int) -> None:
        entry[self.name] = self.function(position, row)


class Child(Field):
    """An object. If ``present`` is given, it may be missing: null stands for it then."""

    def __init__(
        self,
        name: str,
        schema: Schema,
        note: str = "",
        present: Function | None = None,
        by_hand: bool = False,
    ) -> None:
        super().__init__(name, schema.type if present is None else schema.type | None, note)
        self.schema = schema
        self.present = present
        self.by_hand = by_hand

    def write(self, entry: Facts, position: Any, row: int) -> None:
        absent = self.present is not None and not self.present(position, row)
        entry[self.name] = None if absent else self.schema.write(position, row)

    def read(self, place: DocumentReader, position: Any, row: int) -> None:
        given = self.name in place.entry if self.present is None else place.has(self.name)
        if given and not self.by_hand:
            self.schema.read(place.child(self.name, self.schema.keys), position, row)


class Children(Field):
    """A list of objects, one for each of the ``rows``. Where ``present`` is given and false, null stands for one.
    The game reads them one by one."""

    def __init__(
        self, name: str, schema: Schema, rows: Function, note: str = "", present: Function | None = None
    ) -> None:
        super().__init__(name, _LIST[schema.type if present is None else schema.type | None], note)
        self.schema = schema
        self.rows = rows
        self.present = present

    def write(self, entry: Facts, position: Any, row: int) -> None:
        write, present = self.schema.write, self.present
        entry[self.name] = [
            write(position, each) if present is None or present(position, each) else None
            for each in self.rows(position, row)
        ]


class Group(Field):
    """Fields that are there only under a condition."""

    def __init__(self, when: Function, *members: Field) -> None:
        super().__init__("", None, "")
        self.when = when
        self.members = list(members)
        for member in members:
            member.optional = True

    def fields(self) -> list[Field]:
        return self.members

    def write(self, entry: Facts, position: Any, row: int) -> None:
        if self.when(position, row):
            for member in self.members:
                member.write(entry, position, row)

    def read(self, place: DocumentReader, position: Any, row: int) -> None:
        if self.when(position, row):
            for member in self.members:
                member.read(place, position, row)


class Schema:
    """One kind of object in a position document: its name and its fields.

    Keys that are only ``accepted`` are read by the game and never written.
    """

    def __init__(self, name: str, about: str, *members: Field, accepted: tuple[str, ...] = ()) -> None:
        self.members = list(members)
        fields = [field for member in members for field in member.fields()]
        self.keys = (*[field.name for field in fields], *accepted)
        declare: Any = TypedDict
        self.type: Any = declare(
            name, {f.name: NotRequired[f.type] if f.optional else f.type for f in fields}
        )
        self.type.__doc__ = about
        self.type.__notes__ = {field.name: field.note for field in fields}

    def write(self, position: Any, row: int = 0) -> Facts:
        """The object as JSON."""
        entry: Facts = {}
        for member in self.members:
            member.write(entry, position, row)
        return entry

    def read(self, place: DocumentReader, position: Any, row: int = 0) -> None:
        """Read all fields that the game does not read by hand, in the order of declaration."""
        for member in self.members:
            member.read(place, position, row)

    def open(self, document: Any, where: str = "") -> DocumentReader:
        """A reader of such an object that refuses unknown keys."""
        return DocumentReader(document, self.keys, where)
