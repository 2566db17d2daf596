"""Read requests by their declarations (:mod:`.wire`) with the standard library alone.

The server reads the same declarations with a fast library; ``tests/protocol/test_reading.py`` checks that both accept
and refuse the same.
"""

from __future__ import annotations

import json
import math
import re
import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import (
    Any,
    Final,
    Literal,
    NoReturn,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from slugfest.kernel.facts import fields as typed_fields

from .problems import not_understood
from .wire import Request, envelope_of, tag_of

DEEPEST: Final = 64  # nested brackets; no request comes near
LONGEST_ID: Final = 64

T = TypeVar("T")

_MARKS: Final = re.compile(rb'[\[{]|[\]}]|"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_HALF: Final = re.compile("[\ud800-\udfff]")


class Unreadable(ValueError):
    """Says why a text cannot be read."""


def read_request(text: str, union: Any) -> Request[Any]:
    """Read a request with one of the bodies of a union; raise a refusal that says what is wrong."""
    try:
        return request_from(parsed(text), union)
    except Unreadable as error:
        raise not_understood(str(error)[:200]) from error


def read_body(text: str, kind: type[T]) -> T:
    """Read the body of an HTTP request; raise a refusal that says what is wrong."""
    try:
        return cast(T, checked(parsed(text), kind, "$"))
    except Unreadable as error:
        raise not_understood(str(error)[:200]) from error


def id_of(text: str) -> str:
    """The id of a text that may be no request at all."""
    try:
        read = parsed(text)
    except Unreadable:
        return ""
    found = read.get("id", "") if isinstance(read, dict) else ""
    return found[:LONGEST_ID] if isinstance(found, str) else ""


# ---- JSON ----------------------------------------------------------------------------------------------------------


def parsed(text: str) -> Any:
    """Parse strict JSON."""
    try:
        raw = text.encode()
        if nests_deeper(raw, DEEPEST):
            raise Unreadable(f"JSON is nested more than {DEEPEST} deep")
        read = json.loads(text, parse_constant=_no_constant, parse_float=_float)
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, Unreadable) else Unreadable(f"JSON is malformed: {error}") from error
    if b"\\u" in raw:
        _refuse_half_letters(read)
    return read


def nests_deeper(raw: bytes, limit: int) -> bool:
    """Whether more than ``limit`` brackets are open at once, not counting those in strings."""
    if raw.count(b"[") + raw.count(b"{") <= limit:
        return False  # nearly always
    depth = 0
    for mark in _MARKS.finditer(raw):
        sign = mark.group()
        if sign in (b"[", b"{"):
            depth += 1
            if depth > limit:
                return True
        elif sign in (b"]", b"}"):
            depth -= 1
    return False


def _no_constant(name: str) -> NoReturn:
    raise Unreadable(f"JSON is malformed: {name} is no number")


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise Unreadable("Number out of range")
    return number


def _refuse_half_letters(read: Any) -> None:
    """Refuse lone surrogates, which could not be encoded again."""
    if isinstance(read, str):
        if _HALF.search(read):
            raise Unreadable("JSON is malformed: half of a surrogate pair")
    elif isinstance(read, list):
        for item in read:
            _refuse_half_letters(item)
    elif isinstance(read, dict):
        for key, value in read.items():
            _refuse_half_letters(key)
            _refuse_half_letters(value)


# ---- by the declarations -------------------------------------------------------------------------------------------


@cache
def _tags(union: Any) -> dict[str, type]:
    return {tag_of(body): body for body in get_args(union)}


@cache
def _hints(declared: type) -> dict[str, Any]:
    return get_type_hints(declared)


@cache
def _needed(declared: Any) -> tuple[str, ...]:
    if is_typeddict(declared):
        return tuple(field.name for field in typed_fields(declared) if field.required)
    return tuple(
        field.name for field in fields(declared) if field.default is MISSING is field.default_factory
    )


def request_from(read: Any, union: Any) -> Request[Any]:
    """The request in a JSON object; its ``type`` says which of a union's bodies it has."""
    if not isinstance(read, dict):
        raise Unreadable(f"Expected `object`, got `{kind_of(read)}`")
    if "type" not in read:
        raise Unreadable("Object missing required field `type`")
    tag = read["type"]
    if not isinstance(tag, str):
        raise Unreadable("Expected `str` - at `$.type`")
    declared = _tags(union).get(tag)
    if declared is None:
        raise Unreadable(f"Invalid value {tag!r} - at `$.type`")
    body = checked(read, declared, "$")
    envelope = {one.name: one for one in envelope_of(declared)}
    needed = tuple(one.name for one in envelope.values() if one.default is MISSING)
    hints = {name: one.type for name, one in envelope.items()}
    return Request(body=body, **{"id": "", **_fields(read, hints, needed, "$")})


def checked(read: Any, declared: Any, where: str) -> Any:
    """What was read, if it has the declared type."""
    if declared is Any:
        return read
    origin = get_origin(declared)
    if is_dataclass(declared) or is_typeddict(declared):
        return _object(read, cast(Any, declared), where)
    if origin is Literal:
        _expect(read, str, where, "str")
        if read not in get_args(declared):
            raise Unreadable(f"Invalid enum value {read!r}{_at(where)}")
        return read
    if origin in (Union, types.UnionType):
        return _either(read, declared, where)
    if origin is list:
        _expect(read, list, where, "array")
        (inner,) = get_args(declared)
        return [checked(item, inner, f"{where}[{index}]") for index, item in enumerate(read)]
    if origin is tuple:
        _expect(read, list, where, "array")
        inner = get_args(declared)[0]
        return tuple([checked(item, inner, f"{where}[{index}]") for index, item in enumerate(read)])
    if origin is dict:
        _expect(read, dict, where, "object")
        inner = get_args(declared)[1]
        return {key: checked(value, inner, f"{where}[...]") for key, value in read.items()}
    _expect(read, declared, where, declared.__name__)
    return read


def _object(read: Any, declared: Callable[..., Any], where: str) -> Any:
    _expect(read, dict, where, "object")
    return declared(**_fields(read, _hints(cast(type, declared)), _needed(declared), where))


def _fields(
    read: dict[str, Any], hints: dict[str, Any], needed: tuple[str, ...], where: str
) -> dict[str, Any]:
    found = {
        name: checked(value, hints[name], f"{where}.{name}") for name, value in read.items() if name in hints
    }
    for name in needed:
        if name not in found:
            raise Unreadable(f"Object missing required field `{name}`{_at(where)}")
    return found


def _either(read: Any, declared: Any, where: str) -> Any:
    """A value or null, or one of several plain types."""
    if type(None) not in get_args(declared):
        kinds = {get_origin(member) or member: member for member in get_args(declared)}
        for kind, member in kinds.items():
            if _is(read, kind):
                return checked(read, member, where)
        names = " | ".join(_JSON_NAMES.get(kind.__name__, kind.__name__) for kind in kinds)
        raise Unreadable(f"Expected `{names}`, got `{kind_of(read)}`{_at(where)}")
    if read is None:
        return None
    (inner,) = (member for member in get_args(declared) if member is not type(None))
    if is_typeddict(inner) or is_dataclass(inner):
        if not isinstance(read, dict):
            raise Unreadable(f"Expected `object | null`, got `{kind_of(read)}`{_at(where)}")
        return checked(read, inner, where)
    if not _is(read, inner):
        raise Unreadable(f"Expected `{inner.__name__} | null`, got `{kind_of(read)}`{_at(where)}")
    return read


def _expect(read: Any, kind: type, where: str, name: str) -> None:
    if not _is(read, kind):
        raise Unreadable(f"Expected `{name}`, got `{kind_of(read)}`{_at(where)}")


def _is(read: Any, kind: type) -> bool:
    return isinstance(read, kind) and (kind is bool or not isinstance(read, bool))


def _at(where: str) -> str:
    return "" if where == "$" else f" - at `{where}`"


def kind_of(read: Any) -> str:
    """The JSON name of a value's type."""
    if read is None:
        return "null"
    name = type(read).__name__
    return _JSON_NAMES.get(name, name)


_JSON_NAMES: Final = {"dict": "object", "list": "array"}
