"""JSON from outside, read with a limit on how deep it nests.

How deep a decoder follows brackets before it gives up differs from one Python to the next. Counting them first makes
the answer the same everywhere.
"""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any, Final, Generic, Protocol, TypeVar, Union, get_args

import msgspec

from slugfest.protocol.reading import DEEPEST, nests_deeper
from slugfest.protocol.wire import JsonField, Request, envelope_of, json_fields, tag_of

Body = TypeVar("Body")
Read = TypeVar("Read", covariant=True)
ENVELOPE: Final = 2  # fields before those of the body: id, again


class Decodes(Protocol[Read]):
    """Reads bytes."""

    def decode(self, raw: bytes, /) -> Read: ...


class Decoder(Generic[Body]):
    """Reads requests with one of several bodies, distinguished by ``type``."""

    def __init__(self, union: Any) -> None:
        bodies: dict[type[msgspec.Struct], Any] = {struct_of(body): body for body in get_args(union)}
        self._bodies: Final = bodies
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(bodies)])  # noqa: UP007

    def decode(self, raw: bytes, /) -> Request[Body]:
        read = self._decoder.decode(raw)
        body = self._bodies[type(read)]
        values = msgspec.structs.astuple(read)
        if not values:  # Sync
            return Request("", body())
        return Request(read.id, body(*values[ENVELOPE:]), read.again)


def struct_of(body: type) -> type[msgspec.Struct]:
    """Envelope and body as one struct of the fast decoder, which distinguishes only its own types."""
    flat = [*envelope_of(body), *json_fields(body)]
    return msgspec.defstruct(
        body.__name__, [declared(field) for field in flat], tag=tag_of(body), gc=False, kw_only=True
    )


def declared(field: JsonField) -> tuple[str, Any] | tuple[str, Any, Any]:
    return (field.name, field.type) if field.default is MISSING else (field.name, field.type, field.default)


def decode(text: str | bytes, decoder: Decodes[Read]) -> Read:
    """What a text holds; raises :class:`msgspec.MsgspecError` or :class:`UnicodeError` if it cannot be read."""
    raw = text.encode() if isinstance(text, str) else text
    if nests_deeper(raw, DEEPEST):
        raise msgspec.DecodeError(f"JSON is nested more than {DEEPEST} deep")
    return decoder.decode(raw)
