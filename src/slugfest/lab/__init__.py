"""Many games at once: experiments, of which ladders and match-ups are presets; balance reports; fits.

A run (``runs``) plays an experiment (``experiment``, ``balance``, ``fit_games``, ``fit_gate``) in batches
(``batches``), on the processes of this machine (``pool``) or on a cluster (``cluster``).
"""

from .ladder import Ladder, Pairing, ladder
from .matchups import MatchUps, matchups
from .play import Played, play_game
from .pool import LabError, playing
from .ratings import Rating, Ratings
from .score import Score
from .sequential import Question, SequentialTest

__all__ = [
    "LabError",
    "Ladder",
    "MatchUps",
    "Pairing",
    "Played",
    "Question",
    "Rating",
    "Ratings",
    "Score",
    "SequentialTest",
    "ladder",
    "matchups",
    "play_game",
    "playing",
]
