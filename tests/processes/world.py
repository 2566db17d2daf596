"""Everything the model of many processes consists of: the database, processes, clients, and what is on its way."""

from __future__ import annotations

from typing import Literal, NamedTuple

Id = tuple[int, int]  # a process: its place and how often it was started there
Kind = Literal["move", "bot", "time-out", "stood"]
NOBODY: Id = (-1, -1)


class Entry(NamedTuple):
    """One entry of the log: for which decision it was made, and by whom."""

    kind: Kind
    decision: int
    client: int  # whose move, time-out or seat handed over; -1: the bot's


Log = tuple[Entry, ...]


class Work(NamedTuple):
    """What a room has judged and is about to write, or to tell."""

    entry: Entry
    again: bool
    base: int  # the version it was judged at
    stage: Literal["append", "tell", "refuse", "reread"]


class Process(NamedTuple):
    id: Id
    up: bool = True
    room: Log | None = None  # what its table was made of; None: nobody has looked at the match here
    work: Work | None = None
    inbox: frozenset[tuple[int, bool]] = frozenset()  # requests: the client, and whether it sent this before
    token: int = 0  # of the lease it believes to hold
    thought: int = -1  # the decision its bot has thought about
    refused: frozenset[int] = frozenset()  # requests refused, as its memory has it
    timer: bool = False  # only where rule 14 is missing


class Client(NamedTuple):
    at: int = -1  # the process it is connected to
    sent: bool = False  # on this connection
    before: bool = False  # at all
    again: bool = False  # what it sent on this connection was marked
    answer: Literal["", "done", "refused"] = ""


class Doubt(NamedTuple):
    """A commit whose line was lost: it may still happen."""

    entry: Entry
    base: int
    token: int


class World(NamedTuple):
    log: Log
    refusals: frozenset[int]  # the table `answers`, as far as it refuses
    runner: Id
    token: int
    living: frozenset[Id]  # processes whose row has not expired
    late: bool  # the deadline has passed, by the database's clock
    doubt: Doubt | None
    notes: frozenset[tuple[int, int]]  # announcements on their way: to which process, of which version
    processes: tuple[Process, Process]
    clients: tuple[Client, Client]
    faults: int
