"""What may be called at a table during a game: a closed set of sentences, so that everybody can read them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from .templates import Templates, seat_mark
from .text import Text

OPPONENT: Final = "{opponent}"


@mypyc_attr(allow_interpreted_subclasses=True)
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
    Phrase("no", Text("I’d rather not.", "Lieber nicht.")),
    Phrase("wait", Text("One moment!", "Moment noch!")),
    Phrase("well_done", Text("Well done!", "Gut gemacht!")),
    Phrase("sorry", Text("Sorry!", "Tut mir leid!")),
]

# What anybody calls to everybody at the table, in any game. None of them says anything about the game itself.
TABLE_PHRASES: Final = [
    Phrase("hello", Text("Hello!", "Hallo!")),
    Phrase("good_luck", Text("Good luck!", "Viel Glück!")),
    Phrase("well_played", Text("Well played!", "Gut gespielt!")),
    Phrase("wow", Text("Wow!", "Wow!")),
    Phrase("ouch", Text("Ouch!", "Autsch!")),
    Phrase("lucky", Text("That was luck!", "Das war Glück!")),
    Phrase("thinking", Text("One moment, I’m thinking …", "Moment, ich überlege …")),
    Phrase("hurry", Text("Hurry up, please!", "Bitte beeilen!")),
    Phrase("sorry", Text("Sorry!", "Tut mir leid!")),
    Phrase("thanks", Text("Thank you!", "Danke!")),
    Phrase("good_game", Text("Good game!", "Schöne Partie!")),
    Phrase("leaving", Text("I have to go soon.", "Ich muss bald los.")),
]
