"""Terminal: a board of text. Described in ``docs/parts/terminal.md``. A game that declares nothing gets an outline."""

from __future__ import annotations

from slugfest.kernel.events import Facts
from slugfest.kernel.outline import outline
from slugfest.kernel.text import Text


class Terminal:
    """How a game looks in a terminal."""

    def render(self, view: Facts, names: list[str], language: str) -> str:
        """The board as lines of text; `[bold]` and other rich markup allowed."""
        return "\n".join(outline(view["board"]))

    def heading(self, word: str) -> Text:
        """The name of the group of moves whose text begins with this word."""
        return Text(word.capitalize(), word.capitalize())
