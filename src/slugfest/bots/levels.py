"""The built-in bots, by name."""

from __future__ import annotations

from typing import Final

from slugfest import __version__
from slugfest.kernel import Mistake, Text
from slugfest.personas import LEVEL_NAMES

from .bot import Bot
from .minds import mind_from, minded, persona_of
from .search import SearchBot
from .simple import GreedyBot, RandomBot

LEVELS: Final = tuple(LEVEL_NAMES)
OFFERED: Final = (
    "easy, medium, hard, expert, a persona such as robo-rita, random, greedy, search, search:2000 (iterations) "
    "or search:1.5s (seconds)"
)

RANDOM: Final = "random"  # the only bot that plays games without the part `search`

BUILT_IN: Final = {
    "easy": Text(
        "looks at little and guesses the rest: Mecha Max", "sieht wenig und rät den Rest: Mecha Max"
    ),
    "medium": Text("looks ahead a little: Robo Rita", "denkt ein wenig voraus: Robo Rita"),
    "hard": Text(
        "looks ahead as far as the game is worth: Dynamo Doc",
        "denkt so weit voraus, wie es sich im Spiel lohnt: Dynamo Doc",
    ),
    "expert": Text(
        "reads what the others hide from how they play, where that wins; elsewhere it is hard",
        "liest aus dem Spiel der anderen, was sie verbergen, wo das gewinnt; sonst spielt er wie hard",
    ),
    RANDOM: Text("any legal move", "irgendein erlaubter Zug"),
    "greedy": Text(
        "what the game calls sensible for a beginner", "was das Spiel für Anfänger vernünftig nennt"
    ),
    "search": Text(
        "looks ahead; search:2000 in iterations, search:1.5s in seconds, search:50:guesses=1 with another mind",
        "denkt voraus; search:2000 in Durchläufen, search:1.5s in Sekunden, search:50:guesses=1 mit anderem Kopf",
    ),
}

# Levels think in iterations, not in seconds: the same seed then gives the same game on every machine. 'hard' is
# sized by the game (Search.iterations) to answer within about a second even where nothing is compiled.
_SEARCH_ITERATIONS: Final = 1000
_MOST_ITERATIONS: Final = 100_000_000
_MOST_SECONDS: Final = 3600.0


def built_in_bot(name: str, game: str = "") -> Bot | None:
    """The built-in bot of this name, or None. Personas, and the levels that name three of them, have a mind of their
    own in each game."""
    found = _by_name(name, game)
    if found is not None:
        found.version = __version__
    return found


def _by_name(name: str, game: str) -> Bot | None:
    who = persona_of(name)
    if who is not None:
        made = minded(name, who.mind(game))
        if name == who.id:
            made.options = dict(who.mind(game))  # a record says how it played, whatever its file says later
        return made
    if name == RANDOM:
        return RandomBot()
    if name == "greedy":
        return GreedyBot()
    if name == "expert":
        return minded(name, {"reads": 1})
    if name == "search":
        return SearchBot(name, _SEARCH_ITERATIONS)
    if name.startswith("search:"):
        return search_with(name)
    return None


def search_with(name: str) -> Bot:
    """The searching bot with the budget that its name states, and other numbers of its mind behind that."""
    budget, *rest = name[len("search:") :].split(":")
    if budget.isdecimal() and 1 <= int(budget) <= _MOST_ITERATIONS:
        return minded(name, {"looks": int(budget)} | mind_from(name, rest))
    if budget.endswith("s") and not rest:
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
