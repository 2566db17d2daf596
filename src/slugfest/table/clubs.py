"""Messages about clubs: who is in one, its tables, announcements and the table of its season."""

from __future__ import annotations

from typing import Literal, TypedDict

from .events import EventFormat, EventStatus
from .messages import ListedMatch
from .people import PoolRating

ClubRole = Literal["member", "director", "owner"]


class MyClub(TypedDict):
    """One of my clubs in a list."""

    id: str
    name: str
    role: ClubRole
    members: int


class MyClubs(TypedDict):
    """GET /api/clubs: the clubs that I am in."""

    clubs: list[MyClub]


class ClubMember(TypedDict):
    """A member of a club. ``key`` names them to those who may change roles; it reveals nothing else."""

    key: str
    name: str
    role: ClubRole
    since: int
    you: bool
    rating: PoolRating | None  # where they played most; None: not rated, or the server rates nobody


class ClubNote(TypedDict):
    """An announcement: plain text of a director."""

    key: str
    text: str
    at: int
    by: str  # the author's name


class ClubEvent(TypedDict):
    """An event of a club."""

    id: str
    name: str
    game: str
    format: EventFormat
    status: EventStatus
    starts: int | None  # None: when its director says so
    players: int
    members_only: bool  # only members sign up
    ended: int | None  # None: not yet


class Club(TypedDict):
    """GET /api/clubs/{club}. To those who are no members it shows the name and the number of members."""

    id: str
    name: str
    since: int
    role: ClubRole | None  # None: you are no member
    size: int
    members: list[ClubMember]
    notes: list[ClubNote]  # the newest first
    tables: list[ListedMatch]  # in the lobby or running
    finished: list[ListedMatch]
    events: list[ClubEvent]  # running, then coming, then a few that are over
    invite: (
        str | None
    )  # what opens the club to newcomers, for directors and owners; None also if it has expired
    invite_until: int | None


class SeasonRow(TypedDict):
    """A member's results in a season."""

    key: str
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    points: int  # two for a win, one for a draw
    rating: PoolRating | None


class Season(TypedDict):
    """GET /api/clubs/{club}/season: results of the club's matches that ended in a time range."""

    since: int
    until: int
    matches: int  # those that count
    rows: list[SeasonRow]  # the best first
