"""Count results, one after the other, into everybody's ratings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from .anchors import Anchors
from .model import NEW, Rating, rate
from .results import Player, Pool, Result


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's rating in a pool."""

    rating: Rating = NEW
    matches: int = 0
    last: int = 0  # when the last of them ended


class Change(NamedTuple):
    """What a match changed for somebody."""

    guest: str
    before: Standing
    after: Standing


@dataclass
class Ledger:
    """All ratings of a server, as far as results have been counted."""

    anchors: Anchors
    standings: dict[tuple[Pool, str], Standing] = field(default_factory=dict)
    counted: tuple[int, str] = (0, "")  # the last result

    def standing(self, pool: Pool, guest: str) -> Standing:
        return self.standings.get((pool, guest), Standing())

    def count(self, result: Result) -> tuple[Change, ...]:
        """Count a result; no changes if it is not rated: an unknown anchor takes part, or somebody sits twice.

        Results come in order. One that ended before the last is a mistake of the caller: :meth:`Ledger.of` sorts.
        """
        if result.order <= self.counted:
            raise ValueError(f"match {result.match} ended before {self.counted[1]}, which is counted already")
        self.counted = result.order
        before = self._before(result)
        if before is None:
            return ()
        changes = []
        ended = rate(before, result.ranks)
        for place, side in enumerate(result.sides):
            last = self._if_last(result, before, place) if any(one.left for one in side) else ended[place]
            for index, player in enumerate(side):
                if player.fixed or player.forgotten:
                    continue
                was, now = before[place][index], (last if player.left else ended[place])[index]
                stayed = any(one.left for one in side) and not player.left
                if now.skill > was.skill and (player.help or stayed):
                    now = was
                changes.append(self._note(result, player.name, now))
        return tuple(changes)

    def _before(self, result: Result) -> list[list[Rating]] | None:
        """Everybody's rating before a match; None if somebody is not known or sits twice."""
        people = [player.name for side in result.sides for player in side if not player.fixed]
        if not people or len(set(people)) != len(people):
            return None
        found = []
        for side in result.sides:
            ratings = [self._rating(result.pool, player) for player in side]
            known = [one for one in ratings if one is not None]
            if len(known) != len(side):
                return None
            found.append(known)
        return found

    def _rating(self, pool: Pool, player: Player) -> Rating | None:
        if player.fixed:
            return self.anchors.rating(pool, player.name)
        return NEW if player.forgotten else self.standing(pool, player.name).rating

    def _if_last(self, result: Result, before: list[list[Rating]], place: int) -> list[Rating]:
        """The ratings of a side that somebody left, if that side were last."""
        ranks = list(result.ranks)
        ranks[place] = max(ranks) + 1
        return rate(before, ranks)[place]

    def _note(self, result: Result, guest: str, rating: Rating) -> Change:
        before = self.standing(result.pool, guest)
        after = Standing(rating, before.matches + 1, result.at)
        self.standings[result.pool, guest] = after
        return Change(guest, before, after)

    @classmethod
    def of(cls, results: Iterable[Result], anchors: Anchors) -> Ledger:
        """The ratings that these results give, whatever order they come in."""
        ledger = cls(anchors)
        for result in sorted(results, key=lambda result: result.order):
            ledger.count(result)
        return ledger
