"""What the game tells, as types: mypy checks it, `slugfest check` checks it, and `slugfest describe` prints it."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from slugfest.kernel import FactTypes, Seat, Words


class Board(TypedDict):
    """The board as one seat may know it."""

    phase: Literal["night", "day", "over"]
    round: int
    rounds: int
    reporter: Seat
    identities: list[str | None]
    """Jobs by seat; nothing where this seat does not know it."""
    patrols: list[str | None]
    """By seat: what was chosen for tonight, as far as this seat knows before all is shown."""
    fame: list[int]
    last_night: list[str | None]
    """By seat: where everybody was last night."""
    could: list[list[str]]
    """By seat: the jobs that everybody must think possible."""
    open: list[str]
    pile: int


class Patrol(TypedDict):
    kind: Literal["patrol"]
    where: list[str]
    fame: list[int]


class Accuse(TypedDict):
    kind: Literal["accuse"]
    seat: Seat
    target: Seat
    job: str
    right: bool
    fame: int


class NewJob(TypedDict):
    kind: Literal["new_job"]
    seat: Seat
    job: NotRequired[str]


class Held(TypedDict):
    kind: Literal["held"]
    seat: Seat


class Job(TypedDict):
    name: Words
    district: str


class District(TypedDict):
    name: Words


class Catalogue(TypedDict):
    districts: dict[str, District]
    jobs: dict[str, Job]


class Forecast(TypedDict):
    """What a move would come to, as far as the seat can know."""

    fame: NotRequired[int]
    """Of a patrol: if nobody else is there."""
    of: NotRequired[int]
    """Of a name: it is one of so many jobs that are still possible; 0: a bluff."""


FACTS = FactTypes(Board, Patrol | Accuse | NewJob | Held, Catalogue, Forecast)
