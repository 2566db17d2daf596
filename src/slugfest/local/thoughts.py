"""Questions for bots that think elsewhere: texts out, texts back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from slugfest.protocol.thinking import Purpose
from slugfest.table import BotIdea, Question

from .journal import text_of

RETRIES: Final = 2  # after so many more failures a bot's seat plays its default move

OnIdeas = Callable[[list[BotIdea] | None], None]
OnText = Callable[[str], None]


class Thoughts:
    """All questions that are not answered yet."""

    def __init__(self, variant_of: Callable[[str], dict[str, Any] | None] = lambda game: None) -> None:
        self._variant_of = variant_of  # what another worker needs to know about a game that is a variant
        self._next = 1
        self._waiting: dict[int, OnText] = {}
        self._new: list[tuple[int, str]] = []
        self._cancelled: list[int] = []

    def ask(self, question: Question, purpose: Purpose, seconds: float, on_ideas: OnIdeas) -> int:
        """Ask a bot to think for at most so many seconds; ``on_ideas`` gets its ideas, or None if it failed."""
        asked = {
            "question": asdict(question),
            "purpose": purpose,
            "seconds": seconds,
            "variant": self._variant_of(question.game),
        }
        return self.ask_text(text_of(asked), lambda text: on_ideas(ideas_from(text)))

    def ask_text(self, asked: str, on_text: OnText) -> int:
        """Ask anything that is answered where bots think; ``on_text`` gets the answer."""
        number = self._next
        self._next += 1
        self._waiting[number] = on_text
        self._new.append((number, asked))
        return number

    def cancel(self, number: int) -> None:
        """Drop a question."""
        if self._waiting.pop(number, None) is not None:
            before = len(self._new)
            self._new = [asked for asked in self._new if asked[0] != number]
            if len(self._new) == before:
                self._cancelled.append(number)

    def take_new(self) -> list[tuple[int, str]]:
        taken, self._new = self._new, []
        return taken

    def take_cancelled(self) -> list[int]:
        taken, self._cancelled = self._cancelled, []
        return taken

    def answer(self, number: int, text: str) -> None:
        """Take an answer. One to an unknown or cancelled question is ignored."""
        on_text = self._waiting.pop(number, None)
        if on_text is not None:
            on_text(text)


def ideas_from(text: str) -> list[BotIdea] | None:
    """The ideas in an answer; None if it has none."""
    try:
        answer = json.loads(text)
        ideas = [
            BotIdea(
                int(idea["move"]),
                int(idea["visits"]),
                float(idea["chance"]),
                float(idea["error"]),
                float(idea["loss"]),
                bool(idea["fine"]),
                float(idea["probability"]),
                tuple(int(move) for move in idea["line"]),
                pair(idea["where"]),
                pair(idea["why"]),
                pair(idea["why_not"]),
                pair(idea["expects"]),
                float(idea["expected"]),
                str(idea["theme"]),
                str(idea["mark"]),
                bool(idea["complete"]),
                str(idea["instead"]),
            )
            for idea in answer["ideas"]
        ]
    except (ValueError, TypeError, KeyError):
        return None
    return ideas or None


def pair(texts: list[str] | None) -> tuple[str, str] | None:
    return None if texts is None else (str(texts[0]), str(texts[1]))
