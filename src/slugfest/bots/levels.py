"""Which bots there are, by name."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Game, Mistake, Text

from .bot import Bot
from .search import SearchBot
from .simple import ErringBot, GreedyBot, RandomBot

LEVELS: Final = ("easy", "medium", "hard")
OFFERED: Final = (
    "easy, medium, hard, random, greedy, search, search:2000 (iterations) or search:1.5s (seconds)"
)

# Levels think in iterations, not in seconds: the same seed then gives the same game on every machine. 'hard' is
# sized by the game (Game.thinking) to answer within about a second even where nothing is compiled.
_EASY_ERROR: Final = 0.5
_MEDIUM_ITERATIONS: Final = 100
_SEARCH_ITERATIONS: Final = 1000
_MOST_ITERATIONS: Final = 100_000_000
_MOST_SECONDS: Final = 3600.0


def bot(name: str, game: Game) -> Bot:
    """The bot of this name for a game, or a refusal that lists the names there are."""
    if name == "random":
        return RandomBot()
    if name == "greedy":
        return GreedyBot()
    if name == "easy":
        return ErringBot(name, GreedyBot(), _EASY_ERROR)
    if name == "medium":
        return SearchBot(name, _MEDIUM_ITERATIONS)
    if name == "hard":
        return SearchBot(name, 0)
    if name == "search":
        return SearchBot(name, _SEARCH_ITERATIONS)
    if name.startswith("search:"):
        return search_with(name)
    raise Mistake(
        Text(
            f"there is no bot {name!r}; there are {OFFERED}",
            f"den Bot {name!r} gibt es nicht; es gibt {OFFERED}",
        )
    )


def search_with(name: str) -> Bot:
    """The searching bot with the budget that its name states."""
    budget = name[len("search:") :]
    if budget.isdecimal() and 1 <= int(budget) <= _MOST_ITERATIONS:
        return SearchBot(name, int(budget))
    if budget.endswith("s"):
        try:
            seconds = float(budget[:-1])
        except ValueError:
            seconds = 0.0
        if 0.0 < seconds <= _MOST_SECONDS:
            return SearchBot(name, seconds=seconds)
    raise Mistake(
        Text(
            f"the bot {name!r} has no such budget: write search:2000 (iterations) or search:1.5s (seconds)",
            f"der Bot {name!r} hat kein solches Budget: "
            "Schreib search:2000 (Durchläufe) oder search:1.5s (Sekunden)",
        )
    )
