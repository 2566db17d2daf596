"""Events: evenings, tournaments and leagues, derived from a log. No sockets, no database, no clock of its own.

- ``entries`` declares the log, ``event`` derives everything from it, ``judge`` decides what may be added;
- ``rounds`` draws up the next round, with ``pairs`` for two seats and ``tables`` for three to six;
- ``standings`` orders the players, ``files`` writes CSV and calendars.
"""

from .entries import FORMATS, VERSION, EventEntry, EventSettings, Format
from .event import MOST_PLAYERS, WHOLE, Event, EventError, EventTable, Player, Round
from .rounds import Drawn, next_round, planned_rounds
from .standings import Row, standings

__all__ = [
    "FORMATS",
    "MOST_PLAYERS",
    "VERSION",
    "WHOLE",
    "Drawn",
    "Event",
    "EventEntry",
    "EventError",
    "EventSettings",
    "EventTable",
    "Format",
    "Player",
    "Round",
    "Row",
    "next_round",
    "planned_rounds",
    "standings",
]
