"""Many games at once: single games between bots, ladders of all pairs of bots, tables of all pairs of line-ups."""

from .ladder import ladder
from .matchups import MatchUps, matchups
from .play import Played, play_game
from .pool import LabError, run_all
from .report import Ladder, Pairing

__all__ = [
    "LabError",
    "Ladder",
    "MatchUps",
    "Pairing",
    "Played",
    "ladder",
    "matchups",
    "play_game",
    "run_all",
]
