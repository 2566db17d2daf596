"""JSON from outside, read with a limit on how deep it nests.

How deep a decoder follows brackets before it gives up differs from one Python to the next. Counting them first makes
the answer the same everywhere.
"""

from __future__ import annotations

import re
from typing import Final, TypeVar

import msgspec

DEEPEST: Final = 64  # brackets within brackets; no message of ours comes near

Message = TypeVar("Message")

_MARKS: Final = re.compile(rb'[\[{]|[\]}]|"(?:[^"\\]|\\.)*+"?', re.DOTALL)


def decode(text: str | bytes, decoder: msgspec.json.Decoder[Message]) -> Message:
    """The message in a text; raises :class:`msgspec.MsgspecError` or :class:`UnicodeError` if there is none."""
    raw = text.encode() if isinstance(text, str) else text
    if nests_deeper(raw, DEEPEST):
        raise msgspec.DecodeError(f"JSON is nested more than {DEEPEST} deep")
    return decoder.decode(raw)


def nests_deeper(raw: bytes, limit: int) -> bool:
    """Whether more than so many brackets are open at once, those inside of strings not counted."""
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
