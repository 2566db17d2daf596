"""Many games at once: single games between bots, and ladders of all pairs."""

from .ladder import ladder
from .play import Played, play_game
from .pool import LabError, run_all
from .report import Ladder, Pairing

__all__ = ["LabError", "Ladder", "Pairing", "Played", "ladder", "play_game", "run_all"]
