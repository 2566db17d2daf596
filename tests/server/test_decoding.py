"""How deep JSON may nest is our decision, the same on every Python."""

from __future__ import annotations

import json

import msgspec
import pytest

from slugfest.protocol.reading import DEEPEST, nests_deeper
from slugfest.server.decoding import decode

ANYTHING = msgspec.json.Decoder(object)


def nested(depth: int, inside: str = "") -> str:
    return "[" * depth + inside + "]" * depth


@pytest.mark.parametrize("depth", [1, DEEPEST - 1, DEEPEST])
def test_as_deep_as_allowed_is_read(depth: int) -> None:
    assert decode(nested(depth), ANYTHING) == json.loads(nested(depth))


@pytest.mark.parametrize("depth", [DEEPEST + 1, 1000, 5000, 100_000])
@pytest.mark.parametrize("as_bytes", [False, True])
def test_deeper_is_refused_whatever_the_decoder_would_bear(depth: int, as_bytes: bool) -> None:
    text = nested(depth)
    with pytest.raises(msgspec.DecodeError, match="64 deep"):
        decode(text.encode() if as_bytes else text, ANYTHING)


def test_wide_is_not_deep() -> None:
    wide = json.dumps([[{}] for _ in range(1000)])
    assert decode(wide, ANYTHING) == json.loads(wide)


@pytest.mark.parametrize("word", ["[" * 500, '\\\\"' + "{" * 500, "\\\\\\\\", '[{"\\\\'])
def test_brackets_in_a_text_do_not_count(word: str) -> None:
    text = json.dumps([[word] for _ in range(100)])
    assert not nests_deeper(text.encode(), 2)
    assert nests_deeper(text.encode(), 1)


@pytest.mark.parametrize("broken", ['"' + "[" * 500, "[" * 64 + '"' + "[" * 500, "]" * 500 + "["])
def test_what_is_no_json_is_left_to_the_decoder(broken: str) -> None:
    assert not nests_deeper(broken.encode(), DEEPEST)
    with pytest.raises(msgspec.DecodeError):
        decode(broken, ANYTHING)
