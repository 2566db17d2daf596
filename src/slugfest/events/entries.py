"""The entries of an event's log: one declared type a kind.

An entry is plain data, ready for JSON, and names players by their number in the event: who that is stands outside the
log, so that it can be deleted. Old entries stay readable: a field that is added later is ``NotRequired``.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, TypedDict

from slugfest.table.events import EventFormat
from slugfest.table.messages import Pace

Format = EventFormat
FORMATS: Final[tuple[Format, ...]] = ("swiss", "round_robin", "knock_out", "ladder", "league", "duplicate")

VERSION: Final = 1  # of the log's format


class EventSettings(TypedDict):
    """What an event is. It is agreed when the event is opened and never changes."""

    name: str
    game: str
    options: dict[str, Any]
    format: Format
    seats: int  # at a table
    fewest: int  # where the number of players does not divide: the smallest table
    rounds: int  # 0: as many as the format needs
    pace: Pace
    starts: int | None  # ms; None: when the director says so
    gap: int  # seconds between the last result of a round and the next round
    days: int  # league: of a round
    wait: int  # seconds that a table waits for all its people before it begins without them
    late: bool  # whether people may join after the first round


class TableEntry(TypedDict):
    """A table of a round: the code of its match, reserved before the match exists, and who sits where."""

    match: str
    players: list[int]


class _Entry(TypedDict):
    at: int  # when it was written, ms of the store's clock; never below the entry before
    id: NotRequired[str]  # by which whoever wrote it finds out, after a fault, that it was written


class CreatedEntry(_Entry):
    """An event is opened. Always the first entry."""

    kind: Literal["created"]
    version: int
    event: str
    settings: EventSettings
    club: NotRequired[str]  # of the club whose event this is
    members_only: NotRequired[bool]  # whether only its members sign up


class JoinedEntry(_Entry):
    """Somebody signs up, or comes back after a withdrawal."""

    kind: Literal["joined"]
    player: int


class WithdrawnEntry(_Entry):
    """A player takes part in no further round."""

    kind: Literal["withdrawn"]
    player: int
    why: Literal["left", "director", "deleted"]
    reason: str  # the director's


class PairedEntry(_Entry):
    """A round is drawn up. Its matches do not exist yet; their codes are reserved here."""

    kind: Literal["paired"]
    round: int
    tables: list[TableEntry]
    byes: list[int]
    ends: int | None  # league: when the round is over
    secret: NotRequired[
        str
    ]  # duplicate: of all tables alike; not for anybody to see before the round is over


class OpenedEntry(_Entry):
    """All matches of a round exist."""

    kind: Literal["opened"]
    round: int


class DealtEntry(_Entry):
    """Duplicate: everybody's nonce is there, or has been waited for. From now on the deal of the round is fixed."""

    kind: Literal["dealt"]
    round: int
    tables: list[list[str]]  # who sits at each, as chance is bound to it


class RevealedEntry(_Entry):
    """Duplicate: all matches of a round have revealed their secret, and those that still ran have ended."""

    kind: Literal["revealed"]
    round: int


class ResultEntry(_Entry):
    """A table has finished."""

    kind: Literal["result"]
    round: int
    table: int  # counted from 0
    ranks: list[int]  # by seat, 1 for the best; equal ranks are shared
    sides: list[int]  # by seat: which seats win and lose together
    absent: list[int]  # seats whose person did not play, or no longer at the end
    scores: NotRequired[list[int]]  # duplicate: what the game counted, by seat


class CorrectedEntry(_Entry):
    """The director sets a result, with a reason that everybody can read."""

    kind: Literal["corrected"]
    round: int
    table: int
    ranks: list[int]
    reason: str


class PausedEntry(_Entry):
    """No round begins until the event is resumed."""

    kind: Literal["paused"]
    reason: str


class ResumedEntry(_Entry):
    """Rounds begin again."""

    kind: Literal["resumed"]


class StartedEntry(_Entry):
    """The director begins the event: the first round follows."""

    kind: Literal["started"]


class EndedEntry(_Entry):
    """The event is over: all rounds are played, or the director ends it."""

    kind: Literal["ended"]
    why: Literal["complete", "director", "too_few"]
    reason: str


EventEntry = (
    CreatedEntry
    | JoinedEntry
    | WithdrawnEntry
    | StartedEntry
    | PairedEntry
    | OpenedEntry
    | DealtEntry
    | RevealedEntry
    | ResultEntry
    | CorrectedEntry
    | PausedEntry
    | ResumedEntry
    | EndedEntry
)
