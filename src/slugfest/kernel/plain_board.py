"""What a game may declare for the plain board, which shows games without a board of their own.

The plain board reads any view: what is yours, what lies on the table, what the others have, and every legal move, step
by step. It needs nothing of this. A game that declares some of it looks more at home: :attr:`Display.plain`.
"""

from __future__ import annotations

from typing import Final

from .errors import SlugfestError
from .text import Text

WHOSE: Final = ("", "table", "mine", "seats")
KINDS: Final = ("", "cards", "pile", "number", "track", "seat", "text", "none")
COLOURS: Final = ("", "red", "blue", "green", "purple", "amber", "teal")
ACCENTS: Final = ("", "yellow", "red", "teal", "purple", "blue", "green", "pink", "orange")
ICONS: Final = (
    "",
    "bolt",
    "book",
    "card",
    "clock",
    "coin",
    "crown",
    "drop",
    "eye",
    "fist",
    "flag",
    "flame",
    "gem",
    "heart",
    "house",
    "key",
    "leaf",
    "mask",
    "person",
    "question",
    "shield",
    "skull",
    "star",
    "sword",
)


class Shown:
    """How one field of the board is shown. The order in which fields are declared is the order on the board.

    ``whose``: on the ``table`` for all, ``mine`` alone, or one for each of the ``seats``; the plain board guesses if
    nothing is said. ``kind``: ``cards`` lie side by side (nothing in a list is a back), a ``pile`` shows how many there
    are, a ``number`` is big, a ``track`` fills up to ``most``, a ``seat`` is shown by its name, ``none`` is left out.
    ``face`` is the field that says what a card is, where each is an object. ``hides``: nothing here means face down,
    not that there is none.
    """

    def __init__(
        self,
        name: Text | None = None,
        whose: str = "",
        kind: str = "",
        icon: str = "",
        colour: str = "",
        most: int = 0,
        face: str = "",
        hides: bool = False,
    ) -> None:
        self.name = name
        self.whose = one_of("whose", whose, WHOSE)
        self.kind = one_of("kind", kind, KINDS)
        self.icon = one_of("icon", icon, ICONS)
        self.colour = one_of("colour", colour, COLOURS)
        self.most = most
        self.face = face
        self.hides = hides


class Thing:
    """How one thing is shown wherever it lies: a card, a place, a role. ``value`` is what stands in its corner."""

    def __init__(
        self,
        name: Text | None = None,
        icon: str = "",
        colour: str = "",
        value: str = "",
        note: Text | None = None,
    ) -> None:
        self.name = name
        self.icon = one_of("icon", icon, ICONS)
        self.colour = one_of("colour", colour, COLOURS)
        self.value = value
        self.note = note


class Verb:
    """What moves are called whose text begins with one word, and what is asked for each word after it."""

    def __init__(self, name: Text | None = None, questions: list[Text] | None = None, icon: str = "") -> None:
        self.name = name
        self.questions = questions or []
        self.icon = one_of("icon", icon, ICONS)


class PlainBoard:
    """All of it: fields of the board by key, things by the word that moves and views use for them, verbs of moves."""

    def __init__(
        self,
        fields: dict[str, Shown] | None = None,
        things: dict[str, Thing] | None = None,
        verbs: dict[str, Verb] | None = None,
    ) -> None:
        self.fields = fields or {}
        self.things = things or {}
        self.verbs = verbs or {}


def one_of(what: str, given: str, known: tuple[str, ...]) -> str:
    """A word that the plain board knows; a mistyped one is reported at once, not seen by players."""
    if given not in known:
        raise SlugfestError(f"{what}: {given!r} is not one of {', '.join(word for word in known if word)}")
    return given
