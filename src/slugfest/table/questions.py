"""Questions to bots and their answers, as plain data for another process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from slugfest.kernel import Rng


@dataclass(frozen=True)
class Question:
    """A decision that a bot owes.

    ``position`` is the full position; it must be wrapped in a Perspective before a bot sees it.
    """

    game: str
    position: dict[str, Any]
    seat: int
    level: str
    chance: int  # the state of the generator the bot draws from
    steps: list[dict[str, Any]] = field(default_factory=list)  # what the seat saw since it last decided
    match: str = ""  # a name by which a bot tells its matches apart
    made: int = -1  # a move to judge besides those that the bot considers
    rest: list[int] | None = None  # the moves that followed it in the same decision, if it was made

    @staticmethod
    def put(game: str, position: dict[str, Any], seat: int, level: str, chance: Rng) -> Question:
        return Question(game, position, seat, level, int(chance.state))


class SeatDecision(NamedTuple):
    """What identifies a decision of a seat. A judgement is valid as long as this stays the same."""

    moved: int  # how many moves the seat has made
    known: int  # how many moves it decides by: see History.moves_known
    legal: list[int]


@dataclass(frozen=True)
class CostlyMove:
    """A decision that has cost much, as its judgement says."""

    better: tuple[int, ...]  # the moves to the end of the decision
    why: tuple[str, str] | None
    loss: float  # of the chance to win


@dataclass(frozen=True)
class BotIdea:
    """One move that a bot considered. The answer to a :class:`Question` is a list of them, best first."""

    move: int
    visits: int
    chance: float = 0.0  # to win
    error: float = 0.0  # the standard error of that
    loss: float = 0.0  # of the chance to win, behind the best
    fine: bool = True  # not worse than the best beyond the error, or a matter of mixing
    probability: float = 0.0  # of being played, where several seats decide at once
    line: tuple[int, ...] = ()  # the seat's own moves to the end of its decision
    where: tuple[str, str] | None = None  # where to look: a question, in English and German
    why: tuple[str, str] | None = None  # of the best: why it is better than others
    why_not: tuple[str, str] | None = None  # of a marked one: why the best is better
    expects: tuple[str, str] | None = None  # what an opponent will probably do then
    expected: float = 0.0  # how often that was seen
    theme: str = ""  # of the reason: see kernel.THEMES
    mark: str = ""  # inaccuracy, mistake or blunder: clearly worse than the best
    complete: bool = True  # no clock and no load has cut the judgement short: a review says the same
    instead: str = ""  # the built-in bot that decided, if the one that was asked failed
