"""Clean people's names: visible, on one line, not too long.

Characters that show nothing are removed, so no name is blank and none differs from another only invisibly.
"""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
MOST_MARKS: Final = 4  # accents on one letter: more than any language writes, too few to run over other lines

JOINER: Final = "\u200d"  # makes one picture out of several: a woman and a rocket, an astronaut
PICTURE: Final = "\ufe0f"  # asks for a sign's coloured form

# Invisible characters that no category covers: Unicode's default-ignorable ones, and blank glyphs.
BLANKS: Final = (
    (0x034F, 0x034F),  # joins graphemes
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer vowels that are not written
    (0x180B, 0x180F),  # Mongolian variation selectors
    (0x2800, 0x2800),  # a Braille cell without dots
    (0x3164, 0x3164),  # Hangul filler
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFFA0, 0xFFA0),  # Hangul filler, half as wide
    (0xFFFC, 0xFFFC),  # object replacement
    (0x13441, 0x13446),  # hieroglyphs' blanks and lost signs
    (0x16FE4, 0x16FE4),  # Khitan filler
    (0x1D159, 0x1D159),  # a note without a head
    (0xE0000, 0xE0FFF),  # tags, variation selectors
)


def tidy_name(name: str) -> str:
    """A name as it is shown; empty if it has no visible character."""
    shown: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name[: 40 * LONGEST_NAME]):
        kind = unicodedata.category(letter)
        before = shown[-1] if shown else " "
        if letter in (JOINER, PICTURE):
            if _is_picture(before) or (letter == JOINER and before == PICTURE):
                shown.append(letter)
        elif kind == "Cf" or _is_blank(letter):
            continue
        elif kind[0] == "M":
            if before not in (" ", JOINER) and marks < MOST_MARKS:
                shown.append(letter)  # never on a blank: it would be drawn over what is beside the name
                marks += 1
        else:
            marks = 0
            if before == JOINER and not _is_picture(letter):
                shown.pop()
            shown.append(letter if letter.isprintable() else " ")
    text = " ".join("".join(shown).split())[:LONGEST_NAME]
    return text.rstrip(f" {JOINER}")


def _is_blank(letter: str) -> bool:
    number = ord(letter)
    return any(first <= number <= last for first, last in BLANKS)


def _is_picture(letter: str) -> bool:
    """Whether it is an emoji or a skin tone, which may be joined."""
    return unicodedata.category(letter) == "So" or 0x1F3FB <= ord(letter) <= 0x1F3FF
