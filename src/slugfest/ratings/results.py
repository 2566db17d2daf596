"""What of a finished match is rated.

Nobody gains by what they can do alone. Whoever leaves or runs out of time is last, and that is never annulled; whoever
had help may lose by the match and not gain. Practice, a match that people agreed to end, and a match without people
are not rated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple, get_args

from slugfest.personas import LEVEL_NAMES
from slugfest.table import Table
from slugfest.table.changes import GONE
from slugfest.table.people import PoolKind, Unrated

Kind = PoolKind
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Help = Literal["", "hint", "taken_back", "stand_in"]  # what may keep somebody from gaining


def box_name(people: int) -> str:
    """The anchor of a game's automated opponents, against so many people."""
    return f"box-{people}"


class Pool(NamedTuple):
    """What ratings are compared within: a game, and how it was played."""

    game: str
    kind: Kind

    def __str__(self) -> str:
        return f"{self.game}/{self.kind}"


def pool_named(name: str) -> Pool:
    """The pool that is written so."""
    game, _, kind = name.rpartition("/")
    for known in KINDS:
        if kind == known:
            return Pool(game, known)
    raise ValueError(f"{name!r} is no pool")


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in a match: a person's guest id, or the name of an anchor, which never moves."""

    name: str
    fixed: bool = False
    help: Help = ""  # may lose, not gain
    left: bool = False  # last, whatever became of their side

    @property
    def forgotten(self) -> bool:
        """Whether this person's data was deleted before the match ended: it is rated as somebody new, and not kept."""
        return not self.fixed and self.name.startswith(GONE)


@dataclass(frozen=True, slots=True)
class Result:
    """A match as ratings see it."""

    match: str
    at: int  # when it ended, by the store's clock
    pool: Pool
    sides: tuple[tuple[Player, ...], ...]
    ranks: tuple[int, ...]  # of the sides; 1 is the best, ranks may be shared

    @property
    def order(self) -> tuple[int, str]:
        """Results are counted in the order in which matches ended."""
        return self.at, self.match

    def has(self, guest: str) -> bool:
        """Whether a guest played the match."""
        return any(player.name == guest and not player.fixed for side in self.sides for player in side)

    def merged(self, guest: str, into: str) -> Result:
        """The same result, reached by another guest; unchanged if that one played as well."""
        if not self.has(guest) or self.has(into):
            return self
        sides = tuple(
            tuple(
                replace(player, name=into) if not player.fixed and player.name == guest else player
                for player in side
            )
            for side in self.sides
        )
        return replace(self, sides=sides)

    def as_json(self) -> dict[str, Any]:
        """Without the time, which is known when the end of the match is written."""
        return {
            "match": self.match,
            "pool": str(self.pool),
            "sides": [[[one.name, one.fixed, one.help, one.left] for one in side] for side in self.sides],
            "ranks": list(self.ranks),
        }


def result_from(data: Mapping[str, Any], at: int) -> Result:
    """A result from how it is kept."""
    sides = tuple(tuple(Player(*one) for one in side) for side in data["sides"])
    return Result(data["match"], at, pool_named(data["pool"]), sides, tuple(data["ranks"]))


def pool_of(table: Table) -> Pool:
    """The pool that a match belongs to."""
    return Pool(table.game.id, kind_of(len(table.seats), table.teams))


def kind_of(seats: int, teams: list[list[int]]) -> Kind:
    """How a match is played, by its seats and the sides that they form."""
    if len(teams) == 1:
        return "box"
    return "duel" if seats == 2 else "table" if len(teams) == seats else "team"


def why_unrated(table: Table) -> Unrated:
    """Why a match is not rated or will not be, as far as its table knows; empty if it is.

    Taking a decision back alone with bots makes a match practice on the way. It stays rated: otherwise whoever is about
    to lose would take something back.
    """
    if not any(seat.kind == "person" for seat in table.seats):
        return "no_people"
    if table.branch is not None:
        return "practice"
    if table.game.variant is not None:
        return "changed"
    if table.abandoned and _among_people(table) and not any(seat.away for seat in table.seats):
        return "agreed"
    return ""


def result_of_table(table: Table, at: int = 0) -> Result | None:
    """What a match is worth that has just ended; None if it is not over or not rated."""
    if not table.over or why_unrated(table):
        return None
    sides = [tuple(_player(table, seat) for seat in team) for team in table.teams]
    ranks = _ranks(table)
    if len(sides) == 1:
        box = tuple(Player(box_name(len(sides[0])), fixed=True) for _ in sides[0])
        return Result(table.id, at, pool_of(table), (sides[0], box), _against_the_box(sides[0], ranks[0]))
    last = len(sides) + 1
    found = tuple(last if _all_left(side) else rank for side, rank in zip(sides, ranks, strict=True))
    return Result(table.id, at, pool_of(table), tuple(sides), found)


def _among_people(table: Table) -> bool:
    """Whether people on two sides or more played, and nobody else: they may agree to end a match without a result.

    With a bot at the table, or against the box, those who agree would save themselves from a loss.
    """
    return len(table.teams) > 1 and all(seat.kind == "person" for seat in table.seats)


def _player(table: Table, index: int) -> Player:
    seat = table.seats[index]
    if seat.kind != "person":
        return Player(anchor_name(table.level_played(index)), fixed=True)
    gave_up = table.verdict is not None and seat.away == "given_up"  # ranked by the outcome
    left = bool(seat.away) and not gave_up
    if table.abandoned and not _among_people(table):
        left = True
    return Player(seat.guest, help=_help(table, seat.guest), left=left)


def anchor_name(bot: str) -> str:
    """The name under which a bot was measured: a level is one of the personas."""
    return LEVEL_NAMES.get(bot, bot)


def _help(table: Table, guest: str) -> Help:
    if table.hints_taken.get(guest, (0, 0))[0]:
        return "hint"
    if table.practice:
        return "taken_back"
    return "stand_in" if guest in table.replaced else ""


def _all_left(side: tuple[Player, ...]) -> bool:
    """Whether a side lost all its people: whatever its bots reached is nobody's."""
    people = [one for one in side if not one.fixed]
    return bool(people) and all(one.left for one in people)


def _ranks(table: Table) -> list[int]:
    """The ranks of the sides as the match ended; of one that was abandoned, all are equal."""
    outcome = None if table.abandoned else table.outcome()
    if outcome is None:
        return [1 for _ in table.teams]
    if len(table.teams) > 1:
        return [outcome.ranks[team[0]] for team in table.teams]
    value = (1.0 if outcome.ranks[0] == 1 else 0.0) if outcome.values is None else outcome.values[0]
    return [1 if value == 1.0 else 3 if value == 0.0 else 2]


def _against_the_box(people: tuple[Player, ...], rank: int) -> tuple[int, int]:
    """The ranks of the people and of the box: won, drawn or lost."""
    if _all_left(people):
        rank = 3
    return (1, 2) if rank == 1 else (2, 1) if rank == 3 else (1, 1)
