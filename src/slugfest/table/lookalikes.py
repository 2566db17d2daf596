"""Tell whether two names look alike, so that nobody at a table passes for somebody else.

Names are compared by their shape: letters of other alphabets, digits and signs that look like a letter count as that
letter (Unicode Technical Standard 39), accents and spaces do not count. The list is ``confusables.txt``;
``tools/confusables.py`` writes it.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Final

from .names import is_accent

DATA: Final = Path(__file__).parent / "confusables.txt"

_shapes: dict[int, str] = {}  # by character: what it looks like; read when it is first needed


def look_alike(one: str, other: str) -> bool:
    """Whether two names can be taken for each other, or differ only in upper and lower case."""
    return not shapes(one).isdisjoint(shapes(other))


def shapes(name: str) -> set[str]:
    """What a name looks like, whatever its case: of two that share one of these, one can be taken for the other."""
    return {
        f"a{shape(name).casefold()}",
        f"b{shape(name.casefold())}",
    }  # "I" looks like "l", and "i" does not


def shape(name: str) -> str:
    """What a name looks like. Two names of the same shape look alike."""
    if not _shapes:
        _read()
    seen = unicodedata.normalize("NFKD", name).translate(_shapes)
    return "".join([letter for letter in seen if not (is_accent(letter) or letter.isspace())]) or name


def _read() -> None:
    for line in DATA.read_text("ascii").splitlines():
        if not line.startswith("#"):
            like, *others = line.split()
            looks = "".join([chr(int(number, 16)) for number in like.split("+")])
            for number in others:
                _shapes[int(number, 16)] = looks
