"""What a check is: a name, the promise it keeps, and what it does at a moment of a game or over a whole game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from slugfest.kernel import Game, Rng, Text, seeded

from .playthrough import Chooser, Moment, Playthrough, name_of


class Broken(Exception):
    """A promise is broken: what was seen, by whom, and when (at a moment, or after so many moves).

    ``way`` are the moves (seat and move) that led to it in a game of the check's own.
    """

    def __init__(
        self,
        what: str,
        seat: int | None = None,
        ply: int | None = None,
        moment: Moment | None = None,
        way: list[tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.seat = seat
        self.ply = ply
        self.moment = moment
        self.way = way

    def __str__(self) -> str:
        return self.what if self.seat is None else f"{name_of(self.seat)}: {self.what}"


@dataclass(frozen=True)
class Tools:
    """What a check may use beside the game: its own chance, the players, and how hard to try."""

    rng: Rng
    choosers: Mapping[str, Chooser]
    thorough: bool = False

    def tries(self, count: int) -> int:
        return count * 4 if self.thorough else count


AtMoment = Callable[[Moment, Tools], int]
OverGame = Callable[[Playthrough, Tools], int]


@dataclass(frozen=True)
class Check:
    """One promise, by name. Its function returns how many comparisons it made, or raises :class:`Broken`."""

    name: str
    says: Text
    moments: int  # how many positions of a game it looks at; 0 if it takes the game as a whole
    at: AtMoment | None
    over: OverGame | None
    needs: tuple[str, ...]  # without these its verdict would mean nothing
    part: str = ""  # the optional part of a game that it is about

    def missing_part(self, game: Game) -> str:
        """The part that the game lacks and that this check, or one it needs, is about; empty if there is none."""
        if self.part and getattr(game, self.part) is None:
            return self.part
        return next((part for need in self.needs if (part := CHECKS[need].missing_part(game))), "")

    def run(self, played: Playthrough, choosers: Mapping[str, Chooser], thorough: bool) -> int:
        """Judge one game. A finding that is not a :class:`Broken` yet (a crash) becomes one."""
        if self.over is not None:
            rng = seeded("check", self.name, played.setting.seed)
            return _judged(lambda tools: self._over(played, tools), Tools(rng, choosers, thorough))
        count = 0
        for moment in played.chosen(self.moments * (4 if thorough else 1)):
            try:
                count += self.judge(moment, choosers, thorough)
            except Broken as broken:
                broken.moment = moment
                raise
        return count

    def judge(self, moment: Moment, choosers: Mapping[str, Chooser], thorough: bool = False) -> int:
        """Judge one position."""
        rng = seeded("check", self.name, moment.setting.seed, moment.ply)
        return _judged(lambda tools: self._at(moment, tools), Tools(rng, choosers, thorough))

    def _at(self, moment: Moment, tools: Tools) -> int:
        assert self.at is not None
        return self.at(moment, tools)

    def _over(self, played: Playthrough, tools: Tools) -> int:
        assert self.over is not None
        return self.over(played, tools)


def _judged(judge: Callable[[Tools], int], tools: Tools) -> int:
    try:
        return judge(tools)
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"the game failed with {type(error).__name__}: {error}") from error


CHECKS: Final[dict[str, Check]] = {}
"""Every check by name, in the order of judgement: those that others need come first."""


def at_moments(
    name: str, english: str, german: str, moments: int = 12, needs: tuple[str, ...] = (), part: str = ""
) -> Callable[[AtMoment], AtMoment]:
    """Register a check of single positions."""

    def add(function: AtMoment) -> AtMoment:
        CHECKS[name] = Check(name, Text(english, german), moments, function, None, needs, part)
        return function

    return add


def over_games(
    name: str, english: str, german: str, needs: tuple[str, ...] = ()
) -> Callable[[OverGame], OverGame]:
    """Register a check of whole games."""

    def add(function: OverGame) -> OverGame:
        CHECKS[name] = Check(name, Text(english, german), 0, None, function, needs)
        return function

    return add
