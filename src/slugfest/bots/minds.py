"""How a searching bot is made a weaker or another player: a few numbers that hold in every game.

A weaker player looks less far, guesses what is hidden and takes the guess for the truth, forgets what is gone,
overlooks replies and moves of its own, and is off about what a move is worth. None of that is a move at random: each
mistake follows from something that was not seen or was misjudged, and small mistakes are more frequent than large ones.
"""

from __future__ import annotations

from collections.abc import Mapping

from slugfest.kernel import Mistake, Text
from slugfest.personas import KNOBS, LEVEL_NAMES, Persona, persona

from .search import SearchBot


def minded(name: str, mind: Mapping[str, int]) -> SearchBot:
    """The searching bot with these numbers; the others are those of ``hard``."""
    for key, value in mind.items():
        if key not in KNOBS:
            there = ", ".join(KNOBS)
            raise Mistake(
                Text(
                    f"the bot {name!r} has no option {key!r}; it has {there}",
                    f"der Bot {name!r} hat keine Einstellung {key!r}; er hat {there}",
                )
            )
        low, high = KNOBS[key]
        if not low <= value <= high:
            raise Mistake(
                Text(
                    f"the bot {name!r}: {key} is a number from {low} to {high}, not {value}",
                    f"der Bot {name!r}: {key} ist eine Zahl von {low} bis {high}, nicht {value}",
                )
            )
    made = SearchBot(name, mind.get("looks", 0))
    made.guesses = mind.get("guesses", made.guesses)
    made.memory = mind.get("memory", made.memory)
    made.replies = mind.get("replies", made.replies)
    made.finds = mind.get("finds", made.finds)
    made.blur = mind.get("blur", made.blur)
    made.risk = mind.get("risk", made.risk)
    made.hoard = mind.get("hoard", made.hoard)
    made.envy = mind.get("envy", made.envy)
    made.grudge = mind.get("grudge", made.grudge)
    if mind.get("reads", 0) == 1:
        made.reading = -1
        made.halving = -1
    return made


def mind_from(name: str, words: list[str]) -> dict[str, int]:
    """``guesses=1`` and the like, behind a bot's name."""
    mind: dict[str, int] = {}
    for word in words:
        key, _, value = word.partition("=")
        if not value.removeprefix("-").isdecimal() or len(value) > 9:
            raise Mistake(
                Text(
                    f"the bot {name!r}: write its options as search:200:guesses=1:replies=50",
                    f"der Bot {name!r}: Schreib seine Einstellungen als search:200:guesses=1:replies=50",
                )
            )
        mind[key] = int(value)
    return mind


def persona_of(name: str) -> Persona | None:
    """The persona of this id, or the one that a level is a name of."""
    return persona(LEVEL_NAMES.get(name, name))
