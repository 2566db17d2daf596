"""JSON from outside, read with a limit on how deep it nests.

How deep a decoder follows brackets before it gives up differs from one Python to the next. Counting them first makes
the answer the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, Final, Generic, TypeVar, Union, get_args, get_type_hints

import msgspec

from slugfest.protocol.reading import DEEPEST, nests_deeper
from slugfest.protocol.wire import tag_of

Message = TypeVar("Message")


class Decoder(Generic[Message]):
    """Reads one of several messages, told apart by their ``type``, into the class that declares it."""

    def __init__(self, union: Any) -> None:
        made: dict[type[msgspec.Struct], Callable[..., Message]] = {
            struct_of(declared): declared for declared in get_args(union)
        }
        self._made: Final = made
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(made)])  # noqa: UP007

    def decode(self, raw: bytes) -> Message:
        read = self._decoder.decode(raw)
        return self._made[type(read)](*msgspec.structs.astuple(read))


def struct_of(declared: type) -> type[msgspec.Struct]:
    """The same message as the fast decoder wants it, which knows types of messages apart only among its own."""
    hints = get_type_hints(declared)
    defined: list[tuple[str, Any] | tuple[str, Any, Any]] = [
        (field.name, hints[field.name])
        if field.default is MISSING
        else (field.name, hints[field.name], field.default)
        for field in fields(declared)
    ]
    return msgspec.defstruct(declared.__name__, defined, tag=tag_of(declared), gc=False)


def decode(text: str | bytes, decoder: Decoder[Message] | msgspec.json.Decoder[Message]) -> Message:
    """The message in a text; raises :class:`msgspec.MsgspecError` or :class:`UnicodeError` if there is none."""
    raw = text.encode() if isinstance(text, str) else text
    if nests_deeper(raw, DEEPEST):
        raise msgspec.DecodeError(f"JSON is nested more than {DEEPEST} deep")
    return decoder.decode(raw)
