"""The fields of a position document, declared once: types, writing and reading follow from the declaration.

A game declares a :class:`Schema` for each kind of object in its document. A schema lists fields; a field has a name, a
codec for its values, and the place in the position where they are kept. ``write`` makes the JSON object, ``read`` fills
a cleared position and names what is wrong, ``type`` is the TypedDict that the reference pages print.

A list of objects (players, slots) has one schema. Its fields find their values by ``row``, the number of the object.

What a declaration calls a :data:`Term` is a constant, the name of an attribute of the position, or a function of the
position and the row.
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
Term = int | str | Function

KEEP: Final = object()  # a default: what the cleared position has
NEEDED: Final = object()  # instead of a default: the field must be given
ABSENT: Final = -1  # a row without an object
LIST: Final[Any] = list  # to subscript with types that mypy does not know
DICT: Final[Any] = dict
_RANGES: Final = [list(range(size)) for size in range(100)]  # the rows of lists; nobody changes them


def _value(term: Any, position: Any, row: int) -> Any:
    if isinstance(term, str):
        return getattr(position, term)
    return term(position, row) if callable(term) else term


def _rows(term: Any, position: Any, row: int) -> list[int]:
    """The rows that a term lists, or as many as it says."""
    value = _value(term, position, row)
    if isinstance(value, int):
        return _RANGES[value]
    rows: list[int] = value
    return rows


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
    """A whole number within bounds."""

    def __init__(self, low: int, high: Term) -> None:
        super().__init__(int)
        self.low = low
        self.high = high

    def write_all(self, values: Any, position: Any, row: int) -> list[Any]:
        return list(values)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        return reader.whole(where, value, self.low, _value(self.high, position, row))


class Flag(Codec):
    """True or false, kept as a bool or as 0 and 1."""

    def __init__(self, kept: Any = bool) -> None:
        super().__init__(bool)
        self.kept = kept

    def write(self, value: Any, position: Any, row: int) -> Any:
        return bool(value)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        return self.kept(reader.flag(where, value))


@mypyc_attr(allow_interpreted_subclasses=True)
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
        numbers: list[int] = values
        return [spelled[number] for number in numbers]

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        if isinstance(value, str) and value in self.numbers:
            return self.numbers[value]
        if self.thing:
            raise PositionError(f"{where}: there is no {self.thing} {reader.shown(value)}")
        return reader.one_of(where, value, self.words)


class Number(Codec):
    """One of several things, counted from 1 in documents and from 0 in positions."""

    def __init__(self, most: Term, thing: str = "number") -> None:
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
    """A list of values, of a fixed length if ``count`` is given."""

    def __init__(self, codec: Codec, count: Term = -1) -> None:
        super().__init__(LIST[codec.type])
        self.codec = codec
        self.count = count

    def write(self, value: Any, position: Any, row: int) -> Any:
        return self.codec.write_all(value, position, row)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        values = reader.items(where, value, _value(self.count, position, row))
        return self.codec.read_all(where, values, position, row)


class Mask(Values):
    """A list of values, kept as the bits of a number. ``size`` is one more than the highest bit."""

    def __init__(self, codec: Codec, size: Term) -> None:
        super().__init__(codec)
        self.size = size

    def write(self, value: Any, position: Any, row: int) -> Any:
        mask: int = value
        size: int = _value(self.size, position, row)
        return self.codec.write_all([bit for bit in range(size) if mask >> bit & 1], position, row)

    def read(self, where: str, value: Any, position: Any, row: int) -> Any:
        return sum([1 << bit for bit in set(super().read(where, value, position, row))])


FLAG: Final = Flag()
SEAT: Final = Number("seats", "seat")
SEATS: Final = Mask(SEAT, "seats")


# ---- fields: a name in the document, a place in the position ---------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """A field of an object in a document.

    An ``optional`` field may be missing in a written document. A field ``by_hand`` is read by the game.
    """

    def __init__(
        self, name: str, type: Any, note: str = "", optional: bool = False, by_hand: bool = False
    ) -> None:
        self.name = name
        self.type = type
        self.note = note
        self.optional = optional
        self.by_hand = by_hand

    def fields(self) -> list[Field]:
        """The fields that this one stands for: itself, or the members of a group."""
        return [self]

    def applies(self, position: Any, row: int) -> bool:
        """Whether an object has this field."""
        return True

    def write(self, entries: list[Facts], position: Any, rows: list[int]) -> None:
        """Add the field to the objects of these rows."""
        raise NotImplementedError

    def read(self, place: DocumentReader, position: Any, row: int) -> None:
        """Read the field into the position; fields that only a game can read do nothing."""


class Attribute(Field):
    """A field that is kept in an attribute of the position, called ``at`` if its name differs.

    If a document leaves it out, it gets the ``default``, in the position's terms. A ``sparse`` field is not written
    when it is 0 or false.
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
        super().__init__(name, codec.type, note, sparse, by_hand)
        self.codec = codec
        self.at = at or name
        self.default = default
        self.sparse = sparse

    def pick(self, kept: Any, row: int) -> Any:
        """The value of a row in what the attribute holds."""
        return kept

    def keep(self, position: Any, row: int, value: Any) -> None:
        setattr(position, self.at, value)

    def write(self, entries: list[Facts], position: Any, rows: list[int]) -> None:
        name, codec, sparse = self.name, self.codec, self.sparse
        kept = getattr(position, self.at)
        for index in range(len(rows)):
            row = rows[index]
            value = self.pick(kept, row)
            if not sparse or value:
                entries[index][name] = codec.write(value, position, row)

    def read(self, place: DocumentReader, position: Any, row: int) -> None:
        if self.name in place.entry or self.default is NEEDED:
            given = place.entry.get(self.name)
            self.keep(position, row, self.codec.read(place.at(self.name), given, position, row))
        elif self.default is not KEEP:
            self.keep(position, row, _value(self.default, position, row))


class Item(Attribute):
    """A field that is kept in a list of the position, at the index ``first + row``."""

    def __init__(
        self,
        name: str,
        codec: Codec,
        note: str = "",
        at: str = "",
        default: Any = KEEP,
        sparse: bool = False,
        by_hand: bool = False,
        first: int = 0,
    ) -> None:
        super().__init__(name, codec, note, at, default, sparse, by_hand)
        self.first = first

    def pick(self, kept: Any, row: int) -> Any:
        values: list[Any] = kept
        return values[self.first + row]

    def keep(self, position: Any, row: int, value: Any) -> None:
        getattr(position, self.at)[self.first + row] = value


class Slice(Attribute):
    """A field that is kept in ``size`` entries of a list of the position for each row, from the index ``first`` on."""

    def __init__(
        self, name: str, codec: Codec, size: int, note: str = "", at: str = "", first: int = 0
    ) -> None:
        super().__init__(name, codec, note, at)
        self.size = size
        self.first = first

    def pick(self, kept: Any, row: int) -> Any:
        values: list[Any] = kept
        start = self.first + row * self.size
        return values[start : start + self.size]

    def keep(self, position: Any, row: int, value: Any) -> None:
        start = self.first + row * self.size
        getattr(position, self.at)[start : start + self.size] = value


class Bit(Attribute):
    """A flag that is kept in the bit ``row`` of a number."""

    def __init__(self, name: str, note: str = "", at: str = "", sparse: bool = False) -> None:
        super().__init__(name, FLAG, note, at, sparse=sparse)

    def pick(self, kept: Any, row: int) -> Any:
        mask: int = kept
        return mask >> row & 1 != 0

    def keep(self, position: Any, row: int, value: Any) -> None:
        if value:
            setattr(position, self.at, getattr(position, self.at) | 1 << row)


class Computed(Field):
    """A field that a function of the game writes; the game reads it by hand."""

    def __init__(self, name: str, type: Any, function: Function, note: str = "") -> None:
        super().__init__(name, type, note)
        self.function = function

    def write(self, entries: list[Facts], position: Any, rows: list[int]) -> None:
        function = self.function
        for index in range(len(rows)):
            entries[index][self.name] = function(position, rows[index])


class Child(Field):
    """An object. If ``present`` is given and false, null stands for it."""

    def __init__(
        self, name: str, schema: Schema, note: str = "", present: Term | None = None, by_hand: bool = False
    ) -> None:
        super().__init__(name, schema.type if present is None else schema.type | None, note, by_hand=by_hand)
        self.schema = schema
        self.present = present

    def write(self, entries: list[Facts], position: Any, rows: list[int]) -> None:
        if self.present is not None:
            rows = [row if _value(self.present, position, row) else ABSENT for row in rows]
        written = self.schema.write_rows(position, rows)
        for index in range(len(rows)):
            entries[index][self.name] = written[index]

    def read(self, place: DocumentReader, position: Any, row: int) -> None:
        if self.name in place.entry if self.present is None else place.has(self.name):
            self.schema.read(place.child(self.name, self.schema.keys), position, row)


class Children(Field):
    """A list of objects, one for each of the ``rows``; the game reads them. ``null`` if some rows may be absent."""

    def __init__(self, name: str, schema: Schema, rows: Term, note: str = "", null: bool = False) -> None:
        super().__init__(name, LIST[schema.type | None if null else schema.type], note)
        self.schema = schema
        self.rows = rows

    def write(self, entries: list[Facts], position: Any, rows: list[int]) -> None:
        for index in range(len(rows)):
            inner = _rows(self.rows, position, rows[index])
            entries[index][self.name] = self.schema.write_rows(position, inner)


@mypyc_attr(allow_interpreted_subclasses=True)
class Group(Field):
    """Fields that a document has only under a condition."""

    def __init__(self, when: Term, *members: Field) -> None:
        super().__init__("", None)
        self.when = when
        self.members = list(members)
        for member in members:
            member.optional = True

    def fields(self) -> list[Field]:
        return self.members

    def applies(self, position: Any, row: int) -> bool:
        return bool(_value(self.when, position, row))

    def write(self, entries: list[Facts], position: Any, rows: list[int]) -> None:
        chosen = [index for index in range(len(rows)) if self.applies(position, rows[index])]
        if chosen:
            entries, rows = [entries[index] for index in chosen], [rows[index] for index in chosen]
            for member in self.members:
                member.write(entries, position, rows)

    def read(self, place: DocumentReader, position: Any, row: int) -> None:
        for member in self.members:
            if not member.by_hand:
                member.read(place, position, row)


def result(reasons: Sequence[str], *winners: Field) -> Child:
    """The field for how a game ended. The first reason stands for a game that has not ended."""
    reason = Attribute("reason", Name(reasons[1:], first=1), default=NEEDED)
    return Child(
        "result", Schema("ResultDocument", "How the game ended.", reason, *winners), present="reason"
    )


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
        """One object as JSON."""
        entries: list[Facts] = self.write_rows(position, [row])
        return entries[0]

    def write_rows(self, position: Any, rows: list[int]) -> list[Any]:
        """The objects of several rows, null for absent ones: field by field, to look up each attribute once."""
        if ABSENT in rows:
            written = iter(self.write_rows(position, [row for row in rows if row != ABSENT]))
            return [None if row == ABSENT else next(written) for row in rows]
        entries: list[Facts] = [{} for _ in rows]
        for member in self.members:
            member.write(entries, position, rows)
        return entries

    def read(self, place: DocumentReader, position: Any, row: int = 0) -> None:
        """Read the fields that the game does not read by hand, in the order of declaration."""
        for member in self.members:
            if not member.by_hand and member.applies(position, row):
                member.read(place, position, row)

    def open(self, document: Any, where: str = "") -> DocumentReader:
        """A reader of such an object that refuses unknown keys."""
        return DocumentReader(document, self.keys, where)
