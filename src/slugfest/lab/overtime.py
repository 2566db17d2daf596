"""Answers of programs that came after their budget: counted by bot, for the report of a ladder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.markup import escape
from rich.table import Table

from slugfest.bots import Bot, GuardedBot

from .batches import Row


def overtimes(player: Bot) -> list[int]:
    """By how many milliseconds a bot's answers came too late so far."""
    return player.overtimes if isinstance(player, GuardedBot) else []


class Overtimes:
    """How often the bots of a ladder were late, and by how much at worst."""

    def __init__(self) -> None:
        self._by_bot: dict[str, list[int]] = {}

    def add(self, row: Row) -> None:
        """Count those of one game."""
        for bot, milliseconds in row.get("late", ()):
            self._by_bot.setdefault(bot, []).append(milliseconds)

    @staticmethod
    def of_all(some: Iterable[Overtimes]) -> Overtimes:
        whole = Overtimes()
        for one in some:
            for bot, late in one._by_bot.items():
                whole._by_bot.setdefault(bot, []).extend(late)
        return whole

    def __bool__(self) -> bool:
        return bool(self._by_bot)

    def as_json(self) -> list[dict[str, Any]]:
        return [{"bot": bot, "times": len(late), "worst_ms": max(late)} for bot, late in self._by_bot.items()]

    def table(self, language: str) -> Table:
        words = _WORDS[language if language in _WORDS else "en"]
        table = Table(title=words["title"], caption=words["note"])
        for column in ("bot", "times", "worst"):
            table.add_column(words[column], justify="left" if column == "bot" else "right")
        for one in self.as_json():
            table.add_row(escape(one["bot"]), str(one["times"]), f"{one['worst_ms']} ms")
        return table


def late_of(players: Sequence[Bot], before: Sequence[int]) -> list[list[Any]]:
    """Bot and milliseconds of every late answer since so many were known of each player."""
    return [
        [player.name, milliseconds]
        for player, known in zip(players, before, strict=True)
        for milliseconds in overtimes(player)[known:]
    ]


_WORDS: Final = {
    "en": {
        "title": "Answers after the budget",
        "note": "They were played all the same; the machine may have been busy.",
        "bot": "Bot",
        "times": "Times",
        "worst": "At worst",
    },
    "de": {
        "title": "Antworten nach Ablauf der Zeit",
        "note": "Gespielt wurden sie trotzdem; vielleicht war der Rechner ausgelastet.",
        "bot": "Bot",
        "times": "Mal",
        "worst": "Schlimmstenfalls",
    },
}
