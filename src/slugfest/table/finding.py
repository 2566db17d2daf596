"""Messages about finding a table: the list of open ones, the one that *play now* found, and push messages."""

from __future__ import annotations

from typing import Literal, TypedDict

from slugfest.kernel import Words

from .messages import BotName, Pace, SeatKind, Strength


class OpenSeat(TypedDict):
    """A seat of an open table."""

    kind: SeatKind
    name: str
    level: BotName | None
    free: bool  # anybody may take it


class OpenTable(TypedDict):
    """A table whose host offers seats to anybody."""

    id: str
    game: str
    mode: Words | None  # what is played
    seats: list[OpenSeat]
    seat: int  # the one to take
    pace: Pace
    strength: Strength  # whom the host hopes for
    begun: bool  # bots play already, and give way until a person has made the first decision
    since: int  # when it was opened; milliseconds since 1970


class OpenTables(TypedDict):
    """Over /ws/mine, to pages that ask for it: the open tables, at first and whenever they change."""

    type: Literal["open_tables"]
    tables: list[OpenTable]


class Found(TypedDict):
    """POST /api/play-now: a table, and the seat to take there."""

    id: str
    seat: int  # -1: the table is new, and I have my seat


class PushDevice(TypedDict):
    """A browser of mine that is sent messages."""

    key: str  # names it; the address of its push service stays on the server
    since: int


class PushSettings(TypedDict):
    """GET /api/me/push: whether and when my browsers are sent "a match waits for you"."""

    public_key: str  # the server's, which a browser subscribes with; empty: this server sends no messages
    devices: list[PushDevice]
    quiet_from: int  # minutes after midnight, in my time zone; equal to quiet_to: no quiet hours
    quiet_to: int
    zone: str
    muted: list[str]  # the matches about which no messages are sent
