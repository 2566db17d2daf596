"""What is put to a bot, and what it finds: plain data that can travel to another process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from slugfest.kernel import Rng


@dataclass(frozen=True)
class Question:
    """A decision that a bot owes, as plain data that can travel to another process.

    ``position`` is the whole truth; whoever puts the question to a bot wraps it in a Perspective first.
    """

    game: str
    position: dict[str, Any]
    seat: int
    level: str
    chance: int  # the state of the generator the bot draws from

    @staticmethod
    def put(game: str, position: dict[str, Any], seat: int, level: str, chance: Rng) -> Question:
        return Question(game, position, seat, level, int(chance.state))


@dataclass(frozen=True)
class BotIdea:
    """One move that a bot looked at; the answer to a :class:`Question` are some of them, best first."""

    move: int
    visits: int
    value: float
    chance: float = 0.0  # to win
    line: tuple[int, ...] = ()  # the seat's own moves to the end of its decision
    where: tuple[str, str] | None = None  # where to look: a question, in English and German
    why: tuple[str, str] | None = None  # it is better than the next idea
    expects: tuple[str, str] | None = None  # what somebody else will probably do then
    instead: str = ""  # the bot of the house that decided, where the one that was asked had failed
