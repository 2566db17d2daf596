"""Portraits put together from parts that the page draws: of bots' personas, and of pieces that a variant adds."""

from __future__ import annotations

from typing import Any, Final

from .errors import ContentError

PARTS: Final = {
    "head": ("box", "dome", "round", "can", "shield", "bolt"),
    "eyes": ("visor", "round", "square", "one", "goggles", "slits"),
    "mouth": ("grille", "smile", "line", "teeth", "speaker", "moustache"),
    "top": ("antenna", "fin", "spring", "bulb", "ears", "hat"),
    "colour": ("red", "blue", "green", "yellow", "purple", "orange"),
}

Portrait = dict[str, str]  # for each of PARTS one of its words


def read_portrait(value: Any, file: str, key: str = "portrait") -> Portrait:
    """A portrait; whatever is missing, unknown or wrong is refused by file, key and reason."""
    if not isinstance(value, dict):
        raise ContentError(
            file,
            key,
            f"a table with {', '.join(PARTS)} is needed",
            f"hier gehört eine Tabelle mit {', '.join(PARTS)} hin",
        )
    for part in value:
        if part not in PARTS:
            raise ContentError(
                file,
                f"{key}.{part}",
                f"unknown key; there are {', '.join(PARTS)}",
                f"das gibt es nicht; es gibt {', '.join(PARTS)}",
            )
    for part, words in PARTS.items():
        if value.get(part) not in words:
            raise ContentError(
                file,
                f"{key}.{part}",
                f"one of {', '.join(words)} is needed, not {value.get(part)!r}",
                f"hier gehört eines von {', '.join(words)} hin, nicht {value.get(part)!r}",
            )
    return {part: str(value[part]) for part in PARTS}


__all__ = ["PARTS", "Portrait", "read_portrait"]
