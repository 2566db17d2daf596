"""The built-in bots, by name."""

from __future__ import annotations

from typing import Final

from slugfest import __version__
from slugfest.kernel import Mistake, Text

from .bot import Bot
from .search import SearchBot
from .simple import ErringBot, GreedyBot, RandomBot

LEVELS: Final = ("easy", "medium", "hard")
OFFERED: Final = (
    "easy, medium, hard, random, greedy, search, search:2000 (iterations) or search:1.5s (seconds)"
)

RANDOM: Final = "random"  # the only bot that plays games without the part `search`

BUILT_IN: Final = {
    "easy": Text(
        "greedy, but every second decision is a blind one", "greedy, aber jede zweite Entscheidung ist blind"
    ),
    "medium": Text("looks ahead a little", "denkt ein wenig voraus"),
    "hard": Text(
        "looks ahead as far as the game is worth", "denkt so weit voraus, wie es sich im Spiel lohnt"
    ),
    RANDOM: Text("any legal move", "irgendein erlaubter Zug"),
    "greedy": Text(
        "what the game calls sensible for a beginner", "was das Spiel für Anfänger vernünftig nennt"
    ),
    "search": Text(
        "looks ahead; search:2000 in iterations, search:1.5s in seconds",
        "denkt voraus; search:2000 in Durchläufen, search:1.5s in Sekunden",
    ),
}

# Levels think in iterations, not in seconds: the same seed then gives the same game on every machine. 'hard' is
# sized by the game (Search.iterations) to answer within about a second even where nothing is compiled.
_EASY_ERROR: Final = 0.5
_MEDIUM_ITERATIONS: Final = 100
_SEARCH_ITERATIONS: Final = 1000
_MOST_ITERATIONS: Final = 100_000_000
_MOST_SECONDS: Final = 3600.0


def built_in_bot(name: str) -> Bot | None:
    """The built-in bot of this name, or None."""
    found = _by_name(name)
    if found is not None:
        found.version = __version__
    return found


def _by_name(name: str) -> Bot | None:
    if name == RANDOM:
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
    return None


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
