"""Messages about events: evenings, tournaments and leagues."""

from __future__ import annotations

from typing import Literal, TypedDict

from slugfest.kernel import Words

from .messages import Pace

EventFormat = Literal["swiss", "round_robin", "knock_out", "ladder", "league", "duplicate"]
EventStatus = Literal["open", "running", "ended"]
TieBreak = Literal["reached", "rung", "direct", "buchholz", "sonneborn_berger", "wins", "tops"]
EventEnding = Literal["", "complete", "director", "too_few"]


class EventPlayer(TypedDict):
    """Somebody who signed up."""

    number: int  # in the order of sign-up, from 1
    name: str
    you: bool
    takes_part: bool


class EventRow(TypedDict):
    """One player in the standings."""

    player: int
    place: int  # shared by those who are equal in everything
    points: float
    played: int
    values: list[float]  # of the tie-breaks, in their order


class EventTableInfo(TypedDict):
    """A table of a round."""

    match: str  # its code
    players: list[int]  # by seat
    done: bool  # it has finished; in a duplicate round the result stays unknown until all tables have
    ranks: list[int] | None  # None while it is unknown
    scores: list[int] | None  # duplicate night: what the game counted, by seat
    points: list[float] | None
    winners: list[int]  # seats
    absent: list[int]  # seats
    reason: str  # the director's, for a corrected result


class EventRound(TypedDict):
    """A round."""

    number: int
    opened: bool  # its tables can be entered
    at: int
    ends: int | None  # league: when it is over
    byes: list[int]
    tables: list[EventTableInfo]


class EventAct(TypedDict):
    """What the director did, for everybody to read."""

    at: int
    kind: Literal["withdrawn", "corrected", "paused", "resumed", "ended"]
    reason: str
    player: int  # 0: none
    round: int  # 0: none
    table: int  # from 1; 0: none


class EventClub(TypedDict):
    """The club of an event, as its members see it."""

    id: str
    name: str


class EventInfo(TypedDict):
    """GET /api/events/{event}: an event as its page shows it."""

    id: str
    version: int
    name: str
    game: str
    mode: Words | None
    format: EventFormat
    seats: int
    fewest: int
    pace: Pace
    starts: int | None
    gap: int
    days: int
    wait: int
    may_join: bool  # you can sign up now, or come back
    club: EventClub | None  # None: of none, or of one to which you do not belong
    members_only: bool  # only members of its club sign up
    status: EventStatus
    paused: str  # the director's reason; empty: not paused
    ended: EventEnding
    now: int  # by the server's clock
    next_at: int | None  # when the next round begins
    planned: int  # rounds in all; 0: not known yet
    directing: bool  # you opened it
    director: str
    you: int  # your number; 0: you did not sign up
    your_match: str  # the table where you are expected now; empty: none
    players: list[EventPlayer]
    tie_breaks: list[TieBreak]
    rows: list[EventRow]
    rounds: list[EventRound]
    acts: list[EventAct]


class EventUpdate(TypedDict):
    """Over /ws/mine: what changed in the event that a page shows.

    ``event`` has the rounds that changed after version ``since``; whoever does not have that version asks again with
    :class:`~slugfest.protocol.wire.WatchEvent`.
    """

    type: Literal["event"]
    since: int  # 0: all of it
    event: EventInfo


class ListedEvent(TypedDict):
    """An event in a guest's list."""

    id: str
    name: str
    game: str
    format: EventFormat
    status: EventStatus
    starts: int | None
    players: int
    directing: bool
    your_match: str


class MyEvents(TypedDict):
    """GET /api/me/events: the events that I opened or signed up for, the newest first."""

    events: list[ListedEvent]
