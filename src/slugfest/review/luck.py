"""What chance is called in a game, and the grammar around it."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Game, Text


class LuckWords:
    """Fills the word for chance into sentences: ``{the_luck}``, ``{The_luck}`` and verbs in the right number."""

    def __init__(self, english: dict[str, str], german: dict[str, str]) -> None:
        self.english = english
        self.german = german

    def say(self, en: str, de: str) -> Text:
        return Text(_fill(en, self.english), _fill(de, self.german))


def _fill(sentence: str, words: dict[str, str]) -> str:
    for key, word in words.items():
        sentence = sentence.replace(f"{{{key}}}", word)
    return sentence


_MANY_EN: Final = {"were": "were", "turn": "turn", "did": "did"}
_MANY_DE: Final = {"were": "waren", "turn": "wenden", "have": "haben"}
_WORDS: Final = {
    "dice": LuckWords(
        {"the_luck": "the dice", "The_luck": "The dice", **_MANY_EN},
        {"the_luck": "die Würfel", "The_luck": "Die Würfel", **_MANY_DE},
    ),
    "cards": LuckWords(
        {"the_luck": "the cards", "The_luck": "The cards", **_MANY_EN},
        {"the_luck": "die Karten", "The_luck": "Die Karten", **_MANY_DE},
    ),
    "": LuckWords(
        {"the_luck": "luck", "The_luck": "Luck", "were": "was", "turn": "turns", "did": "did"},
        {"the_luck": "das Glück", "The_luck": "Das Glück", "were": "war", "turn": "wendet", "have": "hat"},
    ),
}


def luck_words(game: Game) -> LuckWords:
    """The words for chance in a game."""
    return _WORDS.get(game.display.luck, _WORDS[""])
