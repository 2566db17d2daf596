"""A live match: lobby, seats, turns, versions, undo, leavers. Pure logic: no sockets, no database, no clock."""

from slugfest.kernel import Refusal

from .commands import Command, Play, Rematch, SetOptions, SetSeat, Sit, Stand, Start, Undo
from .refusals import refuse
from .seats import LEVELS, STAND_IN_LEVEL, Seat, tidy_name
from .table import Answer, Entry, LogError, Question, Table, opening
from .views import last_change, match_info, replay_frames, seat_view, snapshot, update

__all__ = [
    "LEVELS",
    "STAND_IN_LEVEL",
    "Answer",
    "Command",
    "Entry",
    "LogError",
    "Play",
    "Question",
    "Refusal",
    "Rematch",
    "Seat",
    "SetOptions",
    "SetSeat",
    "Sit",
    "Stand",
    "Start",
    "Table",
    "Undo",
    "last_change",
    "match_info",
    "opening",
    "refuse",
    "replay_frames",
    "seat_view",
    "snapshot",
    "tidy_name",
    "update",
]
