"""Portraits put together from parts that the page draws: of bots' personas, and of pieces that a variant adds."""

from __future__ import annotations

from typing import Any, Final

from .errors import ContentError
from .text import Text

PARTS: Final = {
    "head": ("box", "dome", "round", "can", "shield", "bolt"),
    "eyes": ("visor", "round", "square", "one", "goggles", "slits"),
    "mouth": ("grille", "smile", "line", "teeth", "speaker", "moustache"),
    "top": ("antenna", "fin", "spring", "bulb", "ears", "hat"),
    "colour": ("red", "blue", "green", "yellow", "purple", "orange"),
}

PART_NAMES: Final = {
    "head": {
        "box": Text("Box", "Kasten"),
        "dome": Text("Dome", "Kuppel"),
        "round": Text("Round", "Rund"),
        "can": Text("Can", "Dose"),
        "shield": Text("Shield", "Schild"),
        "bolt": Text("Bolt", "Schraube"),
    },
    "eyes": {
        "visor": Text("Visor", "Visier"),
        "round": Text("Round", "Rund"),
        "square": Text("Square", "Eckig"),
        "one": Text("Only one", "Nur eins"),
        "goggles": Text("Goggles", "Schutzbrille"),
        "slits": Text("Slits", "Schlitze"),
    },
    "mouth": {
        "grille": Text("Grille", "Gitter"),
        "smile": Text("Smile", "Lächeln"),
        "line": Text("Line", "Strich"),
        "teeth": Text("Teeth", "Zähne"),
        "speaker": Text("Speaker", "Lautsprecher"),
        "moustache": Text("Moustache", "Schnurrbart"),
    },
    "top": {
        "antenna": Text("Antenna", "Antenne"),
        "fin": Text("Fin", "Flosse"),
        "spring": Text("Spring", "Feder"),
        "bulb": Text("Bulb", "Glühbirne"),
        "ears": Text("Ears", "Ohren"),
        "hat": Text("Hat", "Hut"),
    },
    "colour": {
        "red": Text("Red", "Rot"),
        "blue": Text("Blue", "Blau"),
        "green": Text("Green", "Grün"),
        "yellow": Text("Yellow", "Gelb"),
        "purple": Text("Purple", "Lila"),
        "orange": Text("Orange", "Orange"),
    },
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
