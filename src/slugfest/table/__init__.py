"""A live match: lobby, seats, turns, versions, undo, leavers. Pure logic: no sockets, no database, no clock."""

from slugfest.kernel import Refusal

from .commands import Abandon, Command, Nonce, Play, Rematch, SetOptions, SetSeat, Sit, Stand, Start, Undo
from .names import tidy_name
from .refusals import refuse
from .seats import LEVELS, STAND_IN_LEVEL, Seat
from .table import Answer, BotIdea, Entry, LogError, NewerLog, Question, Table, opening
from .views import (
    advice,
    foretold,
    game_info,
    last_change,
    match_info,
    problem_of,
    refused,
    replay,
    seat_view,
    seating,
    snapshot,
    update,
    waiting,
)

__all__ = [
    "LEVELS",
    "STAND_IN_LEVEL",
    "Abandon",
    "Answer",
    "BotIdea",
    "Command",
    "Entry",
    "LogError",
    "NewerLog",
    "Nonce",
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
    "advice",
    "foretold",
    "game_info",
    "last_change",
    "match_info",
    "opening",
    "problem_of",
    "refuse",
    "refused",
    "replay",
    "seat_view",
    "seating",
    "snapshot",
    "tidy_name",
    "update",
    "waiting",
]
