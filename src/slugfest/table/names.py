"""Clean people's names: visible, on one line, not too long.

Characters that show nothing are removed, so no name is blank and none differs from another only invisibly; among them
are those that reverse the direction of writing. Removed are also characters as wide as a line. Names that look alike
are told apart in :mod:`.lookalikes`.
"""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
MOST_MARKS: Final = 4  # on one letter: as many as Tibetan and pointed Hebrew write
MOST_ACCENTS: Final = 2  # of these, that pile up; most letters with accents are one character anyway

# Marks for any letter, which pile up above and below it. Marks of one alphabet are not here: they are its vowels.
ACCENTS: Final = (
    (0x0300, 0x036F),
    (0x0483, 0x0489),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE20, 0xFE2F),
)

JOINER: Final = "\u200d"  # makes one picture out of several: a woman and a rocket, an astronaut
SOFT_HYPHEN: Final = "\u00ad"  # shows where a word may be divided
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


# Single characters as wide as a line of text. No name needs them.
WIDE: Final = (
    (0x2E3A, 0x2E3B),  # dashes of two and three em
    (0xA9C4, 0xA9C5),  # Javanese ornaments
    (0xFDFA, 0xFDFD),  # whole Arabic sentences
    (0x12000, 0x1254F),  # cuneiform
)


def tidy_name(name: str, longest: int = LONGEST_NAME) -> str:
    """A name as it is shown, of a person unless told otherwise; empty if it has no visible character."""
    shown: list[str] = []
    marks = accents = 0
    for letter in unicodedata.normalize("NFC", name[: 40 * longest]):
        kind = unicodedata.category(letter)
        before = shown[-1] if shown else " "
        if letter in (JOINER, PICTURE):
            if _is_picture(before) or (letter == JOINER and before == PICTURE):
                shown.append(letter)
        elif kind == "Cf" or _is_blank(letter) or _is_among(letter, WIDE):
            continue
        elif kind[0] == "M":
            accent = is_accent(letter)
            if before in (" ", JOINER) or marks >= MOST_MARKS or (accent and accents >= MOST_ACCENTS):
                continue  # on a blank it would be drawn over what is beside the name
            shown.append(letter)
            marks += 1
            accents += accent
        else:
            marks = accents = 0
            if before == JOINER and not _is_picture(letter):
                shown.pop()
            shown.append(letter if letter.isprintable() else " ")
    text = " ".join("".join(shown).split())[:longest]
    return text.rstrip(f" {JOINER}")


def is_harmless(text: str) -> bool:
    """Whether a text of any length is shown as it is read: nothing in it is hidden, turned, or drawn over the rest."""
    marks = accents = 0
    for letter in text:
        kind = unicodedata.category(letter)
        if kind in ("Cc", "Cf", "Co", "Cs") and letter not in ("\n", SOFT_HYPHEN, JOINER):
            return False
        if (letter != PICTURE and _is_blank(letter)) or _is_among(letter, WIDE):
            return False
        marks = marks + 1 if kind[0] == "M" else 0
        accents = accents + 1 if is_accent(letter) else 0
        if marks > MOST_MARKS or accents > MOST_ACCENTS:
            return False
    return True


def is_accent(letter: str) -> bool:
    """Whether it is a mark that any letter may have."""
    return _is_among(letter, ACCENTS)


def _is_blank(letter: str) -> bool:
    return _is_among(letter, BLANKS)


def _is_among(letter: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    number = ord(letter)
    return any(first <= number <= last for first, last in ranges)


def _is_picture(letter: str) -> bool:
    """Whether it is an emoji or a skin tone, which may be joined."""
    return unicodedata.category(letter) == "So" or 0x1F3FB <= ord(letter) <= 0x1F3FF
