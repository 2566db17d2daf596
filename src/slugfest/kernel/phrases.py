"""What teammates may call to each other during a game: a closed set of sentences, so that everybody can read them."""

from __future__ import annotations

from typing import Final

from .templates import Templates, seat_mark
from .text import Text

OPPONENT: Final = "{opponent}"


class Phrase:
    """One sentence. Where it names ``{opponent}``, whoever says it also says which one."""

    def __init__(self, key: str, text: Text) -> None:
        self.key = key
        self.text = text

    @property
    def names_opponent(self) -> bool:
        return OPPONENT in self.text.en

    def about(self, seat: int) -> Text:
        """The sentence about one opponent."""
        return Templates().fill(self.text, {"opponent": seat_mark(seat)})


# What teammates say in any game.
COMMON_PHRASES: Final = [
    Phrase("yes", Text("Good idea!", "Gute Idee!")),
    Phrase("no", Text("I'd rather not.", "Lieber nicht.")),
    Phrase("wait", Text("One moment!", "Moment noch!")),
    Phrase("well_done", Text("Well done!", "Gut gemacht!")),
    Phrase("sorry", Text("Sorry!", "Tut mir leid!")),
]
