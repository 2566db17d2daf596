"""What a sentence for a learner may look like, in both languages."""

from __future__ import annotations

import re
from typing import Final

from slugfest.kernel import Text

_NUMBER: Final = re.compile(r"(?<![{P\w])\d+")
_DECIMAL: Final = re.compile(r"\d[.,]\d")
_BANNED: Final = ("%", "next idea", "nächste Idee", "nächsten Idee", "imagined", "vorgestellt")


def faults(text: Text) -> list[str]:
    """What is wrong with a reason or a counsel."""
    found: list[str] = []
    for language in ("en", "de"):
        sentence = text.in_language(language)
        if not sentence or sentence != " ".join(sentence.split()):
            found.append(f"ragged: {sentence!r}")
        if not sentence.endswith((".", "?", "!")):
            found.append(f"no end: {sentence!r}")
        if _DECIMAL.search(sentence):
            found.append(f"a decimal: {sentence!r}")
        if len(_NUMBER.findall(sentence)) > 1:
            found.append(f"more than one number: {sentence!r}")
        if re.search(r"\{(?!P\d\})", sentence):
            found.append(f"a mark that nobody filled: {sentence!r}")
        found += [f"{banned}: {sentence!r}" for banned in _BANNED if banned in sentence]
    return found
