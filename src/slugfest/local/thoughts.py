"""What bots are to think about, elsewhere: handed out as text, and back as text.

A thought belongs to one decision of one seat. Whoever wanted it hears what came of it, or that it failed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Final

from slugfest.protocol.thinking import Purpose
from slugfest.table import BotIdea, Question

from .journal import text_of

RETRIES: Final = 2  # after so many more failures a bot's seat plays its default move

Hear = Callable[[list[BotIdea] | None], None]


class Thoughts:
    """All that is being thought about."""

    def __init__(self) -> None:
        self._next = 1
        self._subscribers: dict[int, Hear] = {}
        self._new: list[tuple[int, str]] = []
        self._cancelled: list[int] = []

    def ask(self, question: Question, purpose: Purpose, seconds: float, hear: Hear) -> int:
        """Have something thought about for at most so many seconds; ``hear`` gets ideas, or None if that failed."""
        number = self._next
        self._next += 1
        self._subscribers[number] = hear
        asked = {"question": asdict(question), "purpose": purpose, "seconds": seconds}
        self._new.append((number, text_of(asked)))
        return number

    def cancel(self, number: int) -> None:
        """Nobody needs it any more."""
        if self._subscribers.pop(number, None) is not None:
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
        """What came of a thought. One that was cancelled, or that nobody asked for, is nobody's business."""
        hear = self._subscribers.pop(number, None)
        if hear is not None:
            hear(ideas_from(text))


def ideas_from(text: str) -> list[BotIdea] | None:
    """The ideas of a thinker's answer; None if it has none."""
    try:
        told = json.loads(text)
        ideas = [
            BotIdea(
                int(idea["move"]),
                int(idea["visits"]),
                float(idea["value"]),
                float(idea["chance"]),
                tuple(int(move) for move in idea["line"]),
                pair(idea["where"]),
                pair(idea["why"]),
                pair(idea["expects"]),
                str(idea["instead"]),
            )
            for idea in told["ideas"]
        ]
    except (ValueError, TypeError, KeyError):
        return None
    return ideas or None


def pair(told: list[str] | None) -> tuple[str, str] | None:
    return None if told is None else (str(told[0]), str(told[1]))
