"""Messages for whoever hosts a server: its load, guests, matches, reports, blocks and the audit log."""

from __future__ import annotations

from typing import Literal, TypedDict

from .messages import SeatKind, Status

AdminActionName = Literal[
    "rename",
    "allow_name",
    "mute",
    "unmute",
    "unseat",
    "remove_member",
    "block",
    "block_address",
    "unblock",
    "dismiss",
]
AuditedAction = Literal[
    "rename",
    "allow_name",
    "mute",
    "unmute",
    "unseat",
    "remove_member",
    "block",
    "block_address",
    "unblock",
    "dismiss",
    "enter",
    "backup",
]


class AdminProcess(TypedDict):
    """One process of the server."""

    id: str
    release: str
    since: int  # when it started
    connections: int  # open WebSockets
    guests: int  # whose they are
    rooms: int  # matches that somebody has open
    memory: int  # megabytes; 0: unknown
    load: float  # of the machine, over a minute


class AdminPerson(TypedDict):
    """A guest as the host sees them."""

    id: str
    name: str
    claimed: bool
    windows: int  # open WebSockets, over all processes
    muted: bool
    blocked: bool
    reports: int


class AdminSeat(TypedDict):
    """A seat of a match: who sits there, and nothing that the seat knows."""

    kind: SeatKind
    name: str
    guest: str


class AdminMatch(TypedDict):
    """A match in the host's list: what every list may show."""

    id: str
    game: str
    status: Status
    since: int
    seats: list[AdminSeat]


class AdminReport(TypedDict):
    """A name that players have reported."""

    guest: str
    name: str  # as it was reported
    now: str  # their name by now
    reporters: int
    at: int  # the last report


class AdminBlock(TypedDict):
    """Who is blocked or muted. An address is kept as a digest, and named by the guest with whom it was blocked."""

    key: str
    kind: Literal["guest", "address", "mute"]
    guest: str
    name: str
    at: int
    until: int | None
    by: str
    why: str


class AdminLimit(TypedDict):
    """A limit: so many a minute after the first ``at_once``, or so many at once."""

    name: str
    per_minute: float | None
    at_once: int


class AdminOverview(TypedDict):
    """GET /api/admin."""

    by: str  # whose session this is
    until: int  # when it ends
    now: int
    release: str
    processes: list[AdminProcess]
    people: list[AdminPerson]  # who is connected
    matches: list[AdminMatch]  # those that changed last, running first
    reports: list[AdminReport]
    blocks: list[AdminBlock]
    limits: list[AdminLimit]
    backups: str  # the folder of backups; empty: there is none


class AdminPeople(TypedDict):
    """GET /api/admin/guests: guests by a part of their name."""

    people: list[AdminPerson]
    more: bool


class AuditEntry(TypedDict):
    """One action: who did what to whom, when and why."""

    key: str
    at: int
    by: str
    action: AuditedAction
    guest: str
    name: str  # the guest's name then; empty once they have deleted everything
    to: str  # the new name, if it is a renaming
    match: str
    club: str
    until: int | None
    why: str


class AuditLog(TypedDict):
    """GET /api/admin/audit: the newest first."""

    entries: list[AuditEntry]
    next: str  # the key to go on from; empty: that was all


class BackupMade(TypedDict):
    """POST /api/admin/backup."""

    file: str
    bytes: int
